"""The crossed interval: one recipe for every contrast, however few annotators and documents.

The value is the plain pooled estimate Σ w·y. Annotators differ in the contrast by σ_a, documents
by σ_d; both have half-normal priors in units of the sd of one judgement, and are integrated on a
grid. Given both, the estimate is normal with variance

    V = q_a·σ_a² + q_d·σ_d² + v_0,

v_0 being what single judgements and shared segments leave. What the data say about σ_a and σ_d is
read from two sums of squares, Q_a of annotators' sums and Q_d of documents' sums inside annotators,
whose expectations are known in any layout. So the same recipe holds for crossed and nested
documents, equal and unequal loads, two annotators and twenty.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np
from scipy.special import chdtrc, ndtr, ndtri, stdtrit

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.contrasts.layout import Layout

# Half-normal scales of the sds between annotators and documents, in sds of one judgement, from
# published campaigns: root mean square over pairs of systems .11 to .27 (annotators) and .17 to
# .27 (documents; a little more is allowed for, because documents are often three to five).
ANNOTATORS = 0.25
DOCUMENTS = 0.35
LEVELS = 0.5  # between annotators, for the level of one system: strictness does not cancel
_GRID = (np.arange(40) + 0.5) / 40 * 4  # midpoints on 0…4 scales
_Z = 1.959964
_HALVINGS = 60
_NOTHING = 1e-12  # shares below this are rounding
_ROUNDING = 1e-13  # of numbers that should be equal


@dataclass(frozen=True, slots=True)
class Prior:
    """Half-normal scales of the sds between annotators and documents, in units of `unit`.

    `unit` is the sd of one judgement of the contrast; None takes it from the data.
    """

    annotators: float = ANNOTATORS
    documents: float = DOCUMENTS
    unit: float | None = None


@dataclass(frozen=True, slots=True)
class Squares:
    """Products of columns of judgements, summed by unit: all that contrasts of columns need.

    A contrast of the columns i and j has the square m[i, i] + m[j, j] − 2·m[i, j].
    """

    estimate: Floats
    one: Floats
    single: Floats
    segment: Floats
    annotator: Floats
    document: Floats
    freedom: int


@dataclass(frozen=True, slots=True)
class CrossedEstimates:
    """Estimates with what is believed about their error: a mixture of normals.

    `weight` and `variance` have a row per estimate and a column per point of the grid. `people`,
    `texts` and `rest` are the parts of the expected variance that come from annotators, documents,
    and segments with single judgements. `unlike_people` and `unlike_texts`: they differ far more
    than past campaigns expect. An estimate without any spread has NaN for its interval and p.
    """

    estimate: Floats
    weight: Floats
    variance: Floats
    people: Floats
    texts: Floats
    rest: Floats
    unlike_people: Bools
    unlike_texts: Bools

    @classmethod
    def nothing(cls, estimate: float) -> "CrossedEstimates":
        """Return an estimate of whose error nothing is known."""
        unknown, none = np.full((1, 1), np.nan), np.zeros(1)
        return cls(np.array([estimate]), unknown, unknown, none, none, none, none > 0, none > 0)

    def reach(self, level: float) -> Floats:
        """Return half the width of the interval."""
        return _reach(self.weight, np.sqrt(self.variance), (1 - level) / 2)

    def interval(self, level: float) -> tuple[Floats, Floats]:
        """Return the ends of the intervals."""
        reach = self.reach(level)
        return self.estimate - reach, self.estimate + reach

    def p(self, null: float = 0.0) -> Floats:
        """Return the two-sided p of the hypothesis that the truth is `null`."""
        return 2 * self.tail(self.variance, null)

    def tail(self, variance: Floats, null: float = 0.0) -> Floats:
        """Return how probable an error as large as the distance from `null` is, on one side."""
        distance = np.abs(self.estimate - null)[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((self.weight * ndtr(-distance / np.sqrt(variance))).sum(1))

    def at_least(self, floor: Floats) -> "CrossedEstimates":
        """Let no variance fall below what a prior on the estimates themselves allows."""
        more = np.maximum(floor - self.rest, 0.0)
        return replace(self, variance=self.variance + more[:, None], rest=self.rest + more)

    def scaled(self, part: float) -> "CrossedEstimates":
        """Return the same estimates with this part of their variance, as of a larger study."""
        return replace(
            self,
            variance=self.variance * part,
            people=self.people * part,
            texts=self.texts * part,
            rest=self.rest * part,
        )

    def without(self, rows: Bools) -> "CrossedEstimates":
        """Return the same estimates, of which these have an error that cannot be known."""
        return replace(self, weight=np.where(rows[:, None], np.nan, self.weight))

    def take(self, rows: Ints) -> "CrossedEstimates":
        """Keep some estimates."""
        return CrossedEstimates(*(getattr(self, field.name)[rows] for field in fields(self)))


def as_seen(layout: Layout, prior: Prior) -> tuple[Layout, Prior]:
    """Let one annotator speak for this annotator, and one document for this document."""
    if layout.annotators == 1:
        prior = replace(prior, annotators=0.0)
    if layout.documents == 1 and layout.documents_known:
        layout = layout.within()
    return layout, prior


def squares(layout: Layout, value: Floats) -> Squares:
    """Sum up the judgements of each column of `value` (judgements × columns)."""
    w = layout.weight[:, None]
    n = len(layout)
    estimate = (w * value).sum(0)
    off = value - estimate
    left, freedom = layout.deviations(value)
    freedom = max(freedom, 1)
    left = w * left
    by_segment = layout.sums(layout.segment, layout.segments, left)
    people = layout.sums(layout.annotator, layout.annotators, w * off)
    texts = layout.sums(layout.document, layout.documents, w * (value - layout.own_means(value)))
    return Squares(
        estimate,
        _products(np.sqrt(w) * off) * (n / max(n - 1, 1)),
        _products(left),
        _products(by_segment),
        _products(people),
        _products(texts),
        freedom,
    )


def crossed(
    layout: Layout,
    found: Squares,
    first: Ints | None = None,
    second: Ints | None = None,
    *,
    prior: Prior = Prior(),  # noqa: B008  # frozen
    pooled: bool = False,
    opposed: bool = False,
) -> CrossedEstimates:
    """Return what is believed about columns, or about the differences of pairs of columns.

    `pooled`: every system has a part of its own in the spread of all pairs (four systems or more
    in one layout), which sharpens what is known about few annotators; pass all pairs then.
    `opposed`: rows are judgements of either system, with opposite signs, so that what those of
    one segment have in common cancels, in part or in full.
    """
    if first is None:
        first = np.arange(len(found.estimate))
    estimate = found.estimate[first] - (0.0 if second is None else found.estimate[second])

    def of(products: Floats) -> Floats:
        own = products[first, first]
        if second is not None:
            own = own + products[second, second] - 2 * products[first, second]
        return np.asarray(np.maximum(own, 0.0))

    one = of(found.one) if prior.unit is None else np.full(len(estimate), prior.unit**2)
    single, shared_by_segment = _noise(layout, found, of, opposed=opposed)
    few_segments = stdtrit(max(layout.segments - layout.documents, 1), 0.975) / _Z
    rest = single * layout.squares + shared_by_segment * layout.segment_share
    rest = rest * few_segments**2
    q_a, q_d = of(found.annotator), of(found.document)
    nu_a, nu_d = layout.annotator_freedom, layout.document_freedom
    if pooled and second is not None:
        q_a, q_d = (_own_parts(q, first, second, len(found.estimate)) for q in (q_a, q_d))
        nu_a, nu_d = 2 * nu_a, 2 * nu_d
    n_a = np.maximum(layout.noise_in_annotators(single, shared_by_segment), 0.0)
    c_aa, c_ad, c_dd, n_d = layout.seen_annotators, layout.seen_across, 0.0, np.zeros(len(one))
    if nu_d:
        c_dd = layout.seen_documents
        n_d = np.maximum(layout.noise_in_documents(single, shared_by_segment), 0.0)
    # What the sums of squares say by themselves; a prior that is too narrow grows to it.
    m_d = np.maximum((q_d - n_d) / c_dd, 0.0) if nu_d else np.zeros(len(one))
    seen = nu_a > 0 and prior.annotators > 0
    m_a = np.maximum((q_a - n_a - c_ad * m_d) / c_aa, 0.0) if seen else np.zeros(len(one))
    x_a = _GRID if prior.annotators > 0 else _GRID[:1]
    x_d = _GRID if layout.documents_known and prior.documents > 0 else np.zeros(1)
    scale_a = np.maximum(prior.annotators**2 * one, m_a)
    scale_d = np.maximum(prior.documents**2 * one, m_d)
    t_a = scale_a[:, None, None] * (x_a**2)[None, :, None]
    t_d = scale_d[:, None, None] * (x_d**2)[None, None, :]
    e_a = c_aa * t_a + c_ad * t_d + n_a[:, None, None]
    e_d = c_dd * t_d + n_d[:, None, None]
    log = -0.5 * (x_a**2)[None, :, None] - 0.5 * (x_d**2)[None, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        if nu_a:
            log = log - nu_a / 2 * (np.log(e_a) + q_a[:, None, None] / e_a)
        if nu_d:
            log = log - nu_d / 2 * (np.log(e_d) + q_d[:, None, None] / e_d)
    log, t_a, t_d = np.broadcast_arrays(log, t_a, t_d)
    weight = np.exp(log - log.max((1, 2), keepdims=True))
    weight = weight / weight.sum((1, 2), keepdims=True)
    people, texts = layout.annotator_share * t_a, layout.document_share * t_d
    variance = people + texts + rest[:, None, None]
    flat = len(one), -1
    largest = np.abs(found.estimate).max(initial=0.0)
    # One segment says nothing about others, and equal judgements nothing about the next one.
    none = (of(found.one) <= (_ROUNDING * largest) ** 2) | (layout.segments < 2)
    return CrossedEstimates(
        estimate,
        np.where(none[:, None], np.nan, weight.reshape(flat)),
        variance.reshape(flat),
        (weight * people).sum((1, 2)),
        (weight * texts).sum((1, 2)),
        rest,
        m_a > (2 * ANNOTATORS) ** 2 * one,
        m_d > (2 * ANNOTATORS) ** 2 * one,
    )


def document_share(layout: Layout, found: Squares) -> float:
    """Return the part of the variance of one judgement that documents make, by moments."""
    single, shared = _noise(layout, found, lambda products: products[:1, 0])
    return float(_between_documents(layout, found, single, shared) / found.one[0, 0])


def _between_documents(layout: Layout, found: Squares, single: Floats, shared: Floats) -> float:
    """Return the variance between documents in the first column, by moments."""
    if not layout.document_freedom:
        return 0.0
    noise = layout.noise_in_documents(single, shared)[0]
    return float(max((found.document[0, 0] - noise) / layout.seen_documents, 0.0))


def excess(layout: Layout, found: Squares, sd: float) -> float:
    """Return the p of the hypothesis that annotators differ in the first column by at most `sd`.

    Annotators' sum of squares is compared with a χ² that has its expectation; documents differ by
    what is seen.
    """
    freedom = layout.annotator_freedom
    if not freedom:
        return 1.0
    single, shared = _noise(layout, found, lambda products: products[:1, 0])
    across = _between_documents(layout, found, single, shared)
    expected = layout.noise_in_annotators(single, shared)[0] + layout.seen_across * across
    expected += layout.seen_annotators * sd**2
    return float(chdtrc(freedom, freedom * found.annotator[0, 0] / expected))


def _products(columns: Floats) -> Floats:
    """Return the products of all pairs of columns, summed over rows."""
    if columns.shape[1] == 1:  # a sum; starting threads for it would take longer
        return np.asarray((columns**2).sum(keepdims=True))
    return columns.T @ columns


def _noise(
    layout: Layout, found: Squares, of: Callable[[Floats], Floats], *, opposed: bool = False
) -> tuple[Floats, Floats]:
    """Return the variances of single judgements and of what judgements of a segment share.

    What `opposed` judgements share is a covariance below 0.
    """
    factor = len(layout) / found.freedom
    total = factor * of(found.single) / layout.squares
    repeated = layout.segment_share - layout.squares
    if repeated <= _NOTHING * layout.squares:  # every segment was judged once
        return total, np.zeros(len(total))
    shared = factor * (of(found.segment) - of(found.single)) / repeated
    shared = np.clip(shared, -np.inf if opposed else 0.0, total)
    return total - shared, shared


def _own_parts(squares: Floats, first: Ints, second: Ints, systems: int) -> Floats:
    """Return for each pair the sum of both systems' own parts in the squares of all pairs.

    With squares q_i + q_j, a system's own part is (Σ_j Q_ij − ΣQ/(K−1)) / (K−2).
    """
    total = np.bincount(first, squares, systems) + np.bincount(second, squares, systems)
    own = np.maximum((total - squares.sum() / (systems - 1)) / (systems - 2), 0.0)
    return np.asarray(own[first] + own[second])


def _reach(weight: Floats, sd: Floats, tail: float) -> Floats:
    """Find h with Σ weight·Φ(−h/sd) = tail by bisection."""
    known = ~np.isnan(weight).any(1)
    high = np.full(len(weight), np.nan)
    if not known.any():
        return high
    w, s = weight[known], sd[known]
    low, up = np.zeros(len(w)), -ndtri(tail) * s.max(1)
    for _ in range(_HALVINGS):
        middle = (low + up) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            beyond = (w * ndtr(-middle[:, None] / s)).sum(1) > tail
        low, up = np.where(beyond, middle, low), np.where(beyond, up, middle)
    high[known] = (low + up) / 2
    return high
