"""A cheap load client: many keep-alive connections that post JSON as fast as they are answered.

It runs in a process of its own, so that the server has its core to itself:
`python -m bench._load < work.json` reads several loads, posts them one after the
other and prints what happened. The HTTP it speaks is the little that is needed.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Post:
    """One request: where it goes and its JSON body."""

    path: str
    body: bytes


@dataclass(slots=True)
class Client(asyncio.Protocol):
    """One connection that posts its requests one after another."""

    posts: Sequence[Post]
    finished: "asyncio.Future[None]"
    latencies: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    _transport: asyncio.Transport = field(init=False)
    _buffer: bytes = b""
    _sent_at: float = 0.0
    _next: int = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be ready to begin."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one by behaviour only

    def begin(self) -> None:
        """Send the first request."""
        self._send()

    def data_received(self, data: bytes) -> None:
        """Note the answer when it is complete, and go on."""
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found or len(rest) < _length(head):
            return
        self.latencies.append(time.perf_counter() - self._sent_at)
        if not head.startswith(b"HTTP/1.1 200") or b'"refused":[]' not in rest:
            self.refused.append((head.split(b"\r\n")[0] + b" " + rest[:200]).decode())
        self._buffer = b""
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:
        """Say that the server went away."""
        if not self.finished.done():
            self.finished.set_exception(exc or ConnectionError("the server closed the connection"))

    def _send(self) -> None:
        if self._next == len(self.posts):
            self.finished.set_result(None)
            self._transport.close()
            return
        post = self.posts[self._next]
        self._next += 1
        self._sent_at = time.perf_counter()
        self._transport.write(
            f"POST {post.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            f"content-length: {len(post.body)}\r\n\r\n".encode()
            + post.body
        )


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0


async def post_all(port: int, work: Sequence[Sequence[Post]]) -> dict[str, Any]:
    """Post everything, one connection per list; return rate and latencies in seconds."""
    loop = asyncio.get_running_loop()
    clients = [Client(posts, loop.create_future()) for posts in work]
    for client in clients:
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)
    started = time.perf_counter()
    for client in clients:
        client.begin()
    await asyncio.gather(*(client.finished for client in clients))
    seconds = time.perf_counter() - started
    latencies = sorted(latency for client in clients for latency in client.latencies)
    return {
        "requests": len(latencies),
        "rate": len(latencies) / seconds,
        "p50": latencies[len(latencies) // 2],
        "p95": latencies[int(len(latencies) * 0.95)],
        "refused": [each for client in clients for each in client.refused][:5],
    }


async def post_loads(loads: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Post several loads, one after the other."""
    return [
        await post_all(
            load["port"],
            [[Post(path, body.encode()) for path, body in posts] for posts in load["work"]],
        )
        for load in loads
    ]


def main() -> None:
    """Read `[{"port": …, "work": [[[path, body], …], …]}, …]` and print a result for each."""
    import uvloop

    print(json.dumps(uvloop.run(post_loads(json.load(sys.stdin)))))


if __name__ == "__main__":
    main()
