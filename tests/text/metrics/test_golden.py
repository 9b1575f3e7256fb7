"""NIST, METEOR, WER and PER: golden vectors, other programs, and slow definitions."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.metrics.distance import edit_distance
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import single_meteor_score
from nltk.translate.nist_score import corpus_nist

from tertium.text.metrics import text_metric
from tertium.text.metrics.chunks import match_chunks
from tertium.text.metrics.meteor import Meteor

PAIRS = [
    ("the cats sat quietly on the mat", "the cat sat on the mat"),
    ("on the mat the cat sat", "the cat sat on the mat"),
    ("there is a dog", "there is one dog here"),
]
HYPOTHESES = ["the cat sat quietly on the mat", "there is a small dog in the garden"]
FIRST = ["the cat sat on the mat", "there is one small dog in the garden"]
SECOND = ["a cat was sitting on the mat", "in the garden there is a little dog"]


class NoWordnet:
    """What nltk asks for synonyms, of which there are none here."""

    def synsets(self, word):
        """Return nothing."""
        return []


def score(name, hypotheses, *references):
    """Return the score of a text."""
    metric = text_metric(name, tokeniser="none").prepared([references])
    return float(metric.score(metric.statistics([hypotheses], references).sum(axis=1))[0])


@pytest.mark.parametrize(
    ("name", "expected"), [("wer", [1 / 3, 1.0, 0.4]), ("per", [1 / 3, 0.0, 0.4])]
)
def test_error_rates_are_the_golden_ones(name, expected):
    """A quietly inserted word, another order, and two differences in five words."""
    found = [score(name, [hypothesis], [reference]) for hypothesis, reference in PAIRS]
    assert found == pytest.approx(expected)


def test_nist_is_the_golden_one():
    """With one reference that of nltk; with several, the definition of mteval."""
    assert score("nist", HYPOTHESES, FIRST) == pytest.approx(3.3484756761, abs=5e-11)
    assert score("nist", HYPOTHESES, FIRST, SECOND) == pytest.approx(4.1733917047, abs=5e-11)


sentences = st.lists(st.sampled_from("abcde"), min_size=5, max_size=9)


@given(st.lists(st.tuples(sentences, sentences), min_size=1, max_size=4))
def test_nist_with_one_reference_is_that_of_nltk(pairs):
    """On any texts that are long enough for all orders."""
    theirs = corpus_nist([[reference] for _, reference in pairs], [own for own, _ in pairs])
    ours = score("nist", [" ".join(h) for h, _ in pairs], [" ".join(r) for _, r in pairs])
    assert ours == pytest.approx(theirs)


@given(sentences, sentences)
def test_wer_is_the_edit_distance_of_nltk(own, reference):
    """Over the words of the reference."""
    expected = edit_distance(own, reference) / len(reference)
    assert score("wer", [" ".join(own)], [" ".join(reference)]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        (*PAIRS[0], 0.965391621),
        ("the cat sat on the mat", "the cat sat on the mat", 0.997685185),
        ("the dog and the cat", "the cat and the dog", 0.892),
        (*PAIRS[1], 0.981481481),  # two chunks; nltk's greedy alignment has five: .710648148
        ("no words here", "the cat sat", 0.0),
    ],
)
def test_meteor_is_the_golden_one(hypothesis, reference, expected):
    """With the alignment that has fewest chunks."""
    assert score("meteor", [hypothesis], [reference]) == pytest.approx(expected, abs=5e-10)


def test_nltk_finds_more_chunks_than_there_need_be():
    """Its alignment is greedy; where words are different from each other both are the same."""
    for hypothesis, reference, theirs in [
        (*PAIRS[1], 0.710648148),
        ("the dog and the cat", "the cat and the dog", 0.744),
    ]:
        found = single_meteor_score(reference.split(), hypothesis.split(), wordnet=NoWordnet())
        assert found == pytest.approx(theirs, abs=5e-10)
        assert score("meteor", [hypothesis], [reference]) > found


different = st.lists(st.sampled_from(["cats", "dog", "running", "a", "hat", "b"]), unique=True)


@given(different, different.filter(bool))
def test_meteor_of_different_words_is_that_of_nltk(own, reference):
    """Where no word stands twice there is one alignment."""
    theirs = single_meteor_score(
        reference, own, wordnet=NoWordnet(), stemmer=PorterStemmer(mode="ORIGINAL_ALGORITHM")
    )
    assert score("meteor", [" ".join(own)], [" ".join(reference)]) == pytest.approx(theirs)


def slow_chunks(own, reference, own_stems, stems):
    """Try every alignment: most matches, of these most exact ones, of these fewest chunks."""
    best = (0, 0, 0)
    for size in range(min(len(own), len(reference)), 0, -1):
        for places in combinations(range(len(own)), size):
            for goals in permutations(range(len(reference)), size):
                pairs = list(zip(places, goals, strict=True))
                if any(own_stems[i] != stems[j] for i, j in pairs):
                    continue
                exact = sum(own[i] == reference[j] for i, j in pairs)
                follows = sum((i - 1, j - 1) in pairs for i, j in pairs)
                best = max(best, (size, exact, follows - size))
        if best[0]:
            break
    return best[0], -best[2]


short = st.lists(st.sampled_from(["a", "as", "b", "c"]), max_size=5)


@settings(max_examples=60)
@given(short, short)
def test_chunks_are_the_fewest_of_all_alignments(own, reference):
    """A slow search through all of them finds no better one; `as` has the stem `a`."""
    stems = [word[0] for word in own], [word[0] for word in reference]
    assert match_chunks(own, reference, stems) == slow_chunks(own, reference, *stems)


def test_the_best_reference_of_a_segment_counts():
    """Its counts are added up, not the mean of references."""
    metric = Meteor(tokeniser="none")
    found = metric.statistics([["a b c"]], [["a x y"], ["a b c"]])
    assert found[0, 0].tolist() == [3, 1, 3, 3]
    assert metric.statistics([["a b c"]], [["a b c"], [None]])[0, 0].tolist() == [3, 1, 3, 3]


def test_stems_are_those_of_the_language():
    """German has its own stemmer, Chinese none; both stand in the signature."""
    assert text_metric("meteor", language="de").options()["match"] == "exact+stem(german)"
    assert text_metric("meteor", language="zh", tokeniser="zh").options()["match"] == "exact"
    german = text_metric("meteor", language="de", tokeniser="none")
    matched = german.statistics([["die Häuser"]], [["die Häusern"]])[0, 0, 0]
    assert matched == 2
