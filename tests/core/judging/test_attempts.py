import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.grades import Usage
from rubrickit.core.judging import attempts
from rubrickit.core.judging.attempts import Attempt, Retries

MET = '{"met": true, "evidence": "", "reason": "r"}'


def completion(message: Any, usage: Any = None, **choice: Any) -> bytes:
    whole = {"finish_reason": "stop", "message": message, **choice}
    return json.dumps({"choices": [whole], "usage": usage}).encode()


def failed(status: int, error: Any = None, **headers: str) -> Attempt:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return attempts.from_status(status, json.dumps({"error": error}).encode(), named)


def test_a_completion_is_a_verdict_and_its_tokens() -> None:
    usage = {"prompt_tokens": 120, "completion_tokens": 15, "total_tokens": 135}

    attempt = attempts.from_completion(completion({"content": MET}, usage))

    assert attempt.reply is not None
    assert attempt.reply.met
    assert attempt.tokens == Usage(input_tokens=120, output_tokens=15)


def test_content_may_come_in_parts() -> None:
    parts = [{"type": "text", "text": MET[:9]}, {"type": "text", "text": MET[9:]}]

    assert attempts.from_completion(completion({"content": parts})).reply is not None


@pytest.mark.parametrize(
    ("body", "code", "most"),
    [
        (completion({"content": "YES/NO"}), "unparseable", 3),
        (completion({"content": None}), "unparseable", 3),
        (completion({"content": ""}), "unparseable", 3),
        (completion({"content": 5}), "unparseable", 3),
        (completion({}), "unparseable", 3),
        (completion(None), "unparseable", 3),
        (b'{"choices": []}', "unparseable", 3),
        (b'{"choices": [null]}', "unparseable", 3),
        (b'{"choices": {}}', "unparseable", 3),
        (b"{}", "unparseable", 3),
        (b"null", "unparseable", 3),
        (b"", "unparseable", 3),
        (b"<html>log in first</html>", "unparseable", 3),
        (b"\xff\xfe\x00", "unparseable", 3),
        (b"[" * 100_000, "unparseable", 3),
        (completion({"content": MET}, finish_reason="length"), "truncated", 2),
        (completion({"content": MET}, finish_reason="content_filter"), "refused", 1),
        (completion({"content": None, "refusal": "I can't."}), "refused", 1),
        (completion({"content": MET, "refusal": "I can't."}), "refused", 1),
        (b'{"error": {"message": "slow down", "code": 429}}', "rate_limited", 1000),
        (b'{"error": {"message": "odd", "code": "x"}}', "unparseable", 3),
    ],
)
def test_what_is_no_verdict_has_a_reason(body: bytes, code: str, most: int) -> None:
    attempt = attempts.from_completion(body)

    assert (attempt.reply, attempt.code, attempt.most) == (None, code, most)
    assert attempt.detail


@given(
    st.binary()
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(
                    ["choices", "message", "content", "usage", "error", "code"]
                ),
                inner,
            )
        ),
    ).map(lambda value: json.dumps(value).encode())
)
def test_whatever_an_endpoint_sends_is_read_without_a_crash(body: bytes) -> None:
    for attempt in (
        attempts.from_completion(body),
        attempts.from_status(500, body, {}),
    ):
        assert attempt.reply is None
        assert attempt.code


@pytest.mark.parametrize(
    "usage",
    [None, {}, [], {"prompt_tokens": None}, {"prompt_tokens": True}, {"total": 5}],
)
def test_unknown_tokens_are_not_taken_for_none(usage: Any) -> None:
    attempt = attempts.from_completion(completion({"content": MET}, usage))

    assert attempt.reply is not None
    assert attempt.tokens is None


@pytest.mark.parametrize(
    ("status", "code", "may_retry", "is_denial"),
    [
        (400, "http_4xx", False, False),
        (401, "http_4xx", False, True),
        (402, "http_4xx", False, True),
        (403, "http_4xx", False, True),
        (404, "http_4xx", False, True),
        (408, "http_4xx", True, False),
        (409, "http_4xx", True, False),
        (413, "http_4xx", False, False),
        (422, "http_4xx", False, False),
        (429, "rate_limited", True, False),
        (500, "http_5xx", True, False),
        (503, "http_5xx", True, False),
        (529, "http_5xx", True, False),
    ],
)
def test_a_status_says_what_may_help(
    status: int, code: str, may_retry: bool, is_denial: bool
) -> None:
    attempt = failed(status, {"message": "no"})

    assert attempt.code == code
    assert (attempt.most > 1) == may_retry
    assert attempt.is_denial == is_denial
    assert attempt.detail == f"HTTP {status}: no"


def test_no_credit_is_a_denial_and_no_matter_of_speed() -> None:
    assert failed(429, {"message": "no", "code": "insufficient_quota"}).is_denial


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry_after": "2"}, 2.0),
        ({"retry_after": "0"}, 0.0),
        ({"retry_after": "0.5"}, 0.5),
        ({"retry_after": "-3"}, 0.0),
        ({"retry_after_ms": "250", "retry_after": "1"}, 0.25),
        ({"retry_after_ms": "x", "retry_after": "1"}, 1.0),
        (
            {
                "retry_after": "Wed, 21 Oct 2026 07:28:30 GMT",
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
            },
            30.0,
        ),
        ({"retry_after": "Wed, 21 Oct 2026 07:28:30 GMT"}, None),
        ({"retry_after": "Wed, 21 Oct 2026 07:28:30 -0000", "date": "x"}, None),
        ({"retry_after": "soon"}, None),
        ({"retry_after": "nan"}, None),
        ({"retry_after": "inf"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read(headers: dict[str, str], seconds: float | None) -> None:
    assert failed(429, {"message": "slow"}, **headers).after == seconds


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b'{"error": {"message": "two\\nlines \\u001b[31m"}}', "two lines �[31m"),
        (b'{"error": "bare"}', "bare"),
        (b'{"message": "flat"}', "flat"),
        (b'{"object": "error"}', '{"object": "error"}'),
        (b"<h1>Bad Gateway</h1>", "<h1>Bad Gateway</h1>"),
        (b"", "no message"),
        (b'{"error": {"message": "\\ud800"}}', "�"),
        (b'{"error": {"message": "' + b"a" * 5000 + b'"}}', "a" * 190 + "…"),
    ],
)
def test_the_detail_is_one_short_printable_line(body: bytes, detail: str) -> None:
    assert attempts.from_status(502, body, {}).detail == f"HTTP 502: {detail}"


def test_waits_grow_up_to_a_limit_and_then_end() -> None:
    retries = Retries(most=5, shortest=1, longest=3)
    attempt = failed(500)

    waits = [retries.wait(tried, attempt, 0.0) for tried in range(1, 6)]

    assert waits == [0.5, 1.0, 1.5, 1.5, None]
    assert retries.wait(1, attempt, 0.999) == pytest.approx(1, abs=0.01)


def test_what_the_endpoint_asks_to_wait_is_waited_in_full() -> None:
    attempt = failed(429, {"message": "slow"}, retry_after="40")

    waits = [Retries().wait(1, attempt, chance) for chance in (0.0, 0.9)]

    assert all(wait is not None and wait >= 40 for wait in waits)
    assert len(set(waits)) == 2


def test_a_reply_without_a_verdict_is_asked_for_again_at_once_but_not_for_ever() -> (
    None
):
    attempt = attempts.from_completion(completion({"content": "YES/NO"}))

    assert [Retries().wait(tried, attempt, 0.5) for tried in (1, 2, 3)] == [0, 0, None]


@given(st.integers(1, 2000), st.floats(0, 1, exclude_max=True))
def test_no_wait_is_negative_or_endless(tried: int, chance: float) -> None:
    wait = Retries(most=3000).wait(tried, attempts.timed_out(1), chance)

    assert wait is None or 0 < wait <= Retries().longest
