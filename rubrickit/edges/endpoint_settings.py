"""What a configuration says of a judge's endpoint, without asking it."""

from urllib.parse import urlsplit

from rubrickit.core.config import JudgeConfig
from rubrickit.core.judging import parameters, prompts, replies
from rubrickit.core.judging.card import JudgeCard
from rubrickit.errors import RubrickitError

DEFAULT_BASE_URL = "https://api.openai.com/v1"


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
    """A server of one's own may need none; the package wants a text all the same."""
    key = api_key.strip()
    if not (key.isascii() and key.isprintable()):
        raise RubrickitError(
            f"the key in {config.api_key_env} holds characters that no key has",
            hint="set it again, without quotes and line breaks",
        )
    return key or "none"


def redacted(detail: str, key: str, base_url: str) -> str:
    """Without the secrets: endpoints repeat keys in their errors."""
    for secret in (key, urlsplit(base_url).password):
        if secret and len(secret) >= 6:
            detail = detail.replace(secret, "[secret]")
    return detail
