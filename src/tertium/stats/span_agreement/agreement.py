"""How far annotators agree on the errors they marked: where, what, and whether there are any."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from tertium.choices import MarkedName as Label
from tertium.choices import Raters
from tertium.choices import TokenSide as Side
from tertium.stats.agreement.jackknife import LeaveOneOut, Statistic, bounded
from tertium.stats.agreement.kappa import fitting_word
from tertium.stats.arrays import Floats, Ints
from tertium.stats.intervals import check_level
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.span_agreement.categories import (
    CategoryAgreement,
    CategoryConfusion,
    Relation,
    ancestors,
    by_category,
    confusions,
    relations,
    same_sets,
)
from tertium.stats.span_agreement.example import MarkedText, choose_example
from tertium.stats.span_agreement.gamma import GammaChoices, gamma_value, lay_out_pair
from tertium.stats.span_agreement.jackknife import Cells, PairMeasure, Pairs, every_two
from tertium.stats.span_agreement.overlap import Matching, f_score, match, mean_of_outputs
from tertium.stats.span_agreement.readings import Reading, SharedOutput, SharedReadings, read_marks
from tertium.stats.span_agreement.token_tables import (
    TOKEN_RULE,
    TokenTables,
    cross_tokens,
    equal_share,
    first_ac1,
    kappa,
    positive,
)
from tertium.stats.span_agreement.unitizing import (
    Unitised,
    alpha_binary,
    alpha_coding,
    alpha_of_value,
    alpha_u,
    unitise,
)
from tertium.stats.told import count
from tertium.table_spans import Spans
from tertium.typology import Typology

# Points of MQM; what is not named counts 1.
SEVERITY_WEIGHTS: Mapping[str, float] = {"neutral": 0, "minor": 1, "major": 5, "critical": 25}
_FEW = 10  # outputs that two people share


@dataclass(frozen=True, slots=True)
class FScores:
    """F of two people's marks, mean over pairs, in all variants (see `overlap`).

    `mpp_same` matches only marks with the same label; `mpp_weighted` weighs by severity.
    """

    mpp: Estimate
    mpp_macro: Estimate
    mpp_weighted: Estimate
    mpp_same: Estimate
    exact: Estimate
    overlapping: Estimate
    characters: Estimate


@dataclass(frozen=True, slots=True)
class SpanPair:
    """Two annotators on the outputs both read."""

    a: str
    b: str
    outputs: int
    kappa: float | None
    ac1: float | None
    positive: float | None
    sets: float | None
    f: float | None
    gamma: float | None


@dataclass(frozen=True, slots=True)
class Level:
    """Agreement on names cut at a depth of the hierarchy: token κ, and overlapping marks."""

    level: int
    kappa: Estimate
    same_name: float | None


@dataclass(frozen=True, slots=True)
class SpanAgreement(Result):
    """Agreement between annotators on marked errors.

    `kappa` is token κ by label, `kappa_marked` of marked or not, `kappa_gaps` with the gaps
    between tokens; `ac1` and `ac1_marked` likewise; `percent` the share of equal tokens,
    `positive` positive agreement on marked tokens, `sets` how alike the category sets of an
    output are; `f` by partial overlap; `gamma` and `gamma_cat`; `alpha_u`, `alpha_binary` (|u)
    and `alpha_coding` (cu). All but the last three are means over pairs of annotators.
    Intervals let `units` vary.
    """

    kappa: Estimate
    kappa_marked: Estimate
    kappa_gaps: Estimate
    ac1: Estimate
    ac1_marked: Estimate
    percent: Estimate
    positive: Estimate
    sets: Estimate
    f: FScores
    gamma: Estimate
    gamma_cat: Estimate
    alpha_u: Estimate
    alpha_binary: Estimate
    alpha_coding: Estimate
    words: str
    pairs: tuple[SpanPair, ...]
    categories: tuple[CategoryAgreement, ...]
    confusions: tuple[CategoryConfusion, ...]
    relations: tuple[Relation, ...]
    levels: tuple[Level, ...]
    annotators: int
    outputs: int
    units: int
    unit: str
    label: str
    errors: int
    example: MarkedText | None = None


def agree_spans(
    spans: Spans,
    *,
    side: Side = "target",
    label: Label | None = None,
    unit: Literal["segment", "document"] | None = None,
    raters: Raters = "these",
    level: float = 0.95,
    weights: Mapping[str, float] | None = None,
    typology: Typology | None = None,
    gamma: GammaChoices | None = None,
    seed: int = 0,
) -> SpanAgreement:
    """Measure agreement between annotators on the errors they marked.

    `side` is the text whose tokens and characters are compared (κ, AC1, positive agreement, α_u);
    F and γ take marks of both sides, each with its own. `label` is what a mark is called: its
    category, its severity, or just an error; without it categories, where there are any. Every
    measure but α_u is taken for each pair of annotators and averaged. Intervals are jackknifed over
    `unit`: documents where at least five are known, else segments; for raters="population" over
    annotators as well. Severity weights are those of the typology, else MQM's.
    """
    check_level(level)
    read = read_marks(spans, label=label, unit=unit)
    choices = gamma or GammaChoices()
    heavy = weights or _weights(typology)
    pairs = every_two(read, level, raters)
    tables = cross_tokens(read, side=side)
    marked = tables.renamed(lambda _: "error")
    by_label, by_mark = tables.features(), marked.features()
    token_kappa = pairs.measure(by_label, kappa)
    ac1 = pairs.measure(by_label, first_ac1(len(tables.sets)))
    both = pairs.measure(by_mark, positive, lowest=0.0)
    sets = pairs.measure(_set_features(pairs), mean_of_outputs, lowest=0.0)
    matched = [(o, a.marks, b.marks, match(a.marks, b.marks)) for o, a, b in pairs.listed]
    f, mpp = _f_scores(pairs, [found for *_, found in matched], heavy)
    gammas, gamma_cat = _gammas(pairs, choices, seed)
    unitised = unitise(read, side=side)
    together = partial(_together, read, unitised, side=side, level=level, raters=raters)
    confused = confusions((one, two, found) for _, one, two, found in matched)
    lines = {name: ancestors(name, typology) for name in read.labels()}
    shared_by = np.bincount(pairs.cells.pair, minlength=len(pairs.cells.people))
    return SpanAgreement(
        kappa=token_kappa.mean,
        kappa_marked=pairs.measure(by_mark, kappa).mean,
        kappa_gaps=pairs.measure(cross_tokens(read, side=side, gaps=True).features(), kappa).mean,
        ac1=ac1.mean,
        ac1_marked=pairs.measure(by_mark, first_ac1(len(marked.sets))).mean,
        percent=pairs.measure(by_label, equal_share, lowest=0.0).mean,
        positive=both.mean,
        sets=sets.mean,
        f=f,
        gamma=gammas.mean,
        gamma_cat=gamma_cat.mean,
        alpha_u=together(alpha_u),
        alpha_binary=together(alpha_binary),
        alpha_coding=together(alpha_coding),
        words=fitting_word(token_kappa.mean),
        pairs=tuple(
            SpanPair(read.annotators[a], read.annotators[b], int(number), *values)
            for (a, b), number, *values in zip(
                pairs.cells.people,
                shared_by,
                token_kappa.pairs,
                ac1.pairs,
                both.pairs,
                sets.pairs,
                mpp.pairs,
                gammas.pairs,
                strict=True,
            )
        ),
        categories=_categories(read, pairs, unitised, level),
        confusions=confused,
        relations=relations(confused, lines),
        levels=_levels(pairs, tables, lines, confused),
        annotators=len({r.annotator for o in read.outputs for r in o.readings}),
        outputs=len(read.outputs),
        units=read.units,
        unit=read.unit,
        label=read.label,
        errors=sum(len(r.marks) for o in read.outputs for r in o.readings),
        example=choose_example(read),
        signature=signature(
            "agree-spans",
            label=read.label,
            side=side,
            tokens=TOKEN_RULE,
            overlapping="sets",
            gamma=f"{choices},seed={seed}",
            ci=f"{read.unit}{'' if raters == 'these' else '+rater'}-jackknife-t-log",
            level=f"{level:g}",
        ),
        warnings=_warnings(read, pairs, side, shared_by),
    )


def _weights(typology: Typology | None) -> Mapping[str, float]:
    if typology is None:
        return SEVERITY_WEIGHTS
    return {one.id: one.weight for one in typology.severities}


def _set_features(pairs: Pairs) -> Floats:
    alike = [same_sets(one.marks, two.marks) for _, one, two in pairs.listed]
    return np.stack([np.array(alike, dtype=float), np.ones(len(alike))], axis=1)


def _f_scores(
    pairs: Pairs, plain: list[Matching], weights: Mapping[str, float]
) -> tuple[FScores, PairMeasure]:
    def summed(found: list[Matching]) -> Floats:
        rows = [(m.credit.one, m.credit.two, m.credit.of_one, m.credit.of_two) for m in found]
        return np.array(rows, dtype=float).reshape(-1, 4)

    def scored(**how: object) -> PairMeasure:
        found = [match(one.marks, two.marks, **how) for _, one, two in pairs.listed]  # type: ignore[arg-type]
        return pairs.measure(summed(found), f_score, lowest=0.0)

    mpp = pairs.measure(summed(plain), f_score, lowest=0.0)
    marked = any(one.marks or two.marks for _, one, two in pairs.listed)
    each = np.array([(m.credit.scores()[2], 1.0) for m in plain], dtype=float).reshape(-1, 2)
    macro = pairs.measure(each, mean_of_outputs, lowest=0.0).mean if marked else Estimate(None)
    scores = FScores(
        mpp=mpp.mean,
        mpp_macro=macro,
        mpp_weighted=scored(weights=weights).mean,
        mpp_same=scored(same_label=True).mean,
        exact=scored(variant="EM").mean,
        overlapping=scored(variant="MP").mean,
        characters=scored(variant="WMT25").mean,
    )
    return scores, mpp


def _gammas(pairs: Pairs, choices: GammaChoices, seed: int) -> tuple[PairMeasure, PairMeasure]:
    """Return γ and γ-cat of every pair of annotators and their means."""
    people = pairs.cells.people
    outputs: list[list[tuple[SharedOutput, Reading, Reading]]] = [[] for _ in people]
    for at, shared in zip(pairs.cells.pair.tolist(), pairs.listed, strict=True):
        outputs[at].append(shared)
    codes = {name: code for code, name in enumerate(pairs.read.labels())}
    rows, pair, unit = [], [], []
    for at, shared_by in enumerate(outputs):
        features, own = lay_out_pair(shared_by, codes, choices, (seed, at))
        rows.append(features)
        unit.append(own)
        pair.append(np.full(len(own), at, dtype=np.int64))
    if not rows:
        return PairMeasure(Estimate(None), ()), PairMeasure(Estimate(None), ())
    cells = Cells(np.concatenate(pair), np.concatenate(unit), people, pairs.read.units)
    every = np.concatenate(rows)
    measure = partial(cells.measure, every, level=pairs.level, raters=pairs.raters)
    return measure(gamma_value), measure(partial(gamma_value, of="cat"))


def _together(
    read: SharedReadings,
    unitised: Unitised,
    statistic: Statistic,
    *,
    side: Side,
    level: float,
    raters: Raters,
) -> Estimate:
    """Return a measure of all annotators at once, with its interval."""
    features = unitised.features
    total = features.sum(0, keepdims=True)
    value = float(statistic(total)[0])
    if not np.isfinite(value):
        return Estimate(None)
    apart = None
    if raters == "population":
        people = sorted({r.annotator for o in read.outputs for r in o.readings})
        rest = (unitise(read, side=side, without=who).features for who in people)
        apart = np.array([float(statistic(part.sum(0, keepdims=True))[0]) for part in rest])
    held = features.any(axis=1)  # a unit without text moves nothing
    without = statistic(total - features[held])
    left = LeaveOneOut(value, without, np.ones(len(without)))
    return bounded(value, left, level=level, apart=apart)


def _categories(
    read: SharedReadings, pairs: Pairs, unitised: Unitised, level: float
) -> tuple[CategoryAgreement, ...]:
    found = by_category(
        (reading.marks for output in read.outputs for reading in output.readings),
        ((one.marks, two.marks) for _, one, two in pairs.listed),
    )
    place = {next(iter(v)): code for code, v in enumerate(unitised.values) if len(v) == 1}
    total = unitised.features.sum(0, keepdims=True)
    held = unitised.features[unitised.features.any(axis=1)]
    rows = []
    for one in found:
        if one.category in place:
            statistic = alpha_of_value(place[one.category])
            value = float(statistic(total)[0])
            if np.isfinite(value):
                without = statistic(total - held)
                left = LeaveOneOut(value, without, np.ones(len(without)))
                alpha = bounded(value, left, level=level)
                one = replace(one, alpha=alpha)
        rows.append(one)
    return tuple(rows)


def _levels(
    pairs: Pairs,
    tables: TokenTables,
    lines: Mapping[str, tuple[str, ...]],
    confused: tuple[CategoryConfusion, ...],
) -> tuple[Level, ...]:
    """Measure token κ and equal names with categories cut at each depth of the hierarchy."""
    deepest = max((len(line) for line in lines.values()), default=0)
    total = sum(one.marks for one in confused)
    found = []
    for depth in range(1, deepest + 1):
        cut = {name: line[min(depth, len(line)) - 1] for name, line in lines.items()}
        same = sum(one.marks for one in confused if cut[one.category] == cut[one.other])
        table = tables.renamed(cut.__getitem__)
        estimate = pairs.measure(table.features(), kappa).mean
        found.append(Level(depth, estimate, same / total if total else None))
    return tuple(found)


def _warnings(read: SharedReadings, pairs: Pairs, side: Side, shared_by: Ints) -> tuple[str, ...]:
    notes = list(read.notes)
    marks = [m for output in read.outputs for reading in output.readings for m in reading.marks]
    if not read.outputs:
        return (
            *notes,
            "No output was read by two annotators, so there is no agreement to measure.",
        )
    if not marks:
        notes.append(
            "No error was marked, so κ, F, γ and α cannot be computed: all annotators agree that "
            "nothing is wrong."
        )
    few = int((shared_by < _FEW).sum())
    if few and len(shared_by) > 1:
        notes.append(
            f"{few:,} of {len(shared_by):,} pairs of annotators share fewer than {_FEW} outputs; "
            "each pair counts alike in the means."
        )
    elsewhere = sum(m.placed and side not in (m.side, "both") for m in marks)
    if elsewhere:
        other = "source" if side == "target" else "target"
        notes.append(
            f"{elsewhere:,} of {len(marks):,} errors are marked in the {other}; tokens and α_u "
            f"are of the {side} only (--side both: of both texts)."
        )
    nowhere = sum(not m.placed for m in marks)
    if nowhere:
        notes.append(
            f"{count(nowhere, 'error has', 'errors have')} no place in the text: such count in "
            "category sets only."
        )
    points = sum(m.placed and m.start == m.end for m in marks)
    if points:
        notes.append(
            f"{count(points, 'mark is a point', 'marks are points')} where something is missing: "
            "such count as tokens only in κ with gaps, and not in α_u."
        )
    sides = ("target", "source") if side == "both" else (side,)
    unknown = sum(all(output.text(one) is None for one in sides) for output in read.outputs)
    if unknown:
        notes.append(
            f"The text of {unknown:,} outputs is not known; they are left out of tokens and α_u."
        )
    return tuple(notes)
