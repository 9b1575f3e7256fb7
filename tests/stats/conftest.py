"""Ways to write down small campaigns in tests."""

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import settings

from tertium.protocols.preferences import ANSWERS
from tertium.table import Codes, Comparisons, JudgementTable

# Other work on the machine must not make a property fail by the clock.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def _rows(judgements):
    """Turn (annotator, segment, label) and more into rows; sides alternate."""
    for number, (annotator, segment, label, *more) in enumerate(judgements):
        extra = more[0] if more else {}
        left, right = ("adv", "base") if number % 2 else ("base", "adv")
        answer = {
            "advanced": "left" if left == "adv" else "right",
            "baseline": "left" if left == "base" else "right",
        }.get(label, label)
        yield {
            "judgement": f"j{number}",
            "annotator": annotator,
            "segment": segment,
            "system": left,
            "versus": right,
            "slot": 1,
            "aspect": "preference",
            "label": answer,
            "value": ANSWERS[answer],
            **extra,
        }


@pytest.fixture
def table():
    """Build a table from (annotator, segment, label[, further columns]) tuples."""
    return lambda judgements: JudgementTable.from_rows(_rows(list(judgements)))


@pytest.fixture(scope="session")
def comparisons():
    """Build the view of such a table without a database, for properties over many tables."""

    def build(judgements):
        rows = list(_rows(list(judgements)))
        columns = {}
        for field in fields(Comparisons):
            values = [row.get(field.name.rstrip("_")) for row in rows]
            if field.type is Codes:
                columns[field.name] = Codes.of(values)
            else:
                columns[field.name] = np.array([np.nan if v is None else v for v in values], float)
        return Comparisons(**columns)

    return build


@pytest.fixture
def counted():
    """List judgements of fresh segments: so many advanced, baseline and both_bad by annotator."""

    def build(advanced, baseline, total, **more):
        judgements = []
        for who, (wins, losses, number) in enumerate(zip(advanced, baseline, total, strict=True)):
            labels = ["advanced"] * wins + ["baseline"] * losses
            labels += ["both_bad"] * (number - wins - losses)
            for label in labels:
                judgements.append((f"e{who + 1}", f"s{len(judgements):05}", label, more))
        return judgements

    return build
