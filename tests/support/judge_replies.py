"""What a judge on loopback is asked, and what it may say."""

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NONCE = re.compile(r"^(<<<.*) [0-9a-f]{16}>>>$", re.MULTILINE)
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


@dataclass(frozen=True)
class Asked:
    """One request as it came in. Header names are in lower case."""

    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def text(self) -> str:
        """The user's message without its nonce: the same for every pass."""
        return NONCE.sub(r"\1>>>", self.user)

    def block(self, name: str) -> str:
        """The text between a block's delimiters; "" without such a block."""
        pattern = rf"^<<<{name}>>>\n(.*?)\n<<<end {name}>>>$"
        found = re.search(pattern, self.text, re.MULTILINE | re.DOTALL)
        return found[1] if found else ""


@dataclass(frozen=True)
class Reply:
    """What goes back; no status hangs, and status 0 breaks the connection.

    `drips` sends the body byte by byte, with as many seconds between.
    """

    status: int | None = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    drips: float = 0.0


HANG = Reply(None)
RESET = Reply(0)


def completion(content: Any, **choice: Any) -> Reply:
    """A chat completion; `choice` overrides fields of its only choice."""
    message = {"role": "assistant", "content": content}
    whole = {"index": 0, "finish_reason": "stop", "message": message, **choice}
    return Reply(body=json.dumps(_envelope([whole])).encode())


def error(
    status: int,
    message: str = "no",
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Reply:
    body = {"error": {"message": message, "type": "error", "param": None, **more}}
    return Reply(status, json.dumps(body).encode(), headers or {})


def verdict(met: bool, evidence: str = "", reason: str = "by the server") -> Reply:
    return completion(json.dumps({"met": met, "evidence": evidence, "reason": reason}))


def refusal(message: str = "I cannot help with that.") -> Reply:
    said = {"role": "assistant", "content": None, "refusal": message}
    return completion(None, message=said)


def _envelope(choices: list[Any]) -> dict[str, Any]:
    return {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "created": 0,
        "model": "loopback",
        "choices": choices,
        "usage": USAGE,
    }


FAULTS: Mapping[str, Reply] = {
    "429": error(429, "slow down", {"Retry-After": "0"}),
    "500": error(500, "boom"),
    "malformed": completion("I would say, hmm, yes {not json"),
    "hang": HANG,
    "reset": RESET,
    "empty": Reply(body=json.dumps(_envelope([])).encode()),
    "length": completion('{"met": true, "evid', finish_reason="length"),
    "refusal": refusal(),
    "401": error(401, "wrong key", code="invalid_api_key"),
    "404": error(404, "no such model", code="model_not_found"),
}


def parity(asked: Asked) -> bool:
    """A verdict that any reader of the same message can work out."""
    return zlib.crc32(asked.text.encode("utf-8", "surrogatepass")) % 2 == 0
