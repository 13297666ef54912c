"""Reports that tests of the formats share."""

from typing import Any

from support.builders import branch, leaf, response, rubric
from support.worlds import HEAD, SPAN, a_world

from rubrickit.core.results import Delta, Scores
from rubrickit.core.rubric import Rubric
from rubrickit.flows import delta, scoring

BEFORE = rubric(
    branch(
        "content", leaf("dose", "names 5mg"), leaf("route", "names mouth"), weight=3
    ),
    branch("safety", leaf("doctor", "names doctor"), gate=True),
)
AFTER = rubric(
    branch(
        "content",
        leaf("dose", "names 5mg", weight=3),
        leaf("route", "names mouth"),
        weight=3,
    ),
    branch("safety", leaf("doctor", "names pharmacist"), gate=True),
    leaf("short", "names briefly", tier="additional"),
)
RESPONSES = (
    response("5mg by mouth, ask a doctor", "r1", agent="coach@1"),
    response("5mg, ask a doctor or pharmacist", "r2", agent="coach@1"),
    response("mouth, ask a pharmacist", "r3", agent="coach@2"),
)
HOSTILE = (
    "a | b",
    "two\nlines",
    "```\nfence",
    "`code`",
    "<!-- swallow",
    "</details>",
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "![picture](https://example.com/x.png)",
    "[link](https://example.com)",
    "https://example.com www.example.com foo@example.com",
    "@octocat and @acme/team",
    "#12 GH-2 octo/repo#3",
    "**bold** _it_ ~~no~~ # head",
    "- item\n1. item",
    "right \u202eto left\u2066",
    "\x1b[31mred\x1b[0m\x07\x00",
    "zero\u200bwidth\ufeff",
    "{{ env }} ${{ secrets.KEY }} {% raw %}",
    "$x^2$ :smile:",
    "[bold]rich[/bold] [link=https://example.com]x[/link]",
    "::error::hidden",
    "<!-- rubrickit:delta -->",
    "half \ud800 pair",
    "x" * 5000,
    "www.example.com",
    "WWW.example.com/a?b=c",
    "- item",
    "1. item",
    "1) item",
    "+ item",
    "- [ ] task",
    "> quoted",
    "# heading",
    "===",
    "---",
    "    indented code",
    "~~~\ntilde fence",
    "a\\| b \\",
    "| --- | --- |",
    "</td></tr></table>",
    "<summary>more</summary>",
    "</code>@octocat<code>",
    "<a href='https://example.com'>x</a>",
    "[x]: https://example.com",
    "[^1]\n[^1]: a footnote",
    "&lt;b&gt; &#60;i&#62; &amp;amp;",
    "&#64;octocat &commat;octocat",
    "mailto:foo@example.com xmpp:a@b.example",
    "http\u200b://example.com",
    "<https://example.com>",
    '<!-- rubrickit:delta {"id":""} -->',
    "GH-12 and gh-3",
    "<details><summary>hidden</summary>",
    "<sub><sub><sub>small",
    "\\",
    "`",
)
"""What breaks a row, a list or a frame, or reaches beyond the page."""


def a_delta(
    before: Rubric = BEFORE, after: Rubric = AFTER, **world: Any
) -> tuple[Delta, Any]:
    """A report on an edit, and the world that it was made in."""
    given = {"responses": RESPONSES} | world
    made = a_world(base=[before], head=[after], **given)
    return delta.delta(made, SPAN), made


def some_scores(*rubrics: Rubric, **world: Any) -> Scores:
    given = {"responses": RESPONSES} | world
    return scoring.score(a_world(base=rubrics or [BEFORE], **given), HEAD)
