"""A released repository, and what a forger with every right to push can do to it."""

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from command_line import Repository, judged
from git_sample import git
from judge_server import JudgeServer

from rubrickit.core.releasing import manifest
from rubrickit.core.releasing.manifest import Manifest

TAG = "1.0"


def graded(root: Path, more: str = "", **files: str) -> Repository:
    """Everything is graded and committed, and nothing is released."""
    with JudgeServer() as server:
        place = judged(root, server.url, more, **files)
        done = place.run("score")
    assert done.code == 0, done.err
    place.commit()
    return place


def released(root: Path, version: str = TAG) -> Repository:
    place = graded(root)
    release(place, version)
    return place


def release(place: Repository, version: str = TAG) -> None:
    done = place.run("release", version)
    assert done.code == 0, done.err


def copied(place: Repository, root: Path) -> Repository:
    shutil.copytree(place.root, root)
    return Repository(root)


def only_file(place: Repository, pattern: str) -> Path:
    (path,) = place.root.glob(pattern)
    return path


def forged(place: Repository, files: Mapping[str, bytes | None]) -> None:
    """The release commit with other files (None removes one), under the same tag."""
    for name, data in files.items():
        if data is None:
            (place.root / name).unlink()
        else:
            place.write({name: data})
    git(place.root, "add", "--all")
    git(place.root, "commit", "--quiet", "--amend", "--no-edit")
    moved(place, "HEAD")


def moved(place: Repository, to: str, version: str = TAG) -> None:
    """The tag's own words, on another commit."""
    said = git(place.root, "tag", "--list", "--format=%(contents)", version)
    git(place.root, "tag", "--force", "--annotate", "-m", said, version, to)


def recorded(place: Repository, version: str = TAG) -> Manifest:
    data = (place.root / f"scores/releases/{version}.json").read_bytes()
    found = manifest.load(data)
    assert found is not None
    return found


def rewritten(place: Repository, of: str = TAG, **changed: object) -> bytes:
    """A manifest with other parts, whose digest fits again."""
    old = recorded(place, of)
    new = manifest.build({**old.hashed, **changed}, old.about)
    return manifest.dump(replace(old, hashed=new.hashed, digest=new.digest))


def differences(place: Repository, version: str = TAG) -> dict[str, str]:
    """What `verify` names, by kind: where, what was recorded, what was found."""
    done = place.run("verify", version, "--format", "json")
    assert done.code == (0 if done.json["ok"] else 1), done.err
    return {
        each["kind"]: f"{each['place']}: {each['recorded']} / {each['found']}"
        for each in done.json["differences"]
    }
