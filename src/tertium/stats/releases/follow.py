"""An engine followed from release to release, from files that production writes anyway.

For every release: the edit distance from machine translation to final text, and the share of
the text at or above the fuzzy-match threshold by which text is priced (Stambolieva, 2014).
Nobody has to annotate anything. A trend needs a fixed anchor set, because the material
changes too; a control chart tells chance from change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from tertium.choices import Distance, Every
from tertium.exceptions import BadInput
from tertium.formats.feedback import Change, Remark
from tertium.formats.production import Production, Unit
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.intervals import check_level
from tertium.stats.releases.control import WEIGHT, Chart, chart
from tertium.stats.releases.drift import Course, Step, distances, fixed_set, shares, steps
from tertium.stats.releases.lots import Lots, measure_units, release_of
from tertium.stats.releases.parts import FEWEST, Part, Scenario, by_input, by_scenario
from tertium.stats.releases.traced import (
    FeedbackCount,
    Orphan,
    TracedChange,
    count_feedback,
    find_orphans,
    trace,
)
from tertium.stats.resampling import Resampling
from tertium.stats.result import Estimate, Result, signature
from tertium.text import WORD_RULE
from tertium.text.fuzzy import FUZZY_RULE
from tertium.text.fuzzy import Unit as FuzzyUnit
from tertium.text.ter import ter_signature

CATEGORIES = 4
_NORMALISER = {
    "ter": f"ter/final-words+{ter_signature()}",
    "words": "words/max-length",
    "characters": "characters/max-length",
}


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """One release over all its production.

    `distance` is all edits over all sizes. `share_segments` and `share_words` are the parts
    of the text whose machine translation is as near to the final text as the fuzzy-match
    threshold asks; `memory_words` is the part whose source has such a match in the memory,
    None where matches are not known. `unchanged` outputs were accepted as they are. `anchor` is
    the edit distance on the anchor set, None without one.
    """

    release: str
    first: str
    last: str
    documents: int
    segments: int
    words: int
    distance: Estimate
    share_segments: Estimate
    share_words: Estimate
    memory_words: Estimate | None
    unchanged: float
    empty: int
    anchor: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Releases(Result):
    """An engine followed over its releases.

    `contrasts` are those of all pairs of releases, the newer one less the older one: on the anchor
    set if there is one, which tells quality, else in production, as `estimand` says. Of more than
    40 releases each is contrasted with the one before it and with the first.
    """

    releases: tuple[ReleaseRow, ...]
    steps: tuple[Step, ...]
    charts: tuple[Chart, ...]
    scenarios: tuple[Scenario, ...]
    parts: tuple[Part, ...]
    feedback: tuple[FeedbackCount, ...]
    changes: tuple[TracedChange, ...]
    orphans: tuple[Orphan, ...]
    distance: Distance
    threshold: float
    against: Literal["memory", "final"]
    contrasts: tuple[Contrast, ...]
    production_contrasts: tuple[Contrast, ...]
    estimand: Estimand
    level: float


def follow(
    production: Production,
    *,
    remarks: Sequence[Remark] = (),
    changes: Sequence[Change] = (),
    distance: Distance = "ter",
    threshold: float = 0.75,
    unit: FuzzyUnit = "characters",
    every: Every = "month",
    baseline: int | None = None,
    weight: float = WEIGHT,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Releases:
    """Follow an engine over its releases.

    Units of `production` that belong to the anchor set are kept apart: they tell the change of
    quality, all others what was delivered.
    """
    check_level(level)
    if not 0 < threshold <= 1:
        raise BadInput(
            f"a fuzzy match of {threshold:g} is not possible",
            where="--threshold",
            fix="Use a fraction above 0 and up to 1, such as 0.75.",
        )
    how = Resampling(level, resamples, seed)
    told: list[str] = []
    lots, anchor = _measured(production.units, distance, every, unit, told)
    seen = distances(lots, level, where="in production")
    fixed = None
    if anchor is not None:
        anchor = _kept(anchor, told)
        fixed = distances(anchor, level, where="on the anchor set")
    stepped = steps(lots.releases, seen, fixed)
    main = fixed or seen
    annotated: dict[str, list[str]] = {}
    for change in changes:
        annotated.setdefault(change.release, []).append(change.change)
    drawing = partial(
        chart, baseline=baseline, weight=weight, level=level, seed=seed, changes=annotated
    )
    charts = [drawing(lots, "production")]
    if anchor is not None:
        charts.append(drawing(anchor, "anchor"))
    drawn = tuple(one for one in charts if one is not None)
    told += _warnings(production, lots, anchor, drawn, remarks)
    return Releases(
        releases=_rows(lots, seen, fixed, threshold, level),
        steps=stepped,
        charts=drawn,
        scenarios=by_scenario(lots, threshold, how),
        parts=by_input(lots, threshold, distance, level),
        feedback=count_feedback(remarks, changes, lots.releases),
        changes=trace(changes, remarks, stepped),
        orphans=find_orphans(changes, remarks, lots.releases),
        distance=distance,
        threshold=threshold,
        against="final" if np.isnan(lots.match).any() else "memory",
        contrasts=main.contrasts,
        production_contrasts=seen.contrasts,
        estimand=main.estimand,
        level=level,
        signature=signature(
            "releases",
            distance=_NORMALISER[distance],
            fuzzy=f"{FUZZY_RULE}/{unit}",
            threshold=f"{threshold:g}",
            words=WORD_RULE,
            chart=f"ewma.{weight:g}+baseline.{baseline or 'third'}",
            interval="crossed,log",
            units=main.estimand.sampled,
            level=f"{level:g}",
            boot=resamples,
            seed=seed,
        ),
        warnings=tuple(told),
    )


def _measured(
    units: Sequence[Unit], distance: Distance, every: Every, unit: FuzzyUnit, told: list[str]
) -> tuple[Lots, Lots | None]:
    """Measure production and the anchor set apart, with releases in the same order."""
    delivered = [one for one in units if not one.anchor]
    fixed = [one for one in units if one.anchor]
    if not delivered:
        raise BadInput(
            "all segments belong to the anchor set", fix="Add the production of the releases."
        )
    lots = measure_units(delivered, distance=distance, every=every, unit=unit)
    if not fixed:
        return lots, None
    for one in fixed:
        if not (one.segment or one.source):
            raise BadInput(
                "a segment of the anchor set has neither an id nor a source",
                where=one.place,
                fix="Add a column segment, so that it is found again in every release.",
            )
    known = [one for one in fixed if release_of(one, every) in lots.releases]
    if not known:
        raise BadInput(
            "the anchor set belongs to none of the releases",
            where=fixed[0].place,
            fix=f"Name them as production does: {', '.join(lots.releases[:20])}.",
        )
    if len(known) < len(fixed):
        told.append(
            f"{len(fixed) - len(known):,} segments of the anchor set belong to releases without "
            "production and were left out."
        )
    anchor = measure_units(known, distance=distance, every=every, unit=unit, order=lots.releases)
    return lots, anchor


def _kept(anchor: Lots, told: list[str]) -> Lots:
    """Keep what all releases have, and say what is wrong with a set that is not fixed."""
    kept, left_out = fixed_set(anchor)
    if not len(kept):
        raise BadInput(
            "no segment of the anchor set was translated by every release",
            fix="Use the same segments, with the same ids and documents, in every release.",
        )
    if left_out:
        told.append(
            f"{left_out:,} segments of the anchor set are not there in every release and were left "
            "out."
        )
    missing = [name for at, name in enumerate(kept.releases) if at not in set(kept.release)]
    if missing:
        told.append(f"The anchor set is missing in: {', '.join(missing)}.")
    finals: dict[tuple[int, str], set[str]] = {}
    for document, segment, final in zip(kept.document, kept.segment, kept.final, strict=True):
        finals.setdefault((document, segment), set()).add(final)
    moved = sum(len(found) > 1 for found in finals.values())
    if moved:
        told.append(
            f"{moved:,} segments of the anchor set have different final texts in different "
            "releases; a change there is partly one of editors."
        )
    return kept


def _rows(
    lots: Lots, seen: Course, fixed: Course | None, threshold: float, level: float
) -> tuple[ReleaseRow, ...]:
    ones = np.ones(len(lots))
    near = lots.fuzzy >= threshold
    segments = shares(lots, near * ones, ones, level)
    words = shares(lots, near * lots.words, lots.words, level)
    memory = None
    if not np.isnan(lots.match).any():
        memory = shares(lots, (lots.match >= threshold) * lots.words, lots.words, level)
    found = []
    for at, name in enumerate(lots.releases):
        own = np.flatnonzero(lots.release == at)
        dates = sorted(lots.date[row] for row in own if lots.date[row])
        found.append(
            ReleaseRow(
                release=name,
                first=dates[0] if dates else "",
                last=dates[-1] if dates else "",
                documents=len(np.unique(lots.document[own])),
                segments=len(own),
                words=int(lots.words[own].sum()),
                distance=seen.distance[at],
                share_segments=segments[at],
                share_words=words[at],
                memory_words=None if memory is None else memory[at],
                unchanged=float((lots.fuzzy[own] == 1).mean()),
                empty=int(lots.empty[own].sum()),
                anchor=None if fixed is None else fixed.distance[at],
            )
        )
    return tuple(found)


def _warnings(
    production: Production,
    lots: Lots,
    anchor: Lots | None,
    charts: Sequence[Chart],
    remarks: Sequence[Remark],
) -> list[str]:
    told = []
    if production.without_mt:
        told.append(
            f"{production.without_mt:,} segments without a machine translation were left out."
        )
    if production.unfinished:
        told.append(f"{production.unfinished:,} segments without a final text were left out.")
    if len(lots.releases) == 1:
        told.append("There is one release only, so nothing can be followed yet.")
    elif anchor is None:
        told.append(
            "Without an anchor set, a change of the engine is confounded with a change of the "
            "material."
        )
    if len(lots.documents) == len(lots) > 1:
        told.append(
            "Every segment counts as a document of its own, because documents are not named or "
            "hold one segment each; intervals may be too narrow."
        )
    few = [name for at, name in enumerate(lots.releases)
           if len(np.unique(lots.document[lots.release == at])) < 2]  # fmt: skip
    if few:
        told.append(
            f"One document is no measure of chance; there are no intervals for: {', '.join(few)}."
        )
    if len(lots.releases) > 1 and not any(one.kind == "production" for one in charts):
        told.append("There are too few releases with several documents for a control chart.")
    if 1 < len(lots.releases) < FEWEST:
        told.append(
            f"{len(lots.releases)} releases are too few for an interval of their correlation."
        )
    number = len({remark.category for remark in remarks})
    if number > CATEGORIES:
        told.append(
            f"The feedback has {number} categories; the method keeps to {CATEGORIES}, so that each "
            "holds enough remarks to act on."
        )
    return told
