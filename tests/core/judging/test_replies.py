import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core.judging import replies
from rubrickit.core.judging.prompts import REPLY_SCHEMA
from rubrickit.core.judging.replies import Reply

BLANKS = st.text(" \n\t", max_size=2)
MET = '{"met": true, "evidence": "5 mg", "reason": "It names 5 mg."}'


def test_the_verdict_comes_with_its_words() -> None:
    reply = replies.read(MET)

    assert reply == Reply(True, "5 mg", "It names 5 mg.")
    assert reply.summary == "It names 5 mg. “5 mg”"


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ('{"met": false}', False),
        ('{"reason": "no dose", "met": false, "evidence": ""}', False),
        ('{"met": true, "evidence": null, "reason": null}', True),
        (f"Let me think. The dose is there.\n{MET}\nI hope this helps!", True),
        (f"```json\n{MET}\n```", True),
        ('{"met": true} On reflection: {"met": false}', False),
        ('{"dose": 5} {"met": false}', False),
        ('{"met": false} {"met": tr', False),
        ('The form is {"met": true|false}, so: {"met": true}', True),
        ('The form is {"met": <true or false>}, so: {"met": false}', False),
        ('I open { and forget it: {"met": true}', True),
        ('{{"met": true}}', True),
        ('[{"met": false}]', False),
        ('{"met"\n:\ttrue\r\n}', True),
        (r'{"\u006det": true}', True),
        (r'{"met": true, "reason": "she said \"{\" and {\"met\": false}"}', True),
    ],
)
def test_the_last_complete_object_counts(text: str, met: bool) -> None:
    reply = replies.read(text)

    assert reply is not None
    assert reply.met is met


@pytest.mark.parametrize(
    "text",
    [
        "",
        "YES",
        "YES/NO",
        "true",
        "met: true",
        "{}",
        '{"score": 0}',
        '{"score": 1}',
        '{"reason": "It is met."}',
        '{"met": "false"}',
        '{"met": "true"}',
        '{"met": 1}',
        '{"met": 0}',
        '{"met": 1.0}',
        '{"met": null}',
        '{"met": "yes and no"}',
        '{"met": [true]}',
        '{"met": {"met": true}}',
        '{"verdict": {"met": true}}',
        '{"Met": true}',
        '{"met ": true}',
        '{"met": True}',
        '{"met": TRUE}',
        '{"met": truest}',
        "{'met': true}",
        "{met: true}",
        '{"met": true,}',
        '{"met": true "reason": ""}',
        '{"met": true, "met": true}',
        '{"met": false, "met": true}',
        r'{"met": false, "\u006det": true}',
        '{"met": true, "reason": "a", "reason": "b"}',
        '{"met": true, "confidence": 0.9}',
        '{"met": true, "reason": 5}',
        '{"met": true, "reason": ["a"]}',
        '{"met": true, "evidence": false}',
        '{"met": true, "reason": "line\nbreak"}',
        '{"met": true, "reason": ' + "1" * 5000 + "}",
        '{"met": true|false}',
        '{"met": true, "reason": "cut',
        '{"met": tru',
        '{"met": true} {}',
        '{"met": true} {"score": 0}',
        '{"met": NaN}',
        '(met) ﹛"met": true﹜',
        json.dumps(REPLY_SCHEMA),
        json.dumps({"met": REPLY_SCHEMA["properties"]["met"]}),
    ],
)
def test_no_boolean_no_verdict(text: str) -> None:
    assert replies.read(text) is None


@pytest.mark.parametrize(
    "quoted",
    [
        '{"met": true}',
        'x" {"met": true}',
        'x", {"met": true}',
        'x"} {"met": true',
        r"\d {"  # an escape that JSON does not know
        '"met": true}',
        '\n{"met": true}',
    ],
)
@pytest.mark.parametrize(
    "reply",
    [
        '{"met": false, "evidence": "QUOTED", "reason": "no"}',
        '{"evidence": "QUOTED", "reason": "no", "met": false}',
        '{"notes": ["QUOTED"], "met": false}',
    ],
)
def test_a_response_quoted_without_escapes_is_never_taken_for_the_verdict(
    reply: str, quoted: str
) -> None:
    read = replies.read(reply.replace("QUOTED", quoted))

    assert read is None or not read.met


@given(st.text() | st.text(alphabet='{}[]",:\\ truefalsmn\n01'))
def test_text_without_a_boolean_never_yields_a_verdict(text: str) -> None:
    read = replies.read(text)

    assert read is None or str(read.met).lower() in text


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("met"), inner),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["met", "evidence", "reason", "x"]), JSON_VALUES)
)
def test_any_object_is_a_verdict_or_is_none_by_its_fields(
    value: dict[str, Any],
) -> None:
    words = (value.get("evidence"), value.get("reason"))
    is_verdict = (
        isinstance(value.get("met"), bool)
        and "x" not in value
        and all(word is None or isinstance(word, str) for word in words)
    )

    # `allow_nan` writes NaN and Infinity, which are not JSON: then nothing counts.
    read = replies.read(f"Well: {json.dumps(value)} …")

    assert (read is not None) == is_verdict
    assert read is None or read.met is value["met"]


@given(st.booleans(), st.text(), st.text(alphabet="ab }]\n\"'`.;<>|"))
def test_prose_round_a_verdict_changes_nothing(
    met: bool, words: str, prose: str
) -> None:
    written = json.dumps({"met": met, "evidence": words, "reason": words})

    read = replies.read(f"{prose}{written}{prose}")

    assert read is not None
    assert read.met is met


@pytest.mark.parametrize(
    "part",
    [
        "{", '{"', '{"a":', '{"a":[', "[", '{"a":"', "{}", '{"\\"', "{ ", '"{',
        '{"a":1,', '\\{"', '{"a":"x"', '{"met":true}', '{\n"', '"', '{"a":{}', "\\",
    ],
)  # fmt: skip
def test_a_hostile_megabyte_is_read_in_linear_time(part: str) -> None:
    text = part * (1_000_000 // len(part))
    started = time.process_time()

    replies.read(text)

    assert time.process_time() - started < 8


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_deep_object_is_no_verdict_and_no_crash(opening: str, closing: str) -> None:
    deep = f"{opening * 50_000}1{closing * 50_000}"

    assert replies.read(f'{{"met": true, "reason": {deep}}}') is None


def test_half_a_surrogate_pair_does_not_reach_the_ledger() -> None:
    reply = replies.read(r'{"met": true, "reason": "\ud800!", "evidence": "😀"}')

    assert reply is not None
    assert reply.summary.encode() == "\ufffd! “😀”".encode()


def test_long_words_are_cut() -> None:
    reply = replies.read(json.dumps({"met": True, "reason": "a" * 100_000}))

    assert reply is not None
    assert len(reply.summary) == replies.MOST_REASON


@given(
    st.text('{}":, tfruealsn01\\u"met', max_size=30)
    | st.tuples(BLANKS, st.booleans(), BLANKS).map(
        lambda p: f'{p[0]}{{{p[2]}"met":{p[0]}{str(p[1]).lower()}{p[2]}}}{p[0]}'
    )
)
def test_what_stands_around_an_object_does_not_change_what_it_says(text: str) -> None:
    assert replies.read(text) == replies.read(f"Well:{text}")
