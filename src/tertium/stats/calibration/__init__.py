"""This campaign on the scale of an earlier one, by outputs that both have scored.

Read in this order: `known` (what the earlier campaign says), `link` (how annotators of
this one use the scale), `place` (systems on the earlier scale), `doubt` (how sure that is),
`result`, `warnings` and `calibrate` (all of it).
"""

from tertium.stats.calibration.calibrate import calibrate
from tertium.stats.calibration.result import (
    AnnotatorLink,
    CalibratedSystem,
    Calibration,
    CampaignDifference,
)

__all__ = [
    "AnnotatorLink",
    "CalibratedSystem",
    "Calibration",
    "CampaignDifference",
    "calibrate",
]
