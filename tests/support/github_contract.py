"""GitHub's own description of its API, as a check of single requests and replies."""

import copy
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse
from support.host_server import Reply, Request

FOLDER = Path(__file__).parent.parent / "data/github"
PREFIXES = {"api.github.com": "", "ghes-3.19": "/api/v3"}
HOSTS = {"api.github.com": "https://api.github.com", "ghes-3.19": "http://HOSTNAME"}
"""As the descriptions have them, for themselves."""

DOCUMENTED_EVERYWHERE = frozenset({401, 403, 404, 422})
"""GitHub documents these once for all paths; the description leaves many out."""


@cache
def document(name: str) -> dict[str, Any]:
    """`api.github.com` or `ghes-3.19`."""
    text = (FOLDER / f"{name}.json").read_text("utf-8")
    read: dict[str, Any] = json.loads(text, object_hook=_with_null)
    return read


def _with_null(node: dict[str, Any]) -> dict[str, Any]:
    """GitHub means null to be allowed where `nullable` stands beside an `enum`.

    By the letter of OpenAPI 3.0.3 null must then stand in the `enum` too.
    """
    if node.get("nullable") is True and isinstance(node.get("enum"), list):
        return node | {"enum": [*node["enum"], None]}
    return node


@cache
def description(name: str) -> OpenAPI:
    return OpenAPI.from_dict(document(name))


def example(name: str, which: str) -> Any:
    """A copy of one of GitHub's own examples."""
    return copy.deepcopy(document(name)["components"]["examples"][which]["value"])


def violations(name: str, request: Request, reply: Reply | None) -> list[str]:
    """What the description does not allow, a line each."""
    asked = _asked(name, request)
    errors = description(name).iter_apicall_request_errors(asked)
    wrong = _told(request, "asked", errors)
    if reply is None or (wrong and reply.status >= 400):
        return wrong
    if reply.status in DOCUMENTED_EVERYWHERE and "message" in reply.document:
        return wrong
    answered = MockResponse(reply.content, reply.status, dict(reply.headers))
    errors = description(name).iter_apicall_response_errors(asked, answered)
    return wrong + _told(request, f"answered with {reply.status}", errors)


def _asked(name: str, request: Request) -> MockRequest:
    return MockRequest(
        HOSTS[name],
        request.method,
        f"{PREFIXES[name]}{request.path}",
        args=dict(request.query),
        data=request.body,
        content_type=request.headers.get("content-type", ""),
    )


def _told(request: Request, what: str, errors: Iterable[Exception]) -> list[str]:
    place = f"{request.method} {request.path} {what}"
    return [f"{place}: {error}: {error.__cause__}" for error in errors]
