"""How far annotators agree with each other and with themselves.

Agreement is always agreement beyond chance, with its uncertainty: for *these* raters
only items vary, for raters *like these* (a population) raters vary too.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.errors import NotFound
from tertium.stats.alpha import Metric, fleiss_kappa, krippendorff_alpha
from tertium.stats.intervals import check_level
from tertium.stats.kappa import (
    PairTables,
    Weights,
    disagreement_weights,
    kappa_bounds,
    pair_tables,
    table_kappa,
    word,
)
from tertium.stats.people import (
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
from tertium.stats.ratings import Ratings, preference_ratings, score_ratings
from tertium.stats.result import Estimate, Result, signature
from tertium.table import Comparisons, JudgementTable, Scores

__all__ = ["Agreement", "Kappas", "PairKappa", "agree", "agree_on"]

Floats = NDArray[np.float64]
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
class Agreement(Result):
    """Agreement between and within annotators.

    `percent` is the share (0 to 1) of equal ratings over pairs of different people;
    `cohen` holds these pairs, `intra` those of one person in two passes; `words` is
    the word of Landis and Koch for the mean of `cohen`. `weighted_*` treat the
    categories as a scale, `without_ties` keeps decided answers only.
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


def agree(
    data: JudgementTable | Comparisons | Scores,
    *,
    aspect: str | None = None,
    level: float = 0.95,
    raters: Literal["these", "population"] = "these",
    weights: Weights | None = None,
    metric: Metric | None = None,
) -> Agreement:
    """Measure agreement on preferences, or on the scores of one aspect.

    Without an `aspect` preferences are taken if there are any, otherwise `overall`.
    Preferences are nominal; scores are an interval scale for Krippendorff's α, and
    Cohen's κ of more than ten different scores has quadratic weights. Intervals are
    jackknifed over items on the scale log(1 − κ); for raters="population" over raters
    as well.
    """
    return agree_on(
        _ratings(data, aspect), level=level, raters=raters, weights=weights, metric=metric
    )


def agree_on(
    ratings: Ratings,
    *,
    level: float = 0.95,
    raters: Literal["these", "population"] = "these",
    weights: Weights | None = None,
    metric: Metric | None = None,
) -> Agreement:
    """Measure agreement of ratings that are already at hand."""
    check_level(level)
    notes: list[str] = []
    many = len(ratings.categories) > _MANY and ratings.kind == "score"
    chosen: Weights = weights or ("quadratic" if many else "none")
    chosen_metric: Metric = metric or ("nominal" if ratings.kind == "preference" else "interval")
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
            fleiss = _with_interval(ratings, "fleiss", raters, level)
        placed = ratings if chosen_metric == "nominal" else on_scale
        alpha = _with_interval(placed, chosen_metric, raters, level)
        notes += _notes(ratings, placed, chosen_metric, fleiss, alpha, countable)
    else:
        notes.append("No item was rated twice, so there is no agreement to measure.")
    if chosen != "none" and weights is None:
        notes.append("Cohen's κ has quadratic weights, because scores are a scale.")
    decided = ratings.take(np.isin(ratings.values[ratings.category], (-1.0, 1.0)))
    small = countable and len(on_scale.categories) > 1
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
        signature=signature(
            "agree",
            on=ratings.kind,
            weights=chosen,
            alpha=chosen_metric,
            ci="item-jackknife-t-log" if raters == "these" else "item+rater-jackknife-t-log",
            level=f"{level:g}",
        ),
        warnings=tuple(notes),
    )


def _ratings(data: JudgementTable | Comparisons | Scores, aspect: str | None) -> Ratings:
    if isinstance(data, Scores):
        return score_ratings(data)
    if isinstance(data, Comparisons):
        return preference_ratings(data)
    if aspect in (None, "preference"):
        compared = data.comparisons()
        if len(compared) or aspect == "preference":
            return preference_ratings(compared)
    scores = data.scores(aspect or "overall")
    if aspect is not None and not len(scores):
        raise NotFound.among("aspect", aspect, data.distinct("aspect"))
    return score_ratings(scores)


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


def _coefficient(
    ratings: Ratings, measure: Literal["fleiss"] | Metric
) -> tuple[float | None, Floats]:
    if measure == "fleiss":
        return fleiss_kappa(ratings.item, ratings.category, len(ratings.categories))
    return krippendorff_alpha(ratings.item, ratings.category, ratings.values, measure)


def _with_interval(
    ratings: Ratings,
    measure: Literal["fleiss"] | Metric,
    raters: Literal["these", "population"],
    level: float,
) -> Estimate:
    """Return a coefficient with its jackknife interval, over items or over raters too."""
    value, without = _coefficient(ratings, measure)
    if value is None:
        return Estimate(None)
    n = len(without)
    if n < 2 or not np.isfinite(without).all():
        return Estimate(value)
    variance = (n - 1) / n * float(((without - without.mean()) ** 2).sum())
    freedom = float(n - 1)
    if raters == "population":
        between = _rater_variance(ratings, measure)
        if between is None:
            return Estimate(value)
        people = len({name for name, _ in ratings.raters})
        total = variance + between
        below = variance**2 / (n - 1) + between**2 / (people - 1)
        freedom = total**2 / below if below > 0 else float(people - 1)
        variance = total
    low, high = kappa_bounds(
        np.array(value), np.array(variance**0.5), np.array(float(n)), np.array(freedom), level=level
    )
    return Estimate(value, float(low), float(high))


def _rater_variance(ratings: Ratings, measure: Literal["fleiss"] | Metric) -> float | None:
    """Return the jackknife variance over people, each left out with all passes."""
    people = sorted({name for name, _ in ratings.raters})
    if len(people) < 3:
        return None
    place = {name: code for code, name in enumerate(people)}
    person = np.array([place[name] for name, _ in ratings.raters])[ratings.rater]
    values = [_coefficient(ratings.take(person != code), measure)[0] for code in range(len(people))]
    known = np.array([value for value in values if value is not None])
    if len(known) < len(people):
        return None
    return float((len(known) - 1) / len(known) * ((known - known.mean()) ** 2).sum())


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
    first = _first_passes(ratings)
    if not first.all() and _shared_items(ratings.take(first)):
        told = ""
        alone = krippendorff_alpha(
            placed.item[f := _first_passes(placed)], placed.category[f], placed.values, metric
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


def _first_passes(ratings: Ratings) -> NDArray[np.bool_]:
    """Return which ratings are the first of their annotator for the item."""
    people, person_of = np.unique([name for name, _ in ratings.raters], return_inverse=True)
    key = ratings.item * len(people) + person_of[ratings.rater]
    order = np.lexsort((ratings.rater, key))  # raters of a person are sorted by pass
    first = np.zeros(len(key), dtype=bool)
    _, start = np.unique(key[order], return_index=True)
    first[order[start]] = True
    return first
