"""What a report shows, as its one document: for `report`, and for `delta` as HTML."""

from collections.abc import Sequence

from rubrickit.core.reporting import Wishes
from rubrickit.core.results import Delta
from rubrickit.core.versions import Version
from rubrickit.flows import report
from rubrickit.reports import report_document
from rubrickit.reports.documents import Document
from rubrickit.world import World


def at(world: World, version: Version, wishes: Wishes) -> Document:
    """One state, with the comparison of the two agents if they are wished for."""
    compared = _compared(world, version, wishes)
    found = report.report(world, version, wishes, _interval)
    kind: report_document.Kind = "agents" if compared else "repository"
    return report_document.document(found, kind, comparison=compared)


_ALL = Wishes()


def of_delta(world: World, edit: Delta, wishes: Wishes = _ALL) -> Document:
    """The head of an edit, over the base's responses, with what the edit did."""
    from rubrickit.flows import agreement
    from rubrickit.reports import delta_document

    told = delta_document.delta(edit, world.config, agreement.of(world, edit))
    head, base = edit.span.head, edit.span.base
    found = report.report(world, head, wishes, _interval, gold=base)
    return report_document.document(found, "delta", told)


def _compared(world: World, version: Version, wishes: Wishes) -> Document | None:
    if not wishes.agents:
        return None
    from rubrickit.flows import comparing
    from rubrickit.reports import agents_document

    before, after = wishes.agents
    found = comparing.compare_agents(world, version, (before, after))
    return agents_document.document(found)


def _interval(clusters: Sequence[Sequence[float]]) -> tuple[float, float] | None:
    """scipy is imported only where a response has slices."""
    from rubrickit.core import inference

    return inference.clustered_interval(clusters)


def html(document: Document) -> str:
    """The page that shows it."""
    from rubrickit.reports import html_page

    return html_page.html(document)
