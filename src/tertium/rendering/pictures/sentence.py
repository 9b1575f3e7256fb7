"""The picture of a sentence: how varied the renderings of each of its words are."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.axes import between, measured, read, text
from tertium.rendering.pictures.theme import Spec, layer, token, view

_ROW = 26
_TEXT = 340  # pixels for the renderings behind a bar


@dataclass(frozen=True, slots=True)
class SentenceWord:
    """One word: its entropy over people and in the engine's options, and what it became.

    `at_most` is how high the entropy would be after a small-sample correction.
    """

    word: str
    people: float | None
    at_most: float | None
    machine: float | None
    renderings: str


def draw_sentence(words: Sequence[SentenceWord]) -> Spec:
    """Draw a sentence from top to bottom, as it is read, with a bar of bits for each word.

    A thin line leads from the bar to what a correction for few translators would add; a
    diamond is the engine's entropy.
    """
    rows: list[Spec] = [
        {
            "at": number,
            "people": one.people,
            "at_most": one.at_most,
            "machine": one.machine,
            "end": max(0.0, *(v for v in (one.people, one.at_most, one.machine) if v is not None))
            if any(v is not None for v in (one.people, one.at_most, one.machine))
            else 0.0,
            "text": one.renderings,
        }
        for number, one in enumerate(words, start=1)
    ]
    farthest = max([1.0, *(row["end"] for row in rows)])
    names = {str(number): one.word for number, one in enumerate(words, start=1)}
    y = {
        "field": "at",
        "type": "ordinal",
        "scale": {"domain": [row["at"] for row in rows], "paddingInner": 0.35},
        "axis": {
            "title": None,
            "labelExpr": f"{json.dumps(names, ensure_ascii=False)}[datum.label]",
            "labelLimit": 160,
        },
    }
    # The scale ends where the bars do; the renderings stand behind it.
    ends = [0, {"expr": f"max(120, width - {_TEXT})"}]
    below = {"title": "bits", "grid": True, "tickCount": 4, "titleAnchor": "start"}
    x = measured("people", 0, farthest, range=ends, axis=below)
    people = [row for row in rows if row["people"] is not None]
    more = [row for row in people if row["at_most"] is not None and row["at_most"] > row["people"]]
    machine = [row for row in rows if row["machine"] is not None]
    added = {**between("x", x, "people", "at_most"), "y": y}
    diamond: Spec = {"shape": "diamond", "filled": True, "size": 90, "opacity": 1}
    diamond["color"] = token("c2")
    return view(
        [
            layer("bar", people, {"x": x, "y": y}, color=token("c1"), cornerRadiusEnd=2),
            layer("rule", more, added, color=token("c1"), strokeWidth=2, opacity=0.55),
            layer("point", machine, {"x": read(x, "machine"), "y": y}, **diamond),
            text(rows, {"x": read(x, "end"), "y": y}, align="left", dx=10, limit=_TEXT - 12),
        ],
        height=_ROW * max(1, len(rows)),
    )
