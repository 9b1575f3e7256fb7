"""Which outputs are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text import identical, near_identical


@pytest.mark.parametrize(
    ("a", "b"),
    [("same", "same"), ("same", "same\n"), ("same\r\n", "same"), ("café", "cafe\u0301"), ("", "")],
)
def test_composition_and_a_final_line_break_make_no_difference(a, b):
    """Bytes may differ where no reader sees a difference."""
    assert identical(a, b)
    assert not near_identical(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("He said “yes”.", 'He said "yes".'),
        ("l’avion", "l'avion"),
        ("«\u00a0oui\u00a0»", '"oui"'),
        ("10\u202f000 euros", "10 000 euros"),
        ("zero\u200bwidth", "zerowidth"),
        ("two  spaces ", "two spaces"),
        ("``quoted''", '"quoted"'),
    ],
)
def test_quotes_apostrophes_and_spacing_make_outputs_near_identical(a, b):
    """Typography alone is reported, and may be left out."""
    assert not identical(a, b)
    assert near_identical(a, b)
    assert near_identical(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("its", "it's"),
        ("Yes", "yes"),
        ("yes.", "yes!"),
        ("ja", "nein"),
        ("", "text"),
        ("a-b", "a–b"),
    ],
)
def test_other_differences_are_differences(a, b):
    """A missing apostrophe, letter case, dashes and punctuation are asked about."""
    assert not identical(a, b)
    assert not near_identical(a, b)


@given(st.text())
def test_a_text_is_identical_with_itself(text):
    """Nothing is ever near-identical with itself."""
    assert identical(text, text)
    assert not near_identical(text, text)


@given(st.text(), st.text())
def test_likeness_is_mutual(a, b):
    """The order of the systems does not matter."""
    assert identical(a, b) == identical(b, a)
    assert near_identical(a, b) == near_identical(b, a)
