"""Systems: do a metric's means order them as people's do?

All functions take tables with a row for each resample and a column for each system, and how often
each system was drawn; the data themselves are a table of one row in which every system counts once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tertium.stats.arrays import Bools, Floats
from tertium.stats.codes import add_up
from tertium.stats.correlation.measured import CONSTANT, ONE_PAIR, Measured, Named
from tertium.stats.correlation.odd import inliers
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.rows import pearson_of, varies
from tertium.stats.correlation.significant import told_apart
from tertium.stats.correlation.soft import flip_signs, flipped_p, normal_p, soft_accuracy
from tertium.stats.order import NOTHING
from tertium.stats.resampling import Resampling

FEWEST = 3  # systems that a correlation needs
DRAWN_FROM = 5  # systems: fewer are not resampled, but stay as they are
SYSTEM_MEASURES = ("pearson", "spearman", "kendall-b", "accuracy")


def weighted_pearson(human: Floats, metric: Floats, times: Floats) -> Floats:
    """Return Pearson's r of each row."""
    h, m = _centred(human, times), _centred(metric, times)
    parts = (times, times * h, times * m, times * h * h, times * m * m, times * h * m)
    return pearson_of(np.stack([part.sum(1) for part in parts], axis=-1))


def _centred(values: Floats, times: Floats) -> Floats:
    mean = (values * times).sum(1, keepdims=True) / times.sum(1, keepdims=True)
    return np.asarray(values - mean, dtype=float)


def weighted_spearman(human: Floats, metric: Floats, times: Floats) -> Floats:
    """Return Spearman's ρ of each row."""
    return weighted_pearson(_ranks(human, times), _ranks(metric, times), times)


def _ranks(values: Floats, times: Floats) -> Floats:
    """Return mean ranks of systems that were drawn so many times."""
    found = np.empty_like(values)
    for system in range(values.shape[1]):
        sign = signs(values[:, system : system + 1] - values, values)
        found[:, system] = (times * (sign > 0) + 0.5 * times * (sign == 0)).sum(1)
    return found


def signs(difference: Floats, values: Floats) -> Floats:
    """Return −1, 0 or 1; what only published may make is no difference."""
    nothing = NOTHING * max(1.0, float(np.nanmax(np.abs(values), initial=0.0)))
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(difference) <= nothing, 0.0, np.sign(difference))


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Pairs of systems in each row: how people and the metric order them, and what they count."""

    people: Floats
    machine: Floats
    times: Floats

    def kendall(self) -> Floats:
        """Return τ-b."""
        right = self._sum(self.people * self.machine)
        people, machine = self._sum(self.people != 0), self._sum(self.machine != 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            return right / np.sqrt(people * machine)

    def accuracy(self) -> Floats:
        """Return the share of the pairs that people order which the metric orders alike."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self._sum(self.people * self.machine > 0) / self.number()

    def number(self) -> Floats:
        """Return how many pairs people order."""
        return self._sum(self.people != 0)

    def _sum(self, values: Floats | Bools) -> Floats:
        return np.asarray((values * self.times).sum(1), dtype=float)


def pairs_in(human: Floats, metric: Floats, times: Floats, chosen: Bools | None = None) -> _Pairs:
    """Return all pairs of systems, or the chosen ones."""
    first, second = np.triu_indices(human.shape[1], 1)
    if chosen is not None:
        first, second = first[chosen], second[chosen]
    return _Pairs(
        signs(human[:, first] - human[:, second], human),
        signs(metric[:, first] - metric[:, second], metric),
        times[:, first] * times[:, second],
    )


MEASURES: dict[str, Callable[[Floats, Floats, Floats], Floats]] = {
    "pearson": weighted_pearson,
    "spearman": weighted_spearman,
    "kendall-b": lambda human, metric, times: pairs_in(human, metric, times).kendall(),
    "accuracy": lambda human, metric, times: pairs_in(human, metric, times).accuracy(),
}


@dataclass(frozen=True)
class SystemLevel:
    """The systems of a block, with resamples of its documents and systems."""

    block: Block
    how: Resampling

    @cached_property
    def kept(self) -> Bools:
        """The systems that people and all metrics scored."""
        known = ~np.isnan(self.block.means())
        for name in self.block.metrics:
            known &= ~np.isnan(self.block.means(name))
        return known

    @cached_property
    def size(self) -> int:
        """How many systems there are."""
        return int(self.kept.sum())

    @cached_property
    def units(self) -> int:
        """How many documents there are."""
        return int(self.block.unit.max(initial=-1)) + 1

    @cached_property
    def texts_drawn(self) -> Floats:
        """How often each document was drawn (resamples × documents)."""
        texts = self.units
        rng = np.random.default_rng([self.how.seed, self.block.number])
        return rng.multinomial(texts, np.full(texts, 1 / texts), self.how.resamples).astype(float)

    @cached_property
    def times(self) -> Floats:
        """How often each system was drawn (resamples × systems)."""
        if self.size < DRAWN_FROM:
            return np.ones((self.how.resamples, self.size))
        rng = np.random.default_rng([self.how.seed, self.block.number, 1])
        share = np.full(self.size, 1 / self.size)
        return rng.multinomial(self.size, share, self.how.resamples).astype(float)

    def means(self, method: str | None = None) -> Floats:
        """Return the mean of each system, as a table of one row."""
        return self.block.means(method)[self.kept][None]

    def drawn_means(self, method: str | None = None) -> Floats:
        """Return the means of systems over the documents of each resample."""
        table = self.block.table(method)
        if table.ndim == 1:
            return np.broadcast_to(table[self.kept], (self.how.resamples, self.size))
        sums, number = self.unit_sums(method)
        with np.errstate(divide="ignore", invalid="ignore"):
            return (self.texts_drawn @ sums) / (self.texts_drawn @ number)

    def unit_sums(self, method: str | None = None) -> tuple[Floats, Floats]:
        """Return the sum of scores in each document, and their number (documents × systems)."""
        table = self.block.table(method)[self.kept]
        weights = self.block.weights(method)[self.kept]
        scores = np.nan_to_num(table) * weights
        texts, unit = int(self.block.unit.max(initial=-1)) + 1, self.block.unit
        sums, number = (
            np.stack([add_up(row, unit, texts) for row in rows], axis=1)
            for rows in (scores, weights)
        )
        return sums, number

    # Measures -------------------------------------------------------------------------------

    @cached_property
    def subsets(self) -> dict[str, Bools]:
        """The systems that are no outliers, and the pairs that people tell apart or not."""
        found: dict[str, Bools] = {}
        if self.size >= FEWEST:
            found["without outliers"] = inliers(self.means()[0])
        if self.size > 1:
            apart = told_apart(self.block, self.kept, level=self.how.level)
            found |= {"significant pairs": apart, "other pairs": ~apart}
        return found

    def measure(self, method: str) -> dict[Named, Measured]:
        """Return all measures of a metric."""
        chosen = self.subsets
        human, metric = self.means(), self.means(method)
        once = np.ones_like(human)
        people, machine = self.drawn_means(), self.drawn_means(method)
        found = {}
        for name in SYSTEM_MEASURES:
            found[Named("system", name)] = self._measured(
                name, (human, metric, once), (people, machine, self.times)
            )
        inliers = chosen.get("without outliers")
        if inliers is not None and not inliers.all():
            for name in SYSTEM_MEASURES:
                found[Named("system", name, subset="without outliers")] = self._measured(
                    name,
                    (human[:, inliers], metric[:, inliers], once[:, inliers]),
                    (people[:, inliers], machine[:, inliers], self.times[:, inliers]),
                )
        for subset in ("significant pairs", "other pairs"):
            if subset in chosen:
                found[Named("system", "accuracy", subset=subset)] = self._of_pairs(
                    chosen[subset], (human, metric, once), (people, machine, self.times)
                )
        found[Named("system", "soft-accuracy")] = self.soft(method)
        return found

    def _measured(
        self, name: str, seen: tuple[Floats, Floats, Floats], drawn: tuple[Floats, Floats, Floats]
    ) -> Measured:
        human, metric, _ = seen
        if name == "accuracy":
            return self._of_pairs(None, seen, drawn)
        size = human.shape[1]
        if size < FEWEST:
            return Measured(np.nan, size, reason=ONE_PAIR if size == 2 else "there is one system")
        value = float(MEASURES[name](*seen)[0])
        flat = not signs(human - human[:, :1], human).any()
        flat |= not signs(metric - metric[:, :1], metric).any()
        if np.isnan(value) or flat:
            return Measured(np.nan, size, reason=CONSTANT)
        drawn_from = (drawn[2] > 0).sum(1)  # of two different systems any correlation is perfect
        moved = np.where(drawn_from >= FEWEST, MEASURES[name](*drawn), np.nan)
        return Measured(value, size, 1.0, moved, self.units)

    def _of_pairs(
        self,
        pairs: Bools | None,
        seen: tuple[Floats, Floats, Floats],
        drawn: tuple[Floats, Floats, Floats],
    ) -> Measured:
        found = pairs_in(*seen, pairs)
        number = int(found.number()[0])
        if not signs(seen[1] - seen[1][:, :1], seen[1]).any():
            return Measured(np.nan, number, 0.0, reason=CONSTANT)
        if not number:
            return Measured(np.nan, 0, 0.0, reason="there is no such pair of systems")
        value = float(found.accuracy()[0])
        return Measured(value, number, number, pairs_in(*drawn, pairs).accuracy(), self.units)

    # Soft pairwise accuracy -------------------------------------------------------------------

    @cached_property
    def complete(self) -> Bools:
        """The segments in which all methods scored every system."""
        return np.asarray(self.block.common[self.kept].all(axis=0))

    @cached_property
    def signs(self) -> Floats:
        """The sign flips of complete segments."""
        return flip_signs(int(self.complete.sum()))

    def _flat(self, method: str) -> bool:
        """Tell whether people or a metric give all outputs the same score."""
        return any(not varies(self.block.table(one)[self.kept]) for one in (None, method))

    def p(self, method: str | None = None, *, published: bool = False) -> Floats:
        """Return p of each pair of systems by sign flips of complete segments."""
        scores = self.block.table(method)[self.kept][:, self.complete]
        return flipped_p(scores, self.signs, published=published)

    def drawn_p(self, method: str | None = None) -> tuple[Floats, Floats]:
        """Return p by the normal approximation: of all segments, and of each resample."""
        scores = self.block.table(method)[self.kept][:, self.complete]
        first, second = np.triu_indices(self.size, 1)
        texts = int(self.block.unit.max(initial=-1)) + 1
        unit = self.block.unit[self.complete]
        apart = scores[first] - scores[second]
        sums, squares = (
            np.stack([add_up(row, unit, texts) for row in part], axis=1)
            for part in (apart, apart**2)
        )
        drawn = normal_p(self.texts_drawn @ sums, self.texts_drawn @ squares)
        return normal_p(sums.sum(0), squares.sum(0)), drawn

    def soft(self, method: str, *, published: bool = False) -> Measured:
        """Return soft pairwise accuracy; resamples move it as its normal approximation moves."""
        pairs = self.size * (self.size - 1) // 2
        if self.block.metrics[method].ndim == 1:
            return Measured(np.nan, pairs, reason="needs scores of segments")
        if pairs < 1 or self.complete.sum() < 2:
            return Measured(np.nan, pairs, reason="needs two segments that all systems have")
        if self._flat(method):
            return Measured(np.nan, pairs, reason=CONSTANT)
        value = soft_accuracy(self.p(published=published), self.p(method, published=published))
        (own, people), (other, machine) = self.drawn_p(), self.drawn_p(method)
        first, second = np.triu_indices(self.size, 1)
        times = self.times[:, first] * self.times[:, second]
        with np.errstate(divide="ignore", invalid="ignore"):
            moved = 1 - (np.abs(people - machine) * times).sum(1) / times.sum(1)
        near = soft_accuracy(own, other)
        return Measured(value, pairs, 1.0, np.minimum(value + moved - near, 1.0), self.units)
