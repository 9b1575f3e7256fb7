"""Which systems are better, by the scores people gave, and how sure is that?"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import BadInput, NotFound
from tertium.stats.assessment.average import Averaged, average, counted
from tertium.stats.assessment.cautions import cautions
from tertium.stats.assessment.clusters import cut_ranking
from tertium.stats.assessment.control import Control, control_tests
from tertium.stats.assessment.pairwise import (
    CORRECTIONS,
    Correction,
    adjusted,
    either_t,
    mann_whitney,
    permutation,
    wilcoxon,
    wilcoxon_by_domain,
)
from tertium.stats.assessment.recipes import RECIPES, TESTS, Recipe, RecipeName, Test
from tertium.stats.assessment.result import (
    AnnotatorScale,
    Assessment,
    Difference,
    SegmentScore,
    SystemScore,
)
from tertium.stats.assessment.rows import (
    Rows,
    Standards,
    different,
    read_rows,
    standardise,
    together,
)
from tertium.stats.assessment.spread import (
    DIFFERENCE_SCALE,
    LEVEL_SCALE,
    Weighted,
    Widths,
    widths,
)
from tertium.stats.intervals import check_level
from tertium.stats.order import tied_ranks
from tertium.stats.result import signature
from tertium.table import JudgementTable, Scores

__all__ = ["Passing", "assess"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Passing = Literal["all", "passed"]


def assess(
    data: JudgementTable | Scores,
    *,
    recipe: RecipeName = "z",
    passing: Passing = "all",
    test: Test | None = None,
    correction: Correction = "none",
    control: Control | None = None,
    aspect: str = "overall",
    scale: tuple[float, float] = (0.0, 100.0),
    segments: bool = True,
    level: float = 0.95,
    seed: int = 0,
) -> Assessment:
    """Score outputs and systems, and tell systems apart.

    `recipe`: `z` and `raw` rank by standardised or plain scores, and two systems are told
    apart by an interval in which people and texts vary; `wmt-z`, `wmt24`, `wmt25` and `wmt26`
    do as the organisers of WMT did. `test` replaces the recipe's own test. `passing` leaves
    out annotators who do not pass their control items (by `control`: signed ranks, or
    the t test in official recipes); z is computed from all scores of an annotator in any case.
    p below 1 − level tells two systems apart; rank ranges and clusters follow from that.
    `seed` is that of the permutation test.
    """
    chosen = _check(recipe, passing, test, correction, level, seed)
    used_test = test or chosen.test
    rows = read_rows(data, aspect=aspect, scale=scale)
    standards = standardise(rows)
    kept = counted(rows, chosen)
    by = control or ("t" if chosen.name.startswith("wmt") else "signed-rank")
    if passing == "passed":
        kept &= _passed(rows, by, scale)
    these, z = rows.take(kept), standards.z[kept]
    averaged = average(these, chosen)
    value = z if chosen.standard else these.value
    weighted = _weighted(these, averaged, value, standards, chosen, scale)
    score = averaged.scores(value)
    order = np.lexsort((np.arange(len(score)), tied_ranks(-score), averaged.component))
    first, second = _pairs(order, averaged.component)
    own, apart = widths(weighted, level), widths(weighted, level, (first, second))
    table = averaged.cells(value)
    p = _matrix(table, averaged, apart, (first, second), chosen, used_test, seed)
    listed = adjusted(p[first, second], correction)
    ahead = _ahead(p, listed, (first, second), score, chosen, used_test, correction, 1 - level)
    systems = _systems(these, z, averaged, score, own, order, ahead, chosen)
    shared = ~np.isnan(table)
    together_scored = shared.astype(float) @ shared.T
    differences = tuple(
        Difference(
            averaged.names[i],
            averaged.names[j],
            float(score[i] - score[j]),
            _number(apart.low[k]),
            _number(apart.high[k]),
            _number(listed[k]),
            int(together_scored[i, j]),
        )
        for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True))
    )
    return Assessment(
        recipe=chosen.name,
        test=used_test,
        systems=systems,
        differences=differences,
        segments=_segments(these, z) if segments else (),
        scales=_scales(rows, standards, kept),
        annotators=different(these.scores.annotator.codes),
        judgements=len(these),
        level=level,
        signature=signature(
            "assess",
            aspect=aspect,
            recipe=chosen.name,
            passing=passing if passing == "all" else f"{passing}-{by}",
            test=used_test,
            sides="two" if chosen.two_sided or used_test == "interval" else "one",
            correction=correction,
            level=f"{level:g}",
            **({"seed": seed} if used_test == "permutation" else {}),
        ),
        warnings=cautions(
            data, rows, kept, standards, averaged, own, apart, chosen, used_test, passing
        ),
    )


def _check(
    recipe: str, passing: str, test: str | None, correction: str, level: float, seed: int
) -> Recipe:
    check_level(level)
    for kind, given, known in (
        ("recipe", recipe, tuple(RECIPES)),
        ("choice of annotators", passing, ("all", "passed")),
        ("test", test or TESTS[0], TESTS),
        ("correction", correction, CORRECTIONS),
    ):
        if given not in known:
            raise NotFound.among(kind, given, known, where="assess")
    if seed < 0:
        raise BadInput(f"the seed {seed} is below 0", where="seed", fix="Write 0 or more.")
    return RECIPES[recipe]


def _passed(rows: Rows, control: Control, scale: tuple[float, float]) -> Bools:
    """Tell which rows come from annotators who pass their control items."""
    tests = control_tests(rows.scores, test=control, scale=scale)
    names = {one.annotator for one in tests if one.passed}
    annotator = rows.scores.annotator
    passed = [code for code, name in enumerate(annotator.names) if name in names]
    return np.isin(annotator.codes, passed)


def _weighted(
    rows: Rows,
    averaged: Averaged,
    value: Floats,
    standards: Standards,
    recipe: Recipe,
    scale: tuple[float, float],
) -> Weighted:
    """Name the units that vary: annotators, and documents where every score has one."""
    documents = rows.scores.document.codes
    text = averaged.unit
    if len(documents) and (documents >= 0).all():
        text = together(rows.scores.campaign.codes, documents)
    point = (scale[1] - scale[0]) / 100
    middle = (scale[0] + scale[1]) / 2
    if recipe.standard:
        # How far apart points are, once scores are divided by the sd of their annotator.
        freedom = np.maximum(standards.n - 1, 0)
        pooled = (standards.sd**2 * freedom).sum() / max(int(freedom.sum()), 1)
        point, middle = (point / pooled**0.5 if pooled > 0 else 1.0), 0.0
    return Weighted(
        averaged.system,
        averaged.systems,
        together(rows.scores.annotator.codes),
        together(text),
        value,
        averaged.weight,
        averaged.centres(value),
        point,
        middle,
        # Standardising takes away how strict somebody is.
        DIFFERENCE_SCALE if recipe.standard else LEVEL_SCALE,
    )


def _pairs(order: Ints, component: Ints) -> tuple[Ints, Ints]:
    """List the pairs of systems that can be compared, the better one first."""
    one, two = np.triu_indices(len(order), 1)
    first, second = order[one], order[two]
    comparable = component[first] == component[second]
    return first[comparable], second[comparable]


def _matrix(
    table: Floats,
    averaged: Averaged,
    apart: Widths,
    pairs: tuple[Ints, Ints],
    recipe: Recipe,
    test: Test,
    seed: int,
) -> Floats:
    """Return the p of every pair of systems, in both directions."""
    if test == "interval":
        p = np.full((len(table), len(table)), np.nan)
        p[pairs] = p[pairs[::-1]] = apart.p
        return p
    if test == "mann-whitney":
        return mann_whitney(table, two_sided=recipe.two_sided)
    if test == "permutation":
        return permutation(table, two_sided=recipe.two_sided, seed=seed)
    if test == "t":
        return either_t(table)
    if recipe.domains:
        return wilcoxon_by_domain(table, averaged.domain)
    return wilcoxon(table, two_sided=recipe.two_sided)


def _ahead(
    p: Floats,
    listed: Floats,
    pairs: tuple[Ints, Ints],
    score: Floats,
    recipe: Recipe,
    test: Test,
    correction: Correction,
    threshold: float,
) -> Bools:
    """Tell who is surely better than whom.

    A one-sided test may find the system with the lower mean better, and official tables
    count that; corrected p are those of the better system only.
    """
    first, second = pairs
    ahead = np.zeros(p.shape, dtype=bool)
    if correction == "none" and not recipe.two_sided and test in ("mann-whitney", "wilcoxon"):
        ahead[first, second] = p[first, second] < threshold
        ahead[second, first] = p[second, first] < threshold
    else:
        ahead[first, second] = (listed < threshold) & (score[first] > score[second])
    return ahead


def _systems(
    rows: Rows,
    z: Floats,
    averaged: Averaged,
    score: Floats,
    own: Widths,
    order: Ints,
    ahead: Bools,
    recipe: Recipe,
) -> tuple[SystemScore, ...]:
    """Return systems from best to worst, component by component."""
    size = averaged.systems
    low, high, cluster = np.zeros((3, size), dtype=np.int64)
    for code in np.unique(averaged.component):
        inside = order[averaged.component[order] == code]
        among = ahead[np.ix_(inside, inside)]
        low[inside], high[inside], cluster[inside] = cut_ranking(among, recipe.cut)
    raw, standard = averaged.scores(rows.value), averaged.scores(z)
    units = _different(averaged.system, averaged.unit, size)
    people = _different(averaged.system, rows.scores.annotator.codes, size)
    judgements = np.bincount(averaged.system, minlength=size)
    return tuple(
        SystemScore(
            averaged.names[code],
            float(score[code]),
            _number(own.low[code]),
            _number(own.high[code]),
            float(raw[code]),
            float(standard[code]),
            1
            + int(((averaged.component == averaged.component[code]) & (score > score[code])).sum()),
            int(low[code]),
            int(high[code]),
            int(cluster[code]),
            int(units[code]),
            int(judgements[code]),
            int(people[code]),
            int(averaged.component[code]) + 1,
        )
        for code in order.tolist()
    )


def _different(system: Ints, what: Ints, size: int) -> Ints:
    """Count the different codes that each system has met."""
    first = np.unique(together(system, what), return_index=True)[1]
    return np.bincount(system[first], minlength=size)


def _segments(rows: Rows, z: Floats) -> tuple[SegmentScore, ...]:
    """Return the mean score of every output, by system and segment."""
    scores = rows.scores
    cell = together(rows.system, scores.campaign.codes, rows.segment)
    n = np.bincount(cell)
    raw, standard = np.bincount(cell, rows.value) / n, np.bincount(cell, z) / n
    system, segment = np.zeros((2, len(n)), dtype=np.int64)
    system[cell], segment[cell] = rows.system, rows.segment
    systems, names = scores.system.names, scores.segment.names
    columns = (column.tolist() for column in (segment, system, raw, standard, n))
    return tuple(
        SegmentScore(names[s], systems[y], r, t, k) for s, y, r, t, k in zip(*columns, strict=True)
    )


def _scales(rows: Rows, standards: Standards, kept: Bools) -> tuple[AnnotatorScale, ...]:
    """Return how every annotator used the scale, campaign by campaign."""
    people = len(standards.n)
    who, where = np.zeros((2, people), dtype=np.int64)
    who[rows.person], where[rows.person] = rows.scores.annotator.codes, rows.scores.campaign.codes
    used = np.bincount(rows.person[kept], minlength=people) > 0
    annotators, campaigns = (*rows.scores.annotator.names, ""), (*rows.scores.campaign.names, "")
    return tuple(
        AnnotatorScale(
            annotators[who[code]],
            campaigns[where[code]],
            float(standards.mean[code]),
            float(standards.sd[code]) if standards.n[code] > 1 else None,
            int(standards.n[code]),
            bool(used[code]),
        )
        for code in range(people)
    )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
