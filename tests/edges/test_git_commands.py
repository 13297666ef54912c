"""Git as a child process: it never asks, never runs for ever, and keeps the token."""

import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest
from remotes import commands
from rubric_repositories import initialised

from rubrickit.edges.git_commands import GitCommands
from rubrickit.errors import WorldError

TOKEN = "ghs_a-very-secret-token"
HEADER = (
    f"AUTHORIZATION: basic {b64encode(f'x-access-token:{TOKEN}'.encode()).decode()}"
)
URL = "https://github.example"


def headers(git: GitCommands, url: str) -> list[str]:
    """What Git would send to the address besides its own."""
    found = git.run("config", "--get-urlmatch", "http.extraheader", url).text
    return [line for line in found.splitlines() if line]


def test_a_command_that_fails_says_what_git_said(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="Git failed: fatal: not a git repository"):
        commands(tmp_path).out("rev-parse", "HEAD")


def test_a_missing_git_is_told(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="no `git` command"):
        GitCommands(tmp_path, {}).with_variables({"PATH": str(tmp_path)}).out("version")


def test_a_token_goes_to_its_server_alone(tmp_path: Path) -> None:
    git = commands(initialised(tmp_path)).with_token(f"{URL}/", TOKEN)

    assert headers(git, f"{URL}/owner/repo") == [HEADER]
    assert headers(git, "https://github.example.org/owner/repo") == []
    assert headers(git, "https://evil.example/github.example") == []
    assert headers(git, "http://github.example/owner/repo") == []


def test_a_token_takes_the_place_of_the_clones_own(tmp_path: Path) -> None:
    git = commands(initialised(tmp_path))
    git.out("config", f"http.{URL}/.extraheader", "AUTHORIZATION: basic old")

    assert headers(git.with_token(URL, TOKEN), f"{URL}/owner/repo") == [HEADER]


def test_settings_of_the_environment_stay(tmp_path: Path) -> None:
    held = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "a.b"}
    git = commands(initialised(tmp_path), GIT_CONFIG_VALUE_0="kept", **held)

    with_token = git.with_token(URL, TOKEN)

    assert with_token.out("config", "a.b").text == "kept"
    assert headers(with_token, f"{URL}/o/r") == [HEADER]


def test_a_token_is_in_no_file_no_argument_and_no_message(tmp_path: Path) -> None:
    git = commands(initialised(tmp_path)).with_token(URL, TOKEN)
    seen = tmp_path / "seen"
    alias = f"!cat /proc/self/cmdline /proc/$PPID/cmdline > {seen}"

    git.out("-c", f"alias.look={alias}", "look")

    assert TOKEN not in repr(git)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    secrets = (TOKEN.encode(), HEADER.rpartition(" ")[2].encode())
    assert seen in files
    assert not any(secret in path.read_bytes() for path in files for secret in secrets)


def test_a_command_that_hangs_ends_with_its_children(tmp_path: Path) -> None:
    git = GitCommands(tmp_path, {**os.environ}, seconds=0.5)
    child = tmp_path / "child"

    with pytest.raises(WorldError, match=r"longer than 0\.5 seconds"):
        git.run("-c", f"alias.hang=!echo $$ > {child}; sleep 60", "hang")

    assert not is_running(int(child.read_text()))


def is_running(process: int) -> bool:
    """A zombie that nobody has fetched yet is not."""
    status = Path(f"/proc/{process}/stat")
    return status.exists() and ") Z " not in status.read_text()


def test_nobody_is_asked_for_a_password(tmp_path: Path) -> None:
    """A server that wants one, and a program that would ask for it."""
    asked = tmp_path / "asked"
    program = tmp_path / "ask"
    program.write_text(f"#!/bin/sh\ntouch {asked}\necho secret\n")
    program.chmod(0o755)
    script = (
        "import http.server as h\n"
        "class H(h.BaseHTTPRequestHandler):\n"
        "    def do_GET(self):\n"
        "        self.send_response(401)\n"
        "        self.send_header('WWW-Authenticate', 'Basic realm=\"x\"')\n"
        "        self.end_headers()\n"
        "    def log_message(self, *rest): pass\n"
        "s = h.HTTPServer(('127.0.0.1', 0), H)\n"
        "print(s.server_port, flush=True)\n"
        "s.serve_forever()\n"
    )
    server = subprocess.Popen(
        [sys.executable, "-I", "-c", script], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        url = f"http://127.0.0.1:{server.stdout.readline().strip()}/o/r"
        git = commands(initialised(tmp_path / "root"), GIT_ASKPASS=str(program))

        done = git.run("ls-remote", url)
    finally:
        server.kill()
        server.communicate()

    assert "terminal prompts disabled" in done.told
    assert not asked.exists()
