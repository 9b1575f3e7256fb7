"""Units that stay whole when a text is cut into chunks."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.text.chunk_units import owners_of, units_of
from tertium.text.chunks import Chunk, check_chunks, chunk_text
from tertium.text.spans import cuts_character
from tests.text.test_chunks import SCRIPTS

OFTEN = settings(settings.get_profile("often"))


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Er sagt: „Nein“ – oder?", ["Er", "sagt:", "„Nein“", "–", "oder?"]),
        ("Katze/Hund (alt) l’homme, 3,5%", ["Katze/", "Hund", "(alt)", "l’homme,", "3,5%"]),
        ("قال: «لا»، ثم ذهب.", ["قال:", "«لا»،", "ثم", "ذهب."]),
        ("空置「好」iPhone了。", ["空", "置", "「好」", "iPhone", "了。"]),
        ("好👩‍👧👍🏽。了, ok👍!", ["好", "👩‍👧", "👍🏽。", "了,", "ok", "👍!"]),
        ("ผู้ชาย", ["ผู้", "ช", "า", "ย"]),
        ("Die 👩‍👧 e\u0301a", ["Die", "👩‍👧", "e\u0301a"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("  ", []),
        ("", []),
    ],
)
def test_units_are_words_with_their_signs(text, units):
    """Opening signs belong to the next word, others to the last; in Chinese, characters."""
    assert [text[start:end] for start, end in units_of(text)] == units


@OFTEN
@given(SCRIPTS, st.data())
def test_whatever_is_made_of_units_is_a_sound_chunking(text, data):
    """Every word is in one unit, no character is cut, and so it is with any chunks of units."""
    units = units_of(text)
    assert all(before <= start for (_, before), (start, _) in pairwise(units))
    assert not any(cuts_character(text, place) for unit in units for place in unit)
    owners = data.draw(st.lists(st.integers(0, 4), min_size=len(units), max_size=len(units)))
    chunks = tuple(
        Chunk(str(one), tuple(unit for unit, owner in zip(units, owners, strict=True)
                              if owner == one))
        for one in dict.fromkeys(owners)
    )  # fmt: skip
    check_chunks(text, chunks)
    numbers = {one: at for at, one in enumerate(dict.fromkeys(owners))}
    assert owners_of(units, chunks) == tuple(numbers[one] for one in owners)


@OFTEN
@given(SCRIPTS, st.sampled_from(["en", "de", "zh", ""]))
def test_no_chunk_begins_or_ends_within_a_unit(text, language):
    """The rule may cut where nobody would look for it; then that is a place too."""
    chunks = chunk_text(text, language)
    units = units_of(text, chunks)
    for start, end in (one for chunk in chunks for one in chunk.ranges):
        assert not any(first < place < last for first, last in units for place in (start, end))
    # Every chunk is made of units.
    assert len(set(owners_of(units, chunks))) == len(chunks)


def test_a_cut_within_a_word_is_kept_and_a_sign_in_no_chunk_goes_with_the_last():
    """A file may cut compounds, and leave out what is no word."""
    text = "– Dampfschiff – ahoi"
    chunks = (Chunk("a", ((2, 7),)), Chunk("b", ((7, 13), (16, 20))))
    check_chunks(text, chunks)
    units = units_of(text, chunks)
    assert [text[a:b] for a, b in units] == ["–", "Dampf", "schiff", "–", "ahoi"]
    assert owners_of(units, chunks) == (0, 0, 1, 1, 1)
