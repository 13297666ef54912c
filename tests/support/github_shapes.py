"""What GitHub's fake says: GitHub's own examples with our values in their places."""

from dataclasses import dataclass, field
from typing import Any

from support import github_contract

WEB = "https://github.example"


@dataclass
class Pull:
    """What a test may set of a pull request. `home` None: its fork was deleted."""

    number: int
    home: str | None
    head: str = "a" * 40
    base_branch: str = "main"
    state: str = "open"
    is_draft: bool = False
    author: str = "an-author"
    merged_as: str = ""


@dataclass
class Check:
    """A check run, with all annotations that it was given."""

    number: int
    name: str
    commit: str
    details_url: str = ""
    status: str = "queued"
    conclusion: str | None = None
    output: dict[str, Any] = field(default_factory=dict)
    annotations: list[dict[str, Any]] = field(default_factory=list)


def user(contract: str, login: str) -> dict[str, Any]:
    shown: dict[str, Any] = github_contract.example(contract, "simple-user")
    kind = "Bot" if login.endswith("[bot]") else "User"
    return shown | {"login": login, "type": kind}


def account(contract: str, login: str) -> dict[str, Any]:
    """A user as `/user` shows the token's own."""
    unsaid = ("bio", "blog", "company", "email", "hireable", "location", "name")
    counts = ("followers", "following", "public_gists", "public_repos")
    times = dict.fromkeys(("created_at", "updated_at"), "2026-01-31T10:00:00Z")
    extra = dict.fromkeys(unsaid) | dict.fromkeys(counts, 0) | times
    return user(contract, login) | extra | {"blog": "", "user_view_type": "public"}


def comment(
    contract: str, repository: str, pull: int, number: int, login: str, body: str
) -> dict[str, Any]:
    shown: dict[str, Any] = github_contract.example(contract, "issue-comment")
    moment = (
        f"2026-01-31T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}Z"
    )
    return shown | {
        "id": number,
        "node_id": f"IC_{number}",
        "body": body,
        "user": user(contract, login),
        "created_at": moment,
        "updated_at": moment,
        "html_url": f"{WEB}/{repository}/pull/{pull}#issuecomment-{number}",
        "issue_url": f"{WEB}/repos/{repository}/issues/{pull}",
    }


def review(
    contract: str, number: int, login: str, state: str, commit: str
) -> dict[str, Any]:
    """The way `/reviews` lists one."""
    (shown,) = github_contract.example(contract, "pull-request-review")
    moment = f"2026-01-31T10:{number // 60 % 60:02}:{number % 60:02}Z"
    own = user(contract, login) if login else None
    given = {"id": number, "state": state, "commit_id": commit, "user": own}
    return {**shown, **given, "submitted_at": moment}


def pull_request(contract: str, repository: str, pull: Pull) -> dict[str, Any]:
    """An open one has the commit of a merge that was tried."""
    shown: dict[str, Any] = github_contract.example(contract, "pull-request")
    head, base = shown["head"], shown["base"]
    home = head["repo"] | {"full_name": pull.home} if pull.home else None
    return shown | {
        "number": pull.number,
        "state": pull.state,
        "draft": pull.is_draft,
        "user": user(contract, pull.author),
        "merge_commit_sha": pull.merged_as or "e" * 40,
        "merged_at": "2026-01-31T12:00:00Z" if pull.merged_as else None,
        "requested_teams": [],  # the example's team lacks what a team must have
        "head": head | {"sha": pull.head, "repo": home},
        "base": base
        | {
            "ref": pull.base_branch,
            "repo": base["repo"] | {"full_name": repository},
        },
    }


def listed_pull(contract: str, repository: str, pull: Pull) -> dict[str, Any]:
    """The way a list has one."""
    (shown,) = github_contract.example(contract, "pull-request-simple")
    whole = pull_request(contract, repository, pull)
    own = ("number", "state", "draft", "user", "requested_teams", "head", "base",
           "merge_commit_sha", "merged_at")  # fmt: skip
    return {**shown, **{key: whole[key] for key in own}}


def check_run(contract: str, check: Check) -> dict[str, Any]:
    shown: dict[str, Any] = github_contract.example(contract, "check-run")
    output = {name: check.output.get(name) for name in ("title", "summary", "text")}
    counted = {"annotations_count": len(check.annotations)}
    return shown | {
        "id": check.number,
        "name": check.name,
        "head_sha": check.commit,
        "details_url": check.details_url or None,
        "status": check.status,
        "conclusion": check.conclusion,
        "output": shown["output"] | output | counted,
    }


def status(contract: str, login: str, given: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = github_contract.example(contract, "status")
    known = {key: given.get(key) for key in ("state", "target_url", "description")}
    named = {"context": given.get("context", "default")}
    return shown | known | named | {"creator": user(contract, login)}
