"""Texts compared by readability instead of quality: another question, the same rows."""

import pytest

from tertium import protocols
from tertium.exceptions import NotFound
from tertium.web.annotate.wording import answer_notes, asks_in_words, instructions

COMPARING = ("ab", "tournament", "ranking")


@pytest.mark.parametrize("name", COMPARING)
def test_annotators_are_asked_which_text_is_easier(name):
    """Question, answers, notes and instructions speak of reading, in every language."""
    protocol = protocols.get(name)
    chosen = protocol.configure(protocol, {"criterion": "readability"})
    assert "easi" in asks_in_words(chosen, "en")[0].question
    assert "better" not in " ".join(
        [*(one.text for one in asks_in_words(chosen, "en")[0].labels), *answer_notes(chosen, "en")]
    )
    assert "easier to read" in instructions(chosen, "en")[0]
    for language in ("de", "fr", "es", "ar", "he"):
        plain = protocol.configure(protocol, {})
        for ours, other in zip(
            asks_in_words(chosen, language), asks_in_words(plain, language), strict=True
        ):
            assert ours.question != other.question
            assert [one.value for one in ours.labels] == [one.value for one in other.labels]


def test_quality_is_asked_as_before():
    """The default keeps the words of its variant; an unknown criterion is refused."""
    protocol = protocols.get("ab")
    edited = protocol.configure(protocol, {"variant": "post-edit"})
    assert asks_in_words(edited, "en")[0].question == "Which translation would you rather edit?"
    with pytest.raises(NotFound, match="readability"):
        protocol.configure(protocol, {"criterion": "readible"})
