"""What people said of an edit at the code host: before its merge, and after it."""

from dataclasses import dataclass

from rubrickit import runner
from rubrickit.core import signoffs
from rubrickit.core.hosting.jobs import Job
from rubrickit.core.signoffs import Approval, Reviewed
from rubrickit.core.versions import Span
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.git_remote import GitRemote
from rubrickit.errors import RubrickitError, WorldError
from rubrickit.flows import approving, checking
from rubrickit.runner import Host, Runner
from rubrickit.world import World


@dataclass(frozen=True, slots=True)
class Said:
    """Implements `world.Reviews` and `approving.Remote`.

    `span` is what was proposed or merged; `notes` grows with what could not be had.
    """

    job: Job
    at: Runner
    history: GitHistory
    remote: GitRemote
    span: Span
    notes: list[str]

    def reviewed(self) -> Reviewed:
        """Approvals that cannot be read are none, and told.

        Nor is there any where the edit's commits are not all here: an author's own
        word would count.
        """
        event, host = self.job.event, self.at.host
        number = event.number or event.queued
        author = event.author if event.number else ""
        if host is None or number is None:
            return Reviewed(author)
        try:
            self.fetch_between(self.span.base.commit or "", self.span.head.commit or "")
            author, approvals = self._approvals(host, number, author)
            return Reviewed(author, tuple(approvals))
        except WorldError as error:
            self.notes.append(checking.told("The approvals could not be read", error))
            return Reviewed(author)

    def _approvals(
        self, host: Host, number: int, author: str
    ) -> tuple[str, tuple[Approval, ...]]:
        """A merge queue's are those of the pull request that it adds."""
        head = self.job.event.head
        if self.job.event.queued:
            pull = host.pull_request(number)
            author, head = pull.author, pull.head
        return author, tuple(host.approvals(number, head))

    def keep(self, world: World, branch: str) -> None:
        """What is approved is merged, whether or not it could be written down."""
        host, scores = self.at.host, world.config.paths.scores
        if host is None:
            return
        pushing = runner.pushing(self.remote, branch)
        trunk, page = self.job.event.default_branch, self.at.facts.page
        at = approving.At(trunk, page, host, self)
        try:
            for rows in approving.approved(world, self.span, at):
                path = f"{scores}/{signoffs.FOLDER}/{signoffs.file_name(rows)}"
                files = {path: signoffs.data(rows)}
                pushing.append(files, "Keep the approvals of a merge")
        except RubrickitError as error:
            what = "The approvals could not be written down"
            self.notes.append(checking.told(what, error))

    def fetch_commit(self, commit: str) -> None:
        self.remote.fetch_commit(commit)

    def fetch_between(self, base: str, head: str) -> None:
        self.remote.deepen_until(
            lambda: self.history.has_all_between(base, head), base, head
        )
