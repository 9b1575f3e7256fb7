"""Tokens are sacrebleu's, whatever the text."""

import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_char import TokenizerChar
from sacrebleu.tokenizers.tokenizer_intl import TokenizerV14International
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from tertium.text.metrics import tokens
from tertium.text.metrics.tokens import absence, cut_by, is_installed, tokeniser_signature

PEERS = {
    "13a": Tokenizer13a(),
    "char": TokenizerChar(),
    "intl": TokenizerV14International(),
    "zh": TokenizerZh(),
}
texts = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=[*"aB1 .,'-&;<>\n\t\"/我。％ａ…"], max_size=30),
    st.sampled_from(
        ["&quot;a&quot; &amp;lt; <skipped>b", "co-\noperate", "1,000.5-2", " .a", "a. "]
    ),
)


@pytest.mark.parametrize("name", PEERS)
@given(st.lists(texts, max_size=4))
def test_tokens_are_those_of_sacrebleu(name, given_texts):
    """Many texts are cut at once, each as it is cut alone."""
    expected = [PEERS[name](text.rstrip()).split() for text in given_texts]
    assert cut_by(name)(given_texts) == expected


@pytest.mark.parametrize("name", ["13a", "zh", "intl"])
def test_every_character_is_cut_as_sacrebleu_cuts_it(name):
    """All of the first alphabets, every eleventh of the others.

    Between letters, between digits, and doubled; `intl` asks Python for categories of Unicode.
    """
    known = [
        one
        for one in map(chr, [*range(0x3100), *range(0x3100, 0x30000, 11)])
        if unicodedata.category(one)[0] not in "C"
        and bool(regex.match(r"[\p{P}\p{S}\p{N}]", one)) == (unicodedata.category(one)[0] in "PSN")
    ]
    for start in range(0, len(known), 500):
        text = " x ".join(
            f"A{one}b 1{one}2 {one}{one} .{one}" for one in known[start : start + 500]
        )
        assert cut_by(name)([text]) == [PEERS[name](text.rstrip()).split()]


def test_lower_case_comes_before_cutting():
    """As in sacrebleu."""
    assert cut_by("13a", lowercase=True)(["Hello, World!"]) == [["hello", ",", "world", "!"]]


def test_japanese_is_cut_by_an_analyser_or_into_characters(monkeypatch):
    """Where the package is absent, signature and note say so; where it is there, it is asked."""
    if not is_installed("ja-mecab"):
        assert tokeniser_signature("ja-mecab") == "char"
        assert cut_by("ja-mecab")(["今日 は"]) == [["今", "日", "は"]]
        assert "pip install mecab-python3 ipadic" in absence("ja-mecab")

    class Analyser:
        def version(self):
            return "0.9"

        def parse(self, text):
            return text.replace("は", " は ")

    monkeypatch.setattr(tokens, "_analyser", lambda name: Analyser())
    tokens._cut.cache_clear()
    assert cut_by("ja-mecab")(["今日は雨"]) == [["今日", "は", "雨"]]
    assert tokeniser_signature("ja-mecab") == "ja-mecab-0.9-IPA"
    assert absence("ja-mecab") == ""
    tokens._cut.cache_clear()
