"""Single values out of a code host's payload: what is not as expected is not there."""

import re
from collections.abc import Mapping
from typing import Any

_COMMIT = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")
_NUMBER = re.compile("[1-9][0-9]{0,14}")


def at(value: Any, *names: str) -> Any:
    """The value under these names, one inside the other; None where one is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def commit(value: Any) -> str:
    """A full commit id in lower case; "" also for the zeros that stand for none."""
    found = text(value).strip().lower()
    return found if _COMMIT.fullmatch(found) and found.strip("0") else ""


def number(value: Any) -> int | None:
    """Of a pull request: 1 or more, also as a text; no boolean is one."""
    if isinstance(value, str):
        return int(value) if _NUMBER.fullmatch(value) else None
    is_count = type(value) is int and 0 < value < 10**15
    return value if is_count else None


def branch(ref: Any) -> str:
    """The branch of a whole ref name; "" for a tag and anything else."""
    spelled = text(ref)
    return spelled.removeprefix("refs/heads/") if spelled[:11] == "refs/heads/" else ""
