"""What a configuration says of a judge's endpoint, without asking it."""

from urllib.parse import urlsplit

from rubrickit.core.config import JudgeConfig
from rubrickit.core.judging import parameters, prompts, replies
from rubrickit.core.judging.card import JudgeCard
from rubrickit.errors import RubrickitError

DEFAULT_BASE_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""What is sent where there is none: the package wants a text."""


def configured_card(config: JudgeConfig) -> JudgeCard:
    """What the configuration asks for, before any endpoint has refused a part of it."""
    return JudgeCard(
        kind="openai",
        model=config.model,
        endpoint=endpoint_label(config.base_url or DEFAULT_BASE_URL),
        parameters=parameters.configured(config),
        prompt=prompts.TEMPLATES[prompts.VERSION].text,
        parser=replies.VERSION,
    )


def endpoint_label(base_url: str) -> str:
    """The URL without user, password, query and fragment."""
    parts = urlsplit(base_url)
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host, query="", fragment="").geturl().rstrip("/")


def checked(config: JudgeConfig) -> JudgeConfig:
    if not config.model:
        raise RubrickitError("`judge.model` is empty", hint="name the model to ask")
    try:
        parts = urlsplit(config.base_url or DEFAULT_BASE_URL)
        is_valid = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_valid = False
    if not is_valid:
        raise RubrickitError(
            "`judge.base_url` is no web address",
            hint=f"it looks like {DEFAULT_BASE_URL}",
        )
    return config


def checked_key(api_key: str, config: JudgeConfig) -> str:
    """A server of one's own may need none."""
    key = api_key.strip()
    if not (key.isascii() and key.isprintable()):
        raise RubrickitError(
            f"the key in {config.api_key_env} holds characters that no key has",
            hint="set it again, without quotes and line breaks",
        )
    return key or NO_KEY


def check_key_is_set(key: str, config: JudgeConfig) -> None:
    """Only a server of one's own can do without."""
    if key == NO_KEY and not config.base_url:
        raise RubrickitError(
            f"{config.api_key_env} is not set, and {DEFAULT_BASE_URL} needs a key",
            hint=f"`export {config.api_key_env}=…`, or name another `judge`",
        )


def redacted(detail: str, key: str, base_url: str) -> str:
    """Without the secrets: endpoints repeat keys in their errors."""
    for secret in (key, urlsplit(base_url).password):
        if secret and len(secret) >= 6:
            detail = detail.replace(secret, "[secret]")
    return detail
