"""A code host, or something in its place, that means harm or talks nonsense."""

import gzip
import socket
from collections.abc import Callable, Iterator
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from support import host_server
from support.github_server import TOKEN, GitHubServer
from support.host_server import Fault, Reply
from support.hosting import github, result

from rubrickit.edges.github import GitHub
from rubrickit.edges.rest import Access
from rubrickit.errors import WorldError

ACTS: dict[str, tuple[str, Callable[[GitHub], object]]] = {
    "pull request": ("GET", lambda client: client.pull_request(7)),
    "comments": ("GET", lambda client: client.comments(7)),
    "new comment": ("POST", lambda client: client.add_comment(7, "new")),
    "update": ("PATCH", lambda client: client.update_comment(7, "1001", "new")),
    "check": ("POST", lambda client: client.start("rubrics", "c" * 40, "")),
    "hiding": ("POST", lambda client: client.hide_comment(7, "1001")),
}
NONSENSE: dict[str, Any] = {
    "null": None,
    "a number": 7,
    "a text": "text",
    "an empty object": {},
    "a list of numbers": [7],
    "a list of lists": [[]],
    "an id that is none": {"id": "x", "number": "7", "head": 1, "base": []},
    "a list of bad ids": [{"id": None}],
    "an id that is true": [{"id": True}],
    "an id below zero": [{"id": -5}],
    "a check below zero": {"id": -5},
    "a commit that is none": {"number": 7, "head": {"sha": "main; rm"}},
    "odd GraphQL errors": {"errors": "no", "data": None},
    "more GraphQL errors": {"errors": [1, {"type": 2}]},
}
RAW = {
    "HTML": host_server.HTML,
    "truncated JSON": host_server.TRUNCATED,
    "no UTF-8": Fault(Reply(200, raw=b'{"id": "\xff\xfe"}')),
    "nothing": Fault(Reply(200, raw=b"")),
    "deep JSON": Fault(Reply(200, raw=b"[" * 100_000 + b"]" * 100_000)),
    "a long number": Fault(Reply(200, raw=b'{"id": ' + b"9" * 10_000 + b"}")),
    "not a number": Fault(Reply(200, raw=b'{"id": NaN}')),
}


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with GitHubServer() as server:
        server.open_pull(7)
        server.say(7, "old")
        yield server


def link(address: str) -> Fault:
    return Fault(Reply(200, [], {"Link": f'<{address}>; rel="next"'}))


@pytest.mark.parametrize("document", NONSENSE.values(), ids=NONSENSE)
@pytest.mark.parametrize(("method", "act"), ACTS.values(), ids=ACTS)
def test_json_of_any_shape_is_the_worlds_failure(
    server: GitHubServer,
    method: str,
    act: Callable[[GitHub], object],
    document: Any,
) -> None:
    server.fail(method, Fault(Reply(200, document)))

    with pytest.raises(WorldError):
        act(github(server))


@pytest.mark.parametrize("fault", RAW.values(), ids=RAW)
@pytest.mark.parametrize(("method", "act"), ACTS.values(), ids=ACTS)
def test_what_is_no_json_is_the_worlds_failure(
    server: GitHubServer, method: str, act: Callable[[GitHub], object], fault: Fault
) -> None:
    server.fail(method, fault)

    with pytest.raises(WorldError, match="HTTP 200"):
        act(github(server))


@pytest.mark.parametrize("status", [400, 404, 409, 418, 422])
@pytest.mark.parametrize("document", NONSENSE.values(), ids=NONSENSE)
def test_a_refusal_of_any_shape_is_one_line(
    server: GitHubServer, status: int, document: Any
) -> None:
    server.fail("PATCH", Fault(Reply(status, document)))

    with pytest.raises(WorldError, match=f"HTTP {status}: ") as caught:
        github(server).finish("1", result())

    assert str(caught.value).isprintable()


def test_the_hosts_words_can_neither_break_nor_colour_nor_flood_a_line(
    server: GitHubServer,
) -> None:
    words = "no\n::error::x\r\x1b[31m\u202e" + "long " * 9999
    server.fail("PATCH", Fault(host_server.error(422, words)))

    with pytest.raises(WorldError) as caught:
        github(server).finish("1", result())

    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500


def test_a_huge_reply_is_not_read_to_its_end(server: GitHubServer) -> None:
    bomb = gzip.compress(bytes(40 * 1024 * 1024))
    huge = Fault(Reply(200, raw=bomb, headers={"Content-Encoding": "gzip"}))
    server.fail("GET", huge, times=5)

    with pytest.raises(WorldError, match="too long"):
        github(server).comments(7)


def test_a_broken_encoding_is_the_worlds_failure(server: GitHubServer) -> None:
    broken = Fault(Reply(200, raw=b"no gzip", headers={"Content-Encoding": "gzip"}))
    server.fail("GET", broken, times=5)

    with pytest.raises(WorldError, match="no answer"):
        github(server).comments(7)


def test_an_answer_that_never_ends_is_not_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=_drip, args=(listening,), daemon=True).start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        client = GitHub(Access(url, TOKEN, patience=0.1, timeout=0.2), "acme/rubrics")
        started = monotonic()

        with pytest.raises(WorldError, match="too slowly"):
            client.pull_request(7)

    assert monotonic() - started < 5


def _drip(listening: socket.socket) -> None:
    connection, _ = listening.accept()
    with connection:
        connection.sendall(b"HTTP/1.1 200 -\r\nContent-Length: 99999\r\n\r\n")
        for _ in range(100):
            try:
                connection.sendall(b" ")
            except OSError:
                return
            connection.settimeout(0.05)
            try:
                connection.recv(4096)
            except TimeoutError:
                continue


@pytest.mark.parametrize(
    "start",
    [
        "http://127.0.0.1:{others}/",
        "http://localhost:{own}/",
        "https://127.0.0.1:{own}/",
        "//evil.example/",
    ],
)
def test_a_next_page_on_another_host_is_not_asked_for(
    server: GitHubServer, start: str
) -> None:
    with GitHubServer() as other:
        own, others = (each.origin.rpartition(":")[2] for each in (server, other))
        server.fail("GET", link(start.format(own=own, others=others)))

        with pytest.raises(WorldError, match="leads elsewhere"):
            github(server).comments(7)

    assert other.requests == []
    assert len(server.requests) == 1


@pytest.mark.parametrize("address", ["http://[", "http://a:b:c/", "\x7f", "http://"])
def test_a_next_page_that_is_no_address_is_the_worlds_failure(
    server: GitHubServer, address: str
) -> None:
    server.fail("GET", link(address))

    with pytest.raises(WorldError):
        github(server).comments(7)


def test_pages_that_lead_round_in_a_circle_end(server: GitHubServer) -> None:
    path = "/repos/acme/rubrics/issues/7/comments?per_page=100"
    server.fail("GET", link(f"{path}&page=2"))
    server.fail("GET", link(path))

    with pytest.raises(WorldError, match="no end"):
        github(server).comments(7)

    assert len(server.requests) == 2


def test_pages_without_end_end(server: GitHubServer) -> None:
    path = "/repos/acme/rubrics/issues/7/comments?per_page=100"
    for number in range(120):
        server.fail("GET", link(f"{path}&page={number}"))

    with pytest.raises(WorldError, match="no end"):
        github(server).comments(7)

    assert len(server.requests) == 100


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_redirect_to_another_host_is_not_followed(
    server: GitHubServer, status: int, method: str
) -> None:
    with GitHubServer() as other:
        away = Reply(status, {}, {"Location": other.url})
        server.fail(method, Fault(away))

        with pytest.raises(WorldError, match="leads elsewhere"):
            ACTS["comments" if method == "GET" else "new comment"][1](github(server))

    assert other.requests == []


def test_a_renamed_repository_is_followed_on_the_same_host(
    server: GitHubServer,
) -> None:
    path = "/repos/acme/rubrics/issues/7/comments"
    server.fail("POST", Fault(Reply(307, {}, {"Location": path})))

    github(server).add_comment(7, "new")

    assert server.bodies(7) == ["old", "new"]


def test_redirects_without_end_end(server: GitHubServer) -> None:
    server.fail("GET", Fault(Reply(302, {}, {"Location": "/again"})), times=9)

    with pytest.raises(WorldError, match="redirects without end"):
        github(server).pull_request(7)
