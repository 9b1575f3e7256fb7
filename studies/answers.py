"""Does every default output hold what it claims, where documents and annotators differ?

Campaigns without a true difference between systems go through the analyses as users call them, from
rows to the result. Ten documents of five segments; every annotator judges all of it (*common*), or
each segment is judged by one annotator, in turns (*unique*). Systems differ by document with an sd
of 0, .5 or 1 on the logit scale of preferences, of 0, .175 or .35 sds of one score, and of 0, .3 or
.6 on the log scale of errors and of time; by annotator with an sd of .2 (.1 of scores, .1 of logs).
Post-editors edit each segment once, from one system, or two of them from two systems. Errors are
skewed: a Poisson number of minor and major ones per segment, rarely a critical one, by annotators
who differ in severity. ESA scores are skewed, too. In agreement, one answer in ten is the rare one.

*pair*: pairs of systems that are significantly different, each by itself, level .05; *any pair*:
studies with such a pair after Holm's correction; all others: studies in which the 95% confidence
interval leaves out the true value of the population. *passes* and *fails*: verdicts on a text whose
penalty points, as these annotators mark them, are just at the threshold. *stops*: interim analyses
that stop for one of two equal systems.
"""

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from functools import cache, partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import expit
from scipy.stats import beta

from studies import FOLDER, Evidence
from studies._editors import NOISE, Team, simulate_work
from tertium.stats.agreement.agree import agree
from tertium.stats.annotators.model import annotators
from tertium.stats.assessment.assess import assess
from tertium.stats.comparison.compare import compare
from tertium.stats.contrasts.record import Contrast
from tertium.stats.effort.standings import estimate_effort
from tertium.stats.errors.analyse import score_errors
from tertium.stats.monitoring.monitor import monitor
from tertium.stats.ranking.rank import rank
from tertium.stats.result import signature
from tertium.table import JudgementTable

LEVEL, RUNS, RUNS_OF_QUICK_ONES, SEGMENTS, DOCUMENTS = 0.95, 200, 1000, 5, 10
EFFECTS, PEOPLE, LAYOUTS = (0.0, 0.5, 1.0), (3, 5, 10), ("common", "unique")
Rows = list[dict[str, Any]]
Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Cell:
    """A situation: which output, how much documents differ, how many annotators, and the layout."""

    output: str
    effect: float
    people: int
    layout: str

    @property
    def name(self) -> str:
        """How the cell is kept between runs."""
        return f"{self.output}/{self.effect:g}/{self.people}/{self.layout}"


@dataclass(frozen=True, slots=True)
class Count:
    """What happened in many studies: claims that are wrong, out of all that were made."""

    wrong: int
    claims: int
    declined: int
    studies: int

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.wrong + other.wrong,
            self.claims + other.claims,
            self.declined + other.declined,
            self.studies + other.studies,
        )

    @property
    def share(self) -> float:
        """The share of wrong claims."""
        return self.wrong / self.claims if self.claims else 0.0

    def bounds(self) -> tuple[float, float]:
        """Return the Monte-Carlo interval (Clopper and Pearson), studies counting once each."""
        size = max(self.studies - self.declined, 1)
        wrong = self.share * size
        low = float(beta.ppf(0.025, wrong, size - wrong + 1)) if wrong else 0.0
        high = float(beta.ppf(0.975, wrong + 1, size - wrong)) if wrong < size else 1.0
        return low, high


# Campaigns -----------------------------------------------------------------------------------


def _judged(cell: Cell) -> list[tuple[int, int, int]]:
    """Return who judged which segment of which document."""
    places = product(range(cell.people), range(DOCUMENTS), range(SEGMENTS))
    return [
        (person, document, segment)
        for person, document, segment in places
        if cell.layout == "common" or (document * SEGMENTS + segment) % cell.people == person
    ]


def _row(person: int, document: int, segment: int, system: str, **more: Any) -> dict[str, Any]:
    return {
        "judgement": f"{person}-{document}-{segment}-{system}-{more.get('versus', '')}",
        "annotator": f"p{person}",
        "document": f"d{document}",
        "segment": f"d{document}s{segment}",
        "system": system,
        **more,
    }


def _effects(cell: Cell, systems: int, by_document: float, by_person: float, rng: Random) -> Any:
    """Return the effect of each system by document and by annotator; differences have these sds."""
    scale = 0.5**0.5
    return (
        scale * by_document * rng.standard_normal((systems, DOCUMENTS)),
        scale * by_person * rng.standard_normal((systems, cell.people)),
    )


def preferences(cell: Cell, rng: Random, systems: str = "xy") -> Rows:
    """Return preferences between equal systems; a quarter are ties."""
    texts, people = _effects(cell, len(systems), cell.effect, 0.2, rng)
    hard = rng.standard_normal((len(systems), DOCUMENTS, SEGMENTS))
    rows = []
    for person, document, segment in _judged(cell):
        for a in range(len(systems)):
            for b in range(a + 1, len(systems)):
                own = texts[:, document] + people[:, person] + hard[:, document, segment]
                won = rng.random() < expit(own[a] - own[b])
                value = 0.0 if rng.random() < 0.25 else 1.0 if won else -1.0
                rows.append(
                    _row(person, document, segment, systems[a], versus=systems[b],
                         aspect="preference", value=value, slot=1)
                )  # fmt: skip
    return rows


def scores(cell: Cell, rng: Random, *, skewed: bool = False) -> Rows:
    """Return scores of three equal systems, from 0 to 100."""
    texts, people = _effects(cell, 3, 0.35 * cell.effect, 0.1, rng)
    strict = 0.4 * rng.standard_normal(cell.people)
    hard = 0.54 * rng.standard_normal((3, DOCUMENTS, SEGMENTS))
    rows = []
    for person, document, segment in _judged(cell):
        for at, system in enumerate("xyz"):
            latent = texts[at, document] + people[at, person] + strict[person]
            latent += hard[at, document, segment] + 0.84 * rng.standard_normal()
            value = 100 - 18 * np.exp(-0.8 * latent) if skewed else 55 + 15 * latent
            rows.append(
                _row(person, document, segment, system, aspect="overall",
                     value=float(np.clip(value, 0, 100)))
            )  # fmt: skip
    return rows


def errors(cell: Cell, rng: Random, *, systems: str = "xy", rate: float = 1.0) -> Rows:
    """Return marked errors of equal systems: many minor, some major, hardly any critical."""
    texts, people = _effects(cell, len(systems), 0.6 * cell.effect, 0.1, rng)
    eye = 0.45 * rng.standard_normal(cell.people)
    hard = 0.6 * rng.standard_normal((len(systems), DOCUMENTS, SEGMENTS))
    rows = []
    for person, document, segment in _judged(cell):
        for at, system in enumerate(systems):
            log = texts[at, document] + people[at, person] + hard[at, document, segment]
            found = rate * np.exp(log + eye[person])
            row = _row(person, document, segment, system)
            rows.append(row | {"aspect": "overall"})
            for severity, much in (("minor", 1.2), ("major", 0.4), ("critical", 0.01)):
                for _ in range(int(rng.poisson(much * found))):
                    rows.append(
                        row
                        | {"aspect": "error", "side": "target", "start": 0, "end": 1}
                        | {"category": "accuracy", "severity": severity}
                    )
    return rows


def labels(cell: Cell, rng: Random, documents: int = DOCUMENTS) -> Rows:
    """Return yes or no about one system's outputs; one answer in ten is yes."""
    rows = []
    for document in range(documents):
        much = cell.effect * rng.standard_normal()
        for segment in range(SEGMENTS):
            easy = expit(-3.2 + much + 2.0 * rng.standard_normal())
            rows += [
                _row(person, document, segment, "x", aspect="overall",
                     label="yes" if rng.random() < easy else "no")
                for person in range(cell.people)
            ]  # fmt: skip
    return rows


# What is claimed -----------------------------------------------------------------------------

Claims = dict[str, Count]
_DECLINED = Count(0, 0, 1, 1)


def _pairs(contrasts: tuple[Contrast, ...]) -> Claims:
    """Count significant differences between equal systems: by themselves, and corrected."""
    known = [one for one in contrasts if one.p is not None and one.p_adjusted is not None]
    if not known:
        return {"pair": _DECLINED, "any pair": _DECLINED}
    alone = sum(one.p < 1 - LEVEL for one in known if one.p is not None)
    corrected = any(one.p_adjusted < 1 - LEVEL for one in known if one.p_adjusted is not None)
    return {"pair": Count(alone, len(known), 0, 1), "any pair": Count(int(corrected), 1, 0, 1)}


def _covers(found: Any, truth: float) -> Count:
    """Count an interval that leaves out the true value."""
    if found.low is None or found.high is None:
        return _DECLINED
    return Count(int(not found.low <= truth <= found.high), 1, 0, 1)


def _levels(systems: Any, truth: float) -> Count:
    """Count intervals of systems that leave out the true value of them all."""
    counts = [_covers(one, truth) for one in systems]
    known = [one for one in counts if one.claims]
    return Count(sum(one.wrong for one in known), len(known), 0, 1) if known else _DECLINED


def _compare(cell: Cell, rng: Random) -> Claims:
    table = JudgementTable.from_rows(preferences(cell, rng))
    found = compare(table.comparisons(), baseline="x", advanced="y")
    return {"ratio": _covers(found.improvement_ratio, 1), "impact": _covers(found.impact, 0)}


def _rank_preferences(cell: Cell, rng: Random) -> Claims:
    table = JudgementTable.from_rows(preferences(cell, rng, "xyz"))
    found = rank(table.comparisons())
    return _pairs(found.contrasts) | {"strength": _levels(found.systems, 0)}


def _rank_scores(cell: Cell, rng: Random, *, skewed: bool = False) -> Claims:
    table = JudgementTable.from_rows(scores(cell, rng, skewed=skewed))
    found = assess(table.scores())
    return _pairs(found.contrasts) | {"z": _levels(found.systems, 0)}


def _annotators(cell: Cell, rng: Random) -> Claims:
    table = JudgementTable.from_rows(scores(cell, rng))
    found = annotators(table.scores())
    return _pairs(found.contrasts) | {"score": _levels(found.systems, 55)}


def _errors(cell: Cell, rng: Random) -> Claims:
    table = JudgementTable.from_rows(errors(cell, rng))
    found = score_errors(table.spans(), scoring="wmt-mqm")
    spread = (0.6 * cell.effect) ** 2 / 2 + 0.1**2 / 2 + 0.45**2 + 0.6**2
    points = (1.2 + 5 * 0.4 + 5 * 0.01) * float(np.exp(spread / 2))
    return _pairs(found.contrasts) | {"points": _levels(found.systems, points)}


def _verdict(cell: Cell, rng: Random) -> Claims:
    """Judge a text just at the threshold, as these annotators mark it."""
    severities = np.exp(0.45 * rng.standard_normal(cell.people))
    texts = 0.6 * cell.effect * rng.standard_normal(DOCUMENTS) * 0.5**0.5
    hard = 0.6 * rng.standard_normal((DOCUMENTS, SEGMENTS))
    rows, words = [], 20
    for person, document, segment in _judged(cell):
        found = 0.2 * severities[person] * np.exp(texts[document] + hard[document, segment])
        row = _row(person, document, segment, "x")
        rows.append(row | {"aspect": "overall"})
        for severity, much in (("minor", 0.8), ("major", 0.2)):
            rows += [
                row | {"aspect": "error", "side": "target", "start": 0, "end": 1}
                    | {"category": "accuracy", "severity": severity}
                for _ in range(int(rng.poisson(much * found)))
            ]  # fmt: skip
    spread = (0.6 * cell.effect) ** 2 / 2 + 0.6**2
    points = 0.2 * (0.8 + 5 * 0.2) * float(severities.mean() * np.exp(spread / 2))
    (found,) = score_errors(
        JudgementTable.from_rows(rows).spans(),
        scoring="calibrated",
        tolerance=1000 * points / words,
        lengths={row["segment"]: words for row in rows},
    ).decision
    return {
        "passes": Count(int(found.consumer_risk <= 0.05), 1, 0, 1),
        "fails": Count(int(found.producer_risk <= 0.05), 1, 0, 1),
    }


def _effort(cell: Cell, rng: Random) -> Claims:
    unit = 0.5**0.5 / NOISE
    team = Team(
        cell.people, DOCUMENTS, 2, SEGMENTS, "shared" if cell.layout == "common" else "once",
        annotator_sd=unit * 0.1, document_sd=unit * 0.6 * cell.effect,
    )  # fmt: skip
    found = estimate_effort(simulate_work(team, rng, np.zeros(2)), "seconds")
    return _pairs(found.contrasts if found else ())


def _monitor(cell: Cell, rng: Random) -> Claims:
    table = JudgementTable.from_rows(preferences(cell, rng))
    found = monitor(table, rule="planned", baseline="x", advanced="y", planned=len(table))
    return {"stops": Count(int(found.decision in ("advanced", "baseline")), 1, 0, 1)}


def _agree(cell: Cell, rng: Random) -> Claims:
    found = agree(JudgementTable.from_rows(labels(cell, rng)))
    kappa, ac1 = _true_agreement(cell.effect)
    return {
        "mean κ": _covers(found.cohen, kappa),
        "Fleiss’ κ": _covers(found.fleiss, kappa),
        "α": _covers(found.krippendorff, kappa),
        "AC1": _covers(found.ac1, ac1),
    }


@cache
def _true_agreement(effect: float) -> tuple[float, float]:
    """Return κ and AC1 of the population: of very many documents."""
    rng = np.random.default_rng(7)
    much = effect * rng.standard_normal(400_000)
    yes = expit(-3.2 + much + 2.0 * rng.standard_normal(400_000))
    mean = float(yes.mean())
    same = float((yes**2 + (1 - yes) ** 2).mean())
    alike, apart = mean**2 + (1 - mean) ** 2, 2 * mean * (1 - mean)
    return (same - alike) / (1 - alike), (same - apart) / (1 - apart)


OUTPUTS: dict[str, Callable[[Cell, Random], Claims]] = {
    "compare": _compare,
    "rank, preferences": _rank_preferences,
    "rank, scores": _rank_scores,
    "rank, ESA scores": partial(_rank_scores, skewed=True),
    "errors": _errors,
    "errors, verdict": _verdict,
    "effort": _effort,
    "annotators": _annotators,
    "monitor": _monitor,
    "agree": _agree,
}
CELLS = [Cell(*one) for one in product(OUTPUTS, EFFECTS, PEOPLE, LAYOUTS)]
# Each segment once: no two annotators can agree.
CELLS = [one for one in CELLS if not (one.output == "agree" and one.layout == "unique")]


def measure(cell: Cell, runs: int, *, seed: int = 0) -> Claims:
    """Run one situation many times; return every claim of its output."""
    total: Claims = {}
    for number in range(runs):
        rng = np.random.default_rng([seed, number, *cell.name.encode()])
        for claim, count in OUTPUTS[cell.output](cell, rng).items():
            total[claim] = total.get(claim, Count(0, 0, 0, 0)) + count
    return total


def _job(cell: Cell) -> tuple[Cell, int, Claims]:
    """Run a situation 1,000 times if one analysis takes less than 50 ms, else 200 times."""
    measure(cell, 1)  # what is imported and prepared once does not count
    started = time.process_time()
    measure(cell, 4)
    runs = RUNS if time.process_time() - started >= 4 * 0.05 else RUNS_OF_QUICK_ONES
    return cell, runs, measure(cell, runs)


def run(kept: Path = FOLDER.parents[1] / ".answers.jsonl") -> Evidence:
    """Measure all situations with two processes; what is done is kept, and not done again."""
    found = _read(kept)
    left = [cell for cell in CELLS if cell.name not in found]
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool,
        kept.open("a", encoding="utf-8") as file,
    ):
        for cell, runs, claims in pool.map(_job, left):
            counts = {claim: astuple(count) for claim, count in claims.items()}
            file.write(json.dumps({"cell": cell.name, "runs": runs, "claims": counts}) + "\n")
            file.flush()
            found[cell.name] = claims
            print(f"{len(found)} of {len(CELLS)} situations", file=sys.stderr, flush=True)
    return Evidence(
        "What every default output claims, and how often it is wrong",
        _page(found),
        signature("answers", runs=f"{RUNS}-{RUNS_OF_QUICK_ONES}", level=LEVEL, seed=0),
    )


def _read(kept: Path) -> dict[str, Claims]:
    if not kept.exists():
        return {}
    lines = map(json.loads, kept.read_text("utf-8").splitlines())
    return {
        one["cell"]: {claim: Count(*count) for claim, count in one["claims"].items()}
        for one in lines
    }


def _page(found: dict[str, Claims]) -> str:
    claims = [
        (f"{name}: {claim}", count)
        for name, counts in found.items()
        for claim, count in counts.items()
    ]
    over = [f"{name} ({_told(one)})" for name, one in claims if one.bounds()[0] > 0.065]
    quiet = [f"{name} ({_told(one)})" for name, one in claims if one.declined > 0.2 * one.studies]
    lines = [
        (__doc__ or "").split("\n", 2)[2].strip(),
        "",
        f"{len(found)} situations, {len(claims)} claims; wrong ones in per cent, with their "
        f"Monte-Carlo interval (Clopper and Pearson). {RUNS_OF_QUICK_ONES:,} studies where one "
        f"analysis takes less than 50 ms of processor time, {RUNS} otherwise.",
        "",
        f"Significantly above 6.5%: {'; '.join(over) or 'none'}.",
        "",
        f"Declined in more than 20%: {'; '.join(quiet) or 'none'}.",
    ]
    heads = " | ".join(f"{number} {layout}" for number, layout in product(PEOPLE, LAYOUTS))
    for output in OUTPUTS:
        cells = [cell for cell in CELLS if cell.output == output and cell.name in found]
        names = dict.fromkeys(claim for cell in cells for claim in found[cell.name])
        lines += ["", f"## {output}", "", f"| claim | documents | {heads} |", "|---" * 8 + "|"]
        for claim, effect in product(names, EFFECTS):
            row = [
                _told(found[name][claim])
                if (name := Cell(output, effect, number, layout).name) in found
                else "–"
                for number, layout in product(PEOPLE, LAYOUTS)
            ]
            lines.append(f"| {claim} | {effect:g} | {' | '.join(row)} |")
    return "\n".join(lines)


def _told(one: Count) -> str:
    low, high = one.bounds()
    declined = f"; {one.declined} of {one.studies} declined" if one.declined else ""
    return f"{100 * one.share:.1f} ({100 * low:.1f}–{100 * high:.1f}){declined}"
