"""Strengths from comparisons: Bradley and Terry (1952), with ties after Davidson (1970).

System i has strength π_i > 0; θ_i = log π_i is its *score*, centred so that scores of
one component have mean 0. A match of i and j ends

    i wins   π_i / Z,     tie   ν √(π_i π_j) / Z,     Z = π_i + π_j + ν √(π_i π_j).

Ties as *half* a win each, or *dropped*, leave the model without ν. All are exponential
families whose likelihood depends on the data through a K × K table of wins and ties and
has one maximum, found by Newton's method; where it is at infinity is told beforehand by
`identified`. With a `prior`, scores (and log ν) have a normal prior with that sd, which
keeps everything finite.
"""

from dataclasses import dataclass

import numpy as np

from tertium.choices import Ties
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.outputs import joined
from tertium.stats.ranking.identified import SystemComponents, identify
from tertium.stats.ranking.matches import Matches, Tally, tally

_STEPS = 100  # Newton needs fewer than ten
_HALVINGS = 40
_CLOSE = 1e-11  # of the last step, in units of the log strength


@dataclass(frozen=True, slots=True)
class Strengths:
    """Log strengths, NaN where the comparisons do not identify them.

    `tie` is ν, None where ties have no parameter. `inverse` is the inverse of the
    information about (θ, log ν), taken across the directions that are identified;
    `fitted` marks the parameters, of systems and then of ν, that were estimated.
    """

    score: Floats
    tie: float | None
    inverse: Floats
    fitted: Bools
    identified: SystemComponents


def bradley_terry(
    first: Ints,
    second: Ints,
    value: Floats,
    *,
    systems: int,
    ties: Ties = "davidson",
    prior: float | None = None,
) -> Strengths:
    """Fit strengths to matches given as codes of systems and +1, 0, −1 for the first."""
    return fit(tally(first, second, value, systems), ties=ties, prior=prior)


def fit(counts: Tally, *, ties: Ties = "davidson", prior: float | None = None) -> Strengths:
    """Fit strengths to a table of wins and ties.

    Only matches inside a component take part: those between components all went one
    way, and in the limit of the maximum say nothing about the rest.
    """
    found = identify(counts, ties=ties, prior=prior is not None)
    inside = found.component[:, None] == found.component[None, :]
    wins, tied = counts.wins * inside, counts.ties * inside
    if ties != "davidson":
        wins, tied = (wins + tied / 2 if ties == "half" else wins), np.zeros_like(tied)
    # Without a single tie the best ν is 0 and leaves the model.
    with_tie = ties == "davidson" and found.finite and bool(tied.any())
    model = _Model(wins, tied, found.component, with_tie, 0.0 if prior is None else prior**-2)
    known = np.bincount(found.component, minlength=len(wins))[found.component] > 1
    fitted = np.append(known & found.finite, with_tie)
    if not fitted[:-1].any():
        empty = np.full(len(wins), np.nan)
        return Strengths(empty, None, np.zeros((len(wins) + 1,) * 2), fitted, found)
    parameters = _climb(model)
    inverse = model.inverse(parameters) * np.outer(fitted, fitted)
    tie = float(np.exp(parameters[-1])) if with_tie else 0.0 if ties == "davidson" else None
    return Strengths(np.where(fitted[:-1], parameters[:-1], np.nan), tie, inverse, fitted, found)


def residuals(
    first: Ints, second: Ints, value: Floats, found: Strengths, ties: Ties
) -> tuple[Ints, Floats, Floats]:
    """Return the matches that took part, and what each adds to the gradient.

    That is a number for its first system, whose opposite is that of the second, and one
    for log ν, which matters if it was fitted.
    """
    component = found.identified.component
    used = (component[first] == component[second]) & found.fitted[first]
    if ties == "drop":
        used &= value != 0
    row = np.flatnonzero(used)
    half = (found.score[first[row]] - found.score[second[row]]) / 2
    win, tie, lose = _shares(half, found.tie or 0.0)
    return row, (value[row] - (win - lose)) / 2, (value[row] == 0) - tie


def information(first: Ints, second: Ints, found: Strengths) -> tuple[Floats, Floats, Floats]:
    """Return what matches say about a difference of scores, about it and log ν, and about log ν."""
    half = (found.score[first] - found.score[second]) / 2
    win, tie, lose = _shares(half, found.tie or 0.0)
    mean = win - lose
    return (win + lose - mean**2) / 4, -tie * mean / 2, tie * (1 - tie)


def _shares(half: Floats, tie: float) -> tuple[Floats, Floats, Floats]:
    """Return the probabilities of win, tie and loss for half a difference of scores."""
    # Divided by the larger of the two strengths, so that nothing overflows.
    larger = np.abs(half)
    win, lose = np.exp(half - larger), np.exp(-half - larger)
    middle = tie * np.exp(-larger)
    total = win + lose + middle
    return win / total, middle / total, lose / total


@dataclass(frozen=True, slots=True)
class _Model:
    """The likelihood of a table of wins and ties; parameters are (θ, log ν)."""

    wins: Floats
    ties: Floats
    component: Ints
    with_tie: bool
    precision: float  # of the prior, 0 for none

    @property
    def start(self) -> Floats:
        """Equal strengths, and the ν that gives equal systems the observed share of ties."""
        theta = np.zeros(len(self.wins))
        tied, decided = self.ties.sum() / 2, self.wins.sum()
        ratio = (tied + 0.5) / (decided + 0.5) * 2 if self.with_tie else 1.0
        return np.append(theta, np.log(ratio))

    def parts(self, parameters: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the K × K probabilities that the row wins, ties and loses."""
        theta = parameters[:-1]
        half = (theta[:, None] - theta[None, :]) / 2
        return _shares(half, float(np.exp(parameters[-1])) if self.with_tie else 0.0)

    def value(self, parameters: Floats) -> float:
        """Return the log likelihood with the log prior."""
        win, tie, _ = self.parts(parameters)
        with np.errstate(divide="ignore", invalid="ignore"):
            likelihood = np.where(self.wins > 0, self.wins * np.log(win), 0.0).sum()
            if self.with_tie:
                likelihood += np.where(self.ties > 0, self.ties * np.log(tie), 0.0).sum() / 2
        return float(likelihood - self.precision * (self._penalised(parameters) ** 2).sum() / 2)

    def slope(self, parameters: Floats) -> tuple[Floats, Floats]:
        """Return the gradient and the information (minus the second derivatives)."""
        win, tie, lose = self.parts(parameters)
        number = self.wins + self.wins.T + self.ties
        mean = win - lose
        surplus = (self.wins - self.wins.T - number * mean) / 2
        weight = number * (win + lose - mean**2) / 4  # the variance of half the outcome
        size = len(self.wins)
        gradient, information = np.zeros(size + 1), np.zeros((size + 1, size + 1))
        gradient[:-1] = surplus.sum(1)
        information[:-1, :-1] = np.diag(weight.sum(1)) - weight
        if self.with_tie:
            gradient[-1] = (self.ties - number * tie).sum() / 2
            crossed = -(number * tie * mean).sum(1) / 2
            information[-1, :-1] = information[:-1, -1] = crossed
            information[-1, -1] = (number * tie * (1 - tie)).sum() / 2
        gradient -= self.precision * self._penalised(parameters)
        information += self.precision * np.eye(size + 1)
        return gradient, information

    def inverse(self, parameters: Floats) -> Floats:
        """Return the inverse information; a shift of a whole component has none and stays out."""
        information = self.slope(parameters)[1]
        shifts = self._shifts()
        return np.asarray(np.linalg.inv(information + shifts @ shifts.T) - shifts @ shifts.T)

    def step(self, parameters: Floats) -> Floats:
        """Return the Newton step."""
        gradient, information = self.slope(parameters)
        shifts = self._shifts()
        return np.asarray(np.linalg.solve(information + shifts @ shifts.T, gradient))

    def _shifts(self) -> Floats:
        """Return the directions in which the likelihood is flat, as unit columns."""
        size = len(self.wins)
        apart = np.eye(size)[self.component][:, np.unique(self.component)]
        shifts = np.zeros((size + 1, apart.shape[1] + 1))
        if not self.precision:
            shifts[:-1, :-1] = apart / np.sqrt(apart.sum(0))
        if not self.with_tie:
            shifts[-1, -1] = 1.0
        return shifts

    def _penalised(self, parameters: Floats) -> Floats:
        return np.append(parameters[:-1], parameters[-1] if self.with_tie else 0.0)


def _climb(model: _Model) -> Floats:
    """Find the maximum by Newton's method, halving steps that would lose height."""
    parameters = model.start
    height = model.value(parameters)
    for _ in range(_STEPS):
        step = model.step(parameters)
        for _ in range(_HALVINGS):
            beyond = model.value(parameters + step)
            if beyond >= height - 1e-12 * abs(height):
                break
            step = step / 2
        parameters, height = parameters + step, beyond
        if np.abs(step).max() < _CLOSE:
            break
    return parameters


def crossed_strengths(
    matches: Matches,
    found: Strengths,
    ties: Ties,
    first: Ints,
    second: Ints | None = None,
    *,
    floor: Floats | None = None,
) -> CrossedEstimates:
    """Return strengths, or their differences, with the crossed interval.

    The unit of judging is a whole ranking: its pairs come from one look of one annotator. A
    contrast c of the strengths moves by ψ = c'H⁻¹·(score of the ranking), with H the information of
    all matches, and a ranking's weight is its share of the information about c. The sd of one
    judgement is that of a decided comparison at even odds, 2 on the log scale. `floor` is a
    covariance below which a prior on strengths does not let the variance fall.
    """
    row, by_system, by_tie = residuals(matches.first, matches.second, matches.value, found, ties)
    one, two = matches.first[row], matches.second[row]
    half, cross, tie = information(one, two, found)
    act = matches.judgement[row]
    acts = int(matches.judgement.max(initial=-1)) + 1
    annotator, segment, document = np.zeros((3, acts), dtype=np.int64)
    for column, known in (
        (annotator, matches.annotator),
        (segment, matches.segment),
        (document, matches.document),
    ):
        column[matches.judgement] = known
    directions = found.inverse[first]
    value = found.score[first]
    if second is not None:
        directions = directions - found.inverse[second]
        value = value - found.score[second]

    def one_contrast(direction: Floats, estimate: float) -> CrossedEstimates:
        apart, by_nu = direction[one] - direction[two], direction[-1]
        moved = np.bincount(act, apart * by_system + by_nu * by_tie, acts)
        said = half * apart**2 + 2 * cross * apart * by_nu + tie * by_nu**2
        weight = np.asarray(np.bincount(act, said, acts), dtype=float)
        kept = np.flatnonzero(weight > weight.max(initial=0.0) * 1e-12)
        if len(kept) < 2 or np.isnan(estimate):
            return CrossedEstimates.nothing(estimate)
        layout = Layout.of(weight[kept], annotator[kept], segment[kept], document[kept])
        y = estimate + moved[kept] / layout.weight
        layout, seen = as_seen(layout, Prior(unit=2.0))
        return crossed(layout, squares(layout, y[:, None]), prior=seen)

    believed = joined(
        [one_contrast(*pair) for pair in zip(directions, value.tolist(), strict=True)]
    )
    if floor is None:
        return believed
    own = floor[first, first]
    if second is not None:
        own = own + floor[second, second] - 2 * floor[first, second]
    return believed.at_least(own)
