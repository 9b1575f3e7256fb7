"""Which systems are better, by the scores people gave, and how sure is that?"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import Correction, Passing
from tertium.choices import ScoreRecipe as RecipeName
from tertium.exceptions import NotFound
from tertium.scale import Scale
from tertium.stats.arrays import Bools, Floats, Ints, number_or_none
from tertium.stats.assessment.average import SystemAverages, average, counted
from tertium.stats.assessment.control import Control, control_tests
from tertium.stats.assessment.pairwise import (
    CORRECTIONS,
    adjusted,
    either_t,
    mann_whitney,
    permutation,
    wilcoxon,
    wilcoxon_by_domain,
)
from tertium.stats.assessment.recipes import RECIPES, TESTS, Recipe, Test, cut_ranking
from tertium.stats.assessment.rows import Rows, Standards, read_rows, standardise
from tertium.stats.assessment.warnings import find_warnings
from tertium.stats.codes import different, different_of, together
from tertium.stats.contrasts.crossed import ANNOTATORS, LEVELS
from tertium.stats.contrasts.estimate import EstimatedContrasts, estimate
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Contrast, Estimand, Units
from tertium.stats.intervals import check_level, check_seed
from tertium.stats.order import tied_ranks
from tertium.stats.result import Result, signature
from tertium.table import JudgementTable, Scores


@dataclass(frozen=True, slots=True)
class SegmentScore:
    """One output: the mean of its scores, raw and standardised, over `n` scores."""

    segment: str
    system: str
    raw: float
    z: float
    n: int


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One system: its score by the recipe with an interval, and both kinds of means.

    `score` is `z` or `raw`, whichever the recipe ranks by. `rank`, its range and `cluster`
    count inside `component`, a group of systems that segments or annotators connect;
    usually all systems form one. `segments` counts the units that are averaged.
    """

    system: str
    score: float
    low: float | None
    high: float | None
    raw: float
    z: float
    rank: int
    rank_low: int
    rank_high: int
    cluster: int
    segments: int
    judgements: int
    annotators: int
    component: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]


@dataclass(frozen=True, slots=True)
class AnnotatorScale:
    """How one annotator used the scale: mean and sd over items of every role.

    `sd` is None for a single score. `used` tells whether the scores count in this assessment.
    """

    annotator: str
    campaign: str
    mean: float
    sd: float | None
    n: int
    used: bool


@dataclass(frozen=True, slots=True)
class Assessment(Result):
    """Direct assessment of systems, from best to worst.

    `contrasts` lists pairs of systems, better system first; `p` is that of the recipe's test.
    `segments` is empty if it was not asked for.
    """

    recipe: str
    test: str
    one_sided: bool
    passing: str
    correction: str
    systems: tuple[SystemScore, ...]
    contrasts: tuple[Contrast, ...]
    segments: tuple[SegmentScore, ...]
    scales: tuple[AnnotatorScale, ...]
    annotators: int
    judgements: int
    level: float
    estimand: Estimand
    scale: Scale


def assess(
    data: JudgementTable | Scores,
    *,
    recipe: RecipeName = "z",
    passing: Passing = "all",
    test: Test | None = None,
    correction: Correction = "none",
    control: Control | None = None,
    aspect: str = "overall",
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
    rows = read_rows(data, aspect=aspect)
    standards = standardise(rows)
    kept = counted(rows, chosen)
    by = control or ("t" if chosen.name.startswith("wmt") else "signed-rank")
    if passing == "passed":
        kept &= _passed(rows, by)
    these, z = rows.take(kept), standards.z[kept]
    averaged = average(these, chosen)
    value = z if chosen.standard else these.value
    rows_of = _outputs(these, averaged, value)
    strictness = ANNOTATORS if chosen.standard else LEVELS  # z has none
    found = estimate(rows_of, level=level, strictness=strictness)
    by_interval = used_test == "interval"
    component = found.component if by_interval else averaged.component
    score = averaged.scores(value)
    first, second = found.pairs.first, found.pairs.second
    beside = component[first] == component[second]
    pairs = first[beside], second[beside]
    table = averaged.cells(value)
    p = _matrix(table, averaged, found, chosen, used_test, seed)
    tests = {
        name: _Test(p, pairs, score, chosen, used_test, name, 1 - level)
        for name in (correction, "holm")
    }
    systems = _systems(these, z, averaged, score, found, component, tests, correction, chosen)
    contrasts = found.contrasts
    if not by_interval:
        contrasts = _recipe_contrasts(contrasts, beside, score, pairs, tests, correction)
    one_sided = not (chosen.two_sided or by_interval)
    estimand = _estimand(chosen, rows_of, found)
    return Assessment(
        recipe=chosen.name,
        test=used_test,
        one_sided=one_sided,
        passing=passing,
        correction=correction,
        systems=systems,
        contrasts=contrasts,
        estimand=estimand,
        segments=_segments(these, z) if segments else (),
        scales=_scales(rows, standards, kept),
        annotators=different(these.scores.annotator.codes),
        judgements=len(these),
        level=level,
        scale=rows.scale,
        signature=signature(
            "assess",
            aspect=aspect,
            scale=rows.scale,
            recipe=chosen.name,
            passing=passing if passing == "all" else f"{passing}-{by}",
            test=used_test,
            sides="one" if one_sided else "two",
            correction=correction,
            units=estimand.sampled,
            level=f"{level:g}",
            **({"seed": seed} if used_test == "permutation" else {}),
        ),
        warnings=find_warnings(
            data, rows, kept, standards, averaged, found, chosen, used_test, passing
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
    check_seed(seed)
    return RECIPES[recipe]


def _passed(rows: Rows, control: Control) -> Bools:
    """Tell which rows come from annotators who pass their control items."""
    tests = control_tests(rows, test=control)
    names = {one.annotator for one in tests if one.passed}
    annotator = rows.scores.annotator
    passed = [code for code, name in enumerate(annotator.names) if name in names]
    return np.isin(annotator.codes, passed)


def _outputs(rows: Rows, averaged: SystemAverages, value: Floats) -> Outputs:
    """Name the units that vary: annotators, documents where they are known, segments."""
    documents = rows.scores.document.codes
    return Outputs(
        averaged.names,
        averaged.system,
        together(rows.scores.annotator.codes),
        averaged.unit,
        np.where(documents >= 0, together(rows.scores.campaign.codes, documents), -1),
        value,
        averaged.weight,
        averaged.centres(value),
    )


def _estimand(recipe: Recipe, rows: Outputs, found: EstimatedContrasts) -> Estimand:
    """Say what is estimated, and for which annotators and texts."""
    known = rows.document[rows.document >= 0]
    documents = len(np.unique(known)) or None
    people = len(np.unique(rows.annotator))
    by = "domains" if recipe.domains else "segments"
    texts = "documents like these" if documents and documents > 1 else "segments like these"
    return Estimand(
        f"mean {'standardised score' if recipe.standard else 'score'} over {by}",
        "z" if recipe.standard else "raw",
        "like these" if people > 1 else "this annotator",
        "this document" if documents == 1 else texts,  # type: ignore[arg-type]
        Units(people, documents, len(np.unique(rows.segment))),
    )


def _matrix(
    table: Floats,
    averaged: SystemAverages,
    found: EstimatedContrasts,
    recipe: Recipe,
    test: Test,
    seed: int,
) -> Floats:
    """Return the p of every pair of systems, in both directions."""
    if test == "interval":
        p = np.full((len(table), len(table)), np.nan)
        pairs = found.pairs.first, found.pairs.second
        p[pairs] = p[pairs[::-1]] = np.where(found.pairs.connected, found.pairs.found.p(), np.nan)
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


@dataclass(frozen=True, slots=True)
class _Test:
    """Pairs of systems tested by a recipe, with a correction for their number."""

    p: Floats
    pairs: tuple[Ints, Ints]
    score: Floats
    recipe: Recipe
    test: Test
    correction: Correction
    threshold: float

    @property
    def listed(self) -> Floats:
        """The p of each pair, the better system first."""
        return adjusted(self.p[self.pairs], self.correction)

    @property
    def ahead(self) -> Bools:
        """Who is surely better than whom.

        A one-sided test may find the system with the lower mean better, and official tables
        count that; corrected p are those of the better system only.
        """
        first, second = self.pairs
        found = np.zeros(self.p.shape, dtype=bool)
        one_sided = not self.recipe.two_sided and self.test in ("mann-whitney", "wilcoxon")
        if self.correction == "none" and one_sided:
            found[first, second] = self.p[first, second] < self.threshold
            found[second, first] = self.p[second, first] < self.threshold
        else:
            better = self.score[first] > self.score[second]
            found[first, second] = (self.listed < self.threshold) & better
        return found


def _recipe_contrasts(
    contrasts: tuple[Contrast, ...],
    beside: Bools,
    score: Floats,
    pairs: tuple[Ints, Ints],
    tests: dict[Correction, _Test],
    correction: Correction,
) -> tuple[Contrast, ...]:
    """Put the p of the recipe's own test beside the differences and their intervals."""
    p, guarded = tests[correction].listed, tests["holm"].listed
    difference = score[pairs[0]] - score[pairs[1]]
    return tuple(
        replace(
            contrasts[place],
            difference=float(difference[k]),
            p=number_or_none(p[k]),
            p_adjusted=number_or_none(guarded[k]),
            reason=None,
        )
        for k, place in enumerate(np.flatnonzero(beside))
    )


def _systems(
    rows: Rows,
    z: Floats,
    averaged: SystemAverages,
    score: Floats,
    found: EstimatedContrasts,
    component: Ints,
    tests: dict[Correction, _Test],
    correction: Correction,
    recipe: Recipe,
) -> tuple[SystemScore, ...]:
    """Return systems from best to worst, component by component."""
    size = averaged.systems
    place = tied_ranks(-score)
    order = np.lexsort((np.arange(size), place, component))
    low, high, cluster, all_low, all_high = np.zeros((5, size), dtype=np.int64)
    ahead, together_ahead = tests[correction].ahead, tests["holm"].ahead
    for code in np.unique(component):
        inside = order[component[order] == code]
        among = np.ix_(inside, inside)
        low[inside], high[inside], cluster[inside] = cut_ranking(ahead[among], recipe.cut)
        all_low[inside], all_high[inside], _ = cut_ranking(together_ahead[among], recipe.cut)
    raw, standard = averaged.scores(rows.value), averaged.scores(z)
    units = different_of(averaged.system, averaged.unit, size)
    people = different_of(averaged.system, rows.scores.annotator.codes, size)
    judgements = np.bincount(averaged.system, minlength=size)
    return tuple(
        SystemScore(
            averaged.names[code],
            float(score[code]),
            number_or_none(found.low[code]),
            number_or_none(found.high[code]),
            float(raw[code]),
            float(standard[code]),
            1 + int(((component == component[code]) & (place < place[code])).sum()),
            int(low[code]),
            int(high[code]),
            int(cluster[code]),
            int(units[code]),
            int(judgements[code]),
            int(people[code]),
            int(component[code]) + 1,
            (int(low[code]), int(high[code])),
            (int(all_low[code]), int(all_high[code])),
        )
        for code in order.tolist()
    )


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
