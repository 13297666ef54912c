"""Keeps one comment of ours on a pull request, with what the newest run has to say."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rubrickit.core.hosting import marker
from rubrickit.core.hosting.marker import Entry, Marker
from rubrickit.core.hosting.posts import Comment
from rubrickit.core.policy import Outcome
from rubrickit.errors import DeniedError, LostAnswerError
from rubrickit.world import Discussion

Behaviour = Literal["update", "new", "hide-and-new", "delete-and-new", "off"]
When = Literal["always", "changes", "regressions"]
History = tuple[Entry, ...]

_BAD = frozenset(("fail", "pending", "inconclusive", "error"))
_TRIES = 3
_ROUNDS = 5
_NEWER = "A newer run has commented already."


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
class Posted:
    """`url` is where our newest comment stands, "" where there is none.

    `note` says why this run wrote nothing, or what else a person should know.
    """

    url: str = ""
    note: str = ""


def post(
    discussion: Discussion,
    number: int,
    text: Callable[[History], str],
    wish: Wish,
    said: Said,
    wait: Callable[[], None],
) -> Posted:
    """`text` makes the comment from the kept history, this run's entry the last.

    The marker is put before it and takes up to `marker.LONGEST` bytes. `wait` should
    last longer than a request takes: after it, this run sees whom it raced with. A
    token that may not do something is no error. Raises WorldError where the host
    fails, LostAnswerError where nobody can tell whether the comment is there.
    """
    if wish.behaviour == "off":
        return Posted(note="Comments are off.")
    turn = _Turn(discussion, number, text, wish, said, wait)
    try:
        return turn.take()
    except DeniedError as error:
        need = error.hint or "the token needs `pull-requests: write`"
        return Posted(turn.url, f"The token may not do all of it: {error}; {need}.")


@dataclass(frozen=True, slots=True)
class _Ours:
    """A comment of ours, and what its first line says."""

    comment: Comment
    marker: Marker


@dataclass(slots=True)
class _Turn:
    """One run's turn on one pull request; `url` is where its text stands by now."""

    discussion: Discussion
    number: int
    text: Callable[[History], str]
    wish: Wish
    said: Said
    wait: Callable[[], None]
    login: str = ""
    url: str = ""

    def take(self) -> Posted:
        """Reads the pull request again first: a run may be older than it looks."""
        now = self.discussion.pull_request(self.number)
        if not now.is_open:
            return Posted(note="The pull request is closed by now.")
        if now.head != self.wish.head:
            return Posted(note=f"The pull request has moved on to {now.head[:12]}.")
        self.login = self.discussion.login()
        ours = self._ours()
        newest = _newest(ours)
        if newest and newest.marker.order > self._mark.order:
            return Posted(newest.comment.url, _NEWER)
        if not self._is_wanted(newest):
            why = f"No comment: the outcome is `{self.said.outcome}`"
            return Posted(note=f"{why}, and comments are for {self.wish.when}.")
        body = self._body(newest.marker.history if newest else ())
        if self.wish.behaviour == "update":
            return self._update(ours, body)
        return self._add_another(ours, body)

    @property
    def _mark(self) -> Marker:
        wish = self.wish
        return Marker(wish.comment_id, wish.run, wish.attempt, wish.head)

    def _ours(self) -> list[_Ours]:
        """Oldest first, whatever else is on the pull request."""
        comments = self.discussion.comments(self.number)
        found = ((each, marker.parse(each.body)) for each in comments)
        return [
            _Ours(comment, mark)
            for comment, mark in found
            if mark and marker.is_ours(comment, self.login, self.wish.comment_id)
        ]

    def _is_mine(self, each: _Ours) -> bool:
        return each.marker.order == self._mark.order

    def _is_wanted(self, newest: _Ours | None) -> bool:
        """What was said once is kept true; silence is kept until there is something."""
        if newest is None:
            return self._is_notable(self.said.outcome)
        history = newest.marker.history
        last = history[-1].outcome if history else ""
        is_kept = self.wish.behaviour == "update"
        return is_kept or any(map(self._is_notable, (self.said.outcome, last)))

    def _is_notable(self, outcome: str) -> bool:
        if self.wish.when == "regressions":
            return outcome in _BAD
        return self.wish.when == "always" or outcome != "none"

    def _body(self, history: History) -> str:
        entry = Entry(self.wish.head, self.said.outcome, self.said.delta)
        mark = self._mark.after(history, entry)
        return marker.render(mark) + self.text(mark.history)

    def _update(self, ours: list[_Ours], body: str) -> Posted:
        """In place; then looks again until one comment is left with the newest text.

        A run touches no text that is newer than its own: the newer run sees to that.
        """
        has_written = self._put(ours, body)
        for _ in range(_ROUNDS if has_written else 0):
            self.wait()
            ours = self._ours()
            newest = _newest(ours)
            if newest and newest.marker.order > self._mark.order:
                self._withdraw(ours)
                return Posted(newest.comment.url, _NEWER)
            if not self._put(ours, body):
                break
        return Posted(self.url)

    def _put(self, ours: list[_Ours], body: str) -> bool:
        """The body into the oldest comment, the others away; was anything written?"""
        if not ours:
            self.url = self._add(body).url
            return True
        first, *rest = ours
        self.url = first.comment.url
        is_same = first.comment.body.split() == body.split()
        if not is_same:
            identity = first.comment.identity
            self.discussion.update_comment(self.number, identity, body)
        for each in rest:
            self.discussion.delete_comment(self.number, each.comment.identity)
        return bool(rest) or not is_same

    def _withdraw(self, ours: list[_Ours]) -> None:
        """What this run added too late; the oldest comment is the newer run's."""
        for each in filter(self._is_mine, ours[1:]):
            self.discussion.delete_comment(self.number, each.comment.identity)

    def _add(self, body: str) -> Comment:
        """Once, also where the answer is lost: it may be there already."""
        for _ in range(_TRIES - 1):
            try:
                return self.discussion.add_comment(self.number, body)
            except LostAnswerError:
                self.wait()
            mine = [each for each in self._ours() if self._is_mine(each)]
            if mine:
                return mine[0].comment
        return self.discussion.add_comment(self.number, body)

    def _add_another(self, ours: list[_Ours], body: str) -> Posted:
        """Added before the earlier ones go, so that no moment is without one."""
        mine = [each.comment for each in ours if self._is_mine(each)]
        self.url = (mine[0] if mine else self._add(body)).url
        if self.wish.behaviour == "new":
            return Posted(self.url)
        self.wait()
        ours = self._ours()
        newest = _newest(ours)
        for each in ours:
            if newest and each.marker.order < newest.marker.order:
                self._put_away(each.comment)
        is_late = newest is not None and not self._is_mine(newest)
        return (
            Posted(newest.comment.url, _NEWER)
            if newest and is_late
            else Posted(self.url)
        )

    def _put_away(self, comment: Comment) -> None:
        if self.wish.behaviour == "delete-and-new":
            self.discussion.delete_comment(self.number, comment.identity)
        else:
            self.discussion.hide_comment(self.number, comment.identity)


def _newest(ours: list[_Ours]) -> _Ours | None:
    return max(ours, key=lambda each: each.marker.order, default=None)
