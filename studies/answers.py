"""Does every default output hold what it claims, where documents and annotators differ?

Campaigns without a true difference between systems go through the analyses as users call them, from
rows to the result. Ten documents of five segments; everybody judges all of it (*common*), or each
segment is judged by one annotator, in turns (*unique*). Systems differ by document with an sd of 0,
.5 or 1 on the logit scale of preferences, and of 0, .175 or .35 sds of one score, 0, .3 or .6 on
the log scale of errors and of time; by annotator with an sd of .2 (.1 of scores, .1 of logs). A
*false alarm* is a pair that is told apart by itself (level .05), *any* one that is told apart
after Holm's correction; *covered* is a true value inside its interval; *declined* are
studies in which the output claims nothing. Errors are skewed: a Poisson number of minor and major
ones per segment, by annotators with an eye of their own, and rarely a critical one. ESA scores are
skewed, too. Of agreement, one answer in ten is the rare one. A text at the threshold passes
wrongly; the planned looks of `monitor` stop wrongly.
"""

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import expit
from scipy.stats import beta

from studies import FOLDER, Evidence
from tertium.stats.agreement.agree import agree
from tertium.stats.annotators import annotators
from tertium.stats.assessment.assess import assess
from tertium.stats.comparison.compare import compare
from tertium.stats.contrasts.record import Contrast
from tertium.stats.errors import score_errors
from tertium.stats.monitoring import monitor
from tertium.stats.ranking.rank import rank
from tertium.stats.result import signature
from tertium.table import JudgementTable

__all__ = ["CELLS", "OUTPUTS", "Cell", "Count", "measure", "run"]

LEVEL, RUNS, SEGMENTS, DOCUMENTS = 0.95, 200, 5, 10
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
                for person in range(min(cell.people, 3))
            ]  # fmt: skip
    return rows


# What is claimed -----------------------------------------------------------------------------


def _pairs(contrasts: tuple[Contrast, ...], *, holm: bool = False) -> Count:
    """Count pairs that are told apart, each by itself or after correction."""
    p = [one.p_adjusted if holm else one.p for one in contrasts]
    known = [one for one in p if one is not None]
    if not known:
        return Count(0, 0, 1, 1)
    wrong = sum(one < 1 - LEVEL for one in known)
    return Count(int(wrong > 0), 1, 0, 1) if holm else Count(wrong, len(known), 0, 1)


def _ratio(cell: Cell, rng: Random) -> Count:
    table = JudgementTable.from_rows(preferences(cell, rng))
    found = compare(table.comparisons(), baseline="x", advanced="y").improvement_ratio
    if found.low is None or found.high is None:
        return Count(0, 0, 1, 1)
    return Count(int(not found.low <= 1 <= found.high), 1, 0, 1)


def _impact(cell: Cell, rng: Random) -> Count:
    table = JudgementTable.from_rows(preferences(cell, rng))
    found = compare(table.comparisons(), baseline="x", advanced="y").impact
    if found.low is None or found.high is None:
        return Count(0, 0, 1, 1)
    return Count(int(not found.low <= 0 <= found.high), 1, 0, 1)


def _ranked(cell: Cell, rng: Random, *, holm: bool = False) -> Count:
    table = JudgementTable.from_rows(preferences(cell, rng, "xyz"))
    return _pairs(rank(table.comparisons()).contrasts, holm=holm)


def _scored(cell: Cell, rng: Random, *, holm: bool = False, skewed: bool = False) -> Count:
    table = JudgementTable.from_rows(scores(cell, rng, skewed=skewed))
    return _pairs(assess(table.scores()).contrasts, holm=holm)


def _marked(cell: Cell, rng: Random) -> Count:
    table = JudgementTable.from_rows(errors(cell, rng))
    return _pairs(score_errors(table.spans(), scoring="wmt-mqm").contrasts)


def _modelled(cell: Cell, rng: Random) -> Count:
    table = JudgementTable.from_rows(scores(cell, rng))
    return _pairs(annotators(table.scores()).contrasts)


def _stopped(cell: Cell, rng: Random) -> Count:
    table = JudgementTable.from_rows(preferences(cell, rng))
    found = monitor(table, rule="planned", baseline="x", advanced="y", planned=len(table))
    return Count(int(found.decision in ("advanced", "baseline")), 1, 0, 1)


def _agreed(cell: Cell, rng: Random) -> Count:
    table = JudgementTable.from_rows(labels(cell, rng))
    found = agree(table).fleiss
    if found.value is None or found.low is None or found.high is None:
        return Count(0, 0, 1, 1)
    truth = _true_kappa(cell.effect)
    return Count(int(not found.low <= truth <= found.high), 1, 0, 1)


_KAPPAS: dict[float, float] = {}


def _true_kappa(effect: float) -> float:
    """Return Fleiss' κ of the population: of very many documents."""
    if effect not in _KAPPAS:
        rng = np.random.default_rng(7)
        much = effect * rng.standard_normal(400_000)
        yes = expit(-3.2 + much + 2.0 * rng.standard_normal(400_000))
        mean = float(yes.mean())
        same = float((yes**2 + (1 - yes) ** 2).mean())
        chance = mean**2 + (1 - mean) ** 2
        _KAPPAS[effect] = (same - chance) / (1 - chance)
    return _KAPPAS[effect]


OUTPUTS: dict[str, Callable[[Cell, Random], Count]] = {
    "compare: ratio": _ratio,
    "compare: impact": _impact,
    "rank, preferences": _ranked,
    "rank, preferences, any": lambda cell, rng: _ranked(cell, rng, holm=True),
    "rank, scores": _scored,
    "rank, scores, any": lambda cell, rng: _scored(cell, rng, holm=True),
    "rank, ESA scores": lambda cell, rng: _scored(cell, rng, skewed=True),
    "errors": _marked,
    "annotators": _modelled,
    "monitor": _stopped,
    "agree": _agreed,
}
CELLS = [Cell(*one) for one in product(OUTPUTS, EFFECTS, PEOPLE, LAYOUTS)]
# Each segment once: nobody agrees with anybody.
CELLS = [one for one in CELLS if not (one.output == "agree" and one.layout == "unique")]


def measure(cell: Cell, runs: int, *, seed: int = 0) -> Count:
    """Run one situation many times."""
    total = Count(0, 0, 0, 0)
    for number in range(runs):
        rng = np.random.default_rng([seed, number, *cell.name.encode()])
        total += OUTPUTS[cell.output](cell, rng)
    return total


def _job(job: tuple[Cell, int]) -> tuple[Cell, Count]:
    return job[0], measure(*job)


def run(runs: int = RUNS, kept: Path = FOLDER.parents[1] / ".answers.jsonl") -> Evidence:
    """Measure all situations with two processes; what is done is kept, and not done again."""
    found = _read(kept, runs)
    left = [(cell, runs) for cell in CELLS if cell.name not in found]
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool,
        kept.open("a", encoding="utf-8") as file,
    ):
        for cell, count in pool.map(_job, left):
            told = [count.wrong, count.claims, count.declined, count.studies]
            file.write(json.dumps({"cell": cell.name, "runs": runs, "count": told}) + "\n")
            file.flush()
            found[cell.name] = count
    return Evidence(
        "What every default output claims, and how often it is wrong",
        _page(found, runs),
        signature("answers", runs=runs, level=LEVEL, seed=0),
    )


def _read(kept: Path, runs: int) -> dict[str, Count]:
    if not kept.exists():
        return {}
    lines = map(json.loads, kept.read_text("utf-8").splitlines())
    return {one["cell"]: Count(*one["count"]) for one in lines if one["runs"] == runs}


def _page(found: dict[str, Count], runs: int) -> str:
    over = [name for name, one in found.items() if one.bounds()[0] > 0.065]
    quiet = [name for name, one in found.items() if one.declined > 0.2 * one.studies]
    lines = [
        (__doc__ or "").split("\n", 2)[2].strip(),
        "",
        f"{runs:,} studies in each of {len(found)} situations; wrong claims in per cent, with "
        "their Monte-Carlo interval (Clopper and Pearson). Significantly above 6.5%: "
        f"{', '.join(over) or 'none'}. Declined in more than 20%: {', '.join(quiet) or 'none'}.",
    ]
    heads = " | ".join(f"J = {number}, {layout}" for number, layout in product(PEOPLE, LAYOUTS))
    lines += ["", f"| output, documents | {heads} |", "|---" * 7 + "|"]
    for output, effect in product(OUTPUTS, EFFECTS):
        row = []
        for number, layout in product(PEOPLE, LAYOUTS):
            one = found.get(Cell(output, effect, number, layout).name)
            row.append("–" if one is None else _told(one))
        lines.append(f"| {output}, {effect:g} | {' | '.join(row)} |")
    return "\n".join(lines)


def _told(one: Count) -> str:
    low, high = one.bounds()
    declined = f"; {one.declined} declined" if one.declined else ""
    return f"{100 * one.share:.1f} ({100 * low:.1f}–{100 * high:.1f}){declined}"
