from dataclasses import replace

import pytest

from tertium.rendering import figures, headline, tables
from tertium.stats.tournament.adequacy import adequacy
from tertium.stats.tournament.propagation import Effort, total_effort
from tertium.table import JudgementTable
from tests.rendering.every_format import tell
from tests.stats.graph_rows import FIGURE, rows


def asked(answers, *, segment="s", annotator="ann"):
    """Write (system, adequate?) as rows of the table."""
    for system, value in answers:
        yield {
            "judgement": f"{annotator}-{segment}-{system}?",
            "annotator": annotator,
            "segment": segment,
            "system": system,
            "aspect": "adequate",
            "value": float(value),
        }


def labelled(*sources, references=()):
    """Return adequacy from (comparisons, answers) of several sources."""
    listed = []
    for at, (said, answers) in enumerate(sources):
        listed += rows(said, segment=f"s{at}")
        listed += asked(answers, segment=f"s{at}")
    return adequacy(JudgementTable.from_rows(listed), references=references)


def table_of(result, title):
    """Return one of the tables by its title."""
    return next(one for one in tables(result) if one.title == title)


@pytest.fixture(scope="module")
def figure_1():
    """Return the graph of the paper, in which LW is inadequate and the reference adequate."""
    return labelled((FIGURE, [("LW", 0)]), references=("Reference",))


def test_the_published_example_is_told(figure_1):
    """LW inadequate: four follow, the reference is known, one question of six was enough."""
    said = tell(figure_1)
    labels = {row[2]: row[3] for row in table_of(figure_1, "Labels").rows}
    assert labels == {
        "Bing": False, "Google": False, "LW": False, "Moses": False,
        "Reference": True, "Systran": False,
    }  # fmt: skip
    assert headline(figure_1) == (
        "Each of five systems has 0.0% adequate translations. Only 1 of 6 translations had to be "
        "asked about: 83.3% of the questions were saved."
    )
    assert said["json"]["effort"]["by_propagation"] == 3
    inferred = next(one for one in said["json"]["labels"] if one["system"] == "Moses")
    assert (inferred["layer"], inferred["adequate"]) == ("inferred", False)


def test_the_funnel_falls_from_step_to_step(figure_1):
    """Translations, unique, after the reference, after propagation, with shares of the whole."""
    funnel = next(figure for figure in figures(figure_1) if figure.name == "effort")
    steps = [
        row
        for layer in funnel.spec["layer"]
        if layer["mark"]["type"] == "text"
        for row in layer["data"]["values"]
    ]
    assert [(row["label"], row["left"]) for row in steps] == [
        ("Translations", 6),
        ("Unique, ties merged", 5),
        ("After the reference rule", 4),
        ("After propagation: asked", 1),
    ]
    assert steps[-1]["text"] == "1 (16.7%)"
    assert "83.3%" in funnel.title


def test_the_published_effort_has_its_shares(figure_1):
    """11,292 translations, 3,630 asked: 67.85% of the questions were saved."""
    counted = Effort(
        11_292, 4_622, None, 6_670, 3_040, None, 2_372, None, 668, None, 3_630, 0, None
    )
    result = replace(figure_1, effort=total_effort([counted]))
    shares = {row[0]: row[2] for row in table_of(result, "Effort").rows if row[2] is not None}
    assert {name: round(100 * share, 2) for name, share in shares.items()} == {
        "Share a vertex with another": 40.93,
        "Known without asking": 45.58,
        "by the reference": 35.56,
        "by propagation": 10.01,
        "Saved": 67.85,
    }
    assert "Only 3,630 of 11,292 translations had to be asked about: 67.9%" in headline(result)
    assert "After propagation: asked" in tell(result)["html"]


def test_what_is_still_open_is_not_called_saved():
    """Before everything is answered, the saving is a bound and the last bar says so."""
    result = labelled((FIGURE, []), references=("Reference",))
    assert headline(result).startswith("At most 4 of 6 translations have to be asked about")
    funnel = figures(result)[-1]
    assert funnel.title.startswith("At most 4 of 6 translations have to be asked about, 0 have")
    assert "still open" in funnel.caption
    tell(result)


def test_conflicts_are_listed_for_somebody_to_look_at():
    """An adequate answer below an inadequate one, with the path between them."""
    result = labelled(
        ([("a", "b", 1), ("b", "c", 1)], [("a", 0), ("c", 1)]),
        ([("a", "b", 1), ("c", "d", 1), ("c", "b", 1)], [("a", 0), ("c", 1), ("b", 0), ("d", 0)]),
    )
    conflicts = table_of(result, "Conflicts").rows
    assert ("s0", "ann", "a", "c", "answers contradict the comparisons", "a > b > c") in conflicts
    assert "check these sources" in tell(result)["text"]


def test_changed_ranks_are_told_beside_the_original_ones():
    """An adequate translation ranked below an inadequate one moves up."""
    result = labelled(
        ([("a", "b", 1), ("a", "c", 1), ("d", "c", 1)], [("a", 0), ("d", 1)]),
    )
    assert result.harmonisation.changed == 1
    changed = {row[2]: row[3:] for row in table_of(result, "Changed ranks").rows}
    assert changed["d"] == (2, 1)
    assert changed["a"] == (1, 1)
    assert changed["b"][1] > 1
    assert "Share with changed ranks" in tell(result)["text"]


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        ((), "There are no translations to ask about yet."),
        ((([("a", "b", 1)], [("a", 1), ("b", 1)]),), "Each of two systems has 100.0% adequate"),
        ((([("a", "b", 1)], [("a", 1), ("b", 0)]),), "a has 100.0% adequate translations, the "),
        ((([], [("a", 1)]),), "100.0% of a’s translations are adequate."),
    ],
)  # fmt: skip
def test_small_stages_have_their_sentence(sources, sentence):
    """Nothing yet, everything adequate, one better than the other, one system."""
    result = labelled(*sources)
    assert headline(result).startswith(sentence)
    tell(result)
