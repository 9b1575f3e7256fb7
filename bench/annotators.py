"""How fast is the annotator model, beside NUTS, and how does it grow?

560 outputs, 256 annotators and 15,000 scores, two thirds of the annotators answering at
random, fitted with the paper's model by expectation propagation, by Gibbs sampling and by
numpyro's NUTS: the same model, the same data, one thread each, in the same run. NUTS makes
400 draws to warm up and 600 that count, compiled beforehand; all give qualities, offsets
and precisions.

Then a million scores (20,000 outputs of ten systems, 2,000 annotators), from the columns of
the table to the finished result, in a process of its own so that its memory can be seen.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from studies._crowds import scores_of, two_thirds_random
from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.model import annotators
from tertium.stats.annotators.problem import Problem
from tertium.stats.annotators.reading import read_scores
from tertium.stats.assessment.rows import read_rows
from tertium.stats.result import signature
from tertium.table import Codes, Scores

Floats = NDArray[np.float64]

ROUNDS = 3
WARM, DRAWS = 400, 600
FASTER_EP, FASTER_GIBBS = 5.0, 12.0
SIZES = (100_000, 1_000_000)
SECONDS, GIGABYTES, GROWTH = 180.0, 4.0, 12.0


def _problem() -> Problem:
    scores = two_thirds_random(0).scores()
    return read_scores(read_rows(scores), control=True).problem


def _nuts(problem: Problem) -> Callable[[int], tuple[Floats, Floats]]:
    """Return a function that draws with NUTS and gives means and sds of the qualities."""
    import jax
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer import MCMC, NUTS

    item, person = jax.numpy.asarray(problem.item), jax.numpy.asarray(problem.annotator)
    score = jax.numpy.asarray(problem.score)

    def model() -> None:
        with numpyro.plate("items", problem.items):
            quality = numpyro.sample("quality", dist.Normal(0, 1))
        with numpyro.plate("people", problem.annotators):
            offset = numpyro.sample("offset", dist.Normal(0, 1))
            precision = numpyro.sample("precision", dist.Gamma(2, 1))
        mean = quality[item] + offset[person]
        numpyro.sample("score", dist.Normal(mean, precision[person] ** -0.5), obs=score)

    sampler = MCMC(NUTS(model), num_warmup=WARM, num_samples=DRAWS, progress_bar=False)

    def draw(seed: int) -> tuple[Floats, Floats]:
        sampler.run(jax.random.PRNGKey(seed))
        quality = np.asarray(sampler.get_samples()["quality"], dtype=float)
        return quality.mean(0), quality.std(0)

    return draw


def _seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the median time of some rounds, and the last result."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        found = work()
        times.append(time.perf_counter() - start)
    return statistics.median(times), found


def large_crowd(number: int) -> Scores:
    """Draw a crowd of which two thirds answer at random; everything grows with the number."""
    rng = np.random.default_rng(0)
    people, segments, systems = number // 500, number // 500, 10
    segment, system = rng.integers(0, segments, number), rng.integers(0, systems, number)
    person = rng.integers(0, people, number)
    quality = rng.normal(size=(segments, systems)) + 0.1 * np.arange(systems)
    reacts = (np.arange(people) % 3 == 0)[person]
    offset = rng.normal(0, 0.7, people)[person]
    noise = np.where(reacts, 0.6, 1.0) * rng.normal(size=number)
    value = np.clip(50 + 12 * (reacts * quality[segment, system] + offset + noise), 0, 100)

    def named(letter: str, codes: NDArray[np.int64], size: int) -> Codes:
        return Codes(codes, tuple(f"{letter}{code:05}" for code in range(size)))

    return scores_of(
        annotator=named("w", person, people),
        segment=named("s", segment, segments),
        system=named("m", system, systems),
        role=Codes(np.zeros(number, dtype=np.int64), ("real",)),
        value=np.round(value),
    )


def _grown(number: int) -> dict[str, Any]:
    """Fit a large crowd in this process and tell time and memory."""
    scores = large_crowd(number)
    start, worked = time.perf_counter(), time.process_time()
    found = annotators(scores)
    seconds, busy = time.perf_counter() - start, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {
        "seconds": seconds,
        "busy": busy,
        "gigabytes": peak,
        "engine": found.engine,
        "variant": found.variant,
        "sweeps": found.sweeps,
        "converged": found.converged,
        "items": len(found.items),
        "people": len(found.annotators),
    }


def _engines() -> dict[str, Any]:
    """Fit the same scores with three engines and tell times and distances."""
    problem = _problem()
    draw = _nuts(problem)
    start = time.perf_counter()
    draw(0)
    compiled = time.perf_counter() - start
    nuts, (nuts_mean, _) = _seconds(lambda: draw(1))
    ep, by_ep = _seconds(lambda: expectation_propagation(problem))
    sampling, by_gibbs = _seconds(lambda: gibbs(problem))
    long = gibbs(problem, draws=5000, seed=2).quality
    rows = []
    for name, seconds, mean in (
        (f"NUTS, {WARM} + {DRAWS} draws", nuts, nuts_mean),
        (f"expectation propagation, {by_ep.sweeps} sweeps", ep, by_ep.quality.mean),
        (f"Gibbs, {by_gibbs.sweeps} sweeps of 4 chains", sampling, by_gibbs.quality.mean),
    ):
        off = np.quantile(np.abs(mean - long.mean) / long.sd, [0.5, 0.99])
        rows.append({"name": name, "seconds": seconds, "off": off.tolist()})
    sizes = (problem.items, problem.annotators, len(problem))
    return {"compiled": compiled, "rows": rows, "sizes": sizes}


def _in_own_process(what: str) -> dict[str, Any]:
    one_thread = {
        "OPENBLAS_NUM_THREADS": "1",
        "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
        "JAX_PLATFORMS": "cpu",
    }
    done = subprocess.run(
        [sys.executable, "-m", "bench.annotators", what],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # numpyro and duckdb part with many words
        text=True,
        env=os.environ | one_thread,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def run() -> Evidence:
    """Time the three engines on the same scores, then a million scores."""
    engines = _in_own_process("engines")
    rows = engines["rows"]
    nuts = rows[0]["seconds"]
    faster = [nuts / row["seconds"] for row in rows]
    met = faster[1] >= FASTER_EP and faster[2] >= FASTER_GIBBS
    small, large = (_in_own_process(str(number)) for number in SIZES)
    growth = large["busy"] / small["busy"]  # of the processor, whatever else it does
    fits = large["seconds"] < SECONDS and large["gigabytes"] < GIGABYTES and growth <= GROWTH
    items, people, scores = engines["sizes"]
    body = "\n".join(
        [
            f"{items} outputs, {people} annotators, {scores:,} scores, fitted with the paper's "
            "model by Tertium's two engines and by NUTS, the sampler that general programs for "
            f"Bayesian models use (numpyro). Seconds, median of {ROUNDS} rounds with one thread; "
            f"the {engines['compiled']:.1f} s that NUTS took the first time, with compiling, are "
            "not counted. The last two columns tell that nobody is fast by being wrong: they "
            "compare the means of qualities with those of a very long run of Gibbs sampling "
            "(20,000 draws), in posterior sds, for the median output and for 99% of the outputs. "
            "Smaller is better.",
            "",
            "| engine | seconds | times as fast as NUTS | median off | 99% off |",
            "|---|---|---|---|---|",
            *(
                f"| {row['name']} | {row['seconds']:.2f} | **{times:.1f}** | {row['off'][0]:.3f} | "
                f"{row['off'][1]:.3f} |"
                for row, times in zip(rows, faster, strict=True)
            ),
            "",
            f"Promised: expectation propagation {FASTER_EP:g} and Gibbs {FASTER_GIBBS:g} times as "
            f"fast as NUTS: {'met' if met else '**not met**'}.",
            "",
            "Large crowds, with the engine and the variant that are chosen for their size: from "
            "the columns of the table to the finished result. *Converged*: four chains that "
            "started apart agree. *Gigabytes*: the most memory that the process ever held.",
            "",
            "| scores | outputs | annotators | engine, variant | sweeps | converged | seconds | "
            "gigabytes |",
            "|---|---|---|---|---|---|---|---|",
            *(_large_row(number, one) for number, one in zip(SIZES, (small, large), strict=True)),
            "",
            f"Ten times the scores take {growth:.1f} times the processor's time. Promised: a "
            f"million scores in under {SECONDS:g} s and {GIGABYTES:g} GB, ten times the scores in "
            f"at most {GROWTH:g} times the time: {'met' if fits else '**not met**'}.",
        ]
    )
    return Evidence(
        "Speed of the annotator model",
        body,
        signature("bench-annotators", scores=scores, large=SIZES[-1], seed=0),
    )


def _large_row(number: int, found: dict[str, Any]) -> str:
    return (
        f"| {number:,} | {found['items']:,} | {found['people']:,} | {found['engine']}, "
        f"{found['variant']} | {found['sweeps']:,} | {'yes' if found['converged'] else 'no'} | "
        f"{found['seconds']:.1f} | {found['gigabytes']:.1f} |"
    )


if __name__ == "__main__":
    wanted = sys.argv[1]
    print(json.dumps(_engines() if wanted == "engines" else _grown(int(wanted))))
