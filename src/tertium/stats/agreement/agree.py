"""How far annotators agree with each other and with themselves.

Agreement is always agreement beyond chance, with its uncertainty: for *these* raters
only items vary, for raters *like these* (a population) raters vary too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import BadInput, NotFound
from tertium.protocols.chunk_schemes import CHUNK
from tertium.stats.agreement.alpha import Metric, fleiss_kappa, krippendorff_alpha
from tertium.stats.agreement.coefficients import Raters, estimated
from tertium.stats.agreement.kappa import (
    PairTables,
    Weights,
    disagreement_weights,
    kappa_bounds,
    pair_tables,
    table_kappa,
    word,
)
from tertium.stats.agreement.majorities import Majority, majorities
from tertium.stats.agreement.parts import (
    LengthAgreement,
    MethodAgreement,
    by_length,
    by_method,
    parts_of_data,
)
from tertium.stats.agreement.people import (
    Agreeing,
    Confusion,
    Disagreement,
    Drift,
    Unanimous,
    agreeing,
    confusions,
    disagreements,
    drift,
    unanimous,
)
from tertium.stats.agreement.rankings import RankAgreement, RankPairs, mean_correlations, rank_pairs
from tertium.stats.agreement.ratings import Ratings, preference_ratings, score_ratings
from tertium.stats.agreement.wmt_kappa import OfficialKappa, official_kappa
from tertium.stats.intervals import check_level
from tertium.stats.result import Estimate, Result, signature
from tertium.table import Comparisons, JudgementTable, Scores

__all__ = ["Agreement", "Kappas", "PairKappa", "Textbook", "Variant", "agree", "agree_on"]

Floats = NDArray[np.float64]
Variant = Literal["textbook", "wmt"]
_TOO_MANY = 200  # categories beyond which κ of equal categories means nothing
_MANY = 10  # different scores from which on κ is weighted unless said otherwise


@dataclass(frozen=True, slots=True)
class PairKappa:
    """Cohen's κ of two raters; passes are None where there was one only."""

    a: str
    b: str
    pass_a: str | None
    pass_b: str | None
    kappa: float | None
    low: float | None
    high: float | None
    n: int
    percent: float


@dataclass(frozen=True, slots=True)
class Kappas:
    """Pairs of raters and the mean of their κ."""

    mean: float | None
    pairs: tuple[PairKappa, ...]


@dataclass(frozen=True, slots=True)
class Textbook:
    """What the textbook gives where another variant takes its place: means over pairs."""

    percent: float | None
    cohen: float | None
    intra: float | None


@dataclass(frozen=True, slots=True)
class Agreement(Result):
    """Agreement between and within annotators.

    `percent` is the share (0 to 1) of equal ratings over pairs of different people;
    `cohen` holds these pairs, `intra` those of one person in two passes; `words` is
    the word of Landis and Koch for the mean of `cohen`. `weighted_*` treat the
    categories as a scale, `without_ties` keeps decided answers only. In the variant
    `wmt` `percent`, the two means and `words` are those that WMT would print, and
    `textbook` keeps the others. `ranks` correlates rankings of the same source by two
    people, `ranks_intra` by the same person.
    """

    percent: float | None
    cohen: Kappas
    intra: Kappas
    fleiss: Estimate
    krippendorff: Estimate
    words: str
    weighted_linear: float | None
    weighted_quadratic: float | None
    without_ties: float | None
    by_annotator: tuple[Agreeing, ...]
    disagreements: tuple[Disagreement, ...]
    unanimous: tuple[Unanimous, ...]
    drift: tuple[Drift, ...]
    confusions: tuple[Confusion, ...]
    categories: tuple[str, ...]
    items: int
    annotators: int
    majorities: tuple[Majority, ...]
    variant: Variant = "textbook"
    textbook: Textbook | None = None
    wmt: OfficialKappa | None = None
    ranks: RankAgreement | None = None
    ranks_intra: RankAgreement | None = None
    by_method: tuple[MethodAgreement, ...] = ()
    by_length: tuple[LengthAgreement, ...] = ()


def agree(
    data: JudgementTable | Comparisons | Scores,
    *,
    aspect: str | None = None,
    level: float = 0.95,
    raters: Raters = "these",
    weights: Weights | None = None,
    metric: Metric | None = None,
    variant: Variant = "textbook",
    lengths: Mapping[str, int] | None = None,
) -> Agreement:
    """Measure agreement on preferences, on judged chunks, or on the scores of one aspect.

    Without an `aspect` preferences are taken if there are any, otherwise `overall`.
    Preferences are nominal; scores are an interval scale for Krippendorff's α, and
    Cohen's κ of more than ten different scores has quadratic weights. Intervals are
    jackknifed over items (of preferences over segments) on the scale log(1 − κ); for
    raters="population" over raters as well. The variant "wmt" gives κ as the organisers
    of WMT compute it. `lengths` (source words by segment) lead to agreement by
    cumulative length.
    """
    if isinstance(data, JudgementTable) and aspect in (None, CHUNK) and _holds_chunks(data):
        # Imported here, because they bring the statistics of scores, which nothing else needs.
        from tertium.stats.chunks.judged import chunk_ratings, judged_chunks

        answers = chunk_ratings(judged_chunks(data))
        return agree_on(answers, level=level, raters=raters, weights=weights, metric=metric)
    chosen = _chosen(data, aspect)
    if isinstance(chosen, Comparisons):
        ratings, pairs = preference_ratings(chosen), rank_pairs(chosen)
        official = official_kappa(chosen)
    else:
        ratings, pairs, official = score_ratings(chosen), None, None
    on = aspect if ratings.kind == "score" and aspect != "overall" else None
    result = agree_on(ratings, level=level, raters=raters, weights=weights, metric=metric, on=on)
    if pairs is not None:
        between, within = pairs.take(pairs.between), pairs.take(pairs.within)
        population = raters == "population"
        result = replace(
            result,
            ranks=mean_correlations(between, population=population, level=level),
            ranks_intra=mean_correlations(within, population=population, level=level),
        )
    result = replace(result, wmt=official)
    result = _by_parts(result, chosen, ratings, pairs, lengths, metric, raters, level)
    return result if variant == "textbook" else _as_wmt(result)


def _holds_chunks(data: JudgementTable) -> bool:
    return len(data.select(aspect=[CHUNK])) > 0


def _chosen(
    data: JudgementTable | Comparisons | Scores, aspect: str | None
) -> Comparisons | Scores:
    if not isinstance(data, JudgementTable):
        return data
    if aspect in (None, "preference"):
        compared = data.comparisons()
        if len(compared) or aspect == "preference":
            return compared
    scores = data.scores(aspect or "overall")
    if aspect is not None and not len(scores):
        raise NotFound.among("aspect", aspect, data.distinct("aspect"))
    return scores


def agree_on(
    ratings: Ratings,
    *,
    level: float = 0.95,
    raters: Raters = "these",
    weights: Weights | None = None,
    metric: Metric | None = None,
    on: str | None = None,
) -> Agreement:
    """Measure agreement of ratings that are already at hand; the signature says `on` what."""
    check_level(level)
    notes: list[str] = []
    many = len(ratings.categories) > _MANY and ratings.kind == "score"
    chosen: Weights = weights or ("quadratic" if many else "none")
    chosen_metric: Metric = metric or ("interval" if ratings.kind == "score" else "nominal")
    on_scale = ratings.merged()
    rated = ratings if chosen == "none" else on_scale
    nothing = Kappas(None, ())
    cohen, intra, percent = nothing, nothing, None
    tables = pair_tables(rated.item, rated.rater, rated.category, len(rated.categories))
    countable = len(ratings.categories) <= _TOO_MANY
    people = [name for name, _ in ratings.raters]
    if countable:
        kappa, error = table_kappa(tables, disagreement_weights(rated.values, chosen))
        between = _between(tables, people)
        pairs = _pairs(tables, kappa, error, ratings.raters, level)
        cohen = _kappas(
            [pair for pair, is_between in zip(pairs, between, strict=True) if is_between]
        )
        intra = _kappas(
            [pair for pair, is_between in zip(pairs, between, strict=True) if not is_between]
        )
        equal, number = tables.equal()[between], tables.number[between]
        percent = float((equal * number).sum() / number.sum()) if len(number) else None
    else:
        notes.append(
            f"{len(ratings.categories)} different scores are too many for Cohen's and Fleiss' κ; "
            "Krippendorff's α is given."
        )
    fleiss, alpha = Estimate(None), Estimate(None)
    items = _shared_items(ratings)
    if items:
        if countable:
            fleiss = estimated(ratings, "fleiss", raters, level)
        placed = ratings if chosen_metric == "nominal" else on_scale
        alpha = estimated(placed, chosen_metric, raters, level)
        notes += _notes(ratings, placed, chosen_metric, fleiss, alpha, countable)
    else:
        notes.append("No item was rated twice, so there is no agreement to measure.")
    if chosen != "none" and weights is None:
        notes.append("Cohen's κ has quadratic weights, because scores are a scale.")
    decided = ratings.take(np.isin(ratings.values[ratings.category], (-1.0, 1.0)))
    small = countable and len(on_scale.categories) > 1
    several = len(ratings.segment) > len(np.unique(ratings.segment.codes))
    unit = "segment" if ratings.kind != "score" and several else "item"
    return Agreement(
        percent=percent,
        cohen=cohen,
        intra=intra,
        fleiss=fleiss,
        krippendorff=alpha,
        words=word(cohen.mean if cohen.mean is not None else alpha.value),
        weighted_linear=_mean_kappa(on_scale, people, "linear") if small else None,
        weighted_quadratic=_mean_kappa(on_scale, people, "quadratic") if small else None,
        without_ties=_mean_kappa(decided, people, "none") if ratings.kind == "preference" else None,
        by_annotator=agreeing(ratings, cohen.pairs, intra.pairs),
        disagreements=disagreements(cohen.pairs),
        unanimous=unanimous(ratings),
        drift=drift(ratings, tables if chosen == "none" and countable else None),
        confusions=confusions(ratings, tables if chosen == "none" and countable else None),
        categories=ratings.categories if countable else (),
        items=items,
        annotators=len(set(people)),
        majorities=majorities(ratings) if items else (),
        signature=signature(
            "agree",
            on=on or ratings.kind,
            weights=chosen,
            alpha=chosen_metric,
            ci=f"{unit}{'' if raters == 'these' else '+rater'}-jackknife-t-log",
            level=f"{level:g}",
        ),
        warnings=tuple(notes),
    )


def _by_parts(
    result: Agreement,
    data: Comparisons | Scores,
    ratings: Ratings,
    pairs: RankPairs | None,
    lengths: Mapping[str, int] | None,
    metric: Metric | None,
    raters: Raters,
    level: float,
) -> Agreement:
    """Add agreement by the way of asking and by the length of the source."""
    compared = data if isinstance(data, Comparisons) else None
    parts = parts_of_data(ratings if compared is not None else ratings.merged(), compared, pairs)
    result = replace(result, by_method=by_method(parts, raters=raters, level=level))
    if lengths is None:
        return result
    found = by_length(
        parts,
        lengths,
        data.segment.names,
        measure="fleiss" if compared is not None else metric or "interval",
        raters=raters,
        level=level,
    )
    judged = [ratings.segment.names[code] for code in np.unique(ratings.segment.codes) if code >= 0]
    unknown = sum(name not in lengths for name in judged)
    notes = result.warnings
    if unknown:
        told = f"The length of {unknown:,} of {len(judged):,} segments is not known; "
        notes = (*notes, told + "they are left out of agreement by length.")
    return replace(result, by_length=found, warnings=notes)


def _as_wmt(result: Agreement) -> Agreement:
    """Put the official values where the textbook's stand, and keep those beside them."""
    if result.wmt is None:
        raise BadInput(
            "the κ of WMT needs comparisons whose display order is known",
            where="--variant wmt",
            fix="Use the variant 'textbook'.",
        )
    inter, intra = result.wmt.inter, result.wmt.intra
    return replace(
        result,
        variant="wmt",
        percent=inter.pA,
        cohen=replace(result.cohen, mean=inter.kappa),
        intra=replace(result.intra, mean=intra.kappa),
        words=word(inter.kappa),
        textbook=Textbook(result.percent, result.cohen.mean, result.intra.mean),
        signature=result.signature.replace("agree|", "agree|variant:wmt|", 1),
    )


def _between(tables: PairTables, people: list[str]) -> NDArray[np.bool_]:
    """Return which pairs are two different people."""
    _, person = np.unique(np.array(people, dtype=object), return_inverse=True)
    return np.asarray(person[tables.first] != person[tables.second], dtype=bool)


def _pairs(
    tables: PairTables,
    kappa: Floats,
    error: Floats,
    raters: tuple[tuple[str, str], ...],
    level: float,
) -> list[PairKappa]:
    with np.errstate(invalid="ignore"):
        freedom = np.maximum(tables.number - 1, 1)
        low, high = kappa_bounds(kappa, error, tables.number, freedom, level=level)
    equal = tables.equal()
    return [
        PairKappa(
            raters[a][0],
            raters[b][0],
            raters[a][1] or None,
            raters[b][1] or None,
            _number(kappa[p]),
            _number(low[p]),
            _number(high[p]),
            int(tables.number[p]),
            float(equal[p]),
        )
        for p, (a, b) in enumerate(zip(tables.first, tables.second, strict=True))
    ]


def _kappas(pairs: list[PairKappa]) -> Kappas:
    known = [pair.kappa for pair in pairs if pair.kappa is not None]
    return Kappas(float(np.mean(known)) if known else None, tuple(pairs))


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _mean_kappa(ratings: Ratings, people: list[str], weights: Weights) -> float | None:
    tables = pair_tables(ratings.item, ratings.rater, ratings.category, len(ratings.categories))
    kappa, _ = table_kappa(tables, disagreement_weights(ratings.values, weights))
    kappa = kappa[_between(tables, people)]
    known = kappa[np.isfinite(kappa)]
    return float(known.mean()) if len(known) else None


def _shared_items(ratings: Ratings) -> int:
    """Return how many items were rated at least twice."""
    return int((np.bincount(ratings.item, minlength=1) > 1).sum()) if len(ratings) else 0


def _notes(
    ratings: Ratings,
    placed: Ratings,
    metric: Metric,
    fleiss: Estimate,
    alpha: Estimate,
    countable: bool,
) -> list[str]:
    """Say what weakens the coefficients of many raters."""
    notes = []
    if fleiss.value is None and countable:
        notes.append("All ratings are equal, so agreement beyond chance is not estimable.")
    elif alpha.value is not None and alpha.low is None:
        notes.append("There are too few items or raters for an interval of agreement.")
    if len({name for name, _ in ratings.raters}) == len(ratings.raters):
        return notes
    first = ratings.first_passes()
    if not first.all() and _shared_items(ratings.take(first)):
        told = ""
        alone = krippendorff_alpha(
            placed.item[f := placed.first_passes()], placed.category[f], placed.values, metric
        )[0]
        if alone is not None:
            told = f"; first passes alone give α = {alone:.2f}"
            kappa, _ = fleiss_kappa(
                ratings.item[first], ratings.category[first], len(ratings.categories)
            )
            if kappa is not None and countable:
                told += f" and Fleiss' κ = {kappa:.2f}"
        notes.append(f"Fleiss' κ and Krippendorff's α count every pass as a rater{told}.")
    return notes
