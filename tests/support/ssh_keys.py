"""Real SSH keys of people, for tests that sign."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

needs_ssh_keygen = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None,
    reason="`ssh-keygen` is missing: install OpenSSH's client to test signatures",
)


def make_key(folder: Path, name: str) -> Path:
    """A private key without a passphrase; the public one lies beside it."""
    path = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    return path


def public(path: Path) -> str:
    """Kind, key and comment, as it stands in a configuration."""
    return path.with_name(f"{path.name}.pub").read_text().strip()


def settings(people: Sequence[tuple[str, Path]], sign_offs: int = 2) -> str:
    """A configuration with these experts, who have logins like their ids."""
    rows = "".join(
        f'    - {{id: {name}, name: "{name.title()}", github: gh-{name},'
        f' key: "{public(key)}"}}\n'
        for name, key in people
    )
    return f"experts:\n  sign_offs: {sign_offs}\n  people:\n{rows}"
