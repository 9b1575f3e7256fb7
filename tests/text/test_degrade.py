"""Degraded copies are worse than their original, and never the original."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text import characters_per_word, count_words, identical, words
from tertium.text.degrade import degrade, run_length

# Every kind of sign that a text may begin, end or be filled with.
SIGNS = "aAéß1 -'.…👍🏽\u200d👩❤️\u0301\u093f我喜กิעب_\n\t"
texts = st.one_of(st.text(alphabet=SIGNS, max_size=30), st.text(max_size=20))
sentences = st.lists(
    st.text(alphabet="abcdefghij", min_size=1, max_size=3), min_size=1, max_size=60
)
seeds = st.integers(0, 2**32)


def draw(seed):
    return np.random.default_rng(seed)


@pytest.mark.parametrize(
    ("length", "replaced"),
    [(0, 0), (1, 1), (2, 2), (5, 2), (6, 3), (8, 3), (9, 4), (15, 4), (16, 5), (20, 5), (21, 5),
     (23, 5), (24, 6), (27, 6), (28, 7), (100, 25)],
)  # fmt: skip
def test_the_run_grows_with_the_text(length, replaced):
    """As in the paper; Appraise stops at six words."""
    assert run_length(length) == replaced
    assert run_length(length, "appraise") == (6 if length > 20 else replaced)


@given(texts, st.lists(texts, max_size=6), seeds)
def test_a_copy_is_neither_empty_nor_the_original(text, donors, seed):
    """Whatever the signs; what cannot be degraded gives None."""
    copy = degrade(text, donors, draw(seed))
    if copy is not None:
        assert copy.strip()
        assert not identical(copy, text)
        assert copy.casefold() != unicodedata.normalize("NFC", text).casefold()


@given(texts, st.lists(texts, max_size=6), seeds)
def test_the_same_chance_gives_the_same_copy(text, donors, seed):
    """A plan can be drawn again."""
    assert degrade(text, donors, draw(seed)) == degrade(text, donors, draw(seed))


@given(
    sentences,
    st.lists(sentences, min_size=1, max_size=6),
    seeds,
    st.sampled_from(["quarter", "appraise"]),
)
def test_one_run_of_the_right_length_is_replaced(text, donors, seed, beyond):
    """By consecutive words of one donor; the first and the last word stay beyond three words."""
    copy = degrade(" ".join(text), [" ".join(donor) for donor in donors], draw(seed), beyond=beyond)
    others = [donor for donor in donors if donor != text]
    length = run_length(len(text), beyond)
    if copy is None:
        return
    found = words(copy)
    if len(text) > 3:
        assert (found[0], found[-1]) == (text[0], text[-1])
    assert any(
        found == text[:at] + donor[there : there + length] + text[at + length :]
        for donor in others
        for there in range(max(1, len(donor) - length + 1))
        for at in range(len(text) - length + 1)
    )
    if any(len(donor) >= length for donor in others):
        # A long enough donor may leave nothing changed; only then is a shorter one taken.
        assert len(found) == len(text) or all(
            words_same(text, donor, length) for donor in others if len(donor) >= length
        )


def words_same(text, donor, length):
    """Tell whether a donor can leave the text as it is wherever its words are put."""
    inside = int(len(text) > 3)
    return any(
        text[at : at + length] == donor[there : there + length]
        for at in range(inside, len(text) - length - inside + 1)
        for there in range(len(donor) - length + 1)
    )


@given(sentences, seeds)
def test_a_donor_with_other_words_changes_the_whole_run(text, seed):
    """Every word of the run is another one."""
    donor = [f"x{n}" for n in range(40)]
    copy = degrade(" ".join(text), [" ".join(donor)], draw(seed))
    assert copy is not None
    found = words(copy)
    assert len(found) == len(text)
    assert sum(word.startswith("x") for word in found) == run_length(len(text))


@pytest.mark.parametrize("other", ["one two", "ONE Two", "one, two!"])
def test_texts_with_the_same_words_cannot_be_degraded(other):
    """Punctuation and letter case are no other words."""
    assert degrade("one two", [other, "one two"], draw(0)) is None


@pytest.mark.parametrize(
    ("text", "donors"), [("", ["a"]), (" \n", ["a"]), ("a", []), ("a", ["", " "])]
)
def test_without_a_word_or_a_donor_there_is_no_copy(text, donors):
    """Nothing can be replaced, or nothing can take its place."""
    assert degrade(text, donors, draw(0)) is None


@given(seeds)
def test_one_word_is_replaced_by_one_word(seed):
    """The shortest text keeps its punctuation."""
    assert degrade("Yes!", ["perhaps not"], draw(seed)) in ("perhaps!", "not!")


@given(seeds)
def test_emoji_without_words_are_tokens(seed):
    """Where a text has no words, what stands between spaces is replaced."""
    copy = degrade("👍🏽 👩‍👩‍👧", ["🎉 🎈 🎁"], draw(seed))
    assert copy in ("🎉 🎈", "🎈 🎁")


@given(seeds)
def test_a_short_donor_gives_what_it_has(seed):
    """Rather a shorter copy than none."""
    copy = degrade("one two three four five six", ["seven"], draw(seed))
    assert copy in ("one seven five six", "one two seven six")


@given(st.text(alphabet="我喜欢苹果今天下雨了", min_size=1, max_size=60), seeds)
def test_scripts_without_spaces_are_cut_in_characters(text, seed):
    """Twice as many characters as words; the ends stay beyond three words."""
    copy = degrade(text, ["甲乙丙丁戊己庚辛壬癸" * 4], draw(seed))
    assert copy is not None
    assert count_words(copy) == len(text)
    size = -(-len(text) // 2)
    changed = sum(sign in "甲乙丙丁戊己庚辛壬癸" for sign in copy)
    assert changed == min(2 * run_length(size), len(text))
    if len(text) > 6:
        assert (copy[0], copy[-1]) == (text[0], text[-1])


def test_thai_letters_keep_their_marks():
    """A vowel sign above belongs to its letter, so no mark is left alone."""
    text, donor = "ฉันชอบกินแอปเปิล", "พรุ่งนี้ฝนจะตกหนักมากเลยนะ"
    assert characters_per_word(text) == 4
    for seed in range(30):
        copy = degrade(text, [donor], draw(seed), language="th")
        units = words(copy, "th")
        assert set(units) <= set(words(text, "th")) | set(words(donor, "th"))


@given(seeds)
def test_decomposed_accents_are_no_change(seed):
    """A donor that only spells an accent in another way has the same words."""
    assert degrade("cafe\u0301 noir", ["café noir"], draw(seed)) is None


def test_a_copy_takes_words_that_all_differ_where_it_can():
    """A donor that shares words is used only if nothing better is drawn."""
    text = "the cat sat on the mat"
    donors = ["the cat sat on the sofa", "nobody ever expected such questions here"]
    for seed in range(50):
        copy = words(degrade(text, donors, draw(seed)))
        assert sum(a != b for a, b in zip(copy, text.split(), strict=True)) == 3
