"""Text that others wrote, made safe to show: in a terminal, and in Markdown."""

import re
import unicodedata

_UNSEEN = frozenset({"Cc", "Cf", "Cs"})
"""Control characters, half surrogates, and the zero-width and bidirectional marks that
make a text read as what it is not; joined emoji fall apart by it."""

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_MARKUP = frozenset("!$&*:<>[\\]_`{|}~")
_HARMLESS = frozenset(",;%/=?")
_LIST = re.compile(r"([-+=]|\d+[.)])")
"""What makes a list, a rule or a heading of a line that begins with it."""
_HOST = re.compile(r"(www)\.", re.IGNORECASE)
_ISSUE = re.compile(r"(GH-)(?=\d)", re.IGNORECASE)

_BREAKS = {"@": ("<wbr>", ""), "/": ("", "<wbr>")}
"""Where a line may be broken: in an address none should be seen, in a path all may."""

SHORT = 160


def clean(text: str, limit: int = SHORT) -> str:
    """One line of at most `limit` characters without control or invisible ones."""
    spaced = re.sub(r"\s", " ", unicodedata.normalize("NFC", text[: 8 * limit]))
    seen = "".join(c for c in spaced if unicodedata.category(c) not in _UNSEEN)
    line = " ".join(seen.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def seen(text: str) -> str:
    """All of a text and its lines, without control or invisible characters."""
    unseen = {c for c in set(text) - {"\n", "\t"} if unicodedata.category(c) in _UNSEEN}
    return text.translate(dict.fromkeys(map(ord, unseen))) if unseen else text


def cell(text: str, limit: int = SHORT) -> str:
    """For a table cell in GitHub's Markdown: shown as it is, and nothing else.

    Every ASCII punctuation mark becomes a numeric reference, so nothing can end the
    cell, start markup or mention anyone; `<wbr>` keeps addresses from being linked.
    """
    shown = "".join(map(_reference, clean(text, limit)))
    return f"<code>{shown}</code>" if shown else ""


def prose(text: str, limit: int = SHORT) -> str:
    """For a line of a sentence in which others' words stand; nothing links or rings."""
    line = clean(text, limit)
    begun = _LIST.match(line)
    start = begun[0] if begun else ""
    rest = "".join(map(_prose_reference, line[len(start) :]))
    shown = _ISSUE.sub(r"\1&#8203;", _HOST.sub(r"\1&#46;", rest))
    return f"{start[:-1]}{_reference(start[-1])}{shown}" if start else shown


def plain(text: str, limit: int = SHORT) -> str:
    """For Markdown without HTML: every mark is escaped, and a mention is broken."""
    return "".join(map(_escaped, clean(text, limit)))


def _escaped(character: str) -> str:
    if character in "@#":
        return f"\\{character}\u200b"
    return f"\\{character}" if character in _PUNCTUATION - _HARMLESS else character


def _prose_reference(character: str) -> str:
    if character in "@#":
        return f"&#{ord(character)};&#8203;"
    return _reference(character) if character in _MARKUP else character


def _reference(character: str) -> str:
    if character not in _PUNCTUATION:
        return character
    before, after = _BREAKS.get(character, ("", ""))
    return f"{before}&#{ord(character)};{after}"
