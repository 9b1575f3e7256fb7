"""What changed between two versions of a text, for readers."""

from hypothesis import given
from hypothesis import strategies as st

from tertium.text.changes import Piece, changes
from tertium.text.ter import ter

WORDS = st.lists(st.sampled_from(("a", "b", "c", "d", "the", "cat", "sat", "on")), max_size=12)


@given(before=WORDS, after=WORDS)
def test_pieces_are_the_texts_and_add_up_to_ter(before, after):
    """Nothing is lost or made up, and moves and words in and out cost what TER counts."""
    found = changes(" ".join(before), " ".join(after))
    assert " ".join(piece.text for piece in found.before) == " ".join(before)
    assert " ".join(piece.text for piece in found.after) == " ".join(after)
    kept = [
        sorted(word for one in side if one.kind in ("kept", "moved") for word in one.text.split())
        for side in (found.before, found.after)
    ]
    assert kept[0] == kept[1]
    out, put = (
        sum(len(piece.text.split()) for piece in side if piece.kind == kind)
        for side, kind in ((found.before, "out"), (found.after, "in"))
    )
    told = ter(" ".join(before), " ".join(after), case_sensitive=True)
    edits, shifts = told.edits, len(told.operations.shifts)
    assert max(out, put) + shifts <= edits <= out + put + shifts
    assert found.moves <= shifts
    assert (edits == 0) == (before == after)


@given(before=WORDS, after=WORDS)
def test_a_move_has_one_number_in_both_texts(before, after):
    found = changes(" ".join(before), " ".join(after))
    moved = [
        {
            move: sorted(w for p in side if p.move == move for w in p.text.split())
            for move in {p.move for p in side if p.move}
        }
        for side in (found.before, found.after)
    ]
    assert moved[0] == moved[1]


def test_moves_case_and_scripts_without_spaces():
    found = changes("on the mat the cat sat", "the cat sat on the mat")
    assert found.after == (Piece("kept", "the cat sat"), Piece("moved", "on the mat", 1))
    assert [piece.kind for piece in changes("Der hund", "Der Hund").after] == ["kept", "in"]
    chinese = changes("我喜欢苹果。", "我爱苹果。", "zh")
    assert [piece.text for piece in chinese.before if piece.kind == "out"] == ["喜欢"]
    assert changes("", "").after == ()
