"""Ways to write down scores in tests."""

from dataclasses import fields

import numpy as np

from tertium.table import Codes, Scores

COLUMNS = ("annotator", "segment", "system", "value", "role", "of", "campaign")


def scored(rows, names=COLUMNS):
    """Build the view from (annotator, segment, system, value[, role, of, campaign])."""
    listed = [{"role": "real"} | dict(zip(names, row, strict=False)) for row in rows]
    columns = {}
    for field in fields(Scores)[:-1]:  # the scale is no column
        values = [row.get(field.name.rstrip("_")) for row in listed]
        if field.type is Codes:
            columns[field.name] = Codes.of(values)
        else:
            columns[field.name] = np.array([np.nan if v is None else v for v in values], float)
    return Scores(**columns)


def crowd(seed, *, annotators=6, segments=20, systems=("a", "b"), each=3, noise=8.0):
    """Draw rows of a balanced campaign: `each` annotators score both outputs of a segment."""
    rng = np.random.default_rng(seed)
    offset = rng.normal(0, 8, annotators)
    rows = []
    for segment in range(segments):
        people = rng.permutation(annotators)[:each]
        for number, system in enumerate(systems):
            quality = 55 + 12 * rng.normal() - 6 * number
            for person in people:
                value = np.clip(quality + offset[person] + noise * rng.normal(), 0, 100)
                rows.append((f"w{person}", f"s{segment:02}", system, round(float(value))))
    return rows
