"""What the analysis of effort gives back."""

from dataclasses import dataclass

from tertium.stats.contrasts.record import Contrast, Estimand, Standing
from tertium.stats.result import Estimate, Result

__all__ = [
    "AnswerCount",
    "ConditionProductivity",
    "EditorEffort",
    "EditorPace",
    "EditorProductivity",
    "Effort",
    "EffortContrast",
    "EffortCorrelation",
    "EffortMeasure",
    "EffortProfile",
    "FilterReport",
    "IndicatorSummary",
    "MethodScore",
    "ModelSpread",
    "Remark",
    "Sensitivity",
    "SystemEffort",
]


@dataclass(frozen=True, slots=True)
class EffortContrast(Contrast):
    """Two systems by one measure, the one with less effort first.

    `difference` is in the unit of the scores, `ratio` the effort with `a` over that with `b`.
    """

    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    measure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemEffort(Standing):
    """One system by one measure: effort as if the same editors had edited the same segments.

    `score` is seconds or keystrokes per source word, or HTER, the less the better; `raw` the same
    as measured, from the system's own judgements, whoever edited them. `words_per_hour` follows
    from seconds.
    """

    measure: str
    raw: float
    words_per_hour: Estimate
    raw_words_per_hour: float | None


@dataclass(frozen=True, slots=True)
class EffortMeasure:
    """A measure of effort: the indicator behind it, and what is estimated for whom."""

    measure: str
    indicator: str
    estimand: Estimand


@dataclass(frozen=True, slots=True)
class EditorPace:
    """Words per hour of one editor with one system, as measured."""

    system: str
    annotator: str
    words: int
    hours: float
    words_per_hour: float


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """How often one answer was chosen to a question asked after every batch."""

    question: str
    answer: str
    value: float
    n: int
    share: float


@dataclass(frozen=True, slots=True)
class Remark:
    """An answer in own words to a question asked after every batch."""

    question: str
    annotator: str
    text: str


@dataclass(frozen=True, slots=True)
class MethodScore:
    """One system by one indicator and method; a higher score is less effort.

    The score is wins / (wins + losses); for the method `model` it is the effort with the
    average system divided by the effort with this one, and nothing is won or lost.
    """

    system: str
    indicator: str
    method: str
    score: float | None
    low: float | None
    high: float | None
    wins: int | None
    losses: int | None
    ties: int | None


@dataclass(frozen=True, slots=True)
class EditorEffort:
    """One editor: how much work, and at which pace.

    `speed` is the effort in seconds of the average editor over that of this one, for the
    same texts, by the log model; `hter` and `rating` are means.
    """

    annotator: str
    judgements: int
    training: int
    seconds_per_word: float | None
    keystrokes_per_word: float | None
    words_per_hour: float | None
    hter: float | None
    rating: float | None
    unchanged: int
    capped: int
    speed: float | None


@dataclass(frozen=True, slots=True)
class EditorProductivity:
    """One editor's words per hour in one condition, and the gain over another."""

    annotator: str
    words: int
    hours: float
    words_per_hour: float
    gain: float | None
    rating: float | None


@dataclass(frozen=True, slots=True)
class ConditionProductivity:
    """Words per hour in one condition: of the typical editor, with each editor below.

    `gain` is words per hour divided by those of the condition `against` which it stands (from
    scratch if somebody translated so), within editors; `rating` is the editors' own mean rating,
    `raw_words_per_hour` that without any filter of times.
    """

    condition: str
    judgements: int
    editors: int
    words_per_hour: Estimate
    raw_words_per_hour: float | None
    against: str
    gain: Estimate
    rating: float | None
    annotators: tuple[EditorProductivity, ...]


@dataclass(frozen=True, slots=True)
class EffortCorrelation:
    """How far effort agrees with a given ranking: Spearman for systems, Kendall for segments."""

    level: str
    indicator: str
    method: str
    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class IndicatorSummary:
    """One indicator of one system's test judgements: mean, median, and mean per source word."""

    indicator: str
    system: str
    judgements: int
    mean: float
    median: float
    per_word: float | None


@dataclass(frozen=True, slots=True)
class EffortProfile:
    """Mean effort of one editor with one system, over that of everybody with every system."""

    annotator: str
    system: str
    indicator: str
    as_is: float
    comparable: float


@dataclass(frozen=True, slots=True)
class ModelSpread:
    """How much of log effort editors, segments and chance make (standard deviations).

    `learning` is the change of effort from one position to twice that position (−.1: a tenth less).
    """

    indicator: str
    editors: float
    segments: float
    residual: float
    learning: float | None


@dataclass(frozen=True, slots=True)
class FilterReport:
    """Which filter of times was declared, and what it touched; raw times are kept."""

    declared: str
    judgements: int
    dropped: int
    capped: int
    seconds_removed: float


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The comparable seconds per word of a system with the filter declared, and with raw times."""

    system: str
    filtered: float
    raw: float


@dataclass(frozen=True, slots=True)
class Effort(Result):
    """Which system costs least effort, made comparable across editors.

    `systems` and `contrasts` compare systems by each measure from its own data; `methods` holds
    the scores of Aziz, Mitkov and Specia (2013), of which `recommended` combines all indicators.
    `answers` and `remarks` are those to questions asked after batches.
    """

    systems: tuple[SystemEffort, ...]
    contrasts: tuple[EffortContrast, ...]
    measures: tuple[EffortMeasure, ...]
    estimand: Estimand | None
    paces: tuple[EditorPace, ...]
    answers: tuple[AnswerCount, ...]
    remarks: tuple[Remark, ...]
    methods: tuple[MethodScore, ...]
    annotators: tuple[EditorEffort, ...]
    productivity: tuple[ConditionProductivity, ...]
    correlations: tuple[EffortCorrelation, ...]
    indicators: tuple[IndicatorSummary, ...]
    profiles: tuple[EffortProfile, ...]
    spread: tuple[ModelSpread, ...]
    time_filter: FilterReport
    sensitivity: tuple[Sensitivity, ...]
    recommended: str
    judgements: int
    editors: int
    segments: int
    training: int
    tie: float
    level: float
