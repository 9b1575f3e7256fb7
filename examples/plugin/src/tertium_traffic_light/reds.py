"""An analysis: the share of red lights of each system, with a confidence interval."""

from dataclasses import dataclass

from scipy.stats import binomtest

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import Level, Source
from tertium.analyses.judgements import read
from tertium.stats.result import Result, signature
from tertium_traffic_light.protocol import LIGHTS


@dataclass(frozen=True, slots=True)
class SystemReds:
    """How often the light of a system is red."""

    system: str
    lights: int
    reds: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reds(Result):
    """Systems, the one with the fewest red lights first."""

    sentence: str
    systems: tuple[SystemReds, ...]


@analysis
def reds(file_or_folder: Source, /, *, level: Level = 0.95) -> Reds:
    """Count red lights: the share of each system, with Wilson's confidence interval.

    FILE_OR_FOLDER holds lights, or is a campaign's folder. Lights count as independent.
    """
    scores = read(file_or_folder).table.scores("overall")
    red = scores.value == 1
    found = []
    for code, system in enumerate(scores.system.names):
        own = scores.system.codes == code
        count, total = int(red[own].sum()), int(own.sum())
        low, high = binomtest(count, total).proportion_ci(level, method="wilson")
        found.append(SystemReds(system, total, count, count / total, float(low), float(high)))
    found.sort(key=lambda one: (round(one.share, 12), one.system))
    best = found[0]
    return Reds(
        sentence=f"{best.system} has the fewest {LIGHTS[0]} lights: {best.share:.0%} of "
        f"{best.lights} ({level:.0%} CI {best.low:.0%}–{best.high:.0%}).",
        systems=tuple(found),
        signature=signature("reds", level=level),
    )
