"""Recomputes a release from its own files and holds it against what it recorded."""

from rubrickit.audits import Releases, Seals
from rubrickit.core.releasing import contents, differences, manifest, refusals, tags
from rubrickit.core.releasing import inputs as files_of
from rubrickit.core.releasing.contents import Origin, Tool
from rubrickit.core.releasing.differences import Difference, Verification
from rubrickit.core.releasing.inputs import Files
from rubrickit.core.releasing.manifest import Manifest
from rubrickit.core.releasing.signed import Signed
from rubrickit.core.releasing.tags import Tag
from rubrickit.errors import RubrickitError, WorldError
from rubrickit.flows import releasing
from rubrickit.flows.releasing import SETTINGS
from rubrickit.reports import release_page


def verify(
    releases: Releases,
    seals: Seals,
    name: str,
    tool: Tool,
    signers: str | None = None,
) -> Verification:
    """Offline, and from the tag's own tree; names the first difference of each kind.

    `signers` is the text of an allowed-signers file; with one, a signature is needed.
    Without one and without Git's own, the experts of the tag's settings are known.
    Raises RubrickitError where there is no such tag.
    """
    tag = releases.tag(name, signers)
    try:
        files = seals.files(tag.commit)
        is_open = signers is None and not releases.knows_signers()
        if is_open and tag.signature == "unknown signer":
            experts = seals.config(tag.commit).experts
            tag = releases.tag(name, tags.allowed_signers(experts))
            tag = tags.by_its_own_list(tag, experts)
    except WorldError:
        raise
    except RubrickitError as error:
        return tags.unreadable(tag, "inputs", "reading", "all", str(error))
    path, recorded = files_of.own_manifest(files, name)
    if recorded is None:
        return tags.unreadable(tag, "manifest", path, "a manifest", "none")
    held = _held(releases, seals, tag, files, recorded, tool)
    signed = tags.in_signature(tag, needs_signer=signers is not None)
    return held.with_more(signed)


def _held(
    releases: Releases,
    seals: Seals,
    tag: Tag,
    files: Files,
    recorded: Manifest,
    tool: Tool,
) -> Verification:
    ancestry = releases.ancestry(tag.commit)
    below = ancestry.parents[0] if ancestry.parents else ""
    gate = releases.last_change(below, SETTINGS) if below else ""
    origin = Origin(tag.name, tool, below, ancestry.tree, gate, recorded.agents)
    origin, unchecked = contents.as_recorded(origin, recorded.hashed)
    found, checked, signed = _recomputed(seals, tag, files, recorded, origin, tool)
    others = files_of.manifests(files, besides=tag.name)
    earlier = [each for each in releases.listed(tag.commit) if each.name != tag.name]
    every = [
        *differences.in_itself(tag.name, recorded),
        *tags.differences(tag, recorded, ancestry, files.scores),
        *found,
        *differences.in_chain(others, recorded),
        *tags.dropped(earlier, others, files.scores, releases.manifest),
    ]
    return Verification(
        tag=tag.name,
        commit=tag.commit,
        digest=recorded.digest,
        signature=tag.signature,
        signer=tag.signer,
        signed=signed,
        checked=checked,
        differences=tuple(every),
        unchecked=(*tags.unchecked(tag, checked.get("approvals", 0)), *unchecked),
    )


def _recomputed(
    seals: Seals,
    tag: Tag,
    files: Files,
    recorded: Manifest,
    origin: Origin,
    tool: Tool,
) -> tuple[list[Difference], dict[str, int], Signed]:
    """What differs, counts, and who signed; of a file that cannot be read, the hash.

    The pages are looked at where all else fits, and this very rubrickit wrote them:
    another may word them in another way.
    """
    try:
        inputs = seals.inputs(tag.commit, files).of_agents(recorded.agents)
        scores = releasing.recompute(seals.world(tag.commit, inputs), inputs)
    except WorldError:
        raise
    except RubrickitError as error:
        hashes = differences.in_files(recorded, files_of.hashes(files))
        return [*hashes, Difference("inputs", "reading", "all", str(error))], {}, {}
    again = manifest.build(contents.hashed(origin, inputs, scores), recorded.about)
    found = list(differences.between(recorded.hashed, again.hashed))
    if why := refusals.why_not(inputs, scores):
        found.append(Difference("release", tag.name, "what may be released", why))
    is_ours = contents.is_made_by(tool, recorded.hashed)
    if is_ours and not (found or recorded.is_endless):
        pages = release_page.pages(files.scores, again)
        found += differences.in_pages(pages, files.pages)
    return found, contents.counts(inputs, scores), scores.signed
