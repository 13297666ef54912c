"""One look after the other, whatever is wrong with what is seen."""

from collections.abc import Sequence
from typing import Any

import pytest

from rubrickit.core.findings import Finding
from rubrickit.core.rubric import Place
from rubrickit.errors import RubrickitError, WorldError
from rubrickit.flows import watching
from rubrickit.reports.watch_page import Look

FAULT = Finding("number", "error", Place("rubrics/a.yaml", 3, 5), "no number")
DELTA: dict[str, Any] = {"outcome": "pass"}


def refusal() -> Any:
    raise WorldError("Git is gone", hint="come back")


def test_a_look_has_findings_and_the_delta() -> None:
    found = watching.look(lambda: [FAULT], lambda: DELTA, ["rubrics/a.yaml"])

    assert found == Look(("rubrics/a.yaml",), (FAULT,), DELTA)


def test_what_goes_wrong_is_part_of_the_look() -> None:
    compared = watching.look(lambda: [FAULT], refusal)
    linted = watching.look(refusal, lambda: DELTA)

    assert compared.findings == (FAULT,)
    assert [str(found.error) for found in (compared, linted)] == ["Git is gone"] * 2
    assert compared.delta is linted.delta is None


def test_a_bug_of_ours_is_no_part_of_a_look() -> None:
    with pytest.raises(ZeroDivisionError):
        watching.look(lambda: [1 // 0], lambda: DELTA)


def shown(looks: Sequence[Look]) -> list[Look]:
    """What a person sees of these looks, one a change."""
    waiting, seen = iter(looks), list[Look]()
    changes = [look.changed for look in looks]
    watching.watch(changes, lambda _: next(waiting), seen.append)
    return seen


def test_every_change_is_looked_at_and_only_news_are_shown() -> None:
    first = Look((), (), DELTA)
    same = Look(("a",), (), dict(DELTA))
    broken = Look(("a",), (FAULT,), None, RubrickitError("no"))
    still = Look(("b",), (FAULT,), None, RubrickitError("no"))
    mended = Look(("a",), (), DELTA)

    assert shown([first, same, broken, still, mended]) == [first, broken, mended]


def test_another_error_is_news() -> None:
    looks = [Look((), (), None, RubrickitError(text)) for text in ("no", "no", "never")]

    assert shown(looks) == [looks[0], looks[2]]


def test_the_paths_that_were_saved_reach_the_look() -> None:
    asked: list[Sequence[str]] = []

    def look_at(changed: Sequence[str]) -> Look:
        asked.append(changed)
        return Look(tuple(changed), (), DELTA)

    watching.watch([(), ("a", "b")], look_at, lambda _: None)

    assert asked == [(), ("a", "b")]
