from decimal import Decimal

import pytest

from rubrickit.core.config import Budget, Config, GateConfig, JudgeConfig, Paths, Prices
from rubrickit.edges import rubric_files
from rubrickit.errors import RubrickitError

DOCUMENTED = b"""\
format: 1
judge: {kind: openai, model: gpt-4o-mini, base_url: https://example.org/v1,
        api_key_env: MY_KEY, passes: 3, temperature: 0.5, max_tokens: 100,
        max_concurrency: 8, timeout: 30, prices: {input: 0.15, output: 0.60}}
budget: {max_calls: 100, max_cost: 20.00, max_minutes: 2.5}
gate: {max_regression: 0.01, max_question_regression: 0.2, max_slice_gap: 0.3,
       rule: proven, loosening: report, pending: neutral}
experts:
  sign_offs: 1
  people: [{id: dr-a, name: Ada, github: ada, key: ssh-ed25519 AAAA, gates: [safety]}]
ledger: {write: commit, reasons: none}
paths: {rubrics: evals/rubrics/, gold: evals/gold, scores: evals/scores}
lint: {max_lines: 100, max_leaves: 50, disable: [atomic]}
"""


def read(text: bytes) -> Config:
    return rubric_files.parse_config(text, "rubrickit.yaml")


def test_every_documented_key_is_read() -> None:
    assert read(DOCUMENTED) == Config(
        judge=JudgeConfig(
            kind="openai",
            model="gpt-4o-mini",
            base_url="https://example.org/v1",
            api_key_env="MY_KEY",
            passes=3,
            temperature=0.5,
            max_tokens=100,
            max_concurrency=8,
            timeout=30.0,
            prices=Prices(Decimal("0.15"), Decimal("0.60")),
        ),
        budget=Budget(100, Decimal(20), Decimal("2.5")),
        gate=GateConfig(
            Decimal("0.01"),
            Decimal("0.2"),
            Decimal("0.3"),
            "proven",
            "report",
            "neutral",
        ),
        paths=Paths("evals/rubrics", "evals/gold", "evals/scores"),
        reasons="none",
        write="commit",
    )


@pytest.mark.parametrize("text", [b"", b"# nothing\n", b"---\n", b"judge:\n", b"{}"])
def test_what_is_missing_has_its_default(text: bytes) -> None:
    assert read(text) == Config()


def test_a_limit_of_0_is_a_limit_and_null_is_none() -> None:
    config = read(
        b"gate: {max_regression: 0, max_question_regression: null}\n"
        b"budget: {max_calls: 0, max_cost: 0, max_minutes: ~}\n"
        b"judge: {temperature: null, prices: null, passes: adaptive}"
    )
    assert config.gate.max_regression == 0
    assert config.gate.max_question_regression is None
    assert config.budget == Budget(0, Decimal(0), None)
    assert config.judge.temperature is None


FAULTS = [
    ("- a", "a configuration must hold keys and values", "judge"),
    ("juge: {}", "unknown key `juge`", "did you mean `judge`?"),
    ("judge: {modle: x}", "unknown key `modle`", "did you mean `model`?"),
    ("judge: {model: 4}", "`model` must be a text, and `4` is a number", '"4"'),
    ("judge: openai", "`judge` must hold keys and values", "kind"),
    ("judge: {kind: gpt}", "`kind` must be a known word, not `gpt`", "openai"),
    ("judge: {passes: 0}", "`passes` must be `adaptive` or a number from 1 to 9", ""),
    ("judge: {passes: '3'}", "`passes` must be `adaptive` or a number from 1", ""),
    ("judge: {timeout: 0}", "`timeout` must be above 0", ""),
    ("judge: {max_concurrency: 0}", "`max_concurrency` must be a whole number of", ""),
    ("judge: {prices: {input: -1}}", "`input` must be 0 or more, not -1", ""),
    (
        "judge: {api_key_env: sk-12}",
        "`api_key_env` must be the name of an env",
        "revoke",
    ),
    (
        "budget: {max_calls: 0.5}",
        "`max_calls` must be a whole number of at least 0",
        "",
    ),
    ("budget: {max_cost: .inf}", "`max_cost` must be a number, not `.inf`", ""),
    (
        "gate: {max_regression: null}",
        "`max_regression` must be a number, not `null`",
        "",
    ),
    ("gate: {max_regression: -0.1}", "`max_regression` must be 0 or more", ""),
    ("gate: {rule: maybe}", "`rule` must be a known word, not `maybe`", "proven"),
    ("gate: {rule: exact, rule: exact}", "the key `rule` stands twice", "keep one"),
    ("experts: {people: {id: a}}", "`people` must be a list", "[one, two]"),
    ("experts: {people: [dr-a]}", "`people` must hold keys and values", "id, name"),
    ("experts: {people: [{name: A}]}", "`id` is missing", ""),
    ("experts: {sign_offs: 0}", "`sign_offs` must be a whole number of at least 1", ""),
    ("ledger: {write: disk}", "`write` must be a known word, not `disk`", "branch"),
    ("paths: {gold: ../gold}", "`gold` must be a folder inside the repository", ""),
    ("paths: {gold: /gold}", "`gold` must be a folder inside the repository", ""),
    ("paths: {gold: a//b}", "`gold` must be a folder inside the repository", ""),
    ("paths: {gold: .}", "`gold` must be a folder inside the repository", ""),
    ("lint: {disable: atomic}", "`disable` must be a list", "disable: [one, two]"),
    ("format: 3", "the format `3` is unknown here", "upgrade"),
    ("judge: [", "not YAML at column", ""),
]


@pytest.mark.parametrize(("text", "message", "hint"), FAULTS)
def test_a_wrong_configuration_says_where(text: str, message: str, hint: str) -> None:
    with pytest.raises(RubrickitError) as caught:
        read(text.encode())
    place, _, told = str(caught.value).partition(": ")
    assert place.startswith("rubrickit.yaml:")
    assert told.startswith(message)
    assert hint in caught.value.hint
