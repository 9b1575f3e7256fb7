"""A server that is killed: nothing acknowledged is lost, nothing is stored twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter

from tertium.store import Store

# Submits without end, from ten annotators at a time, and says so after each receipt.
CHILD = """
import asyncio, sys
from datetime import UTC, datetime
from tertium.model import Judgement
from tertium.store import Store

async def annotator(store, name):
    for assignment in store.assignments.of("news", name):
        id = f"j-{assignment.id}"
        await store.judgements.submit(
            Judgement(id, "news", assignment.id, name, {"better": "left"}, datetime.now(UTC)),
            received_at=datetime.now(UTC),
        )
        sys.stdout.write(f"{id}\\n")
        sys.stdout.flush()

async def main():
    store = Store.open(sys.argv[1])
    await asyncio.gather(*(annotator(store, f"ann-{n}") for n in range(1, 11)))

asyncio.run(main())
"""


def test_a_killed_process_loses_and_repeats_nothing(database, make, at, tmp_path):
    """Killed three times in a stream of submissions, it keeps all it acknowledged, once."""
    made = make(annotators=10, segments=400)
    with Store.open(database) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
    acknowledged: set[str] = set()
    for round_ in range(3):
        heard = tmp_path / f"heard-{round_}"
        with heard.open("w") as out:
            child = subprocess.Popen([sys.executable, "-c", CHILD, database], stdout=out)
            until = time.monotonic() + 30
            while heard.stat().st_size < 500 * (round_ + 1) and time.monotonic() < until:
                time.sleep(0.005)
            os.kill(child.pid, signal.SIGKILL)
            assert child.wait() == -signal.SIGKILL
        lines = heard.read_text().splitlines(keepends=True)
        told = {line.strip() for line in lines if line.endswith("\n")}
        assert told
        acknowledged |= told
        with Store.open(database) as store:  # by itself, without repair
            stored = Counter(s.judgement.id for s in store.judgements.all("news"))
            assert acknowledged <= set(stored)
            assert set(stored.values()) == {1}
            assert len(store.table("news")) == len(stored)
