"""The delta asks for consents where a gate is loosened, and nowhere else."""

from dataclasses import replace
from typing import Any

import pytest
from support.builders import branch, leaf, response, rubric, with_node
from support.worlds import SPAN, MemoryRepository, a_world

from rubrickit.core.config import Config, GateConfig
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.signoffs import Approval, Recorded, Reviewed, SignOff
from rubrickit.core.versions import Span
from rubrickit.errors import RubrickitError
from rubrickit.flows import delta, signing
from rubrickit.reports import delta_document, figures
from rubrickit.world import World

OLD = rubric(branch("safety", leaf("doctor", "names doctor"), gate=True), leaf("x"))
REWORDED = with_node(OLD, "safety/doctor", texts=("names mg",))
ADA, BEN = (Expert(name, key=f"ssh-ed25519 {name}", github=name) for name in
            ("ada", "ben"))  # fmt: skip
NEVER = GateConfig(max_question_regression=None)


class Host:
    """What people said there; `asked` counts how often that was read."""

    def __init__(self, *logins: str, author: str = "") -> None:
        self._said = Reviewed(author, tuple(Approval(x, "2026", "a") for x in logins))
        self.asked = 0

    def reviewed(self) -> Reviewed:
        self.asked += 1
        return self._said


def a_clinic(new: Any = REWORDED, host: Host | None = None, **gate: Any) -> World:
    config = Config(experts=Experts(2, (ADA, BEN)), gate=replace(NEVER, **gate))
    answers = [response("5 mg", id="r1")]
    return replace(a_world([OLD], [new], answers, config=config), reviews=host)


def sign(world: World, expert: Expert, key: str = "") -> tuple[SignOff, ...]:
    """As `signoff` does; in this world a signature is the public key."""
    subjects = signing.subjects(world, SPAN, "q1", ())
    rows = signing.unsigned(world, subjects, expert, "approval")
    return signing.signed(world, rows, expert, lambda _: key or expert.public_key)


def test_rows_and_approvals_add_up() -> None:
    world = a_clinic(host=Host("ben"))
    assert isinstance(world.repository, MemoryRepository)

    before = delta.delta(world, SPAN)
    world.repository.signed = Recorded(sign(world, ADA))
    after = delta.delta(world, SPAN)

    assert before.decision.reasons[0].endswith("only ben (approval) signed it: 1 "
                                               "sign-off is missing")  # fmt: skip
    assert [s.id for c in after.evidence.consents for s in c.signers] == ["ada", "ben"]
    assert after.decision.outcome == "pass"


def test_the_report_says_who_signed_and_whose_word_does_not_count() -> None:
    world = a_clinic(host=Host("ada", "ben", author="ben"))

    report = delta.delta(world, SPAN)
    document = delta_document.delta(report, world.config)
    found = figures.delta(document)

    (gates,) = [group for group in found.groups if group.heading == "Gates loosened"]
    assert gates.lines == (
        "q1: gate safety/doctor opens for 1 response(s); signed by ada (approval)",
    )
    told = "The approval of ben does not count: that person made the edit."
    assert told in found.notes
    (loosening,) = document["loosening"]
    assert (loosening["missing"], len(loosening["change"])) == (1, 32)


@pytest.mark.parametrize(
    ("new", "gate"),
    [(with_node(OLD, "x", weight=2), {}), (REWORDED, {"loosening": "report"})],
)
def test_nobody_is_asked_where_no_sign_off_is_needed(
    new: Any, gate: dict[str, str]
) -> None:
    host = Host("ada", "ben")

    report = delta.delta(a_clinic(new, host, **gate), SPAN)

    assert (host.asked, report.evidence.consents) == (0, ())


def test_a_key_that_is_not_theirs_signs_nothing() -> None:
    with pytest.raises(RubrickitError, match="not the key of `ada`"):
        sign(a_clinic(), ADA, key=BEN.public_key)


def test_where_no_gate_is_loosened_a_leaf_has_to_be_named() -> None:
    world = a_clinic(OLD)

    with pytest.raises(RubrickitError, match="no gate of `q1`") as refusal:
        signing.subjects(world, SPAN, "q1", ())
    (named,) = signing.subjects(world, SPAN, "q1", ["safety/doctor"])

    assert "rubrickit signoff q1 BRANCH/LEAF" in refusal.value.hint
    assert named.change == ""


def test_an_unknown_question_has_nothing_to_sign() -> None:
    span = Span(SPAN.base, SPAN.head, "")

    with pytest.raises(RubrickitError, match="there is no rubric `q9`"):
        signing.subjects(a_clinic(), span, "q9", ["a"])
