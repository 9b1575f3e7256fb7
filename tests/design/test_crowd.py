"""HITs of a crowd in every way of asking that it may claim: pairs, scores, ratings in steps."""

from collections import Counter

import pytest

from tertium.design.crowd import crowd_texts, drawn_items, hit_for, pool_of
from tertium.design.plan import build_plan
from tertium.model import Annotator, Campaign, Crowd, Design, Gold, Qualification, Segment, System

WHO = Annotator("w-1", "en-de")


def campaign(protocol, *, segments=12, design=None, systems=("one", "two"), gold=(), **options):
    """Return a campaign whose outputs are long enough to be degraded."""
    texts = tuple(
        Segment(f"s{n}", f"Source number {n} is here.", "", 0, "news", "en", "de")
        for n in range(segments)
    )
    parts = ("baseline", "advanced") if protocol == "ab@1" else ("system",) * len(systems)
    return Campaign(
        name="crowd",
        title="?",
        protocol=protocol,
        options=options,
        seed=3,
        systems=tuple(System(*one) for one in zip(systems, parts, strict=True)),
        segments=texts,
        outputs={
            (one.id, name): f"{name} hat den Satz {one.id} so gut es geht ganz anders gesagt"
            for one in texts
            for name in systems
        },
        design=design or Design(annotators=0, min_words=1),
        crowd=Crowd(public=True, qualification=Qualification(known=gold)),
    )


HITS = Design(
    kind="hits", annotators=0, real=8, degraded=2, references=0, repeats=2, apart=2, min_words=1
)
RATED = Design(kind="documents", annotators=0, min_words=1, batch=20)


@pytest.mark.parametrize(
    ("protocol", "design", "options", "items"),
    [
        ("ab@1", None, {}, 12),
        ("slider@1", HITS, {}, 24),
        ("rating@1", RATED, {"scales": ["fluency", "adequacy"]}, 24),
    ],
)
def test_a_hit_asks_about_its_items_and_no_others(protocol, design, options, items):
    """Each item comes once in each step, and control items belong to items of the HIT."""
    made = campaign(protocol, design=design, **options)
    plan = build_plan(made)
    assert plan.annotators == plan.assignments == ()
    pool = pool_of(made)
    assert len(pool) == items
    shown = made.with_texts(plan.texts)
    hit = hit_for(shown, WHO, pool[:8], claim=1, order=5, batch=2)
    real = Counter((one.segment, tuple(sorted(one.slots))) for one in hit if one.role == "real")
    assert set(real) == {(one.segment, one.slots) for one in pool[:8]}
    assert set(real.values()) == {2 if protocol == "rating@1" else 1}
    assert [one.order for one in hit] == list(range(5, 5 + len(hit)))
    assert min(one.batch for one in hit) == 2
    assert {one.set for one in hit} == {"crowd"}
    assert len({one.id for one in hit}) == len(hit)
    roles = Counter(one.role for one in hit)
    assert (roles["degraded"], roles["repeat"]) == ((2, 2) if protocol == "slider@1" else (0, 0))
    again = hit_for(shown, WHO, pool[:8], claim=1, order=5, batch=2)
    assert again == hit


def test_pairs_stand_on_both_sides_equally():
    """In a HIT of eight, each system is four times on the left."""
    made = campaign("ab@1")
    hit = hit_for(made, WHO, pool_of(made)[:8], claim=1, order=0, batch=0)
    assert sum(one.slots[0] == "one" for one in hit) == 4


def test_every_output_that_may_be_shown_has_its_degraded_copy():
    """Copies are made with the plan, so a claim needs none of its own."""
    made = campaign("slider@1", design=HITS)
    copies = {(one.segment, one.system) for one in crowd_texts(made)}
    assert copies == {
        (one.segment, f"{slot}~degraded") for one in pool_of(made) for slot in one.slots
    }
    assert {(one.segment, one.system) for one in build_plan(made).texts} == copies


def test_gold_is_marked_and_may_come_again():
    """Hidden gold has the role gold and another name in the next HIT."""
    gold = tuple(Gold(f"s{n}", ("one",), {"score": "80"}, "report") for n in range(2))
    made = campaign("slider@1", design=HITS, gold=gold)
    pool = pool_of(made)
    made = made.with_texts(build_plan(made).texts)
    assert len(pool) == 22
    hits = [
        hit_for(made, WHO, pool[k : k + 4], gold=gold, claim=k, order=k * 20, batch=k)
        for k in (0, 4)
    ]
    names = [{one.id for one in hit if one.role == "gold"} for hit in hits]
    assert [len(one) for one in names] == [2, 2]
    assert names[0].isdisjoint(names[1])


def test_a_draw_takes_items_with_the_fewest_places_held():
    """Chance decides among equals, and is another for every claim."""
    numbers, held = range(10), [1, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    draws = [drawn_items(1, claim, numbers, held, 7) for claim in range(20)]
    for draw in draws:
        assert set(draw[:5]) == {1, 3, 5, 7, 9}
        assert len(set(draw)) == 7
    assert len({tuple(draw) for draw in draws}) > 15
    assert drawn_items(1, 0, numbers, held, 7) == draws[0]
