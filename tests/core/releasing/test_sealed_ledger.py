"""A sealed ledger is its files and nothing else."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from support import ledger_samples as samples
from support.ledger_samples import CARD, EARLY, LATER, few_grades, grade, name

from rubrickit.core import canonical, folding, segment_writing, segments
from rubrickit.core.grades import Grade
from rubrickit.core.judging import card as judge_cards
from rubrickit.core.releasing import sealed
from rubrickit.core.releasing.sealed import SealedLedger

DOCUMENT = canonical.canonical_json(judge_cards.dump(CARD)).encode()
CARD_PATH = f"scores/judges/{CARD.digest}.json"


def written(*grades: Grade, created: str = EARLY) -> tuple[str, bytes]:
    data = segment_writing.encode(grades, created, samples.TOOL)
    return f"scores/ledger/2026/{segments.name_of(data)}.jsonl", data


def column(ledger: SealedLedger, like: Grade) -> dict[str, bool]:
    key = like.key
    return dict(ledger.column(key.judge, key.question, key.leaf, key.pass_number))


def reasons(ledger: SealedLedger, like: Grade) -> dict[str, str]:
    key = like.key
    return dict(ledger.reasons(key.judge, key.question, key.leaf, key.pass_number))


@given(few_grades)
def test_every_grade_of_its_segments_counts(grades: list[Grade]) -> None:
    ledger = sealed.ledger(dict([written(*grades)]), {})

    for each in grades:
        assert column(ledger, each)[each.key.response] is each.met
        assert ledger.reason(each.key) == each.reason
        assert reasons(ledger, each).get(each.key.response, "") == each.reason
    assert (ledger.damage, ledger.clashes) == ((), 0)


def test_the_earlier_of_two_verdicts_counts_and_the_other_is_a_clash() -> None:
    files = dict([written(grade(met=True)), written(grade(met=False), created=LATER)])
    ledger = sealed.ledger(files, {})

    assert column(ledger, grade()) == {name("r1"): True}
    assert ledger.clashes == 1


def test_a_fold_stands_in_for_what_it_replaces() -> None:
    parts = [samples.segment(grade("r1")), samples.segment(grade("r2"), created=LATER)]
    data = folding.fold(parts, samples.TOOL)
    path = f"scores/ledger/2026/{segments.name_of(data)}.jsonl"

    ledger = sealed.ledger({path: data, **dict([written(grade("r1"))])}, {})

    assert len(ledger.shelf.segments) == 1
    assert column(ledger, grade()) == {name("r1"): True, name("r2"): True}


def test_damage_is_named_by_its_path_and_counts_for_nothing() -> None:
    path, data = written(grade())
    ledger = sealed.ledger({path: data.replace(b'"y"', b'"n"')}, {CARD_PATH: b"{}"})

    assert column(ledger, grade()) == {}
    assert [line.partition(":")[0] for line in ledger.damage] == [path, CARD_PATH]


def test_a_judge_is_known_by_a_document_of_its_name() -> None:
    assert sealed.ledger({}, {CARD_PATH: DOCUMENT}).cards() == {CARD.digest: CARD}
    assert sealed.ledger({}, {"scores/judges/other.json": DOCUMENT}).cards() == {}


def test_nothing_is_ever_recorded() -> None:
    with pytest.raises(TypeError, match="asked to record"):
        sealed.ledger({}, {}).recording(datetime(2026, 1, 31, tzinfo=UTC))


def test_only_segments_with_grades_of_the_questions_are_needed() -> None:
    ours, theirs = written(grade(question="q1")), written(grade(question="q2"))
    damaged = ("scores/ledger/2026/x.jsonl", ours[1])

    found = sealed.needed({}, dict([ours, theirs, damaged]), frozenset([name("q1")]))

    assert found == dict([ours])


def test_what_is_there_already_is_not_needed_again() -> None:
    path, data = written(grade(question="q1"))
    elsewhere = path.replace("2026", "2025")

    assert sealed.needed({elsewhere: data}, {path: data}, frozenset([name("q1")])) == {}
    twice = sealed.needed({}, {path: data, elsewhere: data}, frozenset([name("q1")]))
    assert list(twice) == [elsewhere]
