"""Two small campaigns whose true link is a line."""

from tests.stats.assessment.scored import scored

__all__ = ["earlier_table", "now_table"]

SEGMENTS = tuple(f"s{number:02}" for number in range(24))


def quality(segment, system):
    """Return a quality that differs between segments and systems."""
    number = int(segment[1:])
    return 20.0 + 2.0 * number + (6.0 if system == "oak" else 0.0)


def earlier_table(*, wobble=0.0):
    """Return two scores of every output; people differ by a constant and by a little."""
    rows = []
    for at, segment in enumerate(SEGMENTS):
        for system in ("oak", "pine"):
            for person in range(4):
                if (at + person) % 2:
                    off = (-3.0, -2.0, 3.0, 2.0)[person] + wobble * ((at * 7 + person) % 5 - 2)
                    rows.append((f"e{person}", segment, system, quality(segment, system) + off))
    return scored(rows)


def now_table(*, shift=10.0, slope=0.5, people=4, each=12, better=12.0, wobble=0.0):
    """Return scores of `elm`, better than pine by so many points, and of anchors."""
    real, anchors = [], []
    for person in range(people):
        own = shift + 2.0 * (person - (people - 1) / 2)
        for at, segment in enumerate(SEGMENTS):
            off = wobble * ((at * 5 + person * 3) % 7 - 3)
            if at % people == person:
                value = own + slope * (quality(segment, "pine") + better) + off
                real.append((f"n{person}", f"t{at}", "elm", value, "real"))
            if (at + person) % 2 and sum(row[0] == f"n{person}" for row in anchors) < each:
                value = own + slope * quality(segment, "pine") + off
                anchors.append((f"n{person}", f"anchor.{segment}", "pine", value, "anchor"))
    table = [
        dict(zip(("annotator", "segment", "system", "value", "role"), row, strict=True))
        | {"aspect": "overall"}
        | ({"of": row[1].removeprefix("anchor.")} if row[4] == "anchor" else {})
        for row in (*real, *anchors)
    ]
    return type(scored([])).from_rows(table)
