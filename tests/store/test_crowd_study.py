"""A small round of the study in which a crowd comes through HTTP."""

from studies import crowd


def test_a_crowd_gives_every_item_its_number(database, tmp_path):
    """Forty people, a kill and a jump of the clock: exactly three judgements of each item."""
    address = database if "://" in database else ""
    folder = crowd.opened(tmp_path / "crowd", items=40, judges=3, hit=8, database=address)
    outcome = crowd.study(folder, people=40, judges=3, servers=2 if address else 1)
    assert outcome.holds, outcome
    assert outcome.kills == 1
    assert outcome.leases_ended > 0
    assert outcome.judgements - outcome.surplus >= 120
