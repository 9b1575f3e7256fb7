"""Sentences by rule: abbreviations, quotations, paragraphs, other scripts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.text.readability.sentences import sentence_spans

CUT = {
    ("en", "Dr. Lee came at 3.30 p.m. on Monday. “Why?” she asked. No one knew."): 3,
    ("en", "He met J. R. Smith of the U.S. Navy. They talked, e.g. about tides."): 2,
    ("en", '"Stop!" He ran... And then? Nothing'): 4,
    ("en", "He lives on St. John's Ave. near the sea."): 1,
    ("de", "Am 3. Mai kam Dr. Weiß, z. B. mit dem Zug. Er blieb bis 1984."): 2,
    ("fr", "M. Dupont est parti. « Où ? » Mme Martin ne sait pas."): 3,
    ("es", "¿Dónde está el Sr. Ruiz? ¡No está! Se fue."): 3,
    ("zh", "我喜欢苹果。你呢？"): 2,
    ("ar", "أين القارب؟ وصل اليوم."): 2,
    ("en", "A heading\nThe first sentence. The second"): 3,
    ("en", "A line that goes on\nin the next line.\n\nA new paragraph"): 2,
    ("en", "word"): 1,
    ("en", "no end of a sentence here and none there"): 1,
    ("en", "… ! ?"): 0,
    ("en", ""): 0,
}


@pytest.mark.parametrize(("language", "text"), CUT)
def test_a_text_has_as_many_sentences_as_a_reader_finds(language, text):
    """Counted by hand."""
    found = [text[start:end] for start, end in sentence_spans(text, language)]
    assert len(found) == CUT[language, text], found


@given(st.text(alphabet="aB. !?\n”“1", max_size=80))
def test_sentences_hold_every_letter_once(text):
    """In order, without overlap, and nothing but blanks and marks between them."""
    spans = sentence_spans(text, "en")
    assert all(a < b for a, b in spans)
    assert all(one[1] <= two[0] for one, two in pairwise(spans))
    inside = "".join(text[a:b] for a, b in spans)
    assert [c for c in inside if c.isalnum()] == [c for c in text if c.isalnum()]
