"""Pages through templates; Python makes the words, a template only places them."""

from collections.abc import Mapping
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from rubrickit.reports.dialects import GITHUB, Dialect
from rubrickit.reports.pages import Page


def release(page: Page) -> str:
    """A whole HTML document without scripts; every text is escaped."""
    return _environment().get_template("release.html.jinja").render(page=page)


def markdown(page: Page, dialect: Dialect = GITHUB) -> str:
    """Every text of people's is escaped where it stands, as the dialect needs it."""
    template = _environment().get_template("page.md.jinja")
    return template.render(page=page, dialect=dialect)


def hypertext(
    policy: str, style: str, scripts: tuple[str, ...], islands: Mapping[str, str]
) -> str:
    """A page of HTML; style, scripts and islands of JSON are trusted to end nowhere."""
    template = _environment().get_template("page.html.jinja")
    return template.render(policy=policy, style=style, scripts=scripts, islands=islands)


@cache
def asset(name: str) -> str:
    """A file beside the templates that is no template."""
    environment = _environment()
    return PackageLoader("rubrickit.reports", "assets").get_source(environment, name)[0]


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("rubrickit.reports"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=_escapes,
    )


def _escapes(name: str | None) -> bool:
    """Not in Markdown, which its dialect escapes."""
    return name is not None and name.endswith(".html.jinja")
