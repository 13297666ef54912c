"""A headless Chromium, spoken to over pipes in its DevTools protocol."""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--hide-scrollbars", "--force-device-scale-factor=1",
    "--remote-debugging-pipe",
)  # fmt: skip
VIEWS = {"wide": (1280, 900), "phone": (360, 780)}


class Browser:
    """One tab. Every request that it makes, and whatever it complains of, is kept."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands = commands
        self._answers = answers
        self._heard = b""
        self._last = 0
        self._session = ""
        self.requests: list[str] = []
        self.complaints: list[str] = []

    def start(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._last += 1
        told = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            told["sessionId"] = self._session
        message = json.dumps(told).encode() + b"\0"
        while message:
            message = message[os.write(self._commands, message) :]
        while (answer := self._read()).get("id") != self._last:
            self._note(answer)
        assert "error" not in answer, answer["error"]
        return dict(answer["result"])

    def open(self, page: Path, place: str = "") -> None:
        """Opens a file and waits until its own scripts have run."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=page.as_uri() + place)
        self.run(
            """new Promise((done) => {
            const settle = () => requestAnimationFrame(() => setTimeout(done));
            const ready = () => document.documentElement?.dataset.ready;
            const look = () => (ready() ? settle() : setTimeout(look, 5));
            look();
            })"""
        )

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression, awaited."""
        found = self.call(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def go(self, place: str) -> None:
        """Another place of the same page, drawn."""
        self.run(
            f"""new Promise((done) => {{
            location.hash = {json.dumps(place)};
            setTimeout(() => requestAnimationFrame(done), 60);
            }})"""
        )

    def look(self, view: str = "wide", scheme: str = "light", media: str = "") -> None:
        width, height = VIEWS[view]
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=view == "phone",
        )  # fmt: skip
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", media=media, features=[feature])

    def press(self, key: str, code: int = 0) -> None:
        given = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        text = {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **given, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def picture(self) -> bytes:
        """The whole page as a PNG."""
        found = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(found["data"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._heard:
            more = os.read(self._answers, 1 << 16)
            assert more, "Chromium ended"
            self._heard += more
        message, _, self._heard = self._heard.partition(b"\0")
        return dict(json.loads(message))

    def _note(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        if event.get("method") == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif event.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["exceptionDetails"]))
        elif event.get("method") == "Log.entryAdded":
            self.complaints.append(told["entry"]["text"])


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Chromium with a profile of its own below `folder`."""
    assert CHROMIUM
    here_read, there_write = os.pipe()
    there_read, here_write = os.pipe()
    # Chromium reads commands from descriptor 3 and writes its answers to 4.
    command = 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"'
    process = subprocess.Popen(
        ["bash", "-c", command, "bash", str(there_read), str(there_write),
         CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}"],
        pass_fds=(there_read, there_write),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(there_read)
    os.close(there_write)
    tab = Browser(here_write, here_read)
    try:
        tab.start()
        yield tab
    finally:
        os.close(here_write)
        os.close(here_read)
        process.terminate()
        process.wait(20)
