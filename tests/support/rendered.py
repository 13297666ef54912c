"""Our Markdown as GitHub would show it: its own parser, then its list of tags.

The list is that of html-pipeline (github.com/gjtorikian/html-pipeline, MIT licence,
`sanitization_filter.rb`), which GitHub published as its own; hast-util-sanitize's
`defaultSchema` has the same. Only what our reports could ever use is written down.
"""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

import nh3
from cmarkgfm import github_flavored_markdown_to_html
from cmarkgfm.cmark import Options

OPTIONS = (
    Options.CMARK_OPT_GITHUB_PRE_LANG
    | Options.CMARK_OPT_FOOTNOTES
    | Options.CMARK_OPT_HARDBREAKS
    | Options.CMARK_OPT_UNSAFE
)
_TAGS = """
h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul
table thead tbody tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s
strike summary details caption figure figcaption abbr bdo cite dfn mark small source
span time wbr
"""
ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt", "longdesc", "loading"},
    "details": {"open"},
    "*": {"align", "colspan", "rowspan", "start", "title", "type", "width", "height"},
}
SCHEMES = {"http", "https", "mailto", "github-windows", "github-mac"}


def html(markdown: str) -> str:
    """What reaches a browser, but for what GitHub does to mentions and references."""
    found = github_flavored_markdown_to_html(markdown, OPTIONS)
    return nh3.clean(
        found,
        tags=set(_TAGS.split()),
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel=None,
    )


@dataclass
class Page(HTMLParser):
    """What stands on a page. `rows` have each cell's text; `loose` is prose, in which
    GitHub looks for mentions and references; `bare` stands below no other element."""

    rows: list[list[str]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    text: str = ""
    loose: str = ""
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag in ("br", "wbr", "img", "hr"):
            return
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "a":
            self.links.append(dict(attrs).get("href") or "")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if {"code", "pre", "a"}.isdisjoint(self.open):
            self.loose += data
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data
        if self.open and re.fullmatch("h[1-6]", self.open[-1]):
            self.headings[-1] += data


def page(markdown: str) -> Page:
    found = Page()
    found.feed(html(markdown))
    found.close()
    assert found.open == []
    return found
