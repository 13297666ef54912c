"""Git over HTTP with a token: what it opens, and where it is not seen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from git_http_server import READER, WRITER, GitServer, serving
from git_sample import git
from remotes import commands, has, remote_of
from rubric_repositories import initialised

from rubrickit.edges.git_remote import GitRemote
from rubrickit.edges.ledger_pushing import LedgerPushing
from rubrickit.errors import DeniedError

BRANCH = "rubrickit-ledger"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GitServer]:
    remote_of(tmp_path, {"a.txt": "a\n"}, commits=3)
    with serving(tmp_path) as made:
        yield made


def folder_of(server: GitServer) -> Path:
    """As a checkout leaves it that keeps its own token, which is worth nothing now."""
    folder = initialised(server.folder / "work")
    git(folder, "remote", "add", "origin", f"{server.url}/remote.git")
    header = "AUTHORIZATION: basic b2xkOm9sZA=="
    git(folder, "config", f"http.{server.url}/.extraheader", header)
    return folder


def remote_with(server: GitServer, token: str) -> GitRemote:
    return GitRemote(commands(folder_of(server)).with_token(server.url, token))


def test_a_token_reads_and_writes(server: GitServer) -> None:
    remote = remote_with(server, WRITER)

    commit = remote.fetch_branch("main")
    pushed = LedgerPushing(remote, BRANCH, print).append({"a.jsonl": b"a"}, "Add it")

    assert commit
    assert has(remote.git.folder, commit)
    assert git(server.folder / "remote.git", "rev-parse", BRANCH) == pushed.commit


def test_a_token_that_may_only_read_is_denied_a_push(server: GitServer) -> None:
    remote = remote_with(server, READER)

    with pytest.raises(DeniedError, match="returned error: 403") as denied:
        LedgerPushing(remote, BRANCH, print).append({"a.jsonl": b"a"}, "Add it")

    assert "contents: write" in denied.value.hint
    assert remote.fetch_branch("main")


def test_a_wrong_token_is_denied_and_not_told(server: GitServer) -> None:
    with pytest.raises(DeniedError) as denied:
        remote_with(server, "a-wrong-token").fetch_branch("main")

    assert "a-wrong-token" not in f"{denied.value} {denied.value.hint}"


def test_a_token_does_not_follow_to_another_server(
    server: GitServer, tmp_path: Path
) -> None:
    with serving(tmp_path, redirect=server.url) as first:
        with pytest.raises(DeniedError):
            remote_with(first, WRITER).fetch_branch("main")

        assert all(first.seen)

    assert server.seen
    assert not any(server.seen)
