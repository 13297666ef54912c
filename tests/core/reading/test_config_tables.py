"""The settings out of a located tree: every bound, and many problems at once."""

from dataclasses import fields
from decimal import Decimal
from typing import Any

import pytest
from support.trees_of_yaml import PATH, located, plain, quoted, told

from rubrickit.core.config import Budget, Config, GateConfig, JudgeConfig, Paths, Prices
from rubrickit.core.reading import config_keys
from rubrickit.core.reading.config import read_config
from rubrickit.core.reading.keys import Keys
from rubrickit.core.reading.located import Problems


def read(value: Any) -> tuple[Config, Problems]:
    problems = Problems(PATH)
    return read_config(located(value), problems), problems


def good(value: Any) -> Config:
    config, problems = read(value)
    assert problems.found == []
    return config


def problem(section: str, key: str, value: Any) -> tuple[str, str, str]:
    config, problems = read({section: {key: value}})
    assert config == Config()
    (found,) = told(problems)
    return found


@pytest.mark.parametrize(
    ("keys", "of"),
    [
        (config_keys.JUDGE, JudgeConfig),
        (config_keys.BUDGET, Budget),
        (config_keys.GATE, GateConfig),
        (config_keys.PATHS, Paths),
        (config_keys.PRICES, Prices),
    ],
)
def test_a_section_has_the_keys_of_its_value(keys: Keys, of: type) -> None:
    assert list(keys) == [field.name for field in fields(of)]


@pytest.mark.parametrize("value", [1, 9])
def test_passes_are_counted_from_1_to_9(value: int) -> None:
    assert good({"judge": {"passes": value}}).judge.passes == value


@pytest.mark.parametrize("value", [0, 10, -1, plain("1.0"), "3", "often", None, [1]])
def test_other_passes_are_refused(value: Any) -> None:
    message = "`passes` must be `adaptive` or a number from 1 to 9"
    assert problem("judge", "passes", value) == ("number", message, "")


@pytest.mark.parametrize("word", [plain("adaptive"), quoted("adaptive")])
def test_adaptive_passes_may_stand_in_quotes(word: Any) -> None:
    assert good({"judge": {"passes": word}}).judge.passes == "adaptive"


@pytest.mark.parametrize(
    ("section", "key", "least"),
    [
        ("judge", "max_tokens", 1),
        ("judge", "max_concurrency", 1),
        ("budget", "max_calls", 0),
        ("experts", "sign_offs", 1),
        ("lint", "max_lines", 1),
        ("lint", "max_leaves", 1),
    ],
)
def test_a_count_is_whole_and_has_its_least(section: str, key: str, least: int) -> None:
    good({section: {key: least}})
    good({section: {key: plain(f"{least + 1}.0")}})
    message = f"`{key}` must be a whole number of at least {least}"
    assert problem(section, key, plain("1.5")) == ("number", message, "")
    if least:
        assert problem(section, key, least - 1) == ("number", message, "")


def test_a_whole_decimal_becomes_a_whole_number() -> None:
    calls = good({"budget": {"max_calls": plain("7.0")}}).budget.max_calls
    assert (calls, type(calls)) == (7, int)


def test_a_call_needs_some_time_and_every_other_limit_may_be_0() -> None:
    message = "`timeout` must be above 0"
    assert problem("judge", "timeout", 0) == ("number", message, "")
    assert good({"judge": {"timeout": plain("0.1")}}).judge.timeout == 0.1
    assert good({"judge": {"temperature": 0}}).judge.temperature == 0.0
    assert good({"gate": {"max_slice_gap": 0}}).gate.max_slice_gap == Decimal(0)


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "_k1", "k"])
def test_a_key_is_named_by_its_variable(name: str) -> None:
    assert good({"judge": {"api_key_env": name}}).judge.api_key_env == name


@pytest.mark.parametrize("value", ["sk-12", "1A", "a b", "", "$KEY", "é"])
def test_a_key_itself_is_refused_and_not_repeated(value: str) -> None:
    rule, message, hint = problem("judge", "api_key_env", value)
    assert rule == "secret"
    assert message == "`api_key_env` must be the name of an environment variable"
    assert hint == "never write the key itself here; if you did, revoke it"


@pytest.mark.parametrize(
    ("written", "folder"),
    [("a", "a"), ("a/b/", "a/b"), ("a b", "a b"), ("..a/b..", "..a/b..")],
)
def test_a_folder_is_read_without_its_last_slash(written: str, folder: str) -> None:
    assert good({"paths": {"gold": written}}).paths.gold == folder


@pytest.mark.parametrize(
    "written", ["/", "/a", ".", "..", "a/..", "./a", "a//b", "a\\b", "../a", "a/./b"]
)
def test_a_folder_lies_inside_the_repository(written: str) -> None:
    message = "`gold` must be a folder inside the repository"
    hint = "write `gold: some/folder`"
    assert problem("paths", "gold", written) == ("path", message, hint)


def test_a_section_and_a_list_say_what_they_hold() -> None:
    message = "`budget` must hold keys and values"
    known = "known: max_calls, max_cost, max_minutes"
    assert told(read({"budget": 5})[1]) == [("type", message, known)]
    message = "`disable` must be a list"
    hint = "disable: [one, two]"
    assert problem("lint", "disable", "a") == ("type", message, hint)


@pytest.mark.parametrize("value", [["judge"], "judge"])
def test_settings_hold_keys_and_values(value: Any) -> None:
    config, problems = read(value)
    assert config == Config()
    message = "a configuration must hold keys and values"
    hint = (
        "begin with one of: format, judge, budget, gate, experts, ledger, paths, lint"
    )
    assert told(problems) == [("type", message, hint)]


def test_a_null_section_has_its_defaults() -> None:
    names = [name for name in config_keys.CONFIG if name != "format"]
    assert good(dict.fromkeys(names)) == Config()
    assert good(None) == Config()


def test_a_problem_costs_only_its_own_key() -> None:
    config, problems = read(
        {
            "judge": {"kind": "gpt", "passes": 3, "prices": {"input": -1, "output": 2}},
            "gate": {"max_regression": quoted("0.1"), "rule": "proven"},
            "experts": {"people": [{"id": "a"}, {"name": "b"}], "sign_offs": 3},
            "lint": {"disable": ["one", 5]},
        }
    )
    assert [one.rule for one in problems.found] == [
        "choice", "number", "number", "missing", "type",
    ]  # fmt: skip
    assert config.judge.prices == Prices(None, Decimal(2))
    assert (config.judge.passes, config.gate.rule) == (3, "proven")
