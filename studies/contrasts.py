"""Does the crossed interval contain the truth where annotators and documents differ?

Contrasts are simulated in units of the sd of one judgement (segments .54, single judgements .84).
*none*: nobody differs; *moderate*: annotators differ by .1 and documents by .15; *strong*: by .25
and .35. Scores: D documents with at least four segments each and about a hundred in all, judged by
everybody (*common*) or each segment by one annotator, in turns (*unique*). Preferences: everybody
judges all segments, which move the logit by 1.5; annotators differ by 0, .2 or .6 and documents by
0, .4 or 1 logits; a quarter are ties. Covered is the value of the population of annotators and
documents, and there is no difference in it, so what is not covered is a false alarm.
"""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from typing import Literal

import numpy as np
from scipy.special import expit

from studies import Evidence
from tertium.stats.comparison.estimates import Choices, Votes, estimate_ratio
from tertium.stats.contrasts.crossed import crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.result import signature

Differ = Literal["none", "moderate", "strong"]
SCORES: dict[Differ, tuple[float, float]] = {
    "none": (0.0, 0.0),
    "moderate": (0.1, 0.15),
    "strong": (0.25, 0.35),
}
LOGITS: dict[Differ, tuple[float, float]] = {
    "none": (0.0, 0.0),
    "moderate": (0.2, 0.4),
    "strong": (0.6, 1.0),
}
PEOPLE, DOCUMENTS = (2, 3, 5, 10), (3, 5, 10, 20)
RUNS, PREFERENCE_RUNS = 1000, 200
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Measured:
    """The share of intervals that hold the truth, and their median half width."""

    covered: float
    width: float
    runs: int

    def __str__(self) -> str:
        error = 1.96 * (self.covered * (1 - self.covered) / self.runs) ** 0.5
        return f"{100 * self.covered:.1f} ± {100 * error:.1f}"


def scores(
    people: int, documents: int, design: str, differ: Differ, runs: int, *, seed: int
) -> Measured:
    """Measure differences of scores."""
    random = np.random.default_rng(seed)
    size = max(4, 100 // documents)
    person, text, place = (i.ravel() for i in np.indices((people, documents, size)))
    segment = text * size + place
    if design == "unique":
        once = segment % people == person
        person, text, segment = person[once], text[once], segment[once]
    by_person, by_text = SCORES[differ]
    y = 0.84 * random.standard_normal((len(person), runs))
    y += 0.54 * random.standard_normal((documents * size, runs))[segment]
    y += by_person * random.standard_normal((people, runs))[person]
    y += by_text * random.standard_normal((documents, runs))[text]
    layout = Layout.of(np.ones(len(person)), person, segment, text)
    found = crossed(layout, squares(layout, y))
    reach = found.reach(LEVEL)
    covered = np.abs(found.estimate) <= reach
    return Measured(float(covered.mean()), float(np.median(reach)), runs)


def preferences(people: int, documents: int, differ: Differ, runs: int, *, seed: int) -> Measured:
    """Measure improvement ratios, through the estimator that `compare` prints."""
    random = np.random.default_rng(seed)
    size = max(4, 100 // documents)
    person, text, place = (i.ravel() for i in np.indices((people, documents, size)))
    segment = text * size + place
    by_person, by_text = LOGITS[differ]
    held, reach = 0, []
    for _ in range(runs):
        logit = 1.5 * random.standard_normal(documents * size)[segment]
        logit += by_person * random.standard_normal(people)[person]
        logit += by_text * random.standard_normal(documents)[text]
        won = random.random(len(person)) < expit(logit)
        value = np.where(random.random(len(person)) < 0.25, 0.0, np.where(won, 1.0, -1.0))
        votes = Votes(person, segment, text, value, np.ones(len(person)))
        ratio = estimate_ratio(votes, Choices(level=LEVEL)).estimate
        assert ratio.low is not None
        assert ratio.high is not None
        held += ratio.low <= 1 <= ratio.high
        reach.append(np.log(ratio.high / ratio.low) / 2)
    return Measured(held / runs, float(np.median(reach)), runs)


def run(runs: int = RUNS, preference_runs: int = PREFERENCE_RUNS) -> Evidence:
    """Measure all situations with two processes and arrange them as tables."""
    cells = list(product(("common", "unique", "preferences"), SCORES, PEOPLE, DOCUMENTS))
    jobs = [(*cell, runs, preference_runs) for cell in cells]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = dict(zip(cells, pool.map(_cell, jobs), strict=True))
    lowest = min(found, key=lambda cell: found[cell].covered)
    lines = [
        (__doc__ or "").split("\n", 2)[2].strip(),
        "",
        f"{runs:,} studies of scores and {preference_runs:,} of preferences in each cell; nominal "
        f"95%. The lowest coverage of {len(found)} cells is {found[lowest]} ({lowest[0]}, "
        f"{lowest[1]}, {lowest[2]} annotators, {lowest[3]} documents).",
    ]
    heads = " | ".join(f"D = {documents}" for documents in DOCUMENTS)
    for design in ("common", "unique", "preferences"):
        title = design if design == "preferences" else f"scores, {design}"
        lines += ["", f"## {title.capitalize()}", "", "Per cent covered, and median half width."]
        lines += ["", f"| | {heads} |", "|---" * (len(DOCUMENTS) + 1) + "|"]
        for differ, people in product(SCORES, PEOPLE):
            shown = [found[design, differ, people, documents] for documents in DOCUMENTS]
            row = " | ".join(f"{one}, {one.width:.2f}" for one in shown)
            lines.append(f"| {differ}, J = {people} | {row} |")
    return Evidence(
        "Coverage of the crossed interval",
        "\n".join(lines),
        signature("contrasts", runs=runs, preferences=preference_runs, level=LEVEL, seed=0),
    )


def _cell(job: tuple[str, Differ, int, int, int, int]) -> Measured:
    design, differ, people, documents, runs, preference_runs = job
    if design == "preferences":
        return preferences(people, documents, differ, preference_runs, seed=0)
    return scores(people, documents, design, differ, runs, seed=0)
