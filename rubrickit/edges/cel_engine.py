"""The CEL engine without its command line, which takes 150 ms to import."""

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Any

_NAME = "cel.cel"


def load() -> Any:
    """The extension module inside the package `cel`, once a process."""
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    package = find_spec("cel")
    folders = package.submodule_search_locations if package else None
    spec = PathFinder.find_spec(_NAME, folders)
    if not spec or not spec.loader:
        return import_module("cel")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return sys.modules.setdefault(_NAME, module)


cel = load()
