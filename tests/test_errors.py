"""An error tells what happened, where, and what to do."""

from tertium.errors import BadInput, NotFound


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
