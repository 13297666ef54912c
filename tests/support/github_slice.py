"""Cuts our few paths out of GitHub's OpenAPI description, which has 13 MB.

    npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-23.0.2.tgz
    python tests/support/github_slice.py package/generated/api.github.com.json \
        > tests/data/github/api.github.com.json

Nothing is changed but left out: other paths, descriptions, extensions (`x-…`), and all
examples but the few that our fake of GitHub builds its replies from.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REPOSITORY = "/repos/{owner}/{repo}"
OPERATIONS = {
    f"{REPOSITORY}/pulls/{{pull_number}}": ("get", "patch"),
    f"{REPOSITORY}/pulls/{{pull_number}}/reviews": ("get",),
    f"{REPOSITORY}/commits/{{commit_sha}}/pulls": ("get",),
    f"{REPOSITORY}/issues/{{issue_number}}/comments": ("get", "post"),
    f"{REPOSITORY}/issues/comments/{{comment_id}}": ("get", "patch", "delete"),
    f"{REPOSITORY}/check-runs": ("post",),
    f"{REPOSITORY}/check-runs/{{check_run_id}}": ("get", "patch"),
    f"{REPOSITORY}/statuses/{{sha}}": ("post",),
    "/user": ("get",),
}
EXAMPLES = {
    "check-run": "check-run-example-of-in-progress-conclusion",
    "issue-comment": "issue-comment",
    "pull-request": "pull-request",
    "pull-request-simple": "pull-request-simple-items",
    "pull-request-review": "pull-request-review-items",
    "simple-user": "simple-user",
    "status": "status",
}


def sliced(whole: Any) -> dict[str, Any]:
    """The description of `OPERATIONS`, with all that they refer to."""
    paths = {
        path: {method: bare(whole["paths"][path][method]) for method in methods}
        for path, methods in OPERATIONS.items()
    }
    components: dict[str, dict[str, Any]] = {}
    wanted = list(references(paths))
    while wanted:
        _, _, kind, name = wanted.pop().split("/")
        group = components.setdefault(kind, {})
        if name not in group:
            group[name] = bare(whole["components"][kind][name])
            wanted += references(group[name])
    kept = {key: whole[key] for key in ("openapi", "info", "servers")}
    known = whole["components"]["examples"]
    samples = {key: known[name] for key, name in EXAMPLES.items() if name in known}
    components["examples"] = samples
    return {**kept, "paths": paths, "components": components}


def bare(node: Any) -> Any:
    """Without what only people read."""
    if isinstance(node, list):
        return [bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {key: value for key, value in node.items() if not is_prose(key, value)}
    if isinstance(node.get("description"), str):
        kept["description"] = ""
    return {key: bare(value) for key, value in kept.items()}


def is_prose(key: str, value: Any) -> bool:
    if key in ("example", "examples"):
        return not (isinstance(value, dict) and "type" in value)
    return key == "externalDocs" or key.startswith("x-")


def references(node: Any) -> Iterator[str]:
    """Every `$ref` below a node."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from references(item)


if __name__ == "__main__":
    cut = sliced(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    json.dump(cut, sys.stdout, sort_keys=True, separators=(",", ":"))
    sys.stdout.write("\n")
