"""Texts cut where marks begin and end."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.text.pieces import cut_at

OFTEN = settings(settings.get_profile("often"))

texts = st.text(max_size=30)


@st.composite
def marked(draw):
    """Draw a text with marks in it, some of them points."""
    text = draw(texts)
    place = st.integers(0, len(text))
    marks = draw(
        st.lists(st.tuples(place, place).map(lambda pair: tuple(sorted(pair))), max_size=6)
    )
    return text, marks


@OFTEN
@given(marked())
def test_pieces_are_the_text_and_each_mark_covers_what_it_marks(case):
    """Put together they are the text; the pieces of a mark are its passage; it ends once."""
    text, marks = case
    pieces = cut_at(text, marks)
    assert "".join(piece.text for piece in pieces) == text
    for at, (start, end) in enumerate(marks):
        assert "".join(piece.text for piece in pieces if at in piece.on) == text[start:end]
        assert sum(at in piece.ends for piece in pieces) == 1


def test_a_point_in_an_empty_text_is_a_piece():
    """Nothing was translated, and that is marked."""
    (piece,) = cut_at("", [(0, 0)])
    assert (piece.text, piece.on, piece.ends) == ("", (0,), (0,))
