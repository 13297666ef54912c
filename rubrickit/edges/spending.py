"""The limits of one run in calls, money and time, held before they are passed."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from math import inf
from threading import Condition

from rubrickit.core.config import Budget, Prices
from rubrickit.core.grades import Usage
from rubrickit.errors import RubrickitError

_MILLION = Decimal(1_000_000)
_LONGEST_NAP = 1.0


@dataclass(frozen=True, slots=True)
class Refusal:
    """The limit that the next request would pass."""

    detail: str


def checked(budget: Budget, prices: Prices) -> Budget:
    """Raises RubrickitError where a limit could not be held."""
    if budget.max_cost is not None and None in (prices.input, prices.output):
        raise RubrickitError(
            "`budget.max_cost` cannot be held without `judge.prices`",
            hint="set both prices, or `max_cost: null`",
        )
    return budget


class Spending:
    """What a run has spent and promised; safe to use from many threads.

    Each request is reserved at its worst price before it is sent and settled after,
    so that no number of requests in flight can pass a limit together.
    """

    def __init__(
        self, budget: Budget, prices: Prices, clock: Callable[[], float]
    ) -> None:
        self._budget = checked(budget, prices)
        self._prices = prices
        self._clock = clock
        self._changed = Condition()
        self._deadline: float | None = None
        self._calls = 0
        self._spent = Decimal(0)
        self._promised: list[Decimal] = []

    def start(self) -> None:
        """The clock runs from the first call of this on."""
        minutes = self._budget.max_minutes
        if self._deadline is None:
            seconds = inf if minutes is None else float(minutes) * 60
            self._deadline = self._clock() + seconds

    def seconds_left(self) -> float:
        return inf if self._deadline is None else self._deadline - self._clock()

    def cost(self, usage: Usage) -> Decimal:
        """0 for tokens that have no price."""
        prices = (self._prices.input or Decimal(0), self._prices.output or Decimal(0))
        used = usage.input_tokens * prices[0] + usage.output_tokens * prices[1]
        return used / _MILLION

    def reserve(self, worst: Usage) -> Decimal | Refusal:
        """The price that is set aside, or the limit in the way.

        Where only what is in flight stands in the way, waits for its settlement: a
        request mostly costs far less than its worst.
        """
        price = self.cost(worst)
        with self._changed:
            while (refusal := self._refusal(price)) is None:
                if self._fits(price, sum(self._promised, self._spent)):
                    self._calls += 1
                    self._promised.append(price)
                    return price
                self._changed.wait(min(max(self.seconds_left(), 0.0), _LONGEST_NAP))
        return refusal

    def settle(self, reserved: Decimal, used: Usage | None) -> None:
        """None where nobody knows what was used: then the worst price stands."""
        with self._changed:
            self._promised.remove(reserved)
            self._spent += reserved if used is None else self.cost(used)
            self._changed.notify_all()

    def _refusal(self, price: Decimal) -> Refusal | None:
        """What no waiting can change."""
        calls = self._budget.max_calls
        if self.seconds_left() <= 0:
            return Refusal(f"budget.max_minutes is {self._budget.max_minutes}")
        if calls is not None and self._calls >= calls:
            return Refusal(f"budget.max_calls is {calls}")
        if not self._fits(price, self._spent):
            return Refusal(f"budget.max_cost is {self._budget.max_cost}")
        return None

    def _fits(self, price: Decimal, spent: Decimal) -> bool:
        return self._budget.max_cost is None or spent + price <= self._budget.max_cost
