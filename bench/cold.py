"""Grading what was never graded: rubrickit beside the client that it stands on.

    python -m bench.cold URL WAY REPOSITORY

grades all of REPOSITORY in one of the WAYS and prints what it cost, imports left out.
"""

import asyncio
import json
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from statistics import median
from time import process_time
from typing import Any

from bench import measuring, repositories
from bench.measuring import ROOT, ROUNDS, Line
from bench.repositories import Size
from rubrickit.core.judging import parameters

IN_FLIGHT = 64
LATENCY = 0.2
SMALL = Size(questions=10, responses=20)
WIDE = Size(questions=10, responses=64)
Messages = list[list[dict[str, str]]]
_PARAMETERS = parameters.configured(SMALL.judge)


def lines(scratch: Path) -> Iterator[Line]:
    yield from _cpu_a_call(scratch)
    yield _rate(scratch)


def _cpu_a_call(scratch: Path) -> Iterator[Line]:
    """The cheapest configuration of the client in a round is that round's measure."""
    ways = (
        [*CLIENTS] if find_spec("aiohttp") else [w for w in CLIENTS if w != "aiohttp"]
    )
    found: dict[str, list[float]] = {way: [] for way in (*ways, "rubrickit")}
    with mock_judge(0) as url:
        repository = _repository(scratch, SMALL, url)
        for _ in range(ROUNDS):
            for way, spent in found.items():
                spent.append(_graded(url, way, repository))
        rmtree(repository)
    rounds = zip(*(found[way] for way in ways), strict=True)
    ratios = [own / min(r) for own, r in zip(found["rubrickit"], rounds, strict=True)]
    told = ", ".join(f"{way} {median(s):.0f}" for way, s in found.items())
    yield Line("cold: CPU a call", median(ratios), "x", 1.15, note=f"µs: {told}")


def _rate(scratch: Path) -> Line:
    """First request to last reply, as the judge sees it."""
    rates = []
    with mock_judge(LATENCY) as url:
        for _ in range(2):
            repository = _repository(scratch, WIDE, url)
            _stats(url)
            measuring.rubrickit("score", "--quiet", cwd=repository)
            stats = _stats(url)
            rates.append(stats["calls"] / stats["seconds"])
            rmtree(repository)
    ideal = IN_FLIGHT / LATENCY
    share = 100 * median(rates) / ideal
    note = f"{median(rates):.0f} of {ideal:.0f} calls a second"
    return Line("cold: rate at 200 ms, 64 in flight", share, "%", 95, True, note)


def _repository(scratch: Path, size: Size, url: str) -> Path:
    sized = Size(size.questions, size.responses, size.passes, url)
    return repositories.make(scratch / "cold", sized, graded=False)


def _graded(url: str, way: str, repository: Path) -> float:
    """CPU in µs a call."""
    _stats(url)
    spent = measuring.run("-m", "bench.cold", url, way, repository)
    calls = _stats(url)["calls"]
    expected = SMALL.questions * SMALL.responses * 10
    if calls != expected:
        sys.exit(f"{way}: {calls} calls where {expected} were expected")
    for name in ("scores", ".git/rubrickit"):
        rmtree(repository / name, ignore_errors=True)
    return 1e6 * float(spent.output) / calls


@contextmanager
def mock_judge(latency: float) -> Iterator[str]:
    """Its URL; it ends with the block."""
    server = subprocess.Popen(
        [sys.executable, "-m", "bench.mock_judge", str(latency)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=measuring.environment(),
    )
    try:
        yield server.stdout.readline().strip() if server.stdout else ""
    finally:
        server.communicate("")


def _stats(url: str) -> dict[str, float]:
    with urllib.request.urlopen(f"{url}/stats") as response:
        return dict(json.load(response))


def _by_rubrickit(url: str, folder: Path) -> float:  # noqa: ARG001
    """All of `score`: reading, planning, asking, recording, scoring."""
    from rubrickit.cli import session
    from rubrickit.cli.main import collect_rarely
    from rubrickit.cli.options import Place
    from rubrickit.edges import judge_openai, repository  # noqa: F401
    from rubrickit.flows import scoring

    collect_rarely()
    started = process_time()
    with session.at(Place(folder, quiet=True), None) as (world, version):
        scoring.score(world, version)
    return process_time() - started


def _messages(repository: Path) -> Messages:
    """The very texts that rubrickit sends."""
    from rubrickit.cli import session
    from rubrickit.cli.options import Place
    from rubrickit.core.judging import prompts
    from rubrickit.flows import grading
    from rubrickit.flows.scoring import graded_at

    with session.at(Place(repository, quiet=True), None) as (world, version):
        graded, _ = graded_at(world, version)
        return [prompts.messages(t) for t in grading.plan(world, graded).tasks()]


def _asked(messages: list[dict[str, str]]) -> dict[str, Any]:
    return {"model": "bench", "messages": messages, **_PARAMETERS}


def _verdict(content: str | None) -> bool:
    return bool(json.loads(content or "")["met"])


def _on_threads(messages: Messages, client: Any, call: Callable[..., bool]) -> float:
    """`client` makes one a thread, or gives all threads the same."""
    waiting = iter(messages)
    lock = threading.Lock()

    def work() -> None:
        own = client()
        while True:
            with lock:
                one = next(waiting, None)
            if one is None:
                return
            call(own, one)

    threads = [threading.Thread(target=work) for _ in range(IN_FLIGHT)]
    started = process_time()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return process_time() - started


def _create(client: Any, messages: list[dict[str, str]]) -> bool:
    reply = client.chat.completions.create(**_asked(messages))
    return _verdict(reply.choices[0].message.content)


def _create_raw(client: Any, messages: list[dict[str, str]]) -> bool:
    reply = client.chat.completions.with_raw_response.create(**_asked(messages))
    return _verdict(json.loads(reply.content)["choices"][0]["message"]["content"])


def _new_client(url: str) -> Any:
    import openai

    return openai.OpenAI(base_url=url, api_key="none", max_retries=0)


def _threads(url: str, repository: Path) -> float:
    client = _new_client(url)
    return _on_threads(_messages(repository), lambda: client, _create)


def _threads_apart(url: str, repository: Path) -> float:
    return _on_threads(_messages(repository), lambda: _new_client(url), _create)


def _raw(url: str, repository: Path) -> float:
    client = _new_client(url)
    return _on_threads(_messages(repository), lambda: client, _create_raw)


def _raw_apart(url: str, repository: Path) -> float:
    return _on_threads(_messages(repository), lambda: _new_client(url), _create_raw)


def _posted(url: str, repository: Path) -> float:
    """As bare as the client goes: no models of its own, one TLS context for all."""
    import httpx2
    import openai

    tls = SSLContext(PROTOCOL_TLS_CLIENT)

    def client() -> Any:
        http = openai.DefaultHttpxClient(verify=tls)
        return openai.OpenAI(
            base_url=url, api_key="none", max_retries=0, http_client=http
        )

    def post(own: Any, messages: list[dict[str, str]]) -> bool:
        reply = own.post(
            "/chat/completions", cast_to=httpx2.Response, body=_asked(messages)
        )
        return _verdict(json.loads(reply.content)["choices"][0]["message"]["content"])

    return _on_threads(_messages(repository), client, post)


def _async(url: str, repository: Path) -> float:
    return asyncio.run(_in_a_loop(url, _messages(repository)))


def _aiohttp(url: str, repository: Path) -> float:
    import openai

    http = openai.DefaultAioHttpClient
    return asyncio.run(_in_a_loop(url, _messages(repository), http))


async def _in_a_loop(url: str, messages: Messages, http: Any = None) -> float:
    import openai

    own = {"http_client": http()} if http else {}
    waiting = iter(messages)
    async with openai.AsyncOpenAI(
        base_url=url, api_key="none", max_retries=0, **own
    ) as client:

        async def work() -> None:
            for one in waiting:
                completions = client.chat.completions.with_raw_response
                reply = await completions.create(**_asked(one))
                content = json.loads(reply.content)["choices"][0]["message"]["content"]
                _verdict(content)

        started = process_time()
        await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
        return process_time() - started


CLIENTS: dict[str, Callable[[str, Path], float]] = {
    "threads": _threads,
    "threads, a client each": _threads_apart,
    "threads, raw": _raw,
    "threads, raw, a client each": _raw_apart,
    "threads, bare post": _posted,
    "async, raw": _async,
    "aiohttp": _aiohttp,
}

if __name__ == "__main__":
    address, chosen, place = sys.argv[1:]
    ways = {**CLIENTS, "rubrickit": _by_rubrickit}
    print(ways[chosen](address, Path(place)))
