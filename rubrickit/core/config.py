"""The configuration of a rubric repository, every key with its default."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from rubrickit.core.experts import Experts

JudgeKind = Literal["openai", "human", "local", "recorded"]
GateRule = Literal["exact", "proven", "noninferior"]
Passes = int | Literal["adaptive"]


def unasked(kind: JudgeKind) -> JudgeKind:
    """Who answers in its place when nobody is to be asked: what it said before."""
    return "recorded" if kind == "openai" else kind


@dataclass(frozen=True, slots=True)
class Prices:
    """Money per million tokens; None where the user gave none."""

    input: Decimal | None = None
    output: Decimal | None = None


@dataclass(frozen=True, slots=True)
class JudgeConfig:
    kind: JudgeKind = "local"
    model: str = ""
    base_url: str = ""
    api_key_env: str = "OPENAI_API_KEY"
    passes: Passes = "adaptive"
    temperature: float | None = 0.0
    max_tokens: int = 512
    max_concurrency: int = 32
    timeout: float = 60.0
    prices: Prices = Prices()


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one run. Minutes are wall time."""

    max_calls: int | None = 5000
    max_cost: Decimal | None = None
    max_minutes: Decimal | None = Decimal(30)


@dataclass(frozen=True, slots=True)
class GateConfig:
    """Limits on a delta; a limit of 0 is a limit, None is none."""

    max_regression: Decimal = Decimal("0.02")
    max_question_regression: Decimal | None = Decimal("0.10")
    max_slice_gap: Decimal | None = None
    rule: GateRule = "exact"
    loosening: Literal["sign_off", "report"] = "sign_off"
    pending: Literal["fail", "neutral"] = "fail"


@dataclass(frozen=True, slots=True)
class Paths:
    rubrics: str = "rubrics"
    gold: str = "gold"
    scores: str = "scores"


@dataclass(frozen=True, slots=True)
class Config:
    judge: JudgeConfig = JudgeConfig()
    budget: Budget = Budget()
    gate: GateConfig = GateConfig()
    paths: Paths = Paths()
    experts: Experts = field(default_factory=Experts)
    reasons: Literal["git", "local", "none"] = "git"
    write: Literal["branch", "commit"] = "branch"
