"""A score file, as `score --out` writes it, back into values."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rubrickit.core.comparing import ScoreSheet
from rubrickit.errors import RubrickitError

SCHEMA = "rubrickit.score/1"
_HINT = "`rubrickit score --out FILE` writes such a file"


def read(value: Any, name: str) -> ScoreSheet:
    """Of the parsed JSON. Raises RubrickitError where it is no score file."""
    if not isinstance(value, Mapping) or value.get("schema") != SCHEMA:
        raise RubrickitError(f"{name}: not a score file ({SCHEMA})", hint=_HINT)
    try:
        return ScoreSheet(
            name=name,
            judge=str(value["judge"]["digest"]),
            means={str(q["question_id"]): _mean(q) for q in value["questions"]},
            pending=int(value["pending"]),
        )
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        message = f"{name}: a damaged score file: {error!r}"
        raise RubrickitError(message, hint=_HINT) from error


def _mean(question: Mapping[str, Any]) -> Fraction | None:
    """The exact fraction where it stands, else the number as it is written."""
    exact = question.get("mean_exact")
    if exact is not None:
        return Fraction(exact)
    return None if question["mean"] is None else Fraction(str(question["mean"]))
