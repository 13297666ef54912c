"""What an id may be: short, and nothing in it that a reader cannot see."""

import unicodedata

MAX_NAME = 200

# Marks that turn the direction of what follows: an id could read as another one.
_TURNING = frozenset(
    map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)


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
    category = unicodedata.category(character)
    return character in _TURNING or category in ("Cc", "Cs", "Zl", "Zp")
