"""What following an engine from release to release gives back."""

from dataclasses import dataclass
from typing import Literal

from tertium.choices import Distance
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.result import Estimate, Result

__all__ = [
    "Chart",
    "ChartPoint",
    "Distance",
    "FeedbackCount",
    "Orphan",
    "Part",
    "ReleaseRow",
    "Releases",
    "Scenario",
    "Step",
    "TracedChange",
]


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """One release over all its production.

    `distance` is all edits over all sizes. `share_segments` and `share_words` are the parts
    of the text whose machine translation is as near to the final text as the fuzzy-match
    threshold asks; `memory_words` is the part whose source has such a match in the memory,
    None where matches are not known. `unchanged` outputs were accepted as they are. `anchor` is
    the edit distance on the anchor set, None without one.
    """

    release: str
    first: str
    last: str
    documents: int
    segments: int
    words: int
    distance: Estimate
    share_segments: Estimate
    share_words: Estimate
    memory_words: Estimate | None
    unchanged: float
    empty: int
    anchor: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What changed from the release before to this one, in edit distance.

    `production` is the change that was seen; `quality` that on the fixed anchor set, whose
    material never changes; `material` is the rest: production became easier or harder.
    """

    release: str
    before: str
    production: Estimate
    quality: Estimate
    material: Estimate


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """One release in the control chart: its value, the smoothed value, and its limits."""

    release: str
    value: float
    smoothed: float
    low: float
    high: float
    alarm: bool
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A control chart of edit distance (exponentially weighted moving average).

    `centre` is the distance of the first `baseline` releases. Limits are `limit` standard
    errors wide, so that a chart of this length without any change raises an alarm in one
    minus `level` of cases. After an alarm `since` is the release from which a lasting
    change explains the values best.
    """

    kind: Literal["production", "anchor"]
    centre: float
    baseline: int
    weight: float
    limit: float
    points: tuple[ChartPoint, ...]
    alarms: tuple[str, ...]
    since: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """One business scenario over all releases.

    `by_segment` is the rank correlation of a segment's edit distance with its fuzzy match,
    `by_release` the correlation of edit distance and share of words from release to release.
    """

    scenario: str
    documents: int
    segments: int
    words: int
    distance: Estimate
    share_words: Estimate
    by_segment: Estimate
    by_release: Estimate


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of input in one year; `level` is what its accuracy is good for, if it is TER."""

    input: str
    year: str
    documents: int
    segments: int
    words: int
    distance: Estimate
    share_words: Estimate
    level: str


@dataclass(frozen=True, slots=True)
class FeedbackCount:
    """Remarks of one category about one release, and how many a change has answered."""

    category: str
    release: str
    remarks: int
    answered: int


@dataclass(frozen=True, slots=True)
class TracedChange:
    """A change, the remarks that asked for it, and what its release brought.

    `distance` and `quality` are the steps of its release, which all its changes share.
    """

    change: str
    release: str
    feedback: tuple[str, ...]
    categories: tuple[str, ...]
    note: str
    distance: Estimate
    quality: Estimate


@dataclass(frozen=True, slots=True)
class Orphan:
    """What leads nowhere: a change nobody asked for, a remark nobody answered, an unknown name."""

    kind: Literal["change", "feedback", "unknown feedback", "unknown release"]
    name: str
    of: str


@dataclass(frozen=True, slots=True)
class Releases(Result):
    """An engine followed over its releases.

    `contrasts` are those of all pairs of releases, the newer one less the older one: on the anchor
    set if there is one, which tells quality, else in production, as `estimand` says. Of more than
    40 releases each is contrasted with the one before it and with the first.
    """

    releases: tuple[ReleaseRow, ...]
    steps: tuple[Step, ...]
    charts: tuple[Chart, ...]
    scenarios: tuple[Scenario, ...]
    parts: tuple[Part, ...]
    feedback: tuple[FeedbackCount, ...]
    changes: tuple[TracedChange, ...]
    orphans: tuple[Orphan, ...]
    distance: Distance
    threshold: float
    against: Literal["memory", "final"]
    contrasts: tuple[Contrast, ...]
    production_contrasts: tuple[Contrast, ...]
    estimand: Estimand
    level: float
