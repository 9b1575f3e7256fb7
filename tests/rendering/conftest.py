"""Small results to render: one of a kind that no file of the report room knows."""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pytest

from tertium.stats.comparison.compare import compare
from tertium.stats.comparison.enough import enough
from tertium.stats.result import Estimate, Result
from tertium.table import JudgementTable


@dataclass(frozen=True, slots=True)
class Person:
    """One row of the unknown result."""

    annotator: str
    judged: int
    kappa: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown(Result):
    """A result that a plug-in might bring."""

    sentence: str
    share: float
    ratio: Estimate
    missing: Estimate
    labels: tuple[str, ...]
    counts: dict[str, int]
    people: tuple[Person, ...]


@pytest.fixture
def unknown():
    """Return a result with doubts, gaps and awkward names."""
    return Unknown(
        signature="unknown|level:0.95|seed:0|tertium:0.1.0",
        warnings=("Two annotators are few. More of them would help.",),
        sentence="People prefer <b>A & B</b> 1.9 to 1 (95% interval 1.4–2.5).",
        share=0.25,
        ratio=Estimate(1.871, 1.449, 2.46),
        missing=Estimate(None),
        labels=("left", "right"),
        counts={"left_wins": 1200, "right_wins": 3},
        people=(
            Person("Ann_1 & co", 1200, Estimate(0.2, -0.1, 0.4)),
            Person("日本語の人", 3, Estimate(float("nan"))),
        ),
    )


def drawn_judgements(wins, *, people=3, segments=40, domains=("News", "Health"), passes=("a",)):
    """Return a table in which each person prefers `new` with a probability from `wins`."""
    random = np.random.default_rng(1)
    rows = []
    for person in range(people):
        for segment, in_pass in product(range(segments), passes):
            if segment >= 10 and in_pass != "a":
                continue  # only the common set is judged twice
            drawn = random.random()
            won = drawn < wins[person % len(wins)]
            label = "left" if won else "right" if drawn < 0.7 else "both_good"
            rows.append(
                {
                    "annotator": f"ann-{person + 1}",
                    "segment": f"s{segment}" if segment < 10 else f"s{segment}-{person}",
                    "pass": in_pass,
                    "system": "new", "versus": "old", "slot": 1, "aspect": "preference",
                    "label": label, "value": {"left": 1.0, "right": -1.0}.get(label, 0.0),
                    "domain": domains[segment % len(domains)],
                    "comment": "not enough context" if segment % 13 == 0 else None,
                }
            )  # fmt: skip
    return JudgementTable.from_rows(rows)


@pytest.fixture(scope="session")
def judgements():
    """Return the function that draws judgements."""
    return drawn_judgements


@pytest.fixture(scope="session")
def comparison():
    """Return a comparison with every picture, in which all annotators lean to the new release."""
    table = drawn_judgements((0.5, 0.45, 0.55), passes=("a", "b"))
    names = table.distinct("segment")
    compared = compare(
        table,
        baseline="old",
        advanced="new",
        identical=0.226,
        lengths={name: 5 + 7 * (at % 5) for at, name in enumerate(names)},
        scores={(name, "new"): float(at % 17) for at, name in enumerate(names)},
        price=0.5,
    )
    drawn = enough(table, baseline="old", advanced="new", replicates=100)
    return replace(compared, curves=drawn)


@pytest.fixture
def opened(browser):
    """Open pages offline; afterwards nothing may have been complained about."""
    complaints, contexts = [], []

    def open_page(address, *, width=1280, routes=None, **options):
        context = browser.new_context(
            viewport={"width": width, "height": 800}, offline=routes is None, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.asked = []
        if routes is not None:
            page.route("**/*", routes)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
