"""A code host on loopback: what our fakes of GitHub and GitLab have in common."""

import json
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Request:
    """`headers` has lower-case names; `path` is without the server's prefix."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def document(self) -> Any:
        try:
            return json.loads(self.body or b"null")
        except ValueError:
            return None


@dataclass(frozen=True)
class Reply:
    """`raw` stands for itself, where the body is no JSON."""

    status: int = 200
    document: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None

    @property
    def content(self) -> bytes:
        if self.raw is not None:
            return self.raw
        return b"" if self.status == 204 else json.dumps(self.document).encode()


@dataclass(frozen=True)
class Fault:
    """Instead of the host's reply. Without `reply` the connection is just closed.

    `is_done`: what was asked is carried out all the same. `promises` more bytes than
    come.
    """

    reply: Reply | None = None
    is_done: bool = False
    promises: int = 0


def error(status: int, message: str, **headers: str) -> Reply:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    document = {"message": message, "documentation_url": "https://docs.example"}
    return Reply(status, document, names)


LOST = Fault(is_done=True)
DROPPED = Fault()
BAD_GATEWAY = Fault(Reply(502, raw=b"<html><h1>502 Bad Gateway</h1></html>"))
DONE_BUT_502 = Fault(BAD_GATEWAY.reply, is_done=True)
HTML = Fault(Reply(200, raw=b"<html>Please log in</html>"))
TRUNCATED = Fault(Reply(200, raw=b'[{"id": 1, "bo'))
CUT_SHORT = Fault(Reply(200, raw=b"["), promises=1000)
BUSY = Fault(error(429, "Too Many Requests", Retry_After="7"))
BUSY_UNTIL_UNKNOWN = Fault(error(429, "Too Many Requests"))
SECONDARY = Fault(
    error(403, "You have exceeded a secondary rate limit. Wait.", Retry_After="9")
)
SECONDARY_UNTIL_UNKNOWN = Fault(error(403, "You have exceeded a secondary rate limit."))


class HostServer:
    """A context manager. `url` is what a client needs as its API address.

    `faults` come first, each for the next request of its method; `requests` has all
    that was asked, `violations` all that the real host would not understand or say.
    """

    def __init__(self, prefix: str = "", port: int = 0) -> None:
        self.prefix = prefix
        self.requests: list[Request] = []
        self.violations: list[str] = []
        self.faults: list[tuple[str, Fault]] = []
        self.lock = Lock()
        self._http = _Threads(("127.0.0.1", port), self._handler())
        self._thread = Thread(target=self._http.serve_forever, args=(0.02,))

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def url(self) -> str:
        return f"{self.origin}{self.prefix}"

    def fail(self, method: str, fault: Fault, times: int = 1) -> None:
        """The next `times` requests of this method meet the fault."""
        self.faults += [(method, fault)] * times

    def asked(self, method: str) -> list[Request]:
        return [request for request in self.requests if request.method == method]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._thread.join(10)
        self._http.server_close()

    def reply(self, request: Request) -> Reply:
        """What the host does and says."""
        raise NotImplementedError

    def check(self, request: Request, reply: Reply | None) -> None:
        """Notes violations; without a reply those of the request alone."""

    def handle(self, request: Request) -> Fault:
        with self.lock:
            self.requests.append(request)
            fault = self._fault(request.method)
            if fault is not None and not fault.is_done:
                self.check(request, None)
                return fault
            reply = self._answered(request)
            return fault or Fault(reply)

    def _answered(self, request: Request) -> Reply:
        """A request that breaks the fake itself is one that nobody understands."""
        try:
            reply = self.reply(request)
        except (AttributeError, KeyError, TypeError, ValueError) as problem:
            self.check(request, None)
            self.violations.append(f"{request.method} {request.path}: {problem!r}")
            return error(400, "Problems parsing JSON")
        self.check(request, reply)
        return reply

    def _fault(self, method: str) -> Fault | None:
        for at, (wanted, fault) in enumerate(self.faults):
            if wanted == method:
                del self.faults[at]
                return fault
        return None

    def _handler(self) -> Callable[..., BaseHTTPRequestHandler]:
        return lambda *given: _Handler(self, *given)


class _Threads(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away in the midst is no error of a test."""


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, host: HostServer, *given: Any) -> None:
        self.host = host
        super().__init__(*given)

    def handle_one(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        request = Request(
            self.command,
            parts.path.removeprefix(self.host.prefix),
            dict(parse_qsl(parts.query, keep_blank_values=True)),
            {name.lower(): value for name, value in self.headers.items()},
            self.rfile.read(length),
        )
        fault = self.host.handle(request)
        if fault.reply is None:
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        self._send(fault.reply, fault.promises)

    def _send(self, reply: Reply, promises: int) -> None:
        kind = "text/html" if reply.raw is not None else "application/json"
        headers = {
            "Content-Type": kind,
            "Content-Length": str(promises or len(reply.content)),
            **reply.headers,
        }
        self.send_response(reply.status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.content)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_one  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on stderr."""
