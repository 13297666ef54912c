"""The README's picture: what a browser makes of the shipped example's comment."""

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support import pictures

OWN = re.compile(rb"\w+ (https?://)?[\w.]+\.(google|googleapis|gvt1)\.com[:/]")
"""Where a Chromium looks for its updates and its time, whatever page it shows."""


@contextmanager
def counting_proxy() -> Iterator[tuple[str, list[bytes]]]:
    """Where a browser turns with every request; each one's first line is kept."""
    asked: list[bytes] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            asked.append(self.rfile.readline())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
        server.shutdown()
        thread.join(10)


def taken(shown: str, folder: Path) -> tuple[bytes, list[bytes]]:
    """The picture, and what was asked of anybody but the browser's own makers."""
    command = pictures.browser()
    if command is None:
        pytest.skip(f"none of {', '.join(pictures.BROWSERS)} is installed")
    with counting_proxy() as (url, asked):
        flags = (f"--proxy-server={url}", "--proxy-bypass-list=<-loopback>")
        found = pictures.take(command, shown, folder, *flags)
    return found, [line for line in asked if not OWN.match(line)]


@pytest.fixture(scope="module")
def shown() -> str:
    return pictures.page(pictures.text())


def test_the_kept_picture_is_of_the_comment_as_it_is_now(shown: str) -> None:
    """`python tests/support/pictures.py` takes it again."""
    assert pictures.NOTED.read_text().strip() == pictures.digest(shown)
    kept = pictures.PICTURE.read_bytes()
    assert pictures.size(kept) == (pictures.WIDTH, pictures.HEIGHT)
    assert len(kept) < 200_000
    assert len(pictures.lines(kept)) > 150


@pytest.mark.slow
def test_a_browser_shows_it_and_asks_nobody(shown: str, tmp_path: Path) -> None:
    found, asked = taken(shown, tmp_path)

    assert pictures.size(found) == (pictures.WIDTH, pictures.HEIGHT)
    assert len(pictures.lines(found)) > 150
    assert asked == []


@pytest.mark.slow
def test_a_page_that_asked_somebody_would_be_seen(tmp_path: Path) -> None:
    """Else the proxy proves nothing; and a blank page has hardly a line."""
    picture = '<img src="http://picture.example/x.png">'

    found, asked = taken(f"<!doctype html>{picture}", tmp_path)

    assert any(b"picture.example" in line for line in asked)
    assert len(pictures.lines(found)) < 150
