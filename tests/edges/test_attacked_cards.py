"""Judge documents that would break a careless reader are damage and no more."""

from pathlib import Path

import pytest

from rubrickit.edges import ledger_files
from rubrickit.edges.ledger_files import FolderSource

CARD = (
    '{"format":1,"kind":"openai","model":"m","endpoint":"","parameters":{"a":NaN},'
    '"prompt":"","parser":"","batch":1}'
)


@pytest.mark.parametrize("text", ["[" * 100_000, CARD, "\x00"])
def test_a_hostile_judge_document_is_named_as_damage(tmp_path: Path, text: str) -> None:
    (tmp_path / f"{'a' * 32}.json").write_text(text)

    found, damage = ledger_files.cards([FolderSource(tmp_path, ".json")])

    assert found == {}
    assert len(damage) == 1
