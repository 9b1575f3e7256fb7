"""What meta-evaluation finds: coefficients, differences, the human ceiling, clusters, oddities."""

from dataclasses import dataclass

from tertium.choices import Grouping, MetaLevel
from tertium.stats.result import Result


@dataclass(frozen=True, slots=True)
class Correlation:
    """One measure of one metric against people, at one level; `by` is empty for everything.

    `grouping` says within which groups of outputs it is computed, `subset` of which systems or
    pairs; `n` is how many systems, pairs, outputs or groups it rests on. Where there is no value,
    `undefined` says why.
    """

    level: MetaLevel
    by: str
    metric: str
    human: str
    measure: str
    grouping: Grouping
    subset: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    epsilon: float | None = None
    undefined: str | None = None


@dataclass(frozen=True, slots=True)
class MetricDifference:
    """One measure of metric `a` less that of `b`; `method` is the test that p comes from."""

    level: MetaLevel
    by: str
    measure: str
    a: str
    b: str
    difference: float
    low: float | None
    high: float | None
    p: float | None
    method: str


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How well people agree with each other by the same measure.

    `kind` is *annotator* (one against the mean of the others), *annotators* (the mean of these) or
    *halves* (half of the judgements against the other half). `corrected` is
    the Spearman–Brown value for all judgements.
    """

    level: MetaLevel
    by: str
    measure: str
    grouping: Grouping
    kind: str
    annotator: str
    value: float | None
    corrected: float | None
    n: int
    undefined: str | None = None


@dataclass(frozen=True, slots=True)
class RankedMetric:
    """A metric's place by one measure: no metric of its cluster is beaten by a better one of it."""

    level: MetaLevel
    by: str
    measure: str
    metric: str
    value: float
    cluster: int


@dataclass(frozen=True, slots=True)
class Outlier:
    """A system whose human score lies far from the others: `distance` in robust sds."""

    by: str
    system: str
    score: float
    distance: float


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An output on which a metric and people differ most; scores are standardised."""

    metric: str
    by: str
    segment: str
    system: str
    human: float
    score: float
    difference: float
    source: str | None
    output: str | None


@dataclass(frozen=True, slots=True)
class SystemScores:
    """A system's mean score by people and by one metric."""

    by: str
    metric: str
    system: str
    human: float
    score: float


@dataclass(frozen=True, slots=True)
class MethodPair:
    """Pearson's r of two methods at one level, people being one of the methods."""

    level: MetaLevel
    a: str
    b: str
    value: float | None


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """A metric: of what kind, how many outputs (or systems) it shares with people, and its state.

    `left_out` counts judged outputs that it does not score, `trained` says that it was trained on
    such judgements.
    """

    metric: str
    kind: str
    outputs: int
    left_out: int
    missing: int
    whole_systems: bool
    lowest_best: bool
    trained: bool


@dataclass(frozen=True, slots=True)
class RecipeMetric:
    """A metric in a shared task's ranking: its mean over tasks, and its cluster."""

    metric: str
    value: float
    cluster: int


@dataclass(frozen=True, slots=True)
class RecipeResult:
    """The ranking of metrics by the procedure of a shared task, and how it differs from ours."""

    name: str
    tasks: tuple[str, ...]
    metrics: tuple[RecipeMetric, ...]
    differences: tuple[MetricDifference, ...]
    differs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlations(Result):
    """How far metrics, and other judgements, agree with people."""

    human: str
    metrics: tuple[ComparedMetric, ...]
    correlations: tuple[Correlation, ...]
    differences: tuple[MetricDifference, ...]
    ceiling: tuple[Ceiling, ...]
    clusters: tuple[RankedMetric, ...]
    outliers: tuple[Outlier, ...]
    disagreements: tuple[Disagreement, ...]
    systems: tuple[SystemScores, ...]
    methods: tuple[MethodPair, ...]
    recipe: RecipeResult | None
    language_pairs: int
    annotators: int
    judgements: int
    outputs: int
    documents: int | None
    confidence: float
