"""An error tells what happened, where, and what to do."""

from tertium.exceptions import BadInput, NotFound


def test_an_error_reads_as_one_sentence_with_its_remedy():
    """Place, fact, remedy, in this order."""
    error = BadInput("unknown answer 'lef'", where="judgements.csv:3:5", fix="Write 'left'.")
    assert str(error) == "judgements.csv:3:5: unknown answer 'lef'. Write 'left'."


def test_an_unknown_name_suggests_its_neighbour():
    """The nearest known name is offered before the list of all."""
    error = NotFound.among("system", "relaese-7", ["release-7", "release-6"])
    assert error.fix == "Did you mean 'release-7'? Known: release-6, release-7."


def test_an_unknown_name_among_none_says_so():
    """An empty list is said, not shown as nothing."""
    assert NotFound.among("campaign", "x", []).fix == "Known: none yet."


def test_the_remedy_stays_short_whatever_is_known():
    """Ten thousand segments, or a name of a megabyte, still make one readable sentence."""
    error = NotFound.among("segment", "x" * 1_000_000, [f"s{k:05d}" for k in range(20_000)])
    assert len(str(error)) < 1_000
    assert error.fix.endswith(" and 19,950 more.")
