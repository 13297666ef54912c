"""What a manifest hashes comes from the files, but for what nobody here can know."""

from dataclasses import asdict, replace

from support.builders import leaf, response, rubric
from support.worlds import BASE, a_world

from rubrickit.core.config import Config
from rubrickit.core.releasing import contents, manifest
from rubrickit.core.releasing.contents import Origin, Recomputed, Tool
from rubrickit.core.releasing.inputs import Files, Inputs
from rubrickit.core.results import Ledgered
from rubrickit.flows import scoring

TOOL = Tool("1.2.3", "f" * 64)
ORIGIN = Origin("2.0", TOOL, "c" * 40, "7" * 40, "9" * 40)
EARLIER = manifest.build({"version": "1.0"}, {})
FILES = Files(
    "scores", {}, {}, {}, {}, {}, {}, {},
    {"scores/releases/1.0.json": manifest.dump(EARLIER)}, {},
)  # fmt: skip
TREE, GOLD = rubric(leaf("dose", "mg")), [response("5 mg", id="r1")]
INPUTS = Inputs(FILES, Config(), (TREE,), {"q1": GOLD}, ())


def found() -> Recomputed:
    report = scoring.score(a_world([TREE], None, GOLD), BASE)
    return Recomputed(report.judge, report.questions, ("q2",), Ledgered(("x",), 1))


def test_all_parts_are_plain_json() -> None:
    hashed = contents.hashed(ORIGIN, INPUTS, found())

    read = manifest.load(manifest.dump(manifest.build(hashed, {})))
    assert read is not None
    assert read.hashed == hashed


def test_limits_are_the_decimals_that_were_written() -> None:
    gate = contents.hashed(ORIGIN, INPUTS, found())["gate"]

    assert (gate["max_regression"], gate["max_question_regression"]) == ("0.02", "0.10")
    assert (gate["max_slice_gap"], gate["commit"]) == (None, "9" * 40)


def test_anomalies_are_told() -> None:
    hashed = contents.hashed(ORIGIN, INPUTS, found())

    assert (hashed["ledger"]["damage"], hashed["ledger"]["clashes"]) == (["x"], 1)
    assert (hashed["ungraded"], hashed["pending"]) == (["q2"], {})


def test_a_release_follows_the_one_before() -> None:
    assert contents.hashed(ORIGIN, INPUTS, found())["previous"] == [EARLIER.digest]
    again = contents.hashed(replace(ORIGIN, version="1.0"), INPUTS, found())
    assert again["previous"] == []


def test_what_is_known_here_is_not_taken_from_the_manifest() -> None:
    forged = {
        "tool": asdict(TOOL),
        "rubrics": {"tree": "e" * 40},
        "gate": {"commit": "e"},
    }

    assert contents.as_recorded(ORIGIN, forged) == (ORIGIN, ())


def test_what_a_shallow_clone_does_not_know_is_taken_aloud() -> None:
    recorded = contents.hashed(ORIGIN, INPUTS, found())

    origin, unchecked = contents.as_recorded(
        replace(ORIGIN, tree="", gate=""), recorded
    )

    assert origin == ORIGIN
    assert [each.what for each in unchecked] == [
        "the tree of the rubric commit",
        "the commit of the thresholds",
    ]


def test_another_version_of_rubrickit_may_verify_aloud() -> None:
    recorded = contents.hashed(ORIGIN, INPUTS, found())
    newer = replace(ORIGIN, tool=Tool("9.9.9", "0" * 64))

    origin, unchecked = contents.as_recorded(newer, recorded)

    assert origin == ORIGIN
    assert [each.why for each in unchecked] == ["this is rubrickit 9.9.9"]


def test_a_manifest_without_its_parts_says_nothing() -> None:
    origin, _ = contents.as_recorded(
        replace(ORIGIN, tree=""), {"tool": 1, "rubrics": []}
    )

    assert (origin.tree, origin.tool) == ("", Tool("", ""))


def test_what_was_looked_at_is_counted() -> None:
    counts = contents.counts(INPUTS, found())

    assert (counts["questions"], counts["responses"], counts["verdicts"]) == (1, 1, 1)
    assert (counts["files"], counts["manifests"], counts["segments"]) == (1, 1, 0)
