"""A judge on loopback: an OpenAI-compatible server that answers, counts and misbehaves.

    python -m support.judge_server [--port N] [--latency SECONDS] [--flips SHARE]

prints its base URL and serves until it is killed; `GET /stats` counts the calls.
"""

import argparse
import asyncio
import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from support.judge_replies import (
    FAULTS,
    HANG,
    RESET,
    Asked,
    Reply,
    completion,
    error,
    parity,
    refusal,
    verdict,
)

__all__ = [
    "FAULTS",
    "HANG",
    "RESET",
    "Asked",
    "JudgeServer",
    "Reply",
    "completion",
    "error",
    "parity",
    "refusal",
    "verdict",
]


@dataclass
class Behaviour:
    """`faults` are shares by name, `flips` the share of other verdicts if asked again.

    `script` comes first, a reply for each request; `refuses` names parameters that are
    answered with 400. What is random depends on the seed and the text alone.
    """

    verdict: Callable[[Asked], bool | Reply] = parity
    script: Iterable[Reply | str] = ()
    faults: Mapping[str, float] = field(default_factory=dict)
    refuses: tuple[str, ...] = ()
    flips: float = 0.0
    latency: float = 0.0
    seed: int = 0


class JudgeServer:
    """A context manager; `url` is what a client needs as its base URL."""

    def __init__(self, *, port: int = 0, **behaviour: Any) -> None:
        self.behaviour = Behaviour(**behaviour)
        self.asked: list[Asked] = []
        self.most_in_flight = 0
        self._script = iter(self.behaviour.script)
        self._times: Counter[tuple[str, str]] = Counter()
        self._in_flight = 0
        self._port = port
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._open: set[asyncio.BaseTransport] = set()

    @property
    def calls(self) -> int:
        return len(self.asked)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _serve(self) -> None:
        loop = self._loop
        server = loop.run_until_complete(
            loop.create_server(
                lambda: _Connection(self), "127.0.0.1", self._port, backlog=1024
            )
        )
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        loop.run_forever()
        loop.run_until_complete(self._hang_up(server))
        loop.close()

    async def _hang_up(self, server: asyncio.Server) -> None:
        """Those too that are being accepted: an open one is warned of much later."""
        server.close()
        while self._open or len(asyncio.all_tasks()) > 1:
            for transport in self._open:
                transport.abort()  # type: ignore[attr-defined]
            await asyncio.sleep(0)
        await server.wait_closed()

    def reply(self, asked: Asked) -> Reply:
        """What this request gets; counts it."""
        self.asked.append(asked)
        scripted = next(self._script, None)
        if scripted is not None:
            return FAULTS[scripted] if isinstance(scripted, str) else scripted
        for name in self.behaviour.refuses:
            if name in asked.body:
                return error(400, f"Unsupported parameter: '{name}'", param=name)
        return self._faulty(asked) or self._judged(asked)

    def _faulty(self, asked: Asked) -> Reply | None:
        if not self.behaviour.faults:
            return None
        times = self._again("fault", asked.user)
        drawn = self._chance("fault", asked.user, times)
        for name, share in self.behaviour.faults.items():
            drawn -= share
            if drawn < 0:
                return FAULTS[name]
        return None

    def _judged(self, asked: Asked) -> Reply:
        met = self.behaviour.verdict(asked)
        if isinstance(met, Reply):
            return met
        if self.behaviour.flips:
            times = self._again("flip", asked.text)
            chance = self._chance("flip", asked.text, times)
            met ^= times > 1 and chance < self.behaviour.flips
        return verdict(met)

    def _again(self, what: str, text: str) -> int:
        self._times[what, text] += 1
        return self._times[what, text]

    def _chance(self, what: str, text: str, times: int) -> float:
        drawn = f"{self.behaviour.seed}/{what}/{times}/{text}"
        hashed = hashlib.sha256(drawn.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(hashed[:4], "big") / 2**32


class _Connection(asyncio.Protocol):
    """HTTP/1.1 as far as a client of ours speaks it."""

    def __init__(self, server: JudgeServer) -> None:
        self._server = server
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport
        self._server._open.add(transport)

    def connection_lost(self, _: Exception | None) -> None:
        self._server._open.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, rest = self._received.partition(b"\r\n\r\n")
        if not end:
            return
        lines = head.decode("latin-1").split("\r\n")
        pairs = (line.partition(":") for line in lines[1:])
        headers = {name.lower(): value.strip() for name, _, value in pairs}
        length = int(headers.get("content-length", 0))
        if len(rest) >= length:
            self._received = rest[length:]
            self._handle(lines[0], headers, rest[:length])

    def _handle(self, line: str, headers: dict[str, str], body: bytes) -> None:
        server = self._server
        if line.startswith("GET"):
            stats = {"calls": server.calls, "most_in_flight": server.most_in_flight}
            return self._send(Reply(body=json.dumps(stats).encode()))
        if not line.split(" ")[1].endswith("/v1/chat/completions"):
            return self._send(error(404, f"no such path: {line}"))
        server._in_flight += 1
        server.most_in_flight = max(server.most_in_flight, server._in_flight)
        reply = server.reply(Asked(json.loads(body), headers))
        delay = server.behaviour.latency
        if delay:
            server._loop.call_later(delay, self._finish, reply)
        else:
            self._finish(reply)
        return None

    def _finish(self, reply: Reply) -> None:
        self._server._in_flight -= 1
        if reply.status == 0:
            self._transport.abort()
        elif reply.status is not None:
            self._send(reply)

    def _send(self, reply: Reply) -> None:
        headers = {
            "Content-Type": "application/json",
            "Content-Length": len(reply.body),
            **reply.headers,
        }
        lines = [f"HTTP/1.1 {reply.status} -"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if not self._transport.is_closing():
            head = "\r\n".join(lines).encode("latin-1")
            body = b"" if reply.drips else reply.body
            self._transport.write(head + b"\r\n\r\n" + body)
            if reply.drips:
                self._drip(reply.body, reply.drips)

    def _drip(self, rest: bytes, seconds: float) -> None:
        if rest and not self._transport.is_closing():
            self._transport.write(rest[:1])
            loop = self._server._loop
            loop.call_later(seconds, self._drip, rest[1:], seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--flips", type=float, default=0.0)
    options = parser.parse_args()
    server = JudgeServer(
        port=options.port, latency=options.latency, flips=options.flips
    )
    with server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
