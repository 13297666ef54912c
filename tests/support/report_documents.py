"""Documents of `rubrickit report` for tests of its page, with figures that add up."""

import json
from statistics import fmean
from typing import Any

from support.reports import HOSTILE

Document = dict[str, Any]
AGENTS = ("coach@2025.1", "coach@2025.3", "helper@7")
_EVERYTHING = " ".join(HOSTILE)
REASONS = {
    "P": "The answer says so in its second sentence.",
    "F": "It never mentions this.",
    "U": "unsure",
    "-": "",
}
MODEST = "A modest share with every requirement met is a good result."
CHECKS = (
    (
        "must_have/seek_help",
        "required",
        True,
        "Says to seek medical attention at once.",
    ),
    ("must_have/side_effects", "required", False, "Names drowsiness and dizziness."),
    ("must_have/dose", "required", False, "Gives the dose as 5 mg, once a day."),
    ("nice_to_have/class", "additional", False, "Says that both are antihistamines."),
    ("nice_to_have/tone", "additional", False, "Stays calm and kind throughout."),
)


def response(
    number: int, agent: str, leaves: str, paths: list[str], **given: Any
) -> Document:
    """One response whose score is the passed part of what applies; the first leaf is
    a gate."""
    counted = [letter for letter in leaves if letter != "-"]
    ungated = None if "U" in leaves else leaves.count("P") / (len(counted) or 1)
    closed = leaves[0] == "F"
    result = "fail" if closed else "pending" if ungated is None else "pass"
    return {
        "response_id": f"r-{number:03}",
        "agent": agent,
        "sample": 0,
        "created": "2025-11-03T10:00:00Z",
        "text": f"Answer {number}.\nYou may take both, but expect to be drowsy.",
        "score": 0.0 if closed else ungated,
        "ungated_score": ungated,
        "result": result,
        "required_met": None if "U" in leaves[:3] else "F" not in leaves[:3],
        "leaves": leaves,
        "reasons": {
            path: REASONS[letter]
            for path, letter in zip(paths, leaves, strict=True)
            if REASONS[letter]
        },
    } | given


def totals(responses: list[Document]) -> Document:
    scores = [each["score"] for each in responses if each["score"] is not None]
    settled = [each for each in responses if each["required_met"] is not None]
    return {
        "n": len(responses),
        "scored": len(scores),
        "requirements_met": sum(each["required_met"] for each in settled),
        "requirements_n": len(settled),
        "required_share": _share([each["leaves"][:3] for each in responses]),
        "additional_share": _share([each["leaves"][3:] for each in responses]),
        "gates_closed": sum(each["leaves"][0] == "F" for each in responses),
        "pending": sum(each["result"] == "pending" for each in responses),
        "mean": fmean(scores) if scores else None,
        **_verdicts([each["leaves"] for each in responses]),
    }


def by_agent(responses: list[Document]) -> Document:
    return {
        agent: totals([each for each in responses if each["agent"] == agent])
        for agent in sorted({each["agent"] for each in responses})
    }


def question(id: str, responses: list[Document], **given: Any) -> Document:
    """Graded by `CHECKS`; `texts` replaces theirs."""
    texts = given.pop("texts", tuple(check[3] for check in CHECKS))
    nodes = [
        _branch(name, responses, texts, first, last)
        for name, first, last in (("must_have", 0, 3), ("nice_to_have", 3, 5))
    ]
    return {
        "question_id": id,
        "question": "Can I take Zyrtec and Benadryl at the same time?",
        "weighting": "weighted_sum",
        **totals(responses),
        "by_agent": by_agent(responses),
        "nodes": nodes,
        "leaf_paths": [check[0] for check in CHECKS],
        "responses": responses,
    } | given


def document(questions: list[Document], **given: Any) -> Document:
    everything = [each for one in questions for each in one["responses"]]
    agents = sorted({each["agent"] for each in everything})
    return {
        "schema": "rubrickit.report/1",
        "tool": "rubrickit 0.0.1",
        "kind": "repository",
        "version": {"ref": "main", "commit": "a1b2c3d4e5f6a7b8c9d0"},
        "judge": {"digest": "0" * 64, "kind": "openai", "model": "m-1", "endpoint": ""},
        "ungraded": ["no_responses_yet"],
        "judges": [{"digest": "a" * 64, "kind": "openai", "model": "m-1"}],
        "notes": [MODEST, "8 of 60 verdicts are the judge's second reading."],
        "agents": [_agent(name) for name in agents],
        "totals": totals(everything),
        "by_agent": by_agent(everything),
        "questions": questions,
        "most_failed": _most_failed(questions),
        "slices": [
            _slice("language", "English", 40, 0.71, 0.64, 0.78),
            _slice("language", "Deutsch", 12, 0.55, 0.39, 0.70),
            _slice("age", "child", 1, 0.5, None, None),
        ],
        "trend": trend(),
        "delta": None,
        "comparison": None,
    } | given


def example(size: int = 4, responses: int = 9) -> Document:
    """Several questions with every kind of verdict in them."""
    patterns = ("PPPPP", "PPFPF", "FPPPU", "PPPFF", "PFFP-", "PPPUP", "PPPPF")
    paths = [check[0] for check in CHECKS]
    return document(
        [
            question(
                f"question_{number}",
                [
                    response(
                        index,
                        AGENTS[index % len(AGENTS)],
                        patterns[(index * (number + 1) + number) % len(patterns)],
                        paths,
                    )
                    for index in range(responses)
                ],
            )
            for number in range(size)
        ]
    )


def large(size: int = 1000, responses: int = 100) -> Document:
    """Ten checks a response: each of `CHECKS` twice."""
    found = example(size, responses)
    for one in found["questions"]:
        one["leaf_paths"] = [*one["leaf_paths"], *(f"{p}_2" for p in one["leaf_paths"])]
        for branch in one["nodes"]:
            again = [
                leaf | {"path": f"{leaf['path']}_2"} for leaf in branch["children"]
            ]
            branch["children"] = [*branch["children"], *again]
        for each in one["responses"]:
            each["leaves"] *= 2
    return found


_SPOILED = frozenset(
    {
        "after", "before", "leaf", "model", "name", "node", "question", "reason", "ref",
        "response_id", "subject", "text", "tool", "value", "when",
    }
)  # fmt: skip


def hostile() -> Document:
    """A document with something hostile wherever a text of others' can stand."""
    given = example(2, 3) | {"delta": delta(), "notes": list(HOSTILE)}
    given["comparison"] = _spoiled_leaves(comparison())
    for question in given["questions"]:
        for response in question["responses"]:
            response["reasons"] = dict.fromkeys(response["reasons"], _EVERYTHING)
    spoiled = json.dumps(_spoiled(given))
    for name in AGENTS:
        spoiled = spoiled.replace(name, json.dumps(f"{name} {_EVERYTHING}")[1:-1])
    return dict(json.loads(spoiled))


def _spoiled_leaves(compared: Document) -> Document:
    """A leaf's path is a key there; one a question, since all are spoiled alike."""
    for question in compared["questions"]:
        leaf, *_ = question["leaves"].values()
        question["leaves"] = {_EVERYTHING: leaf}
    return compared


def _spoiled(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _spoiled(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_spoiled(each, key) for each in value]
    return _EVERYTHING if key in _SPOILED and isinstance(value, str) else value


def trend() -> list[Document]:
    """Three commits, two agents in two releases, two judges, and a gap."""
    judges = {"a" * 64: 0.0, "b" * 64: -0.07}
    agents = {"coach@2025.1": 0.48, "coach@2025.3": 0.59, "helper@7": 0.41}
    return [
        {
            "commit": f"{place}{'0123456789abcdef' * 3}"[:40],
            "subject": f"Edit number {place}",
            "date": f"2025-0{place + 6}-01T12:00:00Z",
            "releases": ["1.0", "1.0.1"] if place == 1 else [],
            "judge": judge,
            "agent": agent,
            "mean": None if (place, agent) == (1, "helper@7") else base + less + gain,
            "n": 20,
            "kind": "rubric",
        }
        for place, gain in enumerate((0.0, 0.11, 0.06))
        for judge, less in judges.items()
        for agent, base in agents.items()
    ]


def delta() -> Document:
    """A delta of two rubrics; one of them waits for its grades."""
    moved = {
        "response_id": "r-001", "agent": AGENTS[0], "base": 0.8, "head": 0.5,
        "delta": -0.3, "result_base": "pass", "result_head": "pass",
        "flips": [
            {"leaf": "must_have/dose", "base": "pass", "head": "fail",
             "reason": "No dose is given."},
        ],
    }  # fmt: skip
    edits = [
        edit("reworded", "must_have/dose", "Gives a dose.", "Gives 5 mg.", -0.16),
        edit("reweighted", "nice_to_have", "0.25", "0.5", 0.045),
        edit("added", "safety", "", "1 leaf", -0.025),
    ]
    return {
        "schema": "rubrickit.delta/1", "tool": "rubrickit 0.0.1", "outcome": "fail",
        "base": {"ref": "main", "commit": "a" * 40, "rule": "as named"},
        "head": {"ref": "edit", "commit": "b" * 40, "rule": ""},
        "reasons": ["question_1 fell by 0.14 (limit 0.10)"], "notes": ["A note."],
        "mean": {"delta": None, "low": -0.07, "high": 0.03, "n": 2, "left_out": 0,
                 "base": None, "head": None},
        "by_agent": [{"agent": AGENTS[0], "n": 3, "base": 0.7, "head": 0.6,
                      "delta": -0.1}],
        "questions": [
            changed("question_1", edits, moved=[moved]),
            changed("question_2", [edit("added", "x", "", "new", None)], base=None,
                    head=None, delta=None, bounds=[-0.2, 0.1]),
        ],
        "loosening": [{"question_id": "question_1", "kind": "opened", "leaf": "gate",
                       "leaf_digest": "0", "responses": ["r-002"]}],
        "weakening": [{"question_id": "question_1", "kind": "demoted", "leaf": "dose",
                       "before": "required", "after": "additional"}],
    }  # fmt: skip


def comparison() -> Document:
    """Two questions, one of them not paired; and what one agent alone was asked."""
    first = compared("question_1", 0.72, 0.58, {
        "must_have/dose": flips(6, 2, 9, broke=4, mended=0, p=0.125),
        "nice_to_have/tone": flips(3, 5, 9, broke=1, mended=3, p=0.625),
        "must_have/class": flips(7, 7, 9, broke=0, mended=0),
    })  # fmt: skip
    second = compared(
        "question_2",
        0.5,
        0.75,
        {"must_have/dose": flips(1, 3, 4)},
        paired=False,
    )
    return {
        "schema": "rubrickit.compare-agents/1", "outcome": "inconclusive",
        "answer": "inconclusive", "base": {"agent": AGENTS[0]},
        "head": {"agent": AGENTS[1]}, "reasons": ["not shown to be better or worse"],
        "notes": ["p of a leaf is for that leaf alone."], "pending": 0,
        "mean": {"base": 0.61, "head": 0.665, "delta": 0.055, "n": 2, "differing": 2,
                 "interval": [-0.3, 0.41], "standard_error": 0.2, "p": 1.0,
                 "draws": 0, "seed": "", "needed": 40},
        "questions": [first, second],
        "only_base": ["question_4"], "only_head": [],
        "differing_leaves": [
            {"question_id": "question_1", "leaf": "must_have/dose"},
            {"question_id": "question_1", "leaf": "nice_to_have/tone"},
            {"question_id": "question_2", "leaf": "must_have/dose"},
        ],
    }  # fmt: skip


def compared(
    id: str, base: float, head: float, leaves: Document, **given: Any
) -> Document:
    sides = ({"mean": mean, "counted": 9, "gates_closed": at, "responses": 9}
             for at, mean in enumerate((base, head)))  # fmt: skip
    return {
        "question_id": id, "paired": True, "delta": head - base, "left_out": 0,
        "pending": 0, "leaves": leaves,
        **dict(zip(("base", "head"), sides, strict=True)),
    } | given  # fmt: skip


def flips(
    before: int,
    after: int,
    n: int,
    *,
    broke: int | None = None,
    mended: int | None = None,
    p: float | None = None,
) -> Document:
    return {
        "base": {"passed": before, "n": n}, "head": {"passed": after, "n": n},
        "broke": broke, "mended": mended, "p": p, "p_adjusted": p and min(1.0, 2 * p),
    }  # fmt: skip


def edit(kind: str, node: str, before: str, after: str, part: float | None) -> Document:
    return {
        "kind": kind, "node": node, "before": before, "after": after,
        "contribution": part, "graded_calls": 4, "path": "rubrics/q.yaml", "line": 3,
    }  # fmt: skip


def changed(id: str, edits: list[Document], **given: Any) -> Document:
    return {
        "question_id": id, "status": "changed", "responses": 9, "responses_total": 9,
        "left_out": 0, "base": 0.72, "head": 0.58, "delta": -0.14,
        "contribution_error": 0, "edits": edits, "moved": [],
    } | given  # fmt: skip


def _agent(name: str) -> Document:
    family, _, release = name.rpartition("@")
    return {"agent": name, "name": family, "release": release}


def _slice(
    name: str, value: str, n: int, mean: float, low: float | None, high: float | None
) -> Document:
    return {
        "name": name, "value": value, "n": n, "mean": mean, "low": low, "high": high,
    }  # fmt: skip


def _share(rows: list[str]) -> float | None:
    letters = "".join(rows)
    passed, failed = letters.count("P"), letters.count("F")
    return passed / (passed + failed) if passed + failed else None


def _rate(rows: list[str]) -> Document:
    letters = "".join(rows)
    n = letters.count("P") + letters.count("F")
    return {"pass_rate": letters.count("P") / n if n else None, "n": n}


def _verdicts(rows: list[str]) -> Document:
    found = _rate(rows)
    return {
        "pass_rate": found["pass_rate"],
        "verdicts": found["n"],
        "unjudged": "".join(rows).count("U"),
    }


def _node(id: str, kind: str, rows: dict[str, list[str]], **given: Any) -> Document:
    every = [letters for found in rows.values() for letters in found]
    return {
        "id": id.rpartition("/")[2],
        "path": id,
        "kind": kind,
        "text": "",
        "tier": None,
        "gate": False,
        "when": None,
        "expect": True,
        **_rate(every),
        "unjudged": "".join(every).count("U"),
        "by_agent": {agent: _rate(found) for agent, found in rows.items()},
        "labels": None,
        "children": [],
    } | given


def _rows(responses: list[Document], first: int, last: int) -> dict[str, list[str]]:
    return {
        agent: [r["leaves"][first:last] for r in responses if r["agent"] == agent]
        for agent in sorted({r["agent"] for r in responses})
    }


def _branch(
    name: str, responses: list[Document], texts: tuple[str, ...], first: int, last: int
) -> Document:
    children = [
        _node(
            CHECKS[index][0],
            "check",
            _rows(responses, index, index + 1),
            text=texts[index],
            weight="1",
            share=(0.75 if first == 0 else 0.25) / (last - first),
            tier=CHECKS[index][1],
            gate=CHECKS[index][2],
            labels=LABELS if index == 1 else None,
        )
        for index in range(first, last)
    ]
    return _node(
        name,
        "branch",
        _rows(responses, first, last),
        weight="0.75" if first == 0 else "0.25",
        share=0.75 if first == 0 else 0.25,
        children=children,
    )


LABELS = {"pass_pass": 11, "pass_fail": 2, "fail_pass": 3, "fail_fail": 5}


def _most_failed(questions: list[Document]) -> list[Document]:
    rows = [
        {
            "question_id": one["question_id"],
            "leaf": leaf["path"],
            "agent": agent,
            "release": agent.rpartition("@")[2],
            "n": rate["n"],
            "failed": round(rate["n"] * (1 - rate["pass_rate"])),
            "pass_rate": rate["pass_rate"],
        }
        for one in questions
        for branch in one["nodes"]
        for leaf in branch["children"]
        for agent, rate in leaf["by_agent"].items()
        if rate["n"] and rate["pass_rate"] < 1
    ]
    return sorted(rows, key=lambda row: (row["pass_rate"], -row["n"]))[:100]
