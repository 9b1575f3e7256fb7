"""When to stop: looks at a running campaign that keep their promise about errors.

Read in this order: `levels` (how sure at each planned look), `eprocess` (evidence at any
time), `binomial` and `gaussian` (of preferences and of scores), `course`, `preferences`,
`cells` and `differences` (a campaign as it unfolds), `rules` (when to stop), `limits` (what
limits the answer), `monitor` (all of it), `result` (what comes out, and what of it is blind).
"""

from tertium.stats.monitoring.monitor import monitor
from tertium.stats.monitoring.result import blind

__all__ = ["blind", "monitor"]
