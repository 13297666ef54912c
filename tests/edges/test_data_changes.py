"""What an edit did to gold, labels, ledger and settings: listed, or failing."""

from pathlib import Path

import pytest
from git_sample import git
from rubric_repositories import (
    committed,
    initialised,
    label_row,
    opened,
    response_row,
    rubric_file,
    run,
    write,
)

from rubrickit.core.versions import DataChanges

ROWS = [response_row("one", f"r{number}") for number in range(4)]
LABELS = [label_row("one", met=met) for met in ("true", "false")]
SEGMENT = '{"header": 1}\n{"row": 1}\n'
FILES = {
    "rubrics/one.yaml": rubric_file("one"),
    "gold/a.jsonl": "".join(ROWS),
    "gold/README.md": "About these.\n",
    "gold/labels/l.jsonl": "".join(LABELS),
    "scores/ledger/2026/abc.jsonl": SEGMENT,
    "scores/judges/def.json": "{}\n",
    "scores/releases/v1.json": "{}\n",
    "scores/signoffs/s.jsonl": '{"by": "dr-a"}\n',
    "rubrickit.yaml": "judge: {kind: human}\n",
}
Change = dict[str, str | None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = initialised(tmp_path / "root")
    committed(root, FILES)
    return root


def apply(root: Path, change: Change) -> None:
    for path, text in change.items():
        if text is None:
            (root / path).unlink()
        else:
            write(root, {path: text})


def found(root: Path, change: Change) -> DataChanges:
    """The same by the working tree and by the commit."""
    apply(root, change)
    with opened(root) as repository:
        here = repository.data_changes(repository.span("HEAD", None))
    committed(root)
    with opened(root) as repository:
        there = repository.data_changes(repository.span("HEAD~1", "HEAD"))
    assert here == there
    return here


ADDED: dict[str, tuple[Change, str]] = {
    "a response": (
        {"gold/a.jsonl": "".join([response_row("one", "new"), *ROWS])},
        "gold/a.jsonl: 1 row(s) added",
    ),
    "a file of responses": (
        {"gold/b.jsonl": response_row("one", "new")},
        "gold/b.jsonl: 1 row(s) added",
    ),
    "a label": (
        {"gold/labels/l.jsonl": "".join([*LABELS, label_row("one", rater="dr-b")])},
        "gold/labels/l.jsonl: 1 row(s) added",
    ),
    "a label given again": (
        {"gold/labels/l.jsonl": "".join([*LABELS, LABELS[0]])},
        "gold/labels/l.jsonl: 1 row(s) added",
    ),
    "a sign-off in a file there was": (
        {"scores/signoffs/s.jsonl": '{"by": "dr-a"}\n{"by": "dr-b"}\n'},
        "scores/signoffs/s.jsonl: 1 row(s) added",
    ),
}


@pytest.mark.parametrize(("change", "line"), ADDED.values(), ids=ADDED)
def test_what_is_added_is_listed(root: Path, change: Change, line: str) -> None:
    changes = found(root, change)

    assert changes.added + changes.recorded == (line,)
    assert not changes.altered


ALTERED: dict[str, tuple[Change, str]] = {
    "settings that have later runs look elsewhere": (
        {"rubrickit.yaml": "judge: {kind: human}\npaths: {scores: s, gold: g}\n"},
        "rubrickit.yaml: `paths` of gold and scores moved",
    ),
    "a sign-off that not every reader reads alike": (
        {"scores/signoffs/t.jsonl": '{"approval": null, "approval": {"a": "\\u0022"}}'},
        "scores/signoffs/t.jsonl: 1 row(s) added that cannot be read",
    ),
    "a response deleted": (
        {"gold/a.jsonl": "".join(ROWS[1:])},
        "gold/a.jsonl: 1 row(s) edited or deleted",
    ),
    "all responses deleted": (
        {"gold/a.jsonl": None},
        "gold/a.jsonl: 4 row(s) edited or deleted",
    ),
    "a file that is read no more": (
        {"gold/a.jsonl": None, "gold/a.json": "".join(ROWS)},
        "gold/a.jsonl: 4 row(s) edited or deleted",
    ),
    "a hidden file": (
        {"gold/a.jsonl": None, "gold/.a.jsonl": "".join(ROWS)},
        "gold/a.jsonl: 4 row(s) edited or deleted",
    ),
    "a label deleted": (
        {"gold/labels/l.jsonl": LABELS[0]},
        "gold/labels/l.jsonl: 1 row(s) edited or deleted",
    ),
    "labels that change places, and so the winner": (
        {"gold/labels/l.jsonl": "".join(reversed(LABELS))},
        "gold/labels/l.jsonl: rows stand in another order",
    ),
    "a segment edited": (
        {"scores/ledger/2026/abc.jsonl": SEGMENT.replace("1}", "2}")},
        "scores/ledger/2026/abc.jsonl: edited",
    ),
    "a segment with a row more": (
        {"scores/ledger/2026/abc.jsonl": SEGMENT + '{"row": 2}\n'},
        "scores/ledger/2026/abc.jsonl: edited",
    ),
    "a segment deleted": (
        {"scores/ledger/2026/abc.jsonl": None},
        "scores/ledger/2026/abc.jsonl: deleted",
    ),
    "a judge edited": (
        {"scores/judges/def.json": '{"model": "other"}\n'},
        "scores/judges/def.json: edited",
    ),
    "a release deleted": (
        {"scores/releases/v1.json": None},
        "scores/releases/v1.json: deleted",
    ),
    "a sign-off deleted": (
        {"scores/signoffs/s.jsonl": ""},
        "scores/signoffs/s.jsonl: 1 row(s) edited or deleted",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "line"), ALTERED.values(), ids=ALTERED)
def test_what_is_altered_is_listed_and_fails_the_check(
    root: Path, change: Change, line: str
) -> None:
    assert line in found(root, change).altered
    done = run(root, "delta", "HEAD~1", "HEAD")
    assert done.returncode == 1
    assert line.partition(":")[0] in done.stdout


def test_an_edited_row_is_one_that_went_and_one_that_came(root: Path) -> None:
    edited = "".join([ROWS[0].replace("yes", "no"), *ROWS[1:]])

    assert found(root, {"gold/a.jsonl": edited}) == DataChanges(
        added=("gold/a.jsonl: 1 row(s) added",),
        altered=("gold/a.jsonl: 1 row(s) edited or deleted",),
    )


NEITHER: dict[str, Change] = {
    "rows in another order": {"gold/a.jsonl": "".join(reversed(ROWS))},
    "a file renamed": {"gold/a.jsonl": None, "gold/x/z.jsonl": "".join(ROWS)},
    "labels renamed": {
        "gold/labels/l.jsonl": None,
        "gold/labels/z/m.jsonl": "".join(LABELS),
    },
    "a file divided": {
        "gold/a.jsonl": "".join(ROWS[2:]),
        "gold/b.jsonl": "".join(ROWS[:2]),
    },
    "blank lines": {"gold/a.jsonl": "\n" + "\n\n".join(ROWS)},
    "other line ends": {"gold/a.jsonl": "".join(ROWS).replace("\n", "\r\n")},
    "no line end": {"gold/a.jsonl": "".join(ROWS).rstrip()},
    "a text about them": {"gold/README.md": "About those.\n"},
    "an editor's file": {"gold/.a.jsonl.swp": "x", "scores/.gitattributes": "x\n"},
    "a rubric": {"rubrics/one.yaml": rubric_file("one", "other?")},
}


@pytest.mark.parametrize("change", NEITHER.values(), ids=NEITHER)
def test_what_changes_no_row_is_neither(root: Path, change: Change) -> None:
    assert found(root, change) == DataChanges()


def test_a_changed_configuration_is_listed_and_fails_nothing(root: Path) -> None:
    change: Change = {"rubrickit.yaml": "judge: {kind: local}\n"}

    assert found(root, change) == DataChanges(settings=("rubrickit.yaml",))
    assert run(root, "delta", "HEAD~1", "HEAD").returncode == 0


def test_other_peoples_rows_are_not_charged(root: Path) -> None:
    git(root, "switch", "--quiet", "--create", "branch")
    committed(root, {"rubrics/one.yaml": rubric_file("one", "other?")})
    git(root, "switch", "--quiet", "main")
    committed(root, {"gold/a.jsonl": "".join(ROWS[1:])})

    with opened(root) as repository:
        changes = repository.data_changes(repository.span("main", "branch"))

    assert changes == DataChanges()
