"""What a report's document says of nodes, labels, slices and the trend."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from support.builders import branch, label, leaf, response, rubric
from support.worlds import BASE, HEAD, MemoryRepository, a_world

from rubrickit.core import failing
from rubrickit.core.judging.local import LocalJudge
from rubrickit.core.judging.recorded import RecordedJudge
from rubrickit.core.reporting import Trend, Wishes
from rubrickit.core.results import Ledgered
from rubrickit.core.rubric import Rubric
from rubrickit.core.trends import TrendPoint
from rubrickit.core.versions import RubricCommit
from rubrickit.flows import report as flow
from rubrickit.flows import scoring
from rubrickit.reports import overview_page, report_document, terminal
from rubrickit.reports.documents import Document

DOSE = leaf("dose", ("names 5mg", "says 5mg"), kind="states", weight="0.50")
TREE = rubric(
    branch("content", DOSE, leaf("risk", "names never", expect=False), weight=3),
    branch("safety", leaf("doctor", "names doctor", when="adult"), gate=True),
    leaf("short", "by", kind="rule", tier="additional"),
    question="How much?",
)
RESPONSES = (
    response("5mg by doctor", "r1", agent="coach@1", sample=2, slices={"sex": "f"}),
    response("never", "r2", agent="coach@2", created="2026-01-02", meta={"adult": 0}),
)


def report(
    tree: Rubric = TREE, *, kind: report_document.Kind = "repository", **wishes: Any
) -> Document:
    world = a_world(base=[tree], responses=RESPONSES)
    scoring.score(world, BASE)
    assert isinstance(world.repository, MemoryRepository)
    world.repository.people = (label(DOSE, False),)
    world = replace(world, judge=RecordedJudge(world.judge.card))
    found = flow.report(world, BASE, Wishes(**wishes), lambda _: (0.25, 1.0))
    return report_document.document(found, kind)


def every(nodes: list[Document]) -> Iterator[Document]:
    for node in nodes:
        yield node
        yield from every(node["children"])


def facts(*names: str) -> dict[str, Any]:
    (question,) = report()["questions"]
    return {
        node["path"]: tuple(node[name] for name in names)
        for node in every(question["nodes"])
    }


def test_a_node_says_what_it_is() -> None:
    assert facts("kind", "text", "expect", "when", "tier", "gate") == {
        "content": ("branch", "", None, "", "", False),
        "content/dose": ("states", "names 5mg\nsays 5mg", True, "", "required", False),
        "content/risk": ("check", "names never", False, "", "required", False),
        "safety": ("branch", "", None, "", "", True),
        "safety/doctor": ("check", "names doctor", True, "adult", "required", True),
        "short": ("rule", "by", True, "", "additional", False),
    }


def test_weights_are_as_written_and_shares_are_of_the_whole() -> None:
    assert facts("weight", "share") == {
        "content": ("3", 0.6),
        "content/dose": ("0.50", 0.2),
        "content/risk": ("1", 0.4),
        "safety": ("1", 0.2),
        "safety/doctor": ("1", 0.2),
        "short": ("1", 0.2),
    }


def test_points_stand_in_place_of_weights() -> None:
    tree = rubric(leaf("a", "names a", points="-2.50"), weighting="points")

    ((node,),) = (question["nodes"] for question in report(tree)["questions"])

    assert (node["weight"], node["share"]) == ("-2.50", 0.0)


def test_a_branch_passes_as_its_leaves_do_together() -> None:
    rates = facts("pass_rate", "n", "unjudged")

    assert rates["content/dose"] == (0.5, 2, 0)
    assert rates["content/risk"] == (0.5, 2, 0)
    assert rates["content"] == (0.5, 4, 0)
    assert rates["safety/doctor"] == (1.0, 1, 0)
    assert facts("by_agent")["content"] == (
        {
            "coach@1": {"pass_rate": 1.0, "n": 2, "unjudged": 0},
            "coach@2": {"pass_rate": 0.0, "n": 2, "unjudged": 0},
        },
    )


def test_labels_stand_at_the_leaf_that_was_labelled_and_nowhere_else() -> None:
    labels = facts("labels")

    assert labels.pop("content/dose") == (
        {"pass_pass": 0, "pass_fail": 1, "fail_pass": 0, "fail_fail": 0},
    )
    assert set(labels.values()) == {(None,)}


def test_a_response_has_a_letter_a_leaf_in_the_order_of_paths() -> None:
    (question,) = report()["questions"]
    first, second = question["responses"]

    assert question["leaf_paths"] == [
        "content/dose",
        "content/risk",
        "safety/doctor",
        "short",
    ]
    assert (first["leaves"], second["leaves"]) == ("PPPP", "FF-F")
    assert first["reasons"] == dict.fromkeys(question["leaf_paths"][:3], "because")
    assert first == {
        "response_id": "r1",
        "agent": "coach@1",
        "sample": 2,
        "created": "",
        "text": "5mg by doctor",
        "score": 1.0,
        "ungated_score": 1.0,
        "result": "pass",
        "required_met": True,
        "leaves": "PPPP",
        "reasons": first["reasons"],
    }
    assert (second["created"], second["result"], second["score"]) == (
        "2026-01-02",
        "pass",
        0.0,
    )


def test_without_texts_neither_answers_nor_reasons_are_told() -> None:
    (question,) = report(texts=False)["questions"]

    assert {row["text"] for row in question["responses"]} == {""}
    assert [row["reasons"] for row in question["responses"]] == [{}, {}]


def test_no_figure_stands_without_its_parts() -> None:
    document = report()

    assert document["totals"] == {
        "n": 2,
        "scored": 2,
        "requirements_met": 1,
        "requirements_n": 2,
        "required_share": 0.5,
        "additional_share": 0.5,
        "gates_closed": 0,
        "pending": 0,
        "mean": 0.5,
        "verdicts": 7,
        "unjudged": 0,
        "pass_rate": 4 / 7,
    }
    (question,) = document["questions"]
    for standing in (
        question, *question["by_agent"].values(), *document["by_agent"].values()
    ):  # fmt: skip
        assert standing.keys() >= document["totals"].keys()


def test_agents_are_cut_into_name_and_release() -> None:
    assert report()["agents"] == [
        {"agent": "coach@1", "name": "coach", "release": "1"},
        {"agent": "coach@2", "name": "coach", "release": "2"},
    ]
    first = report()["most_failed"][0]
    assert (first["agent"], first["release"]) == ("coach@2", "2")
    assert (first["n"], first["failed"], first["pass_rate"]) == (1, 1, 0.0)


def test_a_slice_has_its_count_and_its_interval() -> None:
    assert report()["slices"] == [
        {"name": "sex", "value": "f", "n": 1, "mean": 1.0, "low": 0.25, "high": 1.0}
    ]


def test_a_point_of_the_trend_names_commit_judge_and_agent() -> None:
    world = a_world(base=[TREE], responses=RESPONSES)
    found = flow.report(world, BASE, Wishes(), lambda _: None)
    commit = RubricCommit("c1" * 20, "Ask more", "2026-01-02T03:04:05Z", ("1.0",))
    trend = Trend(
        points=(TrendPoint(commit, "j1", "coach@1", None, scored=1, pending=2),),
        judges=(world.judge.card,),
        unreadable=((commit, "q1.yaml:1: no rubric"),),
    )

    document = report_document.document(replace(found, trend=trend), "repository")

    assert document["trend"] == [
        {
            "commit": "c1" * 20,
            "subject": "Ask more",
            "date": "2026-01-02T03:04:05Z",
            "releases": ["1.0"],
            "judge": "j1",
            "agent": "coach@1",
            "mean": None,
            "n": 1,
            "pending": 2,
            "kind": "rubric",
        }
    ]
    assert document["judges"] == [document["judge"]]
    told = "The trend leaves out c1c1c1c1c1c1: q1.yaml:1: no rubric"
    assert told in document["notes"]


def test_notes_say_what_a_reader_must_know_first() -> None:
    world = a_world(base=[TREE], responses=RESPONSES, judge=LocalJudge())
    found = flow.report(world, BASE, Wishes(), lambda _: None)
    found = replace(found, ledger=Ledgered(("scores/x: damaged",), 2))

    document = report_document.document(found, "repository")

    first, *rest = document["notes"]
    assert first == "A modest share with every requirement met is a good result."
    assert any(note.startswith("The local judge ") for note in rest)
    assert (document["damage"], document["clashes"]) == (["scores/x: damaged"], 2)
    assert "One pass a check" in "".join(report()["notes"])


def test_a_slice_without_an_interval_says_when_it_would_have_one() -> None:
    world = a_world(base=[TREE], responses=RESPONSES)
    scoring.score(world, BASE)

    found = flow.report(world, BASE, Wishes(), lambda _: None)

    document = report_document.document(found, "repository")
    (told,) = document["slices"]
    assert (told["mean"], told["low"], told["high"]) == (1.0, None, None)
    assert any("interval" in note for note in document["notes"])
    assert not any("interval" in note for note in report()["notes"])


def test_a_list_that_is_cut_says_how_long_it_was() -> None:
    many = rubric(*(leaf(f"l{at:03}") for at in range(failing.MOST // 2 + 1)))

    document = report(many)

    assert len(document["most_failed"]) == failing.MOST
    assert "Of 102 leaves that failed, by agent, 100 are listed." in document["notes"]
    assert not [n for n in report()["notes"] if "listed" in n]


def test_a_document_of_a_delta_holds_the_deltas_own() -> None:
    world = a_world(base=[TREE], responses=RESPONSES)
    found = flow.report(world, HEAD, Wishes(), lambda _: None)

    document = report_document.document(found, "delta", {"outcome": "pass"})

    assert (document["kind"], document["delta"]) == ("delta", {"outcome": "pass"})
    assert report(kind="agents")["delta"] is None


def test_the_terminal_shows_the_same_figures() -> None:
    document = report()

    page = overview_page.page(document)
    shown = terminal.text(page, width=80, color=False)

    assert page.title == "rubrickit: requirements met by 1 of 2 responses"
    agents, questions, failed, slices = page.tables
    parts = ("0 of 1", "0.000", "0.000", "0", "0", "0.000")
    assert agents.rows[1] == ("coach@2", "1 of 1", *parts)
    assert questions.rows[1] == ("q1", "coach@2", *parts)
    assert failed.rows[0] == ("q1", "content/dose", "coach@2", "1 of 1", "0.000")
    assert slices.rows == (("sex", "f", "1", "1.000", "0.250 to 1.000"),)
    assert max(map(len, shown.splitlines())) <= 80


def test_a_response_that_names_no_agent_is_shown_as_that() -> None:
    world = a_world(base=[TREE], responses=[response("x", slices={"s": "t"})])
    found = flow.report(world, BASE, Wishes(), lambda _: None)

    page = overview_page.page(report_document.document(found, "repository"))

    assert page.tables[0].rows[0][0] == "(no name)"
    assert page.tables[1].rows[0][1] == "(no name)"
    assert page.lead[0].endswith("1 pending · mean -")


def test_rubrics_without_responses_are_named() -> None:
    other = rubric(leaf("a"), id="q2")
    world = a_world(base=[TREE, other], responses=RESPONSES)
    found = flow.report(world, BASE, Wishes(), lambda _: None)

    page = overview_page.page(report_document.document(found, "repository"))

    (group,) = page.groups
    assert group.lines == ("q2",)
