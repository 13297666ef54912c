"""The two Markdowns that reports are written in: GitHub's, and one without any HTML."""

from typing import Protocol

from rubrickit.reports import escaping

_LINE = 300
_COMMENT = "[//]: # "


class Dialect(Protocol):
    """Others' text goes through `cell`, `prose` or `code`; all else is ours."""

    def cell(self, text: str, limit: int = escaping.SHORT) -> str:
        """For a table's cell: shown as it is, and nothing else."""

    def prose(self, text: str, limit: int = _LINE) -> str:
        """For a sentence in which others' words stand."""

    def stacked(self, lines: list[str]) -> str:
        """Several lines in one cell."""

    def opening(self, heading: str, *, is_open: bool) -> str:
        """What starts a part that folds, where it can."""

    def closing(self) -> str:
        """What ends it."""

    def hidden(self, text: str) -> str:
        """A line that no reader sees; `text` is ours and on one line."""

    def small(self, text: str) -> str:
        """A line in small print, where there is such."""

    def link(self, text: str, url: str) -> str:
        """Both are ours, or made safe."""


class GitHub:
    """HTML where Markdown has nothing: GitHub's and GitLab's sanitizers let it pass."""

    def cell(self, text: str, limit: int = escaping.SHORT) -> str:
        return escaping.cell(text, limit)

    def prose(self, text: str, limit: int = _LINE) -> str:
        return escaping.prose(text, limit)

    def stacked(self, lines: list[str]) -> str:
        return "<br>".join(lines)

    def opening(self, heading: str, *, is_open: bool) -> str:
        state = " open" if is_open else ""
        return f"<details{state}><summary>{heading}</summary>\n\n"

    def closing(self) -> str:
        return "\n</details>\n\n"

    def hidden(self, text: str) -> str:
        return f"<!-- {text} -->\n"

    def small(self, text: str) -> str:
        return f"<sub>{text}</sub>\n"

    def link(self, text: str, url: str) -> str:
        return f'<a href="{url}">{text}</a>'


class Plain:
    """For hosts that show HTML as text, such as Bitbucket: Markdown alone."""

    def cell(self, text: str, limit: int = escaping.SHORT) -> str:
        return escaping.plain(text, limit)

    def prose(self, text: str, limit: int = _LINE) -> str:
        return escaping.plain(text, limit)

    def stacked(self, lines: list[str]) -> str:
        return "; ".join(lines)

    def opening(self, heading: str, *, is_open: bool) -> str:  # noqa: ARG002
        return f"**{heading}**\n\n"

    def closing(self) -> str:
        return "\n"

    def hidden(self, text: str) -> str:
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'{_COMMENT}"{quoted}"\n\n'

    def small(self, text: str) -> str:
        return f"{text}\n"

    def link(self, text: str, url: str) -> str:
        return f"[{text}](<{url}>)"


GITHUB = GitHub()
PLAIN = Plain()
