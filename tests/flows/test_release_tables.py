"""A release's tables say what the scores say, to the last digit."""

import json
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from support.builders import branch, label, leaf, response, rubric
from support.worlds import BASE, ScriptedJudge, a_world, by_chance

from rubrickit.core import scoring as rules
from rubrickit.core.releasing import tables
from rubrickit.core.responses import Label, Response
from rubrickit.core.results import Scores
from rubrickit.core.rubric import Rubric
from rubrickit.flows import scoring

DOSE, ROUTE = leaf("dose", "mg"), leaf("route", "mouth", tier="additional")
ONE = rubric(branch("facts", DOSE, ROUTE), id="q1")
TWO = rubric(leaf("doctor", "doctor", gate=True), id="q2")
GOLD = [
    response("5 mg", id="r1", agent="a@1", slices={"sex": "f"}),
    response("5 mg by mouth", id="r2", agent="a@2", slices={"sex": "m", "age": "65+"}),
    response("see a doctor", id="r3", question_id="q2", agent="a@1"),
    response("sleep well", id="r4", question_id="q2"),
]


def scored(*trees: Rubric, gold: list[Response] = GOLD) -> Scores:
    return scoring.score(a_world(list(trees), None, gold), BASE)


def test_every_mean_is_told_with_what_it_is_over() -> None:
    found = tables.results(scored(ONE, TWO).questions)

    assert (found["mean"], found["n"]) == ("5/8", 2)
    assert found["agents"] == {
        "a@1": {"mean": "3/4", "n": 2},
        "a@2": {"mean": "1", "n": 1},
    }
    assert found["slices"] == {
        "age": {"65+": {"mean": "1", "n": 1}},
        "sex": {"f": {"mean": "1/2", "n": 1}, "m": {"mean": "1", "n": 1}},
    }
    assert found["tiers"] == {
        "required": {"mean": "3/4", "n": 2},
        "additional": {"mean": "1/2", "n": 1},
    }


def test_a_question_tells_its_counts() -> None:
    found = tables.results(scored(ONE, TWO).questions)

    assert found["questions"]["q2"] == {
        "mean": "1/2",
        "n": 2,
        "responses": 2,
        "met": 1,
        "failed": 1,
        "pending": 0,
        "required": "1/2",
        "additional": None,
    }


@given(st.integers(0, 10**6), st.integers(1, 12))
def test_groups_are_means_of_the_very_scores(seed: int, size: int) -> None:
    gold = [
        response(f"t{n}", id=f"r{n}", agent=f"a@{n % 3}", slices={"k": f"{n % 2}"})
        for n in range(size)
    ]
    world = a_world([ONE], None, gold, judge=ScriptedJudge(by_chance(seed)))
    report = scoring.score(world, BASE)
    (question,) = report.questions

    found = tables.results(report.questions)

    every = list(zip(gold, question.side.scores, strict=True))
    for n in {n % 3 for n in range(size)}:
        values = [
            s.value for r, s in every if r.agent == f"a@{n}" and s.value is not None
        ]
        mean = rules.mean(values)
        group = {"mean": str(mean), "n": len(values)} if values else None
        assert found["agents"].get(f"a@{n}") == group
    assert found["mean"] == tables.exact(report.mean)
    assert json.loads(json.dumps(found)) == found


def test_a_group_without_a_score_is_left_out() -> None:
    judge = ScriptedJudge(lambda task: "timeout" if "mouth" in task.response else True)
    report = scoring.score(a_world([ONE], None, GOLD[:2], judge=judge), BASE)

    found = tables.results(report.questions)

    assert list(found["agents"]) == ["a@1"]
    assert list(found["slices"]) == ["sex"]
    assert found["questions"]["q1"]["pending"] == 1


def test_nothing_scored_has_no_mean() -> None:
    assert tables.results(())["mean"] is None
    assert tables.exact(Fraction(1, 3)) == "1/3"


def agreement(*people: Label) -> dict[str, object]:
    return tables.agreement(scored(ONE, TWO).questions, people)


def test_the_judge_and_people_are_counted_leaf_by_leaf() -> None:
    found = agreement(
        label(DOSE, True, response_id="r1"),
        label(DOSE, False, response_id="r2"),
        label(ROUTE, True, response_id="r1"),
        label(ROUTE, False, response_id="r1", rater="dr-b"),
        label(ROUTE, True, response_id="r2"),
    )

    assert found == {
        "q1": {
            "facts/dose": {
                "both_yes": 1,
                "judge_only": 1,
                "people_only": 0,
                "both_no": 0,
            },
            "facts/route": {
                "both_yes": 1,
                "judge_only": 0,
                "people_only": 0,
                "both_no": 0,
            },
        }
    }


def test_labels_of_other_words_are_not_counted() -> None:
    assert agreement(label(leaf("dose", "grams"), True)) == {}


def test_leaves_are_told_by_their_digests() -> None:
    found = tables.leaves([ONE])

    assert list(found["q1"]["leaves"]) == ["facts/dose", "facts/route"]
    moved = tables.leaves([rubric(DOSE, id="q1")])
    assert moved["q1"]["leaves"]["dose"] == found["q1"]["leaves"]["facts/dose"]
