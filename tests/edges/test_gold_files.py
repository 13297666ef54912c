import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrickit.core import gold_index, responses
from rubrickit.core.reading.rows import check_unique
from rubrickit.core.responses import Label, Response, outline_of
from rubrickit.core.rubric import Place
from rubrickit.edges import gold_files
from rubrickit.errors import RubrickitError

FULL = (
    b'{"question_id": "q", "response_id": "r1", "response": "104 is high",'
    b' "agent": "coach@1.10", "sample": 2, "context": "runs", "reference": "104",'
    b' "trace": [{"role": "tool", "content": "x"}], "slices": {"sex": "f"},'
    b' "meta": {"age": 70}, "created": "2026-01-31T10:00:00Z"}'
)
LABEL = (
    b'{"question_id": "q", "response_id": "r1", "leaf": "a/b", "leaf_digest":'
    b' "0123456789abcdef0123456789abcdef", "rater": "dr-a", "met": true,'
    b' "at": "2026-02-01T09:00:00Z", "note": "clear", "probability": 0.05}'
)


def row(**changes: object) -> bytes:
    values = {"question_id": "q", "response_id": "r", "response": "text", **changes}
    return orjson.dumps({key: value for key, value in values.items() if value != ...})


def label_row(**changes: object) -> bytes:
    values = {"question_id": "q", "response_id": "r", "leaf": "a", "rater": "dr-a"}
    kept = {**values, "met": True, **changes}
    return orjson.dumps({key: value for key, value in kept.items() if value != ...})


def read(line: bytes) -> Response:
    (response,) = gold_files.responses(line, "gold/a.jsonl")
    return response


def test_a_line_becomes_a_response() -> None:
    trace = '[{"content":"x","role":"tool"}]'
    digest, trace_digest = responses.digests("104 is high", "runs", trace)
    assert read(FULL) == Response(
        question_id="q",
        response_id="r1",
        text="104 is high",
        agent="coach@1.10",
        sample=2,
        context="runs",
        reference="104",
        trace=trace,
        slices={"sex": "f"},
        meta={"age": 70},
        created="2026-01-31T10:00:00Z",
        digest=digest,
        trace_digest=trace_digest,
    )


def test_a_line_becomes_a_label() -> None:
    (label,) = gold_files.labels(LABEL, "gold/labels/a.jsonl")
    assert label == Label(
        question_id="q",
        response_id="r1",
        leaf_digest="0123456789abcdef0123456789abcdef",
        rater="dr-a",
        met=True,
        leaf="a/b",
        at="2026-02-01T09:00:00Z",
        note="clear",
        probability=0.05,
    )


def test_a_label_may_wait_for_its_digest() -> None:
    (label,) = gold_files.labels(label_row(), "l.jsonl")
    assert (label.leaf, label.leaf_digest) == ("a", "")


def test_lines_end_at_lf_only_and_blank_ones_are_skipped() -> None:
    text = "one\u2028two\u0085three\x0cfour"
    data = b"\xef\xbb\xbf\r\n" + row(response=text) + b"\r\n  \n" + row(response_id="s")

    first, second = gold_files.responses(data, "gold/a.jsonl")

    assert first.text == text
    assert (first.place, second.place) == (
        Place("gold/a.jsonl", 2, 1),
        Place("gold/a.jsonl", 4, 1),
    )


def test_a_header_may_stand_first() -> None:
    data = b'{"format": 1}\n' + row()
    assert len(gold_files.responses(data, "a.jsonl")) == 1
    assert gold_files.labels(b'{"format": 1}', "a.jsonl") == ()


def test_an_empty_file_has_no_rows() -> None:
    assert gold_files.responses(b"", "a.jsonl") == ()


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (b'""', ""),
        (b"5", "5"),
        (b"false", "false"),
        (b'{"b": 1.50, "a": "\\u00e9"}', '{"a":"é","b":1.5}'),
        (b"[123456789012345678901234567890]", "[123456789012345678901234567890]"),
        (b'{"a": "1\\u0022"}', '{"a":"1\\""}'),
        (b"[12345678901234567.0]", "[1.2345678901234568e+16]"),
    ],
)
def test_a_response_may_be_any_json(answer: bytes, text: str) -> None:
    line = b'{"question_id": "q", "response_id": "r", "response": ' + answer + b"}"
    assert read(line).text == text


def test_numbers_with_many_digits_keep_them_all() -> None:
    line = row().replace(b'"text"', b'"text","meta":{"id":12345678901234567890123}')
    assert read(line).meta == {"id": 12345678901234567890123}


def test_null_is_as_good_as_absent() -> None:
    assert read(row(agent=None, trace=None, meta=None, sample=None)) == read(row())


def test_quotes_and_backslashes_are_no_sign_of_a_doubled_key() -> None:
    text = 'a "quoted" \\ back\\\\slash "'
    assert read(row(response=text)).text == text


ROWS = [
    (b"{", "not JSON at column 2", "one object a line"),
    (b"[]", "a line must hold a JSON object", "one object a line"),
    (b"5", "a line must hold a JSON object", "one object a line"),
    (b'{"response": NaN}', "not JSON at column 14", "one object a line"),
    (b'{"response": Infinity}', "not JSON at column 14", "one object a line"),
    (b'{"response": "\xff"}', "not UTF-8", "save the file as UTF-8"),
    (b'{"response": "\\ud800"}', "not JSON at column 15", ""),
    (b'{"response": 1e999}', "not JSON at column 14", ""),
    (b"[" * 3000, "not JSON at column 1026", ""),
    (row()[:-1] + b',"response":"x"}', "the key `response` stands twice", "one of"),
    (
        row(meta={"a": 1}).replace(b'"a":1', b'"a":1,"a":2'),
        "the key `a` stands twice",
        "",
    ),
    (
        row().replace(b'"q"', b'"\\u0022","question_id":"q"'),
        "the key `question_id`",
        "",
    ),
    (row()[:-1] + b',"\\u0072esponse":"x"}', "the key `response` stands twice", ""),
    (row(question_id=...), "`question_id` is missing", ""),
    (row(response_id=...), "`response_id` is missing", ""),
    (row(response=...), "`response` is missing", '""'),
    (row(response=None), "`response` is missing", '""'),
    (row(question_id=""), "`question_id` is empty", ""),
    (row(response_id=" "), "`response_id` is empty", ""),
    (row(response_id="a\nb"), "`response_id` holds the invisible U+000A", ""),
    (row(response_id="r" * 201), "`response_id` is longer than 200 characters", ""),
    (row(question_id=5), "`question_id` must be a text", "quotes"),
    (row(agent=1.1), "`agent` must be a text", '"agent": "…"'),
    (row(context=["a"]), "`context` must be a text", ""),
    (row(sample=-1), "`sample` must be a whole number of at least 0", ""),
    (row(sample=True), "`sample` must be a whole number of at least 0", ""),
    (row(sample=1.0), "`sample` must be a whole number of at least 0", ""),
    (row(slices={"age": 65}), "the slice `age` must be a text", "meta"),
    (row(slices=["a"]), "`slices` must be an object", "name"),
    (row(meta=5), "`meta` must be an object", "name"),
    (row(created="yesterday"), "`created` must be a date or a time", "2026-01-31"),
    (row(created="20260131"), "`created` must be a date or a time", "2026-01-31"),
    (row(created="2026-W05-6"), "`created` must be a date or a time", ""),
    (row(created="2026-02-30"), "`created` must be a date or a time", ""),
    (row(respnse="x"), "unknown key `respnse`", "did you mean `response`?"),
    (row(format=1), "unknown key `format`", "known: "),
    (b'{"format": 2}', "the format `2` is unknown here", "upgrade"),
    (b'{"format": true}', "the format `True` is unknown here", "upgrade"),
    (row(response="a" + "\u0301\u0316" * 500), "200 combining marks or more", ""),
    (row(context="a" + "\u0301" * 500), "200 combining marks or more", ""),
    (
        row(trace=[1]).replace(b"[1]", b"[" * 1000 + b"]" * 1000),
        "nested more than 250 levels",
        "",
    ),
    (
        row(meta={"a": 1}).replace(b":1}", b":" + b"9" * 5000 + b"}"),
        "not JSON at column 68: number is infinity",
        "",
    ),
]


@pytest.mark.parametrize(("line", "message", "hint"), ROWS)
def test_a_bad_response_stops_with_its_line(
    line: bytes, message: str, hint: str
) -> None:
    with pytest.raises(RubrickitError) as caught:
        gold_files.responses(b"\n" + line + b"\n" + row(), "gold/a.jsonl")
    assert str(caught.value).startswith(f"gold/a.jsonl:2: {message}")
    assert hint in caught.value.hint


LABELS = [
    (label_row(met="true"), "`met` must be true or false"),
    (label_row(met=1), "`met` must be true or false"),
    (label_row(met=None), "`met` is missing"),
    (label_row(rater=...), "`rater` is missing"),
    (label_row(leaf=...), "`leaf` and `leaf_digest` are missing"),
    (label_row(leaf_digest="AB"), "`leaf_digest` must be 32 lower-case hex digits"),
    (label_row(probability=0), "`probability` must be above 0 and at most 1"),
    (label_row(probability=1.01), "`probability` must be above 0 and at most 1"),
    (label_row(probability=True), "`probability` must be a number"),
    (label_row(at="now"), "`at` must be a date or a time"),
    (label_row(response="x"), "unknown key `response`"),
]


@pytest.mark.parametrize(("line", "message"), LABELS)
def test_a_bad_label_stops_with_its_line(line: bytes, message: str) -> None:
    with pytest.raises(RubrickitError) as caught:
        gold_files.labels(label_row() + b"\n" + line, "gold/labels/a.jsonl")
    assert str(caught.value).startswith(f"gold/labels/a.jsonl:2: {message}")


def test_a_response_id_stands_once_in_a_question_over_all_files() -> None:
    first = gold_files.responses(row() + b"\n" + row(question_id="p"), "gold/a.jsonl")
    second = gold_files.responses(row(response="other"), "gold/b.jsonl")
    check_unique(first)

    with pytest.raises(RubrickitError) as caught:
        check_unique([*first, *second])

    message = "gold/b.jsonl:1: the response `r` to `q` stands twice; first at "
    assert str(caught.value) == f"{message}gold/a.jsonl:1"


def test_a_response_written_with_crlf_has_the_same_digest() -> None:
    unix, dos = read(row(response="a\nb")), read(row(response="a\r\nb"))
    assert unix.digest == dos.digest
    assert unix.text != dos.text


@pytest.mark.parametrize(
    "hidden",
    [
        b'"agent": null, "agent": "\\u0022"',
        b'"agent": 1, "agent": "a\\u0022b"',
        b'"agent": "a", "agent": "\\u0022\\u0022\\u0022\\u0022"',
    ],
)
def test_quotes_written_as_escapes_hide_no_second_key(hidden: bytes) -> None:
    line = b'{"question_id": "q", "response_id": "r", "response": "x", ' + hidden + b"}"

    with pytest.raises(RubrickitError, match="the key `agent` stands twice"):
        gold_files.responses(line, "gold/a.jsonl")


KEYS = ["question_id", "response_id", "response", "agent"]


@given(
    st.lists(st.sampled_from(KEYS), min_size=1),
    st.lists(st.sampled_from(['"a"', '"\\u0022"', r'"\""', "null", "1", "[]"])),
)
def test_whatever_is_written_a_second_key_is_refused(
    keys: list[str], values: list[str]
) -> None:
    pairs = [
        f'"{k}": {v}' for k, v in zip(KEYS + keys, ['"x"'] * 3 + values, strict=False)
    ]
    line = "{" + ", ".join(pairs) + "}"
    written = [pair.partition(":")[0] for pair in pairs]

    try:
        gold_files.responses(line.encode(), "gold/a.jsonl")
    except RubrickitError:
        return
    assert len(set(written)) == len(written)


ROWS = st.lists(
    st.fixed_dictionaries(
        {"question_id": st.sampled_from("pq"), "response": st.sampled_from("xy")},
        optional={
            "agent": st.sampled_from(["coach@1", "coach@2"]),
            "trace": st.lists(st.booleans()),
            "slices": st.dictionaries(st.sampled_from("st"), st.sampled_from("uv")),
        },
    )
)


@given(ROWS, ROWS)
def test_an_index_knows_of_responses_what_their_texts_do(
    one: list[dict[str, object]], two: list[dict[str, object]]
) -> None:
    rows = [
        row(**each, response_id=f"r{7 * at % 11:02}") for at, each in enumerate(one)
    ]
    more = [row(**each, response_id=f"s{at:03}") for at, each in enumerate(two)]
    files = {"gold/a.jsonl": b"\n".join(rows), "gold/b.jsonl": b"\n\n".join(more)}
    every = [each for p in files for each in gold_files.responses(files[p], p)]
    indexes = [gold_files.index(data, path) for path, data in files.items()]

    for name in "pq":
        own = sorted(
            (each for each in every if each.question_id == name),
            key=lambda each: each.response_id,
        )
        known = gold_index.outline([index[name] for index in indexes if name in index])
        assert known == outline_of(own)
