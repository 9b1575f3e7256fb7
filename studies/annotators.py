"""Does the annotator model do what it promises?

Its two engines agree, its intervals contain the truth as often as they say, unreliable
annotators hurt it less than they hurt mean z-scores, in simulated crowds and in real ones
with a third of the annotators spoilt. What it says about systems is tried in `annotator_systems`.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np

from studies import Evidence
from studies._annotator_trials import (
    CALIBRATED,
    Agreement,
    accuracy_of_hits,
    accuracy_of_thirds,
    compare_engines,
    covered,
    worked_example,
)
from studies._corrupted import DATA, Held, held_out, real_sets
from studies._crowds import two_thirds_random
from tertium.stats.annotators.problem import Posterior
from tertium.stats.result import signature
from tertium.table import Scores

RUNS, SETS = 200, 1000
REAL_RUNS = {"hume-da-ende": 30, "wmt21-da": 8, "toship-da": 2}

Averages = dict[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page: what was promised, in a line what was found, and all of it.

    `met` is None where there was nothing to try it on.
    """

    title: str
    wanted: str
    found: str
    met: bool | None
    lines: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """Whether the promise is kept."""
        return "not tried" if self.met is None else "met" if self.met else "**not met**"

    def page(self) -> str:
        """Return the section."""
        told = f"Promised: {self.wanted}. Found: {self.found}: {self.verdict}."
        return "\n".join([f"## {self.title}", "", *self.lines, "", told])


def run() -> Evidence:
    """Try everything, one thing after the other."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # of the process to come, so that one core is enough
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:

        def repeat(trial: Callable[[int], dict[str, float]], times: int) -> Averages:
            return averages(pool.map(trial, range(times), chunksize=5))

        parts = [
            engines_part(pool.submit(_long_comparison).result()),
            example_part(worked_example()),
            calibration_part(repeat(covered, SETS), SETS),
            hits_part(repeat(accuracy_of_hits, RUNS), RUNS),
            thirds_part(repeat(accuracy_of_thirds, RUNS), RUNS),
            *(real_part(spoilt, _held_out(spoilt, pool.map)) for spoilt in (True, False)),
        ]
    return Evidence(
        "What the annotator model is worth",
        "\n\n".join([_summary(parts), *(part.page() for part in parts)]),
        signature("annotators-study", runs=RUNS, sets=SETS, seed=0),
    )


def _long_comparison() -> Agreement:
    return compare_engines(two_thirds_random(0))


def averages(runs: Iterable[dict[str, float]]) -> Averages:
    """Return mean and standard error of every number, and of differences to the model."""
    listed = list(runs)
    columns = {name: np.array([one[name] for one in listed]) for name in listed[0]}
    if "model" in columns:
        columns |= {
            f"model − {name}": columns["model"] - values
            for name, values in columns.items()
            if name != "model"
        }
    root = np.sqrt(len(listed))
    return {
        name: (float(values.mean()), float(values.std(ddof=1) / root))
        for name, values in columns.items()
    }


# The page -------------------------------------------------------------------------------

_WORDS = """\
The model gives every annotator an offset (lenient or severe), a precision (how little the scores
scatter), and by default a *slope*: 1 for who follows quality like the average annotator, 0 for who
does not follow it at all. *The paper's model* is the one of Mathur, Baldwin and Cohn (2018),
without slopes. *Mean z* is what it is compared with: every annotator's scores less their mean,
divided by their sd, then averaged for each output; either of all annotators, or of those *passing*
the test with degraded copies. *r* is the correlation of estimates with the truth over all outputs:
1 is perfect, 0 is worthless. "±" is 1.96 standard errors: were the study repeated with other
random numbers, 95% of its means would come out that near."""


def _summary(parts: list[Part]) -> str:
    rows = [f"| {part.wanted} | {part.found} | {part.verdict} |" for part in parts]
    return "\n".join([_WORDS, "", "| promised | found | |", "|---|---|---|", *rows])


def _told(found: tuple[float, float], digits: int = 3) -> str:
    mean, error = found
    return f"{mean:.{digits}f} ± {1.96 * error:.{digits}f}"


def _percent(found: tuple[float, float]) -> str:
    return f"{100 * found[0]:.1f} ± {196 * found[1]:.1f}"


def _row(values: Iterable[float], digits: int = 3) -> str:
    return ", ".join(f"{value:.{digits}f}" for value in values)


def engines_part(found: Agreement) -> Part:
    """Tell how near the engines are to each other."""
    ratios = (*found.quality, *found.offset)
    return Part(
        "Two engines, one posterior",
        "expectation propagation agrees with long Gibbs sampling: means within 0.05 sd for 99% of "
        "the outputs, sds within 5%",
        f"means within {found.mean[1]:.3f} sd, ratios of sds from {min(ratios):.3f} to "
        f"{max(ratios):.3f}",
        found.mean[1] < 0.05 and min(ratios) > 0.95 and max(ratios) < 1.05 and found.converged,
        (
            "560 outputs, 256 annotators, 15,000 scores, two thirds of the annotators answering at "
            "random; the paper's model, fitted by expectation propagation (quick, approximate, "
            f"{found.sweeps} sweeps) and by Gibbs sampling (exact but for the noise of "
            f"{found.draws:,} draws). If both are right they give the same means and the same sds.",
            "",
            "| | |",
            "|---|---|",
            "| distance of the two means of a quality, in posterior sds: median, 99% of the "
            f"outputs, largest | {_row(found.mean)} |",
            "| ratio of the two sds of a quality: smallest, median, largest | "
            f"{_row(found.quality)} |",
            "| ratio of the two sds of an offset: smallest, median, largest | "
            f"{_row(found.offset)} |",
        ),
    )


_EXAMPLE = {
    "qualities": (0.6025, -0.0990, 0.2855, -0.9305),
    "their sds": (0.5602, 0.5427, 0.5272, 0.5609),
    "offsets": (0.0312, -0.1247, -0.0481),
    "precisions": (2.523, 2.481, 1.163),
}


def example_part(found: Posterior) -> Part:
    """Tell whether the worked example comes out."""
    ours = (found.quality.mean, found.quality.sd, found.offset.mean, found.precision.mean)
    rows, off = [], 0.0
    for (name, theirs), mine in zip(_EXAMPLE.items(), ours, strict=True):
        rows.append(f"| {name} | {_row(mine, 4)} | {_row(theirs, 4)} |")
        off = max(off, float(np.abs(mine - np.array(theirs)).max()))
    return Part(
        "A worked example",
        "a small example comes out as another program computed it",
        f"largest difference {off:.4f}",
        off < 0.0006,
        (
            "Four outputs and three annotators, one of them contrary: 1.2, −0.3, 0.1, −1.0; 0.9, "
            "−0.6, 0.4, −1.4; −1.0, 1.1, 0.5, none. The paper's model by expectation propagation, "
            "here and in another program (a test holds it too: "
            "`tests/golden/test_annotator_model.py`).",
            "",
            "| | Tertium | the other program |",
            "|---|---|---|",
            *rows,
        ),
    )


def calibration_part(found: Averages, sets: int) -> Part:
    """Tell how often 90% intervals contain the truth."""
    shares = [mean for mean, _ in found.values()]
    rows = [
        f"| {name} | {_percent(found[f'{name}: qualities'])} | "
        f"{_percent(found[f'{name}: offsets'])} |"
        for name in CALIBRATED
    ]
    return Part(
        "Honest uncertainty",
        f"90% intervals contain the truth in 88 to 92% of cases, over {sets:,} data sets",
        f"{100 * min(shares):.1f} to {100 * max(shares):.1f}%",
        min(shares) >= 0.88 and max(shares) <= 0.92,
        (
            f"{sets:,} data sets, everything in them drawn from the model's own priors: 30 "
            "outputs, 10 annotators, 150 scores. An interval that says 90% should contain the true "
            "value in 90% of cases: less often would be boasting, more often needless doubt. Per "
            "cent of the true values inside:",
            "",
            "| | qualities of outputs | offsets of annotators |",
            "|---|---|---|",
            *rows,
        ),
    )


def _compared(found: Averages, names: Iterable[str]) -> list[str]:
    lines = ["| | r with the truth | the model's r less this |", "|---|---|---|"]
    for name in names:
        less = _told(found[f"model − {name}"]) if name != "model" else ""
        shown = "**model, as chosen by default**" if name == "model" else name
        lines.append(f"| {shown} | {_told(found[name])} | {less} |")
    return lines


def hits_part(found: Averages, runs: int) -> Part:
    """Tell what the model gains in a poor crowd with control items."""
    over, over_passing = (found[f"model − mean z, {kind}"] for kind in ("all", "passing"))
    return Part(
        "A crowd of whom two thirds are poor",
        "in a crowd of whom two thirds are poor, r at least .05 above mean z of all and .03 above "
        "mean z of those passing",
        f"{_told(over)} and {_told(over_passing)} above",
        over[0] >= 0.05 and over_passing[0] >= 0.03,
        (
            "560 outputs, five annotators each, 40 annotators with one HIT of 70 outputs and 30 "
            "control items (10 degraded copies, 10 references, 10 repeats). Two thirds of the "
            "annotators have precision 0.1, the rest 3; offsets have sd 0.7; degraded copies are "
            "worse than their originals by 0.3 plus an exponential of mean 1. On average "
            f"{found['share failing'][0]:.0%} fail the test with degraded copies; an output that "
            f"nobody scored who passes stands at the mean. {runs} runs.",
            "",
            *_compared(found, ("model", "paper's model", "mean z, all", "mean z, passing")),
        ),
    )


def thirds_part(found: Averages, runs: int) -> Part:
    """Tell what slopes are worth beside those who give the same score always."""
    model, plain = found["model"], found["mean z, all"]
    return Part(
        "A third good, a third random, a third nearly constant",
        "beside random and nearly constant annotators, r of at least .97 with slopes, where mean z "
        "has about .84",
        f"{_told(model)}, mean z {_told(plain)}",
        model[0] >= 0.97 and abs(plain[0] - 0.84) < 0.02,
        (
            "560 outputs, 256 annotators, 15,000 scores. Good annotators have noise of sd 0.6, "
            "random ones of sd 1 and no quality, nearly constant ones of sd 0.2 and no quality; "
            "offsets have sd 0.7. The paper's model takes the nearly constant for the most precise "
            f"of all and believes them most, which is why slopes are the default. {runs} runs.",
            "",
            *_compared(found, ("model", "paper's model", "raw mean", "mean z, all")),
        ),
    )


# Real scores ----------------------------------------------------------------------------


def _held_out(
    spoilt: bool, map_: Callable[..., Iterable[Held]]
) -> dict[str, dict[str, list[Held]]]:
    """Return the runs of every part of every data set; nothing without the data."""
    found: dict[str, dict[str, list[Held]]] = {}
    if not DATA.is_dir():
        return found
    for name, part, scores in real_sets():
        trial = partial(_held, scores, spoilt=spoilt)
        found.setdefault(name, {})[part] = list(map_(trial, range(REAL_RUNS[name])))
    return found


def _held(scores: Scores, seed: int, *, spoilt: bool) -> Held:
    return held_out(scores, seed, spoilt=spoilt)


def real_part(spoilt: bool, found: dict[str, dict[str, list[Held]]]) -> Part:
    """Tell how well estimates agree with held-out scores of real annotators."""
    if spoilt:
        title = "Real scores, a third of the annotators spoilt"
        wanted = (
            "on real scores with a third of the annotators spoilt, above mean z of all and of "
            "those passing"
        )
    else:
        title = "Real scores as they are"
        wanted = "on real scores as they are, at least as good as mean z"
    if not found:
        return Part(title, wanted, "no data", None, ("The published data sets were not at hand.",))
    rows: list[str] = []
    gains: dict[str, list[float]] = {}
    for name, parts in found.items():
        mean = averages(_numbers(one) for runs in parts.values() for one in runs)
        against = [key for key in ("all", "passing") if not np.isnan(mean[key][0])]
        gains[name] = [mean[f"model − {key}"][0] for key in against]
        shown = parts if name == "wmt21-da" else {}
        rows.append(_real_row(f"**{name}**", parts, mean))
        rows += [
            _real_row(f"{name} {part}", {part: runs}, averages(map(_numbers, runs)))
            for part, runs in shown.items()
        ]
    told = ", ".join(
        f"{name} {' and '.join(f'{gain:+.3f}' for gain in values)}"
        for name, values in gains.items()
    )
    judged = [gain for values in gains.values() for gain in (values if spoilt else values[:1])]
    return Part(
        title,
        wanted,
        told,
        min(judged) > 0 if spoilt else min(judged) >= 0,
        (*(_SPOILT if spoilt else _CLEAN), "", *_REAL_HEAD, *rows),
    )


_SPOILT = (
    "A third of the annotators, drawn by lot, are replaced: in turn by somebody who gives nearly "
    "the same score to everything, by somebody who gives any score, and by somebody who gives 100 "
    "less the true score. Of what the other annotators gave to outputs a third is held out. All "
    "methods see the rest and estimate every output; shown is the correlation of their estimates "
    "with the mean z-scores held out. It cannot come near 1, as one or two held-out scores are "
    "noisy themselves (in wmt21-da, annotators hardly agree with each other), so what counts is "
    "the comparison within a row.",
    "",
    'A set has one or several parts (language pairs, campaigns), each with several runs. "±" tells '
    "how much hangs on who is spoilt and what is held out, not how other data would behave; for "
    "that, see in how many parts the model is above mean z. toship-da has no control items, so "
    "nobody can pass or fail.",
)
_CLEAN = ("As before, with nobody spoilt.",)
_REAL_HEAD = (
    "| scores | parts × runs | outputs compared in a run | **model** | mean z, all | "
    "mean z, passing | model less all | model less passing | parts where above mean z of all |",
    "|---|---|---|---|---|---|---|---|---|",
)


def _numbers(one: Held) -> dict[str, float]:
    return {"model": one.model, "all": one.all, "passing": one.passing}


def _real_row(name: str, parts: dict[str, list[Held]], mean: Averages) -> str:
    above = sum(np.mean([one.model - one.all for one in runs]) > 0 for runs in parts.values())
    every: list[Any] = [one for runs in parts.values() for one in runs]
    cells = [f"{mean[key][0]:.3f}" for key in ("model", "all", "passing")]
    cells += [_told(mean[f"model − {key}"]) for key in ("all", "passing")]
    shown = ["–" if "nan" in cell else cell for cell in cells]
    outputs = f"{np.mean([one.outputs for one in every]):,.0f}"
    runs = len(every) // len(parts)
    return " | ".join(
        [f"| {name}", f"{len(parts)} × {runs}", outputs, *shown, f"{above} of {len(parts)} |"]
    )
