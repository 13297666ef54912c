"""Which files a new repository gets, and to which commit its workflows are pinned."""

import json

import pytest

from rubrickit.core import scaffolding
from rubrickit.core.scaffolding import Home, Pin, Written
from rubrickit.errors import RubrickitError

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OTHER = COMMIT[::-1]


def noted(commit: object) -> str:
    return json.dumps({"url": "https://x", "vcs_info": {"commit_id": commit}})


def test_a_commit_that_is_asked_for_comes_before_ones_own() -> None:
    assert scaffolding.pinned("1.2", COMMIT, noted(OTHER)) == Pin("1.2", COMMIT)
    assert scaffolding.pinned("1.2", "", noted(OTHER)) == Pin("1.2", OTHER)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"dir_info": {"editable": true}}',
        '{"vcs_info": []}',
        noted(7),
        noted("main"),
        noted(f"{COMMIT}\n      - run: curl"),
    ],
)
def test_a_note_without_a_commit_pins_to_the_version(text: str) -> None:
    pin = scaffolding.pinned("1.2", "", text)

    assert pin == Pin("1.2")
    assert pin.uses == "rubrickit/rubrickit@v1.2"


@pytest.mark.parametrize("asked", ["v1", COMMIT[:7], f"{COMMIT}0", "0" * 40])
def test_what_is_no_full_commit_is_refused(asked: str) -> None:
    with pytest.raises(RubrickitError, match="is no full commit id"):
        scaffolding.pinned("1.2", asked, "")


def test_our_own_files_become_those_of_a_user() -> None:
    shipped = {
        "dot-github/a.yml": "- uses: ./\n  env: OPENAI_API_KEY\n",
        "dot-gitlab-ci.yml": "git+https://github.com/rubrickit/rubrickit@main",
    }

    found = scaffolding.files(shipped, Home(Pin("1.2", COMMIT), "JUDGE_KEY"))

    uses = f"- uses: rubrickit/rubrickit@{COMMIT} # v1.2\n  env: JUDGE_KEY\n"
    assert found[".github/a.yml"] == uses
    assert found[".gitlab-ci.yml"].endswith(f"rubrickit@{COMMIT}")
    assert {name for name in found if name.startswith("schemas/")} == {
        "schemas/config.json",
        "schemas/rubric.json",
        "schemas/shared.json",
    }


def test_only_a_new_folder_gets_the_example() -> None:
    names = ("rubrics/a.yaml", "gold/a.jsonl", "CODEOWNERS")

    assert [scaffolding.wanted(name, is_new=True) for name in names] == [True] * 3
    assert [scaffolding.wanted(name, is_new=False) for name in names] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("made", "has"),
    [
        ((), (False, False, False)),
        (("rubrics/a.yaml",), (True, False, False)),
        ((".github/workflows/a.yml",), (False, True, True)),
        ((".gitlab-ci.yml",), (False, False, True)),
    ],
)
def test_what_was_made_is_known_by_its_place(
    made: tuple[str, ...], has: tuple[bool, ...]
) -> None:
    written = Written(made, kept=("gold/a.jsonl", ".github/workflows/b.yml"))

    assert (written.has_example, written.has_workflows, written.has_pins) == has


def test_a_host_reads_its_files_at_the_top_and_ours_in_their_folder() -> None:
    step = "- uses: ./\n        with:\n          mode: delta\n"
    shipped = {
        ".github/workflows/a.yml": step,
        "dot-gitlab-ci.yml": "python -m rubrickit ci --mode push",
        "CODEOWNERS": "# nobody",
        "rubrickit.yaml": "",
    }

    found = scaffolding.files(shipped, Home(Pin("1.2"), folder="agents/my evals"))

    assert '          repo: "agents/my evals"' in found["../../.github/workflows/a.yml"]
    assert 'ci --repo "agents/my evals" --mode' in found["../../.gitlab-ci.yml"]
    assert "rubrickit.yaml" in found
    assert "CODEOWNERS" not in found
