"""Tells of files that are saved, through the `watchfiles` package."""

from collections.abc import Callable, Iterator
from pathlib import Path

from watchfiles import Change, watch

from rubrickit.errors import WorldError

_QUIET = 50
_AT_MOST = 400
_START = 100


def changes(root: Path, is_wanted: Callable[[str], bool]) -> Iterator[tuple[str, ...]]:
    """Paths from the root, in order: first none, once nothing is missed any more.

    What an editor does in one save comes as one: after 50 ms of quiet, or 400 ms.
    Raises WorldError where the system does not tell of changes.
    """
    here = root.resolve()

    def chosen(_: Change, path: str) -> bool:
        return is_wanted(_inside(here, path))

    try:
        is_first = True
        for batch in watch(
            here,
            watch_filter=chosen,
            step=_QUIET,
            debounce=_AT_MOST,
            rust_timeout=_START,
            yield_on_timeout=True,
        ):
            if is_first or batch:
                yield tuple(sorted({_inside(here, path) for _, path in batch}))
            is_first = False
    except (OSError, RuntimeError) as error:
        hint = "set WATCHFILES_FORCE_POLLING=true where the system cannot tell"
        raise WorldError(f"`{root}` cannot be watched: {error}", hint=hint) from error


def _inside(root: Path, path: str) -> str:
    return Path(path).relative_to(root).as_posix()
