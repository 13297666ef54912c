"""What a judge digest stands for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, get_args

from rubrickit.core import canonical
from rubrickit.core.canonical import Digest
from rubrickit.core.config import JudgeKind


@dataclass(frozen=True)
class JudgeCard:
    """A judge's identity: everything that could change its verdicts.

    `endpoint` is a label (a base URL without its credentials). `configured` is the
    digest that the configuration had asked for, where the endpoint refused a
    parameter and it was dropped; it is a cross-reference and no part of the identity.
    """

    kind: JudgeKind
    model: str
    endpoint: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    prompt: str = ""
    parser: str = ""
    batch: int = 1
    configured: Digest = ""

    @cached_property
    def digest(self) -> Digest:
        return canonical.digest(self.document())

    def document(self) -> dict[str, Any]:
        """As it stands in `scores/judges/<digest>.json`, without `configured`."""
        return {
            "format": 1,
            "kind": self.kind,
            "model": self.model,
            "endpoint": self.endpoint,
            "parameters": dict(self.parameters),
            "prompt": self.prompt,
            "parser": self.parser,
            "batch": self.batch,
        }


def dump(card: JudgeCard) -> dict[str, Any]:
    """The whole card, `configured` included."""
    return {**card.document(), "configured": card.configured}


def load(value: Any) -> JudgeCard | None:
    """None where the value is no card of this format."""
    fields = {"kind", "model", "endpoint", "parameters", "prompt", "parser", "batch"}
    if not isinstance(value, dict) or value.get("format") != 1:
        return None
    if value.keys() - {"format", "configured"} != fields:
        return None
    if value["kind"] not in get_args(JudgeKind):
        return None
    texts = [value[name] for name in ("model", "endpoint", "prompt", "parser")]
    configured = value.get("configured", "")
    if not all(isinstance(text, str) for text in (*texts, configured)):
        return None
    if not isinstance(value["parameters"], dict) or type(value["batch"]) is not int:
        return None
    return JudgeCard(**{name: value[name] for name in fields}, configured=configured)
