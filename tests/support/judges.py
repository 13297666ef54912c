"""Judges for tests: the real client, with short waits."""

import threading
import time
from decimal import Decimal
from typing import Any

from rubrickit.core.config import Budget, JudgeConfig, Prices
from rubrickit.core.judging.attempts import Retries
from rubrickit.edges.judge_openai import OpenAIJudge

KEY = "sk-test-0123456789"
QUICK = Retries(most=5, shortest=0.001, longest=0.01)
PRICES = Prices(Decimal(1), Decimal(1))


def a_judge(url: str, budget: Budget | None = None, **fields: Any) -> OpenAIJudge:
    """`fields` are the configuration's, or the judge's own optional arguments."""
    own = {
        name: fields.pop(name)
        for name in ("retries", "clock", "seed", "effective")
        if name in fields
    }
    config = JudgeConfig(
        **{
            "kind": "openai",
            "model": "loopback",
            "base_url": url,
            "max_concurrency": 8,
            "timeout": 10.0,
            **fields,
        }
    )
    limits = budget or Budget(None, None, Decimal(1))
    return OpenAIJudge(config, KEY, limits, **{"retries": QUICK, **own})


def no_lane_is_left() -> None:
    """Waits until the threads of every judge have ended."""
    ends = time.monotonic() + 10
    while any("(_work)" in thread.name for thread in threading.enumerate()):
        assert time.monotonic() < ends
        time.sleep(0.005)
