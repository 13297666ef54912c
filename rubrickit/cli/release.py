"""`release` and `verify`: scores that anyone can recompute, years later and offline."""

from dataclasses import replace
from pathlib import Path

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Place
from rubrickit.errors import Exit, RubrickitError

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command("release")
@click.argument("version")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="NAME",
    help="Release this agent's responses; once for each.  [default: all]",
)
@click.option("--notes", type=_FILE, help="A text for the tag and the page.")
@click.option(
    "--statement",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the results there as an in-toto Statement.",
)
@click.option("--dry-run", is_flag=True, help="Compute everything, and make nothing.")
@options.formats("text", "markdown", "json")
@options.repository
def release(
    place: Place,
    version: str,
    agents: tuple[str, ...],
    notes: Path | None,
    statement: Path | None,
    dry_run: bool,
    format_name: str,
) -> None:
    """Commit a manifest of all that counts at HEAD, and tag it VERSION.

    Signed where Git has a key to sign with. Nothing is pushed. Refused while anything
    is uncommitted, pending or wrong: then nothing is changed.
    """
    from rubrickit import linting, runner, sealing, wiring
    from rubrickit.cli.progress import Bar
    from rubrickit.core.releasing import drafts
    from rubrickit.core.releasing import statement as statements
    from rubrickit.flows import releasing
    from rubrickit.reports import release_page

    told = _text(notes) if notes else ""
    if statement:
        output.check(statement)
    folders = wiring.Folders(place.repo)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        releases = sealing.releases(repository)
        draft = releasing.draft(
            releases,
            sealing.without_cache(repository, bar),
            version,
            sealing.tool(),
            drafts.about(wiring.now(), releases.by(), runner.run_page(), told),
            agents=agents,
            findings=linting.findings(folders),
        )
        commit = "" if dry_run else releases.publish(draft)
    if statement:
        whole = statements.statement(draft, commit)
        output.write(statement, output.as_json(whole))
    output.show(
        format_name,
        lambda: release_page.told(draft, commit),
        lambda: release_page.document(draft, commit),
    )


@click.command("verify")
@click.argument("tag")
@click.option(
    "--signers",
    type=_FILE,
    help="Who may sign releases, as ssh's allowed signers file.  [default: Git's own]",
)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="Ask the judge for N of the grades again; this needs its key and network.",
)
@click.option("--seed", default="1", show_default=True, help="Which N are drawn.")
@options.formats("text", "markdown", "json")
@options.repository
@click.pass_context
def verify(
    ctx: click.Context,
    place: Place,
    tag: str,
    signers: Path | None,
    sample: int | None,
    seed: str,
    format_name: str,
) -> None:
    """Recompute the release TAG from its own files, and name what differs.

    Needs no judge, no key and no network; a clone of the tag alone is enough. Only
    where nothing differs is a sample asked for; what comes of it decides nothing.

    Exit code 1: something differs. 3: no call for the sample was answered.
    """
    from rubrickit import sealing, wiring
    from rubrickit.cli.progress import Bar
    from rubrickit.flows import regrading, verifying
    from rubrickit.reports import verify_page

    folders = wiring.Folders(place.repo)
    with wiring.open_repository(folders) as repository, Bar(place.quiet) as bar:
        releases = sealing.releases(repository)
        seals = sealing.without_cache(repository, bar)
        trusted = _text(signers) if signers else None
        found = verifying.verify(releases, seals, tag, sealing.tool(), trusted)
        if sample and found.ok:
            again = regrading.regrade(releases, seals, tag, sample, seed)
            found = replace(found, sample=again)
    output.show(
        format_name,
        lambda: verify_page.page(found),
        lambda: verify_page.document(found),
    )
    dead = found.sample is not None and found.sample.is_dead
    ctx.exit(verified(found.ok, dead))


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        hint = "save the file as UTF-8"
        raise RubrickitError(f"{path}: not UTF-8", hint=hint) from error


def verified(ok: bool, dead: bool) -> Exit:
    if not ok:
        return Exit.GATE_FAILED
    return Exit.WORLD_FAILED if dead else Exit.OK
