"""Experts sign for a loosened gate with real keys, and nobody else's word counts."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from git_sample import git
from support import ssh_keys
from support.command_line import Ran, Repository, repository, rows
from support.gated import PATH, RUBRIC, SOFTER
from support.ssh_keys import needs_ssh_keygen

pytestmark = needs_ssh_keygen

PEOPLE = ("ada", "ben", "cleo")


@dataclass(frozen=True)
class Clinic:
    """A repository whose base lists three experts, and their private keys."""

    work: Repository
    keys: dict[str, Path]

    def sign(
        self, person: str, *more: str, key: str = "", meaning: str = "approval"
    ) -> Ran:
        given = ("--as", person, "--meaning", meaning)
        private = ("--key", str(self.keys[key or person]))
        return self.work.run("signoff", "dose", *more, *given, *private)

    def delta(self) -> tuple[int, str, list[str]]:
        """Exit code, first reason, notes."""
        ran = self.work.run("delta", "--format", "json")
        return ran.code, ran.json["reasons"][0], ran.json["notes"]

    def signed(self) -> list[Path]:
        return sorted((self.work.root / "scores/signoffs").rglob("*.jsonl"))


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("keys")
    return {name: ssh_keys.make_key(folder, name) for name in (*PEOPLE, "eve")}


@pytest.fixture
def clinic(tmp_path: Path, keys: dict[str, Path]) -> Clinic:
    """The gate opens for one response in a branch that nobody signed yet."""
    work = repository(
        tmp_path / "work",
        {
            "rubrickit.yaml": ssh_keys.settings([(p, keys[p]) for p in PEOPLE])
            + "gate: {max_regression: 1, max_question_regression: 1}\n",
            PATH: RUBRIC,
            "gold/dose.jsonl": rows("dose", ["5 mg, not much", "mg, no overdose"]),
        },
    )
    work.branch("softer")
    work.commit({PATH: SOFTER})
    return Clinic(work, keys)


def test_a_loosened_gate_needs_two_experts(clinic: Clinic) -> None:
    before = clinic.delta()
    one = clinic.sign("ada", meaning="clinical review")
    between = clinic.delta()
    other = clinic.sign("ben")
    after = clinic.delta()

    opens = "dose: gate safety/warns opens for 1 response(s)"
    assert before == (1, f"{opens} and nobody signed it", [])
    assert (one.code, other.code) == (0, 0), one.err + other.err
    assert between[:2] == (
        1, f"{opens} and only ada (clinical review) signed it: 1 sign-off is missing"
    )  # fmt: skip
    assert after[0] == 0
    assert len(clinic.signed()) == 2


def test_the_report_names_who_signed(clinic: Clinic) -> None:
    clinic.sign("ada")
    clinic.sign("ben")

    text = clinic.work.run("delta").out
    (found,) = clinic.work.json("delta")["loosening"]

    assert "signed by ada (approval)" in " ".join(text.split())
    assert [each["id"] for each in found["signed_by"]] == ["ada", "ben"]
    assert found["missing"] == 0


def test_rewording_voids_a_sign_off(clinic: Clinic) -> None:
    clinic.sign("ada")
    clinic.sign("ben")

    clinic.work.edit(PATH, '"much"', '"5"')
    code, reason, _ = clinic.delta()

    assert (code, reason[-17:]) == (1, " nobody signed it")


def test_a_condition_added_after_the_signing_is_not_signed(clinic: Clinic) -> None:
    """It leaves the words, and so the leaf's digest, as they were."""
    clinic.sign("ada")
    clinic.sign("ben")

    clinic.work.edit(PATH, '("much")', '("much")\n        when: 1 > 2')
    code, reason, notes = clinic.delta()

    assert code == 1
    assert reason == "dose: gate safety/warns is narrowed and nobody signed it"
    assert "another change of this gate" in notes[0]


def test_who_signed_the_words_has_not_agreed_to_remove_them(clinic: Clinic) -> None:
    git(clinic.work.root, "checkout", "--quiet", "main")
    for person in ("ada", "ben"):
        assert clinic.sign(person, "safety/warns").code == 0

    clinic.work.edit(PATH, "    gate: true\n", "")
    code, reason, _ = clinic.delta()

    assert code == 1
    assert reason == "dose: gate safety/warns is removed and nobody signed it"


def test_a_removal_can_be_signed(clinic: Clinic) -> None:
    (clinic.work.root / PATH).unlink()

    for person in ("ada", "ben"):
        assert clinic.sign(person).code == 0

    assert clinic.delta()[0] == 0


Forge = Callable[[Clinic], object]


def rewritten(**changed: str) -> Forge:
    """Of ben's signed row."""

    def forge(clinic: Clinic) -> None:
        clinic.sign("ben")
        for path in clinic.signed():
            row = json.loads(path.read_text())
            if row["id"] == "ben":
                path.write_text(json.dumps(row | changed) + "\n")

    return forge


def authored_by(name: str) -> Forge:
    def forge(clinic: Clinic) -> None:
        author = f"{name} <x@example.org>"
        git(clinic.work.root, "commit", "--quiet", "--amend", "--no-edit",
            f"--author={author}")  # fmt: skip
        clinic.sign("ben")

    return forge


def own_key(clinic: Clinic) -> None:
    """The pull request lists a stranger, who then signs."""
    settings = clinic.work.root / "rubrickit.yaml"
    text = settings.read_text()
    ben, eve = (ssh_keys.public(clinic.keys[name]) for name in ("ben", "eve"))
    settings.write_text(text.replace(ben, eve))
    clinic.work.commit()
    clinic.sign("ben")
    for path in clinic.signed():
        row = json.loads(path.read_text())
        if row["id"] == "ben":
            del row["signature"]
            text = json.dumps(
                row, sort_keys=True, separators=(",", ":"), ensure_ascii=False
            )
            from rubrickit.edges.ssh_signatures import SshSignatures

            row["signature"] = SshSignatures({}).sign(text, clinic.keys["eve"])
            path.write_text(json.dumps(row) + "\n")


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (rewritten(signature="forged"), "not of the key that the base lists"),
        (rewritten(at="2026-01-01T00:00:00Z"), "not of the key that the base lists"),
        (rewritten(id="cleo"), "not of the key that the base lists"),
        (rewritten(id="eve"), "the base does not list that person"),
        (rewritten(id="ada"), "sign-off of ada does not count"),
        (rewritten(change="0" * 32), "another change of this gate"),
        (authored_by("Ben"), "that person made the edit"),
        (own_key, "not of the key that the base lists"),
    ],
)
def test_a_word_that_does_not_count_is_told(
    clinic: Clinic, forge: Forge, why: str
) -> None:
    assert clinic.sign("ada").code == 0

    forge(clinic)
    code, reason, notes = clinic.delta()

    assert code == 1
    assert "only ada (approval) signed it: 1 sign-off is missing" in reason
    assert any(why in note for note in notes), notes


def test_whoever_signs_as_the_author_is_no_reviewer(clinic: Clinic) -> None:
    for person in ("ada", "ben"):
        clinic.sign(person)

    clinic.sign("ben", meaning="author")
    code, reason, _ = clinic.delta()

    assert (code, "only ada" in reason) == (1, True)


def test_an_author_cannot_be_named_by_a_forged_row(clinic: Clinic) -> None:
    for person in ("ada", "ben"):
        clinic.sign(person)

    path = clinic.signed()[0]
    forged = json.loads(path.read_text()) | {"meaning": "author"}
    path.with_name("forged.jsonl").write_text(json.dumps(forged) + "\n")

    assert clinic.delta()[0] == 0


@pytest.mark.parametrize(
    ("arguments", "told", "hint"),
    [
        (("dan",), "the base's `experts` do not list `dan`", "ada, ben, cleo"),
        (
            ("ada", "safety/warn"),
            "dose: there is no leaf `safety/warn`",
            "safety/warns",
        ),
    ],
)
def test_what_cannot_be_signed_is_refused(
    clinic: Clinic, arguments: tuple[str, ...], told: str, hint: str
) -> None:
    ran = clinic.sign(*arguments, key="ada")

    assert (ran.code, clinic.signed()) == (2, [])
    assert told in ran.err
    assert hint in ran.err


def test_a_key_of_somebody_else_signs_nothing(clinic: Clinic) -> None:
    ran = clinic.sign("ada", key="eve")

    assert (ran.code, clinic.signed()) == (2, [])
    assert "this is not the key of `ada`" in ran.err


def test_a_dry_run_shows_the_text_and_writes_nothing(clinic: Clinic) -> None:
    ran = clinic.sign("ada", "--dry-run", "--format", "json")

    assert (ran.code, clinic.signed()) == (0, [])
    assert ran.json["path"] is None
    (row,) = ran.json["rows"]
    assert json.loads(row["signed_text"])["leaf_digest"] == row["leaf_digest"]
    assert (row["before"], row["after"]) == (
        'response.contains("overdose") (a gate)', 'response.contains("much") (a gate)'
    )  # fmt: skip


def test_a_missing_ssh_keygen_matters_only_where_a_signature_is_checked(
    clinic: Clinic, tmp_path: Path
) -> None:
    only_git = tmp_path / "bin"
    only_git.mkdir()
    place = git(tmp_path, "--exec-path")
    only_git.joinpath("git").symlink_to(Path(place) / "git")
    path = {"PATH": str(only_git)}

    without = clinic.work.run("delta", env=path)
    clinic.sign("ada")
    signed = clinic.work.run("delta", env=path)

    assert (without.code, signed.code) == (1, 3)
    assert "there is no `ssh-keygen` command" in signed.err


def test_lint_refuses_too_few_experts_for_a_gate(clinic: Clinic) -> None:
    enough = clinic.work.run("lint")
    people = [(name, clinic.keys[name]) for name in ("ada", "ben")]
    clinic.work.write({"rubrickit.yaml": f"# why\n{ssh_keys.settings(people)}"})

    few = clinic.work.run("lint")

    assert (enough.code, few.code) == (0, 1)
    told = "2 experts may sign for the gate `safety/warns` of `dose`, and 3 are needed"
    assert f"rubrickit.yaml:2:1: error: {told}" in " ".join(few.out.split())
