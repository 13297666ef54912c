"""Files of a commit and of a folder: the same bytes, and the same refusals."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from git_sample import git
from rubric_repositories import (
    committed,
    edited,
    initialised,
    opened,
    question_ids,
    rubric_file,
    run,
    told,
    write,
)

from rubrickit.core.versions import Version
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.snapshots import CommitSnapshot, FolderSnapshot, Snapshot
from rubrickit.errors import RubrickitError

SUFFIXES = (".yaml", ".yml")
NAMES = [
    "with space.yaml", "it's.yaml", 'a "quote".yaml', "ärztlich.yaml", "药.yaml",
    "e\u0301.yaml", "a\nline.yaml", "a\ttab.yaml", "-dash.yaml", "--all.yaml",
    ":colon.yaml", ":(top)magic.yaml", "back\\slash.yaml", "st*r.yaml", "[x].yaml",
    "$HOME.yaml", "`id`.yaml", "%2e.yaml", "#.yaml", "~.yaml", "a@{1}.yaml", "x.yml",
    "\x1b[31mred.yaml", "…/…/deep er/q.yaml", "folder.yaml/q.yaml", "_shared_not.yaml",
]  # fmt: skip


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = initialised(tmp_path / "root")
    committed(root, {"rubrics/one.yaml": rubric_file("one"), "real/x.yaml": "x"})
    return root


def refusal(snapshot: Snapshot, folder: str = "rubrics") -> str:
    with pytest.raises(RubrickitError) as caught:
        snapshot.blobs(folder, SUFFIXES)
    return str(caught.value)


def at_head(root: Path) -> CommitSnapshot:
    history = GitHistory.find(root)
    assert history is not None
    return CommitSnapshot(history, history.commit("HEAD"))


def test_any_name_is_read_in_the_folder_and_in_the_commit(root: Path) -> None:
    base = git(root, "rev-parse", "HEAD")
    files = {f"rubrics/{name}": rubric_file(f"q{at}") for at, name in enumerate(NAMES)}
    write(root, dict(files))
    wanted = {path: text.encode() for path, text in files.items()}
    wanted["rubrics/one.yaml"] = rubric_file("one").encode()
    ids = {f"q{at}" for at in range(len(NAMES))}

    here = FolderSnapshot(root)
    assert here.read(here.blobs("rubrics", SUFFIXES)) == wanted
    assert edited(root) == ids

    committed(root)
    there = at_head(root)
    assert there.read(there.blobs("rubrics", SUFFIXES)) == wanted
    assert list(there.blobs("rubrics", SUFFIXES)) == sorted(wanted)
    assert there.blobs("rubrics", SUFFIXES) == here.blobs("rubrics", SUFFIXES)
    for path in wanted:
        assert set(there.blobs("rubrics", SUFFIXES, {path, "real/x.yaml"})) == {path}
    assert edited(root, base, "HEAD") == ids


def test_a_name_that_is_no_utf_8_is_refused_on_one_line(root: Path) -> None:
    name = os.fsencode(root) + b"/rubrics/\xff\xfe.yaml"
    Path(os.fsdecode(name)).write_text(rubric_file("two"))

    for arguments in (("score",), ("diff",), ("delta",)):
        code, line = told(run(root, *arguments))
        assert code == 2
        assert line == r"error: rubrics/\udcff\udcfe.yaml: the name is not UTF-8"
    committed(root)
    assert told(run(root, "diff", "HEAD~1", "HEAD"))[0] == 2
    done = run(root, "lint", "--format=json")
    assert done.returncode == 1
    assert "the name is not UTF-8" in done.stdout


def test_a_name_that_is_no_utf_8_is_no_matter_where_nothing_reads_it(
    root: Path,
) -> None:
    name = os.fsencode(root) + b"/rubrics/\xff.md"
    Path(os.fsdecode(name)).write_text("notes")

    assert question_ids(root) == ["one"]
    committed(root)
    assert question_ids(root, "HEAD") == ["one"]


LINKS = {
    "a file": ("rubrics/link.yaml", "one.yaml"),
    "a folder": ("rubrics/team", "../real"),
    "a dangling one": ("rubrics/link.yaml", "nowhere"),
    "one out of the repository": ("rubrics/link.yaml", "/etc/passwd"),
    "one to itself": ("rubrics/link.yaml", "link.yaml"),
    "one without a suffix": ("rubrics/link", "one.yaml"),
}


@pytest.mark.parametrize(("path", "target"), LINKS.values(), ids=LINKS)
def test_a_link_is_named_and_not_followed(root: Path, path: str, target: str) -> None:
    (root / path).symlink_to(target)
    message = f"{path}: is a symbolic link, which is not followed"

    assert refusal(FolderSnapshot(root)) == message
    assert told(run(root, "diff")) == (2, f"error: {message}")
    committed(root)
    assert refusal(at_head(root)) == message
    assert told(run(root, "diff", "HEAD~1", "HEAD")) == (2, f"error: {message}")


@pytest.mark.parametrize("folder", ["rubrics", "gold", "gold/labels"])
def test_a_folder_that_is_a_link_is_not_followed(root: Path, folder: str) -> None:
    (root / "rubrics").rename(root / "there")
    for name in ("rubrics", "gold"):
        (root / name).mkdir()
    path = root / folder
    path.parent.mkdir(exist_ok=True)
    if path.is_dir():
        path.rmdir()
    path.symlink_to(root / "there")
    message = f"{folder}: is a symbolic link, which is not followed"

    assert refusal(FolderSnapshot(root), folder) == message
    assert refusal(FolderSnapshot(root), f"{folder}/inner") == message
    committed(root)
    assert refusal(at_head(root), folder) == message


def test_a_link_above_a_changed_file_is_not_followed_even_if_ignored(
    root: Path,
) -> None:
    committed(root, {"rubrics/team/two.yaml": rubric_file("two")})
    (root / "rubrics/team").rename(root / "there")
    (root / "rubrics/team").symlink_to(root / "there")
    write(root, {".gitignore": "team\n"})

    code, line = told(run(root, "diff"))

    assert code == 2
    assert line == "error: rubrics/team: is a symbolic link, which is not followed"


def test_a_configuration_that_is_a_link_is_not_followed(root: Path) -> None:
    write(root, {"other": "paths: {rubrics: real}\n"})
    (root / "rubrickit.yaml").symlink_to("other")

    code, line = told(run(root, "score"))

    assert code == 2
    assert line.startswith("error: rubrickit.yaml: is a symbolic link")
    assert "rubrickit.yaml:1:1: error: is a symbolic" in run(root, "lint").stdout


def test_a_file_that_became_a_link_is_named(root: Path) -> None:
    (root / "rubrics/one.yaml").unlink()
    (root / "rubrics/one.yaml").symlink_to("../real/x.yaml")

    assert "rubrics/one.yaml: is a symbolic link" in told(run(root, "diff"))[1]


def test_a_submodule_is_named_and_not_read(root: Path) -> None:
    other = initialised(root.parent / "other")
    committed(other, {"two.yaml": rubric_file("two")})
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "--quiet",
        str(other), "rubrics/team")  # fmt: skip
    git(root, "config", "--file", ".gitmodules", "submodule.rubrics/team.ignore", "all")
    message = "rubrics/team: is a submodule or another repository, which is not read"

    assert refusal(FolderSnapshot(root)) == message
    assert told(run(root, "diff")) == (2, f"error: {message}")
    committed(root)
    assert refusal(at_head(root)) == message
    assert told(run(root, "diff", "HEAD~1", "HEAD")) == (2, f"error: {message}")


def test_another_repository_inside_is_named_and_not_read(root: Path) -> None:
    inner = initialised(root / "rubrics/inner")
    committed(inner, {"two.yaml": rubric_file("two")})

    for command in ("score", "diff"):
        code, line = told(run(root, command))
        assert code == 2
        assert line.startswith("error: rubrics/inner: is a submodule or another")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def unix_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        os.chdir(path.parent)
        server.bind(path.name)


@pytest.mark.parametrize("make", [fifo, unix_socket])
def test_what_is_no_file_is_named_and_not_opened(
    root: Path, make: Callable[[Path], None]
) -> None:
    here = Path.cwd()
    make(root / "rubrics/pipe.yaml")
    os.chdir(here)

    assert refusal(FolderSnapshot(root)) == "rubrics/pipe.yaml: is no regular file"
    assert "is no regular file" in run(root, "lint").stdout


def test_a_configuration_that_is_a_pipe_is_not_waited_for(root: Path) -> None:
    fifo(root / "rubrickit.yaml")

    assert run(root, "lint").returncode == 1
    assert told(run(root, "score"))[0] == 2


def test_hidden_files_are_an_editors_and_not_read(root: Path) -> None:
    write(root, {"rubrics/.one.yaml": "not: [a rubric", "rubrics/.vim/x.yaml": "["})
    (root / "rubrics/.#one.yaml").symlink_to("author@host.4711")

    assert question_ids(root) == ["one"]
    assert edited(root) == set()
    assert run(root, "lint").returncode == 0
    committed(root)
    assert question_ids(root, "HEAD") == ["one"]


def test_a_hidden_folder_may_be_the_rubrics_folder(root: Path) -> None:
    write(root, {"rubrickit.yaml": "paths: {rubrics: .rubrics}\n"})
    (root / "rubrics").rename(root / ".rubrics")

    assert question_ids(root) == ["one"]
    committed(root)
    assert question_ids(root, "HEAD") == ["one"]


def test_an_unreadable_file_is_named(root: Path) -> None:
    """Longer than any disk allows, since a test may run as root."""
    snapshot = FolderSnapshot(root)

    with pytest.raises(RubrickitError, match="File name too long"):
        snapshot.blobs("rubrics", SUFFIXES, [f"rubrics/{'x' * 300}.yaml"])


def test_a_path_of_4000_bytes_is_read_from_a_commit(root: Path) -> None:
    path = "/".join(["rubrics", *["d" * 199] * 19, "q.yaml"])
    (root / "blob").write_text(rubric_file("deep"))
    blob = git(root, "hash-object", "-w", "blob")
    (root / "blob").unlink()
    git(root, "update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    git(root, "commit", "--quiet", "--message=deep")

    assert edited(root, "HEAD~1", "HEAD") == {"deep"}
    assert question_ids(root, "HEAD") == ["deep", "one"]
    assert edited(root) == {"deep"}  # deleted: it was never checked out


def test_six_hundred_nested_folders_are_no_matter(root: Path) -> None:
    folder = root / "rubrics" / "/".join("a" * 600)
    os.makedirs(folder)  # noqa: PTH103 - pathlib's own recursion is too deep
    (folder / "q.yaml").write_text(rubric_file("deep"))

    assert question_ids(root) == ["deep", "one"]
    assert edited(root) == {"deep"}


def test_names_that_differ_in_case_only_are_two_files(root: Path) -> None:
    write(root, {"rubrics/ONE.yaml": rubric_file("upper")})

    assert question_ids(root) == ["one", "upper"]
    assert edited(root) == {"upper"}


def test_an_empty_file_is_an_error_with_its_line(root: Path) -> None:
    write(root, {"rubrics/empty.yaml": ""})

    for command in ("score", "diff"):
        code, line = told(run(root, command))
        assert code == 2
        assert line.startswith("error: rubrics/empty.yaml:1:")
    assert run(root, "lint").returncode == 1


def test_without_any_folder_there_is_nothing(tmp_path: Path) -> None:
    root = initialised(tmp_path / "root")
    committed(root, {"readme": "text"})

    assert FolderSnapshot(root).blobs("rubrics", SUFFIXES) == {}
    assert at_head(root).blobs("rubrics", SUFFIXES) == {}
    assert edited(root, "HEAD", "HEAD") == set()


def test_a_file_in_place_of_the_folder_holds_nothing(tmp_path: Path) -> None:
    root = initialised(tmp_path / "root")
    committed(root, {"rubrics": "text"})

    assert FolderSnapshot(root).blobs("rubrics", SUFFIXES) == {}
    assert at_head(root).blobs("rubrics", SUFFIXES) == {}


@pytest.mark.parametrize("place", ["../elsewhere", "rubrics/../..", "/"])
def test_rubrics_outside_of_the_root_are_refused(root: Path, place: str) -> None:
    (root.parent / "elsewhere").mkdir()

    code, line = told(run(root, "diff", "--rubrics", place))

    assert code == 2
    assert "lies outside of" in line


def test_dots_that_stay_inside_are_fine(root: Path) -> None:
    write(root, {"other/x.yaml": rubric_file("x")})

    with opened(root, rubrics=root / "rubrics/../other") as repository:
        rubrics = repository.rubrics(Version("here", None))
        edit = repository.edited(repository.span(None, None))

    assert [rubric.question_id for rubric in rubrics] == ["x"]
    assert set(edit.after) == {"x"}


def test_the_root_itself_may_be_the_rubrics_folder(root: Path) -> None:
    committed(root, {"real/x.yaml": rubric_file("x")})
    write(root, {"top.yaml": rubric_file("top")})

    with opened(root, rubrics=root) as repository:
        edit = repository.edited(repository.span(None, None))
        then = repository.rubrics(repository.version("HEAD"))
        now = repository.rubrics(repository.version(None))

    assert set(edit.after) == {"top"}
    assert [rubric.question_id for rubric in then] == ["one", "x"]
    assert [rubric.question_id for rubric in now] == ["one", "top", "x"]
