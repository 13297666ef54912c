"""Pages through templates; Python makes the words, a template only places them."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from rubrickit.reports import escaping
from rubrickit.reports.pages import Page

_LONGEST_LINE = 300


def markdown(page: Page) -> str:
    """GitHub's Markdown; every text of people's is escaped where it stands."""
    return _environment().get_template("page.md.jinja").render(page=page)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("rubrickit.reports"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown: `cell` escapes
    )
    made.filters["cell"] = escaping.cell
    made.filters["prose"] = lambda text: escaping.prose(text, _LONGEST_LINE)
    return made
