"""The first line of our comment, which readers do not see: whose it is, which run's."""

import json
from dataclasses import dataclass, replace
from typing import Any

from rubrickit.core import json_text
from rubrickit.core.hosting import fields
from rubrickit.core.hosting.posts import Comment
from rubrickit.errors import RubrickitError

KEPT = 5
"""How many runs a comment remembers."""

LONGEST = 2_500
"""No marker has more bytes, the line's end included."""

_LONGEST_ID, _LONGEST_WORD = 100, 24
_START, _END = "<!-- rubrickit:delta ", " -->"
_MOST = 2**53
# Nothing of these may stand in a comment of HTML, and JSON has another way to write it.
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&-"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What one run said: its head commit, the outcome, the overall delta as text."""

    head: str
    outcome: str
    delta: str


@dataclass(frozen=True, slots=True)
class Marker:
    """`run` and `attempt` as the host counts them; `history` has the oldest run first.

    Anyone who may write to the repository can edit a comment, so the history is for
    display only.
    """

    comment_id: str
    run: int
    attempt: int
    head: str
    history: tuple[Entry, ...] = ()

    @property
    def order(self) -> tuple[int, int]:
        """A later run's is greater."""
        return self.run, self.attempt

    def after(self, history: tuple[Entry, ...], entry: Entry) -> "Marker":
        """With what was said before and what is said now, as far as it is kept."""
        earlier = (each for each in history if each.head != entry.head)
        return replace(self, history=(*earlier, entry)[-KEPT:])


def render(marker: Marker) -> str:
    """One line with its end; raises RubrickitError for an id that is too long."""
    if len(marker.comment_id) > _LONGEST_ID:
        raise RubrickitError(
            f"the comment's id has more than {_LONGEST_ID} characters",
            hint="give `--comment-id` a shorter name",
        )
    value = {
        "id": marker.comment_id,
        "run": marker.run,
        "attempt": marker.attempt,
        "head": marker.head,
        "history": [_row(entry) for entry in marker.history[-KEPT:]],
    }
    spelled = json.dumps(value, separators=(",", ":")).translate(_ESCAPES)
    return f"{_START}{spelled}{_END}\n"


def _row(entry: Entry) -> list[str]:
    return [entry.head, entry.outcome[:_LONGEST_WORD], entry.delta[:_LONGEST_WORD]]


def parse(body: str) -> Marker | None:
    """Of a comment's text; None where it does not begin with a marker of ours."""
    line = body[: LONGEST + 1].partition("\n")[0].rstrip("\r")
    if not (line.startswith(_START) and line.endswith(_END)):
        return None
    parsed = json_text.parse(line[len(_START) : -len(_END)])
    value = parsed.value if parsed else None
    comment_id, head = fields.at(value, "id"), fields.commit(fields.at(value, "head"))
    run, attempt = (_count(fields.at(value, name)) for name in ("run", "attempt"))
    if not isinstance(comment_id, str) or not head or run is None or attempt is None:
        return None
    return Marker(comment_id, run, attempt, head, _history(fields.at(value, "history")))


def _count(value: Any) -> int | None:
    """A number that a host may have counted to; no boolean is one."""
    is_count = type(value) is int and 0 <= value <= _MOST
    return value if is_count else None


def _history(value: Any) -> tuple[Entry, ...]:
    """Without the entries that we did not write like this."""
    rows = value[-KEPT:] if isinstance(value, list) else ()
    return tuple(Entry(*row) for row in rows if _is_row(row))


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 3
        and fields.commit(row[0]) == row[0] != ""
        and all(
            isinstance(word, str) and len(word) <= _LONGEST_WORD for word in row[1:]
        )
    )


def is_ours(comment: Comment, login: str, comment_id: str) -> bool:
    """Begins with our marker of this very id, and was written by this very login."""
    found = parse(comment.body)
    return (
        found is not None
        and found.comment_id == comment_id
        and comment.author.casefold() == login.casefold() != ""
    )
