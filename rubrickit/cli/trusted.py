"""Grades what a job is about, and lets nothing decide but the base."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from rubrickit import linting, runner, wiring
from rubrickit.cli.progress import Bar
from rubrickit.cli.said import Said
from rubrickit.core.hosting import conclusions
from rubrickit.core.hosting.conclusions import Verdict
from rubrickit.core.hosting.jobs import Job, Mode
from rubrickit.core.policy import Outcome
from rubrickit.core.results import Delta, PlanReport
from rubrickit.core.versions import Span, Version
from rubrickit.edges.event_span import EventSpan
from rubrickit.edges.git_remote import GitRemote
from rubrickit.edges.ledger_branch import NAME as DATA_BRANCH
from rubrickit.edges.repository import FileRepository
from rubrickit.errors import RubrickitError, WorldError
from rubrickit.flows import agreement, checking, planning, scoring
from rubrickit.flows import delta as deltas
from rubrickit.reports import delta_document, notes, plan_page, review
from rubrickit.reports.documents import Document
from rubrickit.reports.review import Review
from rubrickit.runner import Runner
from rubrickit.world import World

_KEPT_NOWHERE = (
    "The new grades are kept nowhere: with `ledger.write: commit` only a run on the"
    " default branch keeps its own, so the next run asks for these again."
)


@dataclass(frozen=True, slots=True)
class Work:
    """A job and how to do it; `is_checked_out`: it is about the working tree."""

    job: Job
    mode: Mode
    base: str
    head: str
    folder: Path
    is_checked_out: bool
    warn_only: bool
    quiet: bool


def review_of(work: Work, at: Runner) -> Review:
    """Raises RubrickitError where nothing could be compared."""
    folders = wiring.Folders(work.folder)
    with wiring.open_repository(folders) as repository, Bar(work.quiet) as bar:
        remote = at.git_remote(repository)
        grading = _Grading(work, at, repository, remote, bar)
        grading.fetch_ledger()
        found = grading.pushed() if work.mode == "push" else grading.compared()
        history = repository.history
        return found.below(history.prefix if history else "")


@dataclass(slots=True)
class _Grading:
    """One job's turn; `notes` grows with what a person should know of it."""

    work: Work
    at: Runner
    repository: FileRepository
    remote: GitRemote
    bar: Bar
    notes: list[str] = field(default_factory=list)

    def fetch_ledger(self) -> None:
        """Without it a run asks again, or leaves open, what is graded already."""
        try:
            self.remote.fetch_branch(DATA_BRANCH)
        except WorldError as error:
            self.notes.append(checking.told("The data branch was not read", error))

    def compared(self) -> Review:
        if self.work.is_checked_out:
            found = linting.findings(wiring.Folders(self.work.folder))
            faults = [finding for finding in found if finding.level == "error"]
            if faults:
                return review.of_findings(faults)
        return self._delta(self._span())

    def pushed(self) -> Review:
        """Grades all that lacks a grade; then what the push did costs nothing.

        What is merged is merged: the gate has no say any more.
        """
        head = self.repository.version("HEAD")
        world = self._world(head, lambda w: planning.of_state(w, head))
        scores = scoring.score(world, head)
        self._keep(world)
        outcome: Outcome = "pending" if scores.pending else "pass"
        verdict = Verdict(outcome, scores.run.no_call_succeeded)
        concluded = conclusions.conclude(
            verdict, world.config.gate, warn_only=self.work.warn_only
        )
        moved = self._moved(world)
        return review.of_scores(scores, concluded, self.notes, moved)

    def _moved(self, world: World) -> Document | None:
        """The delta of the push, where there is something to compare it with."""
        try:
            span = self._span()
            if self.work.job.appends:
                self._said(span).keep(world, self._branch(world))
            return self._delta(span, may_ask=False).document
        except RubrickitError as error:
            self.notes.append(f"What the push moved is not known: {error}.")
            return None

    def _span(self) -> Span:
        history = self.repository.required_history()
        span = EventSpan(history, self.remote).find(
            self.work.job.event,
            is_checked_out=self.work.is_checked_out,
            base=self.work.base,
            head=self.work.head,
        )
        self.repository.check_root(span, self.work.folder)
        with self.repository.at_base(span):
            self.repository.config(span.base)
        return span

    def _said(self, span: Span) -> Said:
        history = self.repository.required_history()
        job, notes = self.work.job, self.notes
        return Said(job, self.at, history, self.remote, span, notes)

    def _delta(self, span: Span, *, may_ask: bool = True) -> Review:
        world = self._world(
            span.base, lambda w: planning.of_edit(w, span), may_ask=may_ask
        )
        world = replace(world, reviews=self._said(span))
        report = deltas.delta(
            world,
            span,
            infer=wiring.infer(world.config.gate),
            is_proposal=self.work.job.event.is_proposal,
        )
        found = agreement.of(world, report)
        if self.work.job.event.is_fork:
            report = replace(report, reasons={})
        document = delta_document.delta(report, world.config, found)
        self._keep(world)
        concluded = conclusions.conclude(
            self._verdict(report), world.config.gate, warn_only=self.work.warn_only
        )
        return review.of_delta(document, concluded, self.notes)

    def _verdict(self, report: Delta) -> Verdict:
        job = self.work.job
        rubrics = [rubric for pair in report.edited.pairs for rubric in pair]
        return Verdict(
            outcome=report.decision.outcome,
            no_call_succeeded=report.run.no_call_succeeded,
            by_matcher=any(notes.of_judge(report.judge, rubrics)),
            is_decided_later=job.is_decided_later,
        )

    def _world(
        self,
        version: Version,
        planned: Callable[[World], PlanReport],
        *,
        may_ask: bool = True,
    ) -> World:
        """Asks only for what is missing, where the job may, and within the budget.

        A budget that would end the grading of a pull request in its midst ends it
        before the first call: half of a hostile edit is not worth paying for.
        """
        if self.repository.config(version).judge.kind != "openai":
            return self._built(version)
        recorded = self._built(version, asks=False)
        found = planned(recorded) if may_ask else None
        if found is None or not found.plan.calls:
            return recorded
        if not self.work.job.may_ask:
            self.notes.append(plan_page.price(found))
            return recorded
        stops = found.estimate.stops if self.work.mode != "push" else ()
        if stops:
            self.notes += [f"Nobody was asked: {stop}." for stop in stops]
            return recorded
        return self._built(version)

    def _built(self, version: Version, *, asks: bool = True) -> World:
        found = wiring.world(
            self.repository, version, self.bar, is_trusted=True, asks=asks
        )
        self.bar.prices = found.config.judge.prices
        return found

    def _branch(self, world: World) -> str:
        """Where trusted runs keep what they write."""
        is_default = world.config.write == "commit"
        return self.work.job.event.default_branch if is_default else DATA_BRANCH

    def _keep(self, world: World) -> None:
        """A verdict stands whether or not its grades could be kept."""
        if not self.work.job.appends:
            return
        branch = self._branch(world)
        if branch != DATA_BRANCH and self.work.mode != "push":
            self.notes.append(_KEPT_NOWHERE)
            return
        sending = runner.ledger_sending(
            self.repository, self.remote, branch, world.config.paths
        )
        try:
            sending.send()
        except WorldError as error:
            self.notes.append(checking.told("The grades could not be kept", error))
