"""Marked errors for tests: views made from a few short tuples."""

import numpy as np

from tertium.table import Codes, JudgedOutputs, Spans


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
