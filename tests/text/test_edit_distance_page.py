"""The page on edit distance is true, and so are the examples in the modules it describes."""

import doctest
from pathlib import Path

import pytest

from tertium.text import distance, fuzzy
from tertium.text.ter import score

PAGE = Path(__file__).parents[2] / "docs" / "edit-distance.md"


def test_the_page_prints_what_it_says():
    """Every example of the page, in order."""
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("module", [distance, fuzzy, score], ids=lambda module: module.__name__)
def test_the_modules_print_what_they_say(module):
    """Every example in a docstring."""
    result = doctest.testmod(module)
    assert result.attempted
    assert result.failed == 0
