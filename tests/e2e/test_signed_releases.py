"""A signed release's signature is checked against those who may sign."""

import subprocess
from pathlib import Path
from shutil import which

import pytest
from git_sample import git
from support import releases
from support.command_line import Repository
from support.releases import TAG

pytestmark = pytest.mark.skipif(not which("ssh-keygen"), reason="needs ssh-keygen")


def key(folder: Path, name: str) -> Path:
    make = [
        "ssh-keygen",
        "-q",
        "-t",
        "ed25519",
        "-N",
        "",
        "-C",
        name,
        "-f",
        folder / name,
    ]
    subprocess.run(make, check=True, capture_output=True)
    return folder / name


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("keys")
    return {name: key(folder, name) for name in ("ours", "strange")}


@pytest.fixture(scope="module")
def original(
    tmp_path_factory: pytest.TempPathFactory, keys: dict[str, Path]
) -> Repository:
    """Signed by us."""
    place = releases.graded(tmp_path_factory.mktemp("signed") / "place")
    signing(place, keys["ours"])
    releases.release(place)
    return place


@pytest.fixture
def place(original: Repository, tmp_path: Path) -> Repository:
    return releases.copied(original, tmp_path / "copy")


@pytest.fixture
def signers(keys: dict[str, Path], tmp_path: Path) -> str:
    """A file that lists us alone."""
    public = keys["ours"].with_suffix(".pub").read_text()
    (tmp_path / "signers").write_text(f"us@example.org {public}")
    return str(tmp_path / "signers")


def signing(place: Repository, with_key: Path) -> None:
    git(place.root, "config", "gpg.format", "ssh")
    git(place.root, "config", "user.signingkey", str(with_key))


def signed_anew(place: Repository, *options: str) -> None:
    said = git(
        place.root,
        "tag",
        "--list",
        "--format=%(contents:subject)%0a%0a%(contents:body)",
        TAG,
    )
    git(place.root, "tag", "--force", *options, "-m", said, TAG, f"{TAG}^{{commit}}")


def test_a_release_is_signed_where_there_is_a_key(
    place: Repository, signers: str
) -> None:
    told = place.json("verify", TAG, "--signers", signers)

    assert (told["ok"], told["signature"], told["unchecked"]) == (True, "good", [])


def test_without_a_list_the_signature_of_a_stranger_is_told(place: Repository) -> None:
    told = place.json("verify", TAG)

    assert (told["ok"], told["signature"]) == (True, "unknown signer")
    assert [each["what"] for each in told["unchecked"]] == ["who signed the tag"]


def test_a_signature_by_somebody_else(
    place: Repository, keys: dict[str, Path], signers: str
) -> None:
    signing(place, keys["strange"])
    signed_anew(place, "--sign")

    told = place.json("verify", TAG, "--signers", signers)

    assert [each["kind"] for each in told["differences"]] == ["signature"]


def test_a_removed_signature(place: Repository, signers: str) -> None:
    signed_anew(place, "--annotate", "--no-sign")

    told = place.json("verify", TAG, "--signers", signers)

    (found,) = told["differences"]
    assert (found["kind"], found["recorded"], found["found"]) == (
        "signature",
        "of somebody who may sign",
        "none",
    )


def test_a_signature_taken_from_another_tag(place: Repository) -> None:
    data = git(place.root, "cat-file", "tag", TAG)
    words, begin, signature = data.partition("-----BEGIN SSH SIGNATURE-----")
    forged = f"{words}\nreally\n{begin}{signature}\n"
    path = place.root.parent / "tag"
    path.write_text(forged)
    made = git(place.root, "hash-object", "-t", "tag", "-w", str(path))
    git(place.root, "update-ref", f"refs/tags/{TAG}", made)

    told = place.json("verify", TAG)

    assert [each["kind"] for each in told["differences"]] == ["signature"]
    assert told["signature"] == "bad"


def test_nobody_may_sign_where_the_list_is_empty(
    place: Repository, tmp_path: Path
) -> None:
    (tmp_path / "nobody").write_text("")

    done = place.run("verify", TAG, "--signers", str(tmp_path / "nobody"))

    assert done.code == 1
