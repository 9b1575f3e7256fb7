"""A judge asked about all outputs of a folder: what it said, as rows too, and what that cost."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from tertium.judges.answers import JudgedAnswer
from tertium.judges.asking import NOT_ASKED, Patience, Tally, ask_all, most_frequent
from tertium.judges.budget import Budget
from tertium.judges.cache import ReplyCache
from tertium.judges.door import Door
from tertium.judges.prompts import Kind, Prompt
from tertium.judges.questions import ItemsToJudge, JudgedItem, questions_about
from tertium.judges.rows import judged_table
from tertium.stats.codes import coded
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Contrast, Standing
from tertium.stats.intervals import check_level
from tertium.stats.result import Result, signature
from tertium.stats.told import count
from tertium.table import JudgementTable

_LOST = 0.05  # of the items, beyond which what is left may be another selection


@dataclass(frozen=True, slots=True)
class JudgeReason:
    """Why something happened, and how often: `kind` is retry, refused, unanswered or left out."""

    kind: str
    reason: str
    times: int


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """How often a judge preferred each of two systems; `shown_first` are wins of the first slot."""

    a: str
    b: str
    a_better: int
    ties: int
    b_better: int
    shown_first: int


@dataclass(frozen=True, slots=True)
class Judging(Result):
    """What a judge said, and what that cost.

    `items` were to be judged, `answered` have an answer that could be read, `unanswered` none.
    `calls` were made, retries among them; `cached` answers were paid for before. `refused` answers
    could not be read. `cost` is money by the prices given, None without prices.
    """

    kind: Kind
    model: str
    prompt: str
    items: int
    answered: int
    unanswered: int
    cached: int
    calls: int
    retries: int
    refused: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    errors: int
    systems: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]
    pairs: tuple[JudgedPair, ...]
    reasons: tuple[JudgeReason, ...]
    level: float


def judge_items(
    found: ItemsToJudge,
    prompt: Prompt,
    door: Door,
    *,
    model: str,
    temperature: float,
    cache: ReplyCache,
    budget: Budget,
    patience: Patience,
    today: date,
    notes: Sequence[str] = (),
    level: float = 0.95,
    sleep: Callable[[float], object] | None = None,
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> tuple[Judging, JudgementTable]:
    """Ask about every item, and return what was said with the rows of the one table."""
    check_level(level)
    questions = list(questions_about(found.items, prompt))
    answers, tally = ask_all(
        questions, door, cache, budget, patience, sleep=sleep, progress=progress
    )
    told = "+".join(name for name, _ in most_frequent(tally.models)) or model or "unnamed"
    lost = sum(one is None for one in answers)
    who = {
        "prompt": f"{prompt.name}@{prompt.digest}",
        "model": told,
        "temperature": f"{temperature:g}",
    }
    signed = signature(
        "judge",
        **who,
        date=today.isoformat(),
        calls=budget.calls,
        cached=tally.cached,
        retries=tally.retries.total(),
        refused=tally.refused.total(),
        unanswered=lost,
    )
    standings, contrasts = _scored(found.items, answers, prompt, level)
    priced = any((budget.prices.call, budget.prices.tokens_in, budget.prices.tokens_out))
    result = Judging(
        kind=prompt.kind,
        model=told,
        prompt=prompt.name,
        items=len(found.items),
        answered=len(answers) - lost,
        unanswered=lost,
        cached=tally.cached,
        calls=budget.calls,
        retries=tally.retries.total(),
        refused=tally.refused.total(),
        tokens_in=budget.tokens_in,
        tokens_out=budget.tokens_out,
        cost=round(budget.cost, 6) if priced else None,
        errors=sum(len(one.errors) for one in answers if one is not None),
        systems=standings,
        contrasts=contrasts,
        pairs=tuple(_pairs(found.items, answers)) if prompt.kind == "pairwise" else (),
        reasons=_reasons(tally, found.left_out),
        level=level,
        signature=signed,
        warnings=(*notes, *_warnings(found.items, lost, tally)),
    )
    annotator = "|".join(["judge", *(f"{name}:{value}" for name, value in who.items())])
    return result, judged_table(found.items, answers, prompt, annotator=annotator)


def _scored(
    items: Sequence[JudgedItem],
    answers: Sequence[JudgedAnswer | None],
    prompt: Prompt,
    level: float,
) -> tuple[tuple[Standing, ...], tuple[Contrast, ...]]:
    """Score systems by the mean over segments; there are no annotators who vary."""
    rows = [
        (item, one.score)
        for item, one in zip(items, answers, strict=True)
        if one is not None and one.score is not None
    ]
    if prompt.kind == "pairwise" or not rows:
        return (), ()
    system, names = coded([item.systems[0] for item, _ in rows])
    segment, _ = coded([item.segment.id for item, _ in rows])
    document = [item.segment.document for item, _ in rows]
    codes, known = coded(document)
    if "" in known:
        codes = np.where(codes == known.index(""), -1, codes)
    value = np.array([score for _, score in rows])
    number = np.bincount(system)
    told = answer(
        Outputs(
            names,
            system,
            np.zeros(len(rows), dtype=np.int64),
            segment,
            codes,
            value,
            1 / number[system],
            (np.bincount(system, value) / number)[system],
        ),
        quantity="judge's score",
        unit="points",
        level=level,
        better="higher" if prompt.scale.best == "highest" else "lower",
        nobody=True,
    )
    return told.systems, told.contrasts


def _pairs(items: Sequence[JudgedItem], answers: Sequence[JudgedAnswer | None]) -> list[JudgedPair]:
    """Count preferences by pair of systems, whatever the order in which they were shown."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for item, one in zip(items, answers, strict=True):
        a, b = sorted(item.systems)
        own = counts.setdefault((a, b), Counter())
        if one is None:
            continue
        winner = {"left": item.systems[0], "right": item.systems[1]}.get(one.better, "")
        own[winner] += 1
        own["\x1ffirst"] += one.better == "left"
    return [
        JudgedPair(a, b, own[a], own[""], own[b], own["\x1ffirst"])
        for (a, b), own in sorted(counts.items())
    ]


def _reasons(tally: Tally, left_out: Mapping[str, int]) -> tuple[JudgeReason, ...]:
    kinds = (
        ("retry", tally.retries),
        ("refused", tally.refused),
        ("unanswered", tally.failed),
        ("left out", left_out),
    )
    return tuple(
        JudgeReason(kind, reason, times)
        for kind, counts in kinds
        for reason, times in most_frequent(counts)
    )


def _warnings(items: Sequence[JudgedItem], lost: int, tally: Tally) -> list[str]:
    found = []
    if not items:
        found.append("There is nothing to judge.")
    if tally.failed[NOT_ASKED]:
        number = count(tally.failed[NOT_ASKED], "question was", "questions were")
        found.append(
            f"The budget was spent: {number} not asked. With the same cache, another run goes on "
            "from here."
        )
    if items and lost > _LOST * len(items):
        found.append(
            f"{count(lost, 'item has', 'items have')} no answer ({100 * lost / len(items):.1f}%). "
            "Those that fail may be harder than the others."
        )
    if len(tally.models) > 1:
        found.append(f"The judge answered as several models: {', '.join(sorted(tally.models))}.")
    return found
