import re

import pytest
from hypothesis import given, settings

from tertium.rendering import figures, headline, page, tables
from tertium.rendering.fragment import fragment
from tertium.rendering.public import without_people
from tertium.rendering.sources import source_svg
from tertium.stats.tournament.dominance import dominance
from tests.rendering.every_format import tell
from tests.stats.graph_rows import FIGURE, campaign_rows, campaigns, rows, table, view

CYCLE = [("a", "b", 1), ("b", "c", 1), ("c", "a", 1), ("a", "d", 1)]


def table_of(result, title):
    """Return one of the tables by its title."""
    return next(one for one in tables(result) if one.title == title)


@pytest.fixture(scope="module")
def figure_1():
    """Return the graph of the paper."""
    return dominance(table(rows(FIGURE)))


@pytest.fixture(scope="module")
def several():
    """Return graphs of two annotators, one of them with a contradiction."""
    return dominance(
        table(
            rows(FIGURE, segment="s1", annotator="ann-10"),
            rows(FIGURE, segment="s2", annotator="ann-2"),
            rows(CYCLE, segment="s3", annotator="ann-2"),
        )
    )


def test_json_has_the_demanded_fields(figure_1):
    """Ranks and dominance are objects by system, with the published values."""
    (graph,) = tell(figure_1)["json"]["segments"]
    assert graph["ranks"] == {
        "LW": 1, "Reference": 2, "Google": 2, "Systran": 2, "Moses": 3, "Bing": 4,
    }  # fmt: skip
    assert graph["dominance"]["LW"] == 4
    assert graph["dominance"]["Bing"] == -4
    assert graph["rank_low"]["Reference"] == 1
    assert graph["rank_high"]["Reference"] == 5
    assert graph["contradictory"] is False
    assert ["LW", ">", "Google"] in graph["answers"]
    assert ["Google", "=", "Systran"] in graph["answers"]


def test_json_tells_systems_and_consistency(several):
    """Systems have scores and rank ranges; consistency has shares of graphs and translations."""
    found = tell(several)["json"]
    assert {"system", "score", "low", "high", "rank_range", "cluster"} <= set(found["systems"][0])
    assert {"a", "b", "difference", "p", "p_adjusted"} <= set(found["contrasts"][0])
    assert found["estimand"]["quantity"] == "mean dominance over graphs"
    assert found["consistency"]["graphs"] == pytest.approx(2 / 3)
    assert found["consistency"]["translations"] == pytest.approx(13 / 16)


def test_the_headline_is_one_that_customers_understand(figure_1, several):
    """It names the best, says by how much, and whether answers fit together."""
    assert headline(figure_1) == (
        "LW stands highest: it beats 4 more translations of the same source than beat it. "
        "The answers about this one source fit together."
    )
    assert headline(several).startswith("Whether the ten systems differ cannot be estimated")
    assert headline(several).endswith("In 66.7% of 3 graphs the answers hold no contradiction.")


def test_contradictions_are_listed_with_their_judgements(several):
    """The table has the systems, what was said, and the judgements that said it."""
    (row,) = table_of(several, "Contradictions").rows
    assert row[:3] == ("s3", "ann-2", "a, b and c")
    assert row[3] == "a > b; b > c; c > a"
    assert row[4] == "ann-2-s3-0, ann-2-s3-1, ann-2-s3-2"
    assert "a > b; b > c; c > a" in tell(several)["text"]


def test_contradictory_graphs_are_drawn_first(several):
    """The picture of the contradiction comes before the others, each under its finding."""
    graphs = [figure for figure in figures(several) if figure.name.startswith("graph-")]
    assert [figure.title for figure in graphs] == [
        "Segment s3 by ann-2: the answers contradict each other.",
        "Segment s1 by ann-10: LW comes first.",
        "Segment s2 by ann-2: LW comes first.",
    ]
    assert "contradiction" in graphs[0].svg
    assert graphs[0].table.rows[0] == ("a", "better than", "b")
    assert ("Google", "as good as", "Systran") in graphs[1].table.rows


def test_at_most_twelve_graphs_are_drawn():
    """A report of thirty contradictions stays readable; the table lists them all."""
    result = dominance(table(*(rows(CYCLE, segment=f"s{at}") for at in range(30))))
    assert sum(figure.name.startswith("graph-") for figure in figures(result)) == 12
    assert len(table_of(result, "Contradictions").rows) == 30
    assert "Contradictions" not in tell(result)["text"]


def test_pages_and_papers_show_some_hundred_rows_and_files_have_all():
    """Of many ranks the first 300 are shown with a word about the rest; CSV has every one."""
    result = dominance(table(*(rows(FIGURE, segment=f"s{at}") for at in range(60))))
    said = tell(result)
    assert "The first 300 of 360 rows." in said["html"]
    assert "The first 300 of 360 rows." in said["latex"]
    ranks = [row for row in said["csv"] if row["table"] == "Ranks by source"]
    assert len([row for row in ranks if row["quantity"] == "rank"]) == 360
    assert ranks[0]["id"] == "s0 · ann · LW"


def test_passes_and_conditions_are_named_only_where_there_are_any():
    """Two passes are two graphs, told apart in titles and tables."""
    result = dominance(table(rows(FIGURE, **{"pass": "first"}), rows(CYCLE, **{"pass": "second"})))
    columns = [column.title for column in table_of(result, "Ranks by source").columns]
    assert columns[:4] == ["Segment", "Annotator", "Pass", "System"]
    assert any("Segment s by ann (second)" in figure.title for figure in figures(result))
    tell(result)


def test_what_was_dropped_is_drawn_and_listed():
    """Resolved by leaving answers out: the arrow is still there, marked, and in its table."""
    result = dominance(table(rows([*CYCLE, ("a", "b", 1)])), contradictions="feedback")
    said = tell(result)
    graph = next(figure for figure in figures(result) if figure.name == "graph-1")
    assert "g-arrow g-against" in graph.svg
    assert [row for row in graph.table.rows if row[-1] == "left out"]
    assert "Answers left out" in said["text"]
    assert "leaving out as few answers" in said["html"]


def test_merged_outputs_are_one_box_and_two_systems():
    """`a+b` is one vertex of the picture, and counts twice in dominance."""
    result = dominance(table(rows([("a+b", "c", 1), ("c", "d", 1), ("a", "d", 1)])))
    (graph,) = result.segments
    svg = source_svg(graph)
    assert "<title>a = b</title>" in svg
    assert svg.count('class="g-box"') == 3
    assert graph.dominance["c"] == -1
    tell(result)


@settings(max_examples=40, deadline=None)
@given(campaigns)
def test_any_campaign_can_be_told(campaign):
    """No answers, all ties, cycles, merged outputs: every format and picture holds."""
    tell(dominance(view(campaign_rows(campaign))))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ([], "There are no comparisons to rank translations by."),
        ([("a", "b", 0), ("b", "c", 0)], "No translation is ahead of another."),
        ([("a", "b", 1), ("b", "a", 1)], "No translation is ahead of another."),
        ([("a", "c", 1), ("b", "c", 1)], "a and b share the highest dominance."),
    ],
)  # fmt: skip
def test_small_graphs_have_their_sentence(said, sentence):
    """Nothing, all ties, a contradiction of two, and two at the top."""
    result = dominance(view(rows(said)))
    assert headline(result).startswith(sentence)
    tell(result)


def test_no_name_becomes_markup():
    """A system called <script> stays a name in page, picture and table."""
    name = "<script>alert(1)</script>"
    result = dominance(table(rows([(name, "b", 1), ("b", "c", 1)])))
    html = tell(result)["html"]
    assert name not in html
    assert "&lt;script&gt;" in html


def test_long_names_lose_what_they_share():
    """Pictures show what tells systems apart; tables have whole names."""
    long = [("news2016.online-A.0.ro-en", "news2016.uedin-nmt.43.ro-en", 1)]
    result = dominance(table(rows(long), rows(long, segment="s2")))
    graph = figures(result)[-1]
    assert ">online-A.0<" in graph.svg
    assert "<title>news2016.online-A.0.ro-en</title>" in graph.svg
    assert table_of(result, "Mean dominance of systems").rows[0][0] == long[0][0]


def test_public_reports_name_no_annotator(several):
    """Neither tables, pictures nor ids of judgements tell who it was."""
    (public,) = without_people((several,))
    html = tell(public)["html"]
    assert not re.search(r"ann-(2|10)\b", html)
    assert "Segment s3 by Annotator 1: the answers contradict each other." in html


def test_the_headline_follows_the_contrasts():
    """A system that wins every time but once leads; equal ones do not stand out."""
    said = [[("a", "b", 1), ("b", "c", 1)]] * 9 + [[("b", "a", 1), ("c", "b", 0)]]
    graphs = [
        rows(one, segment=f"s{at}", annotator=f"p{at % 5}") for at, one in enumerate(said * 2)
    ]
    clear = dominance(table(*graphs))
    assert headline(clear).startswith("a is the best of three systems: mean dominance 1.6")
    first = clear.systems[0]
    assert first.rank_range_simultaneous == (1, 1)
    assert figures(clear)[0].title == headline(clear).split(". In ")[0] + "."
    even = dominance(table(*(rows([("a", "b", 0)], segment=f"s{at}") for at in range(3))))
    assert headline(even).startswith("No system stands out: all have the same mean dominance.")


def test_customers_get_no_graphs_of_single_annotators(several):
    """A report for customers leaves out who contradicted whom; the annex has it."""
    assert "ann-10" in page((several,), annex=True)
    shown = fragment((several,))
    assert "contradict each other" not in shown
    assert "Contradictions" not in shown
