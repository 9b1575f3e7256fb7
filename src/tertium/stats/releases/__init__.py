"""An engine followed from release to release: distance, shares, drift, control chart, feedback."""

from tertium.stats.releases.control import WEIGHT, chart
from tertium.stats.releases.follow import follow
from tertium.stats.releases.lots import EVERY, Every, Lots, measure_units
from tertium.stats.releases.result import (
    Chart,
    ChartPoint,
    Distance,
    FeedbackCount,
    Orphan,
    Part,
    ReleaseRow,
    Releases,
    Scenario,
    Step,
    TracedChange,
)

__all__ = [
    "EVERY",
    "WEIGHT",
    "Chart",
    "ChartPoint",
    "Distance",
    "Every",
    "FeedbackCount",
    "Lots",
    "Orphan",
    "Part",
    "ReleaseRow",
    "Releases",
    "Scenario",
    "Step",
    "TracedChange",
    "chart",
    "follow",
    "measure_units",
]
