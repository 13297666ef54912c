"""Git over HTTP on this machine, for those who bring the right token."""

import os
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

READER, WRITER = "reads-only", "reads-and-writes"
SECRETS = {
    "basic " + b64encode(f"x-access-token:{token}".encode()).decode(): token
    for token in (READER, WRITER)
}


@dataclass(slots=True)
class GitServer:
    """`seen` has what each request said of who asks, None for nothing."""

    url: str
    folder: Path
    redirect: str = ""
    seen: list[str | None] = field(default_factory=list)


@contextmanager
def serving(folder: Path, redirect: str = "") -> Iterator[GitServer]:
    """Repositories below the folder; or every request sent on to another server."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server = GitServer(f"http://127.0.0.1:{http.server_port}", folder, redirect)
    http.git = server  # type: ignore[attr-defined]
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Any

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        git: GitServer = self.server.git
        headers = self.headers.get_all("Authorization") or []
        git.seen.append(headers[0] if headers else None)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if git.redirect:
            self._send(302, {"Location": git.redirect + self.path}, b"")
        elif len(headers) != 1 or headers[0] not in SECRETS:
            self._send(401, {"WWW-Authenticate": 'Basic realm="git"'}, b"")
        elif "receive-pack" in self.path and SECRETS[headers[0]] != WRITER:
            self._send(403, {}, b"Resource not accessible by integration")
        else:
            self._send(*self._backend(git.folder, body))

    def _backend(self, folder: Path, body: bytes) -> tuple[int, dict[str, str], bytes]:
        path, _, query = self.path.partition("?")
        variables = {
            **os.environ,
            "GIT_PROJECT_ROOT": str(folder),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "REMOTE_USER": "somebody",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
        }
        done = subprocess.run(
            ["git", "http-backend"], env=variables, input=body, capture_output=True,
            check=True,
        )  # fmt: skip
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        rows = (line.partition(": ") for line in head.decode().split("\r\n"))
        headers = {name: value for name, _, value in rows}
        return int(headers.pop("Status", "200")[:3]), headers, content

    def _send(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *rest: Any) -> None:
        pass
