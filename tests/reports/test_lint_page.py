"""Findings as lines, as JSON and as GitHub's workflow commands."""

import re
import urllib.parse

import pytest
from support.reports import HOSTILE

from rubrickit.core.findings import Finding
from rubrickit.core.rubric import Place
from rubrickit.reports import lint_page, render, terminal

ERROR = Finding("key", "error", Place("rubrics/a.yaml", 3, 5), "unknown key", "remove")
ADVICE = Finding("atomic", "advice", Place("rubrics/b.yaml", 7, 1), "asks two things")
COMMAND = re.compile(r"::(error|warning) file=([^:,]*),line=(\d+),col=(\d+)::(.*)")


def test_a_finding_is_a_line_that_editors_can_follow() -> None:
    assert lint_page.text([ERROR, ADVICE]) == (
        "rubrics/a.yaml:3:5: error: unknown key [key]\n"
        "  hint: remove\n"
        "rubrics/b.yaml:7:1: advice: asks two things [atomic]\n"
        "2 findings\n"
    )


def test_no_finding_is_said() -> None:
    assert lint_page.text([]) == "0 findings\n"
    assert lint_page.workflow_commands([]) == ""
    assert lint_page.document([])["findings"] == []
    assert terminal.text(lint_page.page([]), width=80, color=False).strip() == (
        "rubrickit: 0 findings"
    )


def test_a_document_has_every_field() -> None:
    document = lint_page.document([ERROR, ADVICE])
    assert document["schema"] == "rubrickit.lint/1"
    assert document["findings"] == [
        {
            "rule": "key",
            "level": "error",
            "path": "rubrics/a.yaml",
            "line": 3,
            "column": 5,
            "message": "unknown key",
            "hint": "remove",
        },
        {
            "rule": "atomic",
            "level": "advice",
            "path": "rubrics/b.yaml",
            "line": 7,
            "column": 1,
            "message": "asks two things",
            "hint": "",
        },
    ]


def test_github_shows_an_error_and_a_warning() -> None:
    assert lint_page.workflow_commands([ERROR, ADVICE]) == (
        "::error file=rubrics/a.yaml,line=3,col=5::unknown key\n"
        "::warning file=rubrics/b.yaml,line=7,col=1::asks two things\n"
    )


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("a,b.yaml", "a%2Cb.yaml"),
        ("a:b.yaml", "a%3Ab.yaml"),
        ("100%.yaml", "100%25.yaml"),
        ("%2C.yaml", "%252C.yaml"),
        ("a\r\nb.yaml", "a%0D%0Ab.yaml"),
        ("a::error::b", "a%3A%3Aerror%3A%3Ab"),
    ],
)
def test_a_path_ends_no_property(path: str, written: str) -> None:
    finding = Finding("key", "error", Place(path, 1, 1), "x")
    assert lint_page.workflow_commands([finding]) == (
        f"::error file={written},line=1,col=1::x\n"
    )


@pytest.mark.parametrize(
    ("message", "written"),
    [
        ("a: b, c", "a: b, c"),
        ("50%", "50%25"),
        ("%0A", "%250A"),
        ("a\n::warning::b", "a%0A::warning::b"),
        ("a\rb", "a%0Db"),
    ],
)
def test_a_message_begins_no_command(message: str, written: str) -> None:
    finding = Finding("key", "error", Place("a", 1, 1), message)
    command = lint_page.workflow_commands([finding])
    assert command == f"::error file=a,line=1,col=1::{written}\n"
    assert len(command.splitlines()) == 1


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_file_is_one_finding_in_every_format(text: str) -> None:
    finding = Finding("key", "error", Place(text, 1, 1), text, text)

    told = lint_page.text([finding])
    page = lint_page.page([finding])
    plain = terminal.text(page, width=80, color=False)
    markdown = render.markdown(page)
    command = COMMAND.fullmatch(lint_page.workflow_commands([finding]).rstrip("\n"))

    assert len(told.split("\n")) == 4
    assert not any(sign in told + plain for sign in "\x1b\x07\u202e\u200b\ufeff")
    assert "<script" not in markdown
    assert "<!--" not in markdown
    assert command is not None
    assert urllib.parse.unquote(command[2], errors="surrogatepass") == text
    assert lint_page.document([finding])["findings"][0]["message"] == text


def test_findings_are_a_list_in_a_comment() -> None:
    markdown = render.markdown(lint_page.page([ERROR]))
    assert markdown.startswith("### rubrickit&#58; 1 finding\n")
    assert "\n- rubrics/a.yaml&#58;3&#58;5&#58; error&#58; unknown key" in markdown


def test_of_many_findings_the_rest_is_counted() -> None:
    page = lint_page.page([ADVICE] * (terminal.MOST_LINES + 1))
    shown = terminal.text(page, width=80, color=False)
    assert shown.count("asks two things") == terminal.MOST_LINES
    assert "  1 more line; `--format json` holds them all\n" in shown
