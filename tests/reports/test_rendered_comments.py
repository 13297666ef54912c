"""Our Markdown as GitHub's parser and list of tags show it, whatever others wrote."""

import copy
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.rendered import Page, page
from support.reports import HOSTILE, a_delta

from rubrickit.core.judging.agreement import Agreement
from rubrickit.reports import comment, delta_document
from rubrickit.reports.comment import Surroundings
from rubrickit.reports.dialects import GITHUB, PLAIN, Dialect
from rubrickit.reports.documents import Document
from rubrickit.reports.escaping import clean

RUN = "https://github.com/acme/rubrics/actions/runs/7"
OTHERS = {
    "question_id", "node", "before", "after", "response_id", "leaf", "reason",
    "agent", "model", "endpoint",
}  # fmt: skip
LISTED = {"reasons", "notes", "added", "ignored"}
DIALECTS = pytest.mark.parametrize("dialect", [GITHUB, PLAIN], ids=["github", "plain"])
TOKENS = (
    *"|`<>*_~[]()!#@:&\\-+=.\"'$%{}\n\r\t ax1\u200b\u202e\x00\u2028",
    "```", "<!--", "-->", "</details>", "<details>", "<img src=x>", "www.", "http://",
    "@octocat", "#12", "GH-1", "| a |", "&#64;", "&lt;", "</code>", "<b>", "\n\n",
    "1. ", "- ", "> ", "[a](b)", "![a](b)", "a@b.cc", "<a href=x>", "\n# ", "^",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(TOKENS) | st.characters(), min_size=1, max_size=12)


def a_document() -> Document:
    """Something in every part of the comment."""
    report, world = a_delta()
    found = delta_document.delta(report, world.config, Agreement(3, 4))
    found["questions"][0]["ungraded"] = {"a leaf": {"unjudged": 2}}
    found["questions"][0]["edits"][0] |= {"path": "rubrics/a.yaml", "line": 7}
    plain = {**copy.deepcopy(found["questions"][0]), "responses_total": 0}
    found["questions"] += [plain | {"status": "new"}, plain | {"status": "deleted"}]
    return found | {"added": ["a row"], "ignored": ["a file"], "notes": ["a note"]}


DOCUMENT = a_document()


def filled(value: Any, texts: Iterator[str], key: str = "") -> Any:
    """Others' text in every place where others' text stands."""
    if isinstance(value, dict):
        named = value
        if key == "ungraded":
            named = {next(texts): inner for inner in value.values()}
        return {name: filled(inner, texts, name) for name, inner in named.items()}
    if isinstance(value, list):
        return [filled(inner, texts, key) for inner in value]
    return next(texts) if isinstance(value, str) and key in OTHERS | LISTED else value


def written(texts: Iterator[str], dialect: Dialect) -> str:
    around = Surroundings(
        marker='rubrickit:delta {"id": ""}',
        run_url=RUN,
        line_url=lambda _path, line: f"{RUN}#{line}",
        notes=(next(texts), next(texts)),
        earlier=(next(texts),),
    )
    return comment.markdown(filled(DOCUMENT, texts), around, dialect)


def skeleton(found: Page) -> list[str]:
    """All elements in their order, but those that only wrap a text."""
    return [tag for tag in found.tags if tag not in ("code", "wbr")]


def shown(found: Page, text: str) -> int:
    """How often it stands there for a person to read, from its beginning."""
    return found.text.replace("\u200b", "").count(clean(text, 40)[:39])


def rings(found: Page, dialect: Dialect = GITHUB) -> bool:
    """Mentions anybody, or an issue as GitHub's own spelling has it."""
    pattern = r"@\w|#\d|gh-\d" if dialect is GITHUB else r"@\w|#\d"
    return bool(re.search(pattern, found.loose, re.IGNORECASE))


def stands_alone(text: str) -> bool:
    """Does not become one character with what stands before it."""
    return not unicodedata.combining(clean(text)[0])


HARMLESS = {
    dialect: page(written(itertools.repeat("harmless"), dialect))
    for dialect in (GITHUB, PLAIN)
}
PLACES = shown(HARMLESS[GITHUB], "harmless")
WORDS = [f"word{at:02}" for at in range(60)]
NUMBERED = page(written(itertools.cycle(WORDS), GITHUB))
SEEN = [at for at, word in enumerate(WORDS) if shown(NUMBERED, word)]
"""Which of sixty texts are read by a person; the others stand in no report."""


def test_every_part_of_the_comment_is_looked_at() -> None:
    found = HARMLESS[GITHUB]

    assert PLACES > 40
    assert len(SEEN) > 40
    assert Counter(found.tags)["table"] == 4
    assert Counter(found.tags)["details"] >= 10
    assert set(found.links) == {RUN, f"{RUN}#7"}
    assert len(found.headings) == 1


@DIALECTS
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_text_is_read_everywhere_and_does_nothing(
    text: str, dialect: Dialect
) -> None:
    found = page(written(itertools.repeat(text), dialect))

    assert skeleton(found) == skeleton(HARMLESS[dialect])
    assert [len(row) for row in found.rows] == [
        len(row) for row in HARMLESS[dialect].rows
    ]
    assert found.links == HARMLESS[dialect].links
    assert shown(found, text) >= PLACES
    assert not rings(found, dialect)


@DIALECTS
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.lists(TEXTS.map("".join).filter(clean), min_size=60, max_size=60))
def test_no_mixture_of_texts_does_anything(dialect: Dialect, texts: list[str]) -> None:
    """Sixty texts at a time, each in another place: 7,200 in all."""
    found = page(written(itertools.cycle(texts), dialect))

    read = [texts[at] for at in SEEN if stands_alone(texts[at])]
    assert [text for text in read if not shown(found, text)] == []

    assert skeleton(found) == skeleton(HARMLESS[dialect])
    assert [len(row) for row in found.rows] == [
        len(row) for row in HARMLESS[dialect].rows
    ]
    assert found.links == HARMLESS[dialect].links
    assert not rings(found, dialect)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_reason_for_not_grading_does_nothing(text: str) -> None:
    around = Surroundings(run_url=RUN, notes=(text,))

    found = page(comment.failure(text, text, around, GITHUB))

    plain = comment.failure("a", "a", Surroundings(run_url=RUN, notes=("a",)), GITHUB)
    assert skeleton(found) == skeleton(page(plain))
    assert found.links == [RUN]
    assert shown(found, text) >= 3
    assert not rings(found)
