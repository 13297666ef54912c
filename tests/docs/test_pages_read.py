"""Everything on our pages that is no command can be read, and leads somewhere."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pages
import pytest
from pages import Block, Page
from source_code import ROOT

from rubrickit.core.rubric import Node
from rubrickit.edges import gold_files, rubric_files

PAGES = pages.pages()
ROWS = ("json", "jsonl")
KNOWN = ("console", "python", "sh", "text", "yaml", *ROWS)
HOSTS = {
    ".github/workflows/own.yml": "vendor.github-workflows",
    "bitbucket-pipelines.yml": "vendor.bitbucket-pipelines",
}
UNFINISHED = re.compile(
    r"\b(TODO|TBD|FIXME|XXX|lorem)\b|\b(coming soon)\b", re.IGNORECASE
)


def blocks(*languages: str) -> list[tuple[str, Block]]:
    return [
        (f"{page.place}:{block.line}", block)
        for page in PAGES
        for block in page.blocks
        if block.language in languages
    ]


def shared_nodes() -> dict[str, Node]:
    """Of all shared files that a page shows, by the name that `use` knows."""
    found: dict[str, Node] = {}
    for _, block in blocks("yaml"):
        if "/_shared/" in block.file:
            found |= rubric_files.parse_shared(block.body.encode(), block.file)
    return found


def check_jsonschema(text: str, schema: str, folder: Path) -> None:
    program = Path(sys.executable).with_name("check-jsonschema")
    path = folder / "shown.yml"
    path.write_text(text)
    command = [program, "--builtin-schema", schema, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("place", "block"), blocks("yaml"), ids=str)
def test_yaml_on_a_page_is_read_without_an_error(
    place: str, block: Block, tmp_path: Path
) -> None:
    name = block.file or place
    text = block.body
    if "/_shared/" in name:
        assert rubric_files.parse_shared(text.encode(), name)
    elif name in HOSTS:
        check_jsonschema(text, HOSTS[name], tmp_path)
    elif text.startswith("- "):
        weighting = "points" if "points:" in text else "weighted_sum"
        head = f"question_id: shown\nweighting: {weighting}\nnodes:\n"
        data = f"{head}{text}".encode()
        assert rubric_files.parse(data, name, shared_nodes()).nodes
    elif text.startswith("question_id:"):
        assert rubric_files.parse(text.encode(), name, shared_nodes())
    else:
        rubric_files.parse_config(text.encode(), name)


@pytest.mark.parametrize(("place", "block"), blocks(*ROWS), ids=str)
def test_rows_on_a_page_are_read_without_an_error(place: str, block: Block) -> None:
    is_labels = '"rater"' in block.body
    read = gold_files.labels if is_labels else gold_files.responses

    assert read(block.body.encode(), place)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.place)
def test_a_page_is_finished_and_its_links_lead_somewhere(page: Page) -> None:
    assert not UNFINISHED.search(page.text)
    for link in page.links:
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.path.parent / path).resolve() if path else page.path
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in Page(target, target.read_text("utf-8")).anchors, link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.place)
def test_every_block_says_what_it_is(page: Page) -> None:
    for block in page.blocks:
        assert block.language in KNOWN, f"{page.place}:{block.line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.place)
def test_headings_are_plain_words(page: Page) -> None:
    for heading in re.findall(r"^#+ (.+)$", page.prose, re.MULTILINE):
        assert heading.isascii(), heading


def test_every_page_can_be_reached_from_the_first() -> None:
    by_path = {page.path: page for page in PAGES}
    reached: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path in by_path and path not in reached:
            reached.add(path)
            links = (link.partition("#")[0] for link in by_path[path].links)
            waiting += [(path.parent / link).resolve() for link in links if link]

    assert reached == set(by_path)


def test_the_pages_show_no_place_of_one_machine() -> None:
    for page in PAGES:
        assert not re.search(r"/home/|/root/|/tmp/|/Users/", page.text), page.place


def test_json_on_pages_is_one_object_a_line() -> None:
    for place, block in blocks(*ROWS):
        for line in block.body.splitlines():
            assert isinstance(json.loads(line), dict), place
