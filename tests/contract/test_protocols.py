"""Every installed protocol keeps the contract."""

import pytest

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.testing import check_protocol


@pytest.mark.parametrize("name", protocols.names())
def test_protocol_keeps_the_contract(name):
    """Every installed protocol reads its own answers and refuses what it did not ask."""
    check_protocol(protocols.get(name))


def test_an_unknown_protocol_is_refused_with_the_nearest_name():
    """A mistyped protocol names its neighbour."""
    with pytest.raises(NotFound, match="Did you mean 'ab'"):
        protocols.get("abb")


def test_another_version_of_a_protocol_is_refused():
    """A campaign made for another version does not run silently."""
    with pytest.raises(BadInput, match="has version 1, not 9"):
        protocols.get("ab@9")
