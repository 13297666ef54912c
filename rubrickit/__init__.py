"""Rubrics as code: score answers, and say what an edit of a rubric does to them."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "DeltaTable": ("rubrickit.reports.tables", "DeltaTable"),
    "PlanTable": ("rubrickit.reports.tables", "PlanTable"),
    "Repository": ("rubrickit.notebook", "Repository"),
    "RubrickitError": ("rubrickit.errors", "RubrickitError"),
    "ScoreTable": ("rubrickit.reports.tables", "ScoreTable"),
    "open": ("rubrickit.notebook", "open_repository"),
}
"""Each public name's module, loaded when it is first asked for: no command needs them,
and pandas takes half a second. `__init__.pyi` tells type checkers the same."""

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rubrickit' has no attribute {name!r}")
    module, inner = _HOMES[name]
    return getattr(import_module(module), inner)
