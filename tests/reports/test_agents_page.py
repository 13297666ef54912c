"""What is said of two agents is what was found, in words and in JSON."""

from dataclasses import replace

from support.comparison_pages import agent_comparison, judge_comparison, worse_agent

from rubrickit.core.signflips import SignFlips
from rubrickit.reports import agents_document, agents_page, judges_page, numbers


def test_a_sampled_p_is_said_to_be_one() -> None:
    found = worse_agent()
    sampled = replace(found.finding, test=SignFlips(0.0001, 9_999, "a seed"))

    told = agents_document.document(replace(found, finding=sampled))["notes"]

    assert "p was sampled: 9,999 draws from the seed `a seed`." in told
    notes = agents_document.document(found)["notes"]
    assert not [note for note in notes if "sampled" in note]


def test_words_and_json_hold_the_same_numbers_of_agents() -> None:
    found = agent_comparison()
    document = agents_document.document(found)

    page = agents_page.page(document)

    shown = {row[0]: row for row in page.tables[0].rows}
    assert [row[0] for row in page.tables[0].rows] == [
        question["question_id"] for question in document["questions"]
    ]
    for question in document["questions"]:
        row = shown[question["question_id"]]
        sides = question["base"], question["head"]
        assert row[1:3] == tuple(numbers.score(side["mean"]) for side in sides)
        assert row[3] == numbers.signed(question["delta"])
        assert row[5] == " → ".join(str(side["gates_closed"]) for side in sides)
    assert document["only_base"] == ["alone"]
    assert document["pending"] == found.pending == 1


def test_every_leaf_is_in_the_json_and_only_those_that_differ_in_words() -> None:
    found = agent_comparison()

    document = agents_document.document(found)
    page = agents_page.page(document)

    every = {(q["question_id"], p) for q in document["questions"] for p in q["leaves"]}
    shown = {row[:2] for row in page.tables[1].rows}
    assert every - shown == {("route", "safety/warns")}
    assert shown < every


def test_words_and_json_hold_the_same_numbers_of_judges() -> None:
    found = judge_comparison()
    page, document = judges_page.page(found), judges_page.document(found)

    for row, question in zip(page.tables[0].rows, document["questions"], strict=True):
        assert row[0] == question["question_id"]
        assert row[1] == numbers.score(question["verdicts"]["agreement"])
        assert row[4:7] == (
            numbers.score(question["base"]),
            numbers.score(question["head"]),
            numbers.signed(question["delta"]),
        )
    leaves = {
        (q["question_id"], path): table
        for q in document["questions"]
        for path, table in q["leaves"].items()
    }
    names = ("pass_pass", "pass_fail", "fail_pass", "fail_fail", "open")
    for name, path, *counts in page.tables[1].rows:
        table = leaves[name, path]
        assert counts[:5] == [str(table[key]) for key in names]
    assert (
        sum(table["open"] for table in leaves.values()) == document["verdicts"]["open"]
    )
