"""Is it time to stop? A look at a running campaign that keeps its promise about errors.

Whoever looks until a difference shows will find one: a test at each of fifty looks errs in
a third of the campaigns even if all annotators are alike, and in most of them if they differ
a little. The rules here count annotators and documents as what was sampled, and looks as what
they are.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tertium.choices import Rule
from tertium.exceptions import BadInput, NotFound
from tertium.stats.contrasts.crossed import ANNOTATORS, DOCUMENTS
from tertium.stats.contrasts.limitations import (
    FEW,
    UNKNOWN_DOCUMENTS,
    partly_assumed,
    unlike_others,
)
from tertium.stats.contrasts.record import Estimand, Units
from tertium.stats.intervals import check_level, check_seed
from tertium.stats.labels import choose_systems, label_judgements
from tertium.stats.monitoring import binomial, differences, gaussian, preferences
from tertium.stats.monitoring.course import Course, Scale, Standing
from tertium.stats.monitoring.documents import DOCUMENT_BOUND
from tertium.stats.monitoring.levels import look_level, look_sizes
from tertium.stats.monitoring.limits import find_limits
from tertium.stats.monitoring.result import RULES, Decision, Limits, Look, Monitoring
from tertium.stats.monitoring.rules import FEWEST, AnyTime, Bayes, Planned, false_alarms
from tertium.stats.monitoring.words import monitoring_sentence
from tertium.stats.result import Estimate, signature
from tertium.table import Comparisons, JudgementTable, Scores

_SURELY = 0.95


@dataclass(frozen=True, slots=True)
class _Settings:
    """What was asked for, checked."""

    rule: Rule
    looks: int
    level: float
    bound: float | None
    rope: float | None
    aspect: str | None


def monitor(
    data: JudgementTable | Comparisons | Scores,
    *,
    baseline: str | None = None,
    advanced: str | None = None,
    rule: Rule = "planned",
    looks: int = 4,
    planned: int | None = None,
    bound: float | None = None,
    rope: float | None = None,
    aspect: str | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Monitoring:
    """Tell whether the judgements so far are enough to stop, and what limits them if not.

    `baseline` and `advanced` are any two systems. Preferences are looked at where there
    are any, or scores on `aspect`. The *planned* rule looks `looks` times on the way to
    `planned` judgements (of these two systems), the *anytime-valid* rule whenever one likes; the
    *bayes* rule stops at probabilities. What is estimated holds for annotators and documents like
    these. `bound` is the sd between annotators that “no difference” still allows in the any-time
    rule: of log ratios (0.3) or of score differences (5% of the scale). `rope` is the ratio (1.25)
    or the difference (2% of the scale) that does not matter yet, for the Bayesian rule.
    Looks follow `submitted_at` where the table has it, else the order of rows. `seed` is for
    the simulated false alarms.
    """
    asked = _check(rule, looks, planned, bound, rope, level, seed, aspect)
    timed = isinstance(data, JudgementTable) and bool(data.distinct("submitted_at"))
    if isinstance(data, JudgementTable):
        data = _view(data.in_time(), aspect)
    course, old, new, notes = _course(data, baseline, advanced, asked)
    total = planned or len(course)
    chosen: Planned | AnyTime | Bayes
    if rule == "planned":
        chosen = Planned(total, looks, level)
    elif rule == "bayes":
        chosen = Bayes(total, looks, level)
    else:
        chosen = AnyTime(level)
    found = chosen.look(course) if len(course) else ()
    now = course.standing(len(course))
    result = _result(course, now, chosen, found, asked, planned, old, new, seed)
    notes += course.notes
    notes += _order_notes(data, timed)
    notes += _doubts(result, chosen, planned)
    notes += _unit_notes(result, now, chosen)
    if rule == "anytime-valid":
        notes += _bound_note(course, now)
    return replace(
        result, sentence=monitoring_sentence(result, looks), warnings=(*notes, *result.warnings)
    )


def _result(
    course: Course,
    now: Standing,
    rule: Planned | AnyTime | Bayes,
    looks: tuple[Look, ...],
    asked: _Settings,
    planned: int | None,
    old: str,
    new: str,
    seed: int,
) -> Monitoring:
    """Gather the facts; the first look that stopped decides."""
    stopped = next((look for look in looks if look.decision != "go on"), None)
    decision: Decision = stopped.decision if stopped else "go on"
    rests = stopped or next((look for look in reversed(looks) if look.planned), None)
    scale = course.scale
    simulated = None
    if not isinstance(rule, AnyTime):
        simulated = false_alarms(course, rule, now.annotators, seed)
    ratio = course.kind == "preferences"
    estimand = _estimand(course, now)
    return Monitoring(
        sentence="",
        decision=decision,
        rule=asked.rule,
        kind=course.kind,
        baseline=old,
        advanced=new,
        judgements=len(course),
        decided=now.decided,
        annotators=now.annotators,
        documents=now.documents,
        estimand=estimand,
        planned=planned,
        stopped_at=stopped.judgements if stopped else 0,
        estimate=Estimate(rests.estimate, rests.low, rests.high) if rests else Estimate(None),
        looks=looks,
        limits=_limits(course, now, rule, asked.level, decided=stopped is not None),
        threshold=rule.threshold if isinstance(rule, AnyTime) else None,
        false_alarms=simulated,
        bound=scale.unit * scale.bound,
        rope=(math.exp(scale.rope) if ratio else scale.unit * scale.rope)
        if asked.rule == "bayes"
        else None,
        level=asked.level,
        scale=course.choices.get("scale"),
        signature=signature(
            "monitor",
            **_chosen(course, rule, asked, planned, now.documents),
            units=estimand.sampled,
            seed=seed,
        ),
    )


def _limits(
    course: Course, now: Standing, rule: Planned | AnyTime | Bayes, level: float, *, decided: bool
) -> Limits | None:
    """Return what limits the answer; the anytime-valid rule may lack documents or segments."""
    found = find_limits(course, now, rule.decides(course), level=level, decided=decided)
    if found is None or decided or not isinstance(rule, AnyTime) or not course.left_out:
        return found
    if now.found is not None and now.found.p()[0] < 1 - level:
        return replace(found, by="items", judgements=None, annotators=None)
    return found


def _estimand(course: Course, now: Standing) -> Estimand:
    """Say what is estimated, and for which annotators and texts."""
    ratio = course.kind == "preferences"
    return Estimand(
        "wins ÷ losses over judgements, ties excluded" if ratio else "difference of mean scores",
        "log" if ratio else "points",
        "like these",
        "documents like these" if now.documents else "segments like these",
        Units(now.annotators, now.documents, now.segments),
    )


def _chosen(
    course: Course,
    rule: Planned | AnyTime | Bayes,
    asked: _Settings,
    planned: int | None,
    documents: int | None,
) -> dict[str, Any]:
    """Return what the signature tells about the rule."""
    told: dict[str, Any] = dict(course.choices)
    if course.kind == "scores" and asked.aspect not in (None, "overall"):
        told["aspect"] = asked.aspect
    scale = course.scale
    if isinstance(rule, AnyTime):
        told |= {"tau": f"0-{scale.unit * scale.bound:g}"}
        if documents and course.kind == "preferences":
            told["documents"] = f"0-{DOCUMENT_BOUND:g}"
        told["threshold"] = f"{rule.threshold:g}"
    else:
        told["looks"] = f"{asked.looks}/{planned or 'now'}"
        told["interval"] = "crossed"
        told["prior"] = f"HN({ANNOTATORS:g},{DOCUMENTS:g})"
    if isinstance(rule, Bayes):
        told["rope"] = f"{scale.unit * scale.rope:.3g}"
    return told | {"level": f"{asked.level:g}"}


def _view(table: JudgementTable, aspect: str | None) -> Comparisons | Scores:
    """Return the preferences of a table, or its scores where there are none or they are named."""
    rows = table.comparisons()
    if aspect is None and len(rows):
        return rows
    scores = table.scores(aspect or "overall")
    if not len(scores) and aspect is not None:
        raise NotFound.among("aspect", aspect, table.distinct("aspect"), where="aspect")
    return scores if len(scores) else rows


def _course(
    data: Comparisons | Scores, baseline: str | None, advanced: str | None, asked: _Settings
) -> tuple[Course, str, str, tuple[str, ...]]:
    """Return the judgements of the two systems in order, and which two they are."""
    choices: dict[str, Any] = {"rule": asked.rule}
    if isinstance(data, Comparisons):
        names = tuple(sorted({*data.system.names, *data.versus.names}))
        old, new, notes = choose_systems(names, baseline, advanced)
        scale = Scale(
            binomial.DIFFERENCE_SD,
            asked.bound or binomial.BOUND,
            math.log(_above(1.0, asked.rope) or preferences.ROPE),
        )
        labelled = label_judgements(data, old, new)
        course: Course = preferences.preferences_of(
            labelled, scale=scale, level=asked.level, choices=choices
        )
        return course, old, new, notes
    old, new, notes = choose_systems(data.system.names, baseline, advanced)
    read_on, given = data.read_on, data.value[~np.isnan(data.value)]
    choices["scale"] = read_on
    unit = read_on.point(given)
    rope = _above(0.0, asked.rope)
    scale = Scale(
        gaussian.DIFFERENCE_SD,
        asked.bound / unit if asked.bound else gaussian.BOUND,
        rope / unit if rope else differences.ROPE,
        unit,
    )
    course = differences.differences_of(
        data, old, new, scale=scale, level=asked.level, choices=choices
    )
    return course, old, new, (*(read_on.notes() if len(given) else ()), *notes)


def _above(least: float, rope: float | None) -> float | None:
    """Return the difference that does not matter yet, if it is one."""
    if rope is not None and not least < rope < math.inf:
        what = "ratio of preferences, such as 1.25" if least else "difference in points, such as 2"
        raise BadInput(
            f"the rope {rope:g} is not above {least:g}",
            where="rope",
            fix=f"Write the {what}, that does not matter yet.",
        )
    return rope


def _order_notes(data: Comparisons | Scores, timed: bool) -> tuple[str, ...]:
    """Say what the order of looks rests on, if it is not the time of answers."""
    if timed or not len(data):
        return ()
    changes = int((np.diff(data.annotator.codes) != 0).sum())
    alone = changes == len(np.unique(data.annotator.codes)) - 1 > 0
    file = "The judgements carry no times (submitted_at), so looks follow the order of the file"
    if alone:
        return (f"{file}, in which annotators come one after another.",)
    return (f"{file}.",)


def _unit_notes(
    result: Monitoring, now: Standing, rule: Planned | AnyTime | Bayes
) -> tuple[str, ...]:
    """Say which units are unknown, few, or differ more than is usual."""
    if not result.decided:
        return ()
    notes = [] if result.documents else [UNKNOWN_DOCUMENTS]
    units = (("annotators", now.annotators), ("documents", now.documents or 0))
    few = [name for name, number in units if FEWEST <= number <= FEW]
    if few and not isinstance(rule, AnyTime):
        notes.append(partly_assumed(few))
    if now.found is not None:
        unlike = bool(now.found.unlike_people[0]), bool(now.found.unlike_texts[0])
        notes += [unlike_others(name) for name, more in zip(few, unlike, strict=False) if more]
    return tuple(notes)


def _bound_note(course: Course, now: Standing) -> tuple[str, ...]:
    """Say if annotators surely differ more than the e-process allows without a difference."""
    if now.beyond > 1 - _SURELY:
        return ()
    bound = course.scale.unit * course.scale.bound
    return (
        f"Annotators differ by more than the bound of {bound:g} allows, so "
        "false alarms may be more than promised; raise it with --bound.",
    )


def _doubts(
    result: Monitoring, rule: Planned | AnyTime | Bayes, planned: int | None
) -> tuple[str, ...]:
    """Say, one sentence each, what weakens the conclusion."""
    if not result.judgements:
        return ("There are no judgements of these two systems yet.",)
    notes = []
    if isinstance(rule, Planned):
        notes += _plan_doubts(result, rule, planned)
    if result.annotators < FEWEST:
        notes.append(
            "No rule stops before a second annotator has compared or scored both systems: one "
            "annotator does not show how much annotators differ."
        )
    alarms = result.false_alarms
    if isinstance(rule, Bayes) and alarms is not None and alarms > 1 - result.level:
        notes.append(
            f"This rule is Bayesian: in {alarms:.1%} of simulated campaigns without a difference "
            f"it would stop for one; the planned rule does in at most {1 - result.level:.0%}."
        )
    if result.stopped_at and result.stopped_at < result.judgements:
        notes.append(
            f"The rule stopped after {result.stopped_at:,} judgements; the "
            f"{result.judgements - result.stopped_at:,} that came later do not change that."
        )
    return tuple(notes)


def _plan_doubts(result: Monitoring, rule: Planned, planned: int | None) -> list[str]:
    """Say where the looks are not the planned ones."""
    if planned is None:
        return [
            "How many judgements are planned was not said, so these are taken for all of them; "
            "say it with --planned."
        ]
    if result.stopped_at:
        return []
    if result.judgements > planned:
        return [
            f"{result.judgements - planned:,} judgements came after the last planned look; they "
            "are shown, but do not decide."
        ]
    if result.judgements in look_sizes(rule.planned, rule.looks):
        return []
    following = next(s for s in look_sizes(rule.planned, rule.looks) if s > result.judgements)
    return [
        f"This look is not a planned one: the next is due after {following:,} judgements. What it "
        "shows does not decide."
    ]


def _check(
    rule: Rule,
    looks: int,
    planned: int | None,
    bound: float | None,
    rope: float | None,
    level: float,
    seed: int,
    aspect: str | None,
) -> _Settings:
    check_level(level)
    if rule not in RULES:
        raise NotFound.among("rule", rule, RULES, where="rule")
    look_level(looks, level)
    if planned is not None and planned < 1:
        raise BadInput(
            f"{planned} planned judgements are none", where="planned", fix="Write 1 or more."
        )
    if bound is not None and not 0 < bound < math.inf:
        raise BadInput(
            f"the bound {bound:g} is not above 0",
            where="bound",
            fix="It is a standard deviation between annotators, such as 0.3 or 5 points.",
        )
    check_seed(seed)
    return _Settings(rule, looks, level, bound, rope, aspect)
