"""Small files of edits, written row by row."""

from tertium.formats.judgements import read_judgements

HEADER = "annotator,segment,system,source,mt,edited,seconds,keystrokes,rating,set,condition,order"
SOURCE = "eins zwei drei vier fünf sechs sieben acht neun zehn"


def row(annotator="a", segment="1", system="x", *, source=SOURCE, mt="the old text", edited="",
        seconds=20.0, keys=5, rating="", set_="test", condition="", order=""):  # fmt: skip
    """Return one row of a file; an edited text that is not given is the output."""
    cells = (annotator, segment, system, source, mt, edited or mt, seconds, keys, rating, set_,
             condition, order)  # fmt: skip
    return ",".join(f'"{cell}"' if isinstance(cell, str) else f"{cell}" for cell in cells)


def edits_of(tmp_path, rows):
    """Write rows to a file and read them as any user's file is read."""
    path = tmp_path / "edits.csv"
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    return read_judgements(path).edits()


def campaign(editors=4, systems=("x", "y", "z"), training=12, test=9, paces=(1.0, 2.0, 0.5, 1.4)):
    """Return rows of a one-only design in which x is easiest; editors differ in pace."""
    rows = []
    for person in range(editors):
        who, pace = f"e{person}", paces[person % len(paces)]
        for task in range(training):
            effort = 10 + 3 * (task % 5)
            name = systems[task % len(systems)]
            rows.append(row(who, f"t{task}", name, seconds=pace * effort, keys=effort,
                            edited="another text" if task % 3 else "", set_="train",
                            rating=4 - task % 4, order=task + 1))  # fmt: skip
        for segment in range(test):
            at = (person + segment) % len(systems)
            effort = 10 + 2 * (segment % 4) + 6 * at
            rows.append(row(who, f"s{segment}", systems[at], seconds=pace * effort,
                            keys=effort + person, edited="a new text" if at else "",
                            rating=4 - at, order=training + segment + 1))  # fmt: skip
    return rows
