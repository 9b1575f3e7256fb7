"""γ: agreement on place and label at once, by the best alignment of two people's marks.

Mathet, Widlöcher and Métivier (2015). Two marks differ by α·d_pos + β·d_label, where d_pos is
((|Δstart| + |Δend|) / (length + length))² Δ∅ and d_label is Δ∅ for different labels; a mark that
stays alone costs Δ∅. The *disorder* is the cost of the cheapest alignment per mark of an annotator,
and γ = 1 − disorder / disorder of random marks. For two annotators the alignment is an assignment
problem, solved exactly (the Hungarian method) tangle by tangle. *γ-cat* is the same for labels of
aligned marks only, weighted by how well their places agree (Mathet, 2017).

Texts are laid end to end; marks of different texts are never aligned. Choices that change the value
are named in `GammaChoices` and in every signature.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from tertium.stats.arrays import Floats, Ints
from tertium.stats.span_agreement.readings import Reading, SharedOutput

_Row = tuple[float, float, int, int, int]


@dataclass(frozen=True, slots=True)
class GammaChoices:
    """What γ depends on beside the marks.

    `sampler`: random marks are those of an annotator moved along the texts by a random distance
    ("shuffle", the original), or drawn anew with the mean and spread of numbers, lengths and gaps
    ("statistical", the default of pygamma-agreement). `pivot`: the distance is a whole number
    of characters, as in the first program, or any. `pivot_distance`: how far two such distances
    are apart at least, in mean lengths of marks. `alpha_in_cat`: whether α also multiplies the
    places in the weights of γ-cat.
    """

    alpha: float = 1.0
    beta: float = 1.0
    empty: float = 1.0
    sampler: Literal["shuffle", "statistical"] = "shuffle"
    pivot: Literal["integer", "real"] = "integer"
    pivot_distance: float = 0.5
    alpha_in_cat: bool = True
    samples: int = 30

    def __str__(self) -> str:
        cat = "alpha" if self.alpha_in_cat else "plain"
        return (
            f"alpha={self.alpha:g},beta={self.beta:g},empty={self.empty:g},{self.sampler},"
            f"pivot={self.pivot},apart={self.pivot_distance:g},cat={cat},samples={self.samples}"
        )


@dataclass(frozen=True, slots=True)
class Units:
    """Marks of one annotator on one long line; `text` is where each lies, `unit` what varies."""

    start: Floats
    end: Floats
    label: Ints
    text: Ints
    unit: Ints

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, slots=True)
class Layout:
    """Texts end to end: text k fills `begins[k]` to `begins[k + 1]`, the last to `length`.

    With `apart` marks of different texts are never aligned.
    """

    begins: Floats
    length: float
    apart: bool = True

    def text_at(self, place: Floats) -> Ints:
        """Return the text at each place."""
        if not self.apart:
            return np.zeros(len(place), dtype=np.int64)
        at = np.searchsorted(self.begins, place, side="right") - 1
        return np.clip(at, 0, max(0, len(self.begins) - 1)).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The cheapest alignment: what each mark costs (half of a pair each), and its pairs.

    `place` is the difference of places of each pair, `differs` Δ∅ where labels do.
    """

    first: Ints
    second: Ints
    place: Floats
    differs: Floats
    of_first: Floats
    of_second: Floats

    @property
    def total(self) -> float:
        """The cost of the whole alignment."""
        return float(self.of_first.sum() + self.of_second.sum())


_PLAIN = GammaChoices()


def align(one: Units, two: Units, choices: GammaChoices = _PLAIN) -> Alignment:
    """Return the cheapest alignment of two annotators' marks."""
    i, j = _near(one, two, choices)
    apart = np.abs(one.start[i] - two.start[j]) + np.abs(one.end[i] - two.end[j])
    lengths = one.end[i] - one.start[i] + two.end[j] - two.start[j]
    place = (apart / lengths) ** 2 * choices.empty
    differs = (one.label[i] != two.label[j]) * choices.empty
    profit = 2 * choices.empty - (choices.alpha * place + choices.beta * differs)
    worth = (profit > 0) & (one.text[i] == two.text[j])
    i, j, place, differs, profit = (x[worth] for x in (i, j, place, differs, profit))
    chosen = _matched(i, j, profit, len(one), len(two))
    i, j, place, differs = (x[chosen] for x in (i, j, place, differs))
    of_first, of_second = np.full(len(one), choices.empty), np.full(len(two), choices.empty)
    half = (choices.alpha * place + choices.beta * differs) / 2
    of_first[i], of_second[j] = half, half
    return Alignment(i, j, place, differs, of_first, of_second)


def _near(one: Units, two: Units, choices: GammaChoices) -> tuple[Ints, Ints]:
    """Return the pairs of marks near enough that aligning them may be worth it."""
    nothing = np.zeros(0, dtype=np.int64)
    if not len(one) or not len(two):
        return nothing, nothing
    order = np.argsort(two.start, kind="stable")
    starts = two.start[order]
    longest = float((two.end - two.start).max())
    # α·d_pos < 2Δ∅ bounds |Δstart| by √(2/α) times both lengths.
    reach = (2 / choices.alpha) ** 0.5 if choices.alpha > 0 else np.inf
    far = reach * (one.end - one.start + longest)
    low = np.searchsorted(starts, one.start - far, side="left")
    high = np.searchsorted(starts, one.start + far, side="right")
    number = high - low
    i = np.repeat(np.arange(len(one)), number)
    within = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number, number)
    return i.astype(np.int64), order[np.repeat(low, number) + within].astype(np.int64)


def _matched(i: Ints, j: Ints, profit: Floats, ones: int, twos: int) -> Ints:
    """Choose pairs of the highest profit, each mark once; tangles are solved one by one."""
    if not len(i):
        return np.zeros(0, dtype=np.int64)
    graph = csr_array((np.ones(len(i)), (i, ones + j)), shape=(ones + twos, ones + twos))
    _, tangle = connected_components(graph, directed=False)
    of_pair = tangle[i]
    order = np.argsort(of_pair, kind="stable")
    begins = np.flatnonzero(np.diff(of_pair[order], prepend=-1))
    sizes = np.diff([*begins, len(order)])
    chosen = [order[begins[sizes == 1]]]
    for begin, size in zip(begins[sizes > 1], sizes[sizes > 1], strict=True):
        part = order[begin : begin + size]
        rows, row = np.unique(i[part], return_inverse=True)
        columns, column = np.unique(j[part], return_inverse=True)
        table = np.zeros((len(rows), len(columns)))
        index = np.zeros((len(rows), len(columns)), dtype=np.int64)
        table[row, column], index[row, column] = profit[part], part
        r, c = linear_sum_assignment(table, maximize=True)
        kept = table[r, c] > 0
        chosen.append(index[r[kept], c[kept]])
    return np.concatenate(chosen)


def gamma_features(
    one: Units, two: Units, layout: Layout, units: int, choices: GammaChoices, seed: Sequence[int]
) -> Floats:
    """Return what each unit contributes to γ of two annotators, for `gamma_value`.

    Columns: cost of the best alignment, marks of an annotator, and for γ-cat the cost of
    labels and its weight; then the same four for every random sample. What random marks cost
    belongs to the unit they were marked in.
    """
    rng = np.random.default_rng(seed)
    # Neither who is called first nor the order of marks may matter, where costs are equal.
    one, two = sorted((_in_order(one), _in_order(two)), key=_content)
    found = np.zeros((units, 4 * (1 + choices.samples)))
    found[:, :4] = _contributions(one, two, align(one, two, choices), units, choices)
    for sample in range(1, choices.samples + 1):
        drawn = _sample(one, two, layout, choices, rng)
        aligned = align(*drawn, choices)
        found[:, 4 * sample : 4 * sample + 4] = _contributions(*drawn, aligned, units, choices)
    return found


def _in_order(units: Units) -> Units:
    order = np.lexsort((units.unit, units.label, units.end, units.start))
    return Units(*(getattr(units, name)[order] for name in Units.__slots__))


def _content(units: Units) -> list[list[float]]:
    return [units.start.tolist(), units.end.tolist(), units.label.tolist()]


def _contributions(
    one: Units, two: Units, aligned: Alignment, units: int, choices: GammaChoices
) -> Floats:
    cost = np.bincount(one.unit, aligned.of_first, minlength=units)
    cost = cost + np.bincount(two.unit, aligned.of_second, minlength=units)
    marks = np.bincount(one.unit, minlength=units) + np.bincount(two.unit, minlength=units)
    scale = choices.alpha if choices.alpha_in_cat else 1.0
    weight = np.maximum(0.0, 1 - scale * aligned.place)
    labels = np.zeros((2, units))
    for unit in (one.unit[aligned.first], two.unit[aligned.second]):
        labels[0] += np.bincount(unit, weight * aligned.differs / 2, minlength=units)
        labels[1] += np.bincount(unit, weight / 2, minlength=units)
    return np.stack([cost, marks / 2, *labels], axis=1)


def _sample(
    one: Units, two: Units, layout: Layout, choices: GammaChoices, rng: np.random.Generator
) -> tuple[Units, Units]:
    if choices.sampler == "statistical":
        return _drawn_anew(one, two, layout, rng), _drawn_anew(one, two, layout, rng)
    lengths = np.concatenate([one.end - one.start, two.end - two.start])
    apart = choices.pivot_distance * float(lengths.mean()) if len(lengths) else 0.0
    first, second = _pivots(layout.length, apart, choices.pivot, rng)
    whose = rng.integers(0, 2, size=2)
    return tuple(  # type: ignore[return-value]
        _moved((one, two)[who], pivot, layout)
        for who, pivot in zip(whose, (first, second), strict=True)
    )


def _pivots(
    length: float, apart: float, kind: str, rng: np.random.Generator
) -> tuple[float, float]:
    """Draw two distances to move marks by, some way apart (on the line, as the original does)."""
    first = float(rng.uniform(0, length))
    first = float(int(first)) if kind == "integer" else first
    below, above = max(0.0, first - apart), max(0.0, length - first - apart)
    if below + above <= 0:
        second = float(rng.uniform(0, length))
    else:
        second = float(rng.uniform(0, below + above))
        second = second if second < below else second - below + first + apart
    return first, float(int(second)) if kind == "integer" else second


def _moved(units: Units, pivot: float, layout: Layout) -> Units:
    """Move marks along the line by a distance; what passes the end begins again."""
    start = np.mod(units.start + pivot, max(layout.length, 1.0))
    end = start + units.end - units.start
    return Units(start, end, units.label, layout.text_at(start), units.unit)


def _drawn_anew(one: Units, two: Units, layout: Layout, rng: np.random.Generator) -> Units:
    """Draw marks one after the other with the numbers, lengths and gaps of both annotators."""
    lengths, gaps, labels, origin = [], [0.0], [], []
    for units in (one, two):
        order = np.argsort(units.start, kind="stable")
        start, end = units.start[order], units.end[order]
        lengths.append(end - start)
        gaps.extend(start[1:] - end[:-1])
        gaps.extend(start[:1][start[:1] > 0])
        labels.append(units.label)
        origin.append(units.unit)
    every, labelled = np.concatenate(lengths), np.concatenate(labels)
    units_of = np.concatenate(origin)
    numbers = np.array([len(one), len(two)])
    number = abs(int(rng.normal(numbers.mean(), numbers.std())))
    if not len(every) or not number:
        nothing = np.zeros(0)
        none = nothing.astype(np.int64)
        return Units(nothing, nothing, none, none, none)
    long = np.maximum(np.abs(rng.normal(every.mean(), every.std(), number)), 1e-3)
    between = rng.normal(np.mean(gaps), np.std(gaps), number)
    start = np.cumsum(between + np.concatenate([[0.0], long[:-1]]))
    chosen = rng.integers(0, len(labelled), number)
    at = rng.integers(0, len(units_of), number)
    return Units(start, start + long, labelled[chosen], layout.text_at(start), units_of[at])


def gamma_value(sums: Floats, *, of: Literal["gamma", "cat"] = "gamma") -> Floats:
    """Return γ, or γ-cat, from rows of summed `gamma_features`; NaN where it is not defined."""
    cost, per = (sums[:, k::4] for k in ((0, 1) if of == "gamma" else (2, 3)))
    with np.errstate(divide="ignore", invalid="ignore"):
        disorder = np.where(per > 1e-9, cost / per, np.nan)
        random = disorder[:, 1:]
        known = np.isfinite(random)
        mean = np.where(known, random, 0.0).sum(1) / known.sum(1)
        return np.where(mean > 1e-9, 1 - disorder[:, 0] / mean, np.nan)


def lay_out_pair(
    shared: Sequence[tuple[SharedOutput, Reading, Reading]],
    codes: Mapping[str, int],
    choices: GammaChoices,
    seed: Sequence[int],
) -> tuple[Floats, Ints]:
    """Lay the marks of two annotators on one long line; return the features of γ and their units.

    Outputs that both read stand end to end, the source behind the target where anybody marked
    something in a source. A text that is not known is as long as the marks in it reach; a
    point is one character wide, around its place.
    """
    sides = _sides(shared)
    begins: list[float] = []
    at = 0.0
    marks: tuple[list[_Row], list[_Row]] = ([], [])
    units = sorted({output.unit for output, _, _ in shared})
    place = {unit: row for row, unit in enumerate(units)}
    for output, *readings in shared:
        for side in sides:
            reach = 0
            for own, reading in zip(marks, readings, strict=True):
                for mark in reading.marks:
                    if mark.side == side and mark.placed:
                        half = 0.5 if mark.start == mark.end else 0.0
                        span = (at + mark.start - half, at + mark.end + half)
                        own.append((*span, codes[mark.label], len(begins), place[output.unit]))
                        reach = max(reach, mark.end)
            text = output.text(side)
            begins.append(at)
            at += reach if text is None else len(text)
    layout = Layout(np.array(begins), at)
    one, two = (_units(own) for own in marks)
    found = gamma_features(one, two, layout, len(units), choices, seed)
    return found, np.array(units, dtype=np.int64)


def _sides(shared: Sequence[tuple[SharedOutput, Reading, Reading]]) -> tuple[str, ...]:
    used = {mark.side for _, *readings in shared for r in readings for mark in r.marks}
    return ("target", "source") if "source" in used else ("target",)


def _units(rows: Sequence[_Row]) -> Units:
    columns = np.array(rows, dtype=float).reshape(-1, 5).T
    label, text, unit = (column.astype(np.int64) for column in columns[2:])
    return Units(columns[0], columns[1], label, text, unit)
