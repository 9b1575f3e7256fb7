"""Adequacy with few questions: the paper's example, properties, hard cases, and the table."""

from dataclasses import fields

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.rendering.plain import plain
from tertium.stats.tournament.adequacy import adequacy
from tertium.stats.tournament.propagation import (
    CODES,
    Clash,
    Effort,
    Graph,
    measure_effort,
    next_question,
    propagate,
    total_effort,
)
from tertium.table import Codes, JudgementTable, Scores
from tests.stats.graph_rows import FIGURE, Textbook, answers, rows, table, view

EXAMPLE = Graph.of(FIGURE)


def adequate_rows(said, *, annotator="ann", segment="s", **more):
    return [
        {"annotator": annotator, "segment": segment, "system": system, "aspect": "adequate",
         "value": value, **more}
        for system, value in said.items()
    ]  # fmt: skip


def label(found, system):
    return next(one for one in found.labels if one.system == system)


def test_the_example_of_the_paper():
    """Inadequate LW settles four; the reference is left, unless it is known to be adequate."""
    assert next_question(EXAMPLE, {}) == "LW"
    found = propagate(EXAMPLE, {"LW": False})
    inferred = [one.system for one in found.labels if one.layer == "inferred"]
    assert inferred == ["Bing", "Google", "Moses", "Systran"]
    assert all(label(found, name).adequate is False for name in ("LW", *inferred))
    assert label(found, "Bing").path == ("LW", "Google", "Bing")
    assert label(found, "Systran").path == ("LW", "Google", "Systran")
    assert label(found, "LW").path == ()
    assert next_question(EXAMPLE, {"LW": False}) == "Reference"
    assert next_question(EXAMPLE, {"LW": False}, ["Reference"]) is None
    effort = measure_effort(EXAMPLE, propagate(EXAMPLE, {"LW": False}, ["Reference"]).labels)
    assert (effort.translations, effort.collapsed, effort.unique) == (6, 1, 5)
    assert (effort.by_reference, effort.by_propagation, effort.asked, effort.open) == (1, 3, 1, 0)
    assert effort.saved == pytest.approx(5 / 6)


def test_an_adequate_best_translation_settles_nothing_else():
    """One yes: the next best are asked, ties once."""
    said = {}
    asked = []
    while (output := next_question(EXAMPLE, said, ["Reference"])) is not None:
        asked.append(output)
        said[output] = True
    assert asked == ["LW", "Google", "Bing", "Moses"]
    found = propagate(EXAMPLE, said, ["Reference"])
    assert label(found, "Systran").layer == "inferred"
    assert label(found, "Systran").path == ("Google", "Systran")
    assert not found.clashes


def test_what_dominates_or_ties_with_a_reference_is_adequate():
    """By the rule for references, with the path from the reference upwards."""
    graph = Graph.of([("a", "b", 1), ("b", "ref", 1), ("ref", "c", 0), ("ref", "d", 1)])
    found = propagate(graph, {}, ["ref"])
    assert label(found, "a").path == ("ref", "b", "a")
    assert label(found, "c").path == ("ref", "c")
    assert [one.by for one in found.labels] == ["reference"] * 3 + ["open"] + ["reference"]
    assert next_question(graph, {}, ["ref"]) == "d"


def test_merged_outputs_are_asked_once_under_their_name():
    """The web shows `a+b`; the answer is one for both."""
    graph = Graph.of([("a+b", "c", 1)])
    assert next_question(graph, {}) == "a+b"
    found = propagate(graph, {"a+b": True})
    assert [one.layer for one in found.labels] == ["observed", "observed", None]
    assert next_question(graph, {"a+b": True}) == "c"
    assert measure_effort(graph, propagate(graph, {"a+b": False}).labels).saved == pytest.approx(
        2 / 3
    )


def test_answers_against_the_comparisons_are_conflicts_and_averaged_by_nobody():
    """LW inadequate but Bing adequate: what stands between them stays open."""
    found = propagate(EXAMPLE, {"LW": False, "Bing": True})
    first, *others = found.clashes
    assert first == Clash("LW", "Bing", "order", ("LW", "Google", "Bing"))
    assert {one.kind for one in others} == {"rank"}
    assert label(found, "Google").adequate is None
    assert label(found, "Google").by == "conflict"
    assert (label(found, "LW").adequate, label(found, "Bing").adequate) == (False, True)
    assert label(found, "Moses").adequate is False
    twice = propagate(EXAMPLE, [("LW", False), ("LW", True)])
    assert twice.clashes[0] == Clash("LW", "LW", "order", ("LW",))
    assert label(twice, "LW").adequate is None
    tied = propagate(EXAMPLE, {"Google": True, "Systran": False})
    assert tied.clashes[0].path == ("Systran", "Google")
    above = propagate(Graph.of([("a", "ref", 1)]), {"a": False}, ["ref"])
    assert above.clashes[0] == Clash("a", "ref", "order", ("a", "ref"))


def test_ranks_that_disagree_without_a_path_are_listed_as_such():
    """Moses (third) inadequate, Bing (fourth) adequate: nobody compared the two."""
    said = {"LW": True, "Google": True, "Moses": False, "Bing": True}
    found = propagate(EXAMPLE, said, ["Reference"])
    assert found.clashes == (Clash("Moses", "Bing", "rank"),)
    assert CODES == ("topological", "criterion", "slip")


@st.composite
def stages(draw):
    said = draw(answers)
    book = Textbook(said)
    truth = {name: draw(st.booleans()) for name in book.names}
    references = draw(st.lists(st.sampled_from(book.names), max_size=1)) if book.names else []
    some = draw(st.lists(st.sampled_from(book.names), unique=True)) if book.names else []
    return said, book, truth, references, {name: truth[name] for name in some}


@given(stages())
def test_labels_are_the_fixpoint_of_intervals(stage):
    """Raising lower and lowering upper ends along every arc, until nothing moves, says the same."""
    said, book, _, references, given_answers = stage
    graph = Graph.of(said)
    assert list(graph.systems) == book.names
    low = {v: float(given_answers.get(v, False) or v in references) for v in book.names}
    high = {v: float(given_answers.get(v, True)) for v in book.names}
    for _ in book.names:
        for v, w in book.graph.edges:
            low[v], high[w] = max(low[v], low[w]), min(high[w], high[v])
    found = propagate(graph, given_answers, references)
    assert found == propagate(graph, dict(reversed(given_answers.items())), references)
    for one in found.labels:
        bounds = low[one.system], high[one.system]
        if one.layer == "observed":
            assert one.adequate == given_answers[one.system]
        elif bounds == (0, 1):
            assert (one.adequate, one.layer, one.by) == (None, None, "open")
        elif bounds == (1, 0):
            assert (one.adequate, one.by) == (None, "conflict")
        else:
            assert one.adequate == (bounds == (1, 1))
            assert one.path[-1] == one.system
            start = one.path[0]
            assert start in given_answers or start in references
            steps = zip(one.path, one.path[1:], strict=False)
            arcs = book.graph.reverse() if one.adequate else book.graph
            assert all(arcs.has_edge(*step) or same_output(said, step) for step in steps)
    crossed = any(low[v] > high[v] for v in book.names)
    assert crossed == any(clash.kind == "order" for clash in found.clashes)


def same_output(said, step):
    return any(set(step) <= set(name.split("+")) for answer in said for name in answer[:2])


@given(stages())
def test_the_stage_asks_each_vertex_at_most_once_and_then_knows_everything(stage):
    """Asked, inferred and by reference add up; answers in turn never contradict each other."""
    said, book, truth, references, _ = stage
    graph = Graph.of(said)
    answers = {}
    while (output := next_question(graph, answers, references)) is not None:
        answers[output] = truth[output.split("+")[0]]
    effort = measure_effort(graph, propagate(graph, answers, references).labels)
    assert effort.open == 0
    assert effort.translations == len(book.names)
    assert effort.unique == len(book.components)
    assert effort.collapsed == effort.translations - effort.unique
    assert effort.asked + effort.by_reference + effort.by_propagation == effort.unique
    # a textbook version of the greedy stage
    parts = [sorted(part) for part in book.components]
    above_reference = {
        part[0]
        for part in parts
        if any(r in part or r in nx.descendants(book.graph, part[0]) for r in references)
    }
    known, asked = set(above_reference), 0
    for part in sorted(parts, key=lambda part: (-len(book.dominated[part[0]]), part[0])):
        if part[0] in known:
            continue
        asked += 1
        known.add(part[0])
        first = next(
            n for n in part if n == graph.outputs[graph.systems.index(part[0])].split("+")[0]
        )
        if not truth[first]:
            known |= {p[0] for p in parts if p[0] in book.dominated[part[0]]}
    assert (effort.by_reference, effort.asked) == (len(above_reference), asked)


def test_a_table_is_read_source_by_source():
    """Two sources, one settled by one answer; labels, effort, conflicts, harmonised ranks."""
    data = JudgementTable.from_rows(
        [
            *rows(FIGURE, segment="s1"),
            *rows(FIGURE, segment="s2"),
            *adequate_rows({"LW": 0}, segment="s1"),
            *adequate_rows({"LW": 1, "Google": 1, "Moses": 0, "Bing": 1}, segment="s2"),
        ]
    )
    found = adequacy(data, references=["Reference"])
    assert found.sources == 2
    assert (found.effort.translations, found.effort.asked, found.effort.open) == (12, 5, 0)
    assert (found.effort.by_reference, found.effort.by_propagation) == (2, 3)
    assert found.effort.saved == pytest.approx(7 / 12)
    assert len(found.labels) == 12
    assert [(one.inadequate, one.adequate, one.kind) for one in found.conflicts] == [
        ("LW", "Reference", "rank"), ("Moses", "Bing", "rank"),
    ]  # fmt: skip
    first, second = found.harmonised
    assert first.harmonised == {
        "Bing": 4, "Google": 2, "LW": 1, "Moses": 3, "Reference": 1, "Systran": 2,
    }  # fmt: skip
    assert second.harmonised == {
        "Bing": 3, "Google": 2, "LW": 1, "Moses": 3, "Reference": 2, "Systran": 2,
    }  # fmt: skip
    assert found.harmonisation.changed == 1
    systems = {one.system: one for one in found.systems}
    assert "Reference" not in systems  # adequate by decree
    assert (systems["Systran"].observed, systems["Systran"].inferred) == (0, 2)
    assert systems["LW"].low < 0.5 < systems["LW"].high
    assert (
        found.warnings[0] == "One annotator: the confidence intervals hold for this annotator only."
    )
    plain(found)


def test_somebody_else_may_say_what_is_adequate():
    """Answers are read with the annotator's own comparisons, else with another's."""
    data = JudgementTable.from_rows(
        [
            *rows([("a", "b", 1)], annotator="x", segment="s1"),
            *rows([("b", "a", 1), ("b", "c", 1)], annotator="y", segment="s1"),
            *adequate_rows({"a": 0}, annotator="x", segment="s1"),
            *adequate_rows({"b": 0}, annotator="z", segment="s1"),
        ]
    )
    found = adequacy(data)
    labels = {(one.annotator, one.system): one.adequate for one in found.labels}
    assert labels == {
        ("x", "a"): False, ("x", "b"): False,
        ("z", "a"): False, ("z", "b"): False, ("z", "c"): False,
    }  # fmt: skip
    assert any("several annotators" in note for note in found.warnings)


def test_comparisons_of_people_who_are_not_asked_are_not_still_open():
    """Three compared a common source, one of them says what is adequate."""
    data = JudgementTable.from_rows(
        [
            *(row for who in "xyz" for row in rows([("a", "b", 1)], annotator=who)),
            *adequate_rows({"a": 0}, annotator="y"),
        ]
    )
    found = adequacy(data)
    assert (found.sources, found.effort.translations, found.effort.open) == (1, 2, 0)


def test_passes_have_answers_of_their_own():
    """The second pass is read with the comparisons of the second pass."""
    data = JudgementTable.from_rows(
        [
            *rows([("a", "b", 1)], **{"pass": "a"}),
            *rows([("b", "a", 1)], **{"pass": "b"}),
            *adequate_rows({"a": 0}, **{"pass": "a"}),
            *adequate_rows({"a": 0}, **{"pass": "b"}),
        ]
    )
    found = adequacy(data)
    assert [one.adequate for one in found.labels] == [False, False, False, None]
    assert found.effort.open == 1


def test_unfinished_work_is_counted_as_still_to_be_asked():
    """One source answered half-way, one not begun, one where everything is the same output."""
    data = JudgementTable.from_rows(
        [
            *rows([("a", "b", 1), ("b", "c", 1)], segment="s1"),
            *rows([("a", "b", 1)], segment="s2"),
            *adequate_rows({"a": 1}, segment="s1"),
            *adequate_rows({"a+b+c": 1}, segment="s3"),
            *adequate_rows({"a": None}, segment="s4"),
        ]
    )
    found = adequacy(data)
    assert found.sources == 3
    assert (found.effort.translations, found.effort.asked, found.effort.open) == (8, 2, 4)
    assert found.effort.saved == pytest.approx(1 - 6 / 8)
    assert len(found.harmonised) == 1
    assert any("4 of 6 vertices have no label" in note for note in found.warnings)


def test_nothing_and_nonsense():
    """No rows; no answers; a reference nobody compared; a label that is neither."""
    empty = adequacy(view([]))
    assert empty.effort.saved is None
    assert empty.warnings == ("There are no comparisons and no answers yet.",)
    plain(empty)
    begun = adequacy(table(rows(FIGURE)), references=["Reference", "typo"])
    assert (begun.effort.by_reference, begun.effort.open) == (1, 4)
    assert begun.warnings[0].startswith("No adequacy question")
    assert any("reference typo" in note for note in begun.warnings)
    with pytest.raises(BadInput, match=r"segment 's'.*0\.5 does not say"):
        adequacy(JudgementTable.from_rows([*rows(FIGURE), *adequate_rows({"LW": 0.5})]))
    with pytest.raises(NotFound, match="no translation named 'LX'"):
        propagate(EXAMPLE, {"LX": True})


def test_labels_may_come_from_a_file_of_their_own():
    """Comparisons and scores handed in separately say the same as one table."""
    said = adequate_rows({"LW": 0})
    together = adequacy(JudgementTable.from_rows([*rows(FIGURE), *said]))
    columns = {}
    for field in fields(Scores)[:-1]:  # the scale is no column
        values = [row.get(field.name.rstrip("_")) for row in said]
        columns[field.name] = (
            Codes.of(values)
            if field.type is Codes
            else np.array([np.nan if v is None else v for v in values], float)
        )
    assert adequacy(view(rows(FIGURE)), Scores(**columns)) == together


def test_effort_is_told_as_in_table_2_of_the_paper():
    """Collapsed of all translations, automatic labels of unique vertices, saved of translations."""
    effort = total_effort(
        [Effort(11_292, 4_622, None, 6_670, 3_040, None, 2_372, None, 668, None, 3_630, 0, None)]
    )
    assert (effort.collapsed, effort.unique, effort.automatic) == (4_622, 6_670, 3_040)
    shares = [
        effort.collapsed_share,
        effort.automatic_share,
        effort.by_reference_share,
        effort.by_propagation_share,
        effort.saved,
    ]
    percent = [round(100 * share, 2) for share in shares]
    assert percent == [40.93, 45.58, 35.56, 10.01, 67.85]


def test_systems_are_contrasted_by_their_adequate_translations():
    """Values lie inside, p follows the interval, and the reference is not judged."""
    answers = {"a": (1, 1, 1, 1, 1, 1, 0, 1), "b": (0, 1, 0, 0, 1, 0, 0, 0)}
    records = []
    for segment in range(8):
        about = {"annotator": f"p{segment % 3}", "segment": f"s{segment}"}
        records += [
            about | {"judgement": f"{segment}{one}{two}", "system": one, "versus": two, "slot": 1,
                     "aspect": "preference", "label": "left", "value": 1.0}
            for one, two in (("ref", "a"), ("ref", "b"))
        ]  # fmt: skip
        records += [
            about | {"judgement": f"{segment}{name}", "system": name, "aspect": "adequate",
                     "value": float(said[segment])}
            for name, said in answers.items()
        ]  # fmt: skip
    found = adequacy(JudgementTable.from_rows(records), references=["ref"])
    assert [one.system for one in found.systems] == ["a", "b"]
    for one in found.systems:
        assert 0 <= one.low <= one.score <= one.high <= 1
    (pair,) = found.contrasts
    assert pair.difference == pytest.approx(5 / 8)
    assert (pair.p < 0.05) == (pair.low > 0)
    assert found.estimand.quantity == "share of adequate translations"
