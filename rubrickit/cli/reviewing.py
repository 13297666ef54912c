"""One run of `rubrickit ci`, from the event to the exit code."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from rubrickit import runner as runners
from rubrickit.cli import output, trusted
from rubrickit.core.hosting import commands, jobs, marker
from rubrickit.core.hosting.conclusions import Concluded
from rubrickit.core.hosting.jobs import Job, Mode, Named
from rubrickit.core.hosting.posts import PullRequest
from rubrickit.core.hosting.turns import Behaviour, History, Said, When, Wish
from rubrickit.errors import Exit, RubrickitError, WorldError
from rubrickit.flows import checking, posting
from rubrickit.flows.posting import Posted
from rubrickit.reports import comment, review, terminal
from rubrickit.reports.comment import Surroundings
from rubrickit.reports.documents import Document
from rubrickit.reports.review import Review
from rubrickit.runner import Runner

_LOG_WIDTH = 100
_NO_TOKEN = "There is no token, so nothing is posted."
_TOKENS = "set GITHUB_TOKEN, or RUBRICKIT_TOKEN at GitLab"


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of `rubrickit ci`."""

    mode: Mode
    base: str
    head: str
    named: Named
    posting: "Posting"
    repo: Path
    report_dir: Path | None
    warn_only: bool
    dry_run: bool
    quiet: bool


@dataclass(frozen=True, slots=True)
class Posting:
    """How to comment: the options that `ci` and `comment` share."""

    behaviour: Behaviour
    when: When
    comment_id: str


def run(asked: Asked) -> Exit:
    """Grades, posts, writes what later steps read, and says how the job should end."""
    runner = runners.found()
    if asked.dry_run:
        runner = replace(runner, host=None)
    current, unread = _current(runner, asked)
    job = jobs.decide(runner.event, asked.mode, current, asked.named)
    if asked.dry_run:
        job = replace(job, may_ask=False, appends=False)
    if job.is_idle:
        _say(runner, job.limits)
        return Exit.OK
    name = f"rubrickit {asked.posting.comment_id}".rstrip()
    page = runner.facts.run_page
    with checking.checked(runner.host, name, job.check_on, page) as check:
        found = _reviewed(asked, runner, job)
        found = replace(found, notes=(*job.limits, *unread, *found.notes))
        around = _around(runner, found)
        posted = _commented(asked, runner, job, found, around)
        check.result = review.check_result(found, around)
    notes = [*found.notes, *check.notes, *filter(None, [posted.note])]
    _finish(asked, runner, replace(found, notes=tuple(notes)), posted)
    return found.concluded.exit


def _around(runner: Runner, found: Review) -> Surroundings:
    def line_url(path: str, line: int) -> str:
        return runner.line_page(f"{found.folder}{path}", line)

    return Surroundings(
        run_url=runner.facts.run_page, line_url=line_url, notes=found.notes
    )


def _current(runner: Runner, asked: Asked) -> tuple[PullRequest | None, Sequence[str]]:
    """The pull request as it is now: the event may be hours old."""
    number = asked.named.pull_request or runner.event.number
    if number is None:
        return None, ()
    if runner.host is None:
        return None, () if asked.dry_run else (_NO_TOKEN,)
    try:
        return runner.host.pull_request(number), ()
    except WorldError as error:
        return None, (checking.told("The pull request could not be read", error),)


def _reviewed(asked: Asked, runner: Runner, job: Job) -> Review:
    """A run that fails says so where the last one's verdict stands."""
    try:
        work = trusted.Work(
            job=job,
            mode=asked.mode,
            base=asked.base,
            head=asked.head,
            folder=asked.repo,
            is_checked_out=runner.event.kind != "dispatch" or not job.event.number,
            warn_only=asked.warn_only,
            quiet=asked.quiet,
        )
        return trusted.review_of(work, runner)
    except RubrickitError as error:
        return review.of_error(error)


def _commented(
    asked: Asked, runner: Runner, job: Job, found: Review, around: Surroundings
) -> Posted:
    try:
        return _posted(asked.posting, runner, job, found, around)
    except WorldError as error:
        return Posted(note=checking.told("The comment could not be posted", error))


def _posted(
    how: Posting, runner: Runner, job: Job, found: Review, around: Surroundings
) -> Posted:
    if runner.host is None or job.comment_on is None:
        return Posted()

    def text(history: History) -> str:
        *before, _ = history
        told = [f"{e.head[:7]}: {e.outcome}, overall {e.delta}" for e in before]
        shown = replace(around, earlier=tuple(reversed(told)))
        return review.markdown(found, shown, comment.BUDGET - marker.LONGEST)

    facts = runner.facts
    wish = Wish(
        facts.run, facts.attempt, job.check_on, how.behaviour, how.when, how.comment_id
    )
    said = Said(found.outcome, found.overall)
    wait = runners.pause
    return posting.post(runner.host, job.comment_on, text, wish, said, wait)


def post(how: Posting, named: Named, document: Document) -> None:
    """A delta that was made before, as the pull request's one comment.

    Raises RubrickitError where this is no run that may post, WorldError where the host
    fails. A pull request that gets no comment is told of.
    """
    runner = runners.found()
    if runner.host is None:
        raise RubrickitError(_NO_TOKEN.removesuffix("."), hint=_TOKENS)
    number = named.pull_request or runner.event.number
    current = None if number is None else runner.host.pull_request(number)
    job = jobs.decide(runner.event, "delta", current, named)
    found = Review(Concluded("neutral", Exit.OK), document, notes=job.limits)
    around = Surroundings(run_url=runner.facts.run_page, line_url=runner.line_page)
    posted = _posted(how, runner, job, found, around)
    runner.write({"comment-url": posted.url}, "")
    _say(runner, [*job.limits, *filter(None, [posted.note, posted.url])])


def _finish(asked: Asked, runner: Runner, found: Review, posted: Posted) -> None:
    around = _around(runner, found)
    whole = review.markdown(found, around)
    page = whole
    if len(whole.encode()) > comment.SUMMARY:
        shown = replace(around, whole="the report's file")
        page = review.markdown(found, shown, comment.SUMMARY)
    folder = asked.report_dir or runner.folder / "rubrickit-report"
    paths = _written(folder, found, whole)
    runner.write({**review.outputs(found), **paths, "comment-url": posted.url}, page)
    click.echo(whole if asked.dry_run else commands.neutral(_log(found)), nl=False)
    if runner.obeys_lines:
        for annotation in found.marked:
            click.echo(commands.annotated(annotation))
    _say(runner, found.notes)
    if found.cause:
        _say(runner, [f"error: {found.cause}", f"hint: {found.hint}"])


def _written(folder: Path, found: Review, whole: str) -> dict[str, str]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorldError(f"{folder}: {error.strerror}") from error
    paths = {"report-path": folder / "report.md"}
    output.write(paths["report-path"], whole)
    data = review.data(found)
    if data is not None:
        paths["json-path"] = folder / "report.json"
        output.write(paths["json-path"], output.as_json(data))
    return {name: str(path) for name, path in paths.items()}


def _log(found: Review) -> str:
    """For a reader of the job's log: no markup."""
    page = review.page(found)
    return terminal.text(page, width=_LOG_WIDTH, color=False) if page else ""


def _say(runner: Runner, lines: Sequence[str]) -> None:
    """On stderr, where no text of others' can be a command of the runner's."""
    for line in lines:
        click.echo(commands.neutral(line) if runner.obeys_lines else line, err=True)
