"""Pull requests, comments and checks at GitHub, whether in the cloud or one's own."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rubrickit.core.hosting import denials, github_documents, reviews
from rubrickit.core.hosting.answers import HostAnswer
from rubrickit.core.hosting.github_documents import mapping, text
from rubrickit.core.hosting.posts import CheckResult, Comment, PullRequest
from rubrickit.core.signoffs import Approval
from rubrickit.edges.rest import Access, RestClient, checked_url
from rubrickit.errors import LostAnswerError, RubrickitError, WorldError

WORKFLOW_LOGIN = "github-actions[bot]"
"""Who a workflow's own token writes as."""

_REPOSITORY = re.compile(r"(?!\.\.?/)[\w.-]+/(?!\.\.?$)[\w.-]+", re.ASCII)
_VIEWER = "query{viewer{login}}"
_MINIMIZE = (
    "mutation($id:ID!){minimizeComment(input:{subjectId:$id,classifier:OUTDATED})"
    "{minimizedComment{isMinimized}}}"
)
_READ = "pull-requests: read"
_WRITE = "pull-requests: write"
_CHECKS = "checks: write"
_CHECK_ADDRESS = "is the API address right, and no proxy in between?"
Found = TypeVar("Found")


class GitHub:
    """The world's `Discussion` and `Checks`.

    `access.url` is `https://api.github.com`, or `https://HOST/api/v3` for GitHub
    Enterprise Server; `graphql_url` follows from it where it is "".
    """

    def __init__(
        self, access: Access, repository: str, *, graphql_url: str = ""
    ) -> None:
        if not _REPOSITORY.fullmatch(repository):
            raise RubrickitError(
                "the repository's name is not `owner/name`",
                hint="workflows have it in `GITHUB_REPOSITORY`",
            )
        self._rest = RestClient(access, _headers)
        self._repository = f"/repos/{repository}"
        self._graphql_url = str(
            checked_url(graphql_url or _graphql_url(self._rest.url))
        )
        self._login = ""
        self._nodes: dict[str, str] = {}

    def pull_request(self, number: int) -> PullRequest:
        path = f"{self._repository}/pulls/{number}"
        answer = self._granted(path, self._rest.get(path), _READ)
        return self._read(path, answer, github_documents.pull_request)

    def login(self) -> str:
        if not self._login:
            self._login = self._asked_login()
        return self._login

    def comments(self, number: int) -> Sequence[Comment]:
        path = self._comments_path(number)
        found: dict[str, Comment] = {}
        for answer in self._rest.pages(path):
            page = self._read(path, self._granted(path, answer, _READ), self._page)
            found |= {comment.identity: comment for comment in page}
        return sorted(found.values(), key=lambda comment: int(comment.identity))

    def approvals(self, number: int, head: str) -> Sequence[Approval]:
        """Those of exactly this commit that still stand, over all pages."""
        path = f"{self._repository}/pulls/{number}/reviews"
        found = []
        for answer in self._rest.pages(path):
            granted = self._granted(path, answer, _READ)
            found += self._read(path, granted, reviews.page)
        return reviews.approvals(found, head)

    def merged(self, commit: str) -> Sequence[PullRequest]:
        """The merged pull requests that brought the commit, over all pages."""
        path = f"{self._repository}/commits/{commit}/pulls"
        found = []
        for answer in self._rest.pages(path):
            granted = self._granted(path, answer, _READ)
            found += self._read(path, granted, github_documents.pull_requests)
        return [pull for pull in found if pull.merged_as]

    def add_comment(self, number: int, body: str) -> Comment:
        path = self._comments_path(number)
        answer = self._rest.write("POST", path, {"body": body}, is_repeatable=False)
        granted = self._granted(path, answer, _WRITE)
        return self._read(path, granted, self._comment, LostAnswerError)

    # GitLab needs the number with the comment, GitHub does not.
    def update_comment(
        self,
        number: int,  # noqa: ARG002
        identity: str,
        body: str,
    ) -> Comment:
        path = self._comment_path(identity)
        answer = self._rest.write("PATCH", path, {"body": body})
        granted = self._granted(path, answer, _WRITE, hides=False)
        return self._read(path, granted, self._comment)

    def delete_comment(self, number: int, identity: str) -> None:  # noqa: ARG002
        path = self._comment_path(identity)
        answer = self._rest.write("DELETE", path)
        if answer.status not in (404, 410):
            self._granted(path, answer, _WRITE)

    def hide_comment(self, number: int, identity: str) -> None:  # noqa: ARG002
        if identity not in self._nodes:
            path = self._comment_path(identity)
            answer = self._granted(path, self._rest.get(path), _READ, hides=False)
            self._read(path, answer, self._comment)
        self._asked_graphql(_MINIMIZE, {"id": self._nodes[identity]})

    def start(self, name: str, commit: str, details_url: str) -> str:
        """A start whose answer is lost leaves one more check, so it is sent once."""
        path = f"{self._repository}/check-runs"
        document = github_documents.check_start(name, commit, details_url)
        answer = self._rest.write("POST", path, document, is_repeatable=False)
        granted = self._granted(path, answer, _CHECKS)
        return self._read(path, granted, github_documents.identity, LostAnswerError)

    def finish(self, identity: str, result: CheckResult) -> None:
        path = f"{self._repository}/check-runs/{_number(identity)}"
        for document in github_documents.check_ends(result):
            answer = self._rest.write("PATCH", path, document)
            self._granted(path, answer, _CHECKS)

    def _asked_login(self) -> str:
        """`/user` is closed to the tokens of apps, such as a workflow's own.

        GraphQL tells those too; where it does not, it is a workflow's.
        """
        answer = self._rest.get("/user")
        if answer.status == 403:
            return self._viewer() or WORKFLOW_LOGIN
        granted = self._granted("/user", answer, "")
        return self._read("/user", granted, _login)

    def _viewer(self) -> str:
        try:
            data = self._asked_graphql(_VIEWER, {})
        except WorldError:
            return ""
        return text(mapping(mapping(data).get("viewer")).get("login"))

    def _asked_graphql(self, query: str, variables: dict[str, str]) -> Any:
        """All that is asked may be asked twice. Errors come with HTTP 200."""
        document = {"query": query, "variables": variables}
        url = self._graphql_url
        answer = self._granted(url, self._rest.write("POST", url, document), _WRITE)
        replied = mapping(answer.document)
        if "data" not in replied and "errors" not in replied:
            raise self._unreadable(url, answer, WorldError)
        if replied.get("errors"):
            told = self._rest.refusal(url, answer)
            is_denied = github_documents.is_forbidden(replied)
            raise denials.of_graphql(told, _WRITE) if is_denied else WorldError(told)
        return replied["data"]

    def _page(self, document: Any) -> list[Comment] | None:
        """None where one of them is no comment."""
        if not isinstance(document, list):
            return None
        read = [self._comment(each) for each in document]
        known = [comment for comment in read if comment is not None]
        return known if len(known) == len(read) else None

    def _comment(self, document: Any) -> Comment | None:
        """Remembers what GraphQL calls it."""
        comment = github_documents.comment(document)
        if comment is not None:
            self._nodes[comment.identity] = github_documents.node(document)
        return comment

    def _comments_path(self, number: int) -> str:
        return f"{self._repository}/issues/{number}/comments"

    def _comment_path(self, identity: str) -> str:
        return f"{self._repository}/issues/comments/{_number(identity)}"

    def _granted(
        self, path: str, answer: HostAnswer, permission: str, *, hides: bool = True
    ) -> HostAnswer:
        """The same answer where it is a success.

        `hides`: here 404 may also mean that the token is not allowed to see it.
        """
        if answer.is_success:
            return answer
        told = self._rest.refusal(path, answer)
        raise denials.of_github(answer, told, permission, hides=hides)

    def _read(
        self,
        path: str,
        answer: HostAnswer,
        reader: Callable[[Any], Found | None],
        error: type[WorldError] = WorldError,
    ) -> Found:
        found = reader(answer.document)
        if found is None:
            raise self._unreadable(path, answer, error)
        return found

    def _unreadable(
        self, path: str, answer: HostAnswer, error: type[WorldError]
    ) -> WorldError:
        told = self._rest.refusal(path, answer)
        return error(f"{told}: not what this address answers", hint=_CHECK_ADDRESS)


def _headers(token: str) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {token}",
        "Accept": "application/vnd.github+json",
        "X-GitHub-Api-Version": "2022-11-28",
    }


def _graphql_url(api_url: str) -> str:
    return f"{api_url.removesuffix('/v3')}/graphql"


def _login(document: Any) -> str | None:
    return text(mapping(document).get("login")) or None


def _number(identity: str) -> str:
    """Goes into a path, where a text could lead elsewhere."""
    if not (identity.isascii() and identity.isdigit()):
        raise ValueError(f"no comment or check is known by {identity!r}")
    return identity
