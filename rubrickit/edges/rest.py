"""Asks a code host's REST API: patiently, page by page, the token for it alone."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import Any

import httpx2

from rubrickit.core.hosting import answers
from rubrickit.core.hosting.answers import Broken, HostAnswer, Outcome
from rubrickit.errors import LostAnswerError, RubrickitError, WorldError

_BETWEEN_WRITES = 1.0
"""Seconds. Faster writing is what secondary limits are about."""

_MOST_BYTES = 32 * 1024 * 1024
_MOST_PAGES = 100
"""GitHub takes no more than 2,500 comments on one pull request."""

_MOST_REDIRECTS = 3
_REDIRECTS = frozenset({301, 302, 307, 308})


@dataclass(frozen=True, slots=True)
class Access:
    """Where an API is, who asks, and how long an answer is worth waiting for.

    All times in seconds: `patience` for all waiting while the host is busy or failing,
    `timeout` for one answer. `wait` and `clock` are replaced by tests.
    """

    url: str
    token: str = field(repr=False)
    patience: float = 300.0
    timeout: float = 30.0
    wait: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic


class RestClient:
    """Every method raises WorldError where the host fails or cannot be reached.

    Proxies and certificates are those of the system, as with any HTTP client.

    What the host refuses (4xx) is an answer like any other; `refusal` puts it in words.
    `headers` gets the token and returns the names and values that show it.
    """

    def __init__(
        self, access: Access, headers: Callable[[str], Mapping[str, str]]
    ) -> None:
        self._access = access
        self._root = checked_url(access.url)
        self._headers = {"User-Agent": "rubrickit", **headers(_checked_token(access))}
        self._patience = access.patience
        self._last_write: float | None = None
        is_secure = self._root.scheme == "https"
        # Without https it trusts nobody, which takes no time to set up.
        self._tls = (
            httpx2.create_ssl_context()
            if is_secure
            else SSLContext(PROTOCOL_TLS_CLIENT)
        )

    @property
    def url(self) -> str:
        return str(self._root).rstrip("/")

    def get(self, path: str) -> HostAnswer:
        return self._settled("GET", self._url(path), None, is_repeatable=True)

    def pages(self, path: str) -> Iterator[HostAnswer]:
        """Each page of a list, 100 entries each, until there is none or one fails."""
        start = httpx2.URL(self._url(path)).copy_set_param("per_page", "100")
        url, seen = start, set[str]()
        while str(url) not in seen and len(seen) < _MOST_PAGES:
            seen.add(str(url))
            answer = self._settled("GET", str(url), None, is_repeatable=True)
            yield answer
            following = self._next(start, answer)
            if following is None:
                return
            url = following
        raise WorldError(f"{path}: the list has no end")

    def write(
        self,
        method: str,
        path: str,
        document: Any = None,
        *,
        is_repeatable: bool = True,
    ) -> HostAnswer:
        """`path` may be a whole URL.

        Raises LostAnswerError where what is not repeatable was sent, and nobody knows
        whether it was carried out.
        """
        now = self._access.clock()
        if self._last_write is not None:
            pause = self._last_write + _BETWEEN_WRITES - now
            if pause > 0:
                self._access.wait(pause)
        content = None if document is None else _encoded(document)
        try:
            return self._settled(
                method, self._url(path), content, is_repeatable=is_repeatable
            )
        finally:
            self._last_write = self._access.clock()

    def refusal(self, path: str, answer: HostAnswer) -> str:
        """One line: where, the status, and the host's own words.

        Hosts repeat tokens. One is taken out before anything is cut, since half of one
        is not found, and again after, since JSON may spell it otherwise.
        """
        secret = self._access.token.strip().encode()
        shown = replace(answer, body=answer.body.replace(secret, b"[token]"))
        told = f"{self._url(path)}: HTTP {shown.status}: {shown.complaint}"
        return self._without_token(told)

    def _url(self, path: str) -> str:
        return f"{self.url}{path}" if path.startswith("/") else path

    def _settled(
        self, method: str, url: str, content: bytes | None, *, is_repeatable: bool
    ) -> HostAnswer:
        """Tries until the host did what was asked, or refused it."""
        tried = 0
        while True:
            started = self._access.clock()
            outcome = self._followed(method, url, content)
            tried += 1
            if isinstance(outcome, HostAnswer) and not answers.is_unsettled(outcome):
                return outcome
            self._patience -= self._access.clock() - started
            wait = answers.wait(outcome, tried, is_repeatable=is_repeatable)
            if wait is None or wait > self._patience:
                raise self._failure(url, outcome, wait, is_repeatable)
            self._patience -= wait
            self._access.wait(wait)

    def _failure(
        self, url: str, outcome: Outcome, wait: float | None, is_repeatable: bool
    ) -> WorldError:
        """The last of several, in words."""
        if isinstance(outcome, Broken):
            told = answers.one_line(self._without_token(f"{url}: {outcome.detail}"))
        else:
            told = self.refusal(url, outcome)
        if wait is not None:
            told += f" (the next try would have to wait {wait:.0f} s)"
        if not is_repeatable and answers.may_be_done(outcome):
            return LostAnswerError(told, hint="look whether it was carried out")
        return WorldError(told, hint="run it again later")

    def _followed(self, method: str, url: str, content: bytes | None) -> Outcome:
        """Follows redirects as an API means them: the same request, elsewhere."""
        for _ in range(_MOST_REDIRECTS):
            outcome = self._sent(method, url, content)
            if isinstance(outcome, Broken) or outcome.status not in _REDIRECTS:
                return outcome
            url = str(self._joined(url, outcome.headers.get("location", "")))
        raise WorldError(f"{self.url}: redirects without end")

    def _sent(self, method: str, url: str, content: bytes | None) -> Outcome:
        """One request on a connection of its own.

        On one that is kept open a POST may meet a host that is just closing it, and
        then nobody knows whether it was carried out.
        """
        headers = dict(self._headers)
        if content is not None:
            headers["Content-Type"] = "application/json"
        deadline = self._access.clock() + self._access.timeout
        try:
            with (
                httpx2.Client(timeout=self._access.timeout, verify=self._tls) as client,
                client.stream(method, url, content=content, headers=headers) as reply,
            ):
                body = self._body(reply, deadline)
                names = {name.lower(): value for name, value in reply.headers.items()}
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            return Broken(f"no connection: {error}", was_sent=False)
        except httpx2.RequestError as error:
            return Broken(f"no answer: {error or type(error).__name__}")
        if body is None:
            return Broken("the answer is too long, or comes too slowly")
        return HostAnswer(reply.status_code, names, body)

    def _body(self, reply: httpx2.Response, deadline: float) -> bytes | None:
        """None where it is more, or takes longer, than any answer we want."""
        body = bytearray()
        for part in reply.iter_bytes():
            body += part
            if len(body) > _MOST_BYTES or self._access.clock() > deadline:
                return None
        return bytes(body)

    def _next(self, start: httpx2.URL, answer: HostAnswer) -> httpx2.URL | None:
        """By GitLab's page number where there is one, else by the `next` link."""
        number = answer.headers.get("x-next-page")
        if number is not None:
            is_one = number.isascii() and number.isdigit()
            return start.copy_set_param("page", number) if is_one else None
        link = answers.next_link(answer.headers.get("link", ""))
        return self._joined(str(start), link) if link else None

    def _joined(self, url: str, link: str) -> httpx2.URL:
        """Where a link leads. The token is sent to the API's own host and no other."""
        try:
            target = httpx2.URL(url).join(link)
        except (httpx2.InvalidURL, ValueError) as error:
            raise WorldError(f"{self.url}: leads to what is no address") from error
        if not link or _origin(target) != _origin(httpx2.URL(url)):
            raise WorldError(
                self._without_token(
                    f"{self.url}: leads elsewhere, to {_shown(target)}"
                ),
                hint="the token is for this host alone, so that is not followed",
            )
        return target

    def _without_token(self, told: str) -> str:
        return told.replace(self._access.token.strip(), "[token]")


def _origin(url: httpx2.URL) -> tuple[str, str, int]:
    standard = 443 if url.scheme == "https" else 80
    return url.scheme, url.host, url.port or standard


def _shown(url: httpx2.URL) -> str:
    return answers.one_line(f"{url.scheme}://{url.host}")


def _encoded(document: Any) -> bytes:
    """Half a surrogate pair has no UTF-8 and becomes a question mark."""
    text = json.dumps(document, ensure_ascii=False)
    return text.encode("utf-8", "replace")


def checked_url(url: str) -> httpx2.URL:
    """Raises RubrickitError, which shows nothing of it: it may hold a password."""
    try:
        parsed = httpx2.URL(url.strip())
        host = parsed.host.encode("idna")
    except (httpx2.InvalidURL, ValueError):
        parsed, host = httpx2.URL(), b""
    is_plain = not (parsed.userinfo or parsed.query or parsed.fragment)
    if parsed.scheme in ("http", "https") and host and b"%" not in host and is_plain:
        return parsed
    raise RubrickitError(
        "the code host's API address is no plain web address",
        hint="it looks like https://api.github.com",
    )


def _checked_token(access: Access) -> str:
    token = access.token.strip()
    if token and token.isascii() and token.isprintable() and " " not in token:
        return token
    if not token:
        raise RubrickitError(
            "there is no token for the code host", hint="set `GITHUB_TOKEN`"
        )
    raise RubrickitError(
        "the code host's token holds characters that no token has",
        hint="set it again, without quotes and line breaks",
    )
