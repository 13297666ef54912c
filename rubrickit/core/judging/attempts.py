"""What one request to a judge came to, and whether another one may help."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any, Literal

from rubrickit.core.grades import Usage, Verdictless
from rubrickit.core.judging import replies
from rubrickit.core.judging.replies import Reply

MOST_DETAIL = 200
"""Characters of an endpoint's own words that are shown."""

_ALWAYS = 1_000
_DENIALS = frozenset({401, 402, 403, 404})
_BUSY = frozenset({408, 409, 425})
_REJECTIONS = frozenset({400, 422, 501})


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reply, or why there is none.

    `most` is the number of requests for one task after which this failure is final;
    `after` the seconds that the endpoint asks to wait; `tokens` is None where nothing
    is known of what was used. A denial (key, model, credit) would meet every other
    request too. `rejected` is the endpoint's error where it may be about a parameter.
    """

    reply: Reply | None = None
    code: Verdictless | Literal[""] = ""
    detail: str = ""
    status: int = 0
    tokens: Usage | None = None
    most: int = 1
    after: float | None = None
    is_denial: bool = False
    is_unreachable: bool = False
    rejected: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Retries:
    """How often and how patiently one task is tried. Seconds."""

    most: int = 5
    shortest: float = 0.5
    longest: float = 20.0

    def wait(self, tried: int, attempt: Attempt, chance: float) -> float | None:
        """Seconds before the next request; None where there should be none.

        `chance` in [0, 1) spreads the retries of many tasks. What the endpoint asks to
        wait is waited in full.
        """
        if tried >= min(self.most, attempt.most):
            return None
        if attempt.after is not None:
            return attempt.after + chance * self.shortest
        if attempt.status == 200:
            return 0.0
        backoff = self.shortest * 2.0 ** min(tried - 1, 30)
        return min(backoff, self.longest) * (0.5 + chance / 2)


def from_completion(body: bytes) -> Attempt:
    """Reads a chat completion as the endpoint sent it, whatever that is."""
    document = _mapping(_json(body))
    tokens = _tokens(document.get("usage"))
    choice = _first(document.get("choices"))
    if choice is None:
        return _without_choice(document, tokens)
    message = _mapping(choice.get("message"))
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        detail = _line(message.get("refusal") or "stopped by a content filter")
        return Attempt(code="refused", detail=detail, status=200, tokens=tokens)
    if choice.get("finish_reason") == "length":
        detail = "the reply was cut at the token limit"
        return Attempt(
            code="truncated", detail=detail, status=200, tokens=tokens, most=2
        )
    content = _content(message.get("content"))
    reply = replies.read(content)
    if reply is None:
        return _unparseable(content or "an empty reply", tokens)
    return Attempt(reply=reply, status=200, tokens=tokens)


def from_status(status: int, body: bytes, headers: Mapping[str, str]) -> Attempt:
    """Reads an HTTP error. `headers` has lower-case names, or ignores case."""
    error = _error(body)
    detail = _line(f"HTTP {status}: {error.get('message') or 'no message'}")
    code, most = _class_of(status)
    return Attempt(
        code=code,
        detail=detail,
        status=status,
        tokens=Usage(),
        most=most,
        after=_after(headers) if most > 1 else None,
        is_denial=status in _DENIALS or error.get("code") == "insufficient_quota",
        rejected=error if status in _REJECTIONS else None,
    )


def timed_out(seconds: float) -> Attempt:
    return Attempt(code="timeout", detail=f"no answer in {seconds:.3g} s", most=_ALWAYS)


def disconnected(detail: str, is_unreachable: bool) -> Attempt:
    """The connection failed: the endpoint's side, so it counts with its 5xx."""
    tokens = Usage() if is_unreachable else None
    return Attempt(
        code="http_5xx",
        detail=_line(detail),
        tokens=tokens,
        most=_ALWAYS,
        is_unreachable=is_unreachable,
    )


def _class_of(status: int) -> tuple[Verdictless, int]:
    """The reason code, and how many requests may be worth while."""
    if status == 429:
        return "rate_limited", _ALWAYS
    if status >= 500:
        return "http_5xx", _ALWAYS
    return "http_4xx", _ALWAYS if status in _BUSY else 1


def _unparseable(shown: str, tokens: Usage | None) -> Attempt:
    return Attempt(
        code="unparseable",
        detail=_line(f"no verdict in: {shown}"),
        status=200,
        tokens=tokens,
        most=3,
    )


def _without_choice(document: Mapping[str, Any], tokens: Usage | None) -> Attempt:
    """Some gateways send an error with HTTP 200."""
    error = _mapping(document.get("error"))
    status = error.get("code")
    if isinstance(status, int) and 400 <= status < 600:
        return from_status(status, json.dumps({"error": error}).encode(), {})
    shown = error.get("message") or "a reply without choices"
    return _unparseable(str(shown), tokens)


def _json(body: bytes) -> Any:
    """None where it is not JSON, or JSON that is nested beyond reason."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _error(body: bytes) -> Mapping[str, Any]:
    """OpenAI wraps its errors in `error`; others send them bare, or as a text."""
    document = _json(body)
    error = document.get("error", document) if isinstance(document, dict) else document
    if isinstance(error, str):
        return {"message": error}
    if isinstance(error, dict) and "message" in error:
        return error
    return {"message": body[:1000].decode("utf-8", "replace")}


def _content(value: Any) -> str:
    """A text, or a list of parts with texts."""
    if isinstance(value, list):
        return "".join(str(_mapping(part).get("text") or "") for part in value)
    return value if isinstance(value, str) else ""


def _first(value: Any) -> Mapping[str, Any] | None:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return value[0]
    return None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _tokens(value: Any) -> Usage | None:
    counts = _mapping(value)
    numbers = [counts.get(name) for name in ("prompt_tokens", "completion_tokens")]
    if not any(type(number) is int for number in numbers):
        return None
    used = [max(number, 0) if type(number) is int else 0 for number in numbers]
    return Usage(input_tokens=used[0], output_tokens=used[1])


def _after(headers: Mapping[str, str]) -> float | None:
    """Seconds by `Retry-After` (or its `-ms` kin); None without a usable one."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if isfinite(seconds):
            return max(seconds, 0.0)
    return _until(headers.get("retry-after", ""), headers.get("date", ""))


def _until(moment: str, now: str) -> float | None:
    """A date, measured on the endpoint's own clock."""
    try:
        distance = parsedate_to_datetime(moment) - parsedate_to_datetime(now)
    except (TypeError, ValueError):
        return None
    return max(distance.total_seconds(), 0.0)


def _line(value: Any) -> str:
    """One line, short, printable, storable."""
    text = " ".join(str(value).split())
    shown = "".join(mark if mark.isprintable() else "�" for mark in text)
    return shown if len(shown) <= MOST_DETAIL else f"{shown[:MOST_DETAIL]}…"
