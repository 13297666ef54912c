"""A repository's states: what an edit reads, what the cache may do, what decides."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from git_sample import git
from rubric_repositories import (
    committed,
    edit,
    edited,
    initialised,
    label_row,
    opened,
    question_ids,
    response_row,
    rubric_file,
    run,
    told,
    write,
)

from rubrickit.core.rubric import Rubric

BROKEN = "question_id: [not, a rubric\n"
SHARED = "nodes:\n  - {id: shared, check: 'shared?'}\n"
USER = "question_id: user\nquestion: Q?\nnodes:\n  - {use: safe.shared}\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = initialised(tmp_path / "root")
    committed(root, {
        "rubrickit.yaml": "judge: {kind: human}\n",
        "rubrics/one.yaml": rubric_file("one"),
        "rubrics/two.yaml": rubric_file("two"),
        "gold/g.jsonl": response_row("one") + response_row("two"),
        "gold/labels/l.jsonl": "".join(
            label_row(name, check) for name in ("one", "two") for check in ("a?", "b?")
        ),
    })  # fmt: skip
    return root


def texts(rubric: Rubric) -> list[str]:
    return [text for placed in rubric.leaves() for text in placed.leaf.texts]


def test_rubrics_that_the_edit_left_alone_may_be_broken_at_both_ends(
    root: Path,
) -> None:
    committed(root, {"rubrics/bad.yaml": BROKEN, "rubrics/empty.yaml": ""})
    write(root, {"rubrics/one.yaml": rubric_file("one", "a?", "b?", weight=2)})

    for command in ("diff", "plan", "delta"):
        done = run(root, command)
        assert (done.returncode, done.stderr) == (0, ""), command
    assert told(run(root, "score"))[0] == 2


def test_broken_rubrics_do_not_count_as_rubrics_with_responses(root: Path) -> None:
    committed(root, {"rubrics/two.yaml": BROKEN})

    with opened(root) as repository:
        found = repository.questions_with_responses(repository.version("HEAD"))

    assert found == {"one"}


def test_a_broken_file_at_the_base_is_said_to_be_there(root: Path) -> None:
    committed(root, {"rubrics/bad.yaml": BROKEN})
    write(root, {"rubrics/bad.yaml": rubric_file("bad")})

    code, line = told(run(root, "diff"))

    assert code == 2
    assert line.startswith("error: at the base (merge base of main and HEAD): rubrics/")


def test_a_broken_file_at_the_head_is_named_with_its_line(root: Path) -> None:
    write(root, {"rubrics/one.yaml": BROKEN})

    code, line = told(run(root, "diff"))

    assert code == 2
    assert line.startswith("error: rubrics/one.yaml:")


@pytest.mark.parametrize("path", ["rubrics/new.yaml", "rubrics/one.yaml"])
def test_an_edit_may_not_take_the_id_of_a_rubric_it_left_alone(
    root: Path, path: str
) -> None:
    write(root, {path: rubric_file("two")})

    for _cache in ("cold", "warm"):
        code, line = told(run(root, "diff"))
        assert code == 2
        assert line == (
            f"error: {path}:1: question_id `two` stands in rubrics/two.yaml too"
        )
    committed(root)
    assert told(run(root, "delta", "HEAD~1", "HEAD"))[0] == 2


def test_two_edited_files_may_change_ids(root: Path) -> None:
    write(root, {
        "rubrics/one.yaml": rubric_file("two"),
        "rubrics/two.yaml": rubric_file("one"),
    })  # fmt: skip

    assert edited(root) == {"one", "two"}


@pytest.mark.parametrize("target", ["rubrics/team/one.yaml", "rubrics/uno.yml"])
def test_a_file_that_moved_with_an_edit_is_the_same_rubric(
    root: Path, target: str
) -> None:
    (root / "rubrics/one.yaml").unlink()
    write(root, {target: rubric_file("one", "a?", "c?")})

    found = edit(root)

    assert found.before.keys() == found.after.keys() == {"one"}
    assert found.after["one"].place.path == target


def test_what_is_read_from_the_cache_carries_the_path_it_lies_at(root: Path) -> None:
    question_ids(root)
    (root / "rubrics/one.yaml").rename(root / "rubrics/uno.yaml")
    write(root, {"rubrics/copy.yaml": rubric_file("one")})

    code, line = told(run(root, "score"))

    assert code == 2
    assert "rubrics/uno.yaml:1" in line
    assert "rubrics/copy.yaml:1" in line
    assert "one.yaml" not in line


def test_a_rubric_is_not_stale_after_its_shared_file_changed(root: Path) -> None:
    committed(root, {"rubrics/_shared/safe.yaml": SHARED, "rubrics/user.yaml": USER})
    assert "user" in question_ids(root)
    write(root, {"rubrics/_shared/safe.yaml": SHARED.replace("shared?", "other?")})

    for _ in ("cold", "warm"):
        found = edit(root)
        assert texts(found.before["user"]) == ["shared?"]
        assert texts(found.after["user"]) == ["other?"]


def test_a_shared_file_may_end_in_yml(root: Path) -> None:
    write(root, {"rubrics/_shared/safe.yml": SHARED, "rubrics/user.yaml": USER})

    assert "user" in question_ids(root)
    assert run(root, "lint").returncode == 0


def test_a_shared_name_that_stands_in_two_files_is_an_error(root: Path) -> None:
    write(root, {
        "rubrics/_shared/safe.yaml": SHARED,
        "rubrics/_shared/more/safe.yaml": SHARED.replace("shared?", "weaker?"),
        "rubrics/user.yaml": USER,
    })  # fmt: skip

    code, line = told(run(root, "score"))

    assert code == 2
    assert "`safe.shared` stands twice; first at rubrics/_shared/" in line
    assert "`safe.shared` stands twice" in run(root, "lint").stdout


def test_a_folder_that_is_called_shared_elsewhere_hides_no_rubric(root: Path) -> None:
    write(root, {"rubrics/team/_shared/three.yaml": rubric_file("three")})

    assert edited(root) == {"three"}
    assert question_ids(root) == ["one", "three", "two"]


def corrupted(cache: Path) -> None:
    cache.write_bytes(b"junk" * 2000)


def emptied(cache: Path) -> None:
    cache.write_bytes(b"")


def deleted(cache: Path) -> None:
    shutil.rmtree(cache.parent)


def blocked(cache: Path) -> None:
    shutil.rmtree(cache.parent)
    cache.parent.write_text("a file in the folder's place")


def forged(cache: Path) -> None:
    with sqlite3.connect(cache) as connection:
        connection.execute("update entries set value = cast('[]' as blob)")
    connection.close()


@pytest.mark.parametrize("harm", [corrupted, emptied, deleted, blocked, forged])
def test_no_harm_to_the_cache_changes_a_result(
    root: Path, harm: Callable[[Path], None]
) -> None:
    write(root, {"rubrics/one.yaml": rubric_file("one", "a?", "b?", weight=3)})
    commands = (("delta", "--format=json", "--full"), ("score", "--format=json"))

    def results() -> list[tuple[int, str]]:
        done = [run(root, *command) for command in commands]
        return [(each.returncode, each.stdout) for each in done]

    cold, warm = results(), results()
    harm(root / ".git/rubrickit/cache/cache.sqlite")

    assert cold == warm == results() == results()
    assert cold[0][0] == 0


def test_paths_are_the_bases_so_no_edit_can_hide_behind_them(root: Path) -> None:
    write(root, {
        "rubrickit.yaml": "judge: {kind: human}\npaths: {rubrics: nothing}\n",
        "rubrics/one.yaml": rubric_file("one", "a?"),
    })  # fmt: skip
    (root / "rubrics/two.yaml").unlink()

    done = run(root, "delta", "--format=json")

    assert '"one"' in done.stdout
    assert '"two"' in done.stdout
    committed(root)
    assert '"one"' in run(root, "delta", "HEAD~1", "HEAD", "--format=json").stdout


def test_a_response_twice_is_named_with_its_lines_in_the_files(root: Path) -> None:
    write(root, {"gold/h.jsonl": response_row("two", "x") + response_row("one")})
    with opened(root) as repository:
        version = repository.version(None)
        for _ in ("cold", "warm"):
            with pytest.raises(Exception, match=r"h\.jsonl:2: .*gold/g\.jsonl:1"):
                repository.responses(version, ["one"])


def test_one_file_of_responses_may_have_any_name(root: Path) -> None:
    write(root, {"answers.txt": response_row("one", "elsewhere")})

    done = run(root, "score", "--responses", "answers.txt", "--format=json")

    assert '"elsewhere"' in done.stdout


def test_a_missing_file_of_responses_is_named(root: Path) -> None:
    done = run(root, "score", "--responses", "nowhere.jsonl")

    assert told(done) == (
        2,
        "error: invalid value for '--responses': File 'nowhere.jsonl' does not exist",
    )


@pytest.mark.slow
def test_ten_thousand_rubrics_changed_at_once_are_read(root: Path) -> None:
    names = [f"q{number}" for number in range(10_000)]
    committed(root, {f"rubrics/x/{n}.yaml": rubric_file(n, "a?") for n in names})

    found = edit(root, "HEAD~1", "HEAD")

    assert len(found.after) == 10_000
    assert found.before == {}


def test_the_data_branch_is_a_branch_and_no_tag(root: Path) -> None:
    git(root, "tag", "rubrickit-ledger")
    git(root, "tag", "origin/rubrickit-ledger")

    with opened(root) as repository:
        assert len(repository.ledger_sources("ledger", ".jsonl")) == 1
