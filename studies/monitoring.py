"""How often do rules of stopping find a difference that is not there, and what do they save?

**Preferences.** Campaigns are simulated without a preference in the population: annotators'
log ratios N(0, τ²), equal loads, decided judgements only, up to 3,000 of them. Rules that
look at every judgement look 50 times here; planned looks are four. A false alarm is a
campaign that stops for a difference, in either direction, at any of its looks.

**Shared segments.** Everybody judges the same segments, in an order of their own; segments move
preferences with an sd of 2 on the logit scale, so that judgements of one segment are alike.

**Scores.** Annotators' true differences N(0, τ²) points, documents with a noise of their own
(sd 8.5 points for a document of ten segments), equal loads, 40 documents by each annotator,
everybody with documents of their own; and the same with unequal annotators: noise that
differs between annotators with a log sd of 0.5, and has the heavy tails of a t with three
degrees of freedom.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, expit

from studies import Evidence
from studies.evidence_tables import log_e_values
from tertium.stats.intervals import (
    RATIO_SCALE,
    hierarchical_mixture,
    log_ratios,
    shared_ratio_variance,
    t_interval,
)
from tertium.stats.monitoring import gaussian
from tertium.stats.monitoring.levels import look_level
from tertium.stats.result import signature

__all__ = [
    "PLANS",
    "Plan",
    "Reached",
    "alarms",
    "needed",
    "page",
    "run",
    "score_alarms",
    "shared_alarms",
    "wins",
]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

PEOPLE, SPREADS, JUDGEMENTS, STEPS = (3, 5, 10), (0.0, 0.15, 0.3), 3000, 100
BEYOND = 0.5  # more than the bound of the recommended e-process allows
POINTS, DOCUMENTS, DOCUMENT_SD = (0.0, 1.5, 5.0), 40, 8.5
CAMPAIGNS, EVIDENCE_CAMPAIGNS, POWER_CAMPAIGNS = 10_000, 4000, 2000
MOST, POWER, THRESHOLD = 3000, 0.8, 20.0
ALARM = look_level(4)
ROWS = (
    "z test at every look",
    "e-process on judgements",
    "hierarchical e-process, τ ≤ .3",
    "hierarchical e-process, τ ≤ .5",
    "4 looks, hierarchical HN(0.5)",
    "4 looks, hierarchical HN(0.25)",
    "4 looks, t on annotators",
    "Bayesian, 4 looks",
    "Bayesian, 50 looks",
)
RECOMMENDED = ("hierarchical e-process, τ ≤ .3", "4 looks, hierarchical HN(0.5)")
SCORE_RECOMMENDED = ("hierarchical e-process, τ ≤ 5", "4 looks, hierarchical HN(5)")


@dataclass(frozen=True, slots=True)
class Plan:
    """A situation in which a true difference is to be found."""

    people: int
    spread: float
    ratio: float


PLANS = (
    Plan(5, 0.15, 1.5),
    Plan(5, 0.15, 1.9),
    Plan(5, 0.3, 1.9),
    Plan(10, 0.15, 1.5),
    Plan(10, 0.3, 1.5),
    Plan(3, 0.15, 1.9),
)


@dataclass(frozen=True, slots=True)
class Reached:
    """Judgements with which a rule finds a difference four times in five: at most, on average.

    None where `MOST` judgements are not enough; `found` is then how often they do.
    """

    most: int | None
    mean: float | None
    found: float


def wins(plan: Plan, step: int, steps: int, campaigns: int, seed: int) -> Floats:
    """Draw annotators' wins after every step of so many judgements each.

    Axes: campaigns, looks, annotators.
    """
    key = [seed, plan.people, round(plan.spread * 100), round(plan.ratio * 100)]
    rng = np.random.default_rng(key)
    won = expit(rng.normal(np.log(plan.ratio), plan.spread, (campaigns, 1, plan.people)))
    drawn = rng.binomial(step, np.broadcast_to(won, (campaigns, steps, plan.people)))
    return drawn.cumsum(axis=1).astype(float)


def outside(won: Floats, number: Floats, scale: float, alarm: float, *, better: bool) -> Bools:
    """Return at which looks the hierarchical interval leaves out 1, or lies above it."""
    y, s2 = log_ratios(won, number - won)
    below = hierarchical_mixture(y, s2, scale=scale).below(0.0)
    above = below < alarm / 2
    return np.asarray(above if better else above | (below > 1 - alarm / 2))


def alarms(people: int, campaigns: int, evidence: int, seed: int) -> dict[str, list[float]]:
    """Return the share of false alarms of every rule for each τ.

    `evidence` is how many of the campaigns the hierarchical e-processes look at.
    """
    found: dict[str, list[float]] = {}
    each = JUDGEMENTS // STEPS // people
    number = each * np.arange(1.0, STEPS + 1)[:, None]
    spreads = (*SPREADS, BEYOND)
    drawn = [wins(Plan(people, s, 1.0), each, STEPS, campaigns, seed) for s in spreads]
    often = np.arange(1, STEPS, 2)  # fifty looks
    four = np.arange(1, 5) * STEPS // 4 - 1
    for won in drawn:
        rules = {
            "z test at every look": _z(won[:, often], number[often]),
            "e-process on judgements": _pooled(won[:, often], number[often]),
            "4 looks, hierarchical HN(0.5)": _any(won, number, four, RATIO_SCALE, ALARM),
            "4 looks, hierarchical HN(0.25)": _any(won, number, four, 0.25, ALARM),
            "4 looks, t on annotators": _t(won[:, four], number[four]),
            "Bayesian, 4 looks": _any(won, number, four, RATIO_SCALE, 0.05),
            "Bayesian, 50 looks": _any(won, number, often, RATIO_SCALE, 0.05),
        }
        for name, alarmed in rules.items():
            found.setdefault(name, []).append(float(alarmed.mean()))
    some = np.stack([won[:evidence, often] for won in drawn])
    for bound in (0.3, 0.5):
        logs = log_e_values(some, number[often] - some, bound=bound)
        name = f"hierarchical e-process, τ ≤ {bound:g}".replace("0.", ".")
        found[name] = [float(rate) for rate in (logs.max(2) >= np.log(THRESHOLD)).mean(1)]
    return {name: found[name] for name in ROWS}


def shared_alarms(people: int, segments: int, campaigns: int, seed: int) -> dict[str, list[float]]:
    """Return the share of false alarms where everybody judges the same segments, for each τ."""
    found: dict[str, list[float]] = {}
    sizes = people * segments * np.arange(1, 21) // 20
    for spread in SPREADS:
        rng = np.random.default_rng([seed, people, segments, round(spread * 100)])
        liking = 2.0 * rng.standard_normal((campaigns, segments, 1))
        # An annotator's log ratio over all segments is nearer to 0 than at one of them.
        tastes = spread * (1 + 2.0**2 / 2.89) ** 0.5 * rng.standard_normal((campaigns, 1, people))
        won = rng.random((campaigns, segments, people)) < expit(liking + tastes)
        time = rng.random((campaigns, people * segments)).argsort(1).argsort(1).reshape(won.shape)
        first = time == time.min(axis=2, keepdims=True)
        counted = {"every judgement": np.ones_like(first), "the first of each segment": first}
        for name, counts in counted.items():
            seen = [counts & (time < size) for size in sizes]
            right = np.stack([(one & won).sum(1) for one in seen], 1).astype(float)
            number = np.stack([one.sum(1) for one in seen], 1)
            reached = (log_e_values(right, number - right) >= np.log(THRESHOLD)).any(1)
            found.setdefault(f"e-process, τ ≤ .3, {name}", []).append(float(reached.mean()))
        alarmed = np.zeros(campaigns, dtype=bool)
        for size in sizes[4::5]:
            seen = time < size
            right, wrong = (seen & won), (seen & ~won)
            y, s2 = log_ratios(right.sum(1), wrong.sum(1))
            extra = shared_ratio_variance(right.sum(2), wrong.sum(2))
            below = hierarchical_mixture(y, s2, scale=RATIO_SCALE, shared=extra).below(0.0)
            alarmed |= (below < ALARM / 2) | (below > 1 - ALARM / 2)
        found.setdefault(RECOMMENDED[1], []).append(float(alarmed.mean()))
    return found


def _z(won: Floats, number: Floats) -> Bools:
    total = number.sum(-1) * won.shape[-1]
    return np.asarray((abs(won.sum(-1) - total / 2) > 1.96 * np.sqrt(total) / 2).any(1))


def _pooled(won: Floats, number: Floats) -> Bools:
    """Return where an e-process reaches 20 that takes all judgements for independent."""
    total = number.sum(-1) * won.shape[-1]
    right = won.sum(-1)
    logs = betaln(20 + right, 20 + total - right) - betaln(20, 20) + total * np.log(2)
    return np.asarray((logs >= np.log(THRESHOLD)).any(1))


def _any(
    won: Floats, number: Floats, looks: NDArray[np.int64], scale: float, alarm: float
) -> Bools:
    """Return where any look has an interval without 1, one look at a time to save room."""
    alarmed = np.zeros(len(won), dtype=bool)
    for look in looks:
        alarmed |= outside(won[:, look], number[look], scale, alarm, better=False)
    return alarmed


def _t(won: Floats, number: Floats) -> Bools:
    y, _ = log_ratios(won, number - won)
    bounds = t_interval(y, level=1 - ALARM)
    return np.asarray(((bounds[..., 0] > 0) | (bounds[..., 1] < 0)).any(1))


def score_alarms(
    people: int, campaigns: int, seed: int, *, unequal: bool = False
) -> dict[str, list[float]]:
    """Return the share of false alarms of the rules for scores, for each sd between annotators."""
    found: dict[str, list[float]] = {}
    count = np.arange(1.0, DOCUMENTS + 1)[:, None]
    four = np.arange(1, 5) * DOCUMENTS // 4 - 1
    for spread in POINTS:
        rng = np.random.default_rng([seed, people, round(spread * 10), unequal])
        shape = (campaigns, DOCUMENTS, people)
        noise, sd = rng.standard_normal(shape), np.full((campaigns, 1, people), DOCUMENT_SD)
        if unequal:
            noise = rng.standard_t(3, shape) / 3**0.5
            sd = sd * np.exp(rng.normal(0, 0.5, (campaigns, 1, people)))
        drawn = rng.normal(0, spread, (campaigns, 1, people)) + sd * noise
        y = drawn.cumsum(1) / count
        inside = (drawn**2).cumsum(1) - count * y**2
        freedom = (count[:, 0] - 1) * people
        with np.errstate(divide="ignore", invalid="ignore"):
            pooled = inside.sum(-1) / (freedom - 2)  # as in stats.monitoring.cells
        s2 = pooled[..., None] / count
        able = np.flatnonzero(freedom >= gaussian.LEAST_FREEDOM)
        logs = gaussian.log_e_values(y[:, able], np.broadcast_to(s2, y.shape)[:, able])
        believed = hierarchical_mixture(
            y[:, four],
            np.broadcast_to(s2, y.shape)[:, four],
            scale=gaussian.SCORE_SCALE,
            mean_sd=gaussian.MEAN_SD,
        )
        tail = np.minimum(believed.below(0.0), 1 - believed.below(0.0))
        error = np.sqrt(inside.sum(-1)[:, able] / freedom[able] / count[able, 0] / people)
        together = y.mean(-1)[:, able] / error
        bounds = t_interval(y[:, four], level=1 - ALARM)
        rules = {
            "z test after every document": (abs(together) > 1.96).any(1),
            "hierarchical e-process, τ ≤ 5": (logs >= np.log(THRESHOLD)).any(1),
            "4 looks, hierarchical HN(5)": (tail < ALARM / 2).any(1),
            "4 looks, t on annotators": ((bounds[..., 0] > 0) | (bounds[..., 1] < 0)).any(1),
        }
        for name, alarmed in rules.items():
            found.setdefault(name, []).append(float(alarmed.mean()))
    return found


def needed(plan: Plan, campaigns: int, seed: int) -> dict[str, Reached]:
    """Return the judgements that each plan needs to find a difference four times in five."""
    each = 16 if plan.people == 3 else 50 // plan.people
    step = each * plan.people
    steps = MOST // step
    won = wins(plan, each, steps, campaigns, seed)
    number = each * np.arange(1.0, steps + 1)[:, None]
    alone = np.stack(
        [outside(won[:, k], number[k], RATIO_SCALE, 0.05, better=True) for k in range(steps)], 1
    )
    looks = np.stack(
        [outside(won[:, k], number[k], RATIO_SCALE, ALARM, better=True) for k in range(steps)], 1
    )
    logs = log_e_values(won, number - won)
    evidence = (logs >= np.log(THRESHOLD)) & (won.sum(-1) > number.sum(-1) * plan.people / 2)
    fixed = [Reached((k + 1) * step, (k + 1) * step, alone[:, k].mean()) for k in range(steps)]
    four = [_stopped(looks[:, q - 1 : 4 * q : q], q * step) for q in range(1, steps // 4 + 1)]
    always = [_stopped(evidence[:, : k + 1], step) for k in range(steps)]
    return {
        "fixed": _first(fixed),
        "4 looks": _first(four),
        "e-process": _first(always),
    }


def _stopped(stops: Bools, step: int) -> Reached:
    """Return what a plan with these looks, so far apart, costs and finds."""
    looks = stops.shape[1]
    at = np.where(stops.any(1), stops.argmax(1) + 1, looks)
    return Reached(looks * step, float(at.mean() * step), float(stops.any(1).mean()))


def _first(plans: list[Reached]) -> Reached:
    """Return the smallest plan that finds the difference often enough, or what the last finds."""
    enough = [plan for plan in plans if plan.found >= POWER]
    return enough[0] if enough else Reached(None, None, plans[-1].found)


def surprised(planned: int, plan: Plan, campaigns: int, seed: int) -> dict[str, Reached]:
    """Return what rules cost that were planned for a smaller difference than there is."""
    each = planned // 4 // plan.people
    won = wins(plan, each, 4, campaigns, seed)
    number = each * np.arange(1.0, 5)[:, None]
    looks = np.stack(
        [outside(won[:, k], number[k], RATIO_SCALE, ALARM, better=True) for k in range(4)], 1
    )
    small = max(1, 50 // plan.people)
    steps = planned // (small * plan.people)
    often = wins(plan, small, steps, campaigns, seed)
    count = small * np.arange(1.0, steps + 1)[:, None]
    logs = log_e_values(often, count - often)
    return {
        "4 looks": _stopped(looks, each * plan.people),
        "e-process": _stopped(logs >= np.log(THRESHOLD), small * plan.people),
    }


def run() -> Evidence:
    """Simulate everything in one process and arrange it as tables."""
    false = {people: alarms(people, CAMPAIGNS, EVIDENCE_CAMPAIGNS, 0) for people in PEOPLE}
    scores = {
        unequal: {
            people: score_alarms(people, CAMPAIGNS // 2, 0, unequal=unequal) for people in PEOPLE
        }
        for unequal in (False, True)
    }
    shared = {people: shared_alarms(people, 100, POWER_CAMPAIGNS, 0) for people in PEOPLE}
    plans = {plan: needed(plan, POWER_CAMPAIGNS, 1) for plan in PLANS}
    fixed = plans[PLANS[0]]["fixed"].most or MOST
    planned = fixed - fixed % 20
    late = planned, surprised(planned, PLANS[1], POWER_CAMPAIGNS, 2)
    return Evidence(
        "When to stop: false alarms, and what looking saves",
        page(false, shared, scores, plans, late),
        signature(
            "monitoring",
            campaigns=CAMPAIGNS,
            evidence=EVIDENCE_CAMPAIGNS,
            power=POWER_CAMPAIGNS,
            alarm=f"{ALARM:.4f}",
            threshold=f"{THRESHOLD:g}",
            seed=0,
        ),
    )


def page(
    false: dict[int, dict[str, list[float]]],
    shared: dict[int, dict[str, list[float]]],
    scores: dict[bool, dict[int, dict[str, list[float]]]],
    plans: dict[Plan, dict[str, Reached]],
    late: tuple[int, dict[str, Reached]],
) -> str:
    """Arrange what was found as a page."""
    within = len(SPREADS)
    worst = max(
        rate for rows in false.values() for name in RECOMMENDED for rate in rows[name][:within]
    )
    error = 1.96 * (worst * (1 - worst) / EVIDENCE_CAMPAIGNS) ** 0.5
    holds = "at most 5%" if worst <= 0.05 else f"**up to {worst:.1%}**"
    told = (__doc__ or "").split("\n", 2)[2].strip()
    of_scores = [
        rate
        for by_people in scores.values()
        for rows in by_people.values()
        for name in SCORE_RECOMMENDED
        for rate in rows[name]
    ]
    lines = [
        told,
        "",
        f"Nominal 5%. {CAMPAIGNS:,} campaigns in each cell, {EVIDENCE_CAMPAIGNS:,} for the "
        f"hierarchical e-process and {CAMPAIGNS // 2:,} for scores. The two recommended rules "
        f"(bold) raise {holds} false alarms in every cell for preferences (largest {worst:.1%} ± "
        f"{error:.1%}), and up to {max(of_scores):.1%} for scores.",
        "",
        "## False alarms with preferences",
        "",
        "Per cent of campaigns.",
        "",
        *_rates(false, SPREADS, RECOMMENDED),
        "",
        f"If annotators differ more than the bound of the e-process allows (τ = {BEYOND:g}), its "
        f"promise no longer holds: {_beyond(false)}.",
        "",
        "With 100 segments that everybody judges, the e-process may count each of them once only:",
        "",
        *_rates(shared, SPREADS, ("e-process, τ ≤ .3, the first of each segment", RECOMMENDED[1])),
        "",
        "## False alarms with scores",
        "",
        "Per cent of campaigns; τ in points.",
        "",
        *_rates(scores[False], POINTS, SCORE_RECOMMENDED),
        "",
        "The same with unequal annotators and heavy tails:",
        "",
        *_rates(scores[True], POINTS, SCORE_RECOMMENDED),
        "",
        "## Judgements needed, and saved",
        "",
        f"Decided judgements that find a true difference in {POWER:.0%} of {POWER_CAMPAIGNS:,} "
        "campaigns: with one look at the end, and with rules that may stop before (the most, and "
        "the mean; in brackets the mean as a multiple of the fixed plan).",
        "",
        "| | fixed, HN(0.5) | 4 looks, HN(0.5) | e-process, τ ≤ .3 |",
        "|---|---|---|---|",
    ]
    for plan, found in plans.items():
        name = f"E = {plan.people}, τ = {plan.spread:g}, ratio {plan.ratio:g}"
        alone = found["fixed"]
        cells = [
            _cell(alone, None),
            _cell(found["4 looks"], alone),
            _cell(found["e-process"], alone),
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", *_verdict(plans, late)])


def _beyond(false: dict[int, dict[str, list[float]]]) -> str:
    parts = []
    for name in RECOMMENDED:
        rates = " / ".join(f"{rows[name][-1]:.1%}" for rows in false.values())
        parts.append(f"{name}: {rates} of campaigns with {' / '.join(map(str, false))} annotators")
    return "; ".join(parts)


def _rates(
    found: dict[int, dict[str, list[float]]], spreads: tuple[float, ...], bold: tuple[str, ...]
) -> list[str]:
    heads = " | ".join(f"E = {people}" for people in found)
    taus = " / ".join(f"{spread:g}".lstrip("0") or "0" for spread in spreads)
    lines = [f"| τ = {taus} | {heads} |", "|---" * (len(found) + 1) + "|"]
    for name in next(iter(found.values())):
        cells = [
            " / ".join(f"{100 * rate:.1f}" for rate in rows[name][: len(spreads)])
            for rows in found.values()
        ]
        lines.append(f"| {f'**{name}**' if name in bold else name} | {' | '.join(cells)} |")
    return lines


def _cell(found: Reached, fixed: Reached | None) -> str:
    if found.most is None or found.mean is None:
        return f"> {MOST:,} ({found.found:.0%} at {MOST:,})"
    if fixed is None:
        return f"{found.most:,}"
    times = f" ({found.mean / fixed.most:.1f}×)" if fixed.most else ""
    return f"{found.most:,}, mean {found.mean:,.0f}{times}"


def _verdict(
    plans: dict[Plan, dict[str, Reached]], late: tuple[int, dict[str, Reached]]
) -> list[str]:
    """Say what is saved, and what is not."""
    times = [
        found[rule].mean / found["fixed"].most
        for found in plans.values()
        for rule in ("4 looks", "e-process")
        if found[rule].mean is not None and found["fixed"].most
    ]
    saving = sum(time < 0.95 for time in times)
    planned, stops = late
    parts = [
        f"{name}: {one.mean:,.0f} on average, found in {one.found:.0%}"
        for name, one in stops.items()
    ]
    return [
        f"At equal power, looking costs {min(times):.1f} to {max(times):.1f} times the judgements "
        f"of a fixed plan on average; it saves 5% or more in {saving} of {len(times)} comparisons. "
        "Annotators, not judgements, are scarce, so stopping early is no way to save work on a "
        "difference of the size one planned for.",
        "",
        "The gain comes when the truth beats the plan. "
        f"Planned for a ratio of 1.5 ({planned} judgements, E = 5, τ = 0.15) while the truth is "
        f"1.9, campaigns stop earlier: {'; '.join(parts)}.",
    ]
