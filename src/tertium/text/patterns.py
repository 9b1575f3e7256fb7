"""Patterns over tagged words: which words of a source form a linguistic checkpoint.

A pattern is written as in the query language of corpora (CQP): a word between square brackets with
what must hold of it, one after the other.

    [tag="NOUN" & Number="Plur"]          a plural noun
    [tag="DET"] [tag="ADJ"]* [tag="NOUN"] a noun phrase
    "of"                                  the literal word, in any case
    [lemma="go" & VerbForm="Fin"]         a finite form of a verb
    @[tag="VERB"] []{0,3} [tag="PART"]    only the words with @ are the checkpoint

Attributes are `word`, `lemma`, `tag`, `xpos`, `relation`, `number` ("yes" for a word with a digit),
any feature by its name, and all of them of the word that this one depends on (`head.lemma`). Values
are regular expressions for the whole value; `!=` is for all others. After a word `?`, `*`, `+` and
`{1,3}` say how often.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from tertium.text.tagged import TaggedSentence, TaggedWord

_ATTRIBUTES: dict[str, Callable[[TaggedWord], str]] = {
    "word": lambda word: word.form,
    "lemma": lambda word: word.lemma,
    "tag": lambda word: word.tag,
    "xpos": lambda word: word.xpos,
    "relation": lambda word: word.relation,
    "number": lambda word: "yes" if any(map(str.isdigit, word.form)) else "no",
}
_FOLDED = ("word", "lemma")  # compared without regard to case
_TEST = re.compile(r'\s*((?:head\.)?)([A-Za-z][\w\[\]:-]*)\s*(!=|=)\s*"([^"]*)"\s*')
_PART = re.compile(
    r"""\s*(?P<mark>@?)(?:\[(?P<tests>(?:[^"\]]|"[^"]*")*)\]|"(?P<literal>[^"]*)")"""
    r"""(?P<often>[?*+]|\{\d+(?:,\d*)?\})?\s*"""
)
_OFTEN = {"": (1, 1), "?": (0, 1), "*": (0, None), "+": (1, None)}


class PatternError(ValueError):
    """A pattern that cannot be read: what is wrong, and how to write it."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(what)
        self.what, self.fix = what, fix


@dataclass(frozen=True, slots=True)
class WordTest:
    """One thing that must hold of a word, or of its head."""

    attribute: str
    value: re.Pattern[str]
    wanted: bool
    of_head: bool

    def holds(self, sentence: TaggedSentence, at: int) -> bool:
        """Tell whether it holds of a word; a word without head has no attributes of one."""
        word: TaggedWord | None = sentence.words[at]
        if self.of_head:
            assert word is not None
            word = None if word.head is None else sentence.words[word.head]
        return (word is not None and self._fits(word)) is self.wanted

    def _fits(self, word: TaggedWord) -> bool:
        read = _ATTRIBUTES.get(self.attribute)
        value = read(word) if read else word.features.get(self.attribute, "")
        return self.value.fullmatch(value) is not None


@dataclass(frozen=True, slots=True)
class PatternPart:
    """A place in a pattern: what must hold there, how often (no end: None), whether it counts."""

    tests: tuple[WordTest, ...]
    least: int
    most: int | None
    counts: bool

    def holds(self, sentence: TaggedSentence, at: int) -> bool:
        """Tell whether a word fits."""
        return all(test.holds(sentence, at) for test in self.tests)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Places one after the other."""

    parts: tuple[PatternPart, ...]

    def find(self, sentence: TaggedSentence) -> Iterator[tuple[int, ...]]:
        """Yield the words of every match from left to right; matches do not overlap.

        As many words as possible belong to a match. Without any mark (@) all of them count.
        """
        at, size = 0, len(sentence.words)
        while at < size:
            found = self._match(sentence, at, 0)
            if found is None or not found:
                at += 1
                continue
            counted = tuple(place for place, counts in found if counts)
            if counted:
                yield counted
            at = found[-1][0] + 1

    def _match(
        self, sentence: TaggedSentence, at: int, number: int
    ) -> tuple[tuple[int, bool], ...] | None:
        """Return the words from `at` on that fit the parts from `number` on, None if none do."""
        if number == len(self.parts):
            return ()
        part = self.parts[number]
        end, size = at, len(sentence.words)
        while (
            end < size and (part.most is None or end - at < part.most) and part.holds(sentence, end)
        ):
            end += 1
        for stop in range(end, at + part.least - 1, -1):
            rest = self._match(sentence, stop, number + 1)
            if rest is not None:
                return (*((place, part.counts) for place in range(at, stop)), *rest)
        return None


@cache
def read_pattern(text: str) -> Pattern:
    """Return a pattern from its text.

    >>> len(read_pattern('[tag="DET"] [tag="ADJ"]* "dog"').parts)
    3
    """
    parts: list[PatternPart] = []
    at = 0
    while at < len(text.rstrip()):
        found = _PART.match(text, at)
        if found is None:
            raise PatternError(
                f"the pattern cannot be read from {text[at:].strip()[:30]!r} on",
                'Write words as [tag="NOUN" & lemma="time"] or as "of".',
            )
        parts.append(_part(found))
        at = found.end()
    if not any(part.least for part in parts):
        raise PatternError(
            "the pattern fits no words at all" if parts else "the pattern is empty",
            'Write at least one word that must be there, such as [tag="VERB"].',
        )
    marked = any(part.counts for part in parts)
    return Pattern(
        tuple(
            PatternPart(one.tests, one.least, one.most, one.counts or not marked) for one in parts
        )
    )


def _part(found: re.Match[str]) -> PatternPart:
    if found["literal"] is not None:
        tests: tuple[WordTest, ...] = (
            WordTest("word", re.compile(re.escape(found["literal"]), re.IGNORECASE), True, False),
        )
    else:
        tests = tuple(_tests(found["tests"]))
    least, most = _often(found["often"] or "")
    return PatternPart(tests, least, most, bool(found["mark"]))


def _tests(text: str) -> Iterator[WordTest]:
    at = 0
    while text[at:].strip():
        found = _TEST.match(text, at)
        if found is None:
            raise PatternError(
                f"{text[at:].strip()!r} is not what can hold of a word",
                'Write for example tag="NOUN" & Number="Plur".',
            )
        head, name, sign, value = found.groups()
        try:
            compiled = re.compile(value, re.IGNORECASE if name in _FOLDED else 0)
        except re.error as error:
            raise PatternError(
                f"{value!r} is not a regular expression ({error})",
                'Write values such as "NOUN|PROPN" or "un.*".',
            ) from None
        if name not in _ATTRIBUTES and not name[0].isupper():
            raise PatternError(
                f"words have no {name!r}",
                f"Known: {', '.join(_ATTRIBUTES)}, and features such as Number or Tense.",
            )
        yield WordTest(name, compiled, sign == "=", bool(head))
        at = found.end()
        if at < len(text) and text[at] != "&":
            raise PatternError(
                f"{text[at:].strip()!r} follows without &", 'Join with &: [tag="A" & lemma="b"].'
            )
        at += 1


def _often(text: str) -> tuple[int, int | None]:
    if text in _OFTEN:
        return _OFTEN[text]
    least, comma, most = text.strip("{}").partition(",")
    low = int(least)
    high = (int(most) if most else None) if comma else low
    if high is not None and high < max(low, 1):
        raise PatternError(
            f"{text} is not a number of words", "Write the lower number first: {1,3}."
        )
    return low, high
