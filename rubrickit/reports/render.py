"""Pages through templates; Python makes the words, a template only places them."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from rubrickit.reports.dialects import GITHUB, Dialect
from rubrickit.reports.pages import Page


def release(page: Page) -> str:
    """A whole HTML document without scripts; every text is escaped."""
    environment = _environment().overlay(autoescape=True)
    return environment.get_template("release.html.jinja").render(page=page)


def markdown(page: Page, dialect: Dialect = GITHUB) -> str:
    """Every text of people's is escaped where it stands, as the dialect needs it."""
    template = _environment().get_template("page.md.jinja")
    return template.render(page=page, dialect=dialect)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("rubrickit.reports"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown: the dialect escapes
    )
