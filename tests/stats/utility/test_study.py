"""The twelve documents: corrections made in part, at random, in steps of accuracy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.stats.utility.corrections import corrections
from tertium.stats.utility.study import study_documents
from tertium.text.ter import ter

TEXTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=9).map(" ".join), min_size=1,
                 max_size=3)  # fmt: skip


@given(TEXTS, TEXTS, st.integers(0, 5))
def test_no_correction_is_the_mt_and_all_are_the_edited_text(mt, edited, seed):
    """Whatever the texts, and there are as many corrections as TER counts edits."""
    both = list(zip(mt, edited, strict=False))
    mt, edited = [a for a, _ in both], [b for _, b in both]
    found = corrections(mt, edited, seed=seed)
    assert list(found.made(0)) == mt
    assert list(found.made(len(found))) == edited
    assert len(found) == sum(ter(a, b).edits for a, b in both)


@given(TEXTS, TEXTS, st.integers(0, 5))
def test_a_correction_changes_one_thing(mt, edited, seed):
    """From one document to the next there is at most one edit to make."""
    both = list(zip(mt, edited, strict=False))
    found = corrections([a for a, _ in both], [b for _, b in both], seed=seed)
    for number in range(len(found)):
        before, after = found.made(number), found.made(number + 1)
        changed = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
        assert len(changed) <= 1
        for a, b in changed:
            words_a, words_b = a.split(), b.split()
            assert abs(len(words_a) - len(words_b)) <= 1


def test_words_that_stay_take_the_case_of_the_edited_text():
    """Letter case is no edit to TER."""
    found = corrections(["The cat Sat"], ["On the cat sat"])
    assert len(found) == 1
    assert found.made(1) == ("On the cat sat",)


def test_a_translation_with_46_of_100_wrong_gives_twelve_documents():
    """As in the study: 100%, 95%, …, 55%, the machine translation and the human one."""
    words = [f"w{at}" for at in range(100)]
    mt = [" ".join(["x"] * 46 + words[46:])]
    made = study_documents(mt, [" ".join(words)], human=["a human text"], source=[" ".join(words)])
    assert sorted(one.document for one in made) == [f"{at:02d}" for at in range(1, 13)]
    accuracies = sorted(round(one.accuracy_source, 3) for one in made)
    assert accuracies == [0.54, *(round(0.55 + 0.05 * at, 3) for at in range(10)), 1.0]
    assert [one.segments for one in made if one.kind == "human"] == [("a human text",)]
    assert [one.segments for one in made if one.kind == "mt"] == [tuple(mt)]
    for one in made:
        if one.kind == "corrected":
            assert ter(one.segments[0], " ".join(words)).edits == one.edits


def test_documents_are_numbered_at_random_but_repeatably():
    """The number must not tell the accuracy; the seed rebuilds it."""
    words = [f"w{at}" for at in range(60)]
    mt = [" ".join(["x"] * 30 + words[30:])]
    made = [study_documents(mt, [" ".join(words)], seed=seed) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    accuracies = [one.accuracy for one in made[0]]
    assert accuracies != sorted(accuracies)


def test_a_good_translation_gives_fewer_documents():
    """Only steps above it can be made."""
    words = [f"w{at}" for at in range(100)]
    made = study_documents([" ".join(["x"] * 12 + words[12:])], [" ".join(words)])
    assert sorted(round(one.accuracy, 2) for one in made) == [0.88, 0.9, 0.95, 1.0, 1.0]


@pytest.mark.parametrize(
    ("mt", "edited", "options", "what"),
    [
        (["a b"], ["a b"], {}, "the corrected text is the machine translation"),
        (["我喜欢苹果"], ["我爱苹果"], {}, "without spaces"),
        (["a"], ["b"], {"step": 0}, "a step of 0"),
        (["a"], ["b"], {"source": [""]}, "no words"),
    ],
)
def test_what_cannot_be_studied_is_refused(mt, edited, options, what):
    """With the reason."""
    with pytest.raises(BadInput, match=what):
        study_documents(mt, edited, **options)
