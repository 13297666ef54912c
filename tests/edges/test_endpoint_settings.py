import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rubrickit.core.config import Budget, JudgeConfig
from rubrickit.core.judging import parameters, prompts
from rubrickit.edges.endpoint_settings import configured_card
from rubrickit.edges.judge_openai import OpenAIJudge
from rubrickit.errors import RubrickitError


@pytest.mark.parametrize(
    ("base_url", "label"),
    [
        ("", "https://api.openai.com/v1"),
        ("https://user:pass@host.example:8443/v1/", "https://host.example:8443/v1"),
        ("https://host.example/v1?key=abc#frag", "https://host.example/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
    ],
)
def test_the_endpoint_s_label_holds_no_secret(base_url: str, label: str) -> None:
    card = configured_card(JudgeConfig(model="m", base_url=base_url))

    assert card.endpoint == label


def test_what_changes_the_verdicts_changes_the_digest() -> None:
    def digest(**fields: Any) -> str:
        config = replace(JudgeConfig(model="m", base_url="http://a/v1"), **fields)
        return configured_card(config).digest

    changed: list[Mapping[str, Any]] = [
        {"model": "n"},
        {"base_url": "http://b/v1"},
        {"temperature": 1.0},
        {"temperature": None},
        {"max_tokens": 1},
    ]
    kept: list[Mapping[str, Any]] = [
        {"max_concurrency": 1},
        {"timeout": 1.0},
        {"api_key_env": "OTHER"},
        {"base_url": "http://a/v1/"},
        {"passes": 1},
    ]
    assert len({digest(), *(digest(**fields) for fields in changed)}) == 6
    assert {digest(**fields) for fields in kept} == {digest()}


def test_the_reply_form_is_sent_as_the_endpoint_expects_it() -> None:
    form = json.loads(json.dumps(parameters.REPLY_FORMAT))

    assert form["type"] == "json_schema"
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["schema"] == prompts.REPLY_SCHEMA


@pytest.mark.parametrize("key", ["sk-\n1", "sk-é", "sk-\x00"])
def test_a_key_that_cannot_be_sent_is_told_without_showing_it(key: str) -> None:
    with pytest.raises(RubrickitError, match="OPENAI_API_KEY") as caught:
        OpenAIJudge(JudgeConfig(model="m"), key, Budget())

    assert key not in str(caught.value)


@pytest.mark.parametrize(
    "fields",
    [
        {"model": ""},
        {"base_url": "api.example/v1"},
        {"base_url": "http://[::1"},
        {"base_url": "http://"},
        {"base_url": "file:///etc/hosts"},
    ],
)
def test_a_configuration_without_an_endpoint_is_refused(fields: dict[str, str]) -> None:
    config = JudgeConfig(**{"model": "m", **fields})

    with pytest.raises(RubrickitError, match=next(iter(fields))):
        OpenAIJudge(config, "", Budget())
