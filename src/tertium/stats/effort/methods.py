"""The ways to make effort comparable across people, by name.

*as-is* takes what was measured (AI of Aziz, Mitkov and Specia, 2013), *mean* subtracts an
editor's mean and divides by the standard deviation, both from the training set (MN), *mean-log*
does so on the log scale. A *regression* per editor predicts what the training set's editors
needed on average: from the same indicator alone (1), from source length, seconds, keystrokes
and HTER (4), or with the rating too (5); by ridge, Bayesian ridge or support vectors. *log-ridge*
takes the four on the log scale, and no rating. *model* is a log-additive model with random editors
and segments, which needs no training set.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from tertium.choices import EffortMethod as Method
from tertium.stats.arrays import Floats
from tertium.stats.effort.measured import EditIndicators, log_scale

METHODS: tuple[Method, ...] = get_args(Method)
# Support vectors take a minute and gain nothing reliable: offered, not chosen.
DEFAULT_METHODS = tuple(name for name in METHODS if not name.startswith("svr"))
TRAINED = tuple(name for name in METHODS if name not in ("as-is", "model"))

Scale = Literal["raw", "sd", "log"]
FEATURES = ("seconds", "keystrokes", "hter")  # of regression 4, beside the source length


@dataclass(frozen=True, slots=True)
class Comparable:
    """One value per judgement, lower is less effort; NaN where the method says nothing.

    `scale` tells what a difference means: seconds or keys (raw), standard deviations, or logs.
    """

    values: Floats
    scale: Scale


def as_is(measured: EditIndicators, name: str, *, per_word: bool = False) -> Comparable:
    """Return an indicator as it was measured."""
    return Comparable(measured.indicator(name, per_word=per_word), "raw")


def mean_normalised(
    measured: EditIndicators, name: str, *, per_word: bool = False, log: bool = False
) -> Comparable:
    """Return (x − μ)/σ with μ and σ of the editor's own training set.

    An editor with fewer than two training tasks, or who always needed the same, has no value.
    """
    values = measured.indicator(name, per_word=per_word)
    if log:
        values = log_scale(name, values)
    known = measured.train & ~np.isnan(values)
    who, size = measured.annotator.codes, len(measured.annotator.names)
    number = np.bincount(who[known], minlength=size)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(who[known], values[known], minlength=size) / number
        square = np.bincount(who[known], (values[known] - mean[who[known]]) ** 2, minlength=size)
        sd = np.sqrt(square / (number - 1))
        sd[(number < 2) | (sd <= 1e-12 * np.abs(mean))] = np.nan
    return Comparable((values - mean[who]) / sd[who], "sd")


def features_of(measured: EditIndicators, name: str, number: str, *, per_word: bool) -> Floats:
    """Return what a regression sees: `number` is 1, 4, 5, or `log` for all on the log scale."""
    if number == "1":
        return measured.indicator(name, per_word=per_word)[:, None]
    columns = [measured.values.get(one, np.full(len(measured), np.nan)) for one in FEATURES]
    if number == "log":
        logs = [
            log_scale(one, values)
            for one, values in zip(FEATURES, columns, strict=True)
            if not np.isnan(values).all()
        ]
        extra = [np.log(measured.words)] if not np.isnan(measured.words).all() else []
        own = [] if name in FEATURES else [log_scale(name, measured.values[name])]
        return np.column_stack([*extra, *logs, *own])
    own = [] if name in FEATURES else [measured.values[name]]
    rated = [measured.rating] if number == "5" else []
    return np.column_stack([measured.words, *columns, *own, *rated])
