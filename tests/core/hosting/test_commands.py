"""Workflow commands, against the rules by which GitHub's runner reads its log."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.runner_log import obeyed

from rubrickit.core.hosting.commands import annotated, neutral
from rubrickit.core.hosting.posts import Annotation


def test_an_annotation_is_one_line() -> None:
    fell = Annotation("failure", "rubrics/dose.yaml", 12, "Dose", "fell\nby 4 %")

    command = annotated(fell)

    assert command == (
        "::error file=rubrics/dose.yaml,line=12,title=Dose::fell%0Aby 4 %25"
    )


@pytest.mark.parametrize(
    ("level", "name"),
    [("failure", "error"), ("warning", "warning"), ("notice", "notice")],
)
def test_levels_have_the_runners_names(level: str, name: str) -> None:
    assert annotated(Annotation(level, "a", 1, "t", "m")).startswith(f"::{name} ")


def test_a_line_is_at_least_one_and_an_empty_title_is_left_out() -> None:
    assert annotated(Annotation("notice", "a", 0, "", "m")) == (
        "::notice file=a,line=1::m"
    )


texts = st.text(st.sampled_from("a:,=%\r\n #[]0AD3C25"), max_size=20)


@given(texts.filter(str.strip), texts.filter(str.strip), texts)
def test_whatever_stands_in_it_the_runner_reads_what_was_meant(
    path: str, title: str, message: str
) -> None:
    annotation = Annotation("warning", f"a{path}b", 3, f"a{title}b", f"a{message}b")

    command = annotated(annotation)

    assert len(command.splitlines()) == 1
    name, given, told = obeyed(command) or ("", {}, "")
    assert (name, told) == ("warning", annotation.message)
    assert given == {"file": annotation.path, "line": "3", "title": annotation.title}


@pytest.mark.parametrize(
    "text",
    [
        "::error::x",
        "a\n::error::x",
        "a\r::error::x",
        "a\r\n::error::x",
        "  \t::error::x",
        "\u00a0::error::x",
        "\u2003::set-output name=a::x",
        "\ufeff::error::x",
        "\u200b::error::x",
        ":\u200b:error::x",
        "\x00:\x00:error::x",
        "::add-mask::e",
        "::stop-commands::x",
        "a ##[error]x",
        "#\u200b#[error]x",
        "##\u200b[error]x",
        "###[error]x",
        "a\n\n\n::error::x\n::error::y",
    ],
)
def test_ordinary_output_commands_nothing(text: str) -> None:
    lines = re.split("\r\n|\r|\n", neutral(text))

    assert [obeyed(line) for line in lines] == [None] * len(lines)


@given(st.text(st.sampled_from(":#[]ae \t\r\n\u200b\ufeff\x00"), max_size=30))
def test_no_mixture_commands_anything(text: str) -> None:
    lines = re.split("\r\n|\r|\n", neutral(text))

    assert [obeyed(line) for line in lines] == [None] * len(lines)


@pytest.mark.parametrize(
    "text", ["", "a::b", "std::vector", "# heading", "[link]", "a\nb: c", ": :", "##"]
)
def test_harmless_output_stays_as_it_is(text: str) -> None:
    assert neutral(text) == text


def test_only_spaces_are_added() -> None:
    text = "::error::x\n ##[group]y"

    assert neutral(text) == ": :error::x\n # #[group]y"


@pytest.mark.parametrize("mark", [" ", "\x1f", "\n", ":", "#", "\u200b", " \x1c"])
def test_long_output_takes_time_in_proportion(mark: str) -> None:
    started = time.process_time()

    neutral(mark * 200_000 + "x")

    assert time.process_time() - started < 2.0
