"""The embedded judge's rule: does a text hold the words of a statement?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

MATCHER = "local-evidence/1"
"""Names this rule with its lists and limits; a change of any of them is a new name."""

YES_FROM = 0.8
NO_UP_TO = 0.2
FEWEST_WORDS = 3

COVERAGE = (26, 48)
"""Per cent of statements that it answers: the lowest and highest of four data sets."""

AGREEMENT = (79, 89)
"""Per cent of its answers that people agreed with, over the same 33,892 labels."""

ACCURACY = (
    "matches words, not meaning: it answers "
    f"{COVERAGE[0]} to {COVERAGE[1]} % of `states` leaves and agrees with people "
    f"{AGREEMENT[0]} to {AGREEMENT[1]} % of the time where it answers"
)
"""What every report says that this judge had a part in."""

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?")
_SENTENCE_END = re.compile(r"[.!?;]\s|\n")

# fmt: off
_STOP = frozenset((
    "a", "about", "above", "after", "again", "all", "also", "am", "an", "and", "any",
    "are", "as", "at", "be", "because", "been", "before", "being", "below", "between",
    "both", "but", "by", "can", "could", "did", "do", "does", "doing", "down",
    "during", "each", "either", "else", "etc", "few", "for", "from", "further", "had",
    "has", "have", "having", "he", "her", "here", "hers", "him", "his", "how", "i",
    "if", "in", "into", "is", "it", "its", "itself", "just", "let", "may", "me",
    "might", "more", "most", "much", "must", "my", "of", "off", "on", "once", "only",
    "or", "other", "our", "out", "over", "own", "per", "same", "shall", "she",
    "should", "so", "some", "such", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "through", "to", "too", "under",
    "until", "up", "upon", "us", "very", "was", "we", "were", "what", "when", "where",
    "which", "while", "who", "whom", "why", "will", "with", "would", "you", "your",
))
_NEGATIONS = frozenset((
    "cannot", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing",
    "without",
))
# fmt: on
_SUFFIXES = ("ing", "ed", "es", "ly", "s", "e")
_SHORTEST_STEM = 4


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the rule looks at in a text: its meaning is reduced to sets of words."""

    stems: frozenset[str]
    numbers: frozenset[str]
    is_negated: bool


def met(phrasings: Sequence[str], text: str) -> bool | None:
    """Whether the text states one of the phrasings; None where words can't tell.

    A yes to any phrasing is a yes; a no needs the no of all.
    """
    answers = [_met(phrasing, text) for phrasing in phrasings]
    if True in answers:
        return True
    return None if None in answers or not answers else False


@lru_cache(maxsize=4096)
def evidence(text: str) -> Evidence:
    """The stems of content words and numbers, and whether a word negates them."""
    words = _WORD.findall(text.lower().replace("\u2019", "'"))
    meant = [word for word in words if word not in _STOP and not _negates(word)]
    return Evidence(
        stems=frozenset(map(_stem, meant)),
        numbers=frozenset(word for word in words if word[0].isdigit()),
        is_negated=any(map(_negates, words)),
    )


def _met(statement: str, text: str) -> bool | None:
    wanted, found = evidence(statement), evidence(text)
    if not wanted.stems:
        return None
    share = recall(wanted, found)
    if share <= NO_UP_TO:
        return False
    is_yes = (
        share >= YES_FROM
        and len(wanted.stems) >= FEWEST_WORDS
        and wanted.numbers <= found.numbers
        and wanted.is_negated == _closest(wanted, text).is_negated
    )
    return True if is_yes else None


def recall(wanted: Evidence, found: Evidence) -> float:
    """The part of the wanted content words that were found, from 0 to 1."""
    if not wanted.stems:
        return 0.0
    return len(wanted.stems & found.stems) / len(wanted.stems)


def _closest(wanted: Evidence, text: str) -> Evidence:
    """The sentence that shares most words; the first of several.

    A long text nearly always negates something, somewhere; what counts is the
    sentence that speaks of the statement.
    """
    sentences = map(evidence, _sentences(text))
    return max(sentences, key=lambda sentence: len(wanted.stems & sentence.stems))


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(_SENTENCE_END.split(text))


def _negates(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't")


def _stem(word: str) -> str:
    base = word.removesuffix("'s")
    for suffix in _SUFFIXES:
        if base.endswith(suffix) and len(base) - len(suffix) >= _SHORTEST_STEM:
            return base.removesuffix(suffix)
    return base
