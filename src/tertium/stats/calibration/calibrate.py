"""Is this year's system better than last year's?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.scale import Scale
from tertium.stats.assessment.rows import read_rows
from tertium.stats.calibration.doubt import Units, VarianceEstimate, levers, of_earlier, of_now
from tertium.stats.calibration.known import Earlier, KnownOutputs, read_known
from tertium.stats.calibration.link import Link, link_annotators
from tertium.stats.calibration.place import AnchorScores, InfluencedValue, place, place_group
from tertium.stats.calibration.reading import CampaignScores, read_now
from tertium.stats.codes import together
from tertium.stats.intervals import check_level
from tertium.stats.order import by_value
from tertium.stats.pearson import pearson
from tertium.stats.result import Estimate, Result, signature
from tertium.table import JudgementTable, Scores

ENOUGH_ANCHORS = 10  # of an annotator, before they say as much as the others do
_FEW_PEOPLE = 6
_FEW_ITEMS = 20


@dataclass(frozen=True, slots=True)
class AnnotatorLink:
    """How one annotator's scores lie on the earlier scale, by `anchors` scored.

    A score x means centre + (x − centre − offset) / slope on the earlier scale; `offset` is
    in points, above 0 for who is more lenient than the earlier annotators were.
    `correlation` is that of the scores for anchors with the earlier ones. `weight` is the
    squared correlation that the model infers: the share of somebody's differences that quality
    explains, and what the scores count. Without `enough` anchors somebody is placed mostly
    by what the others do. `scores` counts all scores of outputs.
    """

    annotator: str
    anchors: int
    scores: int
    correlation: Estimate
    offset: Estimate
    slope: Estimate
    weight: float
    enough: bool


@dataclass(frozen=True, slots=True)
class CalibratedSystem:
    """One system on the earlier scale; `raw` is the plain mean of its outputs' scores."""

    system: str
    score: Estimate
    raw: float
    segments: int
    scores: int


@dataclass(frozen=True, slots=True)
class CampaignDifference:
    """By how much a system of this campaign is better than one of the earlier campaign.

    The interval holds the uncertainty of the link. `raw` is the difference of plain means,
    which takes the two groups of annotators for one.
    """

    system: str
    earlier: str
    difference: Estimate
    p: float | None
    raw: float


@dataclass(frozen=True, slots=True)
class Calibration(Result):
    """Two campaigns on one scale, that of the earlier one; systems from best to worst.

    `shift` and `slope` tell how the annotators of this campaign use the scale as a group:
    an output that the earlier annotators gave `centre` points gets `shift` points more,
    and a difference of one point becomes one of `slope` points. `reliability` is the share
    of the differences between the earlier scores of anchors that is not noise; None where
    these were taken as exact. `anchors` counts anchors with an earlier score, `unmatched`
    those without.
    """

    systems: tuple[CalibratedSystem, ...]
    earlier: tuple[CalibratedSystem, ...]
    differences: tuple[CampaignDifference, ...]
    annotators: tuple[AnnotatorLink, ...]
    shift: Estimate
    slope: Estimate
    centre: float
    anchors: int
    unmatched: int
    reliability: float | None
    level: float
    scale: Scale


def calibrate(
    now: JudgementTable | Scores,
    earlier: Earlier,
    *,
    aspect: str = "overall",
    level: float = 0.95,
) -> Calibration:
    """Put this campaign on the scale of an earlier one, by anchors that both have scored.

    As Mathur, Baldwin and Cohn (2018) proposed: items of known quality stand among the
    outputs, an annotator's reliability is the correlation with what is known, and scores are
    put on that scale. `earlier` holds the judgements of the earlier campaign, or a score
    for each (segment, system). An anchor is a score with the role `anchor`; `of` is the name
    its segment had there.

    Each annotator has a line from the earlier scale to the own scores, drawn towards the
    group's where anchors are few. Systems of both campaigns are compared on the earlier
    scale; intervals let annotators, texts and anchors of both campaigns vary.
    """
    check_level(level)
    rows = read_rows(now, aspect=aspect)
    known = read_known(earlier, aspect=aspect, scale=rows.scale)
    found = read_now(rows, known)
    people = len(found.annotators)
    anchors = AnchorScores(
        found.anchor_person, known.expected[found.anchor_item], found.anchor_value
    )
    link = link_annotators(
        anchors.expected,
        anchors.value,
        anchors.person,
        people,
        point=rows.scale.point(rows.value),
    )
    placed = _placed(found, link, anchors)
    systems = _best_first(
        _system(found, known, link, code, one, level) for code, one in placed.items()
    )
    before = _best_first(_earlier(known, code, level) for code in range(len(known.systems)))
    shift, slope = (place_group(link, anchors, which) for which in (0, 1))
    return Calibration(
        systems=systems,
        earlier=before,
        differences=tuple(
            _difference(found, known, link, placed, one, other, level)
            for one in systems
            for other in before
        ),
        annotators=_annotators(found, known, link, level),
        shift=_group(found, known, link, shift, -link.centre, level),
        slope=_group(found, known, link, slope, 0.0, level),
        centre=link.centre,
        anchors=len(np.unique(found.anchor_item)),
        unmatched=found.unmatched,
        reliability=_reliability(found, known),
        level=level,
        scale=rows.scale,
        signature=signature("calibrate", aspect=aspect, scale=rows.scale, level=f"{level:g}"),
        warnings=(*rows.scale.notes(), *find_warnings(found, known, link, systems)),
    )


def _best_first(systems: Iterable[CalibratedSystem]) -> tuple[CalibratedSystem, ...]:
    return tuple(by_value(systems, lambda one: one.score.value, lambda one: one.system))


def _placed(now: CampaignScores, link: Link, anchors: AnchorScores) -> dict[int, InfluencedValue]:
    """Place every system; outputs count once for each, whoever scored them how often."""
    share = 1.0 / np.bincount(cell := together(now.system, now.segment))[cell]
    found = {}
    for code in range(len(now.systems)):
        weight = np.where(now.system == code, share, 0.0)
        one = place(link, anchors, now.value, now.person, weight / weight.sum())
        if one is not None:
            found[code] = one
    return found


def _doubt(
    now: CampaignScores, known: KnownOutputs, link: Link, one: InfluencedValue, versus: int | None
) -> VarianceEstimate:
    """Add up the doubts of both campaigns, with or without an earlier system beside."""
    text = now.text if len(one.outputs) else now.text[:0]
    pull = -one.levers * link.slope[now.anchor_person]
    lever = levers(now.anchor_text, known.expected[now.anchor_item])
    return of_now(one, Units(text, now.anchor_text, lever)) + of_earlier(
        known, versus, now.anchor_item, pull
    )


def _system(
    now: CampaignScores,
    known: KnownOutputs,
    link: Link,
    code: int,
    one: InfluencedValue,
    level: float,
) -> CalibratedSystem:
    mine = now.system == code
    segments, cell = np.unique(now.segment[mine], return_inverse=True)
    raw = np.bincount(cell, now.value[mine]) / np.bincount(cell)
    return CalibratedSystem(
        now.systems[code],
        _doubt(now, known, link, one, None).interval(one.value, level),
        float(raw.mean()),
        len(segments),
        int(mine.sum()),
    )


def _earlier(known: KnownOutputs, code: int, level: float) -> CalibratedSystem:
    mine = known.system == code
    none = np.zeros(0)
    doubt = of_earlier(known, code, none.astype(np.int64), none)
    return CalibratedSystem(
        known.systems[code],
        doubt.interval(float(known.mean[code]), level),
        float(known.raw[code]),
        len(np.unique(known.item[mine])),
        int(mine.sum()),
    )


def _difference(
    now: CampaignScores,
    known: KnownOutputs,
    link: Link,
    placed: dict[int, InfluencedValue],
    one: CalibratedSystem,
    other: CalibratedSystem,
    level: float,
) -> CampaignDifference:
    before = known.systems.index(other.system)
    mine = placed[now.systems.index(one.system)]
    value = mine.value - float(known.mean[before])
    doubt = _doubt(now, known, link, mine, before)
    return CampaignDifference(
        one.system,
        other.system,
        doubt.interval(value, level),
        doubt.p(value),
        one.raw - other.raw,
    )


def _group(
    now: CampaignScores,
    known: KnownOutputs,
    link: Link,
    one: InfluencedValue,
    less: float,
    level: float,
) -> Estimate:
    return _doubt(now, known, link, one, None).interval(one.value + less, level)


def _annotators(
    now: CampaignScores, known: KnownOutputs, link: Link, level: float
) -> tuple[AnnotatorLink, ...]:
    """Return everybody's line, and the correlation with the earlier scores."""
    people = len(now.annotators)
    anchors = np.bincount(now.anchor_person, minlength=people)
    scores = np.bincount(now.person, minlength=people)
    score = np.bincount(known.item, known.value) / known.counts
    drawn = link.known @ link.held  # towards the group, which is not known exactly either
    cov = link.known + drawn @ link.group_cov @ drawn.transpose(0, 2, 1)
    reach = np.sqrt(np.diagonal(cov, axis1=1, axis2=2)) * float(ndtri((1 + level) / 2))
    found = []
    for code, name in enumerate(now.annotators):
        mine = now.anchor_person == code
        value = link.own[code] - (link.centre, 0.0)
        low, high = value - reach[code], value + reach[code]
        offset, slope = (Estimate(*map(float, ends)) for ends in zip(value, low, high, strict=True))
        found.append(
            AnnotatorLink(
                name,
                int(anchors[code]),
                int(scores[code]),
                pearson(now.anchor_value[mine], score[now.anchor_item[mine]], level=level),
                offset,
                slope,
                float(link.weight[code]),
                bool(anchors[code] >= ENOUGH_ANCHORS),
            )
        )
    return tuple(found)


def _reliability(now: CampaignScores, known: KnownOutputs) -> float | None:
    """Return the share of the spread of anchors' earlier scores that is not noise."""
    if known.noise is None:
        return None
    return float(known.kept[np.unique(now.anchor_item)].mean())


def find_warnings(
    now: CampaignScores, known: KnownOutputs, link: Link, systems: tuple[CalibratedSystem, ...]
) -> tuple[str, ...]:
    """Return what a reader should know before believing the comparison."""
    return (
        *_of_people(now, known, link),
        *_of_anchors(now, known, systems),
        *_of_texts(now, known),
    )


def _of_people(now: CampaignScores, known: KnownOutputs, link: Link) -> Iterator[str]:
    people = len(now.annotators)
    anchors = np.bincount(now.anchor_person, minlength=people)
    works = np.bincount(now.person, minlength=people) > 0
    none, few = int((works & (anchors == 0)).sum()), int((works & (anchors < ENOUGH_ANCHORS)).sum())
    if works.sum() == 1:
        yield (
            "One annotator: the comparison holds for this annotator only; the confidence "
            "intervals do not allow for differences between annotators."
        )
    elif works.sum() < _FEW_PEOPLE:
        yield (
            f"{works.sum()} annotators: how much they differ is poorly estimated, so the "
            "confidence intervals are wide."
        )
    if 0 < known.people < _FEW_PEOPLE:
        had = "one annotator" if known.people == 1 else f"{known.people} annotators"
        yield f"The earlier campaign had {had}, on whom its scale rests."
    if few:
        without = f", {none:,} of them none" if none else ""
        yield (
            f"{few:,} of {works.sum():,} annotators scored fewer than {ENOUGH_ANCHORS} "
            f"anchors{without}; their use of the scale is mostly estimated from the others."
        )
    turned = int((works & (link.slope <= 0)).sum())
    if turned:
        who = "One annotator does" if turned == 1 else f"{turned:,} annotators do"
        yield f"{who} not score better anchors higher; these scores were left out."


def _of_anchors(
    now: CampaignScores, known: KnownOutputs, systems: tuple[CalibratedSystem, ...]
) -> Iterator[str]:
    items = np.unique(now.anchor_item)
    if now.unmatched:
        lost = "One anchor has" if now.unmatched == 1 else f"{now.unmatched:,} anchors have"
        yield f"{lost} no score in the earlier campaign and cannot help."
    if len(items) < _FEW_ITEMS:
        few = "One anchor links" if len(items) == 1 else f"Only {len(items)} anchors link"
        yield f"{few} the campaigns; {_FEW_ITEMS} or more are needed."
    if known.noise is None:
        yield (
            "No anchor has two earlier scores, so their noise is unknown and they were taken as "
            "exact. If they are not, differences between systems come out too large."
        )
    expected = known.expected[items]
    low, high = float(expected.min()), float(expected.max())
    if low == high:
        yield (
            "All anchors are expected to be equally good, so one point of this campaign was "
            "assumed to be about one point of the earlier scale."
        )
        return
    beyond = [one.system for one in systems if not low <= (one.score.value or low) <= high]
    if beyond:
        yield (
            f"Outside the range of anchors ({low:.0f} to {high:.0f}): "
            f"{', '.join(map(repr, beyond))}. Their scores are extrapolated."
        )


def _of_texts(now: CampaignScores, known: KnownOutputs) -> Iterator[str]:
    both = sorted(set(now.systems) & set(known.systems))
    if both:
        yield (
            f"Scored in both campaigns: {', '.join(map(repr, both))}. If the system is the same, "
            "its difference shows how much easier or harder the texts of this campaign are."
        )
    else:
        yield (
            "The two campaigns have different texts: a difference between systems may come from "
            "the difficulty of the texts. Score one system in both campaigns to separate the two."
        )
