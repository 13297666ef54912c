"""A release's annotated tag: what its message says, and what it must stand on."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rubrickit.core.experts import Experts
from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.differences import Difference, Unchecked, Verification
from rubrickit.core.releasing.manifest import Manifest
from rubrickit.errors import RubrickitError

Signature = Literal["none", "good", "unknown signer", "bad"]
_FACT = re.compile(r"^(Rubrics|Manifest): ([0-9a-f]+)$", re.MULTILINE)
_SIGNED = re.compile(r"^-----BEGIN (SSH|PGP) (?:SIGNATURE|MESSAGE)-----$", re.MULTILINE)
_PLACE = "rubrickit-expert-"
_NAMED = re.compile(rf"for {_PLACE}(\d+) ")
_UNSEEN = re.compile(r"[^\t\n\r\x20-\x7e\x80-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag object; `called` is the name inside it, which a moved ref does not change.

    `commit` is what it points at. A lightweight tag has no message and is called
    nothing. `vouches_for_itself`: only the settings at the tag list the signer's key.
    """

    name: str
    commit: str
    called: str = ""
    message: str = ""
    signature: Signature = "none"
    signer: str = ""
    vouches_for_itself: bool = False


def message(version: str, rubrics: str, digest: str, notes: str) -> str:
    """`rubrics` is the commit that was released, `digest` its manifest's.

    Raises RubrickitError for notes that Git would take for a signature, or would not
    list as they are: it ends a text at its first U+0000.
    """
    if unseen := _UNSEEN.search(notes):
        hint = "leave it out of the notes"
        message = f"the notes hold the control character U+{ord(unseen[0]):04X}"
        raise RubrickitError(message, hint=hint)
    if _SIGNED.search(notes):
        hint = "leave such lines out of the notes"
        raise RubrickitError("the notes hold the first line of a signature", hint=hint)
    told = f"{notes.strip()}\n\n" if notes.strip() else ""
    return f"Release {version}\n\n{told}Rubrics: {rubrics}\nManifest: {digest}\n"


def parse(name: str, commit: str, data: bytes) -> Tag:
    """Of a tag object's bytes, its signature still unchecked."""
    head, _, body = data.decode("utf-8", "replace").partition("\n\n")
    called = re.search(r"^tag (.*)$", head, re.MULTILINE)
    *_, start = (len(body), *(found.start() for found in _SIGNED.finditer(body)))
    signature: Signature = "none" if start == len(body) else "bad"
    return Tag(name, commit, called[1] if called else "", body[:start], signature)


def facts(tag: Tag) -> dict[str, str]:
    """The last line of each kind: notes above may hold anything."""
    return dict(_FACT.findall(tag.message))


@dataclass(frozen=True, slots=True)
class Listed:
    """A tag that says that it is a release, of the commit `rubrics`, with a manifest.

    That is the one below the tagged `commit`, else there is a `fault`.
    """

    name: str
    commit: str
    rubrics: str
    fault: str = ""
    digest: str = ""


LISTING = (
    "%(objecttype)%00%(refname:strip=2)%00%(*objectname)%00%(*parent)%00%(contents)"
    "%00%00"
)
"""For `git for-each-ref`; a parent is that of the commit that is tagged."""


def listed(listing: bytes) -> Iterator[Listed]:
    """Every annotated tag whose message says which rubrics and which manifest."""
    for record in listing.decode("utf-8", "replace").split("\0\0\n"):
        fields = record.split("\0")
        if len(fields) != 5 or fields[0] != "tag":
            continue
        _, name, commit, parents, body = fields
        said = facts(Tag(name, commit, message=body))
        if said.keys() >= {"Rubrics", "Manifest"}:
            fault = _fault(said["Rubrics"], parents)
            yield Listed(name, commit, said["Rubrics"], fault, said["Manifest"])


def _fault(said: str, parents: str) -> str:
    if said == parents:
        return ""
    if not parents:
        return "the clone ends at it: `git fetch --unshallow` brings what is below"
    return "its message tells of another commit than it points at"


def dropped(
    earlier: Iterable[Listed],
    there: Mapping[str, Manifest | None],
    scores: str,
    made: Callable[[str, str], Manifest | None],
) -> Iterator[Difference]:
    """Of releases that the tags tell of, those whose manifests are not `there`.

    `made` has the one of a commit and a path. A tag whose own commit does not hold what
    it tells of is no release, and whoever made it stops nobody.
    """
    for each in earlier:
        path = manifest.path(scores, each.name)
        own, found = made(each.commit, path), there.get(path)
        is_release = not each.fault and own is not None and own.digest == each.digest
        if is_release and (found is None or found.digest != each.digest):
            what = "another" if found else "none"
            yield Difference("chain", path, f"the manifest of {each.name}", what)


def released(listing: bytes) -> dict[str, str]:
    """By the tag's name the commit that was released."""
    return {each.name: each.rubrics for each in listed(listing) if not each.fault}


@dataclass(frozen=True, slots=True)
class Ancestry:
    """The commit that a tag points at, and what is here of the one below it.

    `altered` are those of the `changed` paths that stood there before. `tree` is "" and
    nothing is known to be changed where a shallow clone ends above it.
    """

    parents: tuple[str, ...]
    tree: str
    changed: tuple[str, ...] = ()
    altered: frozenset[str] = frozenset()


def differences(
    tag: Tag, recorded: Manifest, ancestry: Ancestry, scores: str
) -> Iterator[Difference]:
    """Between a tag and the manifest in its tree."""
    said = facts(tag)
    rubrics = recorded.hashed.get("rubrics")
    commit, tree = _ids(rubrics)
    if not tag.called:
        yield Difference("tag", tag.name, "an annotated tag", "a lightweight one")
        return
    pairs = (
        ("the name in the tag object", tag.name, tag.called),
        ("the manifest in its message", recorded.digest, said.get("Manifest", "")),
        ("the rubric commit in its message", commit, said.get("Rubrics", "")),
        ("the commit below the release", commit, " ".join(ancestry.parents)),
        ("the tree of that commit", tree, ancestry.tree or tree),
    )
    for place, wanted, found in pairs:
        if wanted != found:
            yield Difference("tag", place, wanted, found)
    for path in ancestry.changed:
        if path in ancestry.altered:
            yield Difference("tag", path, "as it was before", "changed by the release")
        elif not _is_part(path, tag.name, scores):
            yield Difference("tag", path, "not part of a release", "added by it")


def _is_part(path: str, version: str, scores: str) -> bool:
    """What `release` adds: a manifest and its pages, grades, judges and sign-offs."""
    own = (manifest.path(scores, version, end) for end in (".json", ".md", ".html"))
    ends = {"ledger": ".jsonl", "judges": ".json", "signoffs": ".jsonl"}
    return path in own or any(
        path.startswith(f"{scores}/{folder}/") and path.endswith(end)
        for folder, end in ends.items()
    )


def in_signature(tag: Tag, *, needs_signer: bool) -> Iterator[Difference]:
    """`needs_signer`: somebody said who may sign, so that nobody's is not enough."""
    wanted = "of somebody who may sign" if needs_signer else "one that fits"
    if tag.signature == "bad" or (needs_signer and tag.signature != "good"):
        told = f"{tag.signature} {tag.signer}".strip()
        yield Difference("signature", tag.name, wanted, told)


def _ids(rubrics: object) -> tuple[str, str]:
    if not isinstance(rubrics, dict):
        return "", ""
    return str(rubrics.get("commit", "")), str(rubrics.get("tree", ""))


def signed(tag: Tag, *, ok: bool, told: str) -> Tag:
    """With what `git verify-tag` said: good words of nobody we know are told apart."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    said = next((line for line in lines if line.startswith("Good ")), "")
    if ok:
        return replace(tag, signature="good", signer=said or " ".join(lines[:1]))
    if said or "NO_PUBKEY" in told or "allowedSignersFile needs" in told:
        return replace(tag, signature="unknown signer", signer=said)
    return replace(tag, signature="bad", signer=" ".join(lines[:1]))


def allowed_signers(experts: Experts) -> str:
    """A line for each expert with a key, as ssh reads who may sign for Git.

    By their places in the list: to ssh a name is a pattern, and may be a comment.
    """
    return "".join(
        f'{_PLACE}{at} namespaces="git" {person.public_key}\n'
        for at, person in enumerate(experts.people)
        if person.public_key
    )


def by_its_own_list(tag: Tag, experts: Experts) -> Tag:
    """Of one that was checked against `allowed_signers` of these, with their names."""
    names = [person.id for person in experts.people]
    signer = _NAMED.sub(lambda found: f"for {names[int(found[1])]} ", tag.signer)
    return replace(tag, signer=signer, vouches_for_itself=tag.signature == "good")


def unchecked(tag: Tag, approvals: int) -> Iterator[Unchecked]:
    """Without a signature, or by a stranger's, nobody knows whose release it is.

    Nor do the files prove what a code host said of approvals.
    """
    if tag.signature == "none":
        how = "the tag is not signed; compare the digest below with one told elsewhere"
        yield Unchecked("who made this release", how)
    if tag.signature == "unknown signer":
        how = "name who may sign: `--signers FILE`, ssh's allowed signers"
        yield Unchecked("who signed the tag", how)
    if tag.vouches_for_itself:
        how = "only the settings at the tag list it; `--signers` names whom you trust"
        yield Unchecked("whose key signed the tag", how)
    if approvals:
        said = "the code host said so at the merge, and no signature proves it"
        yield Unchecked(f"{approvals} approval(s)", said)


def unreadable(tag: Tag, kind: str, place: str, wanted: str, why: str) -> Verification:
    """Nothing could be recomputed, for this reason."""
    fault = Difference(kind, place, wanted, why)
    return Verification(tag.name, tag.commit, "", tag.signature, {}, (fault,))
