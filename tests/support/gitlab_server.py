"""A GitLab on loopback: merge requests, notes and commit statuses, with their state.

    python -m support.gitlab_server [--port N]

prints its API address and serves until it is killed. Shapes and required parameters are
those of GitLab's REST API documentation, version 4, pages "Notes" (notes of a merge
request), "Merge requests", "Users" and "Commits" (statuses); GitLab has no description
that a program could check this against.
"""

import argparse
import re
import threading
from typing import Any
from urllib.parse import quote, unquote

from support.host_server import HostServer, Reply, Request

TOKEN = "glpat-fake-0123456789"
WEB = "https://gitlab.example/acme/rubrics/-/merge_requests"
LONGEST_NOTE = 1_000_000
MOST_A_PAGE = 100
ASKED = {
    "per_page", "page", "order_by", "sort", "body", "state", "name", "target_url",
    "description", "ref", "coverage", "pipeline_id", "context", "internal",
}  # fmt: skip
"""Every parameter that the pages name."""

STATES = ("pending", "running", "success", "failed", "canceled", "skipped")


class GitLabServer(HostServer):
    """`notes` are (merge request, document) by id, `statuses` by commit and name.

    `may_write` False is a token that is not allowed to write notes.
    """

    def __init__(
        self,
        project: str = "acme/rubrics",
        *,
        may_write: bool = True,
        login: str = "project_7_bot",
        port: int = 0,
    ) -> None:
        super().__init__("/api/v4", port)
        self.project = project
        self.may_write = may_write
        self.login = login
        self.requests_open: dict[int, dict[str, Any]] = {}
        self.notes: dict[int, tuple[int, dict[str, Any]]] = {}
        self.statuses: dict[tuple[str, str], dict[str, Any]] = {}
        self._last = 300

    def open_merge_request(self, number: int, **given: Any) -> None:
        shape = {
            "id": 1000 + number,
            "iid": number,
            "project_id": 7,
            "source_project_id": 7,
            "target_project_id": 7,
            "title": "A merge request",
            "state": "opened",
            "draft": False,
            "source_branch": "topic",
            "target_branch": "main",
            "sha": "a" * 40,
            "web_url": f"{WEB}/{number}",
            "author": self._person(self.login),
        }
        self.requests_open[number] = shape | given

    def say(
        self, number: int, body: str, login: str = "", is_system: bool = False
    ) -> str:
        """A note that is there already; its id."""
        return str(self._said(number, body, login or self.login, is_system)["id"])

    def bodies(self, number: int) -> list[str]:
        """Of all notes of a merge request, oldest first."""
        return [shape["body"] for at, shape in self.notes.values() if at == number]

    def check(self, request: Request, _: Reply | None) -> None:
        given = request.document if isinstance(request.document, dict) else {}
        unknown = sorted((set(request.query) | set(given)) - ASKED)
        if unknown:
            self.violations.append(f"{request.method} {request.path}: {unknown}")

    def reply(self, request: Request) -> Reply:
        if request.headers.get("private-token") != TOKEN:
            return _refusal(401, "401 Unauthorized")
        if request.path == "/user":
            return Reply(200, self._person(self.login) | {"email": "bot@example.org"})
        if request.method != "GET" and not self.may_write:
            return _refusal(403, "403 Forbidden")
        project, rest = self._split(request.path)
        known = project in (self.project, "7")
        return (known and self._answer(request, rest)) or _refusal(404, "404 Not Found")

    def _answer(self, request: Request, rest: str) -> Reply | None:
        status = re.fullmatch(r"/statuses/([0-9a-f]{40})", rest)
        if status and request.method == "POST":
            return self._status(request, status[1])
        found = re.fullmatch(r"/merge_requests/(\d+)(?:/(notes)(?:/(\d+))?)?", rest)
        if not found or int(found[1]) not in self.requests_open:
            return None
        if not found[2]:
            return Reply(200, self.requests_open[int(found[1])])
        return self._notes(request, int(found[1]), found[3])

    def _split(self, path: str) -> tuple[str, str]:
        """GitLab takes a project's path as one segment, its slash encoded."""
        found = re.fullmatch(r"/projects/([^/]+)(/.*)", path)
        return (unquote(found[1]), found[2]) if found else ("", "")

    def _notes(self, request: Request, number: int, note: str | None) -> Reply:
        given = request.document if isinstance(request.document, dict) else {}
        if note is None:
            if request.method == "GET":
                return self._list(request, number)
            refused = _unfit(given)
            return refused or Reply(201, self._said(number, given["body"], self.login))
        if int(note) not in self.notes:
            return _refusal(404, "404 Note Not Found")
        if request.method == "DELETE":
            del self.notes[int(note)]
            return Reply(204)
        refused = _unfit(given) if request.method == "PUT" else None
        if refused:
            return refused
        shape = self.notes[int(note)][1]
        shape["body"] = given.get("body", shape["body"])
        return Reply(200, shape)

    def _list(self, request: Request, number: int) -> Reply:
        size = min(int(request.query.get("per_page", 20)), MOST_A_PAGE)
        page = int(request.query.get("page", 1))
        found = [shape for at, shape in self.notes.values() if at == number]
        if request.query.get("sort", "desc") == "desc":
            found.reverse()
        is_last = page * size >= len(found)
        headers = {
            "X-Page": str(page),
            "X-Per-Page": str(size),
            "X-Next-Page": "" if is_last else str(page + 1),
            # Behind a proxy GitLab gives addresses that nobody outside can reach.
            "Link": f'<http://inside.example{request.path}?page=2>; rel="next"',
        }
        return Reply(200, found[(page - 1) * size : page * size], headers)

    def _status(self, request: Request, commit: str) -> Reply:
        given = request.document or {}
        if given.get("state") not in STATES:
            return _refusal(400, "state does not have a valid value")
        key = commit, given.get("name", "default")
        before = self.statuses.get(key, {}).get("state")
        if before == given["state"]:
            told = f"Cannot transition status via :run from :{before}"
            return _refusal(400, told)
        self.statuses[key] = given
        shape = {"id": 90, "sha": commit, "status": given["state"], "name": key[1]}
        return Reply(201, shape | {"author": self._person(self.login)})

    def _said(
        self, number: int, body: str, login: str, is_system: bool = False
    ) -> dict[str, Any]:
        self._last += 1
        moment = f"2026-01-31T10:{self._last // 60 % 60:02}:{self._last % 60:02}.000Z"
        shape = {
            "id": self._last,
            "type": None,
            "body": body,
            "author": self._person(login),
            "created_at": moment,
            "updated_at": moment,
            "system": is_system,
            "noteable_id": 1000 + number,
            "noteable_type": "MergeRequest",
            "noteable_iid": number,
            "project_id": 7,
            "resolvable": False,
            "confidential": False,
            "internal": False,
        }
        self.notes[self._last] = number, shape
        return shape

    def _person(self, login: str) -> dict[str, Any]:
        return {
            "id": 1,
            "username": login,
            "name": login,
            "state": "active",
            "avatar_url": None,
            "web_url": f"https://gitlab.example/{quote(login)}",
        }


def _unfit(given: dict[str, Any]) -> Reply | None:
    body = given.get("body")
    if not body:
        return Reply(400, {"error": "body is missing"})
    if len(body) > LONGEST_NOTE:
        return Reply(400, {"message": {"note": ["is too long (maximum is 1000000)"]}})
    return None


def _refusal(status: int, message: str) -> Reply:
    return Reply(status, {"message": message})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    with GitLabServer(port=parser.parse_args().port) as server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
