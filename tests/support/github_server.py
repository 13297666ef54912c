"""A GitHub on loopback: stateful, strict, and held to GitHub's own API description.

    python -m support.github_server [--port N] [--enterprise]

prints its API address and serves until it is killed. Beside what the description says
it knows permissions, page sizes, the longest comment, and what ends a check.
"""

import argparse
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from support import github_contract, github_shapes
from support.github_shapes import Check, Pull
from support.host_server import HostServer, Reply, Request, error

TOKEN = "ghs_fake_0123456789"
AREAS = ("pull_requests", "checks", "statuses")
WRITES = dict.fromkeys(AREAS, "write")
READS = dict.fromkeys(AREAS, "read")
LONGEST_COMMENT = 65_536
MOST_A_PAGE = 100
MOST_ANNOTATIONS = 50


@dataclass(frozen=True)
class Route:
    method: str
    pattern: str
    needs: str
    answer: Callable[..., Reply]


class GitHubServer(HostServer):
    """`login` is who the token writes as; `is_app`: a token that has no user.

    `pulls`, `comments` and `reviews` (number and document), `checks`, `statuses` and
    `hidden` (node ids) are all that it holds; `rebased`: what a pull's commits became.
    """

    def __init__(
        self,
        repository: str = "acme/rubrics",
        *,
        permissions: dict[str, str] = WRITES,
        login: str = "github-actions[bot]",
        is_app: bool = True,
        is_enterprise: bool = False,
        port: int = 0,
    ) -> None:
        self.contract = "ghes-3.19" if is_enterprise else "api.github.com"
        super().__init__(github_contract.PREFIXES[self.contract], port)
        self.repository = repository
        self.permissions = permissions
        self.login = login
        self.is_app = is_app
        self.graphql_path = "/api/graphql" if is_enterprise else "/graphql"
        self.pulls: dict[int, Pull] = {}
        self.comments: dict[int, tuple[int, dict[str, Any]]] = {}
        self.reviews: list[tuple[int, dict[str, Any]]] = []
        self.rebased: dict[int, list[str]] = {}
        self.checks: dict[int, Check] = {}
        self.statuses: list[dict[str, Any]] = []
        self.hidden: list[str] = []
        self._last = 1000
        self._routes = self._known_routes()

    @property
    def graphql_url(self) -> str:
        return f"{self.origin}{self.graphql_path}"

    def open_pull(self, number: int, **given: Any) -> Pull:
        pull = Pull(number, **{"home": self.repository} | given)
        self.pulls[number] = pull
        return pull

    def say(self, number: int, body: str, login: str = "") -> str:
        """A comment that is there already; its id."""
        return str(self._said(number, body, login or self.login)["id"])

    def review(
        self, number: int, login: str, state: str = "APPROVED", commit: str = ""
    ) -> None:
        """A person's review of the pull request, at its head where none is named."""
        self._last += 1
        at = commit or self.pulls[number].head
        shape = github_shapes.review(self.contract, self._last, login, state, at)
        self.reviews.append((number, shape))

    def bodies(self, number: int) -> list[str]:
        """Of all comments of a pull request, oldest first."""
        return [comment["body"] for comment in self._of(number)]

    def check(self, request: Request, reply: Reply | None) -> None:
        if request.path != self.graphql_path:
            found = github_contract.violations(self.contract, request, reply)
            self.violations += found

    def reply(self, request: Request) -> Reply:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return error(401, "Bad credentials")
        if request.path == self.graphql_path:
            return self._graphql(request)
        for route in self._routes:
            found = re.fullmatch(route.pattern, request.path)
            if found and route.method == request.method:
                refused = self._refused(route.needs)
                return refused or route.answer(request, *found.groups())
        return error(404, "Not Found")

    def _known_routes(self) -> tuple[Route, ...]:
        repo = f"/repos/{re.escape(self.repository)}"
        pull, listed = rf"{repo}/pulls/(\d+)", rf"{repo}/issues/(\d+)/comments"
        comment, check = rf"{repo}/issues/comments/(\d+)", rf"{repo}/check-runs/(\d+)"
        status = rf"{repo}/statuses/([0-9a-f]+)"
        brought = rf"{repo}/commits/([0-9a-f]+)/pulls"
        reads, writes = "pull_requests=read", "pull_requests=write"
        return (
            Route("GET", "/user", "", self._user),
            Route("GET", pull, reads, self._pull),
            Route("PATCH", pull, writes, self._edit),
            Route("GET", f"{pull}/reviews", reads, self._reviews),
            Route("GET", brought, reads, self._brought),
            Route("GET", listed, reads, self._list),
            Route("POST", listed, writes, self._create),
            Route("GET", comment, reads, self._comment),
            Route("PATCH", comment, writes, self._update),
            Route("DELETE", comment, writes, self._delete),
            Route("POST", f"{repo}/check-runs", "checks=write", self._start),
            Route("GET", check, "checks=read", self._check),
            Route("PATCH", check, "checks=write", self._end),
            Route("POST", status, "statuses=write", self._status),
        )

    def _refused(self, needs: str) -> Reply | None:
        """As GitHub says it to a token that lacks a permission."""
        area, _, level = needs.partition("=")
        if self.permissions.get(area) in ("write", level or None):
            return None
        accepted = f"issues={level}; {needs}" if area == "pull_requests" else needs
        refusal = error(
            403,
            "Resource not accessible by integration",
            X_Accepted_GitHub_Permissions=accepted,
        )
        return refusal if needs else None

    def _user(self, _: Request) -> Reply:
        if self.is_app:
            return error(403, "Resource not accessible by integration")
        return Reply(200, github_shapes.account(self.contract, self.login))

    def _pull(self, _: Request, number: str) -> Reply:
        pull = self.pulls.get(int(number))
        if pull is None:
            return error(404, "Not Found")
        shape = github_shapes.pull_request(self.contract, self.repository, pull)
        return Reply(200, shape)

    def _edit(self, request: Request, number: str) -> Reply:
        if int(number) in self.pulls:
            pull = self.pulls[int(number)]
            pull.state = request.document.get("state", pull.state)
            pull.base_branch = request.document.get("base", pull.base_branch)
        return self._pull(request, number)

    def _list(self, request: Request, number: str) -> Reply:
        return self._paged(request, number, self._of(int(number)))

    def _reviews(self, request: Request, number: str) -> Reply:
        found = [shape for pull, shape in self.reviews if pull == int(number)]
        return self._paged(request, number, found)

    def _brought(self, request: Request, commit: str) -> Reply:
        """Of a merge its one commit, and of a rebase those that a test names too."""
        found = [
            github_shapes.listed_pull(self.contract, self.repository, pull)
            for pull in self.pulls.values()
            if commit in {pull.merged_as, *self.rebased.get(pull.number, ())}
        ]
        return self._page(request, found)

    def _paged(
        self, request: Request, number: str, found: list[dict[str, Any]]
    ) -> Reply:
        if int(number) not in self.pulls:
            return error(404, "Not Found")
        return self._page(request, found)

    def _page(self, request: Request, found: list[dict[str, Any]]) -> Reply:
        size = min(int(request.query.get("per_page", 30)), MOST_A_PAGE)
        page = int(request.query.get("page", 1))
        link = f'<{self.url}{request.path}?per_page={size}&page={page + 1}>; rel="next"'
        headers = {"Link": link} if page * size < len(found) else {}
        return Reply(200, found[(page - 1) * size : page * size], headers)

    def _create(self, request: Request, number: str) -> Reply:
        if int(number) not in self.pulls:
            return error(404, "Not Found")
        body = request.document.get("body") if request.document else None
        refused = _unfit(body)
        return refused or Reply(201, self._said(int(number), body, self.login))

    def _comment(self, _: Request, number: str) -> Reply:
        if int(number) not in self.comments:
            return error(404, "Not Found")
        return Reply(200, self.comments[int(number)][1])

    def _update(self, request: Request, number: str) -> Reply:
        if int(number) not in self.comments:
            return error(404, "Not Found")
        body = request.document.get("body")
        refused = _unfit(body)
        if refused is None:
            self.comments[int(number)][1]["body"] = body
        return refused or self._comment(request, number)

    def _delete(self, _: Request, number: str) -> Reply:
        known = self.comments.pop(int(number), None)
        return Reply(204) if known else error(404, "Not Found")

    def _start(self, request: Request) -> Reply:
        given = request.document or {}
        if not given.get("name") or not given.get("head_sha"):
            return error(422, "Invalid request.")
        self._last += 1
        check = Check(self._last, given["name"], given["head_sha"])
        self.checks[check.number] = check
        return self._changed(check, given, 201)

    def _check(self, _: Request, number: str) -> Reply:
        if int(number) not in self.checks:
            return error(404, "Not Found")
        check = self.checks[int(number)]
        return Reply(200, github_shapes.check_run(self.contract, check))

    def _end(self, request: Request, number: str) -> Reply:
        if int(number) not in self.checks:
            return error(404, "Not Found")
        return self._changed(self.checks[int(number)], request.document or {}, 200)

    def _changed(self, check: Check, given: dict[str, Any], status: int) -> Reply:
        output = given.get("output", {})
        rows = output.get("annotations", [])
        if given.get("status") == "completed" and not given.get("conclusion"):
            return error(422, "Invalid request.\n\nconclusion is required.")
        if len(rows) > MOST_ANNOTATIONS:
            return error(422, f"Invalid request.\n\nNo more than {MOST_ANNOTATIONS}.")
        check.status = given.get("status", check.status)
        check.conclusion = given.get("conclusion", check.conclusion)
        check.details_url = given.get("details_url", check.details_url)
        check.output |= output
        check.annotations += rows
        return Reply(status, github_shapes.check_run(self.contract, check))

    def _status(self, request: Request, commit: str) -> Reply:
        given = request.document or {}
        if len(given.get("description") or "") > 140:
            return error(422, "Validation Failed")
        self.statuses.append(given | {"sha": commit})
        return Reply(201, github_shapes.status(self.contract, self.login, given))

    def _graphql(self, request: Request) -> Reply:
        """The two questions that are asked of it."""
        given = request.document or {}
        if "viewer" in given.get("query", ""):
            return Reply(200, {"data": {"viewer": {"login": self.login}}})
        node = given.get("variables", {}).get("id")
        if self.permissions.get("pull_requests") != "write":
            told = "Resource not accessible by integration"
            return Reply(200, {"errors": [{"type": "FORBIDDEN", "message": told}]})
        if node not in {each["node_id"] for _, each in self.comments.values()}:
            told = f"Could not resolve to a node with the global id of '{node}'"
            return Reply(200, {"errors": [{"type": "NOT_FOUND", "message": told}]})
        self.hidden.append(node)
        hidden = {"minimizedComment": {"isMinimized": True}}
        return Reply(200, {"data": {"minimizeComment": hidden}})

    def _said(self, number: int, body: str, login: str) -> dict[str, Any]:
        self._last += 1
        shape = github_shapes.comment(
            self.contract, self.repository, number, self._last, login, body
        )
        self.comments[self._last] = number, shape
        return shape

    def _of(self, number: int) -> list[dict[str, Any]]:
        return [shape for pull, shape in self.comments.values() if pull == number]


def _unfit(body: Any) -> Reply | None:
    """What GitHub does not take as a comment."""
    if isinstance(body, str) and 0 < len(body) <= LONGEST_COMMENT:
        return None
    told = f"Body is too long (maximum is {LONGEST_COMMENT} characters)"
    problem = {
        "resource": "IssueComment",
        "code": "unprocessable",
        "field": "data",
        "message": told if body else "Body can't be blank",
    }
    document = {
        "message": "Validation Failed",
        "errors": [problem],
        "documentation_url": "https://docs.example",
    }
    return Reply(422, document)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--enterprise", action="store_true")
    options = parser.parse_args()
    with GitHubServer(port=options.port, is_enterprise=options.enterprise) as server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
