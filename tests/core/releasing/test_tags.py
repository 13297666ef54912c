"""A tag's message is read as it was written, whatever its notes say."""

from dataclasses import replace

import pytest

from rubrickit.core.experts import Expert, Experts
from rubrickit.core.releasing import manifest, tags
from rubrickit.core.releasing.tags import Ancestry, Tag
from rubrickit.errors import RubrickitError

COMMIT, TREE = "c" * 40, "7" * 40
MADE = manifest.build({"rubrics": {"commit": COMMIT, "tree": TREE}}, {})
ABOVE = Ancestry((COMMIT,), TREE, ("scores/releases/1.0.json",))
SIGNATURE = "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"


def tag_object(message: str) -> bytes:
    head = f"object {'a' * 40}\ntype commit\ntag 1.0\ntagger A <a@b.c> 1 +0000"
    return f"{head}\n\n{message}".encode()


def tag(notes: str = "", after: str = "") -> Tag:
    words = tags.message("1.0", COMMIT, MADE.digest, notes)
    return tags.parse("1.0", "a" * 40, tag_object(words + after))


def kinds(of: Tag, ancestry: Ancestry = ABOVE) -> list[str]:
    return [each.place for each in tags.differences(of, MADE, ancestry, "scores")]


@pytest.mark.parametrize(
    "notes",
    ["", "Better gates.", "Rubrics: 00\nManifest: 11", "tag 2.0\n\ntag 3.0"],
)
@pytest.mark.parametrize("after", ["", SIGNATURE])
def test_what_is_written_is_read(notes: str, after: str) -> None:
    found = tag(notes, after)

    assert (found.called, tags.facts(found)) == (
        "1.0",
        {"Rubrics": COMMIT, "Manifest": MADE.digest},
    )
    assert found.signature == ("bad" if after else "none")
    assert kinds(found) == []


def test_notes_that_git_would_take_for_a_signature_are_refused() -> None:
    with pytest.raises(RubrickitError, match="first line of a signature"):
        tag(f"Better gates.\n{SIGNATURE}")


def test_a_lightweight_tag_says_nothing() -> None:
    assert kinds(Tag("1.0", "a" * 40)) == ["1.0"]


def test_each_fact_is_compared() -> None:
    found = tag()
    other = manifest.build({"rubrics": {"commit": "e" * 40, "tree": "e" * 40}}, {})

    assert kinds(replace(found, called="2.0")) == ["the name in the tag object"]
    assert kinds(found, replace(ABOVE, parents=("d" * 40,))) == [
        "the commit below the release"
    ]
    assert kinds(found, replace(ABOVE, parents=(COMMIT, COMMIT))) == [
        "the commit below the release"
    ]
    assert kinds(found, replace(ABOVE, tree="e" * 40)) == ["the tree of that commit"]
    assert kinds(found, replace(ABOVE, changed=("gold/a.jsonl",))) == ["gold/a.jsonl"]
    places = [each.place for each in tags.differences(found, other, ABOVE, "scores")]
    assert len(places) == 4


def test_a_shallow_clone_has_no_tree_to_compare() -> None:
    assert kinds(tag(), Ancestry((COMMIT,), "", ())) == []


def test_a_manifest_without_its_commits_fits_no_tag() -> None:
    broken = manifest.build({"rubrics": []}, {})

    assert list(tags.differences(tag(), broken, ABOVE, "scores"))


@pytest.mark.parametrize(
    ("ok", "said", "signature"),
    [
        (True, 'Good "git" signature for us with ED25519 key SHA256:x', "good"),
        (False, 'Good "git" signature with ED25519 key SHA256:x', "unknown signer"),
        (False, "[GNUPG:] NO_PUBKEY 00", "unknown signer"),
        (False, "Could not verify signature.", "bad"),
        (False, "", "bad"),
    ],
)
def test_what_git_says_of_a_signature(ok: bool, said: str, signature: str) -> None:
    assert tags.signed(tag(after=SIGNATURE), ok=ok, told=said).signature == signature


@pytest.mark.parametrize(
    ("signature", "needs_signer", "differs"),
    [
        ("none", False, False),
        ("none", True, True),
        ("unknown signer", False, False),
        ("unknown signer", True, True),
        ("good", True, False),
        ("bad", False, True),
    ],
)
def test_when_a_signature_is_a_difference(
    signature: tags.Signature, needs_signer: bool, differs: bool
) -> None:
    found = replace(tag(), signature=signature)

    assert bool(list(tags.in_signature(found, needs_signer=needs_signer))) is differs


def test_experts_with_a_key_may_sign_for_git() -> None:
    people = (Expert("ben"), Expert("!*, #", key="ssh-ed25519 AAAA ada@home"))
    experts = Experts(2, people)
    said = 'Good "git" signature for rubrickit-expert-1 with ED25519 key SHA256:x'

    found = tags.by_its_own_list(tags.signed(tag(), ok=True, told=said), experts)

    assert tags.allowed_signers(experts) == (
        'rubrickit-expert-1 namespaces="git" ssh-ed25519 AAAA\n'
    )
    assert found.signer == 'Good "git" signature for !*, # with ED25519 key SHA256:x'
    assert found.vouches_for_itself


def test_a_stranger_is_told_as_unchecked() -> None:
    assert list(tags.unchecked(replace(tag(), signature="unknown signer"), 0))
    assert not list(tags.unchecked(replace(tag(), signature="good"), 0))
    (approved,) = tags.unchecked(replace(tag(), signature="good"), 2)
    assert approved.what == "2 approval(s)"
    itself = replace(tag(), signature="good", vouches_for_itself=True)
    (listed,) = tags.unchecked(itself, 0)
    assert listed.what == "whose key signed the tag"
    (unsigned,) = tags.unchecked(tag(), 0)
    assert unsigned.what == "who made this release"
