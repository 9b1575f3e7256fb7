"""Does the annotator model find differences between equal systems, and do its levels hold?

Two equal systems, ten documents of five segments, both outputs of a segment scored by the same
three of 3, 5 or 10 annotators, who are lenient or severe (sd 8 points) and scatter by 6 to 24
points. Documents, segments and outputs differ (sds of 5, 8 and 8 points). Beside that annotators
and documents differ in the contrast of the two systems: *none*; *moderate*, by 2.4 and 3.6 points;
or *strong*, by 6.0 and 8.4 points, which are about .1, .15, .25 and .35 sds of one judgement of the
contrast. The truth is that of the population of annotators and documents: no difference, and 60
points. Finished situations are kept in `.hypothesis/annotator_systems.jsonl`, so an interrupted run
goes on where it stopped; remove the file to begin anew.
"""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from studies import Evidence
from studies._annotator_systems import CELLS, Cell, trial
from studies._annotator_trials import order_of_mixes
from tertium.stats.result import signature

RUNS, MIXES, PROCESSES = 300, 100, 2
KEPT = Path(__file__).parents[1] / ".hypothesis" / "annotator_systems.jsonl"
MOST_APART, LEAST_COVERED = 0.065, 0.93
_CAUSE = (
    "The cause is the weights: they are estimated from the same scores, annotators who agree get "
    "the larger ones, and so how much annotators differ is understated. The same scores with equal "
    "weights: 5.8% (10 annotators) and 5.0% (5), strong differences, 120 studies each. The output "
    "says so and names `tertium rank`, which has equal weights, as the cautious choice."
)
_MIXES = (
    "A is worth 80, B 78 and C 40, residuals have sd 15; the first annotator scored 50 outputs of "
    "A and 10 of B, the second 50 of B and 50 of C (the case of Knowles, 2021). The second looks "
    "severe, because C is poor; correcting for that lifts B above A. As only the first annotator "
    "compares A with B, in ten outputs of B, an analysis that makes the best of it is right in 65% "
    "of the studies."
)


def run(runs: int = RUNS, mixes: int = MIXES, kept: Path = KEPT) -> Evidence:
    """Measure all situations that are not kept yet, and arrange them as tables."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    jobs = {f"{cell.differ} {cell.people}": partial(trial, cell) for cell in CELLS}
    found = _read(kept, runs, mixes)
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for name, job in jobs.items():
            if name not in found:
                found[name] = _kept(kept, name, list(pool.map(job, range(runs), chunksize=10)))
        if "mixes" not in found:
            found["mixes"] = _kept(kept, "mixes", list(pool.map(order_of_mixes, range(mixes))))
    return Evidence(
        "Systems by the annotator model",
        _page(found, runs, mixes),
        signature("annotator-systems", runs=runs, mixes=mixes, level=0.95, seed=0),
    )


def share(values: list[float]) -> str:
    """Write a mean in per cent, with 1.96 of its standard errors."""
    column = np.array(values)
    error = column.std(ddof=1) / np.sqrt(len(column))
    return f"{100 * column.mean():.1f} ± {196 * error:.1f}"


def _read(kept: Path, runs: int, mixes: int) -> dict[str, dict[str, list[float]]]:
    """Return the situations that an earlier run finished."""
    if not kept.exists():
        return {}
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    return {
        line["name"]: {key: values[:most] for key, values in line["found"].items()}
        for line in lines
        for most in [mixes if line["name"] == "mixes" else runs]
        if all(len(values) >= most for values in line["found"].values())
    }


def _kept(kept: Path, name: str, listed: list[dict[str, float]]) -> dict[str, list[float]]:
    found = {key: [one[key] for one in listed] for key in listed[0]}
    kept.parent.mkdir(exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"name": name, "found": found}) + "\n")
    return found


def _page(found: dict[str, dict[str, list[float]]], runs: int, mixes: int) -> str:
    cells = {cell: found[f"{cell.differ} {cell.people}"] for cell in CELLS}
    apart = max(float(np.mean(one["apart"])) for one in cells.values())
    covered = min(float(np.mean(one["covered"])) for one in cells.values())
    met = apart <= MOST_APART and covered >= LEAST_COVERED
    verdict = "met" if met else "**not met**"
    mixed = found["mixes"]
    return "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"{runs:,} studies of each situation; “±” is 1.96 standard errors. *Significant*: "
            "p < .05, per cent, nominal 5. *Level covered*: 95% intervals of a system's score that "
            "hold 60 points, per cent. *Half width*: median of the contrast's interval, in points.",
            "",
            "| units differ | annotators | significant | level covered | half width |",
            "|---|---|---|---|---|",
            *(_row(cell, one) for cell, one in cells.items()),
            "",
            f"Promised: equal systems differ significantly in at most {100 * MOST_APART:g}%, "
            f"levels hold the population's in at least {100 * LEAST_COVERED:g}%. Found: "
            f"at most {100 * apart:.1f}%, at least {100 * covered:.1f}%: {verdict}.",
            *([] if met else ["", _CAUSE]),
            "",
            "## Annotators who saw different mixes of systems",
            "",
            f"{_MIXES} {mixes:,} studies.",
            "",
            "| | A above B, % | 95% interval of A − B covers, % | its width |",
            "|---|---|---|---|",
            f"| mean z | {share(mixed['mean z right'])} | | |",
            *(
                f"| {shown} | {share(mixed[f'{name} right'])} | {share(mixed[f'{name} covers'])} | "
                f"{np.mean(mixed[f'{name} width']):.1f} |"
                for name, shown in (
                    ("paper's model", "paper's model"),
                    ("model", "**with system effects, as chosen by default**"),
                )
            ),
        ]
    )


def _row(cell: Cell, found: dict[str, list[float]]) -> str:
    return (
        f"| {cell.differ} | {cell.people} | {share(found['apart'])} | {share(found['covered'])} | "
        f"{np.median(found['width']):.1f} |"
    )
