"""One level of some blocks: the measures of every metric, joined over blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tertium.choices import MetaLevel
from tertium.stats.correlation.measured import Measured, Named, joined
from tertium.stats.correlation.output_level import OutputLevel
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.system_level import SystemLevel
from tertium.stats.resampling import Resampling


@dataclass(frozen=True)
class Part:
    """The blocks of one language pair or domain (`by`; empty: all) at one level."""

    by: str
    level: MetaLevel
    metrics: tuple[str, ...]
    systems: tuple[SystemLevel, ...] = ()
    outputs: tuple[OutputLevel, ...] = ()

    @cached_property
    def found(self) -> dict[str, dict[Named, Measured]]:
        """All measures of each metric, joined over blocks."""
        return {name: self._joined(name) for name in self.metrics}

    def _joined(self, metric: str) -> dict[Named, Measured]:
        parts = [one.measure(metric) for one in self.systems]
        parts += [one.measure(metric) for one in self.outputs]
        names = dict.fromkeys(named for part in parts for named in part)
        return {named: joined([part[named] for part in parts if named in part]) for named in names}


def at_level(
    by: str,
    blocks: Sequence[Block],
    level: MetaLevel,
    metrics: tuple[str, ...],
    how: Resampling,
    least: float,
) -> Part:
    """Return blocks at a level; documents are means of their segments."""
    if level == "system":
        return Part(by, level, metrics, systems=tuple(SystemLevel(one, how) for one in blocks))
    shown = [one.by_document() if level == "document" else one for one in blocks]
    return Part(
        by, level, metrics, outputs=tuple(OutputLevel(one, level, how, least) for one in shown)
    )
