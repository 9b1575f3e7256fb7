"""Renderings of words, their order, and how they are put together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.text.renderings import RenderedWord, Translation, collect, jumps, render


def at(*places):
    """Return a word rendered at these places."""
    return RenderedWord("x", tuple(places), 1)


def translation(segment, translator, words, texts, **further):
    """Return a translation word for word."""
    rendered = tuple(
        RenderedWord(text, (place,), 1) if text else RenderedWord()
        for place, text in enumerate(texts)
    )
    return Translation(segment, translator, tuple(words), rendered, jumps(rendered), **further)


def test_renderings_follow_links():
    """A word may have several target words, share them, or have none."""
    found = render(4, ["bewahren", "Sie", "Ihre", "Karte", "auf"],
                   frozenset({(0, 0), (0, 4), (1, 2), (2, 3), (3, 3)}))  # fmt: skip
    assert [word.text for word in found] == ["bewahren_auf", "Ihre", "Karte", "Karte"]
    assert [word.together for word in found] == [1, 1, 2, 2]
    assert [word.targets for word in found] == [(0, 4), (2,), (3,), (3,)]
    assert render(1, [], frozenset()) == (RenderedWord(),)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([at(0), at(1), at(2)], (1, 1, 1)),
        ([at(1), at(0)], (2, -1)),
        ([at(0), RenderedWord(), at(1)], (1, 0, 1)),
        ([at(0), at(1, 2), at(1, 2), at(3)], (1, 2, 2, 2)),
        ([at(5), at(0, 7), at(6)], (6, -5, 6)),
        ([at(0, 2), at(1)], (3, 1)),
    ],
)
def test_jumps_by_hand(words, expected):
    """On to the next word is 1; of two distances the larger counts, a group counts once."""
    assert jumps(words) == expected


@given(st.permutations(range(6)))
def test_jumps_of_single_words_lead_to_where_they_are(order):
    """Added up, the jumps of one-to-one words give the place of the last."""
    assert sum(jumps([at(place) for place in order])) == order[-1] + 1


def test_translations_are_put_together():
    """Rows know their word, translator and rendering; missing measures are not zero."""
    found = collect(
        [
            translation("s1", "a", ["the", "house"], ["das", "Haus"], efforts={"seconds": 3.0}),
            translation("s2", "a", ["yes"], ["ja"], measures={"pause": [0.5]}),
            translation("s1", "b", ["the", "house"], ["das", ""]),
        ]
    )
    assert found.words == ("the", "house", "yes")
    assert found.segment.tolist() == [0, 0, 1]
    assert found.position.tolist() == [0, 1, 0]
    assert found.word.tolist() == [0, 1, 2, 0, 1]
    assert [found.texts[code] for code in found.rendering] == ["das", "Haus", "ja", "das", ""]
    assert found.rendering[-1] == 0
    np.testing.assert_array_equal(found.measures["pause"], [np.nan, np.nan, 0.5, np.nan, np.nan])
    np.testing.assert_array_equal(found.efforts.measures["seconds"], [3.0, np.nan, np.nan])


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (("s1", "b", ["other"], ["x"]), "the source of segment 's1' has other words here"),
        (("s1", "a", ["the"], ["x"]), "'a' has already given a translation of segment 's1'"),
    ],
)
def test_what_does_not_fit_together_is_told_with_its_place(second, told):
    """Another source, or the same person twice, names file and line."""
    with pytest.raises(BadInput, match=told) as caught:
        collect(
            [translation("s1", "a", ["the"], ["das"]), translation(*second, where="edits.csv:3")]
        )
    assert str(caught.value).startswith("edits.csv:3: ")
