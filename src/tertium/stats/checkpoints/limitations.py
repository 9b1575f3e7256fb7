"""What weakens a result about linguistic checkpoints, one sentence each."""

from collections.abc import Iterator, Sequence

from tertium.stats.arrays import Ints
from tertium.stats.checkpoints.matches import Matches
from tertium.stats.checkpoints.quality import AlignmentQuality
from tertium.stats.checkpoints.scores import FEW, ClassScore
from tertium.stats.checkpoints.units import ALL, NO_BAND, Bands
from tertium.stats.contrasts.limitations import UNKNOWN_DOCUMENTS
from tertium.stats.told import count, percent, some_of
from tertium.wording import say

_MANY_UNALIGNED = 0.1  # of instances


def find_limitations(
    matches: Matches,
    bands: Bands,
    scores: Sequence[ClassScore],
    document: Ints,
    alignment: AlignmentQuality,
    *,
    common: bool,
) -> tuple[str, ...]:
    """Return the limitations of a result."""
    return tuple(_found(matches, bands, scores, document, alignment, common))


def _found(
    matches: Matches,
    bands: Bands,
    scores: Sequence[ClassScore],
    document: Ints,
    alignment: AlignmentQuality,
    common: bool,
) -> Iterator[str]:
    if (document < 0).any():
        yield UNKNOWN_DOCUMENTS
    nothing = sorted({one.class_ for one in scores if one.band == ALL and not one.instances})
    if nothing:
        yield say("There are no aligned instances of {classes}.", classes=some_of(nothing))
    few = sorted({one.class_ for one in scores if one.band == ALL and 0 < one.instances < FEW})
    if few:
        yield say(
            "Fewer than {few} instances: {classes}. Their scores say little.",
            few=FEW,
            classes=some_of(few),
        )
    unaligned = alignment.unaligned / alignment.instances if alignment.instances else 0.0
    if alignment.unaligned:
        yield say(
            "{number} without aligned reference words ({share}) left out: they say nothing about "
            "any output.",
            number=count(alignment.unaligned, "instance is", "instances are"),
            share=percent(unaligned),
        )
    if unaligned > _MANY_UNALIGNED:
        yield say(
            "So many unaligned instances point to a poor alignment: align with more texts "
            "(--corpus), or give the alignment."
        )
    yield from _different_segments(matches, bands, common)
    if bands.names and (bands.code == NO_BAND).any():
        yield say(
            "{number} of {total:,} outputs have no band: they count in the scores over all "
            "outputs only.",
            number=f"{int((bands.code == NO_BAND).sum()):,}",
            total=bands.code.size,
        )


def _different_segments(matches: Matches, bands: Bands, common: bool) -> Iterator[str]:
    """Say where systems are scored on different sentences."""
    if common or len(matches.systems) < 2:
        return
    there = matches.matched >= 0
    lacking = [name for name, own in zip(matches.systems, there.T, strict=True) if not own.all()]
    if lacking:
        yield say(
            "Outputs are missing of {systems}: systems are scored on different segments. Score "
            "those they have in common with --common.",
            systems=some_of(lacking),
        )
    if bands.names and (bands.code != bands.code[:, :1]).any():
        yield say(
            "The outputs in a band are of different segments for each system, so scores within a "
            "band do not compare systems. Compare the segments that are in the same band for all "
            "with --common."
        )
