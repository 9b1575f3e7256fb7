"""Two small campaigns whose true link is a line."""

import numpy as np

from studies._crowds import scores_of
from tertium.table import Codes

SEGMENTS = tuple(f"s{number:02}" for number in range(24))


def told(rows):
    """Return scores from (annotator, segment, system, score[, role[, of]])."""
    columns = zip(*((*row, "real", "")[:6] if len(row) == 4 else (*row, "")[:6] for row in rows),
                  strict=True)  # fmt: skip
    annotator, segment, system, value, role, of = columns
    named = {"annotator": annotator, "segment": segment, "system": system, "role": role, "of": of}
    return scores_of(
        value=np.array(value), **{name: Codes.of(column) for name, column in named.items()}
    )


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
    return told(rows)


def now_table(**choices):
    """Return the scores of `now_rows`."""
    return told(now_rows(**choices))


def now_rows(*, shift=10.0, slope=0.5, people=4, each=12, better=12.0, wobble=0.0):
    """Return scores of `elm`, better than pine by so many points, and of anchors."""
    real, anchors = [], []
    for person in range(people):
        own = shift + 2.0 * (person - (people - 1) / 2)
        met = 0
        for at, segment in enumerate(SEGMENTS):
            off = wobble * ((at * 5 + person * 3) % 7 - 3)
            if at % people == person:
                value = own + slope * (quality(segment, "pine") + better) + off
                real.append((f"n{person}", f"t{at}", "elm", value))
            if (at + person) % 2 and met < each:
                value = own + slope * quality(segment, "pine") + off
                row = (f"n{person}", f"anchor.{segment}", "pine", value, "anchor", segment)
                anchors.append(row)
                met += 1
    return real + anchors
