"""How often do rules of stopping find a difference that is not there, and what do they save?

**Preferences.** Campaigns are simulated without a preference in the population. Annotators differ
by an sd of .3 on the logit scale, as much as the anytime-valid test allows, documents by 0, .5 or
1, and segments by 1. Documents have 20 segments, judged in a row. *common*: all annotators judge
the same ten documents, each in their own order. *dealt out*: four documents for each annotator,
which no other annotator sees. A quarter of the judgements are ties. Rules are those of `tertium
monitor`, with the documents and, for comparison, without knowing them; the z test takes judgements
for independent. Rules that may look whenever they like look 40 times here, planned looks are four.
A false alarm is a campaign that stops for a difference, in either direction, at any of its looks.

**Scores.** Differences of two systems within a segment: annotators differ by 5 points, documents by
0, 4 or 8, single differences by 24. Layouts as above; eight documents for each annotator where they
are dealt out. Campaigns in which a rule says nothing at any look (too few documents to see how
much they differ) are counted apart.

**What looking saves.** Documents are dealt out, 1,200 judgements in all; annotators differ by .15,
documents by .5; the ratio is 1.5 or 1.9 within a segment. *One look*: the interval of `tertium
compare`, once, at the end.
"""

import json
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from studies import Evidence
from tertium.stats.monitoring import binomial, gaussian
from tertium.stats.monitoring.course import Course, Scale
from tertium.stats.monitoring.differences import differences_of
from tertium.stats.monitoring.levels import look_sizes
from tertium.stats.monitoring.preferences import Preferences, counted_once
from tertium.stats.monitoring.rules import Planned
from tertium.stats.result import signature
from tertium.table import JudgementTable, Scores

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Layout = Literal["common", "dealt out"]

PEOPLE, LAYOUTS = (3, 5, 10), ("common", "dealt out")
DOCUMENT_SDS, DOCUMENT_POINTS = (0.0, 0.5, 1.0), (0.0, 4.0, 8.0)
SEGMENTS, COMMON, DEALT = 20, 10, 4
TIES, ANNOTATOR_SD, SEGMENT_SD, NOISE = 0.25, 0.3, 1.0, 24.0
LOOKS, PLANNED, LEVEL = 40, 4, 0.95
CAMPAIGNS, SCORE_CAMPAIGNS, POWER_CAMPAIGNS = 300, 200, 150
RATIOS, TOTAL = (1.5, 1.9), 1200
PLANNED_RULE, ANY_TIME = "planned, 4 looks", "anytime-valid"
KNOWN = (PLANNED_RULE, ANY_TIME)
UNKNOWN = tuple(f"{rule}, documents unknown" for rule in KNOWN)
STATE = Path(__file__).parent / ".monitoring.jsonl"


@dataclass(frozen=True, slots=True)
class Campaign:
    """Judgements in order: who, which document and segment, and what."""

    annotator: Ints
    document: Ints
    segment: Ints
    value: Floats


@dataclass(frozen=True, slots=True)
class Found:
    """How often a rule stopped, and how many judgements that took; `silent` said nothing."""

    stopped: float
    silent: float
    mean: float
    runs: int

    def __str__(self) -> str:
        error = 1.96 * (self.stopped * (1 - self.stopped) / self.runs) ** 0.5
        told = f"{100 * self.stopped:.1f} ± {100 * error:.1f}"
        return f"{told} ({100 * self.silent:.0f} silent)" if self.silent else told


def order(
    people: int, layout: str, documents: int, random: np.random.Generator
) -> tuple[Ints, Ints, Ints]:
    """Return who judges which document and segment, in the order of time."""
    rows = []
    for person in range(people):
        first = person * documents if layout == "dealt out" else 0
        texts = np.repeat(first + random.permutation(documents), SEGMENTS)
        place = np.tile(np.arange(SEGMENTS), documents)
        time = np.arange(len(texts)) + random.random(len(texts))
        rows.append((time, np.full(len(texts), person), texts, texts * SEGMENTS + place))
    time, annotator, document, segment = (
        np.concatenate(column) for column in zip(*rows, strict=True)
    )
    order = np.argsort(time)
    return annotator[order], document[order], segment[order]


def draw(
    people: int,
    layout: str,
    document_sd: float,
    seed: list[int],
    *,
    documents: int | None = None,
    ratio: float = 1.0,
    annotator_sd: float = ANNOTATOR_SD,
) -> Campaign:
    """Draw a campaign of preferences."""
    random = np.random.default_rng(seed)
    number = documents or (COMMON if layout == "common" else DEALT)
    annotator, document, segment = order(people, layout, number, random)
    logit = np.log(ratio) + annotator_sd * random.standard_normal(people)[annotator]
    logit += document_sd * random.standard_normal(int(document.max()) + 1)[document]
    logit += SEGMENT_SD * random.standard_normal(int(segment.max()) + 1)[segment]
    value = np.where(random.random(len(logit)) < expit(logit), 1.0, -1.0)
    value[random.random(len(logit)) < TIES] = 0.0
    return Campaign(annotator, document, segment, value)


def course(campaign: Campaign, *, known: bool) -> Preferences:
    """Return a campaign as `tertium monitor` sees it, with documents or without."""
    document = campaign.document if known else np.full(len(campaign.document), -1)
    scale = Scale(binomial.DIFFERENCE_SD, binomial.BOUND, 0.2)
    units = (campaign.annotator, campaign.segment, document)
    counts = counted_once(*units, campaign.value)
    return Preferences(*units, campaign.value, counts, scale, LEVEL)


def stops(seen: Course) -> dict[str, int]:
    """Return after how many judgements each rule stops, 0 if it does not, −1 if it is silent."""
    total = len(seen)
    looks = Planned(total, PLANNED, LEVEL).look(seen)
    planned = next((one.judgements for one in looks if one.decision != "go on"), 0)
    if all(one.low is None and one.high is None for one in looks):
        planned = -1
    sizes = np.array(look_sizes(total, LOOKS))
    log_e = seen.log_e_values(sizes)
    reached = np.flatnonzero(log_e >= -np.log(1 - LEVEL))
    any_time = int(sizes[reached[0]]) if len(reached) else 0
    return {PLANNED_RULE: planned, ANY_TIME: any_time if log_e.any() else -1}


def z_test(campaign: Campaign) -> int:
    """Return when the z test of independent judgements first finds a difference."""
    sizes = np.array(look_sizes(len(campaign.value), LOOKS))
    number = np.cumsum(campaign.value != 0)[sizes - 1]
    away = np.abs(np.cumsum(campaign.value)[sizes - 1]) / np.sqrt(np.maximum(number, 1))
    reached = np.flatnonzero(away > 1.96)
    return int(sizes[reached[0]]) if len(reached) else 0


def found(stopped: Iterable[int], total: int) -> Found:
    """Sum up when a rule stopped in many campaigns."""
    at = np.array(list(stopped))
    mean = float(np.where(at > 0, at, total).mean())
    return Found(float((at > 0).mean()), float((at < 0).mean()), mean, len(at))


def alarms(
    people: int, layout: str, document_sd: float, campaigns: int, seed: int
) -> dict[str, Found]:
    """Measure the false alarms of preferences in one situation."""
    at: dict[str, list[int]] = {}
    for run in range(campaigns):
        key = [seed, run, people, round(10 * document_sd)]
        campaign = draw(people, layout, document_sd, key)
        at.setdefault("z test at every look", []).append(z_test(campaign))
        for known in (True, False):
            for rule, when in stops(course(campaign, known=known)).items():
                name = rule if known else f"{rule}, documents unknown"
                at.setdefault(name, []).append(when)
    return {name: found(when, 0) for name, when in at.items()}


def score_alarms(
    people: int, layout: str, document_sd: float, campaigns: int, seed: int
) -> dict[str, Found]:
    """Measure the false alarms of scores in one situation."""
    at: dict[str, list[int]] = {}
    random = np.random.default_rng([seed, people, round(document_sd)])
    number = COMMON if layout == "common" else 2 * DEALT
    annotator, document, segment = order(people, layout, number, random)
    rows = _scores(annotator, document, segment)
    scale = Scale(gaussian.DIFFERENCE_SD, gaussian.BOUND, 2.0)
    for _ in range(campaigns):
        difference = gaussian.BOUND * random.standard_normal(people)[annotator]
        difference += document_sd * random.standard_normal(int(document.max()) + 1)[document]
        difference += NOISE * random.standard_normal(len(annotator))
        value = (np.stack([-difference, difference], 1) / 2).ravel() + 50
        given = replace(rows, value=value)
        seen = differences_of(given, "base", "adv", scale=scale, level=LEVEL, choices={})
        for rule, when in stops(seen).items():
            at.setdefault(rule, []).append(when)
    return {name: found(when, 0) for name, when in at.items()}


def _scores(annotator: Ints, document: Ints, segment: Ints) -> Scores:
    """Return both systems' scores of each segment, still without values, in the order of time."""
    both = np.repeat(np.arange(len(annotator)), 2)
    table = JudgementTable.from_columns(
        {
            "annotator": [f"a{code}" for code in annotator[both]],
            "document": [f"d{code}" for code in document[both]],
            "segment": [f"s{code}" for code in segment[both]],
            "system": ["base", "adv"] * len(annotator),
            "aspect": ["overall"] * len(both),
            "value": np.zeros(len(both)),
        }
    )
    return table.in_time().scores("overall")


def needed(people: int, ratio: float, campaigns: int, seed: int) -> dict[str, Found]:
    """Measure how often rules find a true difference, and after how many judgements."""
    at: dict[str, list[int]] = {}
    documents = TOTAL // SEGMENTS // people
    for run in range(campaigns):
        key = [seed, run, people, round(10 * ratio)]
        campaign = draw(
            people, "dealt out", 0.5, key, documents=documents, ratio=ratio, annotator_sd=0.15
        )
        seen = course(campaign, known=True)
        low, _ = seen.standing(len(seen)).ends(LEVEL)
        at.setdefault("one look", []).append(len(seen) if low > 0 else 0)
        for rule, when in stops(seen).items():
            at.setdefault(rule, []).append(when)
    return {name: found(when, TOTAL) for name, when in at.items()}


def _cell(job: tuple[str, tuple[Any, ...], int]) -> tuple[str, dict[str, Any]]:
    """Measure one situation and write it down, so that an interrupted study goes on from there."""
    kind, situation, campaigns = job
    measure = {"preferences": alarms, "scores": score_alarms, "power": needed}[kind]
    rules = measure(*situation, campaigns, 0)
    return _key(job), {name: asdict(one) for name, one in rules.items()}


def _key(job: tuple[str, tuple[Any, ...], int]) -> str:
    kind, situation, campaigns = job
    return " ".join([kind, *map(str, situation), f"{campaigns} campaigns"])


def run(
    campaigns: int = CAMPAIGNS,
    score_campaigns: int = SCORE_CAMPAIGNS,
    power_campaigns: int = POWER_CAMPAIGNS,
    state: Path = STATE,
) -> Evidence:
    """Measure all situations and arrange them; what `state` holds already is not measured again."""
    layouts = list(product(PEOPLE, LAYOUTS))
    jobs: list[tuple[str, tuple[Any, ...], int]] = [
        *(("preferences", (*at, sd), campaigns) for at in layouts for sd in DOCUMENT_SDS),
        *(("scores", (*at, sd), score_campaigns) for at in layouts for sd in DOCUMENT_POINTS),
        *(("power", at, power_campaigns) for at in product(PEOPLE[1:], RATIOS)),
    ]
    done: dict[str, dict[str, Any]] = {}
    if state.exists():
        done = dict(json.loads(line) for line in state.read_text("utf-8").splitlines())
    waiting = [job for job in jobs if _key(job) not in done]
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool,
        state.open("a", encoding="utf-8") as written,
    ):
        for key, rules in pool.map(_cell, waiting):
            done[key] = rules
            written.write(json.dumps([key, rules]) + "\n")
            written.flush()
    rules = {job: {n: Found(**one) for n, one in done[_key(job)].items()} for job in jobs}
    state.unlink()
    return Evidence(
        "When to stop: false alarms, and what looking saves",
        page({job[:2]: one for job, one in rules.items()}),
        signature(
            "monitoring",
            campaigns=campaigns,
            scores=score_campaigns,
            power=power_campaigns,
            looks=LOOKS,
            level=LEVEL,
            seed=0,
        ),
    )


def page(rules: dict[tuple[str, tuple[Any, ...]], dict[str, Found]]) -> str:
    """Arrange what was found as a page."""
    known = [
        (one[name], at, name) for at, one in rules.items() for name in KNOWN if at[0] != "power"
    ]
    worst, at, name = max(known, key=lambda one: one[0].stopped)
    lines = [
        (__doc__ or "").split("\n", 2)[2].strip(),
        "",
        "Nominal 5%; per cent of campaigns with their 95% Monte-Carlo error. Where documents are "
        f"known, the largest share of false alarms in {len(known)} cells is {worst} ({name}; "
        f"{at[0]}, {at[1][0]} annotators, {at[1][1]}, document sd {at[1][2]:g}).",
    ]
    for kind, sds in (("preferences", DOCUMENT_SDS), ("scores", DOCUMENT_POINTS)):
        for layout in LAYOUTS:
            lines += ["", f"## False alarms with {kind}, documents {layout}", ""]
            lines += _rates(rules, kind, layout, sds)
    lines += ["", "## What looking saves", ""]
    lines += [
        "Campaigns that find the true difference, and judgements until then (1,200 if never).",
        "",
        "| | one look | planned, 4 looks | anytime-valid |",
        "|---|---|---|---|",
    ]
    for (kind, situation), one in rules.items():
        if kind == "power":
            cells = [f"{one[n]}, mean {one[n].mean:,.0f}" for n in ("one look", *KNOWN)]
            people, ratio = situation
            lines.append(f"| {people} annotators, ratio {ratio:g} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _rates(
    rules: dict[tuple[str, tuple[Any, ...]], dict[str, Found]],
    kind: str,
    layout: str,
    sds: tuple[float, ...],
) -> list[str]:
    """Return a table with a row for each rule and number of annotators."""
    lines = [f"| document sd | {' | '.join(f'{sd:g}' for sd in sds)} |", "|---|---|---|---|"]
    names = next(iter(one for at, one in rules.items() if at[0] == kind))
    for name, people in product(names, PEOPLE):
        cells = [str(rules[kind, (people, layout, sd)][name]) for sd in sds]
        bold = f"**{name}**" if name in KNOWN else name
        lines.append(f"| {bold}, {people} annotators | {' | '.join(cells)} |")
    return lines
