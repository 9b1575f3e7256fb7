"""Which of two releases is preferred, and how sure is that?

The analysis of Simard, Kuhn and Rémillard (2015): the *improvement ratio* says how
much more often people prefer the advanced system than the baseline, the *impact*
which share of all outputs became better rather than worse, identical ones included.
Both are means over judgements; the paper's count of segments by majority vote stands beside them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from tertium.choices import ComparisonInterval as Interval
from tertium.exceptions import BadInput, NotFound
from tertium.protocols.preferences import VARIANTS
from tertium.stats import intervals
from tertium.stats.agreement.agree import Agreement, agree_on
from tertium.stats.agreement.ratings import label_ratings
from tertium.stats.comparison.comments import Comments, collect_comments
from tertium.stats.comparison.enough import Enough
from tertium.stats.comparison.estimates import INTERVALS, Choices, GoodEnough, good_enough
from tertium.stats.comparison.identical import ChangedShare, read_identical
from tertium.stats.comparison.parts import (
    ByAnnotator,
    ByDomain,
    ByLength,
    Measured,
    by_annotator,
    by_domain,
    by_length,
    measure,
)
from tertium.stats.comparison.published import PublishedCount, published_count
from tertium.stats.comparison.quality_ties import QualityTies, quality_ties
from tertium.stats.comparison.scores_of_wins import ScoresOfWins, scores_of_wins
from tertium.stats.comparison.sentences import preference_sentence
from tertium.stats.contrasts.limitations import (
    FEW,
    UNKNOWN_DOCUMENTS,
    partly_assumed,
    unlike_others,
)
from tertium.stats.contrasts.record import Estimand, Units
from tertium.stats.intervals import check_level, check_seed
from tertium.stats.labels import (
    DECIDED,
    LABELS,
    LabelledJudgements,
    choose_systems,
    label_judgements,
    label_segments,
)
from tertium.stats.resampling import UNITS
from tertium.stats.result import Estimate, Result, formerly, signature
from tertium.stats.shares import two_sided_p
from tertium.table import Comparisons, JudgementTable
from tertium.text import WORD_RULE

_FEWEST_DRAWS = 50  # fewer have no draw beyond the ends of a 95% interval
_BIASED = 0.01  # a share of left answers this unlikely under chance is told


@dataclass(frozen=True, slots=True)
class Position:
    """How often the left translation was preferred; `p` is that of an exact binomial test."""

    left_share: float | None
    decided: int
    p: float | None


@dataclass(frozen=True, slots=True)
class Cost:
    """Price per task × tasks."""

    price: float
    tasks: int
    total: float
    currency: str


@dataclass(frozen=True, slots=True)
class Comparison(Result):
    """Two releases compared.

    `improvement_ratio` is wins ÷ losses over judgements. `counts` are segments by label, as the
    paper counts them, and `published_count` is what follows from them. `identical` is the share
    of outputs that do not differ, None if unknown; `advanced_share` and `baseline_share` are
    shares of all outputs, identical ones included, and `impact` is their difference. `others`
    is the ratio for other annotators (documents), given where one was seen. `good_enough` is
    the second question, where it was asked.
    """

    sentence: str
    improvement_ratio: Estimate
    impact: Estimate
    counts: dict[str, int]
    judgements: int
    annotators: int = field(metadata=formerly("evaluators"))
    identical: float | None
    by_domain: tuple[ByDomain, ...]
    by_annotator: tuple[ByAnnotator, ...] = field(metadata=formerly("by_evaluator"))
    by_length: tuple[ByLength, ...]
    agreement: Agreement | None
    quality_ties: QualityTies | None
    scores_of_wins: ScoresOfWins | None = field(metadata=formerly("caution"))
    comments: Comments
    cost: Cost | None
    baseline: str
    advanced: str
    segments: int
    advanced_share: float | None
    baseline_share: float | None
    wins: int
    losses: int
    ties: int
    published_count: PublishedCount | None
    estimand: Estimand
    documents: int | None
    others: Estimate | None
    position: Position
    interval: str
    prior: float | None
    level: float
    curves: Enough | None = None
    good_enough: GoodEnough | None = None


def compare(
    data: JudgementTable | Comparisons,
    *,
    baseline: str | None = None,
    advanced: str | None = None,
    identical: float | Mapping[str, float] | None = None,
    sizes: Mapping[str, float] | None = None,
    level: float = 0.95,
    interval: Interval = "auto",
    prior: float = intervals.RATIO_SCALE,
    resamples: int = 2000,
    seed: int = 0,
    lengths: Mapping[str, int] | None = None,
    scores: Mapping[tuple[str, str], float] | None = None,
    price: float | None = None,
    currency: str = "EUR",
) -> Comparison:
    """Compare two releases by the preferences people gave.

    `identical` is the share of outputs that do not differ, one number or one per
    domain; without it impact is one among the outputs that differ, and says so.
    `sizes` are the segments of the whole test set by domain; without them domains
    count as if the judged segments were drawn from all that differ. `lengths` are
    source words by segment, `scores` sentence-level scores by (segment, system) for
    `scores_of_wins`, `price` the price of a task. The interval is the crossed one unless
    `interval` names another; `prior` is the half-normal scale of the sd between annotators'
    log ratios in the hierarchical one (0.5, or 0.25 where past campaigns agree closely).
    """
    _check(level, interval, prior, resamples, seed, price)
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    names = tuple(sorted({*rows.system.names, *rows.versus.names}))
    old, new, notes = choose_systems(names, baseline, advanced)
    labelled = label_judgements(_in_order(rows), old, new)
    ratings = label_ratings(labelled)
    segments, label = label_segments(labelled)
    changed = read_identical(identical, sizes, labelled, segments)
    choices = Choices(interval, prior, level, resamples, seed)
    part = measure(labelled, changed, choices)
    ratio, impact = part.ratio, part.impact
    people = len(np.unique(labelled.rows.annotator.codes))
    known = labelled.rows.document.codes
    documents = len(np.unique(known[known >= 0])) or None
    position = _position(labelled)
    sentence = preference_sentence(
        ratio,
        baseline=old,
        advanced=new,
        annotators=ratio.annotators or people,
        documents=documents,
        wins=part.wins,
        losses=part.losses,
        level=level,
    )
    won = {labelled.rows.segment.names[code] for code in segments[label == 0]}
    won_scores = None if scores is None else scores_of_wins(scores, won, new, level=level)
    shared = len(segments) < len(labelled)
    estimand = _estimand(ratio.method, people, documents, len(segments))
    return Comparison(
        sentence=sentence,
        improvement_ratio=ratio.estimate,
        impact=impact.estimate,
        published_count=published_count(labelled, changed, level=level),
        estimand=estimand,
        counts=part.counts,
        wins=part.wins,
        losses=part.losses,
        ties=part.ties,
        judgements=len(labelled),
        annotators=people,
        identical=changed.identical,
        by_domain=by_domain(labelled, changed, choices),
        by_annotator=by_annotator(labelled, changed, replace(choices, interval="auto")),
        by_length=by_length(labelled, changed, lengths or {}, choices),
        agreement=agree_on(ratings, level=level) if shared else None,
        quality_ties=_forced_choice_ties(labelled, changed, choices),
        scores_of_wins=won_scores,
        comments=collect_comments(labelled, data if isinstance(data, JudgementTable) else None),
        cost=None if price is None else Cost(price, len(labelled), price * len(labelled), currency),
        baseline=old,
        advanced=new,
        segments=len(segments),
        advanced_share=part.advanced_share,
        baseline_share=part.baseline_share,
        documents=documents,
        others=ratio.others,
        position=position,
        good_enough=_second_question(data, level),
        interval=ratio.method,
        prior=prior if ratio.method == "hierarchical" else None,
        level=level,
        signature=signature(
            "compare",
            answers=_variant(labelled),
            ratio=_method_in_signature(ratio.method, prior),
            impact=_method_in_signature(impact.method, intervals.PREFERENCE_SCALE),
            units=estimand.sampled,
            level=f"{level:g}",
            **({"boot": resamples} if ratio.method in UNITS else {}),
            identical=changed.written,
            **({"words": WORD_RULE} if lengths else {}),
            seed=seed,
        ),
        warnings=(
            *notes,
            *_warnings(part, people, documents, choices, changed, position, scores, won_scores),
        ),
    )


def _in_order(rows: Comparisons) -> Comparisons:
    """Sort judgements, so that sums are the same to the last digit in whatever order they came."""
    return rows.take(np.lexsort((rows.pass_.codes, rows.annotator.codes, rows.segment.codes)))


def _check(
    level: float, interval: str, prior: float, resamples: int, seed: int, price: float | None
) -> None:
    check_level(level)
    if interval not in INTERVALS:
        raise NotFound.among("interval", interval, INTERVALS, where="interval")
    if not prior > 0:
        raise BadInput(
            f"the prior {prior:g} is not above 0",
            where="prior",
            fix="Write 0.5, or 0.25 where annotators of past campaigns agreed closely.",
        )
    if resamples < _FEWEST_DRAWS:
        raise BadInput(
            f"{resamples} draws are too few for an interval",
            where="resamples",
            fix=f"Write at least {_FEWEST_DRAWS}; 2000 are usual.",
        )
    check_seed(seed)
    if price is not None and not 0 <= price < math.inf:
        raise BadInput(
            f"a price of {price:g} is not possible", where="price", fix="Write 0 or more."
        )


def _method_in_signature(method: str, prior: float) -> str:
    """Return an interval as signatures name it."""
    return f"{method}-HN({prior:g})" if method == "hierarchical" else method


def _estimand(method: str, people: int, documents: int | None, segments: int) -> Estimand:
    """Say what is estimated, and for which annotators and texts."""
    varies = method == "crossed" and documents
    return Estimand(
        "wins ÷ losses over judgements, ties excluded",
        "log",
        "this annotator" if people == 1 else "these" if method == "segment" else "like these",
        ("this document" if documents == 1 else "documents like these")
        if varies
        else "segments like these",
        Units(people, documents, segments),
    )


def _crossed_notes(part: Measured, documents: int | None) -> list[str]:
    """Say what the crossed interval assumes, and what it cannot know."""
    notes = [] if documents else [UNKNOWN_DOCUMENTS]
    if documents is not None and 1 < documents <= FEW:
        notes.append(partly_assumed(["documents"]))
    return notes + [unlike_others(name) for name in part.ratio.unlike]


def _position(data: LabelledJudgements) -> Position:
    """Test whether the side on which a translation stood decided."""
    left = data.left[~np.isnan(data.left)]
    number = len(left)
    if not number:
        return Position(None, 0, None)
    chosen = int(left.sum())
    return Position(chosen / number, number, two_sided_p(chosen, number))


def _second_question(data: JudgementTable | Comparisons, level: float) -> GoodEnough | None:
    """Return how often one translation was good enough, where the table holds the answers."""
    if not isinstance(data, JudgementTable):
        return None
    return good_enough(data.scores("good_enough"), level=level)


def _forced_choice_ties(
    data: LabelledJudgements, changed: ChangedShare, choices: Choices
) -> QualityTies | None:
    """Estimate quality ties where everybody had to choose; the first pass of each counts."""
    if not len(data) or (data.value == 0).any():
        return None
    rows = data.rows
    order = np.lexsort((rows.pass_.codes, rows.annotator.codes, rows.segment.codes))
    who = np.stack([rows.segment.codes, rows.annotator.codes], axis=1)[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (np.diff(who, axis=0) != 0).any(axis=1)
    kept = order[first]
    return quality_ties(
        rows.segment.codes[kept],
        data.value[kept],
        changed=changed.share,
        level=choices.level,
        resamples=choices.resamples,
        seed=choices.seed,
    )


def _variant(data: LabelledJudgements) -> str:
    """Return the name of the smallest list of answers that holds all that were given."""
    given = {LABELS[code] for code in np.unique(data.label)} - set(DECIDED)
    by_size = sorted(VARIANTS, key=lambda name: len(VARIANTS[name]))
    return next((name for name in by_size if given <= set(VARIANTS[name])), "mixed")


def _warnings(
    part: Measured,
    people: int,
    documents: int | None,
    choices: Choices,
    changed: ChangedShare,
    position: Position,
    scores: Mapping[tuple[str, str], float] | None,
    won_scores: ScoresOfWins | None,
) -> list[str]:
    """Say, one sentence each, what weakens the conclusion."""
    if not people:
        return ["There are no judgements of these two systems yet."]
    notes = [*part.ratio.warnings, *part.impact.warnings]
    if people == 1:
        notes.append("One annotator: the confidence intervals hold for this annotator only.")
    elif part.ratio.annotators == 1:
        notes.append(
            "Only one annotator preferred either system: the ratio holds for this annotator only."
        )
    elif people <= FEW and part.ratio.method == "hierarchical":
        notes.append(
            f"{people} annotators are few: how much annotators differ is partly taken from past "
            f"campaigns (half-normal with scale {choices.prior:g} on the log ratio)."
        )
    elif part.ratio.method == "crossed":
        notes += _crossed_notes(part, documents)
    if part.ratio.method in UNITS and people > 1:
        notes.append(
            f"The {part.ratio.method} bootstrap interval is too narrow with few annotators; "
            "the crossed one is the default."
        )
    if not changed.known:
        notes.append(
            "The share of identical outputs is not known, so impact is one among the outputs "
            "that differ; give it with --identical."
        )
    notes += changed.notes
    if position.p is not None and position.left_share is not None and position.p < _BIASED:
        notes.append(
            f"The left translation was preferred in {position.left_share:.0%} of "
            f"{position.decided} decided judgements (p = {position.p:.2g}): "
            "where a translation stood seems to have mattered."
        )
    if scores is not None and won_scores is None:
        notes.append(
            "Scores of wins could not be checked: this needs scores of segments that the new "
            "release wins and of others."
        )
    return notes
