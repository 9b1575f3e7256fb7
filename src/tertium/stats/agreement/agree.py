"""How far annotators agree with each other and with themselves.

Agreement is always agreement beyond chance, with its uncertainty: for *these* raters
only items vary, for raters *like these* (a population) raters vary too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import AgreementVariant as Variant
from tertium.choices import Metric, Raters, Weights
from tertium.exceptions import BadInput, NotFound
from tertium.protocols.chunk_schemes import CHUNK
from tertium.scales import Scale
from tertium.stats.agreement.answers import AnswerAgreement, Answers, MostFrequent, answers_of
from tertium.stats.agreement.coefficients import Measure, estimated
from tertium.stats.agreement.cohen import (
    Cohen,
    Exchangeable,
    Kappas,
    cohen_kappas,
    exchangeable,
    mean_kappa,
)
from tertium.stats.agreement.kappa import fitting_word, pair_tables, word
from tertium.stats.agreement.majority import Majority, majorities
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
from tertium.stats.agreement.wmt_kappa import OfficialKappa, official_kappa
from tertium.stats.contrasts.limitations import UNKNOWN_DOCUMENTS
from tertium.stats.intervals import check_level
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.told import coefficient
from tertium.table import Comparisons, JudgementTable, Scores
from tertium.wording import number, say

_TOO_MANY = 200  # categories beyond which κ of equal categories means nothing
_MANY = 10  # different scores from which on κ is weighted unless said otherwise


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
    two people, `ranks_intra` by the same person.
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
        # Imported here, because it brings the statistics of scores, which nothing else needs.
        from tertium.stats.chunks.judged import judged_chunks

        answers = chunk_ratings(judged_chunks(data))
        return agree_on(answers, level=level, raters=raters, weights=weights, metric=metric)
    chosen = _chosen(data, aspect)
    if isinstance(chosen, Comparisons):
        ratings, pairs = preference_ratings(chosen), rank_pairs(chosen)
        official = official_kappa(chosen)
    else:
        ratings = answer_ratings(chosen) if chosen.in_words else score_ratings(chosen)
        pairs, official = None, None
    on = aspect if ratings.kind in ("score", "label") and aspect != "overall" else None
    scale = chosen.read_on if isinstance(chosen, Scores) and ratings.kind == "score" else None
    result = agree_on(
        ratings, level=level, raters=raters, weights=weights, metric=metric, on=on, scale=scale
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


@dataclass(frozen=True, slots=True)
class _Settings:
    """What was chosen: weights of κ, scale of α, which raters, level; and what varies."""

    weights: Weights
    metric: Metric
    raters: Raters
    level: float
    unit: Unit
    countable: bool


def agree_on(
    ratings: Ratings,
    *,
    level: float = 0.95,
    raters: Raters = "these",
    weights: Weights | None = None,
    metric: Metric | None = None,
    on: str | None = None,
    scale: Scale | None = None,
) -> Agreement:
    """Measure agreement of ratings that are already at hand; the signature says `on` what."""
    check_level(level)
    how = _chosen_how(ratings, level, raters, weights, metric)
    rated = ratings if how.weights == "none" else ratings.merged()
    cohen = cohen_kappas(rated, how.weights, raters, level) if how.countable else _no_cohen(rated)
    fleiss, alpha, ac1, ac2 = _of_all(ratings, how)
    answers = answers_of(ratings) if how.countable else None
    headed = headed_by(cohen, alpha)
    team = team_of(ratings)
    plain = cohen.tables if how.weights == "none" and how.countable else None
    listed = answers.each if answers is not None else ()
    return Agreement(
        sentence=agreement_sentence(ratings, headed, answers, ac1, cohen.percent, level),
        percent=cohen.percent,
        cohen=cohen.between,
        intra=cohen.within,
        fleiss=fleiss,
        krippendorff=alpha,
        ac1=ac1,
        ac2=ac2,
        words=fitting_word(headed.estimate),
        measurable=measurable(headed.estimate, answers) if how.countable else True,
        most_frequent=_most_frequent(answers),
        positive=min(listed, key=lambda one: one.share) if len(listed) > 1 else None,
        negative=listed[0] if listed else None,
        answers=listed,
        exchangeable=exchangeable(ratings, raters, level),
        weighted_linear=_on_a_scale(ratings, how, "linear"),
        weighted_quadratic=_on_a_scale(ratings, how, "quadratic"),
        without_ties=_without_ties(ratings),
        by_annotator=agreeing(ratings, cohen.between.pairs, cohen.within.pairs, team.flags),
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
        ),
        scale=scale,
        warnings=(
            *(scale.notes() if scale and len(ratings) else ()),
            *_notes(ratings, how, alpha, weights),
            *team.sentences,
        ),
    )


def _chosen_how(
    ratings: Ratings, level: float, raters: Raters, weights: Weights | None, metric: Metric | None
) -> _Settings:
    scored = ratings.kind == "score"
    many = len(ratings.categories) > _MANY and scored
    return _Settings(
        weights=weights or ("quadratic" if many else "none"),
        metric=metric or ("interval" if scored else "nominal"),
        raters=raters,
        level=level,
        unit=ratings.units()[1],
        countable=len(ratings.categories) <= _TOO_MANY,
    )


def _no_cohen(ratings: Ratings) -> Cohen:
    nothing = Kappas(None, ())
    return Cohen(nothing, nothing, None, pair_tables(*(3 * (ratings.item[:0],)), 0))


def _of_all(ratings: Ratings, how: _Settings) -> tuple[Estimate, Estimate, Estimate, Estimate]:
    """Return Fleiss' κ, Krippendorff's α, AC1 and, on a scale, AC2 of all raters together."""
    none = Estimate(None)
    if not ratings.shared.any():
        return none, none, none, none
    placed = ratings if how.metric == "nominal" else ratings.merged()
    alpha = estimated(placed, how.metric, how.raters, how.level)
    if not how.countable:
        return none, alpha, none, none
    fleiss = estimated(ratings, "fleiss", how.raters, how.level)
    ac1 = estimated(ratings, "ac1", how.raters, how.level)
    if how.metric == "nominal":
        return fleiss, alpha, ac1, none
    scale: Measure = "ac2-ordinal" if how.metric == "ordinal" else "ac2-interval"
    return fleiss, alpha, ac1, estimated(placed, scale, how.raters, how.level)


def _most_frequent(answers: Answers | None) -> MostFrequent | None:
    if answers is None:
        return None
    return MostFrequent(
        answers.most_frequent, answers.share, answers.items, answers.others, answers.agreed
    )


def _on_a_scale(ratings: Ratings, how: _Settings, weights: Weights) -> float | None:
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


def _notes(ratings: Ratings, how: _Settings, alpha: Estimate, asked: Weights | None) -> list[str]:
    """Say what weakens the coefficients, one sentence each."""
    notes = []
    if not how.countable:
        notes.append(
            f"{len(ratings.categories)} different scores are too many for Cohen's and Fleiss' κ; "
            "Krippendorff's α is given."
        )
    if not ratings.shared.any():
        notes.append("No item was rated twice, so there is no agreement to measure.")
    elif alpha.value is not None and alpha.low is None:
        notes.append(
            "There are too few items or annotators for a confidence interval of agreement."
        )
    elif (ratings.document.codes < 0).all():
        notes.append(UNKNOWN_DOCUMENTS)
    notes += _about_passes(ratings, how)
    if how.weights != "none" and asked is None:
        notes.append("Cohen's κ has quadratic weights, because scores are a scale.")
    return notes


def _about_passes(ratings: Ratings, how: _Settings) -> list[str]:
    """Say what first passes alone would give, where people judged several times."""
    first = ratings.first_passes()
    if first.all() or not ratings.take(first).shared.any():
        return []
    placed = ratings if how.metric == "nominal" else ratings.merged()
    alone = placed.take(placed.first_passes())
    alpha = estimated(alone, how.metric, "these", how.level).value
    kappa = None
    if how.countable:
        kappa = estimated(ratings.take(first), "fleiss", "these", how.level).value
    told = [f"α = {coefficient(alpha)}"] if alpha is not None else []
    told += [f"Fleiss' κ = {coefficient(kappa)}"] if kappa is not None else []
    alone_give = f"; first passes alone give {' and '.join(told)}" if told else ""
    return [f"Fleiss' κ and Krippendorff's α count every pass as an annotator{alone_give}."]
