"""What texts say by themselves: words, length, likeness."""

from tertium.text.cells import FORMULA, guarded
from tertium.text.likeness import identical, near_identical
from tertium.text.words import (
    WORD_RULE,
    characters_per_word,
    count_words,
    length_bounds,
    within_bounds,
    word_spans,
    words,
)

__all__ = [
    "FORMULA",
    "WORD_RULE",
    "characters_per_word",
    "count_words",
    "guarded",
    "identical",
    "length_bounds",
    "near_identical",
    "within_bounds",
    "word_spans",
    "words",
]
