"""Every copy knows the lock that it was shipped with."""

import hashlib

from source_code import ROOT

from rubrickit.edges import shipped_lock


def test_the_checkouts_lock_is_hashed_without_regard_to_line_ends() -> None:
    text = (ROOT / "requirements/runtime.lock").read_text("utf-8").rstrip("\n")

    assert shipped_lock.digest() == hashlib.sha256(text.encode()).hexdigest()
