"""Ratings on a scale of a few ordered categories: the whole analysis."""

from collections.abc import Mapping, Sequence

import numpy as np

from tertium import protocols
from tertium.choices import Link
from tertium.exceptions import BadInput, NotFound
from tertium.model import Campaign
from tertium.stats.arrays import number_or_none
from tertium.stats.codes import different, different_of
from tertium.stats.contrasts.record import Estimand, Units
from tertium.stats.intervals import check_level
from tertium.stats.ratings.latent import (
    SEVERITY_SCALE,
    SPREAD_SD,
    SYSTEM_SD,
    LatentScale,
    latent_scale,
)
from tertium.stats.ratings.links import LINKS
from tertium.stats.ratings.parts import agreement_of, majority_answers, rating_groups
from tertium.stats.ratings.people import rating_annotators
from tertium.stats.ratings.proportional import check_proportional
from tertium.stats.ratings.rated import Rated, rated_aspects, read_rated
from tertium.stats.ratings.result import (
    RatedAspect,
    RatedSystem,
    RatingScales,
    RatingTag,
    Threshold,
)
from tertium.stats.ratings.shares import distributions
from tertium.stats.ratings.warnings import find_warnings
from tertium.stats.result import Estimate, signature
from tertium.table import JudgementTable
from tertium.text.natural import natural

_FEWEST = 2  # steps that a scale may be cut into


def rate(
    table: JudgementTable,
    *,
    aspects: Sequence[str] | None = None,
    link: Link = "logit",
    steps: int | None = None,
    by: str | None = None,
    tags: Mapping[str, JudgementTable] | None = None,
    level: float = 0.95,
) -> RatingScales:
    """Analyse ratings, each aspect by itself.

    Shares of categories and means have crossed intervals over annotators and documents. Systems
    are placed on a latent scale by a cumulative link model with severity and spread of every
    annotator; their contrasts have the crossed interval too. `steps` cuts a fine scale at equal
    widths. `tags` are parts of the table, by the value of the column `by`.
    """
    check_level(level)
    if link not in LINKS:
        raise NotFound.among("link", link, LINKS, where="ratings")
    if steps is not None and steps < _FEWEST:
        raise BadInput(f"a scale cannot be cut into {steps}", where="--steps", fix="Write 5.")
    wanted = tuple(aspects) if aspects else rated_aspects(table)
    if not wanted:
        raise BadInput(
            "there are no ratings",
            fix="Give rows annotator,segment,system,score, with an aspect if there are several. "
            "Labels need their order: name a scale that has them, with --scale.",
        )
    read, left_out = _read(table, wanted, steps)
    told = [_aspect(rated, link, steps, tags or {}, level) for rated in read]
    shared = set(told[0][1]).intersection(*(notes for _, notes in told))  # said once
    warnings = [
        note if note in shared else f"{one.aspect}: {note}" for one, notes in told for note in notes
    ]
    units = {one.estimand.sampled: None for one, _ in told}
    return RatingScales(
        aspects=tuple(one for one, _ in told),
        link=link,
        level=level,
        by=by,
        signature=signature(
            "ratings",
            aspect="+".join(one.aspect for one, _ in told),
            scale="+".join(one.scale for one, _ in told),
            link=link,
            prior=f"systems-{SYSTEM_SD:g}-severity-{SEVERITY_SCALE:g}-spread-{SPREAD_SD:g}",
            **({"steps": steps} if steps else {}),
            **({"by": by} if by else {}),
            interval="crossed",
            units="/".join(units),
            level=f"{level:g}",
        ),
        warnings=(*left_out, *dict.fromkeys(warnings)),
    )


def _read(
    table: JudgementTable, aspects: Sequence[str], steps: int | None
) -> tuple[list[Rated], list[str]]:
    """Read every aspect; one that is no scale of categories is left out if others are."""
    read, left_out, refused = [], [], None
    for aspect in aspects:
        try:
            read.append(read_rated(table, aspect, steps=steps))
        except BadInput as problem:
            refused = problem
            left_out.append(f"Left out: {problem.what}.")
    if not read and refused is not None:
        raise refused
    return read, left_out


def _aspect(
    rated: Rated,
    link: Link,
    steps: int | None,
    tags: Mapping[str, JudgementTable],
    level: float,
) -> tuple[RatedAspect, list[str]]:
    found = _latent(rated, link, level)
    movements = None if found is None else found.movements
    odds = None if movements is None else check_proportional(movements, level)
    annotators = rating_annotators(rated, movements, level)
    used = set(rated.used.tolist())
    unused = tuple(label for k, label in enumerate(rated.labels) if k not in used)
    aspect = RatedAspect(
        aspect=rated.aspect,
        scale=(rated.scale.labels and rated.scale.name) or str(rated.scale),
        labels=rated.labels,
        merged=unused,
        systems=_systems(rated, found, level),
        contrasts=() if found is None else found.contrasts,
        estimand=_estimand(rated, link),
        thresholds=_thresholds(rated, found),
        annotators=annotators,
        annotator_sd=None if found is None or len(annotators) < 2 else found.annotator_sd,
        agreement=agreement_of(rated, level),
        proportional_odds=odds,
        majority=majority_answers(rated),
        groups=rating_groups(rated, movements, level),
        tags=tuple(
            _tag(tag, part, rated, link, steps, level)
            for tag, part in sorted(tags.items(), key=lambda one: natural(one[0]))
            if part.has_scores(rated.aspect)
        ),
        judgements=len(rated),
    )
    return aspect, list(find_warnings(rated, found, odds, annotators))


def _latent(rated: Rated, link: Link, level: float) -> LatentScale | None:
    """Return the latent scale; where all answers are the same there is none."""
    return latent_scale(rated, link, level) if len(rated.used) > 1 else None


def _systems(rated: Rated, found: LatentScale | None, level: float) -> tuple[RatedSystem, ...]:
    """Return systems from best to worst, component by component."""
    size = len(rated.systems)
    told = distributions(rated, rated.system, size, level)
    number = np.bincount(rated.system, minlength=size)
    known = rated.document >= 0
    people = different_of(rated.system, rated.annotator, size)
    documents = different_of(rated.system[known], rated.document[known], size)
    segments = different_of(rated.system, rated.segment, size)
    order = list(range(size))
    if found is not None:
        stand = found.standings
        order = np.lexsort((np.arange(size), stand.rank, found.component)).tolist()
    systems = []
    for code in order:
        latent = rank = single = joint = cluster = None
        component = 1
        if found is not None:
            latent = Estimate(
                float(found.score[code]),
                number_or_none(found.low[code]),
                number_or_none(found.high[code]),
            )
            rank, cluster = int(stand.rank[code]), int(stand.cluster[code])
            single = int(stand.low[code]), int(stand.high[code])
            joint = int(stand.all_low[code]), int(stand.all_high[code])
            component = int(found.component[code]) + 1
        systems.append(
            RatedSystem(
                rated.systems[code],
                latent,
                told[code].mean,
                told[code].shares,
                rank,
                single,
                joint,
                cluster,
                component,
                int(number[code]),
                int(people[code]),
                int(documents[code]) or None,
                int(segments[code]),
            )
        )
    return tuple(systems)


def _thresholds(rated: Rated, found: LatentScale | None) -> tuple[Threshold, ...]:
    if found is None:
        return ()
    labels = [rated.labels[code] for code in rated.used]
    return tuple(
        Threshold(labels[k], labels[k + 1], float(value))
        for k, value in enumerate(found.movements.fitted.at.thresholds)
    )


def _estimand(rated: Rated, link: Link) -> Estimand:
    """Say what is estimated, and for which annotators and texts."""
    documents = different(rated.document[rated.document >= 0]) or None
    people = len(rated.annotators)
    texts = "documents like these" if documents and documents > 1 else "segments like these"
    return Estimand(
        "place on the latent scale",
        f"cumulative {link}",
        "like these" if people > 1 else "this annotator",
        "this document" if documents == 1 else texts,  # type: ignore[arg-type]
        Units(people, documents, different(rated.segment)),
    )


def _tag(
    tag: str,
    part: JudgementTable,
    whole: Rated,
    link: Link,
    steps: int | None,
    level: float,
) -> RatingTag:
    """Analyse the judgements of one tag by themselves, on the scale of all of them."""
    rated = read_rated(part.on_scale(whole.scale, whole.aspect), whole.aspect, steps=steps)
    found = _latent(rated, link, level)
    reason = "" if found else f"all ratings are {rated.labels[rated.used[0]]!r}"
    return RatingTag(
        tag,
        len(rated),
        _systems(rated, found, level),
        () if found is None else found.contrasts,
        agreement_of(rated, level),
        reason,
    )


def results(
    table: JudgementTable, campaign: Campaign, *, level: float, seed: int
) -> tuple[RatingScales, ...]:
    """Return what a campaign of ratings found, on the scales that have answers."""
    scales = protocols.get(campaign.protocol, campaign.options).scales
    rated = tuple(aspect for aspect in scales if table.has_scores(aspect))
    return (rate(table, aspects=rated, level=level),)
