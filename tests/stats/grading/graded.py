"""A class in a few tuples, and a small typology with good solutions and errors."""

from tertium.typology import Node, Severity, Typology
from tests.stats.errors.marked import marked

LEVELS = tuple(
    Severity(f"{name}-{weight}", f"{sign}{weight}", float(weight), merit=name == "plus")
    for name, sign in (("plus", "+"), ("minus", "−"))
    for weight in range(1, 9)
)
SMALL = Typology(
    name="small",
    title="Small",
    severities=LEVELS,
    nodes=(
        Node("external", "External"),
        Node("external/recipients", "Recipients", parent="external"),
        Node("grammar", "Grammar"),
        Node("semantics", "Semantics"),
    ),
    critical=("minus-8",),
)


def class_of(*gradings, words=100, document="text"):
    """Return the view of (annotator, student, [points or (category, points)])."""
    readings = []
    for annotator, student, points in gradings:
        own = []
        for at, point in enumerate(points):
            category, worth = point if isinstance(point, tuple) else ("semantics", point)
            name = "plus" if worth > 0 else "minus"
            own.append((category, f"{name}-{abs(worth)}", 3 * at, 3 * at + 2))
        readings.append((annotator, document, "1", student, words, own))
    return marked(readings)
