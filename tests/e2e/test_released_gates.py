"""A release with experts needs their word on each gate, and verify finds it forged."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from git_sample import git
from support import releases, ssh_keys
from support.command_line import Ran, Repository, repository, rows
from support.gated import PATH, RUBRIC
from support.releases import TAG, differences, forged
from support.ssh_keys import needs_ssh_keygen

pytestmark = needs_ssh_keygen

PEOPLE = ("ada", "ben", "cleo")


@dataclass(frozen=True)
class Clinic:
    place: Repository
    keys: dict[str, Path]

    def sign(self, person: str, meaning: str = "clinical review") -> Ran:
        """Committed too."""
        given = ("--as", person, "--meaning", meaning, "--key", str(self.keys[person]))
        done = self.place.run("signoff", "dose", "safety/warns", *given)
        self.place.commit()
        return done

    def signed(self) -> dict[str, bytes]:
        files = self.place.files()
        return {path: d for path, d in files.items() if "scores/signoffs/" in path}


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("keys")
    return {name: ssh_keys.make_key(folder, name) for name in PEOPLE}


@pytest.fixture
def clinic(tmp_path: Path, keys: dict[str, Path]) -> Clinic:
    """Three experts are listed, and nobody has signed."""
    people = ssh_keys.settings([(name, keys[name]) for name in PEOPLE])
    gold = rows("dose", ["5 mg, beware of an overdose", "much"])
    files = {"rubrickit.yaml": people, PATH: RUBRIC, "gold/dose.jsonl": gold}
    return Clinic(repository(tmp_path / "place", files), keys)


@pytest.fixture
def released(clinic: Clinic) -> Clinic:
    for person in ("ada", "ben"):
        assert clinic.sign(person).code == 0
    releases.release(clinic.place)
    return clinic


def test_a_gate_that_one_expert_signed_is_not_released(clinic: Clinic) -> None:
    clinic.sign("ada")

    done = clinic.place.run("release", TAG)

    assert done.code == 2
    assert "sign-offs are missing on gate leaves: `dose: safety/warns`" in done.err


def test_a_release_that_nobody_signed_is_no_release(released: Clinic) -> None:
    """Made by another tool, which asked for nobody's word."""
    files = releases.recorded(released.place).hashed["files"]
    manifest = releases.rewritten(
        released.place,
        signed={"dose": {"safety/warns": []}},
        files={**files, "signoffs": {}},
    )
    gone = dict.fromkeys(released.signed())

    forged(released.place, {"scores/releases/1.0.json": manifest, **gone})

    found = differences(released.place)
    assert "signed" not in found
    assert found["release"] == (
        "1.0: what may be released / sign-offs are missing on gate leaves:"
        " `dose: safety/warns`"
    )


def test_a_gate_that_two_experts_signed_is_released_with_their_names(
    released: Clinic,
) -> None:
    signed = releases.recorded(released.place).hashed["signed"]

    people = signed["dose"]["safety/warns"]
    assert sorted(each["id"] for each in people) == ["ada", "ben"]
    assert {each["meaning"] for each in people} == {"clinical review"}
    assert differences(released.place) == {}
    page = (released.place.root / "scores/releases/1.0.md").read_text()
    assert "clinical review" in page


def test_an_expert_who_signs_the_tag_is_known(
    released: Clinic, keys: dict[str, Path]
) -> None:
    git(released.place.root, "config", "gpg.format", "ssh")
    git(released.place.root, "config", "user.signingkey", str(keys["cleo"]))
    releases.release(released.place, "2.0")

    told = released.place.json("verify", "2.0")

    (unchecked,) = told["unchecked"]
    assert (told["ok"], told["signature"]) == (True, "good")
    assert unchecked["what"] == "whose key signed the tag"
    assert "signature for cleo with" in told["signer"]
    people = told["signed"]["dose"]["safety/warns"]
    assert {each["id"] for each in people} == {"ada", "ben"}
    words = released.place.run("verify", "2.0").out
    assert "dose: safety/warns: " in words
    assert "(clinical review)" in words
    assert "signature of the tag: good · Good" in words


@pytest.mark.parametrize("lists", ["ada", ""])
def test_whom_git_does_not_know_the_tag_itself_cannot_vouch_for(
    released: Clinic, keys: dict[str, Path], tmp_path: Path, lists: str
) -> None:
    """The settings at the tag list cleo, and Git's own file does not, or is gone."""
    root, trusted = released.place.root, tmp_path / "trusted"
    if lists:
        trusted.write_text(f"{lists} {keys[lists].with_suffix('.pub').read_text()}")
    git(root, "config", "gpg.format", "ssh")
    git(root, "config", "user.signingkey", str(keys["cleo"]))
    releases.release(released.place, "2.0")
    git(root, "config", "gpg.ssh.allowedSignersFile", str(trusted))

    told = released.place.json("verify", "2.0")

    assert told["signature"] != "good"
    assert "whose key signed the tag" not in [u["what"] for u in told["unchecked"]]


@pytest.mark.parametrize(
    ("name", "trailer"),
    [("ada", ""), ("Somebody", "\n\nCo-authored-by: ada <ada@example.org>")],
    ids=["author", "co-author"],
)
def test_whose_commit_the_words_are_has_not_read_them(
    clinic: Clinic, name: str, trailer: str
) -> None:
    root = clinic.place.root
    (root / PATH).write_text(RUBRIC.replace("overdose", "much"))
    git(root, "-c", f"user.name={name}", "commit", "-qam", f"Soften{trailer}",
        f"--author={name} <x@y>")  # fmt: skip
    for person in ("ada", "ben"):
        clinic.sign(person)

    refused = clinic.place.run("release", TAG)
    clinic.sign("cleo")

    assert refused.code == 2
    assert "sign-offs are missing on gate leaves: `dose: safety/warns`" in refused.err
    releases.release(clinic.place)
    assert differences(clinic.place) == {}


EDITS = {
    "a condition": RUBRIC.replace("gate: true", 'gate: true\n    when: "false"'),
    "the other way round": RUBRIC + "        expect: false\n",
    "another question": RUBRIC.replace("How much", "Why and how much"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_gate_that_decides_otherwise_is_signed_anew(
    clinic: Clinic, edit: str
) -> None:
    for person in ("ada", "ben"):
        clinic.sign(person)
    clinic.place.commit({PATH: edit})

    refused = clinic.place.run("release", TAG)
    for person in ("ada", "ben"):
        clinic.sign(person)

    assert refused.code == 2
    assert "sign-offs are missing on gate leaves: `dose: safety/warns`" in refused.err
    releases.release(clinic.place)
    assert differences(clinic.place) == {}


def test_whoever_signed_that_a_gate_goes_has_not_signed_it(clinic: Clinic) -> None:
    root = clinic.place.root
    git(root, "switch", "-qc", "edit")
    clinic.place.commit({PATH: RUBRIC.partition("  - id: safety")[0]})
    removals = [clinic.sign(person) for person in ("ada", "ben")]
    clinic.place.commit({PATH: RUBRIC})
    git(root, "switch", "-q", "main")
    git(root, "merge", "-q", "edit")

    refused = clinic.place.run("release", TAG)

    assert "after: (none)" in removals[0].out
    assert clinic.signed()
    assert refused.code == 2
    assert "sign-offs are missing on gate leaves" in refused.err


def test_whose_commit_a_condition_is_has_not_read_it(clinic: Clinic) -> None:
    root = clinic.place.root
    (root / PATH).write_text(EDITS["a condition"])
    git(root, "commit", "-qam", "Only here", "--author=ada <x@y>")
    for person in ("ada", "ben"):
        clinic.sign(person)

    refused = clinic.place.run("release", TAG)
    clinic.sign("cleo")

    assert refused.code == 2
    releases.release(clinic.place)


def test_who_merges_an_edit_did_not_write_it(clinic: Clinic) -> None:
    root = clinic.place.root
    git(root, "switch", "-qc", "edit")
    (root / PATH).write_text(RUBRIC.replace("overdose", "much"))
    git(root, "commit", "-qam", "Soften", "--author=Somebody <x@y>")
    git(root, "switch", "-q", "main")
    git(root, "-c", "user.name=ada", "merge", "-q", "--no-ff", "--no-edit", "edit")
    for person in ("ada", "ben"):
        clinic.sign(person)

    releases.release(clinic.place)


def test_the_author_of_the_words_does_not_count(clinic: Clinic) -> None:
    clinic.sign("ada", "author")
    clinic.sign("ada")
    clinic.sign("ben")

    assert clinic.place.run("release", TAG).code == 2


def test_one_person_twice_does_not_count_twice(clinic: Clinic) -> None:
    clinic.sign("ada")
    clinic.sign("ada", "approval")

    assert clinic.place.run("release", TAG).code == 2


def test_rewording_the_leaf_voids_its_sign_offs(clinic: Clinic) -> None:
    clinic.sign("ada")
    clinic.sign("ben")
    clinic.place.edit(PATH, '"overdose"', '"over"')
    clinic.place.commit()

    assert clinic.place.run("release", TAG).code == 2


def test_a_replaced_signature(released: Clinic) -> None:
    (one, first), (_, second) = released.signed().items()
    rows = json.loads(first), json.loads(second)

    forgery = {**rows[0], "signature": rows[1]["signature"]}
    forged(released.place, {one: json.dumps(forgery).encode()})

    found = differences(released.place)
    assert found["files.signoffs"].startswith(f"{one}/")
    assert found["signed"].startswith("dose/safety/warns/")


def test_a_sign_off_for_another_text(released: Clinic) -> None:
    one, data = next(iter(released.signed().items()))

    other = {**json.loads(data), "leaf_digest": "0" * 32}
    forged(released.place, {one: json.dumps(other).encode()})

    found = differences(released.place)
    assert found["files.signoffs"].startswith(f"{one}/")
    assert found["signed"].startswith("dose/safety/warns/")


def test_a_removed_sign_off(released: Clinic) -> None:
    one = next(iter(released.signed()))

    forged(released.place, {one: None})

    assert differences(released.place)["files.signoffs"].startswith(f"{one}: ")


def test_another_list_of_experts(released: Clinic, keys: dict[str, Path]) -> None:
    people = ssh_keys.settings([("ada", keys["ada"]), ("ben", keys["cleo"])])

    forged(released.place, {"rubrickit.yaml": people.encode()})

    found = differences(released.place)
    assert found["files.settings"].startswith("rubrickit.yaml/")
    assert "signed" in found
