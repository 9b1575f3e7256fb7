"""Marks of annotators for tests: written shortly, drawn at random, and as the view."""

import numpy as np
from hypothesis import strategies as st

from tertium.stats.span_agreement.readings import Mark
from tertium.table_spans import JudgedOutputs, Spans
from tertium.table_views import Codes

TEXTS = ("one two three four five", "我喜欢苹果和梨。", "Ja 👍🏽, e\u0301clair!", "")


def rows(marks, *, texts=None, documents=None, layer="observed", systems=("X",)):
    """Write {(annotator, segment): [(start, end, category, severity?, side?)]} as rows."""
    for (annotator, segment), own in marks.items():
        for system in systems:
            about = {
                "judgement": f"{annotator}-{segment}-{system}",
                "annotator": annotator,
                "segment": segment,
                "document": (documents or {}).get(segment),
                "system": system,
                "layer": layer,
            }
            yield about | {"aspect": "overall", "value": 0.0}
            if texts is not None and texts.get(segment) is not None:
                yield about | {"aspect": "target", "text": texts[segment]}
            for mark in own:
                start, end, category, severity, side = (
                    *mark,
                    *("minor", "target")[len(mark) - 3 :],
                )
                yield about | {
                    "aspect": "error",
                    "side": side,
                    "start": start,
                    "end": end,
                    "category": category,
                    "severity": severity,
                }


def view(marks, **how):
    """Return the marks as the view that statistics see, made without a table, which takes time."""
    listed = list(rows(marks, **how))
    keys = list(dict.fromkeys(_reading(row) for row in listed))
    errors = [row for row in listed if row["aspect"] == "error"]
    texts = {_reading(row): row["text"] for row in listed if row["aspect"] == "target"}
    target = np.full(len(keys), None, dtype=object)
    target[:] = [texts.get(key) for key in keys]
    names = ("annotator", "segment", "system", "document", "layer")
    about = {name: Codes.of(key[at] for key in keys) for at, name in enumerate(names)}
    nothing = Codes.of([None] * len(keys))
    return Spans(
        outputs=JudgedOutputs(
            judgement=nothing, campaign=nothing, protocol=nothing, pass_=nothing,
            target_language=nothing, **about, score=np.zeros(len(keys)),
            source=np.full(len(keys), None), target=target,
        ),
        output=np.array([keys.index(_reading(row)) for row in errors], dtype=np.int64),
        **{n: Codes.of(row[n] for row in errors) for n in ("side", "category", "severity")},
        **{n: np.array([row[n] for row in errors], dtype=float) for n in ("start", "end")},
        value=np.zeros(len(errors)),
        text=np.full(len(errors), None),
        note=np.full(len(errors), None),
    )  # fmt: skip


def _reading(row):
    return tuple(row[name] for name in ("annotator", "segment", "system", "document", "layer"))


def mark(start, end, label="x", severity="minor", side="target"):
    """Return one mark."""
    return Mark(side, start, end, label, severity)


def marks_in(length, *, points=True, most=4):
    """Draw the marks of one reading of a text."""
    place = st.tuples(st.integers(0, length), st.integers(0, length)).map(sorted)
    if not points:
        place = place.filter(lambda ends: ends[0] < ends[1])
    one = st.tuples(
        place, st.sampled_from(["a/b", "a/c", "d"]), st.sampled_from(["minor", "major"])
    ).map(lambda drawn: (*drawn[0], drawn[1], drawn[2]))
    return st.lists(one, max_size=most)


@st.composite
def campaigns(draw, people=2, segments=4, **how):
    """Draw marks of some people in some texts, with the texts."""
    texts = {f"s{k}": draw(st.sampled_from(TEXTS[:3])) for k in range(segments)}
    found = {
        (f"p{who}", name): draw(marks_in(len(text), **how))
        for who in range(people)
        for name, text in texts.items()
    }
    return found, texts
