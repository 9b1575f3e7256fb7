"""Do 1,000 segments come through a judge of which one answer in five fails, and at which cost?

A local server of the chat-completions protocol takes 20 ms for an answer. One request in five
fails, drawn by the request's number: 429 with a wait, 500, a reply that breaks off, a stall longer
than the timeout, or prose. Waits are cut to a hundredth, timeouts to half a second. The run is
stopped by its budget half-way and goes on with the same cache, as one does.
"""

import json
import threading
import time
from contextlib import suppress
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from studies import Evidence
from tertium.formats.folder_texts import FolderTexts
from tertium.judges.address_door import AddressDoor
from tertium.judges.asking import Patience
from tertium.judges.budget import Budget, JudgePrices
from tertium.judges.cache import ReplyCache
from tertium.judges.judging import Judging, judge_items
from tertium.judges.prompts import read_prompt
from tertium.judges.questions import items_to_judge
from tertium.model import Segment
from tertium.stats.result import signature

SEGMENTS, FAILING, PARALLEL = 1_000, 0.2, 16
_WORKS, _STALLS, _TIMEOUT = 0.02, 1.0, 0.5  # seconds
_KINDS = ("429", "500", "broken", "stall", "prose")
_PRICES = JudgePrices(tokens_in=0.5, tokens_out=1.5)


class _Judge(BaseHTTPRequestHandler):
    """A server that fails in five ways."""

    random, lock = Random(0), threading.Lock()
    served: dict[str, int] = {}  # noqa: RUF012  # counted over all requests

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.lock:
            fails = self.random.random() < FAILING
            kind = self.random.choice(_KINDS) if fails else "fine"
            self.served[kind] = self.served.get(kind, 0) + 1
        time.sleep(_STALLS if kind == "stall" else _WORKS)
        with suppress(OSError):  # the client has gone
            self._send(kind, body)

    def _send(self, kind: str, body: Any) -> None:
        said = "I would say 80." if kind == "prose" else '{"score": 80}'
        content = json.dumps(
            {
                "model": body["model"],
                "choices": [{"message": {"content": said}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 150, "completion_tokens": 8},
            }
        ).encode()
        if kind in ("429", "500"):
            content = b""
        self.send_response(int(kind) if kind in ("429", "500") else 200)
        self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[:40] if kind == "broken" else content)
        if kind == "broken":
            self.close_connection = True

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def _texts() -> FolderTexts:
    segments = tuple(
        Segment(str(at), f"Quelle {at}", source_language="de", target_language="en")
        for at in range(SEGMENTS)
    )
    outputs = {(one.id, "engine"): f"output {one.id}" for one in segments}
    return FolderTexts(segments, ("engine",), (), outputs, {})


def _asked(address: str, file: Path, budget: Budget) -> tuple[Judging, float]:
    prompt, start = read_prompt("da"), time.perf_counter()
    door = AddressDoor(address, "bench", 0.0, _TIMEOUT)
    with ReplyCache(file) as cache:
        result, _ = judge_items(
            items_to_judge(_texts(), prompt), prompt, door,
            model="bench", temperature=0.0, cache=cache, budget=budget,
            patience=Patience(parallel=PARALLEL, reask=2), today=date(2030, 1, 1),
            sleep=lambda seconds: time.sleep(seconds / 100),
        )  # fmt: skip
    return result, time.perf_counter() - start


def run() -> Evidence:
    """Ask with half of the budget, then go on, then once more, which costs nothing."""
    _Judge.served.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Judge)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that left
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    rows = []
    try:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "replies"
            for name, most in (
                ("half of the budget", SEGMENTS // 2),
                ("on", None),
                ("again", None),
            ):
                result, seconds = _asked(address, file, Budget(_PRICES, most_calls=most))
                rows.append(
                    f"| {name} | {result.answered:,} | {result.unanswered:,} | {result.calls:,} | "
                    f"{result.cached:,} | {result.retries:,} | {result.refused:,} | "
                    f"{result.cost:.5f} | {seconds:.1f} |"
                )
                print(rows[-1])
    finally:
        server.shutdown()
        server.server_close()
    served = ", ".join(f"{kind} {number:,}" for kind, number in sorted(_Judge.served.items()))
    met = result.items == SEGMENTS and result.answered > 0.98 * SEGMENTS and result.calls == 0
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"Prices: {_PRICES.tokens_in} and {_PRICES.tokens_out} for a million tokens.",
            "",
            "| run | answered | unanswered | calls | cached | retries | refused | cost | seconds |",
            "|---|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"What the server did: {served}.",
            "",
            "Wanted: at least 98% answered, and nothing asked twice: "
            f"{'met' if met else '**not met**'}.",
        ]
    )
    return Evidence(
        "A judge that fails one time in five",
        body,
        signature("bench-judges", segments=SEGMENTS, failing=FAILING, parallel=PARALLEL, seed=0),
    )
