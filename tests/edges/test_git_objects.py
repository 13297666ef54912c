"""Objects and folders as Git itself has them, whatever happens to its process."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, Popen, run

import pytest
from git_sample import git

from rubrickit.core.git_output import GitObject
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.git_objects import GitObjects, Process
from rubrickit.errors import WorldError

ABSENT = "0" * 40


class Started:
    """Starts Git in a folder and keeps what it started."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.processes: list[Popen[bytes]] = []

    def __call__(self, command: Sequence[str]) -> Process:
        child = Popen(command, cwd=self.root, stdin=PIPE, stdout=PIPE)
        self.processes.append(child)
        assert child.stdin
        assert child.stdout
        return Streams(child)

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()


class Streams:
    def __init__(self, child: "Popen[bytes]") -> None:
        assert child.stdin
        assert child.stdout
        self.stdin, self.stdout = child.stdin, child.stdout


@pytest.fixture
def root(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    return tmp_path


@pytest.fixture
def started(root: Path) -> Iterator[Started]:
    found = Started(root)
    yield found
    found.end()


def stored(root: Path, data: bytes) -> str:
    command = ["git", "hash-object", "-w", "--stdin"]
    done = run(command, cwd=root, input=data, capture_output=True, check=True)
    return done.stdout.decode().strip()


def damage(root: Path, name: str) -> None:
    path = root / f".git/objects/{name[:2]}/{name[2:]}"
    path.chmod(0o600)
    path.write_bytes(b"no object")


def blobs(ids: Sequence[str], objects: GitObjects) -> list[bytes | None]:
    return [found and found.data for _, found in objects.each(ids)]


def test_many_objects_are_read_by_one_process(root: Path, started: Started) -> None:
    every = [b"%d\n" % number * number for number in range(250)]
    ids = [stored(root, data) for data in every]
    objects = GitObjects(started)

    assert blobs([*ids, *ids], objects) == [*every, *every]
    assert objects.read(ids[3]) == GitObject("blob", every[3])
    assert len(started.processes) == 1


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_damaged_object_takes_no_other_with_it(
    root: Path, started: Started, place: int
) -> None:
    ids = [stored(root, data) for data in (b"one", b"two", b"three")]
    damage(root, ids[place])

    found = blobs([*ids, ABSENT], GitObjects(started))

    healthy = [b"one", b"two", b"three", None]
    healthy[place] = None
    assert found == healthy


def test_a_process_that_was_ended_in_between_is_started_again(
    root: Path, started: Started
) -> None:
    ids = [stored(root, data) for data in (b"one", b"two")]
    objects = GitObjects(started)
    objects.read(ids[0])

    started.processes[0].kill()
    started.processes[0].wait()

    assert blobs(ids, objects) == [b"one", b"two"]


def test_whoever_asks_in_between_gets_what_was_asked_for(
    root: Path, started: Started
) -> None:
    every = [b"%d" % number for number in range(5)]
    ids = [stored(root, data) for data in every]
    objects = GitObjects(started)

    both = [(found, objects.read(ids[4])) for _, found in objects.each(ids)]

    assert [one and one.data for one, _ in both] == every
    assert {other.data for _, other in both} == {b"4"}


def test_whoever_stops_in_between_leaves_no_answer_behind(
    root: Path, started: Started
) -> None:
    ids = [stored(root, data) for data in (b"one", b"two", b"three")]
    objects = GitObjects(started)
    rest = objects.each(ids)
    next(rest)
    del rest

    assert objects.read(ids[2]).data == b"three"


@pytest.mark.parametrize("name", ["HEAD", "", "main:a b", f"{ABSENT}\n{ABSENT}", "-x"])
def test_what_is_no_whole_id_is_not_asked_for(started: Started, name: str) -> None:
    objects = GitObjects(started)

    assert objects.kind(name) is None
    with pytest.raises(WorldError, match="cannot read the object"):
        objects.read(name)
    assert not started.processes


def committed(root: Path) -> str:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "-m", "More")
    return git(root, "rev-parse", "HEAD").strip()


def odd(root: Path) -> str:
    """Every kind of entry, below names that only bytes can spell."""
    for name in (b"a/b/c.txt", b"a.txt", b"a/caf\xc3\xa9", b"a/caf\xe9", b'a/x\ny "z"'):
        path = os.fsencode(root) + b"/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
        with open(path, "wb") as file:  # noqa: PTH123
            file.write(name)
    (root / "a/run").write_text("#!/bin/sh\n")
    (root / "a/run").chmod(0o755)
    (root / "a/link").symlink_to("../a.txt")
    first = committed(root)
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{first},a/module")
    git(root, "commit", "--quiet", "-m", "A module")
    return git(root, "rev-parse", "HEAD").strip()


def as_git_lists(root: Path, commit: str, folder: str) -> dict[str, tuple[str, str]]:
    command = ["git", "ls-tree", "-r", "-z", "--full-tree", commit]
    below = ["--", folder] if folder != "." else []
    done = run([*command, *below], cwd=root, capture_output=True, check=True)
    entries = (entry.split("\t", 1) for entry in os.fsdecode(done.stdout).split("\0"))
    found = {path: facts.split(" ") for facts, path in filter(_is_whole, entries)}
    return {path: (mode, blob) for path, (mode, _, blob) in found.items()}


def _is_whole(entry: list[str]) -> bool:
    return len(entry) == 2


@pytest.mark.parametrize(
    "folder", [".", "a", "a/b", "a/run", "a.txt", "none", "a/run/x"]
)
@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_a_folder_is_listed_as_git_lists_it(
    tmp_path: Path, folder: str, form: str
) -> None:
    git(tmp_path, "init", "--quiet", f"--object-format={form}")
    commit = odd(tmp_path)
    tree = git(tmp_path, "rev-parse", f"{commit}^{{tree}}").strip()
    history = GitHistory.find(tmp_path)
    assert history

    found = {
        path: (file.mode, file.blob)
        for path, file in history.files(commit, folder).items()
    }

    assert found == as_git_lists(tmp_path, commit, folder)
    assert history.files(tree, folder) == history.files(commit, folder)
    history.close()


def test_what_changed_between_commits_is_what_git_says(root: Path) -> None:
    before = odd(root)
    (root / "a/run").chmod(0o644)
    (root / "a/link").unlink()
    (root / "a/link").write_text("../a.txt")
    (root / "a/b/c.txt").rename(root / "a/d.txt")
    (root / "new").mkdir()
    (root / "new/e.txt").write_text("e")
    after = committed(root)
    names = git(root, "diff", "--name-only", "--no-renames", "-z", before, after)
    history = GitHistory.find(root)
    assert history

    assert history.changed(before, after, ".") == {*filter(None, names.split("\0"))}
    assert history.changed(before, after, "new") == {"new/e.txt"}
    assert history.changed(after, after, ".") == frozenset()
    history.close()


def test_a_folder_that_git_cannot_read_is_no_empty_one(root: Path) -> None:
    commit = odd(root)
    damage(root, git(root, "rev-parse", f"{commit}:a").strip())
    history = GitHistory.find(root)
    assert history

    with pytest.raises(WorldError, match="Git cannot read the object") as caught:
        history.files(commit, "a")

    assert "git fsck" in caught.value.hint
    history.close()
