"""Which judge of the ledger a person means by the beginning of its digest."""

from collections.abc import Iterable

from rubrickit.core.config import JudgeKind
from rubrickit.core.judging.card import JudgeCard
from rubrickit.errors import RubrickitError

AT_ONCE: dict[str, JudgeKind] = {"human": "human", "local": "local"}
"""Judges that answer at once and for nothing, by their names."""

SHORTEST = 4
"""Of a digest; a shorter one is too easily another judge's tomorrow."""


def named(name: str, cards: Iterable[JudgeCard]) -> JudgeCard:
    """Raises RubrickitError where it is nobody's, or not one judge's alone."""
    every = sorted(cards, key=lambda card: card.digest)
    prefix = name.lower()
    found = [card for card in every if card.digest.startswith(prefix)]
    if len(prefix) < SHORTEST or not found:
        hint = "`human`, `local`, `configured`, or a digest of at least 4 characters"
        raise RubrickitError(
            f"no judge is named `{name}`", hint=f"{hint}: {_told(every)}"
        )
    if len(found) > 1:
        hint = f"give more of one of these: {_told(found, shown=16)}"
        raise RubrickitError(f"`{name}` begins several judges' digests", hint=hint)
    return found[0]


def _told(cards: Iterable[JudgeCard], shown: int = 8) -> str:
    names = [f"{card.digest[:shown]} ({card.model})" for card in cards]
    return ", ".join(names) or "no grades by a judge are recorded here"
