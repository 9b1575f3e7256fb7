"""How people score: whether they read, whether they agree, and how they use the scale.

Everything here is blind: it tells annotators apart, never systems. Flags are hints to look
at somebody's answers; nothing is deleted because of them, and an analysis may leave out who
does not pass the control items.
"""

from typing import Literal

import numpy as np
from msgspec import Struct
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tertium.choices import Metric
from tertium.exceptions import BadInput
from tertium.stats.agreement.coefficients import estimated
from tertium.stats.agreement.ratings import score_ratings
from tertium.stats.annotators.model import annotators
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.assessment.control import ControlTest, Flag, Pairs, control_pairs, control_tests
from tertium.stats.assessment.ranks import signed_rank
from tertium.stats.assessment.rows import Rows, read_rows
from tertium.stats.codes import together
from tertium.stats.result import Estimate, signature
from tertium.table import Scores

MOST_SCORES = 5_000  # up to which the annotator model is worth its seconds on a live page
LEVEL = 0.95
_NORMAL = 1.959964  # half the width of an interval of 95%, in standard errors
_NOTHING = 1e-9  # a spread so small that it is a rounding error
_SURE = 1 - 1e-9  # a correlation that still has an interval
_FEWEST = 5  # outputs shared with others before a correlation is told


class ControlItems(Struct, frozen=True):
    """Control items of one kind: how many with an original, by how many points they differ, p."""

    n: int
    effect: float
    p: float


class ScoreCorrelation(Struct, frozen=True):
    """The correlation of somebody's scores with the mean of all others, on shared outputs."""

    value: float
    low: float
    high: float
    shared: int


class ScaleUse(Struct, frozen=True):
    """How somebody uses the scale, as the annotator model has it.

    `offset`: points above others; `slope`: the reaction to quality, 1 like the average and 0
    not at all, None where it was not fitted; `noise`: points around what the model expects.
    """

    offset: float
    slope: float | None
    noise: float


class Scorer(Struct, frozen=True):
    """One annotator's scores.

    `degraded`: copies made worse lie so many points below their originals; `reference`: human
    translations lie above the outputs of the same segment; `repeat`: the second score of
    the same output lies so far from the first, either way.
    """

    annotator: str
    scores: int
    mean: float
    sd: float
    seconds: float | None
    degraded: ControlItems | None
    reference: ControlItems | None
    repeat: ControlItems | None
    passed: bool | None
    flags: tuple[Flag, ...]
    going: ScoreCorrelation | None


class ScoresNow(Struct, frozen=True):
    """Agreement of scores, and everybody's control items.

    `alpha` is Krippendorff's with squared differences (ordinal where the steps of the scale have
    names), over outputs that several people scored (everybody's first score of each). `missing`
    tells why there is none. `groups` counts the sets of annotators that share no output with
    another set. `apart` is the mean distance of `repeats` from the first score.
    """

    scores: int
    annotators: int
    missing: Literal["", "scores", "annotators", "shared", "constant", "outside"]
    alpha: float | None = None
    low: float | None = None
    high: float | None = None
    shared: int = 0
    groups: int = 0
    repeats: int = 0
    apart: float | None = None
    controls: int = 0
    scorers: tuple[Scorer, ...] = ()
    signature: str = ""


def scores_of(scores: Scores, aspect: str) -> ScoresNow:
    """Look at the scores on an aspect so far, those of control items included."""
    try:
        rows = read_rows(scores)
    except BadInput:  # it names the system whose score lies outside the scale
        return ScoresNow(0, 0, "outside")
    rows = rows.take(rows.scores.annotator.codes >= 0)
    people = len(rows.scores.annotator.names)
    if not len(rows):
        return ScoresNow(0, 0, "scores")
    first = rows.take(_first_scores(rows))
    shared = _shared(first)
    metric: Metric = "ordinal" if rows.scale.labels else "interval"
    found = estimated(score_ratings(first.scores), metric, "these", LEVEL)
    if people < 2:
        missing: Literal["", "annotators", "shared", "constant"] = "annotators"
    elif not shared.any():
        missing = "shared"
    else:
        missing = "" if found.value is not None else "constant"
    if missing:
        found = Estimate(None)
    repeat = control_pairs(rows, "repeat")
    apart = np.abs(repeat.copy - repeat.original)
    tests = control_tests(rows)
    return ScoresNow(
        len(rows),
        people,
        missing,
        alpha=found.value,
        low=found.low,
        high=found.high,
        shared=len(np.unique(first.item[shared])),
        groups=_groups(first),
        repeats=len(apart),
        apart=float(apart.mean()) if len(apart) else None,
        controls=sum(test.n for test in tests),
        scorers=_scorers(rows, first, shared, repeat, tests),
        signature=signature(
            "scores", agreement=f"alpha-{metric}", aspect=aspect, level=f"{LEVEL:g}"
        ),
    )


def scales_of(scores: Scores) -> dict[str, ScaleUse]:
    """Return everybody's offset and noise in points, as `tertium annotators` finds them."""
    try:
        found = annotators(scores)
    except BadInput:
        return {}
    return {
        one.annotator: ScaleUse(
            one.offset * found.spread,
            one.slope,
            found.spread / float(np.sqrt(one.precision)),
        )
        for one in found.annotators
    }


def _first_scores(rows: Rows) -> Bools:
    """Return which rows are somebody's first about an output, in earnest."""
    key = together(rows.scores.annotator.codes, rows.item)
    earnest = np.flatnonzero(rows.plays("real"))
    _, start = np.unique(key[earnest], return_index=True)
    first = np.zeros(len(rows), dtype=bool)
    first[earnest[start]] = True
    return first


def _shared(first: Rows) -> Bools:
    """Return which first scores are of an output that somebody else scored too."""
    return np.asarray(np.bincount(first.item, minlength=1)[first.item] > 1)


def _groups(first: Rows) -> int:
    """Count the sets of annotators between whom no output is shared."""
    who, what = first.scores.annotator.codes, first.item
    if not len(who):
        return 0
    people = int(who.max()) + 1
    size = people + int(what.max()) + 1
    graph = coo_array((np.ones(len(who)), (who, what + people)), shape=(size, size))
    _, label = connected_components(graph, directed=False)
    return len(np.unique(label[np.unique(who)]))


def _scorers(
    rows: Rows,
    first: Rows,
    shared: Bools,
    repeat: Pairs,
    tests: tuple[ControlTest, ...],
) -> tuple[Scorer, ...]:
    names = rows.scores.annotator.names
    people = len(names)
    code = rows.scores.annotator.codes
    count = np.bincount(code, minlength=people)
    mean = np.bincount(code, rows.value, people) / np.maximum(count, 1)
    off = np.bincount(code, (rows.value - mean[code]) ** 2, people)
    sd = np.sqrt(off / np.maximum(count - 1, 1))
    going = _going(first, shared, people)
    reference = _references(rows, people)
    distance = _by_person(np.abs(repeat.copy - repeat.original), repeat.annotator, people)
    place = {name: number for number, name in enumerate(names)}
    return tuple(
        Scorer(
            annotator=test.annotator,
            scores=test.scores,
            mean=float(mean[place[test.annotator]]),
            sd=float(sd[place[test.annotator]]),
            seconds=test.seconds,
            degraded=_tested(test.n, test.effect, test.p),
            reference=reference[place[test.annotator]],
            repeat=_tested(test.repeat_n, distance[place[test.annotator]], test.repeat_p),
            passed=test.passed,
            flags=test.flags,
            going=going[place[test.annotator]],
        )
        for test in tests
    )


def _tested(n: int, effect: float | None, p: float | None) -> ControlItems | None:
    return None if effect is None or p is None else ControlItems(n, effect, p)


def _by_person(value: Floats, person: Ints, people: int) -> list[float | None]:
    """Return everybody's mean, None without a value."""
    count = np.bincount(person, minlength=people)
    total = np.bincount(person, value, people)
    return [float(t / n) if n else None for t, n in zip(total, count, strict=True)]


def _references(rows: Rows, people: int) -> list[ControlItems | None]:
    """Test whether people score references above the outputs of the same segments.

    An output of the same HIT where there is one; several are averaged.
    """
    person, real, copies = rows.scores.annotator.codes, rows.plays("real"), rows.plays("reference")
    outputs = np.full(int(copies.sum()), np.nan)
    for key in (together(rows.person, rows.segment), together(rows.hit, rows.segment)):
        size = int(key.max(initial=-1)) + 1
        number = np.bincount(key[real], minlength=size)
        total = np.bincount(key[real], rows.value[real], size)
        with np.errstate(invalid="ignore"):
            mean = (total / number)[key[copies]]
        outputs = np.where(np.isnan(mean), outputs, mean)
    known = ~np.isnan(outputs)
    above, who = (rows.value[copies] - outputs)[known], person[copies][known]
    p = signed_rank(above, who, people).greater
    effect = _by_person(above, who, people)
    count = np.bincount(who, minlength=people)
    p = np.where(np.isnan(p), 1.0, p)  # all as good as their outputs
    return [_tested(int(n), e, float(q)) for n, e, q in zip(count, effect, p, strict=True)]


def _going(first: Rows, shared: Bools, people: int) -> list[ScoreCorrelation | None]:
    """Correlate everybody with the mean of the others, with Fisher's interval."""
    who, what, value = first.scores.annotator.codes[shared], first.item[shared], first.value[shared]
    if not len(who):
        return [None] * people
    others = np.bincount(what)[what] - 1
    rest = (np.bincount(what, value)[what] - value) / others
    n = np.bincount(who, minlength=people)
    x = value - (np.bincount(who, value, people) / np.maximum(n, 1))[who]
    y = rest - (np.bincount(who, rest, people) / np.maximum(n, 1))[who]
    spread = np.bincount(who, x * x, people) * np.bincount(who, y * y, people)
    known = (n >= _FEWEST) & (spread > _NOTHING)  # who always gives the same goes with nobody
    r = np.clip(np.bincount(who, x * y, people) / np.sqrt(np.where(known, spread, 1.0)), -1, 1)
    z = np.arctanh(np.clip(r, -_SURE, _SURE))
    half = _NORMAL / np.sqrt(np.maximum(n, _FEWEST) - 3)
    return [
        ScoreCorrelation(
            float(r[k]), float(np.tanh(z[k] - half[k])), float(np.tanh(z[k] + half[k])), int(n[k])
        )
        if known[k]
        else None
        for k in range(people)
    ]
