import time
from collections import Counter
from decimal import Decimal
from itertools import pairwise

import pytest
from support.judge_server import (
    FAULTS,
    HANG,
    RESET,
    Asked,
    JudgeServer,
    Reply,
    completion,
    error,
    parity,
    verdict,
)
from support.judges import PRICES, QUICK, a_judge
from support.tasks import a_task, some_tasks

from rubrickit.core.config import Budget
from rubrickit.core.judging.attempts import Retries
from rubrickit.errors import RubrickitError

FIVE = ("429", "500", "malformed", "hang", "reset")


@pytest.mark.parametrize(
    ("fault", "code", "calls"),
    [
        ("429", "rate_limited", 5),
        ("500", "http_5xx", 5),
        ("malformed", "unparseable", 3),
        ("hang", "timeout", 5),
        ("reset", "http_5xx", 5),
        ("empty", "unparseable", 3),
        ("length", "truncated", 2),
        ("refusal", "refused", 1),
    ],
)
def test_a_lasting_fault_ends_unjudged_with_its_reason(
    fault: str, code: str, calls: int
) -> None:
    with JudgeServer(verdict=lambda _: FAULTS[fault]) as server:
        [answer] = a_judge(server.url, timeout=0.05).ask([a_task()])

    assert (answer.grade, answer.code) == (None, code)
    assert answer.detail
    assert answer.usage.calls == server.calls == calls


@pytest.mark.parametrize("fault", [*FIVE, "empty", "length"])
def test_a_passing_fault_is_tried_again(fault: str) -> None:
    with JudgeServer(script=[fault]) as server:
        [answer] = a_judge(server.url, timeout=0.2).ask([a_task()])

    assert answer.grade is not None
    assert answer.usage.calls == server.calls == 2


@pytest.mark.parametrize(
    "content",
    ["{}", '{"score": 0}', '{"met": "false"}', '{"met": 1}', '{"met": null}', "YES/NO"],
)
def test_nonsense_is_neither_pass_nor_fail(content: str) -> None:
    with JudgeServer(verdict=lambda _: completion(content)) as server:
        [answer] = a_judge(server.url).ask([a_task()])

    assert (answer.grade, answer.code) == (None, "unparseable")


def test_ten_percent_of_each_fault_invent_nothing() -> None:
    tasks = some_tasks(1000)
    with JudgeServer(faults=dict.fromkeys(FIVE, 0.1), seed=1) as server:
        judge = a_judge(server.url, timeout=0.15, max_concurrency=32)
        answers = list(judge.ask(tasks))

    truth = {asked.block("check"): parity(asked) for asked in server.asked}
    assert Counter(id(answer.task) for answer in answers) == Counter(map(id, tasks))
    assert sum(answer.usage.calls for answer in answers) == server.calls
    for answer in answers:
        if answer.grade is None:
            assert answer.code in {"rate_limited", "http_5xx", "unparseable", "timeout"}
        else:
            assert answer.grade.met == truth[answer.task.leaf.texts[0]]
    assert 0 < sum(answer.grade is None for answer in answers) < 200


def test_retry_after_is_waited_for() -> None:
    slow = error(429, "slow down", {"Retry-After": "0.3"})
    with JudgeServer(script=[slow]) as server:
        started = time.monotonic()
        [answer] = a_judge(server.url).ask([a_task()])

    assert time.monotonic() - started >= 0.3
    assert answer.grade is not None


def test_a_wait_beyond_the_end_of_the_run_is_not_begun() -> None:
    slow = error(429, "slow down", {"Retry-After": "3600"})
    with JudgeServer(verdict=lambda _: slow) as server:
        started = time.monotonic()
        answers = list(a_judge(server.url).ask(some_tasks(5)))

    assert time.monotonic() - started < 5
    assert {answer.code for answer in answers} == {"rate_limited"}
    assert server.calls == 5


def test_the_end_of_the_run_bounds_a_hang() -> None:
    budget = Budget(None, None, Decimal("0.005"))
    with JudgeServer(verdict=lambda _: HANG) as server:
        started = time.monotonic()
        answers = list(a_judge(server.url, budget, timeout=60).ask(some_tasks(20)))

    assert time.monotonic() - started < 5
    assert len(answers) == 20
    assert {answer.code for answer in answers} == {"over_budget"}


def test_an_endpoint_that_drips_cannot_outlast_the_run() -> None:
    """Each byte comes in time, the whole never does."""
    budget = Budget(None, None, Decimal("0.005"))
    drip = Reply(200, b" " * 1000, drips=0.02)
    with JudgeServer(verdict=lambda _: drip) as server:
        started = time.monotonic()
        answers = list(a_judge(server.url, budget, timeout=60).ask(some_tasks(3)))

    assert time.monotonic() - started < 5
    assert all(answer.grade is None for answer in answers)


def test_no_more_calls_than_allowed_with_many_in_flight_and_retries() -> None:
    budget = Budget(50, None, None)
    with JudgeServer(faults={"500": 0.3}, latency=0.005, seed=2) as server:
        answers = list(
            a_judge(server.url, budget, max_concurrency=16).ask(some_tasks(200))
        )

    assert server.calls == 50
    assert len(answers) == 200
    assert sum(answer.usage.calls for answer in answers) == 50
    codes = Counter(answer.code for answer in answers)
    assert codes["over_budget"] >= 150
    assert codes[""] + codes["over_budget"] == 200


def test_the_limit_holds_over_several_passes() -> None:
    with JudgeServer() as server:
        judge = a_judge(server.url, Budget(15, None, None))
        first = list(judge.ask(some_tasks(10)))
        second = list(judge.ask(some_tasks(10, pass_number=2)))

    assert server.calls == 15
    assert sum(answer.grade is not None for answer in first + second) == 15


def test_no_more_money_than_allowed_with_many_in_flight() -> None:
    """The server counts 110 tokens a call; the worst case is thousands."""
    allowed = Decimal("0.011")
    with JudgeServer(latency=0.005) as server:
        judge = a_judge(
            server.url, Budget(None, allowed, None), prices=PRICES, max_concurrency=16
        )
        answers = list(judge.ask(some_tasks(200)))

    spent = Decimal(110 * server.calls) / 1_000_000
    assert spent <= allowed
    assert spent >= allowed / 2  # promised money is waited for, not given up
    assert {answer.code for answer in answers} == {"", "over_budget"}


def test_replies_longer_than_foreseen_make_the_next_one_dearer() -> None:
    """Where an endpoint ignores the token limit, or it had to be dropped."""
    long = verdict(True)
    usage = b'{"prompt_tokens": 100, "completion_tokens": 5000'
    told = long.body.replace(b'{"prompt_tokens": 100, "completion_tokens": 10', usage)
    with JudgeServer(verdict=lambda _: Reply(200, told)) as server:
        judge = a_judge(
            server.url,
            Budget(None, Decimal("0.008"), None),
            prices=PRICES,
            max_tokens=10,
        )
        answers = list(judge.ask(some_tasks(5)))

    assert server.calls == 1
    assert answers[0].usage.output_tokens == 5000


def test_a_money_limit_needs_prices() -> None:
    with pytest.raises(RubrickitError, match="prices"):
        a_judge("http://127.0.0.1:9/v1", Budget(max_cost=Decimal(1)))


def test_what_stopped_a_retry_is_told_with_what_came_before() -> None:
    with JudgeServer(verdict=lambda _: FAULTS["500"]) as server:
        [answer] = a_judge(server.url, Budget(2, None, None)).ask([a_task()])

    assert answer.code == "over_budget"
    assert answer.detail == ("budget.max_calls is 2; before: http_5xx, HTTP 500: boom")
    assert answer.usage.calls == 2


def test_retries_are_spread_the_same_way_each_time() -> None:
    def gaps(seed: int) -> list[float]:
        times: list[float] = []

        def note(_: Asked) -> Reply:
            times.append(time.monotonic())
            return FAULTS["500"]

        patient = Retries(most=3, shortest=0.1, longest=0.2)
        with JudgeServer(verdict=note) as server:
            list(a_judge(server.url, retries=patient, seed=seed).ask([a_task()]))
        return [later - earlier for earlier, later in pairwise(times)]

    first, again, other = gaps(1), gaps(1), gaps(2)

    assert first == pytest.approx(again, abs=0.05)
    assert first != pytest.approx(other, abs=0.005)


def test_an_error_of_a_gateway_is_shown_but_not_its_secrets() -> None:
    def leak(asked: Asked) -> Reply:
        return error(500, f"upstream said no to {asked.headers['authorization']}")

    with JudgeServer(verdict=leak) as server:
        [answer] = a_judge(server.url, retries=QUICK).ask([a_task()])

    assert answer.detail == "HTTP 500: upstream said no to Bearer [secret]"


def test_the_first_task_s_faults_do_not_hold_up_the_rest() -> None:
    def answer(asked: Asked) -> bool | Reply:
        return RESET if "item 0?" in asked.user else True

    with JudgeServer(verdict=answer) as server:
        answers = list(a_judge(server.url).ask(some_tasks(20)))

    assert [one.code for one in answers if one.grade is None] == ["http_5xx"]
