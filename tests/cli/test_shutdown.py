"""A small round of the study in which the real server is told to stop."""

import asyncio
import signal

import pytest

from studies import shutdown
from studies._serving import Server, prepare


def test_a_server_stops_when_it_is_told_to_and_keeps_everything(tmp_path):
    """SIGTERM and Ctrl+C, with live pages, annotators and clients that hold on."""
    folder = prepare(tmp_path / "stop", annotators=5, segments=60)
    outcome = shutdown.study(folder, runs=2, annotators=5, pages=5, most=1.0)
    assert outcome.stops, outcome
    assert outcome.holds, outcome
    assert set(outcome.seconds) == {signal.SIGTERM.name, signal.SIGINT.name}
    assert outcome.acknowledged == outcome.stored > 10


@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
def test_a_second_ctrl_c_stops_at_once(loop, tmp_path, monkeypatch):
    """A client that sends half a request is waited for, but not by somebody in a hurry."""
    if loop == "asyncio":  # as in a plain installation
        (tmp_path / "uvloop.py").write_text("raise ImportError", encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def story():
        server = Server(prepare(tmp_path / "stop", annotators=1, segments=10))
        await server.start()
        try:
            await server.answers()
            async with shutdown.holding_on(server.port):
                _, status = await server.stop(signal.SIGINT, within=1)
                assert status is None
                seconds, status = await server.stop(signal.SIGINT, within=1)
                assert (seconds < 1, status) == (True, 130)
        finally:
            await server.kill()

    asyncio.run(story())
