"""What a code host's answer to one request says, and when to ask again."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any

from rubrickit.core import json_text

MOST_TRIES = 5
"""Requests until a host that fails is left alone; a busy one is waited for instead."""

_SHORTEST_WAIT = 2.0
_UNNAMED_WAIT = 60.0
_LEAST_WAIT = 1.0
_MOST_DETAIL = 300
_LINK = re.compile(r"<(?P<address>[^<>]*)>(?P<parameters>[^<]*)")
_NEXT = re.compile(r";\s*rel\s*=\s*\"?next\"?\s*(?:[;,]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HostAnswer:
    """`headers` has lower-case names. The body may be anything."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_failure(self) -> bool:
        """The host failed, perhaps after it did what was asked."""
        return self.status >= 500

    @property
    def is_throttled(self) -> bool:
        """Too many requests: this one was not carried out."""
        if self.status == 429:
            return True
        return self.status == 403 and (
            "retry-after" in self.headers
            or self.headers.get("x-ratelimit-remaining") == "0"
            or "rate limit" in self.complaint.lower()
        )

    @property
    def document(self) -> Any:
        """The body as JSON, None where it is none."""
        try:
            parsed = json_text.parse(self.body.decode())
        except UnicodeDecodeError:
            return None
        return parsed.value if parsed else None

    @property
    def complaint(self) -> str:
        """What the host says is wrong, on one line of at most 300 characters."""
        document = self.document
        told = _told(document) if document is not None else self._excerpt()
        return one_line(told) or "no message"

    def _excerpt(self) -> str:
        """Of a page that is no JSON; its markup is no help."""
        start = self.body[:1000].decode("utf-8", "replace")
        return "an HTML page" if start.lstrip().startswith("<") else start


@dataclass(frozen=True, slots=True)
class Broken:
    """No whole answer came. `was_sent`: the host may have the request nevertheless."""

    detail: str
    was_sent: bool = True


Outcome = HostAnswer | Broken


def wait(outcome: Outcome, tried: int, *, is_repeatable: bool) -> float | None:
    """Seconds before the same request is sent again; None where it should not be.

    What is not repeatable is sent again only if it cannot have been carried out.
    """
    if isinstance(outcome, HostAnswer) and outcome.is_throttled:
        return asked_wait(outcome.headers)
    if not is_unsettled(outcome) or tried >= MOST_TRIES:
        return None
    if not is_repeatable and may_be_done(outcome):
        return None
    asked = _after(outcome.headers) if isinstance(outcome, HostAnswer) else None
    return _SHORTEST_WAIT * 2.0 ** (tried - 1) if asked is None else asked


def is_unsettled(outcome: Outcome) -> bool:
    """The host neither did what was asked nor refused it."""
    return isinstance(outcome, Broken) or outcome.is_failure or outcome.is_throttled


def may_be_done(outcome: Outcome) -> bool:
    """Nobody knows whether this unsettled request was carried out."""
    if isinstance(outcome, Broken):
        return outcome.was_sent
    return outcome.is_failure


def asked_wait(headers: Mapping[str, str]) -> float:
    """Seconds that a busy host asks for, at least 1; a minute where it names none."""
    after = _after(headers)
    if after is not None:
        return max(after, _LEAST_WAIT)
    if headers.get("x-ratelimit-remaining") == "0":
        return _until_reset(headers)
    return _UNNAMED_WAIT


def next_link(header: str) -> str:
    """The address of the next page by a `Link` header, "" on the last."""
    for found in _LINK.finditer(header):
        if _NEXT.search(found["parameters"]):
            return found["address"]
    return ""


def one_line(text: str) -> str:
    """Printable, and no longer than a message may be."""
    line = " ".join(text[: 8 * _MOST_DETAIL].split())
    shown = "".join(mark if mark.isprintable() else "�" for mark in line)
    return shown if len(shown) <= _MOST_DETAIL else f"{shown[:_MOST_DETAIL]}…"


def within_bytes(text: str, most: int) -> str:
    """As many whole characters from the start as `most` bytes of UTF-8 hold."""
    encoded = text.encode("utf-8", "replace")
    return encoded[:most].decode("utf-8", "ignore")


def _told(document: Any) -> str:
    """GitHub's `message` with its `errors`, or GitLab's `message` or `error`."""
    if not isinstance(document, dict):
        return "no error message, but other JSON"
    message = document.get("message") or document.get("error") or ""
    errors = document.get("errors")
    details = [_detail(each) for each in errors[:3]] if isinstance(errors, list) else []
    return "; ".join(part for part in (_text(message), *details) if part)


def _detail(error: Any) -> str:
    if not isinstance(error, dict):
        return _text(error)
    if error.get("message"):
        return _text(error["message"])
    return " ".join(_text(error[key]) for key in ("field", "code") if key in error)


def _text(value: Any) -> str:
    """GitLab's messages may be lists and objects."""
    return value if isinstance(value, str) else str(value)[:1000]


def _after(headers: Mapping[str, str]) -> float | None:
    named = headers.get("retry-after", "")
    seconds = _number(named)
    if seconds is not None:
        return max(seconds, 0.0)
    now, then = _moment(headers.get("date", "")), _moment(named)
    return max(then - now, 0.0) if then is not None and now is not None else None


def _until_reset(headers: Mapping[str, str]) -> float:
    """By the host's own clock, and a second more, since it tells whole seconds."""
    reset = _number(headers.get("x-ratelimit-reset", ""))
    now = _moment(headers.get("date", ""))
    if reset is None or now is None:
        return _UNNAMED_WAIT
    return max(reset - now, 0.0) + 1.0


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _moment(text: str) -> float | None:
    """Seconds since 1970."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
