"""How much a planned comparison will be able to say, before anybody is asked.

A planning figure, not a simulation: the campaign is imagined with middling luck
(annotators spread as past campaigns make one expect) and analysed by the same
crossed interval that the comparison will use. Assumptions, from campaigns of
WMT 2013–2016 and a study of human parity: a true improvement ratio of 1.5,
annotators' log ratios with a standard deviation of .15, a quarter of the answers
undecided where ties are offered, two people who decide about the same segment
agreeing three times out of four, and an intraclass correlation of judgements of one document of
.05 (documents differ by .17 to .27 standard deviations of one judgement). Judgements of m segments
per document are then worth as much as 1/(1 + (m − 1)·.05) of as many independent ones (the design
effect of Kish, 1965).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from tertium.design.steering import Pair, follow_ups
from tertium.design.tournament import tournament
from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, Squares, crossed
from tertium.stats.contrasts.layout import Layout
from tertium.stats.result import Estimate, formerly

RATIO = 1.5
RHO = 0.05  # intraclass correlation of judgements of one document
POWER = 0.8  # how often a planned study should show a true difference
_TAU = 0.15
_LEVEL = 0.95
_ROWS = 40  # by which an annotator's judgements are imagined
_MOST = 1_000_000  # judgements; a study that needs more needs other annotators
_LIKENESS = 0.48  # correlation of two people's decisions about one segment
_UNDECIDED = 0.25  # share of answers that favour neither side, where ties are offered
_TOURNAMENTS = 60  # imagined, to see how many follow-up questions they leave
# Share of campaigns that find a true ratio of 1.5, for 300 to 1,000 decided judgements.
_POWER = {2: "one in ten or fewer", 3: "a third to three fifths"}


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the judgements of one language pair should be able to say.

    `decided` is how many are expected to prefer one system; `ratio` is the interval to
    expect if the true improvement ratio were 1.5. `per_document` is how many segments a document
    has (None where documents are not known), `rho` the intraclass correlation of its judgements
    and `design_effect` what follows. `needed` is how many judgements show a ratio of 1.5 with 80%
    power; None where no number by so few annotators does.
    """

    pair: str
    annotators: int = field(metadata=formerly("evaluators"))
    decided: int
    ratio: Estimate
    per_document: float | None
    rho: float
    design_effect: float
    needed: int | None


def design_effect(per_document: float | None, rho: float = RHO) -> float:
    """Return how many times as many judgements are needed because documents are judged.

    >>> design_effect(21), design_effect(1), design_effect(None)
    (2.0, 1.0, 1.0)
    """
    return 1 + (max(per_document or 1.0, 1.0) - 1) * rho


def undecided(variant: str) -> float:
    """Return the share of answers that are expected to favour neither system."""
    return 0.0 if variant == "binary" else _UNDECIDED


def power_words(annotators: int) -> str:
    """Return how many campaigns with so few annotators find a true ratio of 1.5, in words.

    Measured for two and three annotators; the empty string otherwise.
    """
    return _POWER.get(annotators, "")


def expected_ratio(
    decided: Sequence[float], *, shared: float = 0, effect: float = 1.0, ratio: float = RATIO
) -> Estimate:
    """Return the improvement ratio and interval to expect from these annotators.

    `decided` holds the decided judgements of each annotator, `shared` how many
    decided judgements per annotator are about segments that all of them judge: these
    are alike, which adds a variance that more annotators do not reduce. `effect` is the design
    effect of documents.
    """
    reach = float(_expected(decided, shared, effect, ratio).reach(_LEVEL)[0])
    return Estimate(ratio, float(ratio * np.exp(-reach)), float(ratio * np.exp(reach)))


def sample_size(
    annotators: int, *, decisive: float = 1.0, effect: float = 1.0, ratio: float = RATIO
) -> int | None:
    """Return how many judgements show a true ratio with 80% power, by so many annotators.

    Shown means that the confidence interval excludes 1. `decisive` is the share of judgements that
    prefer one system, `effect` the design effect. None where no number of judgements is enough.
    """

    def shown(decided: float) -> float:
        found = _expected([decided / annotators] * annotators, 0.0, 1.0, ratio)
        scatter = (_TAU**2 / annotators + _judgement_variance(ratio) / decided) ** 0.5
        return float(ndtr((abs(np.log(ratio)) - float(found.reach(_LEVEL)[0])) / scatter))

    low, high = 2, _MOST
    if annotators < 2 or shown(high) < POWER:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if shown(middle) >= POWER else (middle, high)
    return int(np.ceil(high * effect / decisive))


def _expected(
    decided: Sequence[float], shared: float, effect: float, ratio: float
) -> CrossedEstimates:
    """Return what the crossed interval believes of a campaign whose sums are as expected.

    Some rows by each annotator stand for all of his or her judgements.
    """
    number = np.maximum(np.asarray(decided, dtype=float), 1.0)
    rows = np.maximum(np.round(_ROWS * number / number.mean()), 2).astype(np.int64)
    common = np.round(rows * np.minimum(shared / number, 1.0)).astype(np.int64)
    annotator = np.repeat(np.arange(len(rows)), rows)
    place = np.concatenate([np.arange(one) for one in rows])
    own = rows.max() + np.arange(len(annotator))
    segment = np.where(place < common[annotator], place, own)
    layout = Layout.of(np.ones(len(annotator)), annotator, segment)
    total = _judgement_variance(ratio) * effect * len(annotator) / float(number.sum())
    alike = _LIKENESS * total if shared else 0.0
    single, together = np.array([total - alike]), np.array([alike])
    people = layout.seen_annotators * _TAU**2 + layout.noise_in_annotators(single, together)[0]
    left = total * layout.squares
    repeated = layout.segment_share - layout.squares

    def one(value: float) -> NDArray[np.float64]:
        return np.array([[value]])

    sums = Squares(
        np.array([np.log(ratio)]),
        one(total),
        one(left),
        one(left + alike * repeated),
        one(people),
        one(0.0),
        len(annotator),
    )
    return crossed(layout, sums, prior=Prior(unit=_judgement_variance(ratio) ** 0.5))


def _judgement_variance(ratio: float) -> float:
    """Return the variance of one decided judgement of the log ratio."""
    better = ratio / (1 + ratio)
    return 1 / (better * (1 - better))


@cache
def expected_follow_ups(vertices: int, most: int) -> float:
    """Return how many follow-up questions a tournament of so many outputs leaves, on average.

    Imagined with somebody whose preferences follow one order, a quarter of the answers ties.
    """
    draw = np.random.default_rng(0)
    asked = 0
    for _ in range(_TOURNAMENTS if most else 0):
        worth = draw.permutation(vertices)
        answers = [_imagined(pair, worth, draw) for pair in tournament(vertices, draw)]
        for _ in range(most):
            further = follow_ups(vertices, answers, 1)
            answers += [_imagined(pair, worth, draw) for pair in further]
            asked += len(further)
    return asked / _TOURNAMENTS


def _imagined(
    pair: Pair, worth: NDArray[np.int64], draw: np.random.Generator
) -> tuple[int, int, float]:
    one, other = pair
    tied = draw.random() < _UNDECIDED
    return one, other, 0.0 if tied else float(np.sign(worth[one] - worth[other]))
