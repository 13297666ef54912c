from typing import Any

import pytest

from rubrickit.core.config import JudgeConfig
from rubrickit.core.judging import parameters
from rubrickit.core.judging.card import JudgeCard

SENT = parameters.configured(JudgeConfig())


def test_the_configuration_is_sent_whole() -> None:
    assert dict(SENT) == {
        "max_tokens": 512,
        "temperature": 0.0,
        "response_format": parameters.REPLY_FORMAT,
    }


def test_no_temperature_is_sent_where_none_is_wanted() -> None:
    assert "temperature" not in parameters.configured(JudgeConfig(temperature=None))


def test_a_whole_number_makes_no_other_judge() -> None:
    digests = {
        JudgeCard("openai", "m", parameters=parameters.configured(config)).digest
        for config in (JudgeConfig(temperature=0), JudgeConfig(temperature=0.0))
    }

    assert len(digests) == 1


@pytest.mark.parametrize(
    ("error", "name"),
    [
        ({"param": "temperature", "message": "Unsupported value"}, "temperature"),
        ({"param": "response_format.type", "message": "Invalid"}, "response_format"),
        ({"param": "messages[1].content", "message": "temperature"}, ""),
        ({"param": "model", "message": "no json_schema for it"}, ""),
        (
            {
                "message": "Unsupported parameter: 'max_tokens' is not supported with "
                "this model. Use 'max_completion_tokens' instead."
            },
            "max_tokens",
        ),
        ({"message": "Unsupported value: 'temperature' must be 1"}, "temperature"),
        ({"message": "response_format is not supported"}, "response_format"),
        ({"message": "this model has no JSON_SCHEMA support"}, "response_format"),
        ({"message": "Structured output is unavailable"}, "response_format"),
        ({"message": "max_completion_tokens is unknown"}, ""),
        ({"message": "room temperatures vary"}, ""),
        ({"message": "too long", "code": "context_length_exceeded"}, ""),
        (
            {
                "message": "lower max_tokens",
                "param": "max_tokens",
                "code": "context_length_exceeded",
            },
            "",
        ),
        ({"message": None, "param": 5}, ""),
        ({}, ""),
    ],
)
def test_an_error_may_name_a_parameter(error: dict[str, Any], name: str) -> None:
    assert parameters.refused(error, SENT) == name


def test_the_token_limit_is_tried_under_its_newer_name() -> None:
    renamed = parameters.without(SENT, "max_tokens")
    dropped = parameters.without(renamed, "max_completion_tokens")

    assert renamed["max_completion_tokens"] == 512
    assert set(renamed) == {"max_completion_tokens", "temperature", "response_format"}
    assert set(dropped) == {"temperature", "response_format"}
