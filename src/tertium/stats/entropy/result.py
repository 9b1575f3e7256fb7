"""What the analysis of word translation entropy gives back."""

from dataclasses import dataclass

from tertium.stats.result import Estimate, Result

__all__ = [
    "Bin",
    "BinnedCorrelation",
    "Correlation",
    "Entropy",
    "LeftOut",
    "RenderingCount",
    "SegmentEntropy",
    "Stage",
    "Stages",
    "Threshold",
    "ThresholdPoint",
    "WordEntropy",
]


@dataclass(frozen=True, slots=True)
class RenderingCount:
    """A rendering of a word and how many translators chose it; the empty text is none."""

    rendering: str
    times: int


@dataclass(frozen=True, slots=True)
class WordEntropy:
    """A source word in context; `position` counts from 1.

    `hh` is the entropy over translators, corrected as asked, `hh_plain` that of the counts,
    `mh` the one in the engine's options. `one_to_one` is the share of translations in which
    one target word renders this word alone, `same_order` that (of those that render it) in
    which it stands after the word before; `order_entropy` is the entropy of its jumps.
    """

    segment: str
    position: int
    word: str
    translations: int
    kinds: int
    hh: float | None
    hh_plain: float | None
    mh: float | None
    order_entropy: float | None
    one_to_one: float | None
    same_order: float | None
    renderings: tuple[RenderingCount, ...]


@dataclass(frozen=True, slots=True)
class SegmentEntropy:
    """Means over the words of a segment."""

    segment: str
    words: int
    hh: float | None
    mh: float | None
    one_to_one: float | None
    same_order: float | None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many observations are not in a correlation, and why."""

    reason: str
    number: int


@dataclass(frozen=True, slots=True)
class Bin:
    """Observations whose value is nearest to `at`: how many, and the mean of the other value."""

    at: float
    number: int
    mean: Estimate


@dataclass(frozen=True, slots=True)
class BinnedCorrelation:
    """The correlation of bin means, as the paper computes it; every bin counts once.

    `f` has 1 and `freedom` degrees of freedom.
    """

    width: float
    bins: tuple[Bin, ...]
    r: float | None
    r_squared: float | None
    f: float | None
    freedom: int
    p: float | None


@dataclass(frozen=True, slots=True)
class Correlation:
    """How far an entropy or distance (`of`) goes with a measure, at one level.

    `pearson` and `spearman` are of single observations, with intervals over segments.
    """

    of: str
    measure: str
    level: str
    observations: int
    segments: int
    pearson: Estimate
    spearman: Estimate
    binned: BinnedCorrelation
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """Words up to a threshold: their share, and the mean of a measure up to it and beyond."""

    at: float
    share: float
    up_to: Estimate
    beyond: Estimate


@dataclass(frozen=True, slots=True)
class Threshold:
    """What a threshold on an entropy would separate."""

    of: str
    measure: str
    points: tuple[ThresholdPoint, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """One step from text to text: what it changed, and what it took per source word."""

    step: str
    segments: int
    distance: Estimate
    unchanged: float
    seconds_per_word: Estimate


@dataclass(frozen=True, slots=True)
class Stages:
    """MT → post-edited → revised: distances in characters, and how they go together."""

    steps: tuple[Stage, ...]
    correlations: tuple[Correlation, ...]


@dataclass(frozen=True, slots=True)
class Entropy(Result):
    """Word translation entropy of a text: by word, by segment, on the whole.

    `agreed` is the share of words that all render alike, `unrendered` that of renderings
    that are none; `shown` is the segment to draw.
    """

    translators: tuple[str, ...]
    words: tuple[WordEntropy, ...]
    segments: tuple[SegmentEntropy, ...]
    shown: str
    hh: Estimate
    mh: Estimate
    agreed: Estimate
    one_to_one: Estimate
    same_order: Estimate
    order_entropy: Estimate
    unrendered: Estimate
    correlations: tuple[Correlation, ...]
    thresholds: tuple[Threshold, ...]
    stages: Stages | None
    correction: str
