"""Text that others wrote, made safe to show: in a terminal, and in Markdown."""

import re
import unicodedata

_UNSEEN = dict.fromkeys(
    [
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2065),
        *range(0x2066, 0x206A),
        *range(0xE0000, 0xE0080),
        0xFEFF,
        0x2028,
        0x2029,
        0x85,
    ]
)
"""Zero-width and bidirectional marks, which make text read as what it is not."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_MARKUP = frozenset("!$&*:<>[\\]_`{|}~")

SHORT = 160


def clean(text: str, limit: int = SHORT) -> str:
    """One line of at most `limit` characters without control or invisible ones."""
    seen = unicodedata.normalize("NFC", text[: 8 * limit]).translate(_UNSEEN)
    line = " ".join(_CONTROL.sub("", re.sub(r"\s", " ", seen)).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def cell(text: str, limit: int = SHORT) -> str:
    """For a table cell in GitHub's Markdown: shown as it is, and nothing else.

    Every ASCII punctuation mark becomes a numeric reference, so nothing can end the
    cell, start markup or mention anyone; `<wbr>` keeps addresses from being linked.
    """
    shown = "".join(map(_reference, clean(text, limit)))
    return f"<code>{shown}</code>" if shown else ""


def prose(text: str, limit: int = SHORT) -> str:
    """For a line of a sentence in which others' words stand; nothing links or rings."""
    return "".join(map(_prose_reference, clean(text, limit)))


def _prose_reference(character: str) -> str:
    if character in "@#":
        return f"&#{ord(character)};&#8203;"
    return _reference(character) if character in _MARKUP else character


def _reference(character: str) -> str:
    if character not in _PUNCTUATION:
        return character
    before = "<wbr>" if character == "@" else ""
    return f"{before}&#{ord(character)};"
