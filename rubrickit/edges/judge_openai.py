"""Asks any OpenAI-compatible endpoint, through the `openai` package."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from threading import Event, Lock

import httpx2
import openai
import orjson

from rubrickit.core.canonical import Digest
from rubrickit.core.config import Budget, JudgeConfig
from rubrickit.core.grades import Answer, Grade, Task, Usage
from rubrickit.core.judging import attempts, parameters, prompts
from rubrickit.core.judging.attempts import Attempt, Retries
from rubrickit.core.judging.card import JudgeCard
from rubrickit.edges import endpoint_settings
from rubrickit.edges.lanes import Lanes, Work
from rubrickit.edges.spending import Refusal, Spending
from rubrickit.errors import WorldError

_RETRIES = Retries()


@dataclass(frozen=True, slots=True)
class _Terms:
    """What requests are sent with, and the judge digest that this makes."""

    card: JudgeCard
    digest: Digest

    @classmethod
    def of(cls, card: JudgeCard) -> "_Terms":
        return cls(card, card.digest)


class OpenAIJudge:
    """A judge behind `/chat/completions`.

    `effective` is the card that an earlier run ended up with, if its `configured` is
    this configuration's digest: then no call is lost to parameters known as refused.
    `clock` counts seconds; `seed` decides how retries are spread.
    """

    def __init__(
        self,
        config: JudgeConfig,
        api_key: str,
        budget: Budget,
        *,
        effective: JudgeCard | None = None,
        retries: Retries = _RETRIES,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
    ) -> None:
        self._config = endpoint_settings.checked(config)
        self._url = config.base_url or endpoint_settings.DEFAULT_BASE_URL
        self._key = endpoint_settings.checked_key(api_key, config)
        self._spending = Spending(budget, config.prices, clock)
        self._retries = retries
        self._seed = seed
        self._tls = _tls(self._url)
        self._terms = _terms(endpoint_settings.configured_card(config), effective)
        self._lock = Lock()
        self._has_worked = False
        self._denials = 0
        self._silences = 0
        self._longest_reply = config.max_tokens

    @property
    def card(self) -> JudgeCard:
        """Until the first reply a refused parameter may still be dropped from it."""
        return self._terms.card

    @property
    def destination(self) -> str:
        return self.card.endpoint

    def ask(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """Each task once, in order of completion; closing it stops the sending.

        The first call is made alone: it finds out about key, model and parameters.
        Raises WorldError where no call can succeed.
        """
        endpoint_settings.check_key_is_set(self._key, self._config)
        self._spending.start()
        stop = Event()
        width = max(1, self._config.max_concurrency)
        lanes = Lanes(
            lambda: self._lane(stop), width, stop, self._spending.seconds_left
        )
        yield from lanes.answers(tasks, self._late)

    @contextmanager
    def _lane(self, stop: Event) -> Iterator[Work]:
        # A client for each thread: a pool that threads share checks every connection
        # on every request, which costs half as much CPU again at 64 in flight.
        with openai.OpenAI(
            base_url=self._url,
            api_key=self._key,
            max_retries=0,
            http_client=openai.DefaultHttpxClient(verify=self._tls),
        ) as client:
            yield lambda task: self._answer(client, stop, task)

    def _late(self, task: Task) -> Answer:
        return Answer(task, None, "over_budget", "the time of this run is up")

    def _answer(self, client: openai.OpenAI, stop: Event, task: Task) -> Answer:
        """Tries until there is a verdict, or no other request is worth while."""
        usage, tried, last = Usage(), 0, ""
        while True:
            terms = self._terms
            attempt = self._attempt(client, _body(terms.card, task))
            if isinstance(attempt, Refusal):
                detail = f"{attempt.detail}{last}"
                return Answer(task, None, "over_budget", detail, usage)
            usage += Usage(calls=1) + (attempt.tokens or Usage())
            if attempt.reply is not None:
                key = replace(task.key, judge=terms.digest)
                grade = Grade(key, attempt.reply.met, attempt.reply.summary)
                return Answer(task, grade, usage=usage)
            if self._has_adapted(attempt, terms):
                continue
            tried += 1
            last = f"; before: {attempt.code}, {attempt.detail}"
            wait = self._wait(task, tried, attempt)
            if wait is None or stop.wait(wait):
                return Answer(task, None, attempt.code, attempt.detail, usage)

    def _attempt(self, client: openai.OpenAI, body: bytes) -> Attempt | Refusal:
        """One request, if the limits allow it, and what it says about the others."""
        # No token is shorter than a byte, so the body's length is an upper bound.
        worst = Usage(1, len(body), self._longest_reply)
        reserved = self._spending.reserve(worst)
        if isinstance(reserved, Refusal):
            return reserved
        attempt = self._settled(client, body, reserved)
        with self._lock:
            if attempt.status == 200:
                self._has_worked = True
            if attempt.status:
                self._silences = 0
            self._denials = self._denials + 1 if attempt.is_denial else 0
            used = attempt.tokens or Usage()
            self._longest_reply = max(self._longest_reply, used.output_tokens)
        attempt = replace(
            attempt,
            detail=endpoint_settings.redacted(attempt.detail, self._key, self._url),
        )
        self._stop_if_hopeless(attempt)
        return attempt

    def _settled(
        self, client: openai.OpenAI, body: bytes, reserved: Decimal
    ) -> Attempt:
        used = None
        try:
            timeout = min(self._config.timeout, self._spending.seconds_left())
            attempt = _post(client, body, max(timeout, 0.001))
            used = attempt.tokens
        finally:
            self._spending.settle(reserved, used)
        return attempt

    def _wait(self, task: Task, tried: int, attempt: Attempt) -> float | None:
        """Seconds until the next request; None if there should be none."""
        key = task.key
        place = f"{self._seed}/{key.leaf}/{key.response}/{key.pass_number}/{tried}"
        wait = self._retries.wait(tried, attempt, Random(place).random())
        if wait is None:
            self._stop_if_unreachable(attempt)
            return None
        left = self._spending.seconds_left()
        if wait < left:
            return wait
        # An endpoint that asks for more time than there is: the reason is its own.
        # Else the time is up, and the next request will be told so.
        return None if attempt.after is not None else max(left, 0.0)

    def _has_adapted(self, attempt: Attempt, sent: _Terms) -> bool:
        """Whether the request is worth sending again, with other parameters.

        Only before the first reply: the card stays the same from then on.
        """
        if attempt.rejected is None:
            return False
        name = parameters.refused(attempt.rejected, sent.card.parameters)
        if not name:
            return False
        with self._lock:
            if self._terms is not sent:
                return True  # another thread was told the same
            if self._has_worked:
                return False
            card = sent.card
            kept = parameters.without(card.parameters, name)
            configured = card.configured or sent.digest
            changed = replace(card, parameters=kept, configured=configured)
            self._terms = _Terms.of(changed)
            return True

    def _stop_if_hopeless(self, attempt: Attempt) -> None:
        """A refused key is final; another denial is where nothing else gets through.

        A single 403 or 404 in mid-run may be about one text (a firewall's doing).
        """
        if not attempt.is_denial:
            return
        if attempt.status == 401 or not self._has_worked or self._denials >= 3:
            hint = {
                402: "the account behind the key has no credit",
                404: f"check `judge.model` (`{self._config.model}`) and `base_url`",
                429: "the account behind the key has no credit",
            }.get(attempt.status, f"check the key in {self._config.api_key_env}")
            raise WorldError(f"{self.card.endpoint}: {attempt.detail}", hint=hint)

    def _stop_if_unreachable(self, attempt: Attempt) -> None:
        """Nobody was there from the start, or for as many tasks as are in flight."""
        if not attempt.is_unreachable:
            return
        with self._lock:
            self._silences += 1
            is_hopeless = self._silences >= self._config.max_concurrency
        if is_hopeless or not self._has_worked:
            raise WorldError(
                f"{self.card.endpoint}: {attempt.detail}",
                hint="is it running? check `judge.base_url`",
            )


def _tls(url: str) -> SSLContext:
    """One for all threads. Without https it trusts nobody, which costs no time."""
    is_needed = url.lower().startswith("https:")
    return httpx2.create_ssl_context() if is_needed else SSLContext(PROTOCOL_TLS_CLIENT)


def _terms(configured: JudgeCard, effective: JudgeCard | None) -> _Terms:
    terms = _Terms.of(configured)
    if effective is None or effective.configured != terms.digest:
        return terms
    kept = effective.parameters
    return _Terms.of(replace(configured, parameters=kept, configured=terms.digest))


def _body(card: JudgeCard, task: Task) -> bytes:
    document = {
        "model": card.model,
        "messages": prompts.messages(task),
        **card.parameters,
    }
    try:
        return orjson.dumps(document)
    except TypeError:
        # Half a surrogate pair has no UTF-8. As a JSON escape it reaches the judge as
        # it was digested, or the endpoint says no (http_4xx).
        return json.dumps(document).encode()


def _post(client: openai.OpenAI, body: bytes, timeout: float) -> Attempt:
    """One request on the wire. `timeout` in seconds."""
    try:
        # The plain response: building the package's own models costs a third of a call.
        response = client.post(
            "/chat/completions",
            cast_to=httpx2.Response,
            content=body,
            options={"timeout": timeout},
        )
    except openai.APITimeoutError:
        return attempts.timed_out(timeout)
    except openai.APIConnectionError as error:
        cause = error.__cause__ or error
        is_unreachable = isinstance(
            cause, httpx2.ConnectError | httpx2.UnsupportedProtocol
        )
        return attempts.disconnected(f"no connection: {cause}", is_unreachable)
    except openai.APIStatusError as error:
        answer = error.response
        return attempts.from_status(error.status_code, answer.content, answer.headers)
    return attempts.from_completion(response.content)
