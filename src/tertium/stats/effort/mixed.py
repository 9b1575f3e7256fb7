"""A linear model with two crossed random effects, such as editors and segments.

y = Xβ + u[first] + v[second] + e, with u ~ N(0, σ²λ₁), v ~ N(0, σ²λ₂), e ~ N(0, σ²); the two
ratios λ are found by restricted maximum likelihood (Patterson and Thompson, 1971), everything
else in closed form. The second effect may have very many levels: it is swept out group
by group, so the work grows with the rows, not with the square of the groups.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

from tertium.stats.arrays import Floats, Ints

_LEAST, _MOST = -14.0, 9.0  # of log λ: from nothing at all to nothing else
_GRID = (-9.0, -4.0, -1.5, 0.5, 3.0)


@dataclass(frozen=True, slots=True)
class MixedFit:
    """Coefficients, effects of the first unit, and standard deviations.

    `influence` is what each row adds to each coefficient (rows × coefficients): its columns
    sum to 0 over all rows, and clustered sums of it give sandwich variances.
    """

    beta: Floats
    covariance: Floats
    first: Floats
    sd_first: float
    sd_second: float
    sd_residual: float
    log_likelihood: float
    influence: Floats


def fit_mixed(y: Floats, x: Floats, first: Ints, second: Ints) -> MixedFit:
    """Fit the model by restricted maximum likelihood; codes run from 0 without gaps."""
    sweep = _Sweep.of(y, x, first, second)

    def deviance_at(logs: Floats) -> float:
        return sweep.at(*np.exp(np.clip(logs, _LEAST, _MOST)))[0]

    begin = min(product(_GRID, _GRID), key=lambda pair: deviance_at(np.array(pair)))
    best = minimize(
        deviance_at, begin, method="Nelder-Mead", options={"xatol": 1e-5, "fatol": 1e-8}
    )
    one, two = np.exp(np.clip(best.x, _LEAST, _MOST))
    deviance, beta, inverse, variance = sweep.at(one, two)
    residual = y - x @ beta
    # V⁻¹ applied to X and to what X leaves.
    solved = sweep.solve(np.column_stack([x, residual]), one, two)
    effects = one * np.bincount(first, solved[:, -1], minlength=sweep.firsts)
    return MixedFit(
        beta=beta,
        covariance=variance * inverse,
        first=effects,
        sd_first=float((variance * one) ** 0.5),
        sd_second=float((variance * two) ** 0.5),
        sd_residual=float(variance**0.5),
        log_likelihood=-deviance / 2,
        influence=(solved[:, :-1] @ inverse) * residual[:, None],
    )


@dataclass(frozen=True, slots=True)
class _Sweep:
    """Sums that every trial of the two ratios needs."""

    rows: int
    coefficients: int
    firsts: int
    first: Ints
    second: Ints
    sizes: Floats  # rows in each second unit
    cross: Floats  # M'M of M = [X, Z₁, y]
    sums: Floats  # sums of M by second unit

    @classmethod
    def of(cls, y: Floats, x: Floats, first: Ints, second: Ints) -> "_Sweep":
        firsts, seconds = int(first.max()) + 1, int(second.max()) + 1
        whole = np.column_stack([x, np.eye(firsts)[first], y])
        order = np.argsort(second, kind="stable")
        starts = np.searchsorted(second[order], np.arange(seconds))
        return cls(
            rows=len(y),
            coefficients=x.shape[1],
            firsts=firsts,
            first=first,
            second=second,
            sizes=np.bincount(second, minlength=seconds).astype(float),
            cross=whole.T @ whole,
            sums=np.add.reduceat(whole[order], starts, axis=0),
        )

    def at(self, one: float, two: float) -> tuple[float, Floats, Floats, float]:
        """Return −2 log REML, the coefficients, (X'V⁻¹X)⁻¹ and σ² for these ratios."""
        shrink = two / (1 + two * self.sizes)
        swept = self.cross - (self.sums * shrink[:, None]).T @ self.sums
        p, q = self.coefficients, self.coefficients + self.firsts
        inner = swept[p:q, p:q] + np.eye(self.firsts) / one
        factor = cho_factor(inner, lower=True)
        outer = np.r_[0:p, q]
        left = swept[np.ix_(outer, outer)] - swept[outer, p:q] @ cho_solve(
            factor, swept[p:q][:, outer]
        )
        inverse = np.linalg.pinv(left[:p, :p], hermitian=True)
        beta = inverse @ left[:p, p]
        freedom = self.rows - np.linalg.matrix_rank(left[:p, :p], hermitian=True)
        variance = max(float(left[p, p] - left[:p, p] @ beta) / freedom, 1e-300)
        sizes = np.linalg.eigvalsh(left[:p, :p])
        information = np.log(sizes[sizes > 1e-10 * sizes.max()]).sum()
        determinant = (
            np.log1p(two * self.sizes).sum()
            + 2 * np.log(np.diag(factor[0])).sum()
            + self.firsts * np.log(one)
        )
        deviance = freedom * (1 + np.log(2 * np.pi * variance)) + determinant + information
        return float(deviance), beta, inverse, variance

    def solve(self, columns: Floats, one: float, two: float) -> Floats:
        """Return V⁻¹ (up to σ²) times some columns."""
        swept = self._without_second(columns, two)
        totals = _sums(self.first, swept, self.firsts)
        units = self._without_second(np.eye(self.firsts)[self.first], two)
        inner = _sums(self.first, units, self.firsts) + np.eye(self.firsts) / one
        return np.asarray(swept - units @ np.linalg.solve(inner, totals))

    def _without_second(self, columns: Floats, two: float) -> Floats:
        shrink = two / (1 + two * self.sizes)
        sums = _sums(self.second, columns, len(self.sizes))
        return np.asarray(columns - (shrink[:, None] * sums)[self.second])


def _sums(unit: Ints, columns: Floats, size: int) -> Floats:
    return np.stack([np.bincount(unit, column, minlength=size) for column in columns.T], axis=1)
