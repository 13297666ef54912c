"""A runner's log as GitHub's runner reads it: which lines are commands to it."""

import re

ESCAPED = {"%3A": ":", "%2C": ",", "%0D": "\r", "%0A": "\n", "%25": "%"}
UNSEEN = "\u200b\u200d\u00ad\ufeff\x00\u2060"

Command = tuple[str, dict[str, str], str]


def obeyed(line: str) -> Command | None:
    """One line: command, properties, message."""
    seen = "".join(mark for mark in line.strip() if mark not in UNSEEN).strip()
    found = re.match(r"::(\S*?)(?: (.*?))?::(.*)", seen, re.DOTALL)
    if found:
        pairs = [each.partition("=") for each in (found[2] or "").split(",") if each]
        given = {name: unescaped(value) for name, _, value in pairs}
        return found[1], given, unescaped(found[3])
    old = re.search(r"##\[(\w+)[^\]]*\]", seen)
    return (old[1], {}, "") if old else None


def all_obeyed(log: str) -> list[Command]:
    """Of a whole log, whatever ends its lines."""
    lines = map(obeyed, re.split("\r\n|\r|\n", log))
    return [command for command in lines if command]


def unescaped(text: str) -> str:
    for mark, meant in ESCAPED.items():
        text = text.replace(mark, meant)
    return text
