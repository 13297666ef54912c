"""A release as an in-toto Statement, for those who sign or collect such statements.

Statement v1 with the predicate of test results v0.1, both of the in-toto attestation
framework. Nothing here is needed to verify a release.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from rubrickit.core.releasing.drafts import Draft
from rubrickit.core.releasing.manifest import Manifest

TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1"

Document = dict[str, Any]


def statement(draft: Draft, commit: str) -> Document:
    """`commit` is the release's, "" for one that was not made."""
    made, data = draft.manifest, draft.files[draft.path]
    digest = hashlib.sha256(data).hexdigest()
    subjects = [{"name": draft.path, "digest": {"sha256": digest}}]
    if commit:
        subjects.append({"name": made.version, "digest": {"gitCommit": commit}})
    return {
        "_type": TYPE,
        "subject": subjects,
        "predicateType": PREDICATE_TYPE,
        "predicate": predicate(made),
    }


def predicate(made: Manifest) -> Document:
    """A question is a test.

    It failed where a gate is closed on one of its responses, and passed where all of
    them meet their requirements; what lies between is warned of.
    """
    questions = made.hashed["results"]["questions"]
    by_word: dict[str, list[str]] = {"passed": [], "warned": [], "failed": []}
    for name, found in sorted(questions.items()):
        by_word[_word(found)].append(name)
    results = {"failed": "FAILED", "warned": "WARNED", "passed": "PASSED"}
    worst = next((word for word in results if by_word[word]), "passed")
    told = {f"{word}Tests": names for word, names in by_word.items()}
    address = made.about.get("run")
    return {
        "result": results[worst],
        "configuration": _configuration(made.hashed),
        **({"url": address} if address else {}),
        **told,
    }


def _word(found: Mapping[str, Any]) -> str:
    if found["failed"]:
        return "failed"
    return "passed" if found["met"] == found["responses"] else "warned"


def _configuration(hashed: Mapping[str, Any]) -> list[Document]:
    """What the results rest on: the rubrics' commit, settings and judge documents."""
    files = hashed["files"]
    hashes = {**files["settings"], **files["judges"]}
    return [
        {"name": "rubrics", "digest": {"gitCommit": hashed["rubrics"]["commit"]}},
        *(
            {"name": path, "digest": {"sha256": found["sha256"]}}
            for path, found in sorted(hashes.items())
        ),
    ]
