"""A small round of the study in which the real server is killed."""

from studies import kill
from studies._serving import prepare


def test_a_killed_server_loses_and_doubles_nothing(database, tmp_path, monkeypatch):
    """Killed twice under twenty clients, `tertium serve` starts again and has everything once."""
    monkeypatch.setattr(kill, "WORK", 0.5)
    address = database if "://" in database else ""
    folder = prepare(tmp_path / "kill", annotators=20, database=address, segments=60)
    outcome = kill.study(folder, rounds=2, clients=20)
    assert outcome.holds, outcome
    assert outcome.kills == 2
    assert outcome.acknowledged == outcome.stored > 20
