"""Whoever changes anything that a release rests on is found, and the change named."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from git_sample import git
from support import releases
from support.command_line import RUBRIC, Repository, repository, rows
from support.releases import TAG, differences, forged

from rubrickit.core import segment_reading, segment_writing, segments
from rubrickit.core.grades import Grade, GradeKey
from rubrickit.core.releasing import manifest
from rubrickit.core.segments import Segment


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return releases.released(tmp_path_factory.mktemp("released") / "place")


@pytest.fixture
def place(original: Repository, tmp_path: Path) -> Repository:
    return releases.copied(original, tmp_path / "copy")


def segment_of(place: Repository) -> tuple[str, bytes]:
    path = releases.only_file(place, "scores/ledger/*/*.jsonl")
    return str(path.relative_to(place.root)), path.read_bytes()


def with_other_verdicts(data: bytes) -> bytes:
    """A segment of the same checks, each answered the other way and earlier."""
    read = segment_reading.decode(segments.name_of(data), data)
    assert isinstance(read, Segment)
    forged_grades = [
        Grade(
            GradeKey(block.judge, block.question, row.leaf, text, row.pass_number),
            mark == segments.NOT_MET,
        )
        for block in read.blocks
        for row in block.rows
        for text, mark in zip(block.responses, row.marks, strict=True)
        if mark != segments.NO_GRADE
    ]
    return segment_writing.encode(forged_grades, "2020-01-01T00:00:00Z", "rubrickit 0")


def test_an_honest_release_has_no_difference(place: Repository) -> None:
    assert differences(place) == {}


def test_one_byte_in_a_segment(place: Repository) -> None:
    path, data = segment_of(place)
    at = data.index(b'"met":"') + len(b'"met":"')
    other = b"n" if data[at : at + 1] == b"y" else b"y"

    forged(place, {path: data[:at] + other + data[at + 1 :]})

    assert path in differences(place)["ledger.damage"]
    assert "damaged or renamed" in differences(place)["ledger.damage"]


def test_a_removed_segment(place: Repository) -> None:
    path, _ = segment_of(place)

    forged(place, {path: None})

    name = Path(path).stem
    assert differences(place)["ledger.segments"] == f"{name}: {name} / nothing"


def test_a_forged_grade(place: Repository) -> None:
    _, data = segment_of(place)
    forgery = with_other_verdicts(data)
    name = segments.name_of(forgery)

    forged(place, {f"scores/ledger/2020/{name}.jsonl": forgery})

    found = differences(place)
    assert found["ledger.segments"] == f"{name}: nothing / {name}"
    assert "results" in found


def test_an_edited_gold_line(place: Repository) -> None:
    gold = (place.root / "gold/dose.jsonl").read_bytes()

    forged(place, {"gold/dose.jsonl": gold.replace(b"Take two.", b"Take six.")})

    assert differences(place)["files.gold"].startswith("gold/dose.jsonl/sha256: ")


def test_a_gold_line_that_nobody_can_read(place: Repository) -> None:
    gold = (place.root / "gold/dose.jsonl").read_bytes()

    forged(place, {"gold/dose.jsonl": gold + b"{"})

    found = differences(place)
    assert found["files.gold"].startswith("gold/dose.jsonl/")
    assert "gold/dose.jsonl:5" in found["inputs"]


def test_an_edited_weight_at_the_tag(place: Repository) -> None:
    edited = RUBRIC.replace("weight: 3", "weight: 30").encode()

    forged(place, {"rubrics/dose.yaml": edited})

    found = differences(place)
    assert found["files.rubrics"].startswith("rubrics/dose.yaml/sha256: ")
    assert (
        found["tag"] == "rubrics/dose.yaml: as it was before / changed by the release"
    )


def test_an_edited_limit_at_the_tag(place: Repository) -> None:
    settings = (place.root / "rubrickit.yaml").read_bytes()

    forged(place, {"rubrickit.yaml": settings + b"gate: {max_regression: 0.5}\n"})

    found = differences(place)
    assert found["files.settings"].startswith("rubrickit.yaml/sha256: ")
    assert found["gate"] == "max_regression: 0.02 / 0.5"


def test_a_tag_that_was_moved_on(place: Repository) -> None:
    place.commit({"notes.txt": "later"})

    releases.moved(place, "HEAD")

    assert differences(place)["tag"].startswith("the commit below the release: ")


def test_a_tag_that_was_moved_back(place: Repository) -> None:
    releases.moved(place, "HEAD~1")

    assert differences(place) == {
        "manifest": "scores/releases/1.0.json: a manifest / none"
    }


def test_a_lightweight_tag_in_its_place(place: Repository) -> None:
    git(place.root, "tag", "--force", TAG, f"{TAG}^{{commit}}")

    assert differences(place) == {"tag": "1.0: an annotated tag / a lightweight one"}


def test_another_releases_tag_under_this_name(place: Repository) -> None:
    releases.release(place, "2.0")
    git(place.root, "update-ref", "refs/tags/1.0", "refs/tags/2.0")

    assert differences(place)["tag"] == "the name in the tag object: 1.0 / 2.0"


def test_a_changed_manifest(place: Repository) -> None:
    path = "scores/releases/1.0.json"
    data = (place.root / path).read_bytes()

    forged(place, {path: data.replace(b'"mean": "1/8"', b'"mean": "7/8"')})

    found = differences(place)
    assert found["manifest"].startswith("1.0: ")
    assert found["results"] == "questions/dose/mean: 7/8 / 1/8"


def test_a_changed_manifest_with_a_digest_that_fits(place: Repository) -> None:
    results = {**releases.recorded(place).hashed["results"], "mean": "1"}

    forged(
        place, {"scores/releases/1.0.json": releases.rewritten(place, results=results)}
    )

    found = differences(place)
    assert found["results"].startswith("mean: 1 / ")
    assert found["tag"].startswith("the manifest in its message: ")


@pytest.mark.parametrize(
    "changed",
    [
        {"rubrics": []},
        {"rubrics": {"commit": 1, "tree": None}},
        {"tool": "ours", "gate": 7, "files": [], "ledger": None},
        {"results": {"questions": [[], {}]}, "previous": [1, {}, None]},
        {"previous": "none", "version": ["1.0"], "\ud800": "\u001b[31m"},
        {"judge": {"digest": {}}, "agreement": {"dose": 1}},
        {"agents": ["another@1"]},
        {"agents": [{}, 1]},
        {"agents": "shop@1"},
    ],
)
def test_whatever_stands_in_a_manifest_is_held_against_the_files(
    place: Repository, changed: dict[str, object]
) -> None:
    forged(place, {"scores/releases/1.0.json": releases.rewritten(place, **changed)})

    text = place.run("verify", TAG)

    assert (text.code, text.err) == (1, "")
    assert "NOT what was released" in text.out
    assert differences(place).keys() & {*changed, "tag", "files", "ledger"}


@pytest.mark.parametrize("suffix", ["md", "html"])
def test_a_page_that_says_more_than_the_manifest(
    place: Repository, suffix: str
) -> None:
    path = f"scores/releases/1.0.{suffix}"
    data = (place.root / path).read_bytes()

    forged(place, {path: data.replace(b"mean 0.562", b"mean 0.962")})

    assert differences(place) == {"pages": f"{path}: the manifest as a page / another"}


def test_a_swapped_judge_document(place: Repository) -> None:
    path = releases.only_file(place, "scores/judges/*.json")
    card = json.loads(path.read_bytes())
    name = str(path.relative_to(place.root))

    forged(place, {name: json.dumps({**card, "model": "another"}).encode()})

    found = differences(place)
    assert found["files.judges"].startswith(f"{name}/sha256: ")
    assert name in found["ledger.damage"]


def test_a_manifest_out_of_the_chain(place: Repository) -> None:
    releases.release(place, "2.0")
    forgery = releases.rewritten(place, "1.0", passes=1)

    _forge_second(place, {"scores/releases/1.0.json": forgery})

    found = differences(place, "2.0")
    assert found["chain"].startswith("2.0: follows ")
    assert "previous" in found


def test_a_release_that_was_dropped_before_the_next_one(place: Repository) -> None:
    """The next one then follows nothing, and only the tag still tells of it."""
    tag = git(place.root, "rev-parse", "refs/tags/1.0")
    for path in place.root.glob("scores/releases/1.0.*"):
        path.unlink()
    place.commit()
    refused = place.run("release", "2.0")
    git(place.root, "tag", "--delete", "1.0")
    releases.release(place, "2.0")
    assert differences(place, "2.0") == {}
    git(place.root, "update-ref", "refs/tags/1.0", tag)

    path = "scores/releases/1.0.json"
    assert differences(place, "2.0") == {"chain": f"{path}: the manifest of 1.0 / none"}
    assert refused.code == 2
    assert f"{path}: a release without its manifest" in refused.err
    assert f"hint: `git checkout 1.0 -- {path}`" in refused.err


def test_a_tag_that_only_says_to_be_a_release_stops_nobody(place: Repository) -> None:
    below = git(place.root, "rev-parse", "HEAD~1")
    said = f"Release 0.9\n\nRubrics: {below}\nManifest: {'0' * 64}"
    git(place.root, "tag", "--annotate", "-m", said, "0.9", "HEAD")

    releases.release(place, "2.0")

    assert differences(place, "2.0") == {}


def test_a_manifest_missing_from_the_chain(place: Repository) -> None:
    releases.release(place, "2.0")

    _forge_second(place, {"scores/releases/1.0.json": None})

    assert differences(place, "2.0")["chain"].endswith(" / it is not here")


def test_an_earlier_manifest_that_does_not_fit_its_digest(place: Repository) -> None:
    releases.release(place, "2.0")
    data = (place.root / "scores/releases/1.0.json").read_bytes()

    _forge_second(place, {"scores/releases/1.0.json": data.replace(b'"1/8"', b'"7/8"')})

    assert differences(place, "2.0")["chain"].startswith("scores/releases/1.0.json: ")


@pytest.mark.parametrize(
    "name",
    [
        "scores/releases/README.md", "scores/releases/1.0.htm", "scores/notes.txt",
        "scores/ledger/run.sh", "scores/releases/sub/1.0.json",
        "scores/releases/0.9.md",
    ],
)  # fmt: skip
def test_what_no_release_adds(place: Repository, name: str) -> None:
    forged(place, {name: b"# Release 1.0: mean 0.999\n"})

    found = differences(place)

    assert found["tag"] == f"{name}: not part of a release / added by it"


def test_an_earlier_release_rewritten_by_a_later_one(place: Repository) -> None:
    releases.release(place, "2.0")
    page = "scores/releases/1.0.md"
    data = (place.root / page).read_bytes()

    _forge_second(
        place,
        {page: data.replace(b"0.562", b"0.962"), "scores/releases/1.0.html": None},
    )

    found = place.json("verify", "2.0")
    assert found["ok"] is False
    assert differences(place, "2.0")["tag"].endswith("changed by the release")


def test_manifests_under_each_others_names(place: Repository) -> None:
    releases.release(place, "2.0")
    first, second = (
        (place.root / f"scores/releases/{name}.json").read_bytes()
        for name in ("1.0", "2.0")
    )
    place.commit(
        {"scores/releases/1.0.json": second, "scores/releases/2.0.json": first}
    )

    done = place.run("release", "3.0")

    assert done.code == 2
    assert "scores/releases/1.0.json: a release without its manifest" in done.err


def test_a_manifest_that_is_none_is_followed_by_no_release(place: Repository) -> None:
    place.commit({"scores/releases/0.9.json": "{}\n"})

    done = place.run("release", "2.0")

    assert done.code == 2
    assert "scores/releases/0.9.json: a manifest / none of ours" in done.err


@pytest.mark.parametrize("end", ["json", "md", "html"])
def test_a_file_that_was_laid_in_the_way_is_no_part_of_a_release(
    place: Repository, end: str
) -> None:
    path = f"scores/releases/2.0.{end}"
    text = (place.root / f"scores/releases/1.0.{end}").read_text()
    place.commit({path: text if end != "json" else "{}\n"})

    done = place.run("release", "2.0")

    assert done.code == 2
    assert f"{path}: " in done.err
    assert not git(place.root, "tag", "--list", "2.0")


def test_a_release_made_twice_is_refused_the_second_time(place: Repository) -> None:
    git(place.root, "tag", "--delete", "1.0")

    done = place.run("release", "1.0")

    assert done.code == 2
    assert "scores/releases/1.0." in done.err
    assert ": lies there already" in done.err


def test_notes_without_end_are_no_notes_of_ours(place: Repository) -> None:
    old = releases.recorded(place)
    endless = replace(old, about={"notes": "x\n" * 2_000_000})

    forged(place, {"scores/releases/1.0.json": manifest.dump(endless)})

    assert differences(place)["about"].endswith("more than that")


@pytest.mark.parametrize("name", ["1.0^{commit}", "1.0~1", "1.0^{}", "*"])
def test_an_expression_is_no_tag(place: Repository, name: str) -> None:
    done = place.run("verify", name)

    assert (done.code, "there is no tag" in done.err) == (2, True)


def _forge_second(place: Repository, files: dict[str, bytes | None]) -> None:
    forged(place, files)
    releases.moved(place, "HEAD", "2.0")


_RULES = "question_id: dose\nnodes:\n  - {id: short, rule: size(response) < 12}\n"


def test_a_file_outside_of_the_folder_is_no_part_of_a_release(tmp_path: Path) -> None:
    files = {"ev/rubrics/dose.yaml": _RULES, "ev/gold/a.jsonl": rows("dose", ["5 mg"])}
    settings = {"ev/rubrickit.yaml": "", "README": "more\n"}
    place = repository(tmp_path / "top", {**files, **settings})
    inner = Repository(tmp_path / "top/ev")
    releases.release(inner)
    assert differences(inner) == {}

    forged(place, {"README": b"less\n", "other/x": b"new\n"})

    found = inner.json("verify", TAG)["differences"]
    assert [each["place"] for each in found if each["kind"] == "tag"] == [":/README"]
