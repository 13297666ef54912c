"""The fake of GitHub: does it notice what GitHub would not take, or would not say?"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from support import github_contract
from support.github_server import READS, TOKEN, GitHubServer
from support.host_server import LOST, Reply, Request

REPOSITORY = "/repos/acme/rubrics"
COMMENTS = f"{REPOSITORY}/issues/7/comments"
CHECKS = f"{REPOSITORY}/check-runs"
COMMIT = "c" * 40


@pytest.fixture(params=[False, True], ids=["cloud", "enterprise"])
def server(request: pytest.FixtureRequest) -> Iterator[GitHubServer]:
    with GitHubServer(is_enterprise=request.param) as server:
        server.open_pull(7)
        yield server


def ask(
    server: GitHubServer, method: str, path: str, document: Any = None
) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    url = f"{server.url}{path}"
    return httpx2.request(method, url, json=document, headers=headers)


def output(rows: int) -> dict[str, Any]:
    row = {
        "path": "a",
        "start_line": 1,
        "end_line": 1,
        "annotation_level": "notice",
        "message": "m",
    }
    return {"title": "t", "summary": "s", "annotations": [row] * rows}


@pytest.mark.parametrize(
    ("method", "path", "document"),
    [
        ("POST", COMMENTS, {"bdy": "hi"}),
        ("POST", COMMENTS, {"body": 7}),
        ("GET", f"{COMMENTS}?per_page=many", None),
        ("GET", f"{REPOSITORY}/nothing", None),
        ("PUT", f"{REPOSITORY}/issues/comments/1", {"body": "hi"}),
        ("POST", CHECKS, {"name": "rubrics"}),
        ("POST", CHECKS, {"name": "n", "head_sha": COMMIT, "status": "running"}),
        ("POST", CHECKS, {"name": "n", "head_sha": COMMIT, "output": output(51)}),
        ("POST", f"{REPOSITORY}/statuses/{COMMIT}", {"state": "green"}),
    ],
)
def test_what_github_does_not_describe_is_a_violation(
    server: GitHubServer, method: str, path: str, document: Any
) -> None:
    ask(server, method, path, document)

    assert len(server.violations) >= 1
    assert server.violations[0].startswith(f"{method} {path.partition('?')[0]} asked: ")


@pytest.mark.parametrize("contract", ["api.github.com", "ghes-3.19"])
@pytest.mark.parametrize(
    "reply", [Reply(200, [{"id": 1}]), Reply(200, {}), Reply(418, {}), Reply(201, [])]
)
def test_what_github_would_not_say_is_a_violation(contract: str, reply: Reply) -> None:
    found = github_contract.violations(contract, Request("GET", COMMENTS), reply)

    assert len(found) == 1
    assert f"answered with {reply.status}" in found[0]


def test_each_route_keeps_to_the_description(server: GitHubServer) -> None:
    said = server.say(7, "old")
    check = {"name": "n", "head_sha": COMMIT, "output": output(50)}
    end = {"status": "completed", "conclusion": "neutral", "output": output(10)}

    number = ask(server, "POST", CHECKS, check).json()["id"]
    statuses = [
        ask(server, method, path, document).status_code
        for method, path, document in (
            ("GET", f"{REPOSITORY}/pulls/7", None),
            ("PATCH", f"{REPOSITORY}/pulls/7", {"state": "closed"}),
            ("GET", COMMENTS, None),
            ("POST", COMMENTS, {"body": "new"}),
            ("GET", f"{REPOSITORY}/issues/comments/{said}", None),
            ("PATCH", f"{REPOSITORY}/issues/comments/{said}", {"body": "newer"}),
            ("DELETE", f"{REPOSITORY}/issues/comments/{said}", None),
            ("PATCH", f"{CHECKS}/{number}", end),
            ("GET", f"{CHECKS}/{number}", None),
            ("POST", f"{REPOSITORY}/statuses/{COMMIT}", {"state": "success"}),
        )
    ]

    assert statuses == [200, 200, 200, 201, 200, 200, 204, 200, 200, 201]
    assert server.violations == []
    assert server.pulls[7].state == "closed"
    assert len(server.checks[number].annotations) == 60


@pytest.mark.parametrize(
    ("method", "path", "document", "told"),
    [
        ("POST", COMMENTS, {"body": "x" * 65_537}, "Body is too long"),
        ("POST", COMMENTS, {"body": ""}, "can't be blank"),
        ("POST", CHECKS, {"name": "n", "head_sha": COMMIT, "output": output(51)}, "50"),
        (
            "POST",
            CHECKS,
            {"name": "n", "head_sha": COMMIT, "status": "completed"},
            "conclusion is required",
        ),
        (
            "POST",
            f"{REPOSITORY}/statuses/{COMMIT}",
            {"state": "success", "description": "x" * 141},
            "Validation Failed",
        ),
    ],
)
def test_what_the_description_leaves_out_is_refused_too(
    server: GitHubServer, method: str, path: str, document: Any, told: str
) -> None:
    answer = ask(server, method, path, document)

    assert answer.status_code == 422
    assert told in answer.text


def test_a_page_has_at_most_a_hundred(server: GitHubServer) -> None:
    for at in range(101):
        server.say(7, str(at))

    first = ask(server, "GET", f"{COMMENTS}?per_page=1000")
    second = httpx2.get(
        first.links["next"]["url"], headers={"Authorization": f"Bearer {TOKEN}"}
    )

    assert (len(first.json()), len(second.json())) == (100, 1)
    assert "next" not in second.links


def test_a_read_only_token_reads_and_is_told_what_it_lacks(
    server: GitHubServer,
) -> None:
    server.permissions = READS

    read = ask(server, "GET", COMMENTS)
    written = ask(server, "POST", COMMENTS, {"body": "hi"})

    assert (read.status_code, written.status_code) == (200, 403)
    accepted = written.headers["X-Accepted-GitHub-Permissions"]
    assert accepted == "issues=write; pull_requests=write"
    assert server.violations == []


def test_a_wrong_token_is_told_nothing_else(server: GitHubServer) -> None:
    answer = httpx2.get(f"{server.url}{COMMENTS}")

    assert answer.status_code == 401


def test_a_fault_comes_as_often_as_it_was_asked_for(server: GitHubServer) -> None:
    server.fail("POST", LOST, times=2)
    for _ in range(2):
        with pytest.raises(httpx2.TransportError):
            ask(server, "POST", COMMENTS, {"body": "lost"})

    answer = ask(server, "POST", COMMENTS, {"body": "heard"})

    assert answer.status_code == 201
    assert server.bodies(7) == ["lost", "lost", "heard"]


def test_the_slices_are_small_and_say_where_they_are_from() -> None:
    folder = github_contract.FOLDER
    sizes = [path.stat().st_size for path in folder.glob("*.json")]

    assert len(sizes) == len(github_contract.PREFIXES)
    assert max(sizes) < 300_000
    assert "23.0.2" in (folder / "README.md").read_text("utf-8")
    assert "MIT" in (folder / "LICENSE").read_text("utf-8")


def test_other_processes_may_talk_to_one_that_runs_alone() -> None:
    tests = Path(__file__).parent.parent
    environment = os.environ | {"PYTHONPATH": str(tests)}
    command = [sys.executable, "-m", "support.github_server", "--enterprise"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        answer = httpx2.get(f"{url}/user", headers={"Authorization": f"Bearer {TOKEN}"})
        process.kill()

    assert url.endswith("/api/v3")
    assert "not accessible" in json.loads(answer.text)["message"]
