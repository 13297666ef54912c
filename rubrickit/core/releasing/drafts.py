"""A release that is ready to be committed and tagged."""

from dataclasses import dataclass
from datetime import datetime

from rubrickit.core import segments
from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.inputs import Bytes
from rubrickit.core.releasing.manifest import Manifest
from rubrickit.errors import RubrickitError


@dataclass(frozen=True, slots=True)
class Draft:
    """`files` are all that the release adds to the rubric commit, by path.

    `tree` already holds them; `message` is the tag's.
    """

    version: str
    commit: str
    tree: str
    files: Bytes
    manifest: Manifest
    message: str

    @property
    def path(self) -> str:
        """Of the manifest, among the files."""
        end = f"/releases/{self.version}.json"
        return next(path for path in self.files if path.endswith(end))

    @property
    def subject(self) -> str:
        return f"Release {self.version}"


def about(moment: datetime, by: str, run: str, notes: str = "") -> dict[str, str]:
    """What differs between two builds of one release, and so is not hashed.

    `run` is the address of a CI run's page, left out where there is none. Raises
    RubrickitError for notes that nobody would read.
    """
    if len(notes) > manifest.MOST_NOTES:
        message = f"the notes are longer than {manifest.MOST_NOTES:,} characters"
        raise RubrickitError(message, hint="tell the rest in a file of the repository")
    time = segments.timestamp(moment)
    told = {"time": time, "by": by, "run": run, "notes": notes.strip()}
    return {name: text for name, text in told.items() if text}
