"""The configuration out of its located tree."""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from rubrickit.core.config import (
    Budget,
    Config,
    GateConfig,
    JudgeConfig,
    Paths,
    Prices,
)
from rubrickit.core.experts import Expert, Experts
from rubrickit.core.reading import fields, scalars
from rubrickit.core.reading.config_keys import CONFIG
from rubrickit.core.reading.fields import Convert
from rubrickit.core.reading.keys import Key, KeyKind
from rubrickit.core.reading.located import Items, Located, Pairs, Problems, Scalar

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MAX_PASSES = 9
_PASSES = [str(number) for number in range(1, _MAX_PASSES + 1)]


def read_config(tree: Located | None, problems: Problems) -> Config:
    """The defaults where a key, or everything, is missing."""
    if tree is None or scalars.is_null(tree):
        return Config()
    if not isinstance(tree, Pairs):
        hint = f"begin with one of: {', '.join(CONFIG)}"
        problems.add("type", tree, "a configuration must hold keys and values", hint)
        return Config()
    values = fields.read(tree, CONFIG, problems, _CONVERSIONS).values
    config = _config({name: value or {} for name, value in values.items()})
    places = (key for key, _ in tree.entries if isinstance(key, Scalar))
    at = next((key for key in places if key.text == "experts"), tree)
    return replace(config, experts=replace(config.experts, place=problems.place(at)))


def _config(values: Mapping[str, Any]) -> Config:
    ledger = values.get("ledger", {})
    config = Config(
        judge=_judge(values.get("judge", {})),
        budget=Budget(**values.get("budget", {})),
        gate=GateConfig(**values.get("gate", {})),
        paths=Paths(**values.get("paths", {})),
        experts=_experts(values.get("experts", {})),
    )
    if "reasons" in ledger:
        config = replace(config, reasons=ledger["reasons"])
    if "write" in ledger:
        config = replace(config, write=ledger["write"])
    return config


def _experts(values: Mapping[str, Any]) -> Experts:
    people = tuple(
        Expert(**{**person, "gates": tuple(filter(None, person.get("gates") or ()))})
        for person in values.get("people") or ()
        if person and person.get("id")
    )
    return Experts(values.get("sign_offs") or Experts().sign_offs, people)


def _judge(values: Mapping[str, Any]) -> JudgeConfig:
    judge = dict(values)
    judge["prices"] = Prices(**(judge.get("prices") or {}))
    if judge.get("temperature") is not None:
        judge["temperature"] = float(judge["temperature"])
    if "timeout" in judge:
        judge["timeout"] = float(judge["timeout"])
    return JudgeConfig(**judge)


def _section(value: Located, key: Key, problems: Problems) -> dict[str, Any] | None:
    if not isinstance(value, Pairs):
        known = ", ".join(key.keys or ())
        message = f"`{key.name}` must hold keys and values"
        problems.add("type", value, message, f"known: {known}")
        return None
    return fields.read(value, key.keys or {}, problems, _CONVERSIONS).values


def _sections(value: Located, key: Key, problems: Problems) -> list[Any] | None:
    items = _items(value, key, problems)
    return None if items is None else [_section(i, key, problems) for i in items]


def _names(value: Located, key: Key, problems: Problems) -> list[str | None] | None:
    items = _items(value, key, problems)
    if items is None:
        return None
    return [scalars.name(item, key.name, problems) for item in items]


def _items(value: Located, key: Key, problems: Problems) -> tuple[Located, ...] | None:
    if isinstance(value, Items):
        return value.items
    problems.add(
        "type", value, f"`{key.name}` must be a list", f"{key.name}: [one, two]"
    )
    return None


def _limit(value: Located, key: Key, problems: Problems) -> Decimal | None:
    """0 is a limit, but no time for a call is a mistake."""
    number = scalars.weight(value, key.name, problems)
    if number == 0 and key.name == "timeout":
        problems.add("number", value, f"`{key.name}` must be above 0")
        return None
    return number


def _calls(value: Located, key: Key, problems: Problems) -> int | None:
    return _whole(value, key, problems, least=0)


def _count(value: Located, key: Key, problems: Problems) -> int | None:
    return _whole(value, key, problems, least=1)


def _whole(value: Located, key: Key, problems: Problems, *, least: int) -> int | None:
    number = scalars.weight(value, key.name, problems)
    if number is None:
        return None
    if number == int(number) and number >= least:
        return int(number)
    message = f"`{key.name}` must be a whole number of at least {least}"
    problems.add("number", value, message)
    return None


def _passes(value: Located, key: Key, problems: Problems) -> int | str | None:
    if isinstance(value, Scalar) and value.text == "adaptive":
        return value.text
    if isinstance(value, Scalar) and value.plain and value.text in _PASSES:
        return int(value.text)
    message = f"`{key.name}` must be `adaptive` or a number from 1 to {_MAX_PASSES}"
    problems.add("number", value, message)
    return None


def _variable(value: Located, key: Key, problems: Problems) -> str | None:
    name = scalars.text(value, key.name, problems)
    if name is None or _VARIABLE.fullmatch(name):
        return name
    message = f"`{key.name}` must be the name of an environment variable"
    hint = "never write the key itself here; if you did, revoke it"
    problems.add("secret", value, message, hint)
    return None


def _folder(value: Located, key: Key, problems: Problems) -> str | None:
    found = scalars.name(value, key.name, problems)
    if found is None:
        return None
    folder = found.strip("/")
    parts = folder.split("/")
    if found.startswith("/") or "\\" in found or {"", ".", ".."} & set(parts):
        message = f"`{key.name}` must be a folder inside the repository"
        problems.add("path", value, message, f"write `{key.name}: some/folder`")
        return None
    return folder


_CONVERSIONS: Mapping[KeyKind, Convert] = {
    **fields.CONVERSIONS,
    "section": _section,
    "sections": _sections,
    "names": _names,
    "limit": _limit,
    "count": _count,
    "calls": _calls,
    "passes": _passes,
    "variable": _variable,
    "folder": _folder,
}
