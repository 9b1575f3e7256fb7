"""Ways to write down comparisons of many systems in tests."""

from dataclasses import fields

import numpy as np
from hypothesis import strategies as st

from tertium.stats.ranking.matches import Tally
from tertium.table import Codes, Comparisons

COLUMNS = ("annotator", "segment", "system", "versus", "value", "slot", "judgement")


def compared(rows):
    """Build the view from (annotator, segment, system, versus, value[, slot, judgement])."""
    listed = [dict(zip(COLUMNS, row, strict=False)) for row in rows]
    columns = {}
    for field in fields(Comparisons):
        values = [row.get(field.name.rstrip("_")) for row in listed]
        if field.type is Codes:
            columns[field.name] = Codes.of(values)
        else:
            columns[field.name] = np.array([np.nan if v is None else v for v in values], float)
    return Comparisons(**columns)


def drawn(strengths, number, *, tie=0.6, annotators=4, segments=30, seed=0):
    """Draw comparisons from Davidson's model, as rows for `compared`."""
    rng = np.random.default_rng(seed)
    names = sorted(strengths)
    theta = np.array([strengths[name] for name in names])
    one = rng.integers(0, len(names), number)
    two = (one + rng.integers(1, len(names), number)) % len(names)
    half = (theta[one] - theta[two]) / 2
    shares = np.stack([np.exp(-half), np.full(number, tie), np.exp(half)])
    steps = np.cumsum(shares / shares.sum(0), axis=0)
    value = (rng.random(number) > steps[:2]).sum(0) - 1
    who, what = rng.integers(annotators, size=number), rng.integers(segments, size=number)
    return [
        (f"j{who[k]}", f"s{what[k]}", names[one[k]], names[two[k]], int(value[k]), 1)
        for k in range(number)
    ]


@st.composite
def tallies(draw, *, most=5, counts=4):
    """Draw small tables of wins and ties, often with holes."""
    size = draw(st.integers(2, most))
    number = st.one_of(st.just(0), st.integers(0, counts))
    wins, ties = np.zeros((size, size)), np.zeros((size, size))
    for i in range(size):
        for j in range(size):
            if i != j:
                wins[i, j] = draw(number)
            if i < j:
                ties[i, j] = ties[j, i] = draw(number)
    return Tally(wins, ties)
