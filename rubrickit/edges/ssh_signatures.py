"""Signs texts, and checks what others signed, with OpenSSH's `ssh-keygen`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryDirectory

from rubrickit.core.signoffs import NAMESPACE
from rubrickit.errors import RubrickitError, WorldError

_SIGNER = "expert"
"""In the list of allowed signers, which holds the one key that is asked about."""

_SECONDS = 300
_LONGEST = 20_000
"""A signature of the largest key that there is takes a tenth of that."""


class SshSignatures:
    """`environment` is the whole one that the child processes get."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    def fits(self, text: str, signature: str, key: str) -> bool:
        """`key`: kind and key, as in a line of `authorized_keys`, without a comment."""
        if not key or len(signature) > _LONGEST:
            return False
        with TemporaryDirectory(prefix="rubrickit-") as folder:
            signers, signed = Path(folder, "allowed_signers"), Path(folder, "signature")
            signers.write_text(f'{_SIGNER} namespaces="{NAMESPACE}" {key}\n', "utf-8")
            signed.write_text(signature, "utf-8", "replace")
            status, _ = self._run(
                "-Y", "verify", "-q", "-f", str(signers), "-I", _SIGNER,
                "-n", NAMESPACE, "-s", str(signed), text=text,
            )  # fmt: skip
        return status == 0

    def sign(self, text: str, key: Path) -> str:
        """With a private key, or a public one whose private half an agent holds.

        A person may be asked for a passphrase. Raises RubrickitError where the key
        signs nothing.
        """
        with TemporaryDirectory(prefix="rubrickit-") as folder:
            signed = Path(folder, "text")
            signed.write_bytes(text.encode("utf-8", "surrogatepass"))
            status, told = self._run(
                "-Y", "sign", "-q", "-f", str(key), "-n", NAMESPACE, str(signed)
            )
            made = Path(folder, "text.sig")
            if status or not made.is_file():
                why = (told.strip().splitlines() or ["ssh-keygen gave no reason"])[-1]
                hint = "name your private key: `--key ~/.ssh/id_ed25519`"
                raise RubrickitError(f"nothing was signed: {why}", hint=hint)
            return made.read_text("ascii")

    @contextmanager
    def key_file(self, private: Path | None, public: str) -> Iterator[Path]:
        """The private key, else a file of the public one, which an agent needs."""
        if private:
            yield private
            return
        with TemporaryDirectory(prefix="rubrickit-") as folder:
            file = Path(folder, "expert.pub")
            file.write_text(f"{public}\n", "utf-8")
            yield file

    def _run(self, *arguments: str, text: str = "") -> tuple[int, str]:
        """Exit code, and what the program told the person."""
        variables = {**self._environment, "LC_ALL": "C"}
        try:
            process = Popen(
                ["ssh-keygen", *arguments], env=variables,
                stdin=PIPE, stdout=PIPE, stderr=PIPE,
            )  # fmt: skip
        except FileNotFoundError as error:
            hint = "install OpenSSH's client, whose part it is, and try again"
            raise WorldError("there is no `ssh-keygen` command", hint=hint) from error
        try:
            data = text.encode("utf-8", "surrogatepass")
            _, told = process.communicate(data, _SECONDS)
        except TimeoutExpired as error:
            raise WorldError("`ssh-keygen` did not end", hint="try again") from error
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
        return process.returncode, told.decode("utf-8", "replace")
