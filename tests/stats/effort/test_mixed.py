"""Crossed random effects by restricted maximum likelihood, against two other ways."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from tertium.stats.effort.mixed import fit_mixed


def drawn(seed, rows=150, firsts=5, seconds=18, sds=(0.5, 0.4, 0.45)):
    """Draw data with three systems; every level of both effects occurs."""
    rng = np.random.default_rng(seed)
    first = np.concatenate([np.arange(firsts), rng.integers(0, firsts, rows - firsts)])
    second = np.concatenate([np.arange(seconds), rng.integers(0, seconds, rows - seconds)])
    system = rng.integers(0, 3, rows)
    x = np.column_stack([np.ones(rows), system == 1, system == 2]).astype(float)
    y = x @ [1.0, 0.5, -0.2] + sds[0] * rng.normal(size=firsts)[first]
    y += sds[1] * rng.normal(size=seconds)[second] + sds[2] * rng.normal(size=rows)
    return y, x, first, second, system


def textbook(y, x, first, second):
    """Minimise −2 log REML with whole covariance matrices; return β, its errors and three sds."""
    one, two = (np.equal.outer(unit, unit).astype(float) for unit in (first, second))

    def parts(logs):
        v = np.exp(logs[0]) * one + np.exp(logs[1]) * two + np.exp(logs[2]) * np.eye(len(y))
        inverse = np.linalg.inv(v)
        information = x.T @ inverse @ x
        beta = np.linalg.solve(information, x.T @ inverse @ y)
        rest = y - x @ beta
        return v, inverse, information, beta, rest

    def deviance(logs):
        v, inverse, information, _, rest = parts(logs)
        return np.linalg.slogdet(v)[1] + np.linalg.slogdet(information)[1] + rest @ inverse @ rest

    found = minimize(deviance, [-1.5, -1.5, -1.5], method="Nelder-Mead",
                     options={"xatol": 1e-7, "fatol": 1e-9, "maxiter": 4000})  # fmt: skip
    _, _, information, beta, _ = parts(found.x)
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    return beta, errors, np.exp(found.x / 2)


def test_equals_whole_covariance_matrices():
    """Sweeping groups out gives what inverting the whole matrix gives."""
    y, x, first, second, _ = drawn(0, rows=70, firsts=4, seconds=10)
    fit = fit_mixed(y, x, first, second)
    beta, errors, sds = textbook(y, x, first, second)
    assert fit.beta == pytest.approx(beta, abs=1e-4)
    assert np.sqrt(np.diag(fit.covariance)) == pytest.approx(errors, abs=1e-4)
    assert (fit.sd_first, fit.sd_second, fit.sd_residual) == pytest.approx(tuple(sds), abs=2e-3)


def test_equals_statsmodels():
    """The library's variance components, fitted with everything in one group, agree."""
    import pandas
    import statsmodels.formula.api as formulas

    y, x, first, second, system = drawn(2)
    fit = fit_mixed(y, x, first, second)
    data = pandas.DataFrame({"y": y, "s": system, "a": first, "b": second, "all": 1})
    parts = {"a": "0 + C(a)", "b": "0 + C(b)"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other = formulas.mixedlm("y ~ C(s)", data, groups="all", vc_formula=parts,
                                 re_formula="0").fit()  # fmt: skip
    assert fit.beta == pytest.approx(other.fe_params.to_numpy(), abs=1e-3)
    assert fit.sd_residual == pytest.approx(other.scale**0.5, abs=1e-3)
    assert (fit.sd_first, fit.sd_second) == pytest.approx(tuple(np.sqrt(other.vcomp)), abs=5e-3)
    assert fit.log_likelihood == pytest.approx(other.llf, abs=1e-3)


@given(st.integers(0, 50), st.floats(-5, 5), st.floats(0.1, 10))
@settings(max_examples=10, deadline=None)
def test_shifting_and_stretching_does_the_same_to_the_effects(seed, shift, times):
    """Units of measurement do not matter."""
    y, x, first, second, _ = drawn(seed, rows=60, firsts=3, seconds=8)
    fit, other = fit_mixed(y, x, first, second), fit_mixed(shift + times * y, x, first, second)
    assert other.beta[1:] == pytest.approx(times * fit.beta[1:], abs=2e-3 * times)
    assert other.sd_residual == pytest.approx(times * fit.sd_residual, rel=2e-3)


def test_influence_sums_to_nothing_and_predicts_leaving_out():
    """What a row adds to a coefficient is close to what leaving it out takes away."""
    y, x, first, second, _ = drawn(4)
    fit = fit_mixed(y, x, first, second)
    assert fit.influence.sum(0) == pytest.approx(np.zeros(3), abs=1e-9)
    row = int(np.argmax(np.abs(fit.influence[:, 1])))
    kept = np.arange(len(y)) != row
    without = fit_mixed(y[kept], x[kept], first[kept], second[kept])
    assert fit.beta[1] - without.beta[1] == pytest.approx(fit.influence[row, 1], rel=0.35)


def test_no_differences_between_groups_give_no_spread():
    """Where the units do not differ, their sd goes to zero and the fit is least squares."""
    y, x, first, second, _ = drawn(5, sds=(0.0, 0.0, 1.0))
    fit = fit_mixed(y, x, first, second)
    if max(fit.sd_first, fit.sd_second) < 0.01:
        assert fit.beta == pytest.approx(np.linalg.lstsq(x, y, rcond=None)[0], abs=1e-3)
    assert max(fit.sd_first, fit.sd_second) < 0.35
