"""Keeps one comment of ours on a pull request, with what the newest run has to say."""

from collections.abc import Callable
from dataclasses import dataclass

from rubrickit.core.hosting.posts import Comment
from rubrickit.core.hosting.turns import History, Ours, Said, Turn, Wish, newest
from rubrickit.errors import DeniedError, LostAnswerError
from rubrickit.world import Discussion

_TRIES = 3
_ROUNDS = 5
_NEWER = "A newer run has commented already."


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
    posting = _Posting(discussion, number, Turn(wish, said, text), wait)
    try:
        return posting.take()
    except DeniedError as error:
        need = error.hint or "the token needs `pull-requests: write`"
        return Posted(posting.url, f"The token may not do all of it: {error}; {need}.")


@dataclass(slots=True)
class _Posting:
    """A turn at one pull request; `url` is where its text stands by now."""

    discussion: Discussion
    number: int
    turn: Turn
    wait: Callable[[], None]
    login: str = ""
    url: str = ""

    def take(self) -> Posted:
        """Reads the pull request again first: a run may be older than it looks."""
        now = self.discussion.pull_request(self.number)
        if not now.is_open:
            return Posted(note="The pull request is closed by now.")
        if now.head != self.turn.wish.head:
            return Posted(note=f"The pull request has moved on to {now.head[:12]}.")
        self.login = self.discussion.login()
        ours = self._ours()
        last = newest(ours)
        if last and self.turn.is_outdone_by(last):
            return Posted(last.comment.url, _NEWER)
        if not self.turn.is_wanted(last):
            why = f"No comment: the outcome is `{self.turn.said.outcome}`"
            return Posted(note=f"{why}, and comments are for {self.turn.wish.when}.")
        body = self.turn.body(last)
        if self.turn.wish.behaviour == "update":
            return self._update(ours, body)
        return self._add_another(ours, body)

    def _ours(self) -> list[Ours]:
        """Oldest first."""
        return self.turn.ours(self.discussion.comments(self.number), self.login)

    def _update(self, ours: list[Ours], body: str) -> Posted:
        """In place; then looks again until one comment is left with the newest text.

        A run touches no text that is newer than its own: the newer run sees to that.
        """
        has_written = self._put(ours, body)
        for _ in range(_ROUNDS if has_written else 0):
            self.wait()
            ours = self._ours()
            last = newest(ours)
            if last and self.turn.is_outdone_by(last):
                self._withdraw(ours)
                return Posted(last.comment.url, _NEWER)
            if not self._put(ours, body):
                break
        return Posted(self.url)

    def _put(self, ours: list[Ours], body: str) -> bool:
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

    def _withdraw(self, ours: list[Ours]) -> None:
        """What this run added too late; the oldest comment is the newer run's."""
        for each in filter(self.turn.is_mine, ours[1:]):
            self.discussion.delete_comment(self.number, each.comment.identity)

    def _add(self, body: str) -> Comment:
        """Once, also where the answer is lost: it may be there already."""
        for _ in range(_TRIES - 1):
            try:
                return self.discussion.add_comment(self.number, body)
            except LostAnswerError:
                self.wait()
            mine = [each for each in self._ours() if self.turn.is_mine(each)]
            if mine:
                return mine[0].comment
        return self.discussion.add_comment(self.number, body)

    def _add_another(self, ours: list[Ours], body: str) -> Posted:
        """Added before the earlier ones go, so that no moment is without one."""
        mine = [each.comment for each in ours if self.turn.is_mine(each)]
        self.url = (mine[0] if mine else self._add(body)).url
        if self.turn.wish.behaviour == "new":
            return Posted(self.url)
        self.wait()
        ours = self._ours()
        last = newest(ours)
        for each in ours:
            if last and each.marker.order < last.marker.order:
                self._put_away(each.comment)
        if last and not self.turn.is_mine(last):
            return Posted(last.comment.url, _NEWER)
        return Posted(self.url)

    def _put_away(self, comment: Comment) -> None:
        if self.turn.wish.behaviour == "delete-and-new":
            self.discussion.delete_comment(self.number, comment.identity)
        else:
            self.discussion.hide_comment(self.number, comment.identity)
