import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.hosting.answers import (
    MOST_TRIES,
    Broken,
    HostAnswer,
    asked_wait,
    next_link,
    one_line,
    wait,
    within_bytes,
)

NOW = "Tue, 01 Dec 2026 02:00:00 GMT"
EPOCH = 1_796_090_400
BROKEN = Broken("no answer")
NEVER_SENT = Broken("no connection", was_sent=False)


def failed(status: int, body: bytes = b"", **headers: str) -> HostAnswer:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return HostAnswer(status, names, body)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 60.0),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 1.0),
        ({"retry-after": "-3"}, 1.0),
        ({"retry-after": "soon"}, 60.0),
        ({"retry-after": "inf"}, 60.0),
        ({"retry-after": "nan"}, 60.0),
        ({"retry-after": "Tue, 01 Dec 2026 02:01:30 GMT", "date": NOW}, 90.0),
        ({"retry-after": "Tue, 01 Dec 2026 02:01:30 GMT"}, 60.0),
        ({"retry-after": "Tue, 01 Dec 1066 02:01:30 GMT", "date": NOW}, 1.0),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(EPOCH + 30)}, 60.0),
        (
            {
                "x-ratelimit-remaining": "0",
                "x-ratelimit-reset": str(EPOCH + 30),
                "date": NOW,
            },
            31.0,
        ),
        (
            {
                "x-ratelimit-remaining": "5",
                "x-ratelimit-reset": str(EPOCH + 30),
                "date": NOW,
            },
            60.0,
        ),
    ],
)
def test_a_busy_host_says_how_long(headers: dict[str, str], seconds: float) -> None:
    assert asked_wait(headers) == seconds


@pytest.mark.parametrize(
    ("answer", "is_throttled"),
    [
        (failed(429), True),
        (failed(403), False),
        (failed(403, retry_after="3"), True),
        (failed(403, x_ratelimit_remaining="0"), True),
        (failed(403, x_ratelimit_remaining="10"), False),
        (failed(403, b'{"message": "a secondary Rate Limit"}'), True),
        (failed(404, b'{"message": "rate limit"}'), False),
        (failed(503, retry_after="3"), False),
    ],
)
def test_too_many_requests_have_several_signs(
    answer: HostAnswer, is_throttled: bool
) -> None:
    assert answer.is_throttled == is_throttled


@pytest.mark.parametrize("outcome", [BROKEN, failed(500), failed(502), failed(503)])
def test_what_may_have_been_done_is_repeated_only_where_that_is_harmless(
    outcome: HostAnswer | Broken,
) -> None:
    waits = [wait(outcome, 1, is_repeatable=each) for each in (True, False)]

    assert waits == [2.0, None]


@pytest.mark.parametrize("outcome", [NEVER_SENT, failed(429, retry_after="2")])
def test_what_cannot_have_been_done_is_always_repeated(
    outcome: HostAnswer | Broken,
) -> None:
    assert wait(outcome, 1, is_repeatable=False) == 2.0


@pytest.mark.parametrize("answer", [HostAnswer(200, {}), failed(404), failed(403)])
def test_what_is_settled_is_not_repeated(answer: HostAnswer) -> None:
    assert wait(answer, 1, is_repeatable=True) is None


def test_a_failing_host_may_say_when_to_come_back() -> None:
    assert wait(failed(503, retry_after="20"), 1, is_repeatable=True) == 20.0


def test_failures_are_few_and_further_apart_each_time() -> None:
    waits = [wait(BROKEN, tried, is_repeatable=True) for tried in range(1, 6)]

    assert waits == [2.0, 4.0, 8.0, 16.0, None]
    assert len(waits) == MOST_TRIES


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("", ""),
        ('<https://h/?page=2>; rel="next"', "https://h/?page=2"),
        ("<https://h/2>; rel=next", "https://h/2"),
        ('<https://h/1>; rel="prev", <https://h/3>; rel="next"', "https://h/3"),
        ('<https://h/3>; rel="next", <https://h/9>; rel="last"', "https://h/3"),
        ('<https://h/a,b;c>; title="x"; rel="next"', "https://h/a,b;c"),
        ('<https://h/1>; rel="prev", <https://h/9>; rel="last"', ""),
        ('<https://h/1>; rel="nextish"', ""),
        ("https://h/1; rel=next", ""),
    ],
)
def test_the_next_page_is_found_among_the_links(header: str, address: str) -> None:
    assert next_link(header) == address


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b'{"message": "Not Found"}', "Not Found"),
        (b'{"error": "invalid_token"}', "invalid_token"),
        (b'{"message": {"note": ["is too long"]}}', "{'note': ['is too long']}"),
        (b'{"message": "No", "errors": [{"message": "Too long"}]}', "No; Too long"),
        (b'{"errors": [{"field": "name", "code": "missing"}]}', "name missing"),
        (b'{"errors": ["one", 2]}', "one; 2"),
        (b"{}", "no message"),
        (b"[]", "no error message, but other JSON"),
        (b"", "no message"),
        (b" <!DOCTYPE html><p>no", "an HTML page"),
        (b"plain\nwords", "plain words"),
        (b"\xff", "\ufffd"),
    ],
)
def test_the_hosts_own_words_are_found(body: bytes, complaint: str) -> None:
    assert failed(400, body).complaint == complaint


@given(st.binary(max_size=200), st.integers(100, 599))
def test_no_body_is_too_odd_for_a_line(body: bytes, status: int) -> None:
    answer = failed(status, body)

    assert answer.complaint.isprintable()
    assert answer.is_throttled in (True, False)


@given(st.text(), st.integers(0, 20))
def test_a_cut_text_is_the_start_of_the_text(text: str, most: int) -> None:
    text = text.encode("utf-8", "replace").decode()

    cut = within_bytes(text, most)

    assert text.startswith(cut)
    assert len(cut.encode()) <= most
    assert len(cut.encode()) > most - 4 or cut == text


@given(st.text())
def test_a_line_is_one_and_printable(text: str) -> None:
    assert one_line(text).isprintable()


def test_a_long_line_says_that_it_was_cut() -> None:
    line = one_line("word " * 1000)

    assert line.endswith("…")
    assert len(line) <= 301
