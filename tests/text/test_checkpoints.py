"""Matched n-grams of aligned reference words."""

from hypothesis import given
from hypothesis import strategies as st

from tertium.text.align import read_links
from tertium.text.checkpoints import aligned_words, match_ngrams

WORDS = st.lists(st.sampled_from("abc"), max_size=8)
# Gaspari et al. (2014), section 3.3.2: phrase, output, matched, total.
PAPER = (
    (["is"], "And still like this , is a star .", 1, 1),
    (["gave"], "It was a gift that did me he", 0, 1),
    (["he", "has"], "Anto has asthma , it breathes with difficulty", 1, 3),
)


def occurrences(phrase, output):
    """Count as a textbook would: for each different n-gram, the smaller of both counts."""
    spans = {tuple(phrase[i:j]) for i in range(len(phrase)) for j in range(i + 1, len(phrase) + 1)}

    def times(words, ngram):
        return sum(tuple(words[at : at + len(ngram)]) == ngram for at in range(len(words)))

    return sum(min(times(phrase, one), times(output, one)) for one in spans)


def test_the_examples_of_the_paper():
    """1/1, 0/1 and 1/3: 2/5 over n-grams, 4/9 as the mean of instances."""
    found = [match_ngrams(phrase, output.split()) for phrase, output, _, _ in PAPER]
    assert [(one.matched, one.total) for one in found] == [row[2:] for row in PAPER]
    assert sum(one.matched for one in found) / sum(one.total for one in found) == 0.4
    assert round(sum(one.matched / one.total for one in found) / 3, 4) == 0.4444


def test_respira_is_aligned_with_he_has():
    """The words that a source word is aligned with, in the order of the reference."""
    links = read_links("0-0 1-1 2-2 4-5 4-4", 6, 8, where="here")
    assert aligned_words((4,), links) == (4, 5)
    assert aligned_words((3,), links) == ()


@given(WORDS, WORDS)
def test_matches_are_clipped(phrase, output):
    """Every n-gram counts as often as the output has it, and no more."""
    found = match_ngrams(phrase, output)
    assert found.total == len(phrase) * (len(phrase) + 1) // 2
    assert found.matched == len(found.found) == occurrences(phrase, output)


@given(WORDS, WORDS, WORDS, WORDS)
def test_matches_stand_anywhere(phrase, before, after, output):
    """An output that holds the whole phrase matches all of it, wherever it stands."""
    found = match_ngrams(phrase, [*before, *phrase, *after])
    assert found.matched == found.total
    assert match_ngrams(phrase, output).matched <= found.matched
