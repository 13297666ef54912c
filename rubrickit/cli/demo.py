"""`demo`: the main job on the shipped example, in a temporary repository."""

import shutil
import sys
import tempfile
from pathlib import Path

import click

from rubrickit.cli import delta
from rubrickit.cli.options import Place

_ACT_ONE = """\
ACT ONE: 13 real patient questions, judged by the recorded votes of three physicians.
A branch reweights, moves, changes a tier, removes a leaf, and adds a safety gate.
No judge is asked: every vote is on record.
"""
_ACT_TWO = """\
ACT TWO: one leaf reworded, so that no physician's vote fits it any more.
First the plan: what would a model have to be asked, and why? None has graded anything
here yet, so it is every check of that question; next time only the new wording.
"""
_EMBEDDED = """\
Then the embedded judge on both wordings: it answers what words can show, and leaves the
rest open. Open is never a pass.
"""
_NEXT = """\
The folder is yours: {folder}
Try next:
  cd {folder} && git diff
  {command} diff main
  {command} delta main --format markdown
Two lines ask a real model (its name, and any other endpoint, stand in rubrickit.yaml):
  export OPENAI_API_KEY=...
  {command} delta HEAD --judge openai
Questions, claims and votes: the K-QA data set (MIT). Not medical advice.
"""


@click.command("demo")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="An empty folder to play in.  [default: a new temporary one]",
)
def demo(folder: Path | None) -> None:
    """Run the main job on the shipped example, in two acts.

    Leaves a Git repository to play in. Needs no key. Exit code 0 once both acts ran,
    whatever their verdicts.
    """
    from rubrickit import wiring

    wiring.leave_hook()
    from rubrickit.edges import demo_folder

    place = _empty(folder)
    demo_folder.build(place)
    demo_folder.play_act_one(place)
    click.secho(_ACT_ONE, bold=True)
    delta.show_delta(Place(place), ("main", None))
    demo_folder.play_act_two(place)
    click.secho(f"\n{_ACT_TWO}", bold=True)
    local = Place(place, judge="local")
    delta.show_plan(local, ("HEAD", None))
    click.secho(f"\n{_EMBEDDED}", bold=True)
    delta.show_delta(local, ("HEAD", None))
    click.echo("\n" + _NEXT.format(folder=place, command=_command()), nl=False)


def _command() -> str:
    """What runs rubrickit again; its bare name only where the shell knows that."""
    if shutil.which("rubrickit"):
        return "rubrickit"
    started = Path(sys.argv[0]).resolve()
    is_module = started.name == "__main__.py"
    return f"{sys.executable} -m rubrickit" if is_module else str(started)


def _empty(folder: Path | None) -> Path:
    if folder is None:
        return Path(tempfile.mkdtemp(prefix="rubrickit-demo-"))
    if folder.exists() and any(folder.iterdir()):
        message = f"`{folder}` is not empty"
        raise click.BadParameter(message, param_hint="--folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
