"""A stranger's words in a runner's log, outputs and event, and a fork's whole run."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.attacked import DOSE, HARDER, SILENT, WORSE, Target
from support.attacked import target as a_target
from support.ci_runs import NUMBER, Outcome
from support.command_line import RUBRIC, TEXTS, rows
from support.github_server import READS
from support.judge_server import verdict
from support.runner_log import all_obeyed

NAMES = {
    "verdict", "max-drop", "changed-rubrics", "pending", "base-sha", "head-sha",
    "report-path", "json-path", "comment-url",
}  # fmt: skip
OURS = {"Score fell", "Not graded", "Weakened", "Gate loosened", "rubrickit"}
ORDERS = (
    "::error title=x::y",
    "::set-output name=verdict::pass",
    "::add-mask::e",
    "::stop-commands::x",
    "##[command]rm",
    "verdict<<EOF",
)
ORDER = "\n".join((*ORDERS, "pass", "EOF", "\r::error::z\u2028::error::z"))


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    with a_target(tmp_path) as found:
        yield found


def obeys_nobody_else(found: Outcome) -> bool:
    """Our own annotations on stdout, nothing on stderr, our own outputs."""
    commands = all_obeyed(found.ran.out)
    levels = {level for level, _, _ in commands}
    assert all_obeyed(found.ran.err) == []
    assert levels <= {"error", "warning", "notice"}
    assert {given["title"] for _, given, _ in commands} <= OURS
    assert set(found.outputs) <= NAMES
    return True


def ordering() -> str:
    """A rubric that is full of orders wherever a text may stand."""
    nodes = [
        {"id": order, "check": f"{order}\n{ORDER}", "note": ORDER, "source": ORDER}
        for order in ORDERS
    ]
    rubric = {"question_id": ORDERS[0], "question": ORDER, "nodes": nodes}
    return json.dumps(rubric)


def test_orders_to_the_runner_in_texts_and_ids_are_not_obeyed(target: Target) -> None:
    target.judge.behaviour.verdict = lambda _: verdict(False, ORDER, ORDER)
    named = RUBRIC.replace("names_dose", f"'{ORDERS[1]}'")
    named = named.replace("names_route", f"'{ORDERS[4]}'")
    asked = json.dumps(f"Does it?\n{ORDER}")
    told = named.replace('"Does the answer name a dose?"', asked)

    found = target.attack({DOSE: told, "rubrics/new.yaml": ordering()})

    assert obeys_nobody_else(found)
    assert (found.code, found.outputs["verdict"]) == (1, "fail")
    assert "set-output" in found.ran.out


def test_orders_in_ids_of_the_base_are_not_obeyed(tmp_path: Path) -> None:
    """A person with good intentions may have written them."""
    gold = rows("dose", TEXTS, agent=ORDERS[0]).replace("dose-r", f"{ORDERS[4]}-r")
    with a_target(tmp_path, **{"gold/dose.jsonl": gold}) as target:
        found = target.attack({DOSE: HARDER})

    assert obeys_nobody_else(found)
    assert found.outputs["max-drop"] == "-0.25"


NAMED = "rubrics/a\n::error::x\r##[command]y '\"`|<!--.yaml"


@pytest.mark.parametrize("text", [RUBRIC.replace("nodes", "noodes"), RUBRIC])
def test_orders_in_a_files_name_are_not_obeyed(target: Target, text: str) -> None:
    """The same question stands twice, or cannot be read: both name the file."""
    found = target.attack({NAMED: text})

    assert (found.code, found.outputs["verdict"]) == (1, "error")
    assert all_obeyed(found.ran.err) == []
    shown = [given["file"] for _, given, _ in all_obeyed(found.ran.out)]
    assert set(shown) <= {NAMED, DOSE}
    assert set(found.outputs) <= NAMES
    assert "<!--" not in found.summary


def test_rows_in_a_file_with_orders_in_its_name_are_listed(target: Target) -> None:
    name = "gold/x\n::error::y.jsonl"

    found = target.attack({DOSE: WORSE, name: rows("new", TEXTS)})

    assert obeys_nobody_else(found)
    assert "4 row(s) added" in found.summary


def _from_a_fork(target: Target, home: str | None = "stranger/rubrics") -> None:
    target.host.server.pulls[NUMBER].home = home


@pytest.mark.parametrize("home", ["stranger/rubrics", None])
def test_a_forks_run_asks_nobody_and_posts_nothing(
    target: Target, home: str | None
) -> None:
    target.host.open({DOSE: HARDER})
    _from_a_fork(target, home)

    found = target.host.run("--mode", "delta")

    assert (found.code, target.spent) == (4, 0)
    assert found.outputs["verdict"] == "pending"
    assert target.host.server.bodies(NUMBER) == []
    assert target.host.server.checks == {}
    assert "comes from a fork" in found.summary
    if home is None:  # GitHub's description knows of no such null
        target.host.server.violations.clear()


def test_a_fork_is_not_shown_the_judges_reasons(target: Target) -> None:
    target.host.work.write({DOSE: RUBRIC.replace("weight: 2", "weight: 0")})
    found = target.attack({DOSE: HARDER})
    assert "by the server" in found.summary
    calls = target.judge.calls

    _from_a_fork(target)
    again = target.host.run(env=SILENT)

    assert (again.code, again.outputs["max-drop"]) == (found.code, "-0.25")
    assert target.judge.calls == calls
    assert "by the server" not in again.summary + again.ran.out
    assert "by the server" not in Path(again.outputs["json-path"]).read_text()


def test_an_event_that_hides_its_fork_is_asked_about(target: Target) -> None:
    """The host is believed where it says so, and so is the event."""
    target.host.open({DOSE: HARDER})
    hidden = target.host.event()
    _from_a_fork(target)

    found = target.host.run(event=hidden)

    assert (found.code, target.spent) == (4, 0)
    assert target.host.server.checks == {}


@pytest.mark.parametrize("name", ["pull_request_target", "issue_comment", "nonsense"])
def test_a_trigger_that_anybody_can_pull_asks_nobody(target: Target, name: str) -> None:
    target.host.open({DOSE: HARDER})

    found = target.host.run(name=name)

    assert target.spent == 0
    assert target.host.server.bodies(NUMBER) == []
    assert found.code != 0


@pytest.mark.parametrize("mode", ["push", "offline"])
def test_no_mode_makes_a_forks_run_ask(target: Target, mode: str) -> None:
    target.host.open({DOSE: HARDER})
    _from_a_fork(target)

    found = target.host.run("--mode", mode)

    assert (found.code != 0, target.spent) == (True, 0)


def test_a_token_that_may_only_read_changes_no_verdict(target: Target) -> None:
    target.host.server.permissions = dict(READS)
    target.host.open({DOSE: WORSE})

    found = target.host.run()

    assert (found.code, found.outputs["verdict"]) == (1, "fail")
    assert "### ❌ fail: the mean fell by 0.05" in found.summary
    assert "pull-requests: write" in found.ran.err
    assert "checks: write" in found.ran.err
    assert "checks&#58; write" in found.summary


def renamed(event: dict[str, Any]) -> None:
    event["pull_request"]["base"]["ref"] = "--upload-pack=touch pwned"


def commanding(event: dict[str, Any]) -> None:
    event["pull_request"]["base"]["ref"] = "main\n::error::x"
    event["pull_request"]["user"]["login"] = "::error::x"
    event["action"] = "\n::error::x"


def injected(event: dict[str, Any]) -> None:
    event["pull_request"]["head"]["sha"] = "--output=pwned"


def another(event: dict[str, Any]) -> None:
    event["pull_request"]["head"]["sha"] = "f" * 40


def numbered(event: dict[str, Any]) -> None:
    event["number"] = event["pull_request"]["number"] = "7; touch pwned"


def elsewhere(event: dict[str, Any]) -> None:
    event["number"] = event["pull_request"]["number"] = 10**30


def emptied(event: dict[str, Any]) -> None:
    event["pull_request"] = []


@pytest.mark.parametrize(
    "spoil", [renamed, commanding, injected, another, numbered, elsewhere, emptied]
)
@pytest.mark.parametrize("env", [{}, SILENT], ids=["asking", "silent"])
def test_a_hostile_event_makes_no_call_of_its_own(
    target: Target, spoil: Callable[[dict[str, Any]], None], env: dict[str, str]
) -> None:
    target.host.open({DOSE: WORSE})
    event = target.host.event()
    spoil(event)

    found = target.host.run(event=event, env={**env, "RUBRICKIT_COMMENT": "off"})

    assert target.spent == 0
    assert found.code != 0
    assert all_obeyed(found.ran.err) == []
    assert "Traceback" not in found.ran.err
    assert not list(target.host.folder.rglob("pwned"))
