"""When two responses are one text to the judge."""

import pytest
from support.builders import response

from rubrickit.core import canonical, responses
from rubrickit.core.responses import Response, UnreadResponses


def test_line_ends_and_metadata_do_not_make_another_text() -> None:
    one = response("a\nb", id="r1", agent="x", slices={"sex": "f"}, meta={"age": 1})
    other = response("a\r\nb", id="r2", reference="5 mg")

    assert one.digest == other.digest


@pytest.mark.parametrize(
    "other", [response("a b"), response("a  b "), response("a  b", context="adult")]
)
def test_spaces_and_context_do(other: object) -> None:
    assert response("a  b").digest != other.digest


def test_a_trace_counts_only_where_it_is_looked_at() -> None:
    with_trace, without = response("a", trace=[{"role": "tool"}]), response("a")

    assert with_trace.digest_for("response") == without.digest_for("response")
    assert with_trace.digest_for("trace") != response("b", trace=[]).digest_for("trace")
    assert without.digest_for("trace") == ""


def test_text_and_context_cannot_be_taken_for_each_other() -> None:
    assert response("a", context="b").digest != response("b", context="a").digest


def test_a_lone_surrogate_has_a_digest_of_its_own() -> None:
    assert len({response("\ud800").digest, response("?").digest}) == 2


def test_a_digest_is_128_bits_of_lower_case_hex_and_never_changes() -> None:
    assert canonical.digest({"b": "ä", "a": [1, None]}) == (
        canonical.digest({"a": [1, None], "b": "ä"})
    )
    assert canonical.digest("x") == "ba2df4903a2c14e86dc3bcca58911b44"
    assert canonical.canonical_json({"b": "\u2028ä", "a": 1}) == '{"a":1,"b":"\u2028ä"}'


def test_a_number_that_is_none_has_no_canonical_form() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical.digest(float("nan"))


def test_what_was_not_read_is_read_once_and_not_for_its_digests() -> None:
    every = [response("a", id="r1"), response("b", id="r2", trace=[])]
    reads = []

    def read() -> list[Response]:
        reads.append(len(every))
        return every

    unread = UnreadResponses(responses.outline_of(every), read)

    assert len(unread) == 2
    assert responses.digests_of(unread, "trace") == ("", every[1].trace_digest)
    assert responses.outline_of(unread) == responses.outline_of(every)
    assert not reads
    assert [*unread] == every
    assert (unread[1], unread[:1]) == (every[1], every[:1])
    assert reads == [2]


def test_those_of_some_agents_are_told_apart_without_reading_them() -> None:
    agents = ("a", "b", "", "a")
    every = [response(id=f"r{at}", agent=name) for at, name in enumerate(agents)]
    reads = []

    def read() -> list[Response]:
        reads.append(1)
        return every

    unread = UnreadResponses(responses.outline_of(every), read)
    own = responses.of_agents(unread, ["a"])

    assert responses.outline_of(own).ids == ["r0", "r3"]
    assert responses.digests_of(own, "response") == (every[0].digest, every[3].digest)
    assert not reads
    assert [*own] == [every[0], every[3]]
    assert len(responses.of_agents(every, ["c"])) == 0
    assert responses.of_agents(unread, ()) is unread
