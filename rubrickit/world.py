"""Every effect on one page, in the words of its callers; releases have their own."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Protocol, runtime_checkable

from rubrickit.core.approving import Landed
from rubrickit.core.canonical import Digest
from rubrickit.core.chronicle import Step
from rubrickit.core.config import Config
from rubrickit.core.grades import Answer, Grade, GradeKey, Task, Verdictless
from rubrickit.core.hosting.posts import CheckResult, Comment, PullRequest
from rubrickit.core.judging.card import JudgeCard
from rubrickit.core.responses import Label, Response
from rubrickit.core.rubric import Leaf, Rubric
from rubrickit.core.signoffs import Approval, Recorded, Reviewed, SignOff
from rubrickit.core.versions import (
    DataChanges,
    EditedRubrics,
    RubricCommit,
    Span,
    Version,
)


class Repository(Protocol):
    """Rubrics and responses, as commits and the working tree have them."""

    def version(self, ref: str | None) -> Version:
        """The working tree without a ref."""

    def span(self, base: str | None, head: str | None) -> Span:
        """From the merge base of the two; the default branch without a base."""

    def rubrics(self, version: Version) -> tuple[Rubric, ...]:
        """By question id; raises RubrickitError at the first that is wrong."""

    def edited(self, span: Span) -> EditedRubrics:
        """Costs as much as the edit is large, not as the repository is."""

    def responses(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> Mapping[str, Sequence[Response]]:
        """By question id, only these where given; by response id within."""

    def questions_with_responses(self, version: Version) -> frozenset[str]:
        """The ids of the rubrics that have a response."""

    def labels(
        self, version: Version, question_ids: Collection[str] | None = None
    ) -> tuple[Label, ...]:
        """In the order of files and lines."""

    def config(self, version: Version) -> Config:
        """Every default where there is no file."""

    def rubric_commits(self, version: Version, most: int) -> Sequence[RubricCommit]:
        """The last that changed rubrics, newest first; none outside of Git.

        Along first parents, from the version's commit or else the current one.
        """

    def data_changes(self, span: Span) -> DataChanges:
        """What else the span changed, for the report and for trust."""

    def sign_offs(self, span: Span) -> Recorded:
        """The rows at the head, signed by whom they say or not; and who made the edit.

        Raises RubrickitError at the first row that is none.
        """

    def kept_sign_offs(self) -> tuple[SignOff, ...]:
        """Those of the data branch; raises RubrickitError at the first that is none."""

    def landed(self, span: Span, most: int) -> Sequence[Landed]:
        """The last commits of the span that touched the rubrics, oldest first.

        Along first parents, each with its own.
        """

    def steps(self, version: Version, question_id: str | None = None) -> Iterator[Step]:
        """Newest first, along first parents: the commits that touched the rubrics.

        Of one question where it is named, whatever its file was called.
        """

    def release_of(self, commit: str) -> str:
        """The first release tag that contains the commit, "" without one."""


class Judge(Protocol):
    """What answers checks over a wire, and must be paid and remembered."""

    @property
    def card(self) -> JudgeCard:
        """May change once, when the endpoint refuses a parameter and it is dropped."""

    @property
    def destination(self) -> str:
        """Where texts are sent, "" where nothing leaves."""

    def ask(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """Each task once, in order of completion.

        A task that got no grade comes back with its reason. Raises WorldError where
        no call can succeed (a wrong key, an unknown model).
        """


@runtime_checkable
class KnownJudge(Protocol):
    """What answers at once and for nothing, so that no grade need be kept."""

    @property
    def card(self) -> JudgeCard:
        """Its name, and what its answers depend on."""

    @property
    def may_pass_gates(self) -> bool:
        """False for a judge that may close a gate and not open one."""

    def met(
        self, rubric: Rubric, leaf: Leaf, responses: Sequence[Response]
    ) -> list[bool | Verdictless]:
        """One a response: yes, no, or why there is no answer."""


class Rules(Protocol):
    """Evaluates what needs no judge. None: the rule failed on this response."""

    def met(self, leaf: Leaf, rubric: Rubric, response: Response) -> bool | None:
        """Of a `rule` or `schema` leaf."""

    def holds(self, condition: str, rubric: Rubric, response: Response) -> bool | None:
        """Of a `when`."""


class NamedFiles(Protocol):
    """A folder of segments or judge documents: on disk, or in a tree of Git's."""

    def names(self) -> Iterable[tuple[str, str]]:
        """File names without their folder, and what `read` knows each file by."""

    def read(self, identity: str) -> bytes:
        """Raises OSError where this one file cannot be read, or must not be."""


class Recorder(Protocol):
    """Takes the grades of one run."""

    def record(self, grade: Grade, card: JudgeCard) -> None:
        """The grade is safe once this returns; the first of a key counts.

        Raises WorldError where it could not be made safe.
        """


class Ledger(Protocol):
    """All grades there are."""

    def column(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, bool]:
        """Met by response digest; grades recorded by this run are in it at once."""

    def reasons(
        self, judge: Digest, question: Digest, leaf: Digest, pass_number: int
    ) -> Mapping[Digest, str]:
        """The same as `reason` for a whole column, by response digest."""

    def reason(self, key: GradeKey) -> str:
        """The judge's reason for the grade that counts, "" where none is kept."""

    def cards(self) -> Mapping[Digest, JudgeCard]:
        """What the judge digests stand for, `configured` included."""

    def recording(self, created: datetime) -> AbstractContextManager[Recorder]:
        """Leaving it, in whatever way, writes its grades as one segment.

        Raises WorldError, at the start where the grades could not be written at the
        end; a failure at the end loses no grade: the next recording writes it.
        """

    @property
    def damage(self) -> tuple[str, ...]:
        """Segments, journals and judge documents that do not count, a line each."""

    @property
    def clashes(self) -> int:
        """Verdicts that an earlier one contradicts, in the columns read so far."""


class Signatures(Protocol):
    """Signatures of SSH keys, over texts of ours and nothing else."""

    def fits(self, text: str, signature: str, key: str) -> bool:
        """Whether the holder of this public key signed this text for rubrickit.

        Raises WorldError where nothing can be checked.
        """


class Reviews(Protocol):
    """What people at a code host said to a proposal."""

    def reviewed(self) -> Reviewed:
        """Who made it, and the approvals of exactly its head.

        After it the repository knows every commit of the proposal.
        """


class Proposals(Protocol):
    """Pull requests at a code host that are merged; every method raises WorldError."""

    def merged(self, commit: str) -> Sequence[PullRequest]:
        """Those that brought the commit to a branch."""

    def approvals(self, number: int, head: str) -> Sequence[Approval]:
        """Of exactly this commit, as far as they still stand."""


class Progress(Protocol):
    """Tells a waiting person where texts go, and how far a run is."""

    def sending(self, destination: str, model: str) -> None:
        """Before the first call of a run."""

    def expect(self, calls: int) -> None:
        """So many more answers will come."""

    def answered(self, answer: Answer) -> None:
        """One came."""


@dataclass(frozen=True)
class World:
    repository: Repository
    ledger: Ledger
    judge: Judge | KnownJudge
    rules: Rules
    progress: Progress
    signatures: Signatures
    config: Config
    now: datetime
    reviews: Reviews | None = None

    @cached_property
    def known_judge(self) -> KnownJudge | None:
        """The judge, where it is one that need not be asked."""
        return self.judge if isinstance(self.judge, KnownJudge) else None


class Discussion(Protocol):
    """The comments of pull requests at a code host.

    Reads and updates are tried again while the host is busy. A new comment is not,
    since it may be stored already: then `LostAnswerError` says that nobody knows.
    Every method raises WorldError; DeniedError where the token may not do it.
    """

    def pull_request(self, number: int) -> PullRequest:
        """As it is now."""

    def login(self) -> str:
        """Who this token writes as."""

    def comments(self, number: int) -> Sequence[Comment]:
        """Every one, over all pages, oldest first."""

    def add_comment(self, number: int, body: str) -> Comment:
        """Sent once."""

    def update_comment(self, number: int, identity: str, body: str) -> Comment:
        """The same comment with another text."""

    def delete_comment(self, number: int, identity: str) -> None:
        """One that is gone already is no error."""

    def hide_comment(self, number: int, identity: str) -> None:
        """Marked as outdated, where the host can; else left as it is."""


class Checks(Protocol):
    """The checks of commits at a code host."""

    def start(self, name: str, commit: str, details_url: str) -> str:
        """Shown as in progress from now on; what `finish` knows it by."""

    def finish(self, identity: str, result: CheckResult) -> None:
        """Annotations beyond what one request may hold go in further ones."""
