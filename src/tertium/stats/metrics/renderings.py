"""Renderings of phrases: how many are valid, and how many of these the references credit."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from tertium.formats.graded_translations import Rendering


@dataclass(frozen=True, slots=True)
class PhraseRenderings:
    """A phrase of a text in one set-up; renderings are counted once each, letter case apart.

    `credited` are the valid ones that a reference has; a translator who chose another valid one
    loses by it. `translators` counts who rendered the phrase validly, `uncredited` who of them did
    so as no reference does.
    """

    setup: str
    document: str
    phrase: str
    renderings: int
    valid: int
    credited: int
    translators: int
    uncredited: int


def phrase_renderings(
    renderings: Sequence[Rendering], references: Mapping[tuple[str, str], Set[str]]
) -> Iterator[PhraseRenderings]:
    """Yield each phrase in each set-up, whose reference translators are given by text."""
    phrases: dict[tuple[str, str], list[Rendering]] = {}
    for one in renderings:
        phrases.setdefault((one.document, one.phrase), []).append(one)
    for (setup, document), translators in references.items():
        for (text, phrase), own in phrases.items():
            if text != document:
                continue
            valid = {_said(one) for one in own if one.valid}
            credited = valid & {_said(one) for one in own if one.translator in translators}
            others = [one for one in own if one.valid and one.translator not in translators]
            yield PhraseRenderings(
                setup,
                document,
                phrase,
                len({_said(one) for one in own}),
                len(valid),
                len(credited),
                sum(one.valid for one in own),
                sum(_said(one) not in credited for one in others),
            )


def _said(one: Rendering) -> str:
    return " ".join(one.rendering.casefold().split())
