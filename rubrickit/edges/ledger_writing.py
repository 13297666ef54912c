"""What a run leaves below the scores folder when it ends."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rubrickit.core import canonical, segment_writing, segments
from rubrickit.core.canonical import Digest
from rubrickit.core.grades import Grade
from rubrickit.core.judging import card as judge_cards
from rubrickit.core.judging.card import JudgeCard
from rubrickit.edges import durable
from rubrickit.errors import WorldError

_ATTRIBUTES = b"""\
# A segment counts under the hash of its bytes: no line end may change in a checkout.
ledger/** -text linguist-generated
judges/** -text
"""


@dataclass(frozen=True, slots=True)
class Target:
    """Where segments and judge documents go; reasons perhaps apart from them."""

    scores: Path
    with_reasons: bool
    reasons: Path | None

    def check(self, created: str) -> None:
        """Before anything is paid for: could the grades be written at the end?"""
        try:
            self._refuse_links(created)
            is_open = self._is_open()
        except PermissionError:
            is_open = False
        if not is_open:
            raise WorldError(
                f"{self.scores}: grades cannot be written here",
                hint="make it a folder that you may write to",
            )

    def _refuse_links(self, created: str) -> None:
        for folder in (*self._folders(created), self.scores / "ledger", self.scores):
            if folder.is_symlink():
                raise WorldError(
                    f"{folder}: a symbolic link, which is not followed",
                    hint="make it a real folder",
                )

    def _is_open(self) -> bool:
        existing = self.scores
        while not existing.exists():
            existing = existing.parent
        return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)

    def _folders(self, created: str) -> tuple[Path, Path]:
        return self.scores / "ledger" / created[:4], self.scores / "judges"

    def write(
        self, grades: Sequence[Grade], created: str, tool: str, draft: str
    ) -> Path:
        """One segment with all the grades; raises WorldError, and then has none."""
        explained = [grade for grade in grades if grade.reason]
        if self.reasons and explained:
            local = segment_writing.encode(explained, created, tool)
            _write_segment(self.reasons / created[:4], local, draft)
        if not self.with_reasons:
            grades = [replace(grade, reason="") for grade in grades]
        data = segment_writing.encode(grades, created, tool)
        attributes = self.scores / ".gitattributes"
        if not attributes.exists():
            _write(attributes, _ATTRIBUTES, draft)
        return _write_segment(self._folders(created)[0], data, draft)

    def write_cards(
        self,
        cards: Iterable[JudgeCard],
        present: Mapping[Digest, JudgeCard],
        draft: str,
    ) -> None:
        """A document that is there stays, unless only the new one says `configured`."""
        for card in cards:
            old = present.get(card.digest)
            if old and (old.configured or not card.configured):
                continue
            text = canonical.canonical_json(judge_cards.dump(card)) + "\n"
            path = self.scores / "judges" / f"{card.digest}.json"
            _write(path, text.encode(), draft)

    def clear_draft(self, draft: str) -> None:
        """What a dead run had not finished writing."""
        for folder in filter(None, (self.scores, self.reasons)):
            for path in folder.rglob(draft):
                path.unlink(missing_ok=True)


def _write_segment(folder: Path, data: bytes, draft: str) -> Path:
    path = folder / f"{segments.name_of(data)}.jsonl"
    _write(path, data, draft)
    return path


def _write(path: Path, data: bytes, draft: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        durable.write(path, data, draft)
    except OSError as error:
        raise WorldError(
            f"{path.parent}: cannot be written: {error.strerror}",
            hint="the grades are kept; make room and run the same command again",
        ) from error
