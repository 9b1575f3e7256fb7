"""Control items in the store: texts are kept with the plan, systems keep their names."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.analyses.campaigns import stored_plan
from tertium.design import build_plan, extend_plan, item_for
from tertium.exceptions import NotFound
from tertium.store import Store
from tertium.store.checks import check_plan, fits
from tertium.testing import People, simulate
from tests.design.scored import scored

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def store(tmp_path):
    """Open an empty store."""
    opened = Store.open_folder(tmp_path)
    yield opened
    opened.close()


def judge(store, made, plan, share=1.0):
    protocol = protocols.get(made.protocol, made.options)
    people = People(problems=0)
    store.judgements.append(
        simulate(made, plan, protocol, people=people, share=share), received_at=NOW
    )


def test_the_page_shows_the_degraded_text(store):
    """What is stored knows the texts that came with the plan."""
    made = scored(40)
    plan = build_plan(made)
    store.campaigns.put(made, plan, at=NOW)
    kept = store.campaigns.get(made.name)
    for one in plan.assignments:
        if one.role == "degraded":
            (text,) = item_for(kept, one).texts
            assert text != made.outputs[one.segment, one.slots[0].removesuffix("~degraded")]
    assert stored_plan(store, made.name) == plan


def test_the_table_names_real_systems_only(store):
    """The role tells what is degraded, `of` where the original is."""
    made = scored(40, equal=dict.fromkeys(range(0, 40, 3), ("s0", "s2")))
    plan = build_plan(made)
    store.campaigns.put(made, plan, at=NOW)
    judge(store, made, plan)
    table = store.table()
    assert set(table.distinct("system")) == {"s0", "s1", "s2", "ref0"}
    rows = Counter((row["role"], row["segment"] == row["of"]) for row in table.rows())
    assert set(rows) == {
        ("real", False), ("repeat", True), ("degraded", True), ("reference", True)
    }  # fmt: skip
    scores = table.scores(roles=("real", "repeat", "degraded", "reference"))
    said = set(zip(scores.segment.values(), scores.system.values(), strict=True))
    assert said == set(made.outputs) - {key for key in made.outputs if key[1] == "ref0"} | {
        (one.segment, "ref0") for one in plan.assignments if one.role == "reference"
    }
    # A degraded text is worse, for simulated people as for real ones.
    by_role = {role: scores.value[scores.role.codes == scores.role.code(role)].mean()
               for role in ("real", "degraded")}  # fmt: skip
    assert by_role["degraded"] < by_role["real"] - 5


@pytest.mark.parametrize("document", [False, True])
def test_scores_of_documents_are_rows_of_their_own(store, document):
    """Under their own aspect and condition."""
    made = scored(40, per_document=5, options={"document": document})
    plan = build_plan(made)
    store.campaigns.put(made, plan, at=NOW)
    judge(store, made, plan)
    aspects = Counter(row["aspect"] for row in store.table().rows())
    assert (aspects["document"] > 0) == document
    assert aspects["overall"] > 120


def test_a_later_version_keeps_the_texts(store):
    """What was shown stays what was shown, also when the server starts again."""
    made = scored(30)
    plan = build_plan(made)
    store.campaigns.put(made, plan, at=NOW)
    judge(store, made, plan, share=0.5)
    more = scored(60)
    extended = extend_plan(stored_plan(store, made.name), more)
    assert store.campaigns.put(more, extended, at=NOW, new_version=True) == 2
    kept = store.campaigns.get(made.name)
    for text in plan.texts:
        assert kept.text(text.segment, text.system) == text.text
    assert store.campaigns.put(more, build_plan(more), at=NOW) == 2  # as `serve` does
    assert store.campaigns.get(made.name) == kept


def test_before_the_first_answer_the_plan_may_change(store):
    """Texts of the old plan go with it."""
    store.campaigns.put(scored(30, seed=1), build_plan(scored(30, seed=1)), at=NOW)
    made = scored(30, seed=2)
    plan = build_plan(made)
    store.campaigns.put(made, plan, at=NOW)
    assert store.campaigns.get(made.name) == made.with_texts(plan.texts)


def test_an_assignment_fits_only_where_its_text_is():
    """A degraded slot never falls back to the original."""
    made = scored(30)
    plan = build_plan(made)
    copy = next(one for one in plan.assignments if one.role == "degraded")
    assert fits(copy, made.with_texts(plan.texts))
    assert not fits(copy, made)
    check_plan(made, plan)
    unknown = replace(copy, id="x", slots=("nobody~degraded",))
    with pytest.raises(NotFound, match="no system named 'nobody'"):
        check_plan(made, replace(plan, assignments=(*plan.assignments, unknown)))
