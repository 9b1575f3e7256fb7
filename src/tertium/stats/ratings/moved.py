"""What each judgement adds to an estimate of the model, handed to the one interval for contrasts.

An estimate moves by ψ = d·(score of the judgement), with d the inverse information times the
estimate's own slope. Judgements of one annotator about one segment come from one look, so they are
one judgement of a contrast; its weight is its share of the variance that the model expects. What a
prior holds back (severity that is not quite removed where annotators saw different systems) has no
judgement to show it, so its variance is added.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import different, together
from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.ratings.cumulative import Fitted, Information, Latent
from tertium.stats.ratings.rated import Rated

_SHARE_FROM = 4  # systems, as in all contrasts
_LEAST = 1e-6  # of the largest weight: a look with less says nothing


def _wider(found: CrossedEstimates, unseen: Floats) -> CrossedEstimates:
    """Add variance that no judgement shows."""
    variance = found.variance + unseen[:, None]
    return replace(found, variance=variance, rest=found.rest + unseen)


@dataclass(frozen=True)
class Movements:
    """A fitted model with the judgements that it was fitted to."""

    fitted: Fitted
    rated: Rated

    # Cells: annotator × system -------------------------------------------------

    @cached_property
    def information(self) -> Information:
        """The information at the maximum."""
        found = self.fitted.model.information(self.fitted.at)
        if found.positive:
            return found
        return self.fitted.model.information(self.fitted.at, expected=True)

    @cached_property
    def cuts(self) -> Floats:
        """The arguments of the link at each threshold."""
        return self.fitted.model.cuts(self.fitted.at)

    @cached_property
    def shares(self) -> Floats:
        """The probability of each category."""
        return self.fitted.model.shares(self.cuts)

    def inverse(self, common: Floats, personal: Floats | None = None) -> Latent:
        """Return the inverse information times the slope of an estimate."""
        if personal is None:
            personal = np.zeros((len(self.fitted.at.shift), 2))
        return self.information.solve(common, personal, self.fitted.model.spreads)

    def along(self, direction: Latent) -> Floats:
        """Return how a judgement moves an estimate: annotator × system × category."""
        scale = np.exp(-self.fitted.at.log_spread)[:, None, None]
        middle = direction.systems[None, :] + direction.shift[:, None]
        lean = scale * (direction.thresholds - middle[:, :, None])
        lean = lean - self.cuts * direction.log_spread[:, None, None]
        push = self.fitted.model.link.density(self.cuts) * lean
        none = np.zeros((*push.shape[:2], 1))
        rise = np.concatenate([push, none], 2) - np.concatenate([none, push], 2)
        return np.asarray(rise / self.shares)

    @cached_property
    def residual(self) -> Floats:
        """How far each answer is from what is expected, on the latent scale."""
        at = self.fitted.at
        raised = np.zeros_like(at.shift) + 1.0
        still = np.zeros_like(at.log_spread)
        up = self.along(Latent(0 * at.thresholds, 0 * at.systems, raised, still))
        return np.asarray(up / (self.shares * up**2).sum(2, keepdims=True))

    @cached_property
    def weight(self) -> Floats:
        """The information of one judgement about the middle of its cell."""
        return np.asarray(1 / (self.shares * self.residual**2).sum(2))

    # Judgements ----------------------------------------------------------------

    @cached_property
    def _chosen(self) -> Ints:
        return np.searchsorted(self.rated.used, self.rated.category)

    def of_rows(self, cells: Floats) -> Floats:
        """Return what annotator × system × category has, for each judgement."""
        return np.asarray(cells[self.rated.annotator, self.rated.system, self._chosen])

    @cached_property
    def _looks(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Return the look of each judgement, and the units of each look."""
        rated = self.rated
        look = together(rated.annotator, rated.segment)
        units = np.zeros((3, int(look.max(initial=-1)) + 1), dtype=np.int64)
        for column, known in zip(
            units, (rated.annotator, rated.segment, rated.document), strict=True
        ):
            column[look] = known
        return look, *units

    def estimate(
        self,
        value: float,
        direction: Latent,
        unit: float,
        *,
        besides: Floats | None = None,
        prior: Prior = Prior(),  # noqa: B008  # frozen
    ) -> CrossedEstimates:
        """Return an estimate with the crossed interval.

        `unit` is the sd of one judgement of it. `besides` (annotator × system × category) is what
        judgements add without moving the model.
        """
        _, annotator, segment, document = self._looks
        moved, said = self._by_look(direction, besides)
        kept = np.flatnonzero(said > said.max(initial=0.0) * _LEAST)
        if len(kept) < 2 or not unit > 0:
            return CrossedEstimates.nothing(value)
        share = said / said[kept].sum()
        held = self.by_annotator(direction, value) if besides is None else -self._held(direction)
        moved = moved + self._dealt(held, share)
        layout = Layout.of(share[kept], annotator[kept], segment[kept], document[kept])
        off = moved[kept] - share[kept] * moved[kept].sum()
        layout, seen = as_seen(layout, replace(prior, unit=unit))
        found = crossed(layout, squares(layout, (value + off / share[kept])[:, None]), prior=seen)
        return _wider(found, np.array([self.unseen(direction)]))

    @cached_property
    def common(self) -> bool:
        """Whether every look is at all systems: then they share one layout."""
        look, system = self._looks[0], self.rated.system
        return different(together(look, system)) == different(look) * len(self.rated.systems)

    def contrasts(
        self,
        places: list[Latent],
        first: Ints,
        second: Ints,
        *,
        prior: Prior = Prior(),  # noqa: B008  # frozen
    ) -> CrossedEstimates:
        """Return all contrasts of systems in one layout; `places` move single systems.

        From four systems on, every system has a part of its own in the spread of all pairs.
        """
        _, annotator, segment, document = self._looks
        score = self.fitted.at.systems
        found = [self._by_look(place) for place in places]
        share = np.mean([said / said.sum() for _, said in found], axis=0)
        columns = []
        for value, place, (moved, _) in zip(score.tolist(), places, found, strict=True):
            own = moved + self._dealt(self.by_annotator(place, value), share)
            columns.append(value + (own - share * own.sum()) / share)
        layout = Layout.of(share, annotator, segment, document)
        layout, seen = as_seen(layout, prior)
        told = crossed(
            layout, squares(layout, np.column_stack(columns)), first, second,
            prior=seen, pooled=len(places) >= _SHARE_FROM,
        )  # fmt: skip
        unseen = [
            self.unseen(places[a].moved(places[b], -1.0))
            for a, b in zip(first.tolist(), second.tolist(), strict=True)
        ]
        return _wider(told, np.array(unseen))

    def _by_look(self, direction: Latent, besides: Floats | None = None) -> tuple[Floats, Floats]:
        """Return what each look adds to an estimate, and the variance that the model expects."""
        look, rated = self._looks[0], self.rated
        cells = self.along(direction)
        if besides is not None:
            cells = besides - cells
        spread = (self.shares * cells**2).sum(2) - (self.shares * cells).sum(2) ** 2
        moved = np.bincount(look, self.of_rows(cells)).astype(float)
        return moved, np.bincount(look, spread[rated.annotator, rated.system]).astype(float)

    def _dealt(self, held: Floats, share: Floats) -> Floats:
        """Deal what annotators add to their looks, by the looks' weights."""
        annotator = self._looks[1]
        whole = np.bincount(annotator, share, len(held))[annotator]
        part = np.divide(share, whole, out=np.zeros_like(share), where=whole > 0)
        return np.asarray(held[annotator] * part)

    def by_annotator(self, direction: Latent, value: float) -> Floats:
        """Return what annotators add to a difference on the latent scale, besides their judgements.

        Its unit is the noise of the typical annotator, so each moves it by the log of the spread.
        """
        at = self.fitted.at
        return self._held(direction) - value * at.log_spread / len(at.log_spread)

    def _held(self, direction: Latent) -> Floats:
        """Return what the priors on annotators add, and that their log spreads sum to 0."""
        prior, at = self.fitted.model.precision, self.fitted.at
        own = (prior.shift or 0.0) * direction.shift * at.shift
        own = own + (prior.log_spread or 0.0) * direction.log_spread * at.log_spread
        return np.asarray(-own - direction.log_spread * self.information.personal[:, 1])

    def unseen(self, direction: Latent) -> float:
        """Return the variance of what priors hold back."""
        prior = self.fitted.model.precision
        return float(
            prior.systems * (direction.systems**2).sum()
            + (prior.shift or 0.0) * (direction.shift**2).sum()
            + (prior.log_spread or 0.0) * (direction.log_spread**2).sum()
        )

    # The sd of one judgement -----------------------------------------------------

    @cached_property
    def units(self) -> Floats:
        """The sd of one judgement of each contrast of two systems, of each system in the diagonal.

        Two judgements of one annotator about one segment share what makes the segment hard.
        """
        rated, look = self.rated, self._looks[0]
        size = len(rated.systems)
        residual = self.of_rows(self.residual)
        weight = self.weight[rated.annotator, rated.system]
        weight = weight / np.bincount(rated.system, weight, size)[rated.system]
        variance = np.bincount(rated.system, weight * residual**2, size)
        place = (rated.system, look)
        moved = csr_array((weight * residual, place))
        mean = moved.copy()
        mean.data = moved.data / csr_array((weight, place)).data
        alike = (moved @ mean.T).toarray()
        alike = (alike + alike.T) / 2
        number = np.bincount(rated.system, minlength=size)
        most = np.maximum(number[:, None], number[None, :])
        apart = variance[:, None] + variance[None, :] - 2 * alike
        np.fill_diagonal(apart, variance)
        return np.asarray(np.sqrt(np.maximum(apart, 0.0) * most / np.maximum(most - 1, 1)))
