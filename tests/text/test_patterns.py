"""Patterns over tagged words."""

import pytest

from tertium.text.patterns import PatternError, read_pattern
from tertium.text.tagged import TaggedSentence, TaggedWord, joined_sentences


def word(form, tag, *, lemma="", head=None, relation="", **features):
    """Return a tagged word; `head` counts from 0."""
    return TaggedWord(form, lemma or form.lower(), tag, tag[:2], features, head, relation)


# The two women of the village went home in 1990
SENTENCE = TaggedSentence(
    (
        word("The", "DET", head=2),
        word("two", "NUM", head=2),
        word("women", "NOUN", lemma="woman", head=6, relation="nsubj", Number="Plur"),
        word("of", "ADP", head=5),
        word("the", "DET", head=5),
        word("village", "NOUN", head=2, Number="Sing"),
        word("went", "VERB", lemma="go", VerbForm="Fin"),
        word("home", "ADV", head=6),
        word("in", "ADP", head=9),
        word("1990", "NUM", head=6),
    )
)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ('[tag="NOUN"]', [(2,), (5,)]),
        ('[tag="NOUN" & Number="Plur"]', [(2,)]),
        ('[Number!="Plur" & tag="NOUN"]', [(5,)]),
        ('"of"', [(3,)]),
        ('"the"', [(0,), (4,)]),  # in any case
        ('[lemma="go"]', [(6,)]),
        ('[number="yes"]', [(9,)]),
        ('[xpos="VE"]', [(6,)]),
        ('[relation="nsubj" & head.lemma="go"]', [(2,)]),
        ('[head.tag="VERB" & tag="ADV|NUM"]', [(7,), (9,)]),
        ('[head.tag!="VERB" & tag="VERB"]', [(6,)]),  # a root has no head that is one
        ('[tag="DET"] [tag="ADJ|NUM"]* [tag="NOUN"]', [(0, 1, 2), (4, 5)]),
        ('[tag="DET"] @[tag="NUM"]? @[tag="NOUN"]', [(1, 2), (5,)]),
        ('[tag="NOUN"] []{1,2} [tag="NOUN"]', [(2, 3, 4, 5)]),
        ('[tag="NOUN"] []{3} [tag="ADV"]', []),
        ('[tag="NOUN"] []{4,} [tag="ADV"]', [(2, 3, 4, 5, 6, 7)]),
        ('[tag="DET"]+', [(0,), (4,)]),
        ('[word="w.*"]', [(2,), (6,)]),
        # The example of Gaspari et al.: determiner, singular noun, “of”, plural noun, finite go.
        ('[tag="DET"] [tag="NOUN" & Number="Sing"] [lemma="go" & VerbForm="Fin"]', [(4, 5, 6)]),
    ],
)
def test_a_pattern_finds_its_words(pattern, found):
    """Matches go from left to right and do not overlap; words with @ are those that count."""
    assert list(read_pattern(pattern).find(SENTENCE)) == found


@pytest.mark.parametrize(
    ("pattern", "what"),
    [
        ('[tag="NOUN"', "cannot be read from"),
        ("", "is empty"),
        ('[tag="A"]*', "fits no words at all"),
        ("[tag=NOUN]", "is not what can hold"),
        ('[tag="A" lemma="b"]', "follows without &"),
        ('[colour="red"]', "words have no 'colour'"),
        ('[tag="("]', "not a regular expression"),
        ('"a"{3,1}', "is not a number of words"),
    ],
)
def test_a_pattern_that_cannot_be_read_is_told(pattern, what):
    """What is wrong, and how to write it."""
    with pytest.raises(PatternError, match=what.replace("(", r"\(")) as error:
        read_pattern(pattern)
    assert error.value.fix.endswith(".")


def test_joined_sentences_keep_their_heads():
    """A tagger may cut one segment into several sentences."""
    both = joined_sentences((SENTENCE, SENTENCE))
    assert both.words[12].head == 16
    assert both.words[16].head is None
    found = list(read_pattern('[head.lemma="go" & tag="NOUN"]').find(both))
    assert found == [(2,), (12,)]
