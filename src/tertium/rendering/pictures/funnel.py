"""The picture of effort saved step by step: what is left after each, as bars of one scale."""

from collections.abc import Sequence

from tertium.rendering.pictures.theme import Spec, layer, token, view
from tertium.wording import number, term

__all__ = ["draw_funnel"]

_ROW = 38


def draw_funnel(steps: Sequence[tuple[str, int]]) -> Spec:
    """Draw what is left after each step, the first step being all of it.

    What a step takes away stands behind its bar, pale, so that the saving of each
    can be seen as well as what remains.
    """
    all_of_it = max(steps[0][1], 1) if steps else 1
    before = [steps[0][1], *(left for _, left in steps)] if steps else []
    rows: list[Spec] = [
        {
            "label": term(label),
            "left": left,
            "before": max(left, earlier),
            "text": number(f"{left:,} ({100 * left / all_of_it:.1f}%)"),
        }
        for (label, left), earlier in zip(steps, before, strict=False)
    ]
    across = {"type": "quantitative", "scale": {"domain": [0, all_of_it]}, "axis": None}
    y = {
        "field": "label",
        "type": "ordinal",
        "scale": {
            "domain": [label for label, _ in steps],
            "paddingInner": 0.3,
            "paddingOuter": 0.1,
        },
        "axis": {"title": None, "labelLimit": 220},
    }
    numbers = {"y": y, "x": {"field": "before", **across}, "text": {"field": "text"}}
    return view(
        [
            layer(
                "bar",
                [row for row in rows if row["before"] > row["left"]],
                {"y": y, "x": {"field": "left", **across}, "x2": {"field": "before"}},
                color=token("line"),
                cornerRadiusEnd=3,
            ),
            layer("bar", rows, {"y": y, "x": {"field": "left", **across}}, color=token("c1")),
            layer("text", rows, numbers, align="left", dx=8, color=token("ink"), fontWeight=600),
        ],
        height=_ROW * max(1, len(steps)),
    )
