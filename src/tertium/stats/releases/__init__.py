"""An engine followed from release to release: distance, shares, drift, control chart, feedback.

Read in this order: `lots` (what was edited in which release), `drift` (is it the engine or the
texts), `control` (the chart), `parts` (by scenario and input), `traced` (from feedback to change),
`follow` (all of it).
"""

from tertium.stats.releases.follow import follow

__all__ = ["follow"]
