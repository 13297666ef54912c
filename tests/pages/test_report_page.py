"""The report's page as a browser shows it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import report_documents
from support.browser import Browser
from support.opened_pages import (
    FIRST_LEAF,
    PLACES,
    expected_parts,
    met,
    opened,
    rows,
)
from support.reports import HOSTILE

from rubrickit.reports import numbers
from rubrickit.reports.escaping import seen
from rubrickit.reports.html_page import html

pytestmark = pytest.mark.slow
EXAMPLE = report_documents.example() | {
    "delta": report_documents.delta(),
    "comparison": report_documents.comparison(),
}


@pytest.fixture
def page(tab: Browser, tmp_path: Path) -> Browser:
    """The example's page, at its overview."""
    return opened(tab, tmp_path, EXAMPLE)


def test_the_overview_holds_every_part_of_every_question_and_agent(
    page: Browser,
) -> None:
    agents = [each["agent"] for each in EXAMPLE["agents"]]

    shown = rows(page, "Questions by agent")

    for row, question in zip(shown, EXAMPLE["questions"], strict=True):
        assert row[0].split() == [
            question["question_id"], *question["question"].split()
        ]  # fmt: skip
        everyone, *each = [cell.split("\n") for cell in row[1:]]
        assert everyone == expected_parts(question)
        assert each == [expected_parts(question["by_agent"].get(a)) for a in agents]


def test_the_agents_table_holds_what_the_document_says_of_each(page: Browser) -> None:
    shown = rows(page, "Agents in numbers")

    assert shown == [
        [
            agent,
            str(of["n"]),
            met(of),
            numbers.score(of["required_share"]),
            numbers.score(of["additional_share"]),
            f"✕ {of['gates_closed']}" if of["gates_closed"] else "0",
            f"? {of['pending']}" if of["pending"] else "0",
            f"{numbers.score(of['mean'])} (of {of['scored']})",
            f"{numbers.score(of['pass_rate'])} (of {of['verdicts']})",
        ]
        for agent, of in EXAMPLE["by_agent"].items()
    ]


def test_totals_stand_in_cards_and_none_stands_alone(page: Browser) -> None:
    of = EXAMPLE["totals"]

    cards = page.run("[...document.querySelectorAll('dd b')].map((e) => e.innerText)")

    shares = map(numbers.score, (of["required_share"], of["additional_share"]))
    counts = map(str, (of["gates_closed"], of["pending"]))
    rates = map(numbers.score, (of["mean"], of["pass_rate"]))
    assert cards == [met(of), *shares, *counts, *rates]


def nodes(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for node in found:
        yield node
        yield from nodes(node["children"])


@pytest.mark.parametrize(
    "question", EXAMPLE["questions"], ids=lambda q: q["question_id"]
)
def test_a_tree_holds_every_figure_of_every_node(
    page: Browser, question: dict[str, Any]
) -> None:
    page.go(f"#question/{question['question_id']}")

    shown = page.run(
        """Object.fromEntries([...document.querySelectorAll("[role=treeitem]")]
        .map((item) => [item.dataset.path, item.firstChild.innerText.split(/\\s+/)]))"""
    )

    assert shown.keys() == {node["path"] for node in nodes(question["nodes"])}
    for node in nodes(question["nodes"]):
        words = " ".join(shown[node["path"]])
        rate = numbers.score(node["pass_rate"])
        figures = f"weight {node['weight']} share {numbers.score(node['share'])}"
        assert words.endswith(f"{figures} pass rate {rate} n {node['n']}"), words
        for says, there in (
            ("gate", node["gate"]),
            (f" {node['tier']} ", node["tier"]),
            (f"? {node['unjudged']} unjudged", node["unjudged"]),
            ("pass/pass 11 pass/fail 2 fail/pass 3 fail/fail 5", node["labels"]),
        ):
            assert (says in words) == bool(there), (says, words)


def test_the_tree_begins_with_what_fails_most(page: Browser) -> None:
    page.go("#question/question_2")

    rates = page.run(
        """[...document.querySelectorAll("[role=group]")].map((group) =>
        [...group.children].map((item) =>
            Number(item.querySelector(":scope > .row .rate b").innerText)))"""
    )

    assert len(rates) == 2
    assert all(found == sorted(found) for found in rates)


def test_the_heat_map_holds_every_verdict_as_a_letter(page: Browser) -> None:
    question = EXAMPLE["questions"][0]
    page.go(f"#question/{question['question_id']}")

    shown = rows(page, "Verdicts by response and leaf")

    assert shown == [
        [r["response_id"], r["agent"], numbers.score(r["score"]), *r["leaves"]]
        for r in question["responses"]
    ]


def test_a_leaf_is_named_by_its_own_id_over_the_heat_map(page: Browser) -> None:
    question = EXAMPLE["questions"][0]
    page.go(f"#question/{question['question_id']}")

    heads = page.run(
        "[...document.querySelectorAll('.turned')].map((e) => [e.innerText, e.title])"
    )

    assert heads == [[path.rpartition("/")[2], path] for path in question["leaf_paths"]]


def test_the_page_names_what_fails_most(page: Browser) -> None:
    page.go("#failed")

    shown = rows(page, "Checks that fail most, in numbers")
    page.run("[...document.querySelectorAll('button')].at(-1).click()")
    shown += rows(page, "Checks that fail most, in numbers")

    assert shown == [
        [
            row["leaf"], row["question_id"], row["agent"], row["release"],
            str(row["failed"]), str(row["n"]), numbers.score(row["pass_rate"]),
        ]
        for row in EXAMPLE["most_failed"]
    ]  # fmt: skip


def test_a_delta_holds_each_edit_with_what_it_did(page: Browser) -> None:
    page.go("#delta")
    question = EXAMPLE["delta"]["questions"][0]

    shown = rows(page, "Edits of question_1")
    rubrics = rows(page, "Rubrics that changed")
    moved = rows(page, "Responses of question_1 that moved")
    bars = page.run(
        "[...document.querySelectorAll('.chart text')].map((t)=>t.innerHTML)"
    )

    parts = [numbers.signed(edit["contribution"]) for edit in question["edits"]]
    assert [row[4] for row in shown] == parts
    assert rubrics == [
        ["question_1", "0.720", "0.580", "-0.140", "9 of 9", "1"],
        ["question_2", "-", "-", "-", "9 of 9", "0"],
    ]
    assert moved[0][:5] == ["r-001", "coach@2025.1", "0.800", "0.500", "-0.300"]
    assert "must_have/dose: pass → fail" in moved[0][5]
    assert {"0.720", *parts, "0.580"} <= set(bars)


def test_a_delta_says_what_is_open_and_what_was_let_through(page: Browser) -> None:
    page.go("#delta")

    text = page.run("document.querySelector('main').innerText")

    assert "overall not known yet, between -0.070 and +0.030, over 2 rubrics" in text
    assert "The change is not known yet, between -0.200 and +0.100; over 9 of 9" in text
    assert rows(page, "Gates loosened") == [
        ["question_1", "opened", "gate", "1", "r-002"]
    ]
    assert rows(page, "Weakened") == [
        ["question_1", "demoted", "dose", "required", "additional"]
    ]
    assert rows(page, "By agent, over the changed rubrics") == [
        ["coach@2025.1", "3", "0.700", "0.600", "-0.100"]
    ]


def test_two_agents_stand_against_each_other_question_by_question(
    page: Browser,
) -> None:
    compared = EXAMPLE["comparison"]
    page.go("#agents")

    shown = rows(page, "Means by question")
    cards = page.run("[...document.querySelectorAll('dd b')].map((e) => e.innerText)")
    text = page.run("document.querySelector('main').innerText")

    assert shown == [
        [
            each["question_id"],
            *(numbers.score(each[side]["mean"]) for side in ("base", "head")),
            numbers.signed(each["delta"]),
            "9 pairs" if each["paired"] else "9 and 9",
            "0 → 1",
        ]
        for each in compared["questions"]
    ]
    assert cards == [
        "not shown to be better or worse", "0.610 → 0.665", "+0.055", "1"
    ]  # fmt: skip
    assert "95 % interval -0.300 to +0.410" in text
    assert f"Only answered by {compared['base']['agent']}: question_4." in text
    assert all(said in text for said in compared["reasons"] + compared["notes"])


def test_checks_that_one_agent_alone_passes_are_named(page: Browser) -> None:
    page.go("#agents")

    shown = rows(page, "Checks that differ")
    bars = page.run("document.querySelectorAll('.chart rect').length")

    assert [row[2:] for row in shown] == [
        ["6 of 9", "2 of 9", "4", "0", "0.12", "0.25"],
        ["3 of 9", "5 of 9", "1", "3", "0.62", "1"],
        ["1 of 4", "3 of 4", "-", "-", "-", "-"],
    ]
    assert [f"{row[1]} {row[0]}" for row in shown] == [
        f"{each['question_id']} {each['leaf']}"
        for each in EXAMPLE["comparison"]["differing_leaves"]
    ]
    assert bars == 3


@pytest.mark.parametrize(
    ("kind", "heading"), [("delta", "What the edit did"), ("agents", "Two agents")]
)
def test_a_report_opens_with_what_was_asked_for(
    tab: Browser, tmp_path: Path, kind: str, heading: str
) -> None:
    page = opened(tab, tmp_path, EXAMPLE | {"kind": kind})

    assert page.run("document.querySelector('h2').innerText") == heading


def test_moved_responses_that_are_left_out_are_counted(
    tab: Browser, tmp_path: Path
) -> None:
    [move] = EXAMPLE["delta"]["questions"][0]["moved"]
    question = report_documents.changed("question_1", [], moved=[move] * 2050)
    delta = EXAMPLE["delta"] | {"questions": [question]}
    page = opened(tab, tmp_path, EXAMPLE | {"delta": delta})

    page.go("#delta")

    assert rows(page, "Rubrics that changed")[0][-1] == "2,050"
    assert len(rows(page, "Responses of question_1 that moved")) == 20
    left = "2,030 responses that moved less are left out of this page."
    assert left in page.run("document.querySelector('main').innerText")


def test_notes_and_rubrics_without_responses_are_told(page: Browser) -> None:
    text = page.run("document.querySelector('main').innerText")

    assert all(note in text for note in EXAMPLE["notes"])
    assert "Without responses: no_responses_yet." in text


def test_a_failing_check_leads_to_its_responses(page: Browser) -> None:
    page.go("#failed")
    first = EXAMPLE["most_failed"][0]

    page.run("document.querySelector('main tbody a').click()")
    page.go(page.run("location.hash"))

    assert page.run("document.querySelector('h2').innerText") == first["question_id"]
    assert page.run("document.querySelector('aside h3').innerText") == first["leaf"]


@pytest.mark.parametrize("place", ["#question/none", "#nowhere", "#question/%"])
def test_an_address_that_leads_nowhere_breaks_nothing(
    page: Browser, place: str
) -> None:
    page.go(place)

    assert page.run("document.querySelector('h2').innerText")
    assert page.complaints == []


def test_the_waterfall_goes_from_the_base_over_every_edit_to_the_head(
    page: Browser,
) -> None:
    page.go("#delta")

    bars = page.run(
        """[...document.querySelectorAll(".chart rect")].map((bar) =>
        [bar.x.baseVal.value, bar.x.baseVal.value + bar.width.baseVal.value])"""
    )

    (zero, before), *edits, (_, after) = bars
    scale = (before - zero) / 0.72
    level = before
    for (low, high), part in zip(edits, (-0.16, 0.045, -0.025), strict=True):
        ends = sorted((level, level + part * scale))
        assert [low, high] == pytest.approx(ends, abs=0.5)
        level += part * scale
    assert level == pytest.approx(after, abs=0.5)


def test_the_trend_never_joins_what_two_things_moved(page: Browser) -> None:
    page.go("#trend")

    charts = page.run(
        """[...document.querySelectorAll(".chart")].map((chart) =>
        [...chart.querySelectorAll("path[d*=L], path[d*=M]")]
        .filter((path) => path.getAttribute("stroke") && !path.getAttribute("fill"))
        .map((path) => [getComputedStyle(path).strokeDasharray,
            path.getAttribute("d").split("L").length - 1]))"""
    )
    shown = rows(page, "Mean scores by commit, agent and judge")

    assert len(charts) == 3
    assert len({dash for chart in charts for dash, _ in chart}) == 3
    assert [len(chart) for chart in charts] == [6, 2, 3]
    # Two of six lines miss their middle: a gap is not joined.
    assert [sum(steps for _, steps in chart) for chart in charts] == [8, 2, 3]
    assert [row[-1] for row in shown] == [
        numbers.score(row["mean"]) for row in reversed(EXAMPLE["trend"])
    ]


def test_the_trend_marks_what_was_released(page: Browser) -> None:
    page.go("#trend")

    charts = page.run(
        """[...document.querySelectorAll(".chart")].map((chart) =>
        [...chart.querySelectorAll("text")].map((text) => text.textContent))"""
    )
    shown = rows(page, "Mean scores by commit, agent and judge")

    assert ["1.0, 1.0.1" in texts for texts in charts] == [True, False, False]
    assert [row[3] for row in shown] == [
        ", ".join(row["releases"]) for row in reversed(EXAMPLE["trend"])
    ]


def test_slices_stand_with_n_and_interval(page: Browser) -> None:
    page.go("#slices")

    shown = rows(page, "Slice language in numbers") + rows(page, "Slice age in numbers")

    assert shown == [
        [row["value"], str(row["n"]), *map(numbers.score, (row["mean"], row["low"],
                                                           row["high"]))]
        for row in EXAMPLE["slices"]
    ]  # fmt: skip


def test_a_click_opens_the_responses_that_failed_first_with_their_reasons(
    page: Browser,
) -> None:
    page.go("#question/question_1")

    page.run("document.querySelector('[data-path=\"must_have/dose\"] .row').click()")
    shown = page.run("document.querySelector('aside').innerText")

    question = EXAMPLE["questions"][1]
    failed = [r for r in question["responses"] if r["leaves"][2] == "F"]
    assert failed
    assert shown.count("F fail") == len(failed)
    assert shown.index(failed[0]["response_id"]) < shown.index("P pass")
    assert failed[0]["reasons"]["must_have/dose"] in shown
    assert failed[0]["text"] in shown


def test_the_tree_is_moved_through_with_keys(page: Browser) -> None:
    page.go("#question/question_1")
    here = "document.activeElement.closest('[role=treeitem]')?.dataset.path"
    page.run("document.querySelector('[role=treeitem]').focus()")
    top = page.run(here)

    for key in ("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight"):
        page.press(key)
    leaf = page.run(here)
    page.press("Enter")
    heading = page.run("document.activeElement.innerText")
    page.press("Escape")

    assert leaf.startswith(f"{top}/")
    assert heading == leaf
    assert page.run(here) == leaf
    assert page.run("document.querySelector('aside').innerText") == ""


def test_a_slash_leads_to_the_search(page: Browser) -> None:
    page.press("/")

    assert page.run("document.activeElement.id") == "search"


@pytest.mark.parametrize(
    ("act", "left"),
    [
        ("search.value = 'STION_3'", lambda q: q["question_id"] == "question_3"),
        ("agent.value = '2'", lambda _: True),
        (
            "failing.checked = true; agent.value = '0'",
            lambda q: (
                (of := q["by_agent"]["coach@2025.1"])["gates_closed"] > 0
                or of["requirements_met"] < of["requirements_n"]
            ),
        ),
        (
            "pending.checked = true; agent.value = '1'",
            lambda q: q["by_agent"]["coach@2025.3"]["pending"] > 0,
        ),
    ],
    ids=["search", "agent", "failing", "pending"],
)
def test_a_filter_leaves_what_it_says(page: Browser, act: str, left: Any) -> None:
    page.run(f"{act}; filters.dispatchEvent(new Event('input'))")

    shown = [row[0].split()[0] for row in rows(page, "Questions by agent")]

    kept = [q["question_id"] for q in EXAMPLE["questions"] if left(q)]
    assert shown == kept


def test_only_filters_are_blamed_for_what_they_leave_out(
    tab: Browser, tmp_path: Path
) -> None:
    nothing = report_documents.comparison() | {"questions": [], "differing_leaves": []}
    page = opened(tab, tmp_path, EXAMPLE | {"comparison": nothing})

    page.go("#agents")
    empty = page.run(EMPTY)
    page.run("search.value = 'dose'; filters.dispatchEvent(new Event('input'))")
    filtered = page.run(EMPTY)

    assert empty == ["No questions.", "No checks."]
    assert filtered == [
        "No questions match the filters.",
        "No checks match the filters.",
    ]


EMPTY = "[...document.querySelectorAll('.empty')].map((each) => each.innerText)"


def test_what_needs_attention_comes_first_where_that_is_wished(page: Browser) -> None:
    page.run("order.value = 'need'; filters.dispatchEvent(new Event('input'))")

    shown = [row[0].split()[0] for row in rows(page, "Questions by agent")]

    assert shown == [
        question["question_id"]
        for question in sorted(
            EXAMPLE["questions"],
            key=lambda of: (
                of["requirements_met"] / of["requirements_n"],
                -of["gates_closed"],
                of["required_share"],
                of["mean"],
            ),
        )
    ]
    assert shown != sorted(shown)


@pytest.mark.parametrize(("value", "text"), [(0.0625, "0.062"), (0.1875, "0.188")])
def test_halves_are_rounded_as_in_every_other_format(
    tab: Browser, tmp_path: Path, value: float, text: str
) -> None:
    given = report_documents.example()
    given["slices"] = [given["slices"][0] | {"mean": value, "low": -1e-9, "high": 0.5}]
    page = opened(tab, tmp_path, given)
    page.go("#slices")

    shown = rows(page, "Slice language in numbers")

    assert numbers.score(value) == text
    assert shown[0][2:] == [text, "0.000", "0.500"]


def test_hostile_text_is_shown_and_never_runs(tab: Browser, tmp_path: Path) -> None:
    page = opened(tab, tmp_path, report_documents.hostile())
    before = page.run("document.scripts.length")

    for place in PLACES:
        page.go(place)
        page.run(FIRST_LEAF)
        text = page.run("document.body.textContent")
        strange = page.run(
            """document.querySelectorAll("main :is(img, iframe, object, script, form),"
            + "main a:not([href^='#']), main [onerror], main [style*=url]").length"""
        )
        assert strange == 0, place
        assert place in ("#failed",) or "<script>alert(1)</script>" in text
    assert page.run("document.scripts.length") == before
    assert page.complaints == []
    assert seen(HOSTILE[15]) in page.run("document.body.textContent")


def test_no_place_of_the_page_asks_for_anything(page: Browser) -> None:
    for place in PLACES:
        page.go(place)

    assert {re.sub("#.*", "", url) for url in page.requests} == {
        page.run("location.href.replace(/#.*/, '')")
    }
    assert page.complaints == []


@pytest.mark.parametrize(
    "attempt",
    [
        "fetch('https://example.com').then(() => 'out', () => 'held')",
        """new Promise((done) => { const picture = new Image();
        picture.onload = () => done("out"); picture.onerror = () => done("held");
        picture.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw="; })""",
        """(() => { const script = document.createElement("script");
        script.textContent = "document.title = 'out'"; document.body.append(script);
        return document.title === "out" ? "out" : "held"; })()""",
        """(() => { document.body.insertAdjacentHTML("beforeend",
        "<i onclick=\\"document.title = 'out'\\">x</i>");
        document.body.lastChild.click();
        return document.title === "out" ? "out" : "held"; })()""",
    ],
    ids=["fetch", "picture", "script", "handler"],
)
def test_the_policy_holds_what_slips_past_us(page: Browser, attempt: str) -> None:
    assert page.run(attempt) == "held"


def test_a_thousand_questions_open_soon(tab: Browser, tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    path.write_text(html(report_documents.large()), "utf-8")
    tab.look()

    times = []
    for _ in range(3):
        tab.open(path)
        times.append(tab.run("Number(document.documentElement.dataset.ready)"))

    assert min(times) <= 2000, times
    assert tab.run("document.querySelectorAll('main *').length") < 5000
    assert "1 to 50 of 1,000 questions" in tab.run("document.body.innerText")
    tab.go("#question/question_999")
    assert "1 to 50 of 100 responses" in tab.run("document.body.innerText")
