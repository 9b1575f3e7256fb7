"""The words of protocols: complete, alike in all languages, and used before the shared ones."""

from dataclasses import replace
from string import Formatter

import pytest

from tertium import protocols
from tertium.testing import check_protocol
from tertium.web.annotate.phrases import phrase
from tertium.web.languages import LANGUAGES, languages_of, messages

NAMES = protocols.names()


def placeholders(text):
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", NAMES)
def test_every_language_has_the_same_words(name):
    """No key is missing in a language, and every {name} of English is in the translation."""
    words = protocols.get(name).words
    assert set(words) == set(LANGUAGES)
    for own in words.values():
        assert set(own) == set(words["en"])
        assert list(own) == sorted(own)
        for key, text in own.items():
            fields = [
                {f for _, f, _, _ in Formatter().parse(t) if f} for t in (text, words["en"][key])
            ]
            assert fields[0] == fields[1], key


@pytest.mark.parametrize("name", NAMES)
def test_every_protocol_says_what_it_is(name):
    """It has a name, and words for the place where somebody chooses it."""
    assert {"name", "choice", "choice.why"} <= set(protocols.get(name).words["en"])


def test_own_words_come_before_shared_ones_and_english_before_nothing():
    """A more special key of all protocols gives way to a protocol's own general one."""
    ranking = protocols.get("ranking")
    assert phrase(ranking, "de", "instructions.task") == ranking.words["de"]["instructions.task"]
    assert phrase(ranking, "de", "question.better") == messages("de")["question.better"]
    postedit = protocols.get("postedit")
    own = postedit.words["fr"]["consent.what"]
    assert phrase(postedit, "fr", "consent.what.rate", "consent.what") == own
    assert phrase(ranking, "fa", "instructions.task") == ranking.words["en"]["instructions.task"]
    assert messages("fa", "ranking")["task.save"] == messages("en")["task.save"]
    assert languages_of("ranking") == LANGUAGES


def test_the_contract_asks_for_words():
    """A protocol without a name in any language, or with a label nobody can read, is refused."""
    ab = protocols.get("ab")
    with pytest.raises(AssertionError, match="no words"):
        check_protocol(replace(ab, words={}))
    with pytest.raises(AssertionError, match="name"):
        check_protocol(replace(ab, words={"de": {"choice": "…"}}))
    renamed = replace(ab.asks[0], name="nicer")
    with pytest.raises(AssertionError, match=r"question\.nicer"):
        check_protocol(replace(ab, asks=(renamed,)))
