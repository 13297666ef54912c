"""What a person may write behind an option."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from rubrickit.cli import options
from rubrickit.cli.options import DateType, DecimalType, Place


@pytest.mark.parametrize(
    "text", ["0", "1", "0.02", "0.020", "1e-2", ".5", "0.0000000001", " 0.5 "]
)
def test_a_limit_is_the_exact_decimal(text: str) -> None:
    assert DecimalType().convert(text, None, None) == Decimal(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("much", "`much` is no decimal number"),
        ("", "`` is no decimal number"),
        ("0,02", "`0,02` is no decimal number"),
        ("2%", "`2%` is no decimal number"),
        ("1.01", "`1.01` does not lie between 0 and 1"),
        ("-0.02", "`-0.02` does not lie between 0 and 1"),
        ("nan", "`nan` does not lie between 0 and 1"),
        ("-NaN", "`-NaN` does not lie between 0 and 1"),
        ("sNaN", "`sNaN` does not lie between 0 and 1"),
        ("inf", "`inf` does not lie between 0 and 1"),
        ("1e400", "`1e400` does not lie between 0 and 1"),
    ],
)
def test_what_is_no_limit_is_said(text: str, message: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        DecimalType().convert(text, None, None)
    assert caught.value.message == message


@pytest.mark.parametrize("text", ["", "2026-01-31", "2026-01-31T10:00:00Z"])
def test_a_date_is_taken_as_written(text: str) -> None:
    assert DateType().convert(text, None, None) == text


@pytest.mark.parametrize("text", ["yesterday", "31.1.2026", "20260131", "2026-02-30"])
def test_another_date_is_refused_and_does_not_match_nothing(text: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        DateType().convert(text, None, None)
    assert caught.value.message == f"`{text}` is no date such as 2026-01-31"


def given(command: Any, *arguments: str) -> dict[str, Any]:
    """What a command with the shared options receives."""
    received: dict[str, Any] = {}

    @click.command
    @command
    def ours(**values: Any) -> None:
        received.update(values)

    done = CliRunner().invoke(ours, arguments)
    assert done.exit_code == 0, done.output
    return received


def test_without_options_the_place_is_here_and_speaks() -> None:
    assert given(options.place) == {"place": Place(Path(), None, None, None, False)}


def test_the_shared_options_become_one_place(tmp_path: Path) -> None:
    gold = tmp_path / "g.jsonl"
    gold.touch()
    arguments = ["--repo", str(tmp_path), "--rubrics", "r", "--responses", str(gold)]
    found = given(options.place, *arguments, "--judge", "human", "-q")
    expected = Place(tmp_path, Path("r"), gold, "human", True)
    assert found == {"place": expected}


def test_ends_and_window_come_as_pairs() -> None:
    assert given(options.span) == {"ends": (None, None), "window": ("", "")}
    found = given(options.span, "main", "--since", "2026-01-01", "HEAD")
    assert found == {"ends": ("main", "HEAD"), "window": ("2026-01-01", "")}


@pytest.mark.parametrize("judge", [None, "openai", "recorded", "human", "local"])
def test_what_is_recorded_asks_nobody_and_keeps_its_judge(judge: Any) -> None:
    place = Place(Path("x"), judge=judge, quiet=True)

    assert place.asks
    assert place.recorded() == replace(place, asks=False)
    assert place.recorded().judge == judge


def test_the_first_format_is_the_default() -> None:
    both = options.formats("text", "json")
    assert given(both) == {"format_name": "text"}
    assert given(both, "--format", "json") == {"format_name": "json"}
