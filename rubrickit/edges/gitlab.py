"""Merge requests, notes and commit statuses at GitLab."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import quote

from rubrickit.core.hosting import denials, gitlab_documents
from rubrickit.core.hosting.answers import HostAnswer
from rubrickit.core.hosting.posts import CheckResult, Comment, PullRequest
from rubrickit.core.signoffs import Approval
from rubrickit.edges.rest import Access, RestClient
from rubrickit.errors import LostAnswerError, RubrickitError, WorldError

_CHECK_ADDRESS = "is the API address right, and no proxy in between?"
Found = TypeVar("Found")


class GitLab:
    """The world's `Discussion` and `Checks`.

    `access.url` is `CI_API_V4_URL`, `https://gitlab.com/api/v4`; `project` an id or a
    path such as `group/project`. A merge request is a pull request by another name.
    """

    def __init__(self, access: Access, project: str) -> None:
        if not project.strip("/. "):
            raise RubrickitError(
                "the project is not named", hint="jobs have it in `CI_PROJECT_ID`"
            )
        self._rest = RestClient(access, _headers)
        self._project = f"/projects/{quote(project, safe='')}"
        self._login = ""
        self._pages: dict[int, str] = {}

    def pull_request(self, number: int) -> PullRequest:
        path = f"{self._project}/merge_requests/{number}"
        answer = self._granted(path, self._rest.get(path))
        found = self._read(path, answer, gitlab_documents.merge_request)
        self._pages[number] = gitlab_documents.page(answer.document)
        return found

    def login(self) -> str:
        if not self._login:
            answer = self._granted("/user", self._rest.get("/user"))
            self._login = self._read("/user", answer, gitlab_documents.login)
        return self._login

    def comments(self, number: int) -> Sequence[Comment]:
        """Without what GitLab itself notes of the merge request's life."""
        path = self._notes(number)
        found: dict[str, Comment] = {}
        for answer in self._rest.pages(f"{path}?order_by=created_at&sort=asc"):
            granted = self._granted(path, answer)
            for document in self._read(path, granted, gitlab_documents.written_notes):
                comment = self._note(path, number, document)
                found[comment.identity] = comment
        return sorted(found.values(), key=lambda comment: int(comment.identity))

    def approvals(self, number: int, head: str) -> Sequence[Approval]:  # noqa: ARG002
        """None: GitLab does not say which commit an approval was given to."""
        return ()

    def merged(self, commit: str) -> Sequence[PullRequest]:  # noqa: ARG002
        """None, since none of them has an approval that counts."""
        return ()

    def add_comment(self, number: int, body: str) -> Comment:
        path = self._notes(number)
        answer = self._rest.write("POST", path, {"body": body}, is_repeatable=False)
        granted = self._granted(path, answer)
        return self._note(path, number, granted.document, LostAnswerError)

    def update_comment(self, number: int, identity: str, body: str) -> Comment:
        path = f"{self._notes(number)}/{_number(identity)}"
        answer = self._granted(path, self._rest.write("PUT", path, {"body": body}))
        return self._note(path, number, answer.document)

    def delete_comment(self, number: int, identity: str) -> None:
        path = f"{self._notes(number)}/{_number(identity)}"
        answer = self._rest.write("DELETE", path)
        if answer.status not in (404, 410):
            self._granted(path, answer)

    def hide_comment(self, number: int, identity: str) -> None:
        """GitLab cannot."""

    def start(self, name: str, commit: str, details_url: str) -> str:
        """A status of the commit has no id here: it is known by commit and name."""
        document = gitlab_documents.running(name, details_url)
        self._set_status(commit, document)
        return f"{commit}/{name}"

    def finish(self, identity: str, result: CheckResult) -> None:
        """GitLab's statuses have no annotations and one line of text."""
        commit, _, name = identity.partition("/")
        self._set_status(commit, gitlab_documents.ended(name, result))

    def _set_status(self, commit: str, document: dict[str, str]) -> None:
        """Setting the state that it has is refused, and is as good as done."""
        path = f"{self._project}/statuses/{quote(commit, safe='')}"
        answer = self._rest.write("POST", path, document)
        if not (answer.status == 400 and "Cannot transition" in answer.complaint):
            self._granted(path, answer)

    def _note(
        self,
        path: str,
        number: int,
        document: Any,
        error: type[WorldError] = WorldError,
    ) -> Comment:
        note = gitlab_documents.note(document, self._pages.get(number, ""))
        if note is None:
            raise error(f"{self._rest.url}{path}: no note in the answer")
        return note

    def _notes(self, number: int) -> str:
        return f"{self._project}/merge_requests/{number}/notes"

    def _granted(self, path: str, answer: HostAnswer) -> HostAnswer:
        """The same answer where it is a success."""
        if answer.is_success:
            return answer
        raise denials.of_gitlab(answer, self._rest.refusal(path, answer))

    def _read(
        self, path: str, answer: HostAnswer, reader: Callable[[Any], Found | None]
    ) -> Found:
        found = reader(answer.document)
        if found is None:
            told = self._rest.refusal(path, answer)
            message = f"{told}: not what this address answers"
            raise WorldError(message, hint=_CHECK_ADDRESS)
        return found


def _headers(token: str) -> dict[str, str]:
    return {"PRIVATE-TOKEN": token, "Accept": "application/json"}


def _number(identity: str) -> str:
    """Goes into a path, where a text could lead elsewhere."""
    if not (identity.isascii() and identity.isdigit()):
        raise ValueError(f"no note is known by {identity!r}")
    return identity
