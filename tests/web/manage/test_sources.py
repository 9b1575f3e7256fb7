"""The sources of a tournament with everybody's graphs, and letters that tell nothing."""

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from tertium.model import System, parts_of
from tertium.stats.tournament.dominance import dominance
from tertium.web.manage.names import names_in
from tests.web.manage.many import NAMES, answer, many_campaign, put, say, three_systems

HERE = "/manage/campaigns/forest"


def listed(manager, query=""):
    """Return the page of sources as data."""
    answer = manager.get(f"{HERE}/sources.json?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def graph(manager, segment, line, tail=".json"):
    """Return one graph, as data or as a page."""
    asked = {"segment": segment} | {k: line[k] for k in ("annotator", "pass_", "condition")}
    answer = manager.get(f"{HERE}/sources/graph{tail}?{urlencode(asked)}")
    assert answer.status_code == 200, answer.text
    return answer.json() if tail else answer.text


def graphs(manager):
    """Yield every source and graph of the list."""
    for source in listed(manager)["sources"]:
        for line in source["graphs"]:
            yield source["segment"], line


def test_the_list_is_what_the_analysis_finds(manager, store, forest):
    """Every graph once, with its size, its answers, its open pairs and whether it contradicts."""
    told = dominance(store.table("forest")).segments
    expected = {
        (one.segment, one.annotator): (
            len(one.ranks), len(one.answers), len(one.unrelated), one.contradictory
        )
        for one in told
    }  # fmt: skip
    found = {
        (segment, line["annotator"]): (
            line["translations"], line["answers"], line["unrelated"], line["contradictory"]
        )
        for segment, line in graphs(manager)
    }  # fmt: skip
    assert found == expected


def test_contradictory_sources_stand_first(manager, forest):
    """Whoever looks for trouble finds it at the top; the filter shows nothing else."""
    wrong = [
        any(line["contradictory"] for line in source["graphs"])
        for source in listed(manager)["sources"]
    ]
    assert wrong == sorted(wrong, reverse=True)
    assert 0 < sum(wrong) < len(wrong)
    only = listed(manager, "kind=contradictory")
    assert only["total"] == sum(wrong)
    open_ = listed(manager, "kind=open")["sources"]
    assert open_
    assert all(any(line["unrelated"] for line in source["graphs"]) for source in open_)


def test_a_source_can_be_opened_from_the_texts(manager, forest):
    """Texts lead to the graphs of one source."""
    page = manager.get(f"{HERE}/texts").text
    (first, *_) = re.findall(r'href="[^"]+/sources\?segment=([^"]+)"', page)
    assert [one["segment"] for one in listed(manager, f"segment={first}")["sources"]] == [first]


def test_pages_turn(manager, forest, monkeypatch):
    """A long list is cut; a page beyond the last is the last."""
    monkeypatch.setattr("tertium.web.manage.sources.PAGE", 3)
    first, last = listed(manager), listed(manager, "page=99")
    assert first["pages"] == last["page"] == 3
    seen = [one["segment"] for n in (1, 2, 3) for one in listed(manager, f"page={n}")["sources"]]
    assert len(seen) == len(set(seen)) == first["total"]
    assert "Page 2 of 3" in manager.get(f"{HERE}/sources?page=2").text


def test_before_the_first_answer_the_list_is_empty(manager, triangle):
    """An empty state, not an error; a graph that is not there is not found."""
    assert listed(manager)["total"] == 0
    assert "Sources appear here" in manager.get(f"{HERE}/sources").text
    missing = manager.get(f"{HERE}/sources/graph.json?segment=trains-01&annotator=ann-01")
    assert missing.status_code == 404


def test_a_graph_shows_texts_under_their_letters(manager, store, forest):
    """Letters stand for the right texts: those of the systems that get them, best first."""
    told = {(one.segment, one.annotator): one for one in dominance(store.table("forest")).segments}
    for segment, line in graphs(manager):
        shown = graph(manager, segment, line)
        source = told[segment, line["annotator"]]
        letters = names_in(store, forest, segment, revealed=False).shown
        assert sorted(letters.values()) == list("ABCDE")
        for one in shown["translations"]:
            systems = [system for system, letter in letters.items() if letter in one["names"]]
            texts = {forest.outputs[segment, system].lower() for system in systems}
            assert texts == {one["text"].lower()}
            assert {source.ranks[system] for system in systems} == {one["rank"]}
            assert {source.dominance[system] for system in systems} == {one["dominance"]}
        assert [one["rank"] for one in shown["translations"]] == sorted(
            one["rank"] for one in shown["translations"]
        )


def test_answers_are_those_that_were_given(manager, store, forest):
    """Each comparison once, with the assignment in which it was made."""
    for segment, line in graphs(manager):
        shown = graph(manager, segment, line)
        letters = names_in(store, forest, segment, revealed=False)
        work = {one.id: one for one in store.assignments.of("forest", line["annotator"])}
        answered = store.assignments.answered("forest", line["annotator"])
        assert len(shown["answers"]) == line["answers"]
        for one in shown["answers"]:
            slots = [letters.of(slot) for slot in work[one["assignment"]].slots]
            said = answered[one["assignment"]].answer["better"]
            better = slots if said == "left" else slots[::-1]
            if one["sign"] == ">":
                assert [one["one"], one["two"]] == better
            else:
                assert said == "tie"
                assert [one["one"], one["two"]] == sorted(slots)


def test_equal_outputs_share_one_box(manager, store, forest):
    """Outputs that differ in case only are one vertex with both letters."""
    segment = forest.segments[0].id
    line = next(line for place, line in graphs(manager) if place == segment)
    shown = graph(manager, segment, line)
    assert sorted(len(one["names"]) for one in shown["translations"]) == [1, 1, 1, 2]


def test_letters_are_drawn_for_each_source_anew(manager, store, forest):
    """The same system has different letters, the same everywhere in one source."""
    drawn = [
        names_in(store, forest, segment.id, revealed=False).shown[NAMES[0]]
        for segment in forest.segments
    ]
    assert len(set(drawn)) > 2
    again = names_in(store, forest, forest.segments[3].id, revealed=False).shown
    assert again[NAMES[0]] == drawn[3]


def test_letters_need_the_secret_of_the_database(store, forest, monkeypatch):
    """Whoever knows the names and the texts cannot compute them."""
    before = [names_in(store, forest, s.id, revealed=False).shown for s in forest.segments]
    monkeypatch.setattr(type(store), "secret", lambda self: b"another")
    after = [names_in(store, forest, s.id, revealed=False).shown for s in forest.segments]
    assert before != after


def test_sixty_translations_have_letters(store, clock):
    """After Z comes AA."""
    systems = [f"s{k:02d}" for k in range(60)]
    campaign = many_campaign()
    large = replace(
        campaign,
        systems=tuple(System(name, "system") for name in systems),
        outputs={(campaign.segments[0].id, name): name for name in systems},
    )
    letters = names_in(store, large, campaign.segments[0].id, revealed=False).shown
    assert len(set(letters.values())) == 60
    assert {"A", "Z", "AA", "BH"} <= set(letters.values())


def test_the_picture_is_drawn_without_names(manager, forest):
    """The drawing of the report, with letters in it and in its description."""
    for segment, line in graphs(manager):
        page = graph(manager, segment, line, tail="")
        assert "<svg xmlns" in page
        assert not any(name in page for name in NAMES)
        assert ("g-against" in page) == line["contradictory"]


def test_names_come_with_the_reveal(manager, store, forest):
    """Then graphs, lists and answers have the names of systems."""
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    segment, line = next(graphs(manager))
    shown = graph(manager, segment, line)
    assert {name for one in shown["translations"] for name in one["names"]} == set(NAMES)
    assert all(part in NAMES for one in shown["answers"] for part in parts_of(one["one"]))
    assert NAMES[0] in graph(manager, segment, line, tail="")


def test_a_graph_of_two_answers_is_still_a_graph(manager, store, triangle, clock):
    """An annotator who stops half-way leaves a partial graph."""
    work = [a for a in store.assignments.of("forest", "ann-01") if a.segment == "trains-01"]
    answer(store, "forest", work[0], {"better": "left"}, at=clock())
    ((segment, line),) = graphs(manager)
    assert (segment, line["translations"], line["answers"]) == ("trains-01", 2, 1)
    assert len(graph(manager, segment, line)["translations"]) == 2


def test_two_passes_are_two_graphs(manager, store, clock):
    """They have lines and pages of their own; without a word about it the first is shown."""
    campaign = three_systems()
    design = replace(campaign.design, passes=2, common=2, unique="all")
    put(store, replace(campaign, design=design, options={}), at=clock())
    work = store.assignments.of("forest", "ann-01")
    segment = next(one.segment for one in work if one.pass_)
    order = {(NAMES[1], NAMES[2]): ">", (NAMES[2], NAMES[3]): ">", (NAMES[1], NAMES[3]): ">"}
    say(store, "forest", "ann-01", segment, order, at=clock())
    lines = [line for place, line in graphs(manager) if place == segment]
    assert [line["pass_"] for line in lines] == ["a", "b"]
    for line in lines:
        assert graph(manager, segment, line)["graph"] == line
    plain = manager.get(f"{HERE}/sources/graph.json?segment={segment}&annotator=ann-01").json()
    assert plain["graph"]["pass_"] == "a"


@pytest.mark.parametrize("query", ["page=0", "kind=odd"])
def test_a_strange_address_is_told(manager, forest, query):
    """What the address says is checked."""
    assert manager.get(f"{HERE}/sources.json?{query}").status_code == 422
    assert manager.get(f"{HERE}/sources/graph.json").status_code == 422
