"""What a plain scalar means in YAML 1.2, and what a key of ours makes of it."""

import math
import re
from decimal import Decimal
from typing import Any

from rubrickit.core import canonical
from rubrickit.core.reading import names
from rubrickit.core.reading.located import (
    Items,
    Located,
    Pairs,
    Problems,
    Scalar,
    named_entries,
)

MAX_NUMBER = Decimal(10**9)
MAX_DECIMALS = 12

_NULL = re.compile(r"(~|null|Null|NULL)?")
_BOOLEAN = re.compile(r"true|True|TRUE|false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]{1,300}")
_PREFIXED = re.compile(r"0o[0-7]{1,300}|0x[0-9a-fA-F]{1,300}")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
    r"|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_DECIMAL = re.compile(
    r"-?(\.[0-9]{1,40}|(0|[1-9][0-9]{0,11})(\.[0-9]{1,40})?)"  # no 1e3, no 012
)


def meaning(scalar: Scalar) -> str:
    """`text`, or what else YAML 1.2 takes a plain scalar for.

    `yes`, `no`, `on`, dates and `1_000` are text.
    """
    if not scalar.plain:
        return "text"
    text = scalar.text
    if _NULL.fullmatch(text):
        return "null"
    if _BOOLEAN.fullmatch(text):
        return "boolean"
    if text[0] in "+-.0123456789" and (
        _FLOAT.fullmatch(text) or _PREFIXED.fullmatch(text)
    ):
        return "number"
    return "text"


def is_null(value: Located) -> bool:
    return isinstance(value, Scalar) and meaning(value) == "null"


def text(value: Located, name: str, problems: Problems) -> str | None:
    """A text in its canonical form, without blank space around it."""
    if not isinstance(value, Scalar):
        problems.add("type", value, f"`{name}` must be a text")
        return None
    kind = meaning(value)
    if kind == "null":
        hint = "give it a text or remove the key"
        problems.add("type", value, f"`{name}` has no value", hint)
        return None
    if kind != "text":
        message = f"`{name}` must be a text, and `{value.text[:40]}` is a {kind}"
        hint = f'put it in quotes: {name}: "{value.text[:40]}"'
        problems.add("type", value, message, hint)
        return None
    return _canonical(value, problems).strip()


def name(value: Located, key: str, problems: Problems) -> str | None:
    """An identity: short, on one line, with nothing in it that cannot be seen."""
    found = text(value, key, problems)
    if found is None:
        return None
    fault = names.fault(found)
    if fault:
        problems.add("id", value, f"`{key}` {fault}")
        return None
    return found


def flag(value: Located, key: str, problems: Problems) -> bool | None:
    """`true` or `false`, plain."""
    if isinstance(value, Scalar) and meaning(value) == "boolean":
        return value.text.lower() == "true"
    hint = f"write `{key}: true` or `{key}: false`, without quotes"
    problems.add("type", value, f"`{key}` must be true or false", hint)
    return None


def yes_no(value: Located, key: str, problems: Problems) -> bool | None:
    """`yes`, `no`, `true` or `false`, plain or quoted."""
    word = value.text.lower() if isinstance(value, Scalar) else ""
    if word in ("yes", "true"):
        return True
    if word in ("no", "false"):
        return False
    hint = f"write `{key}: yes` or `{key}: no`"
    problems.add("type", value, f"`{key}` must be yes or no", hint)
    return None


def decimal(value: Located, key: str, problems: Problems) -> Decimal | None:
    """A plain decimal number, exactly as written; it may be negative."""
    if not isinstance(value, Scalar):
        problems.add("number", value, f"`{key}` must be a number")
        return None
    if not value.plain:
        hint = f"write `{key}: {value.text[:20]}`, without quotes"
        problems.add("number", value, f"`{key}` must be a number, not a text", hint)
        return None
    if not _DECIMAL.fullmatch(value.text):
        hint = "write digits with a point, such as 0.5 or 3"
        shown = f"`{value.text[:40]}`" if value.text else "nothing"
        problems.add("number", value, f"`{key}` must be a number, not {shown}", hint)
        return None
    number = Decimal(value.text)
    if abs(number) > MAX_NUMBER:
        problems.add("number", value, f"`{key}` is beyond {MAX_NUMBER:,}")
        return None
    if -int(number.as_tuple().exponent) > MAX_DECIMALS:
        message = f"`{key}` has more than {MAX_DECIMALS} decimals"
        problems.add("number", value, message)
        return None
    return number


def weight(value: Located, key: str, problems: Problems) -> Decimal | None:
    """A number of at least 0; 0 is kept as 0."""
    number = decimal(value, key, problems)
    if number is None or not number.is_signed():
        return number
    message = f"`{key}` must be 0 or more, not {number}"
    problems.add("number", value, message)
    return None


def choice(
    value: Located, key: str, options: tuple[str, ...], problems: Problems
) -> str | None:
    """One of the words, plain or quoted."""
    word = value.text if isinstance(value, Scalar) else None
    if word in options:
        return word
    hint = "one of: " + ", ".join(options)
    shown = f"not `{word[:40]}`" if word else "and is not"
    problems.add("choice", value, f"`{key}` must be a known word, {shown}", hint)
    return None


def _canonical(value: Scalar, problems: Problems) -> str:
    if canonical.is_endless(value.text):
        message = f"{canonical.MAX_MARKS} combining marks or more in a row"
        problems.add("type", value, message, "remove them")
        return "?"
    return canonical.text(value.text)


def plain_value(value: Located, problems: Problems) -> Any:
    """As JSON has it, for a schema. A problem is noted and read as null."""
    if isinstance(value, Items):
        return [plain_value(item, problems) for item in value.items]
    if isinstance(value, Pairs):
        return {
            _canonical(at, problems): plain_value(item, problems)
            for _, at, item in named_entries(value, problems)
        }
    kind = meaning(value)
    if kind == "text":
        return _canonical(value, problems)
    if kind == "number":
        return _number(value, problems)
    return value.text.lower() == "true" if kind == "boolean" else None


def _number(value: Scalar, problems: Problems) -> int | float:
    written = value.text
    if _PREFIXED.fullmatch(written):
        return int(written, 0)
    digits = written.lstrip("+-")
    if len(digits) > 1 and digits[0] == "0" and digits.isdigit():
        hint = "drop the zero, or put it in quotes"
        problems.add("number", value, f"`{written[:40]}` begins with a zero", hint)
    elif _INTEGER.fullmatch(written):
        return int(written)
    elif math.isfinite(number := _float(written)):
        return number
    else:
        problems.add("number", value, f"`{written[:40]}` is not a finite number")
    return 0


def _float(written: str) -> float:
    try:
        return float(written)
    except ValueError:  # .inf and .nan, as YAML spells them
        return math.inf
