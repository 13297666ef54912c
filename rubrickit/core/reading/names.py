"""What an id may be: short, and nothing in it that a reader cannot see."""

import unicodedata
from functools import lru_cache

MAX_NAME = 200

# Marks without a width, and those that turn the direction of what follows: an id could
# read as another one.
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
# Non-joiner and joiner shape the letters beside them in Persian and in Indic scripts.
_SHAPING = frozenset(("\u200c", "\u200d"))


# The id of a question stands in each of its responses.
@lru_cache(maxsize=65_536)
def fault(name: str) -> str:
    """What is wrong with an id, as the end of a sentence; "" for a good one."""
    if not name or name.isspace():
        return "is empty"
    if len(name) > MAX_NAME:
        return f"is longer than {MAX_NAME} characters"
    if name.isascii() and name.isprintable():
        return ""
    hidden = next(filter(_is_hidden, name), "")
    return f"holds the invisible U+{ord(hidden):04X}" if hidden else ""


def _is_hidden(character: str) -> bool:
    is_shaping = character in _SHAPING
    return unicodedata.category(character) in _HIDDEN and not is_shaping
