"""Tables for notebooks hold what the JSON holds, in columns of the right type."""

from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest
from support.builders import branch, leaf, response, rubric
from support.reports import AFTER, BEFORE, RESPONSES, a_delta, some_scores
from support.worlds import SPAN, ScriptedJudge, a_world

from rubrickit.core.config import Config
from rubrickit.core.results import Scores
from rubrickit.errors import RubrickitError
from rubrickit.flows import planning
from rubrickit.reports.tables import DeltaTable, PlanTable, ScoreTable

OTHER = rubric(
    leaf("score", "names 5mg", when="old"),
    leaf("short", "names mouth", tier="additional", weight=3),
    id="q2",
)
GONE = rubric(leaf("a", "names tea"), id="without")
MORE = tuple(
    response(text, f"s{at}", question_id="q2", agent="coach@2", sample=at, meta=meta)
    for at, (text, meta) in enumerate(
        [("5mg", {}), ("mouth", {"old": False}), ("late", {})]
    )
)


def says(task: Any) -> Any:
    """Late answers get no verdict."""
    return "timeout" if task.response == "late" else "5mg" in task.response


def scores() -> Scores:
    """Two questions of other shapes, one pending response, one leaf that is ruled out,
    and a rubric that nobody answered."""
    return some_scores(
        BEFORE, OTHER, GONE, responses=(*RESPONSES, *MORE), judge=ScriptedJudge(says)
    )


def responses(document: Any) -> Iterator[tuple[str, Any]]:
    for question in document["questions"]:
        for each in question["responses"]:
            yield question["question_id"], each


def plain(value: Any) -> Any:
    """As JSON has it."""
    return None if pd.isna(value) else value


def test_a_long_table_has_the_verdicts_of_the_json_in_its_order() -> None:
    table = ScoreTable(scores())

    rows = table.to_frame().itertuples(index=False)

    assert [
        (
            r.question_id,
            r.response_id,
            r.agent,
            r.sample,
            r.leaf,
            r.verdict,
            plain(r.score),
        )
        for r in rows
    ] == [
        (name, e["response_id"], e["agent"], e["sample"], leaf, verdict, e["score"])
        for name, e in responses(table.document)
        for leaf, verdict in e["leaves"].items()
    ]


def test_a_wide_table_has_the_figures_of_the_json_in_its_order() -> None:
    table = ScoreTable(scores())
    names = (
        "response_id", "agent", "sample", "score", "ungated_score", "result",
        "required_met", "required_share", "additional_share",
    )  # fmt: skip

    frame = table.to_frame("wide")

    wanted = [
        (question, *(each[name] for name in names))
        for question, each in responses(table.document)
    ]
    found = frame[["question_id", *names]].itertuples(index=False, name=None)
    assert [tuple(map(plain, row)) for row in found] == wanted
    for (_, each), (_, row) in zip(
        responses(table.document), frame.iterrows(), strict=True
    ):
        low, high = each.get("bounds", [each["score"]] * 2)
        assert (plain(row["low"]), plain(row["high"])) == (low, high)
        leaves = {
            name.removeprefix("leaves."): verdict
            for name, verdict in row.items()
            if name.startswith("leaves.") and not pd.isna(verdict)
        }
        assert leaves == each["leaves"]


def test_a_leaf_cannot_take_the_name_of_a_column() -> None:
    frame = ScoreTable(scores()).to_frame("wide")

    assert {"score", "leaves.score"} <= set(frame.columns)
    assert frame.columns.is_unique


def test_weights_shares_and_marks_stand_beside_each_leaf() -> None:
    frame = ScoreTable(scores()).to_frame()

    first = frame[frame["response_id"] == "s0"].set_index("leaf")
    gated = frame[frame["gate"]]
    assert first["weight"].to_dict() == {"score": 1.0, "short": 3.0}
    assert first["share"].to_dict() == {"score": 0.25, "short": 0.75}
    assert first["tier"].to_dict() == {"score": "required", "short": "additional"}
    assert set(gated["leaf"]) == {"safety/doctor"}


def test_points_stand_where_leaves_have_no_weight() -> None:
    pointed = rubric(
        leaf("good", "names 5mg", points=4),
        leaf("bad", "names mouth", points=-1),
        weighting="points",
    )

    frame = ScoreTable(some_scores(pointed)).to_frame()

    assert frame["weight"].tolist()[:2] == [4.0, -1.0]
    assert frame["share"].tolist()[:2] == [1.0, -0.25]


@pytest.mark.parametrize("shape", ["long", "wide"])
@pytest.mark.parametrize("is_empty", [True, False])
def test_columns_are_typed_whether_or_not_there_are_rows(
    shape: Any, is_empty: bool
) -> None:
    kinds = {
        "question_id": "category", "response_id": "string", "sample": "int64",
        "score": "float64", "leaf": "category", "verdict": "category", "gate": "bool",
        "tier": "category", "weight": "float64", "required_met": "boolean",
        "result": "category", "leaves.score": "category",
    }  # fmt: skip
    report = scores()
    found = Scores(**{name: getattr(report, name) for name in report.__slots__} | (
        {"questions": ()} if is_empty else {}
    ))  # fmt: skip

    frame = ScoreTable(found).to_frame(shape)

    types = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert types == types | {n: k for n, k in kinds.items() if n in types}
    assert len(frame) == 0 if is_empty else len(frame) > 0


def test_what_is_open_is_missing_and_neither_true_nor_false() -> None:
    frame = ScoreTable(scores()).to_frame("wide").set_index("response_id")

    open_ = frame.loc["s2"]
    assert (open_["result"], pd.isna(open_["score"])) == ("pending", True)
    assert open_["required_met"] is pd.NA
    assert frame["required_met"].sum() == 4
    assert frame.loc["r1", "leaves.score"] is not False
    assert pd.isna(frame.loc["r1", "leaves.score"])


def test_a_long_delta_has_both_verdicts_and_flips_as_the_json_does() -> None:
    report, made = a_delta()
    table = DeltaTable(report, made.config)

    frame = table.to_frame()

    wanted = {
        (move["response_id"], flip["leaf"], flip["base"], flip["head"])
        for question in table.document["questions"]
        for move in question["moved"]
        for flip in move["flips"]
    }
    found = {
        (
            r.response_id,
            r.leaf,
            plain(r.verdict_base) or "",
            plain(r.verdict_head) or "",
        )
        for r in frame.itertuples()
    }
    assert wanted <= found
    assert len(frame) == len(RESPONSES) * 4
    assert frame["verdict_base"].isna().sum() == len(RESPONSES)


def test_a_wide_delta_adds_up_to_the_questions_delta() -> None:
    report, made = a_delta()
    table = DeltaTable(report, made.config)
    (question,) = table.document["questions"]

    frame = table.to_frame("wide")

    counted = frame[frame["counted"]]
    assert counted["delta"].mean() == pytest.approx(question["delta"], abs=1e-12)
    assert counted["score_base"].mean() == pytest.approx(question["base"], abs=1e-12)
    moved = {m["response_id"]: m["result_head"] for m in question["moved"]}
    heads = frame.set_index("response_id")["result_head"].to_dict()
    assert {name: heads[name] for name in moved} == moved


def test_edits_hold_the_parts_of_the_delta() -> None:
    report, made = a_delta()
    table = DeltaTable(report, made.config)
    (question,) = table.document["questions"]

    edits = table.edits()

    assert edits["contribution"].tolist() == [
        edit["contribution"] for edit in question["edits"]
    ]
    assert edits["kind"].tolist() == [edit["kind"] for edit in question["edits"]]
    assert edits["contribution"].sum() == pytest.approx(question["delta"], abs=1e-12)


def test_a_removed_leaf_has_no_verdict_in_the_head() -> None:
    kept, gone = leaf("a", "names 5mg"), leaf("b", "names mouth")
    report, made = a_delta(rubric(branch("x", kept, gone)), rubric(branch("x", kept)))

    frame = DeltaTable(report, made.config).to_frame().set_index("leaf")

    assert frame.loc["x/b", "verdict_head"].isna().all()
    assert frame.loc["x/b", "verdict_base"].notna().all()


def test_an_edit_of_nothing_gives_tables_of_no_rows() -> None:
    report, made = a_delta(BEFORE, BEFORE)
    table = DeltaTable(report, made.config)

    assert (table.outcome, table.delta) == ("none", 0.0)
    assert [len(table.to_frame("long")), len(table.to_frame("wide"))] == [0, 0]
    assert len(table.edits()) == 0


def test_a_plan_counts_calls_by_text_and_by_question() -> None:
    made = a_world(base=[BEFORE], head=[AFTER], responses=RESPONSES, passes=1)
    table = PlanTable(planning.of_edit(made, SPAN))

    frame = table.to_frame()

    assert frame["calls"].sum() == table.calls == table.document["calls"] == 15
    assert table.to_frame("wide").to_dict("records") == [
        {"question_id": "q1", "calls": 15}
    ]
    assert frame.loc[0, ["response_id", "leaf", "check"]].tolist() == [
        "r1", "dose", "names 5mg",
    ]  # fmt: skip


def test_a_table_says_in_a_line_what_it_is() -> None:
    report, made = a_delta()
    plan = planning.of_edit(a_world(base=[BEFORE], head=[AFTER]), SPAN)

    assert repr(ScoreTable(scores())) == "<scores of 2 rubrics: mean 0.583, 1 pending>"
    assert repr(DeltaTable(report, made.config)) == "<delta: fail, overall -0.208>"
    assert repr(PlanTable(plan)) == "<plan: 0 judge calls, no price set>"


@pytest.mark.parametrize(
    "table",
    [
        lambda: ScoreTable(scores()),
        lambda: DeltaTable(a_delta()[0], Config()),
        lambda: PlanTable(planning.of_edit(a_world(base=[BEFORE]), SPAN)),
    ],
)
def test_another_shape_is_a_mistake(table: Any) -> None:
    with pytest.raises(RubrickitError, match="no shape `tall`"):
        table().to_frame("tall")
