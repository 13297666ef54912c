"""A ledger out of nothing but the files of one state, for releases and audits."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from rubrickit.core import columns, json_text, shelves
from rubrickit.core.canonical import Digest
from rubrickit.core.columns import ColumnKey
from rubrickit.core.grades import GradeKey
from rubrickit.core.judging import card as judge_cards
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.releasing.inputs import Bytes, stem
from rubrickit.core.segments import Damage
from rubrickit.core.shelves import Intact, Shelf


@dataclass(slots=True)
class SealedLedger:
    """Implements `world.Ledger`, but records nothing.

    Neither journals nor caches of the machine count: whoever has the files has all.
    """

    shelf: Shelf
    known_cards: Mapping[Digest, JudgeCard]
    damage: tuple[str, ...]
    _clashes: dict[ColumnKey, int] = field(default_factory=dict)

    def column(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, bool]:
        key = (judge, question, leaf, pass_number)
        found = columns.settle(self.shelf.lines(key))
        self._clashes[key] = found.clashes
        return found.met

    def reason(self, key: GradeKey) -> str:
        lines = self.shelf.lines((key.judge, key.question, key.leaf, key.pass_number))
        return columns.reason_for(columns.parts_of(lines), key.response)

    def reasons(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, str]:
        lines = self.shelf.lines((judge, question, leaf, pass_number))
        return columns.reasons_of([*columns.parts_of(lines)])

    def cards(self) -> Mapping[Digest, JudgeCard]:
        return self.known_cards

    def recording(self, created: datetime) -> AbstractContextManager[NoReturn]:
        raise TypeError(f"a sealed ledger was asked to record at {created}")

    @property
    def clashes(self) -> int:
        return sum(self._clashes.values()) + self.shelf.folded_clashes.total()


def ledger(segments: Bytes, judges: Bytes) -> SealedLedger:
    """Of files by path; every segment is read whole and checked against its name."""
    checked = [(path, _segment(path, data)) for path, data in segments.items()]
    intact = {each.own.segment: each for _, each in checked if isinstance(each, Intact)}
    skipped = columns.replaced(each.index.header for each in intact.values())
    live = [each for name, each in intact.items() if name not in skipped]
    cards = {path: card_in(path, data) for path, data in judges.items()}
    damage = [str(each) for _, each in checked if isinstance(each, Damage)]
    damage += [f"{path}: not the judge that it is named by" for path in _bad(cards)]
    known = {card.digest: card for card in cards.values() if card}
    return SealedLedger(Shelf(live, ()), known, tuple(damage))


def _segment(path: str, data: bytes) -> Intact | Damage:
    return shelves.checked(stem(path), path, data)


def card_in(path: str, data: bytes) -> JudgeCard | None:
    """None where the document is not of the judge that its name promises."""
    parsed = json_text.parse(data.decode("utf-8", "replace"))
    card = judge_cards.load(parsed.value) if parsed else None
    return card if card and card.digest == stem(path) else None


def _bad(cards: Mapping[str, Any]) -> list[str]:
    return [path for path, card in cards.items() if card is None]


def needed(
    there: Bytes, branch: Bytes, questions: frozenset[Digest]
) -> dict[str, bytes]:
    """The intact segments of `branch` that hold grades of these questions.

    Those that stand `there` already are left out, under whatever path.
    """
    names = {stem(path) for path in there}
    found: dict[str, bytes] = {}
    for path, data in sorted(branch.items()):
        name = stem(path)
        if name in names:
            continue
        segment = _segment(path, data)
        if isinstance(segment, Intact) and questions & segment.index.spans.keys():
            found[path] = data
            names.add(name)
    return found
