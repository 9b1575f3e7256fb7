from dataclasses import replace

import numpy as np
import pytest

from tertium.rendering import figures, headline, methods, page, tables
from tertium.rendering.public import without_people
from tertium.stats.ranking.rank import METHODS, rank
from tests.rendering.every_format import tell
from tests.stats.graph_rows import rows, table, view


def drawn(strengths, *, segments=80, people=4, seed=1):
    """Return comparisons of every pair of systems by people who err."""
    random = np.random.default_rng(seed)
    names = list(strengths)
    graphs = []
    for segment in range(segments):
        said = []
        for at, one in enumerate(names):
            for two in names[at + 1 :]:
                d = strengths[one] - strengths[two] + random.logistic()
                said.append((one, two, 0.0 if abs(d) < 0.3 else float(np.sign(d))))
        graphs.append(
            rows(said, segment=f"s{segment}", annotator=f"ann-{segment % people}", slot=1)
        )
    return table(*graphs)


@pytest.fixture(scope="module")
def clear():
    """Return a ranking with one system far ahead and two behind."""
    return rank(drawn({"best": 2.5, "second": 0.0, "third": 0.0}))


def spec_rows(figure, mark):
    """Return the rows of all layers with one kind of mark."""
    return [
        row
        for layer in figure.spec["layer"]
        if layer["mark"]["type"] == mark
        for row in layer["data"]["values"]
    ]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_told_in_every_format(method):
    """JSON has the demanded fields, best first; the methods paragraph names the score."""
    result = rank(drawn({"best": 2.0, "middle": 0.5, "last": -1.0}, segments=30), method=method)
    found = tell(result)["json"]["systems"]
    fields = {"system", "score", "low", "high", "rank", "rank_low", "rank_high", "cluster"}
    assert fields <= set(found[0])
    assert [one["system"] for one in found] == ["best", "middle", "last"]
    assert [one["rank"] for one in found] == [1, 2, 3]
    assert len(figures(result)) == 2


def test_one_leader_is_named_with_its_lead(clear):
    """The headline says by how much it is preferred to the next, with a confidence interval."""
    assert headline(clear) == (
        "best is the best of three systems: preferred to second, the next, by 20.08 to 1 (95% CI "
        "7.57–53.26)."
    )
    assert figures(clear)[0].title == "Two clusters; in the first: best."


def test_clusters_are_ruled_off_and_ranks_are_printed(clear):
    """There is one rule for two clusters, between their systems; beside stand rank ranges."""
    forest = figures(clear)[0]
    lines = spec_rows(forest, "text")
    first, second, third = lines[:3]
    assert [row["beside"] for row in (first, second, third)] == ["1", "2–3", "2–3"]
    rules = [row for row in spec_rows(forest, "rule") if set(row) == {"y"}]
    assert len(rules) == 1
    assert first["y"] < rules[0]["y"] < second["y"]


def test_a_shared_lead_is_said_to_be_one(clear):
    """Systems that may be the best, all pairs considered together, are named together."""
    shared = replace(
        clear,
        systems=tuple(
            replace(one, cluster=cluster, rank_range_simultaneous=ranks)
            for one, cluster, ranks in zip(
                clear.systems, (1, 1, 2), ((1, 2), (1, 2), (3, 3)), strict=True
            )
        ),
    )
    second = shared.systems[1].system
    assert headline(shared) == (
        f"best and {second} share the lead among three systems: no significant difference between "
        "them."
    )
    assert figures(shared)[0].title == f"Two clusters; in the first: best and {second}."


def test_systems_that_cannot_be_told_apart_are_not_ranked_in_words():
    """Equal systems have no leader, but the number of judgements that would do."""
    result = rank(drawn({"a": 0.0, "b": 0.05, "c": 0.0}, segments=20))
    assert headline(result) == "No significant difference between the three systems."
    assert "One cluster" in figures(result)[0].title
    neighbours = tables(result)[1]
    assert neighbours.title == "Neighbours in the ranking"
    assert neighbours.columns[-1].title == "Further judgements"


def test_a_lead_that_does_not_outlast_the_correction_is_no_lead(clear):
    """Single pairs differ significantly, but not once their number is allowed for."""
    a, _, c = (one.system for one in clear.systems)
    contrasts = tuple(
        replace(one, p=0.2 if (one.a, one.b) != (a, c) else 0.001) for one in clear.contrasts
    )
    one_cluster = replace(
        clear,
        contrasts=contrasts,
        systems=tuple(
            replace(one, cluster=1, rank_range_simultaneous=(1, 3)) for one in clear.systems
        ),
    )
    assert headline(one_cluster) == (
        f"{a} ranks first of three systems, but no lead is significant once the number of pairs is "
        "allowed for."
    )


def test_what_cannot_be_identified_is_said_instead_of_a_number():
    """Who always won has no finite strength: an empty score, a sentence, no interval."""
    result = rank(
        view(
            row
            for at in range(12)
            for row in rows(
                [("a", "b", 1), ("b", "c", 1 if at % 2 else -1), ("a", "c", 1)], segment=f"s{at}"
            )
        )
    )
    said = tell(result)
    assert said["json"]["systems"][0]["score"] is None
    assert "cannot all be put on one scale" in said["text"]
    assert "a: won every decided comparison with the others." in headline(result)
    assert "not estimable" in said["text"]
    assert any(column.title == "Group" for column in tables(result)[0].columns)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ([], "There are no comparisons to rank systems by."),
        ([("a", "b", 0)] * 3, "These comparisons give no system a finite strength."),
        ([("a", "b", 1)], "These comparisons give no system a finite strength."),
        (
            [("a", "b", 1), ("b", "a", 1), ("c", "d", 1), ("d", "c", 1)],
            "The four systems cannot all be put on one scale: they fall into two groups. "
            "a and b: never compared with the others.",
        ),
        (
            [("a", "b", 1), ("b", "a", 1), ("b", "c", 1), ("c", "a", 1), ("a", "c", 1)],
            "Whether the three systems differ cannot be estimated: there is only one segment.",
        ),
    ],
)
def test_hardly_any_comparisons_have_their_sentence(said, sentence):
    """Nothing at all, ties only, one win, two groups that never met, and one segment."""
    result = rank(view(rows(said)))
    tell(result)
    assert headline(result) == sentence


def test_the_square_tells_unknown_from_even():
    """A pair that never met has a dash and no cell; one half each has a cell without colour."""
    said = [("a", "b", 1), ("b", "a", 1), ("b", "c", 1), ("c", "b", 1), ("b", "c", 1)]
    result = rank(table(*(rows(said, segment=f"s{at}") for at in range(6))), method="wins")
    square = next(figure for figure in figures(result) if figure.name == "who-beats-whom")
    cells = {(row["row"], row["column"]): row for row in spec_rows(square, "rect") if "heat" in row}
    assert ("a", "c") not in cells
    assert cells["a", "b"]["heat"] == 0
    assert cells["b", "c"]["text"] == "67"
    assert cells["c", "b"]["text"] == "33"
    assert cells["b", "c"]["side"] != cells["c", "b"]["side"]
    dashes = [row for row in spec_rows(square, "text") if row["text"] == "–"]
    assert {(row["row"], row["column"]) for row in dashes} == {("a", "c"), ("c", "a")}
    assert "1 of 3 pairs" in square.caption
    counts = {row[:2]: row[2:5] for row in square.table.rows}
    assert counts["b", "c"] == (12, 6, 0)


def test_many_systems_have_squares_without_numbers():
    """Thirty systems are a square of small cells; the table has the numbers."""
    from tertium.rendering.pictures.matrix import draw_matrix

    names = [f"s{at}" for at in range(30)]
    spec = draw_matrix(names, {(a, b): 0.6 for a in names for b in names if a < b})
    assert not [layer for layer in spec["layer"] if layer["mark"]["type"] == "text"]
    assert spec["width"] <= 700


def test_position_is_a_sentence(clear):
    """Whether the first place won more often is told with its interval and p."""
    biased = replace(
        clear,
        position=replace(clear.position, left=60, right=40, share=0.6, low=0.5, high=0.7, p=0.0004),
    )
    assert (
        "The translation shown first won 60.0% (50.0%–70.0%) of 100 decided comparisons "
        "(p < .001): where a translation stood seems to have mattered." in methods(biased)
    )
    fair = replace(biased, position=replace(biased.position, p=0.4))
    assert "nothing says that its place mattered" in methods(fair)
    unknown = replace(biased, position=replace(biased.position, share=None, p=None))
    assert "shown first" not in methods(unknown)


def test_public_reports_keep_systems_and_hide_people(clear):
    """Pairs of systems are no pairs of people."""
    (public,) = without_people((clear,))
    assert public.contrasts == clear.contrasts
    assert public.pairs == clear.pairs
    assert "Annotator 1" not in page((clear,), public=True)


def test_names_are_data(clear):
    """A system called <script> stays a name."""
    name = "</script><script>alert(1)</script>"
    result = rank(drawn({name: 2.0, "b": 0.0, "c": -1.0}, segments=20))
    assert name not in tell(result)["html"]
