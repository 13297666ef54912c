"""The token: sent to one host in one header, and shown nowhere."""

import json
import socket
import traceback
from collections.abc import Iterator
from threading import Thread

import pytest
from support import host_server
from support.github_server import TOKEN, GitHubServer
from support.host_server import Fault, Reply
from support.hosting import access, github, result

from rubrickit.edges.github import GitHub
from rubrickit.errors import LostAnswerError, RubrickitError, WorldError


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with GitHubServer() as server:
        server.open_pull(7)
        server.say(7, "old")
        yield server


def test_the_token_is_sent_in_one_header(server: GitHubServer) -> None:
    client = github(server)

    said = client.add_comment(7, "new").identity
    client.update_comment(7, client.comments(7)[0].identity, "newer")
    client.hide_comment(7, said)
    client.start("rubrics", "c" * 40, "")

    assert len(server.requests) == 5
    for request in server.requests:
        carriers = [name for name, value in request.headers.items() if TOKEN in value]
        assert carriers == ["authorization"]
        assert TOKEN not in json.dumps([request.path, dict(request.query)])
        assert TOKEN.encode() not in request.body


ECHOES = {
    "in words": host_server.error(422, f"you sent {TOKEN}"),
    "cut in two": host_server.error(422, "x" * 285 + TOKEN),
    "escaped": Reply(422, raw=f'{{"message": "\\u0067{TOKEN[1:]}"}}'.encode()),
    "a page": Reply(422, raw=TOKEN.encode()),
    "a permission": Reply(403, {}, {"X-Accepted-GitHub-Permissions": f"{TOKEN}=read"}),
    "a redirect": Reply(307, {}, {"Location": f"http://{TOKEN}.example"}),
    "a failure": Reply(500, {"message": TOKEN}),
}


@pytest.mark.parametrize("reply", ECHOES.values(), ids=ECHOES)
def test_a_token_that_the_host_repeats_is_shown_nowhere(
    server: GitHubServer, reply: Reply
) -> None:
    server.fail("PATCH", Fault(reply), times=5)

    with pytest.raises(WorldError) as caught:
        github(server).finish("1", result())

    shown = "".join(traceback.format_exception(caught.value)) + caught.value.hint
    assert TOKEN[:9] not in shown


def test_a_cut_page_shows_no_half_of_the_token_either(server: GitHubServer) -> None:
    page = Reply(200, raw=b"x" * 285 + TOKEN.encode())
    server.fail("GET", Fault(page))

    with pytest.raises(WorldError) as caught:
        github(server).pull_request(7)

    assert TOKEN[:9] not in str(caught.value)


def test_what_is_no_http_shows_no_token_and_no_colour() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        Thread(target=_answer_once, args=(listening,), daemon=True).start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"

        with pytest.raises(LostAnswerError) as caught:
            GitHub(access(url, TOKEN), "acme/rubrics").add_comment(7, "text")

    assert "no answer" in str(caught.value)
    assert "[token]" in str(caught.value)
    assert TOKEN not in str(caught.value)
    assert len(str(caught.value)) < 400


def _answer_once(listening: socket.socket) -> None:
    connection, _ = listening.accept()
    with connection:
        connection.recv(65536)
        connection.sendall(f"{TOKEN} \x1b[31m {'x' * 500}\r\n\r\n".encode())


def test_a_comment_may_quote_a_token_like_any_word(server: GitHubServer) -> None:
    comment = github(server).add_comment(7, f"is {TOKEN} yours?")

    assert comment.body == f"is {TOKEN} yours?"


def test_the_token_is_no_part_of_what_is_printed_of_an_access() -> None:
    assert TOKEN not in repr(access("https://api.github.com", TOKEN))


@pytest.mark.parametrize(
    "token", ["", "  ", "two\nlines", "two words", "tokén", "a\x00"]
)
def test_what_is_no_token_is_not_sent_and_not_shown(token: str) -> None:
    with pytest.raises(RubrickitError, match="token") as caught:
        GitHub(access("https://api.github.com", token), "acme/rubrics")

    assert not token.strip() or token not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "", "api.github.com", "ftp://api.github.com", "https://", "file:///etc/passwd",
        "https://user:secret@api.github.com", "https://api.github.com?x=1", "http://[",
        "https://a..b", "https://[::1", "https://a b",
    ],
)  # fmt: skip
def test_what_is_no_api_address_is_refused_unseen(url: str) -> None:
    with pytest.raises(RubrickitError, match="API address") as caught:
        GitHub(access(url, TOKEN), "acme/rubrics")

    assert "secret" not in str(caught.value)


def test_the_token_goes_to_no_odd_address_of_graphql() -> None:
    with pytest.raises(RubrickitError, match="API address"):
        GitHub(access("https://api.github.com", TOKEN), "a/b", graphql_url="file:///x")


def test_a_token_with_a_line_end_around_it_works(server: GitHubServer) -> None:
    client = GitHub(access(f" {server.url}/ ", f"{TOKEN}\n"), "acme/rubrics")

    assert [comment.body for comment in client.comments(7)] == ["old"]
