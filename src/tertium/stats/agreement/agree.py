"""How far annotators agree with each other and with themselves.

Agreement is always agreement beyond chance, with its uncertainty: for *these* raters
only items vary, for raters *like these* (a population) raters vary too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict

import numpy as np

from tertium.choices import AgreementVariant as Variant
from tertium.choices import Metric, Raters, Weights
from tertium.exceptions import BadInput, NotFound
from tertium.protocols.chunk_schemes import CHUNK
from tertium.scale import Scale
from tertium.stats.agreement.answers import AnswerAgreement, Answers, MostFrequent, answers_of
from tertium.stats.agreement.asked import Asked, answer_asked
from tertium.stats.agreement.by_category import CategoryAgreement, by_category
from tertium.stats.agreement.coefficients import Measure, equal_pairs, estimated
from tertium.stats.agreement.cohen import (
    Cohen,
    Exchangeable,
    Kappas,
    cohen_kappas,
    exchangeable,
    mean_kappa,
)
from tertium.stats.agreement.disputed import Disputed, most_disputed
from tertium.stats.agreement.distances import DistanceShare, distances
from tertium.stats.agreement.groups import PartAgreement
from tertium.stats.agreement.growth import Growth
from tertium.stats.agreement.icc import IntraclassCorrelation, intraclass
from tertium.stats.agreement.kappa import fitting_word, pair_tables, word
from tertium.stats.agreement.majority import Majority, majorities
from tertium.stats.agreement.merging import merge
from tertium.stats.agreement.notes import find_notes
from tertium.stats.agreement.parts import (
    LengthAgreement,
    MethodAgreement,
    by_length,
    by_method,
    parts_of_data,
)
from tertium.stats.agreement.people import (
    AnnotatorAgreement,
    Confusion,
    Disagreement,
    Drift,
    Unanimous,
    agreeing,
    confusions,
    disagreements,
    drift,
    team_of,
    unanimous,
)
from tertium.stats.agreement.rankings import RankAgreement, RankPairs, mean_correlations, rank_pairs
from tertium.stats.agreement.ratings import (
    Ratings,
    Unit,
    answer_ratings,
    chunk_ratings,
    preference_ratings,
    score_ratings,
)
from tertium.stats.agreement.sentence import (
    agreement_sentence,
    headed_by,
    measurable,
)
from tertium.stats.agreement.settings import Settings, chosen_settings
from tertium.stats.agreement.wmt_kappa import OfficialKappa, official_kappa
from tertium.stats.consensus.consensus import Consensus
from tertium.stats.intervals import check_level
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.team import Team
from tertium.table import Codes, Comparisons, JudgementTable, Scores
from tertium.wording import number, say

_UNKNOWN = Estimate(None)


@dataclass(frozen=True, slots=True)
class Textbook:
    """What the textbook gives where another variant takes its place: means over pairs."""

    percent: float | None
    cohen: float | None
    intra: float | None


@dataclass(frozen=True, slots=True)
class Agreement(Result):
    """Agreement between and within annotators.

    `sentence` is the headline. `percent` is the share (0 to 1) of equal ratings over pairs of
    different people; `cohen` holds these pairs, `intra` those of one person in two passes; `words`
    is the word of Landis and Koch for the mean of `cohen`, empty where its interval spans more
    than two words. `measurable` is False where fewer than five items had another answer than the
    `most_frequent`, or an interval is wider than 1. `ac1` and `ac2` (on the scale of α) are Gwet's
    coefficients; `answers` tell for each answer how often both gave it, given that one did:
    `negative` is that of the most frequent, `positive` that of the rarest. `exchangeable` is there
    for comparisons. `weighted_*` treat the categories as a scale, `without_ties` keeps decided
    answers only. In the variant `wmt` `percent`, the two means and `words` are those that WMT
    would print, and `textbook` keeps the others. `ranks` correlates rankings of the same source by
    two people, `ranks_intra` by the same person. `krippendorff` has the `metric` of the scale,
    `krippendorff_nominal` stands beside it, `fleiss_weighted` and `ac2` know distances. `by`,
    `growth` and `consensus` are there where they were asked for.
    """

    sentence: str
    percent: float | None
    cohen: Kappas
    intra: Kappas
    fleiss: Estimate
    krippendorff: Estimate
    ac1: Estimate
    ac2: Estimate
    words: str
    measurable: bool
    most_frequent: MostFrequent | None
    positive: AnswerAgreement | None
    negative: AnswerAgreement | None
    answers: tuple[AnswerAgreement, ...]
    exchangeable: Exchangeable | None
    weighted_linear: float | None
    weighted_quadratic: float | None
    without_ties: float | None
    by_annotator: tuple[AnnotatorAgreement, ...]
    disagreements: tuple[Disagreement, ...]
    unanimous: tuple[Unanimous, ...]
    drift: tuple[Drift, ...]
    confusions: tuple[Confusion, ...]
    categories: tuple[str, ...]
    items: int
    annotators: int
    majorities: tuple[Majority, ...]
    units: Unit = "item"  # what the jackknife leaves out
    variant: Variant = "textbook"
    textbook: Textbook | None = None
    wmt: OfficialKappa | None = None
    ranks: RankAgreement | None = None
    ranks_intra: RankAgreement | None = None
    by_method: tuple[MethodAgreement, ...] = ()
    by_length: tuple[LengthAgreement, ...] = ()
    scale: Scale | None = None  # of scores
    metric: Metric = "nominal"
    krippendorff_nominal: Estimate = _UNKNOWN
    fleiss_weighted: Estimate = _UNKNOWN
    icc: tuple[IntraclassCorrelation, ...] = ()
    distances: tuple[DistanceShare, ...] = ()
    by_category: tuple[CategoryAgreement, ...] = ()
    by: tuple[PartAgreement, ...] = ()
    growth: tuple[Growth, ...] = ()
    most_disputed: tuple[Disputed, ...] = ()
    consensus: Consensus | None = None


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
    asked: Asked | None = None,
) -> Agreement:
    """Measure agreement on preferences, on judged chunks, or on the scores of one aspect.

    Without an `aspect` preferences are taken if there are any, otherwise `overall`.
    Krippendorff's α is nominal for preferences and labels, ordinal on a scale whose steps have
    names, interval for other scores; Cohen's κ of more than ten different scores has quadratic
    weights. Intervals are
    jackknifed over items (of preferences over segments) on the scale log(1 − κ); for
    raters="population" over raters as well. The variant "wmt" gives κ as the organisers
    of WMT compute it. `lengths` (source words by segment) lead to agreement by
    cumulative length.
    """
    if isinstance(data, JudgementTable) and aspect in (None, CHUNK) and _holds_chunks(data):
        # Imported here, because it brings the statistics of scores, which nothing else needs.
        from tertium.stats.chunks.judged import judged_chunks

        answers = chunk_ratings(judged_chunks(data))
        found = agree_on(answers, level=level, raters=raters, weights=weights, metric=metric)
        return _with_more(found, answers, asked or Asked(), raters=raters, level=level)
    chosen = _chosen(data, aspect)
    if isinstance(chosen, Comparisons):
        ratings, pairs = preference_ratings(chosen), rank_pairs(chosen)
        official = official_kappa(chosen)
    else:
        ratings = answer_ratings(chosen) if chosen.in_words else score_ratings(chosen)
        pairs, official = None, None
    if asked is not None and asked.merge is not None:
        ratings = merge(ratings, asked.merge)
    on = aspect if ratings.kind in ("score", "label") and aspect != "overall" else None
    scale = chosen.read_on if isinstance(chosen, Scores) and ratings.kind == "score" else None
    result = agree_on(
        ratings,
        level=level,
        raters=raters,
        weights=weights,
        metric=metric,
        on=on,
        scale=scale,
        choices=asked.choices() if asked is not None else None,
    )
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
    group = _groups(chosen)
    result = _with_more(
        result, ratings, asked or Asked(), aspect=aspect, group=group, raters=raters, level=level
    )
    return result if variant == "textbook" else _as_wmt(result)


def _groups(data: Comparisons | Scores) -> Codes | None:
    """Return the group of whoever gave each rating; comparisons do not keep it."""
    if isinstance(data, Comparisons):
        return None
    return data.take(data.label.codes >= 0 if data.in_words else ~np.isnan(data.value)).group


def _with_more(result: Agreement, ratings: Ratings, asked: Asked, **choices: Any) -> Agreement:
    """Add what was asked for beside the coefficients."""
    more = answer_asked(ratings, asked, metric=result.metric, **choices)
    return replace(
        result,
        by=more.by,
        growth=more.growth,
        consensus=more.consensus,
        warnings=(*result.warnings, *more.notes),
    )


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
    scale: Scale | None = None,
    choices: Mapping[str, object] | None = None,
) -> Agreement:
    """Measure agreement of ratings that are already at hand.

    The signature says `on` what, and which further `choices` were made.
    """
    check_level(level)
    how = chosen_settings(ratings, level, raters, weights, metric)
    rated = ratings if how.weights == "none" else ratings.merged()
    paired, alone = how.countable and ratings.named, ratings.kind != "preference"
    averaged = ratings.kind == "score" and (scale is None or scale.average)
    cohen = cohen_kappas(rated, how.weights, raters, level) if paired else _no_cohen(ratings)
    all_ = _of_all(ratings, how)
    alpha, ac1 = all_["krippendorff"], all_["ac1"]
    answers = answers_of(ratings) if how.countable else None
    headed = headed_by(cohen, alpha)
    team = team_of(ratings) if ratings.named else Team({}, ())
    plain = cohen.tables if how.weights == "none" and paired else None
    listed = answers.each if answers is not None else ()
    return Agreement(
        sentence=agreement_sentence(ratings, headed, answers, ac1, cohen.percent, level),
        percent=cohen.percent,
        cohen=cohen.between,
        intra=cohen.within,
        **all_,
        words=fitting_word(headed.estimate),
        measurable=measurable(headed.estimate, answers) if how.countable else True,
        most_frequent=_most_frequent(answers),
        positive=min(listed, key=lambda one: one.share) if len(listed) > 1 else None,
        negative=listed[0] if listed else None,
        answers=listed,
        exchangeable=exchangeable(ratings, raters, level),
        weighted_linear=_on_a_scale(ratings, how, "linear") if paired else None,
        weighted_quadratic=_on_a_scale(ratings, how, "quadratic") if paired else None,
        without_ties=_without_ties(ratings),
        by_annotator=agreeing(ratings, cohen.between.pairs, cohen.within.pairs, team.flags)
        if ratings.named
        else (),
        disagreements=disagreements(cohen.between.pairs),
        unanimous=unanimous(ratings),
        drift=drift(ratings, plain),
        confusions=confusions(ratings, plain),
        categories=ratings.categories if how.countable else (),
        items=int(ratings.shared.sum()),
        annotators=len({name for name, _ in ratings.raters}),
        majorities=majorities(ratings) if ratings.shared.any() else (),
        units=how.unit,
        signature=signature(
            "agree",
            on=on or ratings.kind,
            **({"scale": scale} if scale else {}),
            weights=how.weights,
            alpha=how.metric,
            ci=f"{how.unit}{'' if raters == 'these' else '+rater'}-jackknife-t-log",
            half=0 if ratings.sides else 2,
            level=f"{level:g}",
            **(choices or {}),
        ),
        scale=scale,
        metric=how.metric,
        icc=intraclass(ratings, level, named=ratings.named) if averaged else (),
        distances=distances(ratings),
        by_category=by_category(ratings) if alone else (),
        most_disputed=most_disputed(ratings) if alone else (),
        warnings=(
            *(scale.notes() if scale and len(ratings) else ()),
            *find_notes(ratings, how, alpha, weights),
            *team.sentences,
        ),
    )


def _no_cohen(ratings: Ratings) -> Cohen:
    nothing = Kappas(None, ())
    equal, number = equal_pairs(ratings) if not ratings.named else (0, 0)
    percent = equal / number if number else None
    return Cohen(nothing, nothing, percent, pair_tables(*(3 * (ratings.item[:0],)), 0))


class _Coefficients(TypedDict):
    """The coefficients of all raters together, by their names in the result."""

    fleiss: Estimate
    fleiss_weighted: Estimate
    krippendorff: Estimate
    krippendorff_nominal: Estimate
    ac1: Estimate
    ac2: Estimate


def _of_all(ratings: Ratings, how: Settings) -> _Coefficients:
    """Measure agreement of all raters together; some coefficients need a scale, or categories."""
    some, scaled = ratings.shared.any(), how.metric != "nominal"
    placed = ratings.merged() if scaled else ratings

    def measured(measure: Measure, data: Ratings = ratings, *, known: bool = True) -> Estimate:
        if not some or not known:
            return _UNKNOWN
        return estimated(data, measure, how.raters, how.level)

    countable, ranked = how.countable, how.countable and scaled
    return {
        "fleiss": measured("fleiss", known=countable),
        "fleiss_weighted": measured(how.weighted_fleiss, placed, known=ranked),
        "krippendorff": measured(how.metric, placed),
        "krippendorff_nominal": measured("nominal", known=ranked),
        "ac1": measured("ac1", known=countable),
        "ac2": measured(how.ac2, placed, known=ranked),
    }


def _most_frequent(answers: Answers | None) -> MostFrequent | None:
    if answers is None:
        return None
    return MostFrequent(
        answers.most_frequent, answers.share, answers.items, answers.others, answers.agreed
    )


def _on_a_scale(ratings: Ratings, how: Settings, weights: Weights) -> float | None:
    """Return the mean weighted κ, where categories have a place on a scale."""
    scale = ratings.merged()
    return mean_kappa(scale, weights) if how.countable and len(scale.categories) > 1 else None


def _without_ties(ratings: Ratings) -> float | None:
    """Return the mean κ of decided answers."""
    if ratings.kind != "preference":
        return None
    return mean_kappa(ratings.take(np.abs(ratings.values[ratings.category]) == 1), "none")


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
    words = word(inter.kappa) if result.words else ""
    official = say("not estimable") if inter.kappa is None else number(f"{inter.kappa:.3f}")
    return replace(
        result,
        variant="wmt",
        sentence=say(
            "Inter-annotator agreement is {word} (κ as WMT computes it: {kappa})."
            if words
            else "Inter-annotator agreement (κ as WMT computes it: {kappa}).",
            word=say(words),
            kappa=official,
        ),
        percent=inter.pA,
        cohen=replace(result.cohen, mean=inter.kappa),
        intra=replace(result.intra, mean=intra.kappa),
        words=words,
        textbook=Textbook(result.percent, result.cohen.mean, result.intra.mean),
        signature=f"agree|variant:wmt|{result.signature}",
    )
