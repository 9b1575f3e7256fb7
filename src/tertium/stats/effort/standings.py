"""Which system takes less effort to post-edit, by how much, and how sure is that?

Effort is compared on the log scale: log effort = system + source length + position + editor +
random segment. Editors have effects of their own, so that a slow editor slows no system down, and
two systems can be compared where editors who edited both connect them, though every segment was
edited from one system only. What is said of contrasts is that of `stats.contrasts`: editors,
documents and segments vary.

Scores are in the unit of the measure, as if every judgement had been of that system: the effort
of each judgement is moved by the difference of the two systems, and added up.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tertium.stats.arrays import Bools, Floats, Ints, number_or_none
from tertium.stats.codes import different, numbered
from tertium.stats.contrasts.crossed import (
    DOCUMENTS,
    LEVELS,
    CrossedEstimates,
    Prior,
    as_seen,
    crossed,
    squares,
)
from tertium.stats.contrasts.estimate import adjusted, better_first, stand
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.limitations import limitations
from tertium.stats.contrasts.outputs import Pairs, joined
from tertium.stats.contrasts.record import Answer, Contrast, Estimand, Standing, Units, why_not
from tertium.stats.contrasts.separate import further
from tertium.stats.effort.measured import (
    FRACTIONS,
    EditIndicators,
    covariates_of,
    log_scale,
    raw_scale,
)
from tertium.stats.effort.mixed import fit_mixed
from tertium.stats.order import differences
from tertium.wording import say

_NOTHING = 1e-9  # below this share of the largest, a number is rounding
_QUANTITIES = {
    "seconds": "seconds per source word",
    "keystrokes": "keystrokes per source word",
    "hter": "HTER",
}


@dataclass(frozen=True, slots=True)
class EffortContrast(Contrast):
    """Two systems by one measure, the one with less effort first.

    `difference` is in the unit of the scores, `ratio` the effort with `a` over that with `b`.
    """

    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    measure: str = ""


@dataclass(frozen=True, slots=True)
class EffortEstimate:
    """Systems by one indicator: what the mechanism for contrasts says, and effort as measured.

    `raw` by system is the sum of the indicator over that of source words (of HTER the mean) in
    the system's own judgements; `per_word` tells whether words are known.
    """

    indicator: str
    per_word: bool
    answer: Answer
    contrasts: tuple[EffortContrast, ...]
    raw: Mapping[str, float]


def estimate_effort(
    measured: EditIndicators, indicator: str, *, level: float = 0.95
) -> EffortEstimate | None:
    """Compare the systems of the test judgements; None if there are no two of them.

    Judgements of the training set count too: they tell how editors differ.
    """
    rows = _Rows.of(measured, indicator)
    if rows is None:
        return None
    fit = _Fit.of(rows)
    kept = rows.kept
    component = rows.component[kept]
    score, own = _levels(rows, fit, level)
    with np.errstate(over="ignore"):  # of systems with hardly any effort nothing is known
        low, high = (np.exp(end) for end in own.interval(level))
    first, second = better_first(score, better="lower")
    pairs = _pairs(rows, fit, kept[first], kept[second], first, second)
    p = np.where(pairs.connected, pairs.found.p(), np.nan)
    component = numbered(component)
    standings = stand(score, component, first, second, p, level=level, better="lower")
    contrasts = _contrasts(rows, fit, score, pairs, p, component, level)
    order = np.lexsort((np.arange(len(score)), standings.rank, component))
    told = Answer(
        tuple(
            Standing(
                rows.names[code],
                float(score[code]),
                number_or_none(low[code]),
                number_or_none(high[code]),
                int(standings.rank[code]),
                (int(standings.low[code]), int(standings.high[code])),
                (int(standings.all_low[code]), int(standings.all_high[code])),
                int(standings.cluster[code]),
                int(component[code]) + 1,
                *rows.counts(int(kept[code])),
            )
            for code in order.tolist()
        ),
        contrasts,
        _estimand(rows),
        limitations(pairs),
    )
    return EffortEstimate(indicator, rows.per_word, told, contrasts, rows.raw)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The judgements of one indicator, on the log scale; units are coded from 0.

    `kept` are the codes of systems that are compared, `component` says of each system which others
    editors connect it with. `exposure` is what effort is divided by.
    """

    indicator: str
    names: tuple[str, ...]
    kept: Ints
    component: Ints
    system: Ints
    editor: Ints
    segment: Ints
    document: Ints
    y: Floats
    exposure: Floats
    per_word: bool
    covariates: tuple[Floats, ...]

    def __len__(self) -> int:
        return len(self.y)

    def units(self, some: Bools) -> tuple[int, int, int]:
        """Count the editors, documents (0 where they are not known) and segments of some rows."""
        known = some & (self.document >= 0)
        return (
            different(self.editor[some]),
            different(self.document[known]),
            different(self.segment[some]),
        )

    def counts(self, system: int) -> tuple[int, int, int | None, int]:
        """Count the judgements of a system, and the units they come from."""
        own = self.system == system
        editors, documents, segments = self.units(own)
        return int(own.sum()), editors, documents or None, segments

    @property
    def raw(self) -> dict[str, float]:
        """Effort as measured, by system, whoever edited."""
        effort = raw_scale(self.indicator, self.y)
        owned = [self.system == system for system in self.kept.tolist()]
        return {
            name: float(effort[own].sum() / self.exposure[own].sum())
            for name, own in zip(self.names, owned, strict=True)
        }

    @classmethod
    def of(cls, measured: EditIndicators, indicator: str) -> "_Rows | None":
        """Read judgements of some system's output; where words are known, they have to be."""
        y = log_scale(indicator, measured.values[indicator])
        usable = ~np.isnan(y) & ~measured.scratch & (measured.system.codes >= 0)
        known = ~np.isnan(measured.words)
        per_word = indicator not in FRACTIONS and bool((usable & known).any())
        if per_word:
            usable &= known
        rows = np.flatnonzero(usable)
        codes, system = np.unique(measured.system.codes[rows], return_inverse=True)
        kept = np.flatnonzero(np.isin(codes, measured.system.codes[rows][measured.test[rows]]))
        covariates = covariates_of(measured, rows)[0]
        if len(kept) < 2 or len(rows) <= len(codes) + len(covariates) + 2:
            return None
        editor = numbered(measured.annotator.codes[rows])
        return cls(
            indicator,
            tuple(measured.system.names[code] for code in codes[kept]),
            kept,
            _connected(system, editor),
            system,
            editor,
            numbered(measured.segment.codes[rows]),
            measured.document.codes[rows],
            y[rows],
            measured.words[rows] if per_word else np.ones(len(rows)),
            per_word,
            covariates,
        )


def _connected(system: Ints, editor: Ints) -> Ints:
    """Return the group of each system: editors connect the systems whose outputs they edited."""
    systems = int(system.max()) + 1
    size = systems + int(editor.max()) + 1
    graph = coo_array((np.ones(len(system)), (system, systems + editor)), shape=(size, size))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)[:systems]


@dataclass(frozen=True, slots=True)
class _Fit:
    """Effects of systems, what each judgement's log effort adds to them, and what is left.

    `share` (rows × systems) are the weights of generalised least squares with editors as fixed
    and segments as random effects; only differences inside a component mean anything.
    """

    effect: Floats
    share: Floats
    left: Floats
    sd: float

    @classmethod
    def of(cls, rows: _Rows) -> "_Fit":
        systems = int(rows.system.max()) + 1
        own = np.column_stack([np.eye(systems)[rows.system], *rows.covariates])
        varies = fit_mixed(rows.y, own, rows.editor, rows.segment)
        # Rounded, so that the order of rows does not show in the last digits.
        ratio = float(np.exp(round(2 * np.log(varies.sd_second / varies.sd_residual), 3)))
        x = np.column_stack([own, np.eye(int(rows.editor.max()) + 1)[rows.editor]])
        number = np.bincount(rows.segment)
        shrink = ratio / (1 + ratio * number)
        sums = np.stack([np.bincount(rows.segment, column) for column in x.T], axis=1)
        solved = x - (shrink[:, None] * sums)[rows.segment]
        information = x.T @ solved
        share = solved @ np.linalg.pinv(information, hermitian=True, rcond=1e-10)
        beta = share.T @ rows.y
        rank = int(np.linalg.matrix_rank(information, hermitian=True, tol=None))
        spare = max(len(rows) - rank, 1)  # what fitted effects take from the spread
        left = (rows.y - x @ beta) * (len(rows) / spare) ** 0.5
        left[np.abs(left) <= _NOTHING * np.abs(rows.y).max()] = 0.0
        return cls(beta[:systems], share[:, :systems], left, float(f"{varies.sd_residual:.4g}"))


def _pairs(rows: _Rows, fit: _Fit, one: Ints, two: Ints, first: Ints, second: Ints) -> Pairs:
    """Return the contrasts of these systems (`one` and `two` are codes of rows)."""
    connected = rows.component[one] == rows.component[two]
    found, counts, alone = [], [], []
    for a, b, together in zip(one.tolist(), two.tolist(), connected.tolist(), strict=True):
        counts.append(rows.units((rows.system == a) | (rows.system == b)))
        found.append(_contrast(rows, fit, a, b) if together else CrossedEstimates.nothing(np.nan))
        alone.append([rows.units(rows.system == one)[2] < 2 for one in (a, b)])
    annotators, documents, segments = np.array(counts, dtype=np.int64).reshape(-1, 3).T
    lone = np.array(alone, dtype=bool).reshape(-1, 2)
    believed = joined(found).without(lone[:, 0] | lone[:, 1])
    return Pairs(first, second, connected, believed, annotators, documents, segments, lone)


def _contrast(rows: _Rows, fit: _Fit, a: int, b: int) -> CrossedEstimates:
    """Return what is believed about the difference of log effort of two systems.

    Some documents are harder than others. That cancels where a document was edited from both
    systems; as far as it does not, documents may differ as much as levels do.
    """
    share = fit.share[:, a] - fit.share[:, b]
    whole = np.abs(share).sum()
    used = np.flatnonzero(np.abs(share) > _NOTHING * whole)
    weight = np.abs(share[used]) / whole
    document = numbered(rows.document[used])
    kept = (np.bincount(document, share[used]) ** 2).sum()
    uneven = (kept / (np.bincount(document, np.abs(share[used])) ** 2).sum()) ** 0.5
    harder = 2**0.5 * LEVELS * uneven
    prior = Prior(documents=float(np.hypot(DOCUMENTS, harder)), unit=2**0.5 * fit.sd)
    value = fit.effect[a] - fit.effect[b] + whole * np.sign(share[used]) * fit.left[used]
    return _believed(rows, used, weight, value, prior, opposed=True)


def _believed(
    rows: _Rows, used: Ints, weight: Floats, value: Floats, prior: Prior, *, opposed: bool = False
) -> CrossedEstimates:
    layout = Layout.of(weight, rows.editor[used], rows.segment[used], rows.document[used])
    layout, prior = as_seen(layout, prior)
    centred = value - (layout.weight @ value)  # of weights that rounding left
    estimate = float(np.average(value, weights=weight))
    return crossed(
        layout, squares(layout, (estimate + centred)[:, None]), prior=prior, opposed=opposed
    )


def _moved(rows: _Rows, fit: _Fit, system: int, inside: Ints, by: float = 0.0) -> Floats:
    """Return the effort of judgements as if all had been of one system (and `by` more, in logs)."""
    shift = fit.effect[system] + by - fit.effect[rows.system[inside]]
    effort = raw_scale(rows.indicator, rows.y[inside] + shift)
    effort[effort <= _NOTHING * raw_scale(rows.indicator, rows.y).max()] = 0.0
    return effort


def _levels(rows: _Rows, fit: _Fit, level: float) -> tuple[Floats, CrossedEstimates]:
    """Return the effort with each system, and what is believed about its log.

    It varies with the judgements themselves, and with the differences of systems by which their
    effort was moved.
    """
    score, parts = [], []
    unit = 100.0 if rows.indicator in FRACTIONS else 1.0
    for system in rows.kept.tolist():
        inside = np.flatnonzero(rows.component[rows.system] == rows.component[system])
        effort, exposure = _moved(rows, fit, system, inside), rows.exposure[inside]
        total = effort.sum()
        score.append(total / exposure.sum())
        if not total > 0:
            parts.append(CrossedEstimates.nothing(-np.inf))
            continue
        steep = np.where(effort > 0, effort + 1 / unit, 0.0) / total
        toward = -np.bincount(rows.system[inside], steep, fit.share.shape[1])
        toward[system] += steep.sum()
        adds = effort / total - exposure / exposure.sum()
        adds = adds + fit.share[inside] @ toward * fit.left[inside]
        weight = exposure / exposure.sum()
        value = np.log(score[-1]) + adds / weight
        parts.append(_believed(rows, inside, weight, value, Prior(annotators=LEVELS)))
    return np.array(score), joined(parts)


def _contrasts(
    rows: _Rows,
    fit: _Fit,
    score: Floats,
    pairs: Pairs,
    p: Floats,
    component: Ints,
    level: float,
) -> tuple[EffortContrast, ...]:
    """Return a record for every pair; pairs that no editor connects have a reason instead."""
    guarded = adjusted(p, component, pairs.first)
    more = further(pairs.found, len(rows), level=level)
    ends = np.stack(pairs.found.interval(level), axis=1)
    difference = differences(score, pairs.first, pairs.second)
    records = []
    for k, (i, j) in enumerate(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)):
        a, b = rows.names[i], rows.names[j]
        if not pairs.connected[k]:
            reason = say(
                "no editor edited outputs of both {a} and {b}, nor of systems between them",
                a=a,
                b=b,
            )
            records.append(EffortContrast(a, b, None, reason=reason))
            continue
        inside = np.flatnonzero(rows.component[rows.system] == rows.component[rows.kept[j]])
        whole = float(_moved(rows, fit, rows.kept[j], inside).sum())

        def ratio(by: float, j: int = j, inside: Ints = inside, whole: float = whole) -> float:
            """Return how many times the effort with b it is, `by` more in logs."""
            if np.isnan(by) or not whole > 0:
                return np.nan
            return float(_moved(rows, fit, rows.kept[j], inside, by).sum()) / whole

        low, high = (ratio(end) for end in ends[k])
        records.append(
            EffortContrast(
                a,
                b,
                float(difference[k]),
                number_or_none(score[j] * (low - 1)),
                number_or_none(score[j] * (high - 1)),
                number_or_none(p[k]),
                number_or_none(guarded[k]),
                int(pairs.annotators[k]),
                int(pairs.documents[k]) or None,
                why_not(a, b, tuple(pairs.alone[k].tolist())) if np.isnan(p[k]) else None,
                None if np.isnan(more.judgements[k]) else int(more.judgements[k]),
                more.limit[k],
                number_or_none(score[i] / score[j]) if score[j] > 0 else None,
                number_or_none(low),
                number_or_none(high),
            )
        )
    return tuple(records)


def _estimand(rows: _Rows) -> Estimand:
    """Say what is estimated, and for which editors and texts."""
    editors, documents, segments = rows.units(rows.system >= 0)
    quantity = _QUANTITIES.get(rows.indicator, rows.indicator)
    if not rows.per_word:
        quantity = quantity.replace(" per source word", " per segment")
    texts = "documents like these" if documents > 1 else "segments like these"
    return Estimand(
        quantity,
        "log",
        "like these" if editors > 1 else "this annotator",
        "this document" if documents == 1 else texts,  # type: ignore[arg-type]
        Units(editors, documents or None, segments),
    )
