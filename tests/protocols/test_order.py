"""The order in which protocols are offered."""

from tertium import protocols


def test_protocols_are_offered_as_one_chooses():
    """The usual ones first; "both, in turn" stands below the two that it means."""
    names = [one.name for one in protocols.in_order()]
    assert names[:4] == ["ab", "tournament", "ranking", "crossover"]
    assert sorted(names) == list(protocols.names())
