"""The ledger's files on their way to the remote: none lost, none replaced, no trace."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from git_sample import git
from remotes import clone, commands, origin, remote_of, state
from rubric_repositories import committed, initialised, write

from rubrickit.edges.git_remote import GitRemote
from rubrickit.edges.ledger_pushing import LedgerPushing, Pushed
from rubrickit.errors import DeniedError, WorldError

BRANCH = "rubrickit-ledger"
SEGMENT = "scores/ledger/2026/one.jsonl"
CARD = "scores/judges/card.json"


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    return remote_of(tmp_path, {"rubrics/one.yaml": "text\n"}, commits=3)


def pushing(
    folder: Path,
    branch: str = BRANCH,
    wait: Callable[[int], None] = lambda _: None,
    tries: int = 8,
) -> LedgerPushing:
    return LedgerPushing(origin(folder), branch, wait, tries)


def files(remote: Path, branch: str = BRANCH) -> dict[str, str]:
    """What the remote's branch holds, by path."""
    names = git(remote, "ls-tree", "-r", "--name-only", branch).splitlines()
    return {name: git(remote, "show", f"{branch}:{name}") for name in names}


def hook(remote: Path, name: str, script: str) -> None:
    path = remote / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_the_first_push_makes_a_branch_of_its_own(remote: Path) -> None:
    pushed = pushing(clone(remote, "work")).append({SEGMENT: b"grades\n"}, "Add grades")

    assert pushed == Pushed(git(remote, "rev-parse", BRANCH), (SEGMENT,))
    assert files(remote) == {SEGMENT: "grades"}
    assert git(remote, "log", "--format=%an %cn: %B", BRANCH).strip() == (
        "rubrickit rubrickit: Add grades"
    )


@pytest.mark.parametrize("options", [(), ("--depth=1",), ("--depth=2",)])
def test_a_later_push_stands_on_the_earlier_ones(
    remote: Path, options: tuple[str, ...]
) -> None:
    pushing(clone(remote, "first")).append({SEGMENT: b"grades\n"}, "Add grades")
    folder = clone(remote, "second", *options)

    pushing(folder).append({"scores/ledger/2026/two.jsonl": b"more\n"}, "Add more")

    assert set(files(remote)) == {SEGMENT, "scores/ledger/2026/two.jsonl"}
    assert git(remote, "rev-list", "--count", BRANCH) == "2"


@pytest.mark.parametrize("options", [(), ("--depth=1",), ("--depth=2",)])
def test_grades_may_stand_on_the_default_branch(
    remote: Path, options: tuple[str, ...]
) -> None:
    folder = clone(remote, "work", *options)

    pushing(folder, "main").append({SEGMENT: b"grades\n"}, "Add grades")

    assert files(remote, "main") == {"rubrics/one.yaml": "text", SEGMENT: "grades"}
    assert git(remote, "rev-list", "--count", "main") == "4"


def test_the_clone_is_left_as_it_was(remote: Path) -> None:
    folder = clone(remote, "work")
    write(folder, {"rubrics/one.yaml": "edited", "new.txt": "new", "staged.txt": "s"})
    git(folder, "add", "staged.txt")
    before = state(folder)

    pushing(folder).append({SEGMENT: b"grades\n"}, "Add grades")

    git(folder, "update-ref", "-d", f"refs/remotes/origin/{BRANCH}")
    assert state(folder) == before


def test_bytes_arrive_as_they_are(remote: Path) -> None:
    folder = clone(remote, "work")
    git(folder, "config", "core.autocrlf", "true")
    data = b"a\r\nb\n\x00\xff\xe2\x80\xa8"

    pushing(folder).append({SEGMENT: data}, "Add grades")

    blob = commands(remote).out("show", f"{BRANCH}:{SEGMENT}")
    assert blob.out == data


def test_a_folder_in_a_bigger_repository_keeps_its_place(remote: Path) -> None:
    folder = clone(remote, "work")
    (folder / "rubrics").mkdir(exist_ok=True)

    pushed = pushing(folder / "rubrics").append({SEGMENT: b"grades\n"}, "Add grades")

    assert pushed.added == (f"rubrics/{SEGMENT}",)
    assert set(files(remote)) == {f"rubrics/{SEGMENT}"}


def test_what_is_there_is_not_pushed_again(remote: Path) -> None:
    folder = clone(remote, "work")
    first = pushing(folder).append({SEGMENT: b"grades\n"}, "Add grades")

    again = pushing(folder).append({SEGMENT: b"grades\n"}, "Add grades")

    assert again == Pushed(first.commit, ())
    assert git(remote, "rev-list", "--count", BRANCH) == "1"


def test_nothing_to_add_makes_no_branch(remote: Path) -> None:
    assert pushing(clone(remote, "work")).append({}, "Add nothing") == Pushed("", ())
    assert BRANCH not in git(remote, "branch", "--list")


def test_another_file_of_that_name_is_not_replaced(remote: Path) -> None:
    folder = clone(remote, "work")
    pushing(folder).append({SEGMENT: b"grades\n"}, "Add grades")

    with pytest.raises(WorldError, match=f"{SEGMENT}: `{BRANCH}` has another file"):
        pushing(folder).append({SEGMENT: b"forged\n", "b.jsonl": b"b"}, "Add more")

    assert files(remote) == {SEGMENT: "grades"}


def test_a_file_in_a_folders_place_is_not_replaced(remote: Path) -> None:
    folder = clone(remote, "work")
    pushing(folder).append({"scores": b"a file\n"}, "Add a file")

    with pytest.raises(WorldError, match="Git failed"):
        pushing(folder).append({SEGMENT: b"grades\n"}, "Add grades")

    assert files(remote) == {"scores": "a file"}


def test_an_optional_file_that_is_there_stays(remote: Path) -> None:
    folder = clone(remote, "work")
    pushing(folder).append({}, "Add a judge", {CARD: b"old\n"})

    pushed = pushing(folder).append({SEGMENT: b"s\n"}, "Add more", {CARD: b"new\n"})

    assert pushed.added == (SEGMENT,)
    assert files(remote) == {CARD: "old", SEGMENT: "s"}


@pytest.mark.parametrize("path", ["../out.jsonl", "a/../../b", "/etc/x", ".git/config"])
def test_a_path_that_leads_out_is_refused(remote: Path, path: str) -> None:
    with pytest.raises(WorldError):
        pushing(clone(remote, "work")).append({path: b"x"}, "Add it")

    assert BRANCH not in git(remote, "branch", "--list")


def test_two_racing_writers_lose_nothing(remote: Path) -> None:
    folders = [clone(remote, name, "--depth=1") for name in ("one", "two")]
    losses: list[int] = []

    def write_five(folder: Path) -> None:
        writer = pushing(folder, wait=losses.append, tries=20)
        for number in range(5):
            path = f"scores/ledger/2026/{folder.name}-{number}.jsonl"
            writer.append({path: f"{path}\n".encode()}, "Add grades", {CARD: b"{}\n"})

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write_five, folders))

    names = {
        f"scores/ledger/2026/{name}-{number}.jsonl"
        for name in ("one", "two")
        for number in range(5)
    }
    assert set(files(remote)) == names | {CARD}
    assert git(remote, "rev-list", "--count", BRANCH) == "10"


def test_a_writer_who_comes_between_is_not_overwritten(
    remote: Path, tmp_path: Path
) -> None:
    """The other one pushes while this one's push is on its way."""
    other = pushing(clone(remote, "other"))
    tried: list[int] = []
    hook(remote, "pre-receive", f"test -e {tmp_path}/once || "
         f"{{ touch {tmp_path}/once; echo 'cannot lock ref'; exit 1; }}")  # fmt: skip

    def come_between(attempt: int) -> None:
        tried.append(attempt)
        other.append({"scores/ledger/2026/other.jsonl": b"other\n"}, "Add other")

    late = pushing(clone(remote, "late"), wait=come_between)
    late.append({SEGMENT: b"grades\n"}, "Add grades")

    assert set(files(remote)) == {SEGMENT, "scores/ledger/2026/other.jsonl"}
    assert tried == [1]


def test_a_push_whose_answer_was_lost_is_found_again(
    remote: Path, tmp_path: Path
) -> None:
    """The remote takes the push, and dies before it says so."""
    once = tmp_path / "once"
    hook(
        remote, "post-receive", f"test -e {once} || {{ touch {once}; kill -9 $PPID; }}"
    )
    folder = clone(remote, "work")
    tried: list[int] = []

    pushed = pushing(folder, wait=tried.append).append({SEGMENT: b"g\n"}, "Add grades")

    assert pushed.commit == git(remote, "rev-parse", BRANCH)
    assert git(remote, "rev-list", "--count", BRANCH) == "1"
    assert tried == [1]


def test_a_branch_that_moves_without_end_ends_in_an_error(remote: Path) -> None:
    hook(remote, "pre-receive", "echo 'cannot lock ref' >&2; exit 1")
    tried: list[int] = []

    with pytest.raises(WorldError, match="took no push in 3 tries") as failed:
        pushing(clone(remote, "work"), wait=tried.append, tries=3).append(
            {SEGMENT: b"grades\n"}, "Add grades"
        )

    assert (tried, failed.value.hint) == (
        [1, 2, 3], "the grades are kept here; run the same command again",
    )  # fmt: skip


@pytest.mark.parametrize(
    "script",
    ["exit 1", "echo 'error: GH006: Protected branch update failed' >&2; exit 1"],
)
def test_a_protected_branch_is_a_denial_and_not_tried_again(
    remote: Path, script: str
) -> None:
    hook(remote, "pre-receive", script)
    tried: list[int] = []

    with pytest.raises(DeniedError, match="pre-receive hook declined") as denied:
        pushing(clone(remote, "work"), wait=tried.append).append(
            {SEGMENT: b"grades\n"}, "Add grades"
        )

    assert tried == []
    assert "contents: write" in denied.value.hint
    assert BRANCH in str(denied.value)


def test_our_own_hooks_play_no_part(remote: Path) -> None:
    folder = clone(remote, "work")
    for name in ("pre-push", "reference-transaction", "post-index-change"):
        hook(folder / ".git", name, "exit 1")

    assert pushing(folder).append({SEGMENT: b"grades\n"}, "Add grades").added


def test_a_clone_without_a_remote_says_so(tmp_path: Path) -> None:
    root = initialised(tmp_path / "root")
    committed(root)

    with pytest.raises(WorldError, match="the Git remote failed"):
        LedgerPushing(GitRemote(commands(root)), BRANCH, print).append(
            {SEGMENT: b"grades\n"}, "Add grades"
        )
