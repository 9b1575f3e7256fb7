"""Rankings written down as comparisons, without a database, for properties over many of them."""

from collections import defaultdict
from dataclasses import fields
from itertools import combinations

import numpy as np

from tertium.table import Codes, Comparisons


def compared(rows):
    """Build the view from records that name some of its columns."""
    columns = {}
    for field in fields(Comparisons):
        values = [row.get(field.name.rstrip("_")) for row in rows]
        if field.type is Codes:
            columns[field.name] = Codes.of(values)
        else:
            columns[field.name] = np.array([np.nan if v is None else v for v in values], float)
    return Comparisons(**columns)


def ranked(rankings, *, condition="ranking"):
    """Write rankings (annotator, segment, {system: rank} in display order) as comparisons."""
    rows = []
    passes = defaultdict(int)
    for number, (annotator, segment, ranks) in enumerate(rankings):
        passes[annotator, segment] += 1
        for (slot, (one, a)), (_, (two, b)) in combinations(enumerate(ranks.items(), 1), 2):
            rows.append(
                {
                    "judgement": f"j{number}",
                    "annotator": annotator,
                    "segment": segment,
                    "pass": chr(96 + passes[annotator, segment]),
                    "system": one,
                    "versus": two,
                    "slot": slot,
                    "condition": condition,
                    "value": float(np.sign(b - a)),
                }
            )
    return compared(rows)
