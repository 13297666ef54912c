"""A check is green for one reason only: everything was graded, and nothing is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.config import GateConfig
from rubrickit.core.hosting.conclusions import Concluded, Verdict, conclude
from rubrickit.errors import Exit

LIMITS = GateConfig()
OUTCOMES = st.sampled_from(["pass", "fail", "pending", "inconclusive", "none"])
VERDICTS = st.builds(Verdict, OUTCOMES, st.booleans(), st.booleans(), st.booleans())
GATES = st.builds(GateConfig, pending=st.sampled_from(["fail", "neutral"]))


@given(VERDICTS, GATES, st.booleans())
def test_only_a_pass_or_no_change_is_green(
    verdict: Verdict, limits: GateConfig, warn_only: bool
) -> None:
    found = conclude(verdict, limits, warn_only=warn_only)

    if found.conclusion == "success":
        assert verdict.outcome in ("pass", "none")
        assert not verdict.no_call_succeeded
        assert not verdict.by_matcher


@given(VERDICTS, GATES, st.booleans())
def test_a_failed_check_fails_the_job_unless_another_run_decides(
    verdict: Verdict, limits: GateConfig, warn_only: bool
) -> None:
    found = conclude(verdict, limits, warn_only=warn_only)

    if found.conclusion == "failure":
        assert found.exit or verdict.is_decided_later
    else:
        assert found.exit == Exit.OK


@given(VERDICTS, GATES)
def test_who_only_wants_to_be_warned_never_fails(
    verdict: Verdict, limits: GateConfig
) -> None:
    found = conclude(verdict, limits, warn_only=True)

    assert found.exit == Exit.OK
    assert found.conclusion != "failure"


@pytest.mark.parametrize(
    ("verdict", "found"),
    [
        (Verdict("fail"), Concluded("failure", Exit.GATE_FAILED)),
        (
            Verdict("fail", no_call_succeeded=True),
            Concluded("failure", Exit.GATE_FAILED),
        ),
        (
            Verdict("pending", no_call_succeeded=True),
            Concluded("failure", Exit.WORLD_FAILED),
        ),
        (Verdict("pending"), Concluded("failure", Exit.PENDING)),
        (Verdict("inconclusive"), Concluded("failure", Exit.PENDING)),
        (
            Verdict("pending", is_decided_later=True),
            Concluded("failure", Exit.OK),
        ),
        (Verdict("pass", by_matcher=True), Concluded("neutral", Exit.OK)),
        (Verdict("pass"), Concluded("success", Exit.OK)),
        (Verdict("none"), Concluded("success", Exit.OK)),
    ],
)
def test_a_verdict_means(verdict: Verdict, found: Concluded) -> None:
    assert conclude(verdict, LIMITS, warn_only=False) == found


def test_the_base_may_let_pending_be_neutral() -> None:
    limits = GateConfig(pending="neutral")

    found = conclude(Verdict("pending"), limits, warn_only=False)

    assert found == Concluded("neutral", Exit.OK)
