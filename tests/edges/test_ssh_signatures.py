"""Real keys sign and check; nothing else is a signature."""

import os
import subprocess
from pathlib import Path

import pytest
from support import ssh_keys
from support.ssh_keys import needs_ssh_keygen

from rubrickit.edges.ssh_signatures import SshSignatures
from rubrickit.errors import RubrickitError, WorldError

TEXT = '{"leaf":"ä"}'
OURS = SshSignatures(dict(os.environ))


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("keys")
    one, other = (ssh_keys.make_key(folder, name) for name in ("one", "other"))
    return one, other


def public(key: Path) -> str:
    kind, value, *_ = ssh_keys.public(key).split()
    return f"{kind} {value}"


@needs_ssh_keygen
def test_a_signature_fits_its_text_and_its_key_alone(keys: tuple[Path, Path]) -> None:
    one, other = keys

    signature = OURS.sign(TEXT, one)

    assert OURS.fits(TEXT, signature, public(one))
    assert not OURS.fits(TEXT, signature, public(other))
    assert not OURS.fits(f"{TEXT} ", signature, public(one))
    assert not OURS.fits(TEXT, signature, "")


@needs_ssh_keygen
@pytest.mark.parametrize("signature", ["", "forged", "-----BEGIN SSH SIGNATURE-----\n",
                                       "x" * 1_000_000, "\ud800"])  # fmt: skip
def test_what_is_no_signature_fits_nothing(
    keys: tuple[Path, Path], signature: str
) -> None:
    assert not OURS.fits(TEXT, signature, public(keys[0]))


@needs_ssh_keygen
def test_a_signature_for_another_purpose_fits_nothing(
    keys: tuple[Path, Path], tmp_path: Path
) -> None:
    file = tmp_path / "text"
    file.write_text(TEXT)
    command = ["ssh-keygen", "-Y", "sign", "-q", "-f", keys[0], "-n", "git", file]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)

    signature = (tmp_path / "text.sig").read_text()

    assert not OURS.fits(TEXT, signature, public(keys[0]))


@needs_ssh_keygen
def test_what_is_no_key_signs_nothing(tmp_path: Path) -> None:
    tmp_path.joinpath("key").write_text("no key")

    with pytest.raises(RubrickitError, match="nothing was signed: ") as refusal:
        OURS.sign(TEXT, tmp_path / "key")

    assert "--key" in refusal.value.hint


@needs_ssh_keygen
def test_without_a_key_file_an_agent_is_asked(keys: tuple[Path, Path]) -> None:
    private, listed = keys[0], public(keys[0])

    with OURS.key_file(private, listed) as named:
        assert named == private
    with OURS.key_file(None, listed) as made:
        assert made.read_text() == f"{listed}\n"
        with pytest.raises(RubrickitError, match="nothing was signed"):
            SshSignatures({"PATH": os.environ["PATH"]}).sign(TEXT, made)
    assert not made.exists()


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    nowhere = SshSignatures({"PATH": str(tmp_path)})

    with pytest.raises(WorldError, match="there is no `ssh-keygen` command") as refusal:
        nowhere.fits(TEXT, "x", "ssh-ed25519 AAAA")

    assert "OpenSSH" in refusal.value.hint
