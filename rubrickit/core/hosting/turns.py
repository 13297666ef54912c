"""One run's turn to comment: what it may say, and how it stands to what is said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from rubrickit.core.hosting import marker
from rubrickit.core.hosting.marker import Entry, Marker
from rubrickit.core.hosting.posts import Comment
from rubrickit.core.policy import Outcome

Behaviour = Literal["update", "new", "hide-and-new", "delete-and-new", "off"]
When = Literal["always", "changes", "regressions"]
History = tuple[Entry, ...]

_BAD = frozenset(("fail", "pending", "inconclusive", "error"))


@dataclass(frozen=True, slots=True)
class Wish:
    """How to comment, and which run asks: `run` and `attempt` as the host counts."""

    run: int
    attempt: int
    head: str
    behaviour: Behaviour = "update"
    when: When = "changes"
    comment_id: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What the run found, in two words; `delta` is the overall one as text.

    `error`: it could compare nothing, and says why.
    """

    outcome: Outcome | Literal["error"]
    delta: str = ""


@dataclass(frozen=True, slots=True)
class Ours:
    """A comment of ours, and what its first line says."""

    comment: Comment
    marker: Marker


@dataclass(frozen=True, slots=True)
class Turn:
    """`text` makes the comment from the kept history, this run's entry the last."""

    wish: Wish
    said: Said
    text: Callable[[History], str]

    @property
    def _mark(self) -> Marker:
        wish = self.wish
        return Marker(wish.comment_id, wish.run, wish.attempt, wish.head)

    def ours(self, comments: Sequence[Comment], login: str) -> list[Ours]:
        """In the same order, whatever else is on the pull request."""
        found = ((each, marker.parse(each.body)) for each in comments)
        return [
            Ours(comment, mark)
            for comment, mark in found
            if mark and marker.is_ours(comment, login, self.wish.comment_id)
        ]

    def is_mine(self, each: Ours) -> bool:
        """Written by this very run."""
        return each.marker.order == self._mark.order

    def is_outdone_by(self, each: Ours | None) -> bool:
        """A later run has spoken, and an older one never overwrites it."""
        return each is not None and each.marker.order > self._mark.order

    def is_wanted(self, last: Ours | None) -> bool:
        """What was said once is kept true; silence is kept until there is something."""
        if last is None:
            return self._is_notable(self.said.outcome)
        history = last.marker.history
        outcome = history[-1].outcome if history else ""
        is_kept = self.wish.behaviour == "update"
        return is_kept or any(map(self._is_notable, (self.said.outcome, outcome)))

    def _is_notable(self, outcome: str) -> bool:
        if self.wish.when == "regressions":
            return outcome in _BAD
        return self.wish.when == "always" or outcome != "none"

    def body(self, last: Ours | None) -> str:
        """The marker's line, then the text; the history goes on from the last one's."""
        entry = Entry(self.wish.head, self.said.outcome, self.said.delta)
        mark = self._mark.after(last.marker.history if last else (), entry)
        return marker.render(mark) + self.text(mark.history)


def newest(ours: Sequence[Ours]) -> Ours | None:
    """By run and attempt, not by date."""
    return max(ours, key=lambda each: each.marker.order, default=None)
