"""A judge that costs next to nothing: answers, counts, and waits if told to.

    python -m bench.mock_judge LATENCY_SECONDS

prints its base URL and serves until its standard input is closed. `GET /stats` says how
many calls came since the last look, and in how many seconds, first to last.
"""

import asyncio
import json
import sys
import zlib
from time import perf_counter

_HEAD_END = b"\r\n\r\n"


def _reply(status: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _completion(met: bool) -> bytes:
    verdict = json.dumps({"met": met, "evidence": "", "reason": "as counted"})
    message = {"role": "assistant", "content": verdict}
    document = {
        "id": "chatcmpl-bench",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "bench",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 300, "completion_tokens": 20, "total_tokens": 320},
    }
    return _reply("200 OK", json.dumps(document).encode())


_MET, _NOT_MET = _completion(True), _completion(False)


class Counts:
    def __init__(self) -> None:
        self.calls = 0
        self.first = self.last = 0.0

    def take(self) -> bytes:
        stats = {"calls": self.calls, "seconds": self.last - self.first}
        self.__init__()  # type: ignore[misc]
        return _reply("200 OK", json.dumps(stats).encode())


class Connection(asyncio.Protocol):
    def __init__(self, counts: Counts, latency: float) -> None:
        self._counts, self._latency, self._buffer = counts, latency, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (end := self._buffer.find(_HEAD_END)) >= 0:
            head = self._buffer[:end].lower()
            _, found, rest = head.partition(b"content-length:")
            stop = end + 4 + (int(rest.split(b"\r\n")[0]) if found else 0)
            if len(self._buffer) < stop:
                return
            body = self._buffer[end + 4 : stop]
            self._buffer = self._buffer[stop:]
            self._answer(head, body)

    def _answer(self, head: bytes, body: bytes) -> None:
        counts = self._counts
        if head.startswith(b"get"):
            self._send(counts.take())
            return
        counts.calls += 1
        counts.first = counts.first or perf_counter()
        reply = _MET if zlib.crc32(body) % 10 < 7 else _NOT_MET
        if self._latency:
            loop = asyncio.get_running_loop()
            loop.call_later(self._latency, self._finish, reply)
        else:
            self._finish(reply)

    def _finish(self, reply: bytes) -> None:
        self._counts.last = perf_counter()
        self._send(reply)

    def _send(self, reply: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(reply)  # type: ignore[attr-defined]


async def serve(latency: float) -> None:
    counts = Counts()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Connection(counts, latency), "127.0.0.1", 0, backlog=1024
    )
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}/v1", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
