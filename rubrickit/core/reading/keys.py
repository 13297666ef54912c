"""Every key of our YAML files, once: for reading, for messages and for editors."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

KeyKind = Literal[
    "version", "name", "id", "text", "paragraphs", "sentence", "sentences", "code",
    "reference", "flag", "yes_no", "weight", "points", "choice", "schema", "nodes",
    "count", "calls", "limit", "passes", "section", "names", "sections", "folder",
    "variable",
]  # fmt: skip
NodeKind = Literal["branch", "leaf", "use"]

CONTENTS = ("children", "check", "states", "rule", "schema", "use")
WEIGHTINGS = ("weighted_sum", "weighted_sum_with_safety_gate", "points")


@dataclass(frozen=True, slots=True)
class Key:
    """A key, what its value must be, and what it is for.

    `on` says which nodes may have it. An `optional` value may be null. `keys` is the
    table of a section.
    """

    name: str
    kind: KeyKind
    says: str
    choices: tuple[str, ...] = ()
    on: tuple[NodeKind, ...] = ()
    required: bool = False
    optional: bool = False
    keys: "Keys | None" = None


Keys = Mapping[str, Key]


def table(keys: Iterable[Key]) -> Keys:
    """By name, in order."""
    return {key.name: key for key in keys}


FORMAT = Key("format", "version", "The version of this file's format: 1.")
ALL: tuple[NodeKind, ...] = ("branch", "leaf", "use")

RUBRIC = table(
    [
        FORMAT,
        Key(
            "question_id",
            "name",
            "The question's id, unique in the repository.",
            required=True,
        ),
        Key("question", "paragraphs", "What the user asked. The judge sees it."),
        Key("context", "paragraphs", "What else the judge must know."),
        Key(
            "reference", "reference", "The right answer, for rules. Hidden from judges."
        ),
        Key("weighting", "choice", "How leaves make a score.", choices=WEIGHTINGS),
        Key("nodes", "nodes", "The tree of checks.", required=True),
    ]
)

SHARED = table(
    [
        FORMAT,
        Key("nodes", "nodes", "Branches and leaves for `use`.", required=True),
    ]
)

NODE = table(
    [
        Key("id", "id", "Unique among its siblings.", on=ALL),
        Key("weight", "weight", "Relative to its siblings; 1 by default.", on=ALL),
        Key("children", "nodes", "The checks of this branch.", on=("branch",)),
        Key("check", "sentence", "A yes/no question to the judge.", on=("leaf",)),
        Key(
            "states",
            "sentences",
            "A sentence that the response must state, or phrasings of it.",
            on=("leaf",),
        ),
        Key("rule", "code", "A CEL expression; no judge is asked.", on=("leaf",)),
        Key("schema", "schema", "A JSON Schema for the response.", on=("leaf",)),
        Key("use", "name", "A shared node, such as `safety.no_dose`.", on=("use",)),
        Key(
            "expect", "yes_no", "The answer that passes; yes by default.", on=("leaf",)
        ),
        Key(
            "tier",
            "choice",
            "Whether the response must pass it.",
            choices=("required", "additional"),
            on=ALL,
        ),
        Key("gate", "flag", "A failure fails the whole response.", on=ALL),
        Key("when", "code", "CEL over metadata: where this applies.", on=ALL),
        Key(
            "looks_at",
            "choice",
            "What is judged: the response, or the agent's trace.",
            choices=("response", "trace"),
            on=("leaf",),
        ),
        Key("pass_example", "text", "A response that passes.", on=("leaf",)),
        Key("fail_example", "text", "A response that fails.", on=("leaf",)),
        Key(
            "points",
            "points",
            "With `weighting: points`; may be negative.",
            on=("leaf", "use"),
        ),
        Key("note", "text", "For the next reader.", on=("leaf",)),
        Key("source", "text", "Where this demand comes from.", on=("leaf",)),
        Key("owner", "text", "Who answers for it.", on=("leaf",)),
    ]
)
