"""The shipped example's comment as a picture.

    PYTHONPATH=.:tests python tests/support/pictures.py

makes docs/pictures/comment.png again, and notes which page it shows.
"""

import hashlib
import shutil
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from support.command_line import ROOT, Repository
from support.rendered import html

from rubrickit.edges import demo_folder
from rubrickit.reports import comment
from rubrickit.reports.comment import Surroundings

WIDTH, HEIGHT = 900, 912
PICTURE = ROOT / "docs/pictures/comment.png"
NOTED = PICTURE.with_suffix(".sha256")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
    "--disable-extensions", "--disable-default-apps", "--disable-domain-reliability",
    "--disable-features=OptimizationHints,MediaRouter", "--metrics-recording-only",
    "--hide-scrollbars", "--force-device-scale-factor=1",
)  # fmt: skip
STYLE = """
body { margin: 0; padding: 16px; background: #fff; color: #1f2328;
  font: 14px/1.5 "Liberation Sans", "DejaVu Sans", Arial, sans-serif; }
main { border: 1px solid #d1d9e0; border-radius: 6px; }
header { padding: 8px 16px; background: #f6f8fa; color: #59636e;
  border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; }
article { padding: 16px; }
article > :first-child { margin-top: 0; }
h3 { font-size: 18px; line-height: 1.25; margin: 24px 0 16px; }
p, ul, table, details { margin: 0 0 16px; }
ul { padding-left: 2em; }
table { border-collapse: collapse; display: block; overflow: auto; }
th, td { border: 1px solid #d1d9e0; padding: 6px 13px; }
tr:nth-child(2n) { background: #f6f8fa; }
code { font: 85% "DejaVu Sans Mono", monospace; padding: .2em .4em;
  background: #818b981f; border-radius: 6px; white-space: break-spaces; }
a { color: #0969da; }
sub { font-size: 75%; }
"""
URL = "https://github.com/acme/rubrics"


def text() -> str:
    """What the run on the demo's first act would say, with commits that stay."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "demo"
        place.mkdir()
        demo_folder.build(place)
        demo_folder.play_act_one(place)
        document = Repository(place).json("delta", "main")
    document["base"] |= {"commit": "0123456789ab" * 3}
    document["head"] |= {"commit": "ba9876543210" * 3}
    document["base"]["rule"] = "merge commit and its first parent"
    around = Surroundings(
        run_url=f"{URL}/actions/runs/7",
        line_url=lambda path, line: f"{URL}/pull/7/files#{path}R{line}",
        earlier=("1f4c2aa: fail, overall -0.031",),
    )
    return comment.markdown(document, around, budget=comment.BUDGET)


def page(markdown: str) -> str:
    """A page of its own that may load nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html><meta charset="utf-8"><title>comment</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<style>{STYLE}</style><main><header><b>github-actions</b> commented"
        f"</header><article>{html(markdown)}</article></main>"
    )


def digest(shown: str) -> str:
    return hashlib.sha256(shown.encode()).hexdigest()


def browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def take(command: str, shown: str, folder: Path, *flags: str) -> bytes:
    """A PNG of the page, by a browser that keeps nothing."""
    file, picture = folder / "page.html", folder / "page.png"
    file.write_text(shown, encoding="utf-8")
    own = (
        f"--user-data-dir={folder / 'profile'}",
        f"--window-size={WIDTH},{HEIGHT}",
        f"--screenshot={picture}",
    )
    done = subprocess.run(
        [command, *FLAGS, *flags, *own, file.as_uri()],
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert picture.exists(), done.stderr.decode(errors="replace")[-2000:]
    return picture.read_bytes()


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def lines(png: bytes) -> set[bytes]:
    """The different lines of a picture: a blank one has hardly any."""
    width, height = size(png)
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(data)
    stride = len(raw) // height
    assert stride > width
    return {raw[row * stride : (row + 1) * stride] for row in range(height)}


def main() -> None:
    command = browser()
    assert command, f"none of {', '.join(BROWSERS)} is installed"
    shown = page(text())
    PICTURE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        PICTURE.write_bytes(take(command, shown, Path(folder)))
    NOTED.write_text(f"{digest(shown)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
