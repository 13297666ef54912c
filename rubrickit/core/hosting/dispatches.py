"""Which run may make a release: a person's, on the default branch."""

from rubrickit.core.hosting.events import Event
from rubrickit.core.releasing import manifest
from rubrickit.errors import RubrickitError


def check_release(event: Event, version: str) -> None:
    """Raises RubrickitError with the reason why this run makes none."""
    if event.kind != "dispatch" or event.number is not None:
        what = event.kind.replace("_", " ")
        hint = "dispatch the workflow `rubrickit release` with a version"
        raise RubrickitError(f"mode `release` does not fit a {what}", hint=hint)
    if not event.base_branch or event.base_branch != event.default_branch:
        message = f"`{event.base_branch}` is not the default branch"
        hint = f"dispatch the workflow on `{event.default_branch}`"
        raise RubrickitError(message, hint=hint)
    if not manifest.is_name(version):
        hint = "name it like 1.0 or 2026-11: letters, digits and . _ + -"
        raise RubrickitError(f"`{version}` cannot be a version", hint=hint)


def agents(given: str) -> tuple[str, ...]:
    """One a line; blanks around a name are no part of it."""
    return tuple(name for line in given.splitlines() if (name := line.strip()))


def committer(login: str) -> dict[str, str]:
    """Who releases, as Git's variables have it: the person who started the run."""
    name = login if login and not login.startswith("-") else "rubrickit"
    address = f"{name}@users.noreply.github.com"
    return {
        f"GIT_{role}_{part}": text
        for role in ("AUTHOR", "COMMITTER")
        for part, text in (("NAME", name), ("EMAIL", address))
    }
