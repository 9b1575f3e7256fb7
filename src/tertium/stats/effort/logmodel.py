"""Log effort as a sum: system, source length, position, and random editors and segments.

The effect of a system is how much longer, in logs, an output of it takes than one of the
average system, for the same editor and segment. It needs no training set, since editors meet
all systems; it uses one where there is one.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.effort.measured import EditIndicators, covariates_of, log_scale
from tertium.stats.effort.methods import Comparable
from tertium.stats.effort.mixed import fit_mixed
from tertium.stats.result import Estimate


@dataclass(frozen=True, slots=True)
class LogModel:
    """What the model found for one indicator.

    `ease` by system: effort with the average system over effort with this one, so higher is
    better; `standings` says how sure systems differ. `speed` by editor: effort of the average
    editor over that of this one. `learning` is the change of log effort for a doubling of the
    position, None without positions.
    """

    compared: Comparable
    ease: tuple[Estimate, ...]
    speed: tuple[float | None, ...]
    sd_editor: float
    sd_segment: float
    sd_residual: float
    learning: float | None


def fit_log_model(measured: EditIndicators, name: str) -> LogModel | None:
    """Fit the model to all judgements of some system's output; None if there is one system."""
    y = log_scale(name, measured.values[name])
    rows = np.flatnonzero(~np.isnan(y) & ~measured.scratch & (measured.system.codes >= 0))
    systems, system = np.unique(measured.system.codes[rows], return_inverse=True)
    editors, editor = np.unique(measured.annotator.codes[rows], return_inverse=True)
    _, segment = np.unique(measured.segment.codes[rows], return_inverse=True)
    if len(systems) < 2 or len(rows) <= len(systems) + 2:
        return None
    covariates, learns = covariates_of(measured, rows)
    x = np.column_stack([np.eye(len(systems))[system], *covariates])
    fit = fit_mixed(y[rows], x, editor, segment)
    effects = fit.beta[: len(systems)] - fit.beta[: len(systems)].mean()
    ease = [Estimate(None)] * len(measured.system.names)
    for at, code in enumerate(systems):
        ease[code] = Estimate(float(np.exp(-effects[at])))
    speed: list[float | None] = [None] * len(measured.annotator.names)
    centred = fit.first - fit.first.mean()
    for at, code in enumerate(editors):
        speed[code] = float(np.exp(-centred[at]))
    values = np.full(len(measured), np.nan)
    learned = covariates[-1] * fit.beta[-1] if learns else 0.0
    values[rows] = y[rows] - centred[editor] - learned
    return LogModel(
        compared=Comparable(values, "log"),
        ease=tuple(ease),
        speed=tuple(speed),
        sd_editor=fit.sd_first,
        sd_segment=fit.sd_second,
        sd_residual=fit.sd_residual,
        learning=float(fit.beta[-1] * np.log(2)) if learns else None,
    )
