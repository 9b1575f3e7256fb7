"""The picture of effort saved step by step: what is left after each, as bars of one scale."""

from collections.abc import Sequence

from tertium.rendering.pictures.axes import between, measured, named, read, text
from tertium.rendering.pictures.theme import Spec, layer, token, view
from tertium.wording import number, term

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
    x = measured("left", 0, all_of_it, axis=None)
    names = [label for label, _ in steps]
    y = named("label", names, 220, paddingInner=0.3, paddingOuter=0.1)
    taken = [row for row in rows if row["before"] > row["left"]]
    place = {"y": y, **between("x", x, "left", "before")}
    look: Spec = {"align": "left", "dx": 8, "color": token("ink"), "fontWeight": 600}
    return view(
        [
            layer("bar", taken, place, color=token("line"), cornerRadiusEnd=3),
            layer("bar", rows, {"y": y, "x": x}, color=token("c1")),
            text(rows, {"y": y, "x": read(x, "before")}, **look),
        ],
        height=_ROW * max(1, len(steps)),
    )
