"""What a machine may point at in a translation: tags, numbers, terms, consistency.

A hint is no error: it shows a passage to somebody who decides. Tags and placeholders of the
source should come back, numbers keep their value, terms have the wording of the termbase, and
what was said before is said again in the same way. Positions are code points, the end
excluded, and never inside a character.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tertium.text.numbers import Number, numbers_in
from tertium.text.spans import cuts_character
from tertium.text.terms import Terms
from tertium.text.words import characters_per_word

Kind = Literal["tags", "numbers", "terms", "consistency"]
Side = Literal["target", "source"]
# Markup, and places that a program fills in.
_TAG = re.compile(
    r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?/?>"
    r"|\{\{[^{}]{1,80}\}\}|\$\{[^{}]{1,80}\}|\{[\w.:-]{1,80}\}"
    r"|(?<![\w%])%(?:\d+\$)?[-+0#]*\d*(?:\.\d+)?[sdifgxXou@](?!\w)"
    r"|&(?:#\d+|#x[0-9A-Fa-f]+|[A-Za-z]\w*);"
)
_ELEMENT = re.compile(r"<(/?)([\w:.-]+)[^<>]*?(/?)>")
_IN_WORDS = 12  # smaller numbers are often written in words
_ALTERNATIVES = re.compile(r"\s*[;|]\s*")


@dataclass(frozen=True, slots=True)
class Hint:
    """A passage, what is the matter (`missing`, `changed` …), and what was looked for."""

    kind: Kind
    what: str
    side: Side
    start: int
    end: int
    wanted: str = ""


def without_source(hints: Iterable[Hint], target: str) -> list[Hint]:
    """Return hints for somebody who marks the target only: something is missing at its end."""
    _, end = _whole(target, 0, len(target.rstrip()))
    return [
        one if one.side == "target" else replace(one, side="target", start=end, end=end)
        for one in hints
    ]


# Tags -------------------------------------------------------------------------------------------


def tag_hints(source: str, target: str) -> list[Hint]:
    """Point at tags and placeholders that are missing, added, or no longer nested."""
    there, here = _tags(source), _tags(target)
    found = [
        Hint("tags", "missing", "source", start, end, source[start:end])
        for start, end in _beyond(source, there, Counter(_plain(target, one) for one in here))
    ]
    found += [
        Hint("tags", "added", "target", start, end, target[start:end])
        for start, end in _beyond(target, here, Counter(_plain(source, one) for one in there))
    ]
    if not found and _badly_nested(source, there) is None:
        place = _badly_nested(target, here)
        if place is not None:
            found.append(Hint("tags", "nested", "target", *place, target[slice(*place)]))
    return _snapped(found, source, target)


def _tags(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _TAG.finditer(text)]


def _plain(text: str, place: tuple[int, int]) -> str:
    """Return a tag by which two are told apart: attributes may be translated, names may not."""
    tag = text[slice(*place)]
    element = _ELEMENT.fullmatch(tag)
    return "<{}{}{}>".format(*element.groups()) if element else tag


def _beyond(
    text: str, places: Sequence[tuple[int, int]], other: Counter[str]
) -> list[tuple[int, int]]:
    """Return the tags that the other text does not have as often, the last ones of a kind."""
    left, found = Counter(other), []
    for place in places:
        name = _plain(text, place)
        if left[name]:
            left[name] -= 1
        else:
            found.append(place)
    return found


def _badly_nested(text: str, places: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the first closing tag that closes nothing; single tags may stay open."""
    opened: list[str] = []
    for place in places:
        element = _ELEMENT.fullmatch(text[slice(*place)])
        if element is None or element[3]:
            continue
        if not element[1]:
            opened.append(element[2])
        elif element[2] in opened:
            while opened.pop() != element[2]:
                pass
        else:
            return place
    return None


# Numbers ----------------------------------------------------------------------------------------


def number_hints(
    source: str, target: str, source_language: str, target_language: str
) -> list[Hint]:
    """Point at numbers that are changed, missing or added.

    Numbers up to twelve may be written in words, so they are missed only if another came instead.
    """
    there = numbers_in(_blanked(source), source_language)
    here = numbers_in(_blanked(target), target_language)
    for one in list(there):
        same = next((other for other in here if one.agrees(other)), None)
        if same is not None:
            there.remove(one)
            here.remove(same)
    both = min(len(there), len(here))
    found = [
        _at("changed", "target", mine, source[other.start : other.end])
        for other, mine in zip(there, here, strict=False)
    ]
    found += [
        _at("missing", "source", one, source[one.start : one.end])
        for one in there[both:]
        if one.values[0] > _IN_WORDS
    ]
    found += [
        _at("added", "target", one, target[one.start : one.end])
        for one in here[both:]
        if one.values[0] > _IN_WORDS
    ]
    return _snapped(found, source, target)


def _blanked(text: str) -> str:
    """Return the text without the digits in its tags, of the same length."""
    return _TAG.sub(lambda found: "\0" * len(found[0]), text)


def _at(what: str, side: Side, number: Number, wanted: str) -> Hint:
    return Hint("numbers", what, side, number.start, number.end, wanted)


def _snapped(hints: Iterable[Hint], source: str, target: str) -> list[Hint]:
    """Return hints that begin and end between characters, with whatever is one with their ends."""
    found = []
    for one in hints:
        text = source if one.side == "source" else target
        start, end = _whole(text, one.start, one.end)
        found.append(replace(one, start=start, end=end))
    return found


# Terms ------------------------------------------------------------------------------------------


class Termbase:
    """Terms with their translations; `a; b` are two, and either will do."""

    def __init__(self, entries: Iterable[Mapping[str, str]]) -> None:
        self._glosses = {
            entry["term"].lower(): tuple(filter(None, _ALTERNATIVES.split(entry["gloss"].strip())))
            for entry in entries
        }
        self._terms = Terms(self._glosses)

    def hints(
        self, source: str, target: str, source_language: str, target_language: str
    ) -> list[Hint]:
        """Point at terms of the source for which none of the translations is there."""
        found = []
        for start, end, term in self._terms.found(source, source_language):
            glosses = self._glosses[term]
            if glosses and not any(_place(one, target, target_language) for one in glosses):
                wanted = " / ".join(glosses)
                found.append(Hint("terms", "missing", "source", start, end, wanted))
        return found

    def used(
        self, source: str, target: str, source_language: str, target_language: str
    ) -> dict[str, dict[str, tuple[int, int]]]:
        """Return which translations of which terms the target uses, with their places."""
        found: dict[str, dict[str, tuple[int, int]]] = {}
        for _, _, term in self._terms.found(source, source_language):
            places = {
                gloss: place
                for gloss in self._glosses[term]
                if (place := _place(gloss, target, target_language))
            }
            if len(self._glosses[term]) > 1 and places:
                found[term] = places
        return found


def _place(gloss: str, target: str, language: str) -> tuple[int, int] | None:
    """Return where a translation stands, in whatever form: words may end otherwise.

    Of words with four letters and more the last two may differ; what stands before or after,
    as in compounds, does not matter.
    """
    lowered = target.lower()
    if len(lowered) != len(target):
        lowered = target
    if characters_per_word(target, language) > 1:
        start = lowered.find(gloss.lower())
        return _whole(target, start, start + len(gloss)) if start >= 0 else None
    places = []
    for word in gloss.lower().split():
        stem = word if len(word) < 4 else word[: max(3, len(word) - 2)]
        start = lowered.find(stem)
        if start < 0:
            return None
        end = start + len(stem)
        while end < len(target) and target[end].isalnum():
            end += 1
        places.append((start, end))
    first, last = min(places), max(places, key=lambda one: one[1])
    return _whole(target, first[0], last[1])


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a passage that begins and ends between characters."""
    while cuts_character(text, start):
        start -= 1
    while cuts_character(text, end):
        end += 1
    return start, end


# Consistency ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unit:
    """A source with one system's translation of it, in its place in the whole."""

    source: str
    target: str
    source_language: str = ""
    target_language: str = ""


class Consistency:
    """What one system said elsewhere; whole sources and terms are remembered as first said."""

    def __init__(self, units: Iterable[Unit], termbase: Termbase) -> None:
        self._termbase = termbase
        self._first: dict[str, str] = {}
        self._wordings: dict[str, str] = {}
        for unit in units:
            self._first.setdefault(_folded(unit.source), unit.target)
            for term, places in self._used(unit).items():
                self._wordings.setdefault(term, min(places, key=lambda one: places[one]))

    def hints(self, unit: Unit) -> list[Hint]:
        """Point at a translation that differs from the first of the same source or term."""
        found = []
        first = self._first.get(_folded(unit.source), unit.target)
        if _folded(first) != _folded(unit.target):
            start = len(unit.target) - len(unit.target.lstrip())
            place = _whole(unit.target, start, max(start, len(unit.target.rstrip())))
            found.append(Hint("consistency", "segment", "target", *place, first.strip()))
        for term, places in self._used(unit).items():
            wording = self._wordings.get(term)
            if wording is not None and wording not in places:
                place = min(places.values())
                found.append(Hint("consistency", "term", "target", *place, wording))
        return found

    def _used(self, unit: Unit) -> dict[str, dict[str, tuple[int, int]]]:
        languages = unit.source_language, unit.target_language
        return self._termbase.used(unit.source, unit.target, *languages)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
