"""Hints for those who mark: what a machine points at, in the annotator's language."""

from collections.abc import Iterator
from itertools import chain

from tertium.model import Assignment, Campaign, Segment
from tertium.protocols import Protocol
from tertium.protocols.spans import SIDES
from tertium.text import hints as texts
from tertium.text.hints import Consistency, Termbase, Unit
from tertium.text.terms import meant_for
from tertium.web.annotate.schemas import Hint
from tertium.web.languages import translator

_KEPT = 16
# By campaign, system and languages; an entry keeps its campaign alive, so that its identity stays
# its own.
_lately: dict[tuple[int, str, str, str], tuple[Campaign, Consistency]] = {}


class HintFinder:
    """Finds the hints of one campaign, of the kinds that it wants."""

    def __init__(self, campaign: Campaign, protocol: Protocol, language: str) -> None:
        settings = protocol.settings
        self._campaign = campaign
        self._kinds = frozenset(settings.get("hints", ()))
        self._sides = tuple(settings.get("sides", SIDES))
        self._say = translator(language)
        entries = chain(settings.get("glossary") or (), settings.get("termbase") or ())
        self._entries = [*entries] if self._kinds & {"terms", "consistency"} else []
        self._termbases: dict[str, Termbase] = {}

    def of(self, assignment: Assignment, segment: Segment) -> list[Hint]:
        """Return what an annotator may look at, output by output."""
        return [
            Hint(slot, one.side, one.start, one.end, one.kind, self._words(one))
            for slot, name in enumerate(assignment.slots, 1)
            for one in self._found(segment, name)
        ]

    def _found(self, segment: Segment, slot: str) -> list[texts.Hint]:
        unit = _unit(self._campaign, segment, slot)
        languages = unit.source_language, unit.target_language
        found: list[texts.Hint] = []
        if "tags" in self._kinds:
            found += texts.tag_hints(unit.source, unit.target)
        if "numbers" in self._kinds:
            found += texts.number_hints(unit.source, unit.target, *languages)
        if "terms" in self._kinds:
            found += self._termbase(languages[1]).hints(unit.source, unit.target, *languages)
        if "consistency" in self._kinds:
            found += self._consistency(slot, *languages).hints(unit)
        return found if "source" in self._sides else texts.without_source(found, unit.target)

    def _words(self, hint: texts.Hint) -> str:
        return self._say(f"mark.hint.{hint.kind}.{hint.what}", wanted=hint.wanted)

    def _termbase(self, target: str) -> Termbase:
        """Return the terms with their translations into a language."""
        if target not in self._termbases:
            self._termbases[target] = Termbase(meant_for(self._entries, target))
        return self._termbases[target]

    def _consistency(self, slot: str, source: str, target: str) -> Consistency:
        """Return what a system says in all texts of a language pair; kept for the next batch."""
        key = (id(self._campaign), slot, source, target)
        if key not in _lately:
            while len(_lately) >= _KEPT:
                _lately.pop(next(iter(_lately)), None)
            units = _units(self._campaign, slot, source, target)
            made = Consistency(units, self._termbase(target))
            _lately[key] = (self._campaign, made)
        return _lately[key][1]


def _units(campaign: Campaign, slot: str, source: str, target: str) -> Iterator[Unit]:
    for segment in campaign.segments:
        pair = segment.source_language, segment.target_language
        if pair == (source, target) and (segment.id, slot) in campaign.outputs:
            yield _unit(campaign, segment, slot)


def _unit(campaign: Campaign, segment: Segment, slot: str) -> Unit:
    return Unit(
        segment.source,
        campaign.text(segment.id, slot),
        segment.source_language,
        segment.target_language,
    )
