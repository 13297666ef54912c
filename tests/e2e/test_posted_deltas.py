"""`rubrickit comment`: a delta's JSON becomes the pull request's one comment."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.ci_runs import NUMBER, Hosted, Outcome, hosted
from support.command_line import OTHER, Repository, repository, rows
from support.github_server import GitHubServer
from support.host_server import Fault, error

from rubrickit.core.hosting import marker

SETTINGS = "gate: {max_regression: 0.01}\n"


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with GitHubServer() as server:
        yield server
    assert server.violations == []


@pytest.fixture
def host(tmp_path: Path, server: GitHubServer) -> Hosted:
    """Rules alone decide, so that nobody is asked."""
    rubric = OTHER.replace(
        'check: "Does the answer name a habit?"', "rule: size(response) > 1"
    )
    work = repository(tmp_path / "work", {
        "rubrickit.yaml": SETTINGS,
        "rubrics/sleep.yaml": rubric,
        "gold/sleep.jsonl": rows("sleep", ("Walk.", "Read a book in the evening.")),
    })  # fmt: skip
    made = hosted(tmp_path, work, server)
    made.open({"rubrics/sleep.yaml": rubric.replace("< 400", "< 16")})
    return made


def delta(host: Hosted) -> Path:
    """What an earlier job has left."""
    path = host.folder / "delta.json"
    done = host.work.run("delta", "main", "edit", "--format", "json")
    assert done.code == 1, done.err
    path.write_text(done.out, "utf-8")
    return path


def post(host: Hosted, path: Path, *arguments: str, **env: str) -> Outcome:
    return host.run(str(path), *arguments, command="comment", env=env)


def test_a_delta_is_posted_and_then_updated(host: Hosted, server: GitHubServer) -> None:
    path = delta(host)

    first, second = post(host, path), post(host, path)

    (body,) = server.bodies(NUMBER)
    assert (first.code, second.code) == (0, 0)
    assert "❌ fail: the mean fell by 0.25 (limit 0.01)" in body
    assert marker.parse(body) is not None
    assert "/actions/runs/102/" in body
    assert second.outputs["comment-url"] == first.outputs["comment-url"] != ""


def test_it_is_the_comment_of_a_whole_run_too(
    host: Hosted, server: GitHubServer
) -> None:
    path = delta(host)
    assert host.run().code == 1

    done = post(host, path)

    assert done.code == 0
    assert len(server.bodies(NUMBER)) == 1


def test_a_dry_run_needs_no_runner(host: Hosted, tmp_path: Path) -> None:
    path = delta(host)

    done = Repository(tmp_path).run(
        "comment", str(path), "--dry-run", env={"GITHUB_ACTIONS": "", "GITLAB_CI": ""}
    )

    assert done.code == 0
    assert done.out.startswith("### ❌ fail: the mean fell by 0.25")
    assert host.server.bodies(NUMBER) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON"),
        ("[]", "not a delta (rubrickit.delta/1)"),
        ('{"schema": "rubrickit.delta/1"}', "a damaged delta: `tool` is missing"),
    ],
)
def test_what_is_no_delta_ends_in_a_line_and_a_hint(
    host: Hosted, text: str, told: str
) -> None:
    path = host.folder / "delta.json"
    path.write_text(text)

    done = post(host, path)

    error, hint = done.ran.err.splitlines()
    assert done.code == 2
    assert error.startswith(f"error: {path}")
    assert told in error
    assert hint == "hint: `rubrickit delta --format json > FILE` writes one"
    assert host.server.bodies(NUMBER) == []


def test_texts_of_others_cannot_mention_or_mark(
    host: Hosted, server: GitHubServer
) -> None:
    path = delta(host)
    document = json.loads(path.read_text("utf-8"))
    document["reasons"] = ["@octocat <!-- rubrickit:delta --> <script>x</script>"]
    document["questions"][0]["question_id"] = "::error::x | y"
    path.write_text(json.dumps(document))

    assert post(host, path).code == 0

    (body,) = server.bodies(NUMBER)
    assert "@octocat" not in body
    assert "<script>" not in body
    assert body.count("<!--") == 1


def test_without_a_token_nothing_is_posted_and_that_is_said(host: Hosted) -> None:
    done = post(host, delta(host), GITHUB_TOKEN="")

    assert done.code == 2
    assert "there is no token" in done.ran.err.lower()
    assert "hint: set GITHUB_TOKEN" in done.ran.err


def test_a_host_that_fails_is_the_worlds_fault(
    host: Hosted, server: GitHubServer
) -> None:
    server.fail("GET", Fault(error(404, "Not Found")))

    done = post(host, delta(host))

    assert done.code == 3
    assert "Not Found" in done.ran.err
    assert "Traceback" not in done.ran.err


def test_elsewhere_it_says_what_to_do(host: Hosted) -> None:
    done = post(host, delta(host), GITHUB_ACTIONS="")

    assert done.code == 2
    assert "this is no job of GitHub Actions or GitLab CI" in done.ran.err


def test_a_fork_gets_no_comment_and_a_reason(
    host: Hosted, server: GitHubServer
) -> None:
    server.pulls[NUMBER].home = "somebody/fork"

    done = post(host, delta(host))

    assert done.code == 0
    assert "comes from a fork" in done.ran.err
    assert server.bodies(NUMBER) == []


def test_a_number_that_is_none_is_a_mistake(host: Hosted) -> None:
    done = post(host, delta(host), "--pull-request", "seven")

    assert done.code == 2
    assert "`seven` is no number" in done.ran.err
