"""Constant elements: numbers and names that every translation of a text has.

They match whatever the quality, so a text with many of them has high scores (Vela, Schumann and
Wurm, 2014). A number is a word with a digit; a name begins with a capital letter. They are constant
if they stand in every translation, and in the source where that is known: in languages that write
nouns with a capital letter, only the source tells names from nouns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tertium.formats.graded_translations import GradedTranslation
from tertium.text import words


@dataclass(frozen=True, slots=True)
class ConstantShare:
    """The shares of constant numbers and names among the words of a text's translations."""

    document: str
    words: int
    numbers: float
    names: float


def constant_shares(texts: Mapping[str, Sequence[GradedTranslation]]) -> Iterator[ConstantShare]:
    """Yield the shares for each text."""
    for document, own in texts.items():
        cut = [words(one.text) for one in own]
        shared = set(cut[0]).intersection(*map(set, cut[1:]))
        if source := next((one.source for one in own if one.source), ""):
            shared &= set(words(source))
        total = sum(map(len, cut))
        found = [word for tokens in cut for word in tokens if word in shared]
        numbers = sum(any(sign.isdigit() for sign in word) for word in found)
        names = sum(word[0].isupper() for word in found)
        yield ConstantShare(
            document, total, numbers / total if total else 0.0, names / total if total else 0.0
        )
