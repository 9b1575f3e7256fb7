"""Chunks by rule, and chunks that people made."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.text.chunks import Chunk, check_chunks, chunk_text

OFTEN = settings(settings.get_profile("often"))

SCRIPTS = st.text(st.one_of(
    st.sampled_from("the cat of,. ()„“ and \n"), st.sampled_from("的小屋，。空置"),
    st.sampled_from("قديم، إلى ؟"), st.sampled_from("é👩‍👧\u0301\u200b๏ผู้"),
    st.characters(exclude_categories=["Cs"]),
), max_size=60)  # fmt: skip


@OFTEN
@given(SCRIPTS, st.sampled_from(["en", "de", "zh", "xx", ""]))
def test_chunks_hold_everything_but_blanks_once(text, language):
    """Whatever the script: no overlap, no word left out, no character cut."""
    chunks = chunk_text(text, language)
    check_chunks(text, chunks)
    inside = {at for chunk in chunks for start, end in chunk.ranges for at in range(start, end)}
    assert all(at in inside or sign.isspace() for at, sign in enumerate(text))
    assert [chunk.name for chunk in chunks] == [str(n + 1) for n in range(len(chunks))]


@pytest.mark.parametrize(
    ("text", "language", "chunks"),
    [
        ("The cat sat on the mat.", "en", ["The cat sat", "on the mat."]),
        ("Er hat, so sagt man, (fast) nichts.", "de", ["Er hat,", "so sagt man,", "(fast)",
                                                       "nichts."]),
        ("one two three four five six seven", "xx", None),
        ("空置了近十年，上个月", "zh", ["空置了近", "十年，", "上个月"]),
        (", \u200d小屋", "zh", [",", " \u200d小屋"]),  # a joiner ties the first sign to the blank
        ("", "en", []),
    ],
)  # fmt: skip
def test_chunks_by_rule(text, language, chunks):
    """Punctuation, function words, five words at most; characters where there are no spaces."""
    found = [chunk.text(text) for chunk in chunk_text(text, language)]
    if chunks is None:
        assert all(len(one.split()) <= 5 for one in found)
    else:
        assert found == chunks


def test_a_chunk_may_stand_in_two_places():
    """German verbs do; the text between is not part of it."""
    text = "Er rief sie gestern an."
    verb, rest = Chunk("1", ((0, 7), (20, 23))), Chunk("2", ((8, 19),))
    check_chunks(text, (verb, rest))
    assert verb.text(text) == "Er rief … an."


@pytest.mark.parametrize(
    ("ranges", "told"),
    [
        ([(0, 3), (2, 7)], "overlaps"),
        ([(0, 3), (4, 99)], "is not in the text"),
        ([(0, 3)], "'two' is in no chunk"),
        ([(3, 3)], "is not in the text"),
    ],
)
def test_chunks_that_do_not_fit_are_refused(ranges, told):
    """Overlaps, places outside, words left out."""
    chunks = tuple(Chunk(str(at), (one,)) for at, one in enumerate(ranges))
    with pytest.raises(BadInput, match=told):
        check_chunks("one two", chunks)


def test_a_character_is_not_cut():
    """A letter with its accent is one."""
    with pytest.raises(BadInput, match="cuts a character"):
        check_chunks("e\u0301", (Chunk("1", ((0, 1),)), Chunk("2", ((1, 2),))))
