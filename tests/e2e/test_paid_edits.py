"""A new text is asked for once a pass and distinct response, and never again."""

from pathlib import Path

from git_sample import git
from support.command_line import OTHER, TEXTS, judged, rows
from support.judge_server import JudgeServer

DOSE = "rubrics/dose.yaml"
CHECK = "Does the answer name a dose?"
NEW = "Does the answer name an exact dose?"
VOLATILE = ("calls", "reused", "input_tokens", "output_tokens")


def test_a_reworded_leaf_asks_its_distinct_texts_in_each_pass(tmp_path: Path) -> None:
    twice = rows("dose", (*TEXTS, TEXTS[0], TEXTS[1]))
    with JudgeServer() as server:
        place = judged(tmp_path, server.url, **{"gold/dose.jsonl": twice})
        place.run("score")
        place.commit()
        before = server.calls
        place.edit(DOSE, CHECK, NEW)
        planned = place.json("plan")

        report = place.json("delta")

        asked = [asked.block("check") for asked in server.asked[before:]]
    assert asked == [NEW] * (4 * 2)
    assert (planned["calls"], report["calls"]) == (8, 8)
    assert planned["calls_max"] == 12
    assert planned["calls_by_question"] == {"dose": 8}
    assert report["questions"][0]["edits"][0]["graded_calls"] == 8
    assert report["questions"][0]["responses"] == 6


def test_the_old_text_is_asked_only_where_the_ledger_lacks_it(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        place.edit(DOSE, CHECK, NEW)

        adoption = place.json("delta")
        calls = server.calls

        place.edit(DOSE, NEW, f"{NEW} ")
        assert place.json("delta")["calls"] == 0

    # Four leaves of one question, old and new wording, four texts, two passes.
    assert calls == adoption["calls"] == 4 * 4 * 2
    assert adoption["outcome"] in ("pass", "fail")
    assert adoption["mean"]["delta"] is not None
    assert adoption["questions"][0]["base"] is not None


def test_a_third_pass_is_asked_only_where_two_disagree(tmp_path: Path) -> None:
    with JudgeServer(flips=0.5, seed=3) as server:
        place = judged(tmp_path, server.url)

        first = place.json("score")

    texts = [asked.text for asked in server.asked]
    splits = [text for text in set(texts) if texts.count(text) == 3]
    assert splits
    assert {texts.count(text) for text in set(texts)} == {2, 3}
    assert first["calls"] == 16 * 2 + len(splits)
    assert first["pending"] == 0


def test_a_second_run_of_anything_asks_nobody_and_prints_the_same_bytes(
    tmp_path: Path,
) -> None:
    with JudgeServer(flips=0.05, seed=2) as server:
        place = judged(tmp_path, server.url)
        paid = place.json("score")
        place.commit()
        place.edit(DOSE, CHECK, NEW)
        place.run("delta")
        calls, files = server.calls, place.files()

        for command in ("score", "delta", "plan", "diff", "lint", "delta --full"):
            for name in ("text", "markdown", "json"):
                words = (*command.split(), "--format", name)
                one, other = place.run(*words), place.run(*words)
                assert (one.out, one.err) == (other.out, other.err), words
                assert one.code in (0, 1), one
        assert (server.calls, place.files()) == (calls, files)

        place.edit(DOSE, NEW, CHECK)
        free = place.json("score")

    assert free["calls"] == 0
    without = [
        {key: value for key, value in found.items() if key not in VOLATILE}
        for found in (paid, free)
    ]
    assert without[0] == without[1]


def test_a_judge_that_flips_moves_nothing_that_nobody_edited(tmp_path: Path) -> None:
    many = rows("dose", [f"Take {n} mg." for n in range(40)])
    with JudgeServer(flips=0.05, seed=5) as server:
        place = judged(tmp_path, server.url, **{"gold/dose.jsonl": many})
        place.run("score")
        place.commit()
        place.branch("edit")
        calls = server.calls
        place.edit(DOSE, "question:", "# Words for people.\nquestion:")
        place.write({"README.md": "More words.\n"})
        place.commit()

        report = place.json("delta")

        assert (server.calls, report["outcome"]) == (calls, "none")
        assert report["mean"]["delta"] == 0
        assert place.run("delta").code == 0

        place.edit(DOSE, "id: names_dose", "id: dose_is_named")
        report = place.json("delta")

    assert (server.calls, report["mean"]["delta"]) == (calls, 0)
    assert (report["outcome"], report["questions"][0]["moved"]) == ("pass", [])


def test_an_edit_is_not_charged_with_what_main_did_meanwhile(tmp_path: Path) -> None:
    with JudgeServer() as server:
        place = judged(tmp_path, server.url)
        place.run("score")
        place.commit()
        place.branch("edit")
        place.edit(DOSE, "weight: 3", "weight: 4")
        place.commit()
        git(place.root, "checkout", "--quiet", "main")
        place.commit({"rubrics/sleep.yaml": OTHER.replace("a habit", "two habits")})

        report = place.json("delta", "main", "edit")

    assert [q["question_id"] for q in report["questions"]] == ["dose"]
    assert report["calls"] == 0
