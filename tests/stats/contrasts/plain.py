"""The crossed interval once more, written down as its recipe reads, with dense matrices."""

import numpy as np
from scipy.special import ndtr
from scipy.stats import t as student

GRID = (np.arange(40) + 0.5) / 40 * 4


def plain_crossed(y, w, j, d, s, *, kappa=(0.25, 0.35), unit=None, known=True, level=0.95):
    """Return the estimate, the ends of its interval, and p; codes are numbered from 0."""
    y, w = np.asarray(y, float), np.asarray(w, float)
    n, people, texts, segments = len(y), max(j) + 1, max(d) + 1, max(s) + 1
    if not known or (texts > 1 and segments < 1.5 * texts):
        known, d, texts = False, np.zeros(n, int), 1
    w = w / w.sum()
    est = w @ y
    s2 = unit**2 if unit else (w @ (y - est) ** 2) * n / (n - 1)
    u, df = _left(y, w, j, d, n, people, texts)
    total = n / df * ((w * u) ** 2).sum() / (w**2).sum()
    by_segment = np.array([(w * u)[s == k].sum() for k in range(segments)])
    w_s = np.array([w[s == k].sum() for k in range(segments)])
    repeated = (w_s**2).sum() - (w**2).sum()
    g = 0.0
    if repeated > 1e-12:
        g = n / df * ((by_segment**2).sum() - ((w * u) ** 2).sum()) / repeated
    g = min(max(g, 0.0), total)
    e = total - g
    wjd, wjs, njd = (
        np.zeros((people, texts)),
        np.zeros((people, segments)),
        np.zeros((people, texts)),
    )
    np.add.at(wjd, (j, d), w)
    np.add.at(wjs, (j, s), w)
    np.add.at(njd, (j, d), w**2)
    wj, wd = wjd.sum(1), wjd.sum(0)
    share = wjd / wj[:, None]
    inside = np.zeros((texts, segments))
    inside[d, s] = 1
    gd = np.diag(wd) - share.T @ wjd
    gs = inside * w_s - share.T @ wjs
    m = wj[:, None] * (np.eye(people) - wj)
    v0 = (e * w @ w + g * w_s @ w_s) * (
        student.ppf(0.975, max(segments - texts, 1)) / 1.959964
    ) ** 2
    caa, cad, cdd = (m**2).sum(), ((wjd - np.outer(wj, wd)) ** 2).sum(), (gd**2).sum()
    na = e * ((1 - 2 * wj) * njd.sum(1) + wj**2 * (w @ w)).sum()
    na += g * ((wjs - np.outer(wj, w_s)) ** 2).sum()
    nd = e * (njd * (1 - 2 * share + (share**2).sum(1)[:, None])).sum() + g * (gs**2).sum()
    own = np.array([(w * y)[j == k].sum() / wj[k] for k in range(people)])
    qa = sum((w * (y - est))[j == k].sum() ** 2 for k in range(people))
    qd = sum((w * (y - own[j]))[d == k].sum() ** 2 for k in range(texts))
    nua = _freedom(m) if people > 1 else 0.0
    nud = 0.0 if texts == 1 or cdd < 1e-12 * (wd @ wd) else _freedom(gd)
    md = max(0.0, (qd - nd) / cdd) if nud else 0.0
    ma = max(0.0, (qa - na - cad * md) / caa) if nua and kappa[0] > 0 else 0.0
    best = None
    rows = []
    for x in GRID:
        for z in GRID if known else (0.0,):
            ta, td = max(kappa[0] ** 2 * s2, ma) * x**2, max(kappa[1] ** 2 * s2, md) * z**2
            ea, ed = caa * ta + cad * td + na, cdd * td + nd
            log = -(x**2) / 2 - z**2 / 2
            if nua:
                log -= nua / 2 * (np.log(ea) + qa / ea)
            if nud:
                log -= nud / 2 * (np.log(ed) + qd / ed)
            rows.append((log, (wj @ wj) * ta + (wd @ wd) * td + v0))
            best = log if best is None else max(best, log)
    weight = np.array([np.exp(log - best) for log, _ in rows])
    weight, sd = weight / weight.sum(), np.sqrt([v for _, v in rows])
    low, high = 0.0, 40 * sd.max()
    for _ in range(200):
        middle = (low + high) / 2
        if (weight * ndtr(-middle / sd)).sum() > (1 - level) / 2:
            low = middle
        else:
            high = middle
    return est, est - low, est + low, 2 * (weight * ndtr(-abs(est) / sd)).sum()


def _left(y, w, j, d, n, people, texts):
    cells = j * texts + d
    u = y.copy()
    for cell in np.unique(cells):
        here = cells == cell
        u[here] -= np.average(y[here], weights=w[here])
    df = n - len(np.unique(cells))
    if df < n / 4:
        u = y - w @ y
        for _ in range(30):
            for unit in (j, d):
                for code in np.unique(unit):
                    here = unit == code
                    u[here] -= np.average(u[here], weights=w[here])
        df = n - people - texts + 1
    return u, max(df, 1)


def _freedom(x):
    squared = x @ x.T
    return np.trace(squared) ** 2 / (squared**2).sum()
