"""Marked errors for tests: views made from a few short tuples."""

from math import inf

import numpy as np

from studies._scorecard_draws import drawn_sample
from tertium.stats.errors.analyse import score_errors
from tertium.table import Codes, JudgedOutputs, Spans
from tertium.typology import Severity, Typology


def marked(readings):
    """Return the view of readings (annotator, document, segment, system, words, errors).

    An error is (category, severity), with start, end and value if they are given.
    """
    annotator, document, segment, system, words, _ = zip(*readings, strict=True)
    texts = np.array([" ".join(f"w{at}" for at in range(n)) for n in words], dtype=object)
    none = Codes.of([""] * len(readings))
    outputs = JudgedOutputs(
        judgement=Codes.of([f"j{number}" for number in range(len(readings))]),
        campaign=none,
        protocol=none,
        annotator=Codes.of(annotator),
        segment=Codes.of(segment),
        document=Codes.of(document),
        system=Codes.of(system),
        pass_=none,
        layer=Codes.of(["observed"] * len(readings)),
        target_language=none,
        score=np.full(len(readings), np.nan),
        source=texts.copy(),
        target=texts,
    )
    errors = [
        (at, *(*error, None, None, None)[:5])
        for at, (*_, own) in enumerate(readings)
        for error in own
    ]
    columns = list(zip(*errors, strict=True)) if errors else [()] * 6
    numbers = [np.array([np.nan if v is None else v for v in c], dtype=float) for c in columns[3:]]
    return Spans(
        outputs=outputs,
        output=np.array(columns[0], dtype=np.int64),
        side=Codes.of(["target"] * len(errors)),
        category=Codes.of(columns[1]),
        severity=Codes.of(columns[2]),
        start=numbers[0],
        end=numbers[1],
        value=numbers[2],
        text=np.full(len(errors), None, dtype=object),
        note=np.full(len(errors), None, dtype=object),
    )


def scored(number, words, errors, *, costs=(1, 5), readers=1, threshold=0.01, **how):
    """Score segments of 20 words in equal documents; errors are points by (document, segment).

    With several readers, each error was marked by one of them and all read everything.
    """
    segments = max(1, words // number // 20)
    typology = Typology("t", "", tuple(Severity(f"s{cost}", "", cost) for cost in costs))
    readings = [
        (f"a{who}", f"d{d}", f"{d}-{s}", "x", 1,
         [("", f"s{cost}") for cost in errors.get((d, s), [])[who::readers]])
        for d in range(number)
        for s in range(segments)
        for who in range(readers)
    ]  # fmt: skip
    lengths = {reading[2]: words / number / segments for reading in readings}
    return score_errors(
        marked(readings),
        scoring="calibrated",
        typology=typology,
        tolerance=1000 * threshold,
        lengths=lengths,
        **how,
    )


def counted(number, words, errors, *, costs=(1, 5), readers=1, threshold=0.01, documents=inf):
    """Return the sample of the same errors, as the studies make many at once."""
    segments = max(1, words // number // 20)
    counts = np.zeros((number, segments, len(costs)), dtype=int)
    for place, points in errors.items():
        for cost in points:
            counts[(*place, costs.index(cost))] += 1
    return drawn_sample(
        counts,
        costs,
        words / number / segments,
        threshold,
        readers=readers,
        documents=documents,
    )
