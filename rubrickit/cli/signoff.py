"""`signoff`: an expert's word on exact texts, signed with an SSH key."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from rubrickit.cli import options, output
from rubrickit.cli.options import Place
from rubrickit.core.signoffs import MEANINGS, Meaning


@dataclass(frozen=True, slots=True)
class Asked:
    """Who signs for what, with which key; `base` and `head` as for `delta`."""

    question: str
    leaves: tuple[str, ...]
    person: str
    meaning: Meaning
    key: Path | None
    base: str | None
    head: str | None
    dry_run: bool


@click.command("signoff")
@click.argument("question")
@click.argument("leaves", nargs=-1, metavar="[LEAF]...")
@click.option("--as", "person", required=True, metavar="ID", help="Who signs.")
@click.option(
    "--meaning",
    type=click.Choice(MEANINGS),
    required=True,
    help="What the signature says of the text.",
)
@click.option(
    "--key",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The private SSH key.  [default: the listed key, from the agent]",
)
@click.option("--base", metavar="REF", help="What the edit left, as for `delta`.")
@click.option("--head", metavar="REF", help="The edit.  [default: the working tree]")
@click.option("--dry-run", is_flag=True, help="Show what would be signed, and stop.")
@options.formats("text", "markdown", "json")
@options.folders
def signoff(
    place: Place, question: str, leaves: tuple[str, ...], format_name: str, **given: Any
) -> None:
    """Sign for a gate that an edit loosens, or for the words of a leaf.

    Without a LEAF these are the gates of QUESTION that the edit loosens, as far as
    recorded grades show it. Who may sign, and with which key, says the base. Writes one
    new file below `scores/signoffs`; commit it with the edit.
    """
    asked = Asked(question, leaves, **given)
    show_signed(place, asked, format_name)


def show_signed(place: Place, asked: Asked, format_name: str) -> None:
    """Signs and writes, and prints every text as it was signed."""
    from rubrickit import wiring
    from rubrickit.cli import session
    from rubrickit.core import signing
    from rubrickit.edges import signoff_files
    from rubrickit.flows import signing as flow
    from rubrickit.reports import signoff_page

    root, path, place = wiring.root_of(place.repo), "", place.recorded()
    with session.between(place, asked.base, asked.head) as (world, span):
        expert = signing.signer(world.config.experts, asked.person)
        subjects = flow.subjects(world, span, asked.question, asked.leaves)
        rows = flow.unsigned(world, subjects, expert, asked.meaning)
        if not asked.dry_run:
            signer = wiring.signatures()
            with signer.key_file(asked.key, expert.public_key) as file:
                rows = flow.signed(world, rows, expert, lambda t: signer.sign(t, file))
            scores = root / world.config.paths.scores
            path = signoff_files.write(scores, rows).relative_to(root).as_posix()
    output.show(
        format_name,
        lambda: signoff_page.page(subjects, rows, path),
        lambda: signoff_page.document(subjects, rows, path),
    )
