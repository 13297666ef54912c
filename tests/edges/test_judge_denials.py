import pytest
from support.judge_server import Asked, JudgeServer, Reply, error, verdict
from support.judges import KEY, a_judge
from support.tasks import some_tasks

from rubrickit.core.grades import Answer
from rubrickit.errors import WorldError


@pytest.mark.parametrize(
    ("reply", "hint"),
    [
        (error(401, f"wrong key {KEY}"), "OPENAI_API_KEY"),
        (error(403, "no"), "OPENAI_API_KEY"),
        (error(404, "no such model"), "`loopback`"),
        (error(402, "pay"), "credit"),
        (error(429, "pay", code="insufficient_quota"), "credit"),
    ],
)
def test_a_denial_of_the_first_call_ends_the_run(reply: Reply, hint: str) -> None:
    with (
        JudgeServer(verdict=lambda _: reply) as server,
        pytest.raises(WorldError) as caught,
    ):
        list(a_judge(server.url).ask(some_tasks(1000)))

    assert server.calls == 1
    assert hint in caught.value.hint
    assert str(caught.value).startswith(f"{server.url}: HTTP ")
    assert KEY not in f"{caught.value} {caught.value.hint}"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("status", [401, 403])
def test_a_denial_in_mid_run_stops_the_sending_and_keeps_what_there_is(
    status: int,
) -> None:
    denied = error(status, "the key was revoked")
    script = [verdict(True)] * 20 + [denied] * 2000
    answers: list[Answer] = []
    with (
        JudgeServer(script=script) as server,
        pytest.raises(WorldError, match="revoked"),
    ):
        answers.extend(a_judge(server.url).ask(some_tasks(2000)))

    assert sum(answer.grade is not None for answer in answers) == 20
    assert server.calls <= 20 + 3 * 8


def test_a_key_that_is_refused_once_is_not_tried_again() -> None:
    script = [verdict(True)] * 5 + [error(401, "the key was revoked")]
    with (
        JudgeServer(script=script) as server,
        pytest.raises(WorldError, match="revoked"),
    ):
        list(a_judge(server.url, max_concurrency=1).ask(some_tasks(100)))

    assert server.calls == 6


def test_one_text_that_a_firewall_dislikes_does_not_end_the_run() -> None:
    def answer(asked: Asked) -> bool | Reply:
        return error(403, "blocked") if "item 7?" in asked.user else True

    with JudgeServer(verdict=answer) as server:
        answers = list(a_judge(server.url).ask(some_tasks(50)))

    assert [one.code for one in answers if one.grade is None] == ["http_4xx"]
    assert server.calls == 50


def test_nobody_listens() -> None:
    with JudgeServer() as server:
        url = server.url

    with pytest.raises(WorldError, match="no connection") as caught:
        list(a_judge(url).ask(some_tasks(1)))

    assert "base_url" in caught.value.hint


def test_an_endpoint_that_goes_away_for_good_ends_the_run() -> None:
    answers: list[Answer] = []
    with JudgeServer() as server:
        run = a_judge(server.url, max_concurrency=4).ask(some_tasks(2000))
        answers.extend(next(run) for _ in range(10))

    with pytest.raises(WorldError, match="no connection"):
        answers.extend(run)

    assert len(answers) < 100


def test_an_endpoint_that_comes_back_is_forgiven() -> None:
    codes: list[str] = []
    with JudgeServer() as server:
        port = int(server.url.split(":")[2].split("/")[0])
        judge = a_judge(server.url, max_concurrency=2)
        codes += [answer.code for answer in judge.ask(some_tasks(1))]
    codes += [answer.code for answer in judge.ask(some_tasks(1))]
    with JudgeServer(port=port):
        codes += [answer.code for answer in judge.ask(some_tasks(1))]

    codes += [answer.code for answer in judge.ask(some_tasks(1))]

    assert codes == ["", "http_5xx", "", "http_5xx"]
