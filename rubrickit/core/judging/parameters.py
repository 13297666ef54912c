"""What a request asks for besides its texts, and what an endpoint may refuse of it."""

import re
from collections.abc import Mapping
from typing import Any

from rubrickit.core.config import JudgeConfig
from rubrickit.core.judging.prompts import REPLY_SCHEMA

Parameters = Mapping[str, Any]

REPLY_FORMAT: Mapping[str, Any] = {
    "type": "json_schema",
    "json_schema": {"name": "verdict", "strict": True, "schema": REPLY_SCHEMA},
}

# How an endpoint may speak of a parameter.
_NAMES = {
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens",),
    "max_completion_tokens": ("max_completion_tokens",),
    "response_format": ("response_format", "json_schema", "structured output"),
}
_ABOUT_THE_TEXT = frozenset({"context_length_exceeded", "string_above_max_length"})


def configured(config: JudgeConfig) -> Parameters:
    """Everything that the configuration asks for, as it is sent."""
    parameters: dict[str, Any] = {"max_tokens": config.max_tokens}
    if config.temperature is not None:
        parameters["temperature"] = float(config.temperature)
    return {**parameters, "response_format": REPLY_FORMAT}


def refused(error: Mapping[str, Any], parameters: Parameters) -> str:
    """The parameter that an endpoint's error is about; "" where it is about another.

    `param` decides where the endpoint names one; only else its words do.
    """
    if error.get("code") in _ABOUT_THE_TEXT:
        return ""
    named = error.get("param")
    if isinstance(named, str) and named:
        root = re.split(r"[.\[]", named, maxsplit=1)[0]
        return root if root in parameters else ""
    words = str(error.get("message", "")).lower()
    for parameter in parameters:
        names = "|".join(re.escape(name) for name in _NAMES.get(parameter, ()))
        if names and re.search(rf"(?<!\w)(?:{names})(?!\w)", words):
            return parameter
    return ""


def without(parameters: Parameters, refused_name: str) -> Parameters:
    """Without it; the token limit is tried under its newer name first."""
    kept = {name: value for name, value in parameters.items() if name != refused_name}
    if refused_name == "max_tokens":
        return {"max_completion_tokens": parameters["max_tokens"], **kept}
    return kept
