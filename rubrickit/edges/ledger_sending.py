"""Sends the grades that wait beside Git's own files to the branch that keeps them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rubrickit.edges.ledger_pushing import LedgerPushing, Pushed
from rubrickit.errors import WorldError

_SEGMENTS, _DOCUMENTS = "ledger", "judges"


@dataclass(frozen=True, slots=True)
class LedgerSending:
    """`folder` holds what waits, in the layout of the scores folder, whose path in the
    repository is `scores`."""

    folder: Path
    scores: str
    pushing: LedgerPushing

    def send(self) -> Pushed | None:
        """All that waits; None where nothing does. It waits on where this raises."""
        segments = dict(self._files(_SEGMENTS))
        if not segments:
            return None
        count = len(segments)
        message = f"Keep the grades of {count} run{'' if count == 1 else 's'}"
        pushed = self.pushing.append(
            {self._path(path): data for path, data in segments.items()},
            message,
            {self._path(path): data for path, data in self._files(_DOCUMENTS)},
        )
        for path in segments:
            path.unlink(missing_ok=True)
        return pushed

    def _path(self, path: Path) -> str:
        return f"{self.scores}/{path.relative_to(self.folder).as_posix()}"

    def _files(self, name: str) -> Iterator[tuple[Path, bytes]]:
        try:
            for path in sorted((self.folder / name).rglob("*.json*")):
                if path.is_file() and not path.is_symlink():
                    yield path, path.read_bytes()
        except OSError as error:
            raise WorldError(f"{self.folder}: {error.strerror}") from error
