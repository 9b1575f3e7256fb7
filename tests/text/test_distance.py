"""Edit distance is what the textbook says, for characters and for tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.distance import edit_distance, edits_by_type

texts = st.text(alphabet="abcé我👍\u0301 ", max_size=12)
sequences = st.one_of(
    st.tuples(texts, texts),
    st.tuples(st.lists(st.sampled_from(["a", "aa", "b", "我"]), max_size=10),
              st.lists(st.sampled_from(["a", "aa", "b", "我"]), max_size=10)),
)  # fmt: skip


def textbook(a, b):
    """Fill the whole table, as Wagner and Fischer did."""
    table = [[i + j for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            table[i][j] = min(
                table[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                table[i - 1][j] + 1,
                table[i][j - 1] + 1,
            )
    return table[-1][-1]


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("kitten", "sitting", 3), ("Saturday", "Sunday", 3), ("intention", "execution", 5),
     ("", "", 0), ("", "abc", 3), ("我喜欢苹果。", "我爱苹果。", 2), ("שלום", "שלוט", 1)],
)  # fmt: skip
def test_known_distances(a, b, distance):
    """Examples of textbooks (Jurafsky and Martin: intention, execution)."""
    assert edit_distance(a, b) == distance


@given(sequences)
def test_the_distance_is_the_textbook_one(pair):
    """For characters and for tokens, empty ones too."""
    a, b = pair
    assert edit_distance(a, b) == textbook(a, b) == edit_distance(b, a)


@given(sequences)
def test_the_types_add_up(pair):
    """To the distance, to what was there and to what is there now."""
    a, b = pair
    edits = edits_by_type(a, b)
    assert edits.distance == textbook(a, b)
    assert edits.kept + edits.deleted + edits.substituted == len(a)
    assert edits.kept + edits.inserted + edits.substituted == len(b)


def test_tokens_are_not_glued():
    """Two tokens `a` are not one token `aa`."""
    assert edit_distance(["a", "a"], ["aa"]) == 2
