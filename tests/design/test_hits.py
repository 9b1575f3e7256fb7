"""HITs keep what they promise, for every seed and size."""

from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design import build_plan, extend_plan, hit_report
from tertium.design.hits.arrange import arrange
from tertium.design.hits.cut import parcels
from tertium.design.hits.spread import spread
from tertium.design.late import late_assignments
from tertium.exceptions import BadInput
from tertium.model import Annotator, parts_of
from tertium.text import identical
from tests.design.scored import by_role, hits_of, scored

ROLES = ("degraded", "reference", "repeat")
plans = st.fixed_dictionaries(
    {
        "segments": st.integers(2, 25),
        "systems": st.integers(1, 9),
        "references": st.integers(0, 2),
        "annotators": st.integers(1, 5),
        "seed": st.integers(0, 2**40),
        "real": st.integers(6, 20),
        "degraded": st.integers(0, 2),
        "repeats": st.integers(0, 2),
        "apart": st.integers(0, 30),
        "per_document": st.sampled_from([0, 1, 4, 7]),
        "domains": st.sampled_from([("",), ("news", "talks")]),
        "pairs": st.sampled_from([("en-de",), ("en-de", "en-fr")]),
    }
)
gaps = st.dictionaries(
    st.integers(0, 39), st.sets(st.sampled_from([f"s{n}" for n in range(9)])), max_size=15
)


def wanted(number, size, real):
    """Return the share of control items, as the manual says: in proportion, halves rounded up."""
    return number if size >= real else int(number * size / real + 0.5)


def partners(hit):
    """Yield every control item with the items of the HIT that it may belong to."""
    for one in hit:
        if one.role != "real":
            systems = {name for slot in one.slots for name in parts_of(slot)}
            yield (
                one,
                [
                    other
                    for other in by_role(hit, "real")
                    if (other.segment, other.condition) == (one.of, one.condition)
                    and (
                        one.role == "reference"
                        or {name for slot in other.slots for name in parts_of(slot)} == systems
                    )
                ],
            )


def judges_of(plan):
    """Return who scores each output in earnest."""
    found = defaultdict(list)
    for one in plan.assignments:
        if one.role == "real" and one.condition != "document":
            for slot in one.slots:
                for name in parts_of(slot):
                    found[one.segment, name].append(one.annotator)
    return found


# Sizes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("systems", [1, 2, 5, 7, 8, 10, 14, 35])
def test_a_hit_has_a_hundred_items(systems):
    """70 outputs, 10 degraded, 10 references, 10 repeats, partners 40 apart, systems even."""
    made = scored(-(-560 // systems), systems=systems, annotators=4)
    plan = build_plan(made)
    hits = hits_of(plan)
    full = [hit for hit in hits.values() if len(by_role(hit, "real")) == 70]
    assert len(full) >= len(hits) - 6
    assert len(full) >= 2
    for hit in full:
        assert Counter(one.role for one in hit) == {"real": 70, **dict.fromkeys(ROLES, 10)}
        assert len({one.segment for one in by_role(hit, "reference")}) == 10
    report = hit_report(made, plan)
    assert report.as_wanted == len(full)
    assert min(line.nearest for line in report.hits if line.real == 70) >= 40
    assert max(line.most - line.fewest for line in report.hits) <= 1


@given(st.integers(1, 5000), st.integers(1, 100), st.integers(1, 12))
def test_all_outputs_find_a_place_and_no_hit_is_tiny(total, real, together):
    """HITs are full, or at least half full; those built together are of one size."""
    found = parcels(total, real, together)
    sizes = [size for parcel in found for size in parcel]
    assert sum(sizes) == total
    assert len(sizes) == -(-total // real)
    assert max(sizes) <= real
    assert min(sizes) >= min(total, real // 2)
    assert all(max(parcel) - min(parcel) <= 1 for parcel in found)
    assert len(found) == 1 or min(len(parcel) for parcel in found) >= together
    assert sum(size < real for size in sizes) <= 2 * together or len(found) == 1


@settings(max_examples=40, deadline=None)
@given(plans, st.data())
def test_every_promise_holds(settings_, data):
    """Coverage, sizes, partners, distances, balance and loads, for complete texts."""
    judges = data.draw(st.integers(1, settings_["annotators"]))
    wanted_references = data.draw(st.integers(0, 2))
    made = scored(**settings_, judges=judges)
    made = replace(made, design=replace(made.design, references=wanted_references))
    plan = build_plan(made)
    design, hits = made.design, hits_of(plan)
    # Every output is scored by so many different people.
    found = judges_of(plan)
    assert set(found) == {key for key in made.outputs if key[1].startswith("s")}
    assert all(len(who) == len(set(who)) == judges for who in found.values())
    # Assignments are in order, their ids are their own.
    assert len({one.id for one in plan.assignments}) == len(plan.assignments)
    for person in plan.annotators:
        mine = [one for one in plan.assignments if one.annotator == person.id]
        assert [one.order for one in mine] == list(range(len(mine)))
        assert [one.batch for one in mine] == sorted(one.batch for one in mine)
    # Loads differ by one HIT at most.
    for pair in settings_["pairs"]:
        people = [person.id for person in plan.annotators if person.group == pair]
        loads = [sum(name == person for name, _ in hits) for person in people]
        assert max(loads) - min(loads) <= 1
    for hit in hits.values():
        real = by_role(hit, "real")
        roles = Counter(one.role for one in hit)
        assert len(real) <= design.real
        most = wanted(design.references, len(real), design.real)
        enough = min(most, len({one.segment for one in real}))
        assert roles["reference"] == (enough if settings_["references"] else 0)
        left = len(real) - roles["reference"]
        for role, number in (("degraded", design.degraded), ("repeat", design.repeats)):
            assert roles[role] == min(left, wanted(number, len(real), design.real))
            left -= roles[role]
        # Partners are in the HIT, far away, and nobody else's.
        used = Counter()
        for one, originals in partners(hit):
            apart = max(abs(one.order - other.order) for other in originals)
            assert apart >= min(design.apart, len(real))
            assert one.of == one.segment
            if one.role != "reference":
                (original,) = originals
                used[original.id] += 1
        assert max(used.values(), default=1) == 1
        # Systems are equally frequent.
        met = Counter(name for one in real for slot in one.slots for name in parts_of(slot))
        assert max(met.values()) - min(met[f"s{n}"] for n in range(settings_["systems"])) <= 1
    report = hit_report(made, plan)
    assert (report.unpaired, report.unchanged) == (0, 0)
    assert not report.mixes


@settings(max_examples=25, deadline=None)
@given(plans, gaps, gaps)
def test_missing_and_identical_outputs_are_dealt_with(settings_, missing, equal):
    """What is missing is not asked; what is identical is asked once, under all names."""
    made = scored(**settings_, missing=missing, equal=equal)
    try:
        plan = build_plan(made)
    except BadInput:
        assert not any(name.startswith("s") for _, name in made.outputs)
        return
    found = judges_of(plan)
    assert set(found) == {key for key in made.outputs if key[1].startswith("s")}
    assert all(len(who) == 1 for who in found.values())
    for hit in hits_of(plan).values():
        texts = [made.text(one.segment, slot) for one in by_role(hit, "real") for slot in one.slots]
        assert len(set(texts)) == len(texts)
        assert all(originals for _, originals in partners(hit))
    report = hit_report(made, plan)
    assert (report.unpaired, report.unchanged) == (0, 0)


@given(plans)
@settings(max_examples=15, deadline=None)
def test_a_plan_can_be_drawn_again(settings_):
    """The same file gives the same plan, texts of control items included."""
    made = scored(**settings_)
    assert build_plan(made) == build_plan(made)


def test_seeds_give_different_plans():
    """Chance is chance: other HITs, another order, other copies."""
    one, two = (build_plan(scored(40, seed=seed)) for seed in (1, 2))
    assert [a.segment for a in one.assignments] != [a.segment for a in two.assignments]
    assert {text.text for text in one.texts} != {text.text for text in two.texts}


def test_an_order_of_their_own_for_everyone():
    """People with the same HIT meet the same items at different times."""
    plan = build_plan(scored(20, annotators=2, judges=2))
    first, second = hits_of(plan).values()
    assert {(a.segment, a.slots, a.role) for a in first} == {
        (a.segment, a.slots, a.role) for a in second
    }
    assert [a.segment for a in first] != [a.segment for a in second]


@pytest.mark.parametrize(("annotators", "judges"), [(2, 2), (4, 2), (5, 2), (6, 3), (7, 4)])
def test_two_judges_connect_everyone(annotators, judges):
    """A chain of shared HITs leads from each annotator to each other one."""
    made = scored(60, annotators=annotators, judges=judges, real=20, degraded=2, repeats=2)
    made = replace(made, design=replace(made.design, references=2))
    assert hit_report(made, build_plan(made)).components == 1


def test_more_judges_than_people_are_refused():
    """Nobody can judge a HIT twice."""
    with pytest.raises(BadInput, match="every HIT needs 3"):
        build_plan(scored(20, annotators=2, judges=3))


def test_documents_stay_with_one_person():
    """Where HITs and documents allow it, one person sees all systems of a document."""
    made = scored(140, systems=5, per_document=14, annotators=5)
    assert hit_report(made, build_plan(made)).split == 0


# Texts of control items --------------------------------------------------------------------


def test_a_degraded_slot_shows_its_own_text():
    """The page finds it under the slot; the systems behind the slot are real ones."""
    made = scored(40)
    plan = build_plan(made)
    shown = made.with_texts(plan.texts)
    degraded = [one for one in plan.assignments if one.role == "degraded"]
    assert len(plan.texts) == len(degraded)
    for one in degraded:
        (slot,) = one.slots
        assert parts_of(slot)[0] in {system.name for system in made.systems}
        text, original = shown.text(one.segment, slot), made.outputs[one.segment, parts_of(slot)[0]]
        assert not identical(text, original)
        assert text.split()[0] == original.split()[0]
        with pytest.raises(KeyError):  # never the original in its place
            made.text(one.segment, slot)


def test_words_come_from_another_segment():
    """Of the same system and language pair."""
    made = scored(30, pairs=("en-de", "en-fr"))
    plan = build_plan(made)
    for text in plan.texts:
        pair, system = text.segment.partition(".")[0], parts_of(text.system)[0]
        original = made.outputs[text.segment, system].split()
        changed = [new for new, old in zip(text.text.split(), original, strict=True) if new != old]
        donors = [
            made.outputs[segment.id, system]
            for segment in made.segments
            if segment.pair == pair and segment.id != text.segment
        ]
        assert len(changed) == 4
        assert any(" ".join(changed) in donor for donor in donors)


def test_texts_that_are_all_the_same_are_not_degraded():
    """Then there are no degraded copies, and the check says so."""
    made = scored(40, systems=1, references=0, said="Always the same words here.")
    plan = build_plan(made)
    assert plan.texts == ()
    assert Counter(one.role for one in plan.assignments) == {"real": 40, "repeat": 6}


def test_a_system_that_always_says_the_same_gets_the_words_of_others():
    """A system that answers everything with an apology can still be degraded."""
    made = scored(40, systems=2, degraded=20)
    sorry = {
        key: "I am sorry, I cannot translate this sentence." if key[1] == "s0" else text
        for key, text in made.outputs.items()
    }
    plan = build_plan(replace(made, outputs=sorry))
    assert {parts_of(text.system)[0] for text in plan.texts} == {"s0", "s1"}


def test_references_are_shown_once_in_a_hit():
    """Of several references one is drawn."""
    plan = build_plan(scored(60, references=2, annotators=2))
    names = Counter()
    for hit in hits_of(plan).values():
        references = by_role(hit, "reference")
        assert len({one.segment for one in references}) == len(references)
        names.update(one.slots[0] for one in references)
    assert set(names) == {"ref0", "ref1"}


# Documents and several outputs side by side ---------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(plans, gaps, st.integers(1, 3))
def test_documents_are_read_from_beginning_to_end(settings_, missing, outputs):
    """Segments in order, then the question about the whole; everything of a document by one."""
    settings_ |= {"per_document": settings_["per_document"] or 3}
    made = scored(**settings_, missing=missing, options={"document": True, "outputs": outputs})
    try:
        plan = build_plan(made)
    except BadInput:
        assert not any(name.startswith("s") for _, name in made.outputs)
        return
    home = {segment.id: (segment.pair, segment.document) for segment in made.segments}
    position = {segment.id: segment.position for segment in made.segments}
    people = defaultdict(set)
    for hit in hits_of(plan).values():
        block = []
        for one in hit:
            assert 1 <= len(one.slots) <= outputs
            if one.role == "real":
                people[home[one.segment]].add(one.annotator)
                block.append(one)
            elif one.condition == "segment":
                assert not block  # nothing comes between the parts of a document
            if one.condition == "document" and one.role == "real":
                *parts, whole = block
                assert {home[part.segment] for part in parts} == {home[whole.segment]}
                places = [position[part.segment] for part in parts]
                assert places == sorted(set(places))
                shown = {slot for part in parts for slot in part.slots}
                # Everything these systems have said in the document.
                said = {
                    (segment.id, slot)
                    for segment in made.segments
                    for slot in shown
                    if home[segment.id] == home[whole.segment]
                    and (segment.id, slot) in made.outputs
                }
                assert said == {(part.segment, slot) for part in parts for slot in part.slots}
                order = {slot: at for part in parts for at, slot in enumerate(part.slots)}
                if all(len(part.slots) == len(shown) for part in parts):
                    assert len({part.slots for part in block}) == 1, order
                block = []
        assert not block
        for one, originals in partners(hit):
            assert originals, one
    assert all(len(who) == 1 for who in people.values())
    found = judges_of(plan)
    assert set(found) == {key for key in made.outputs if key[1].startswith("s")}
    assert all(len(who) == 1 for who in found.values())
    report = hit_report(made, plan)
    assert (report.unpaired, report.unchanged, report.split) == (0, 0, 0)


def test_documents_have_control_items_at_the_wanted_distance():
    """As many segments as wanted; a copy of a whole document is asked about as a whole."""
    made = scored(240, systems=4, per_document=8, annotators=3, options={"document": True})
    plan = build_plan(made)
    report = hit_report(made, plan)
    assert report.nearer == 0
    for line in report.hits:
        if line.real > 60:
            assert (line.degraded, line.references, line.repeats) == tuple(
                wanted(10, line.real, 70) for _ in range(3)
            )
    roles = Counter((one.role, one.condition) for one in plan.assignments)
    assert roles["degraded", "document"] > 0
    assert roles["real", "document"] == 30 * 4


def test_long_documents_lend_some_segments():
    """A document longer than a HIT stands alone, and parts of it are control items."""
    made = scored(80, systems=2, per_document=80, annotators=1, options={"document": True})
    plan = build_plan(made)
    report = hit_report(made, plan)
    assert [line.real for line in report.hits] == [80, 80]
    for line in report.hits:
        assert (line.degraded, line.references, line.repeats, line.documents) == (10, 10, 10, 1)
        assert line.nearest >= 40


@settings(max_examples=20, deadline=None)
@given(plans, st.integers(2, 5))
def test_outputs_stand_side_by_side(settings_, outputs):
    """As few screens as hold all outputs of a segment, of equal size as far as possible."""
    made = scored(**settings_, options={"outputs": outputs})
    plan = build_plan(made)
    screens = defaultdict(list)
    for one in plan.assignments:
        if one.role == "real":
            screens[one.segment].append(one.slots)
    systems = settings_["systems"]
    for shown in screens.values():
        assert len(shown) == -(-systems // outputs)
        assert sorted(slot for slots in shown for slot in slots) == [
            f"s{n}" for n in range(systems)
        ]
        assert max(map(len, shown)) - min(map(len, shown)) <= 1


def test_the_order_of_outputs_is_drawn_and_kept():
    """Every order occurs; a repeat is drawn anew."""
    plan = build_plan(scored(60, systems=2, options={"outputs": 2}))
    assert {one.slots for one in plan.assignments if one.role == "real"} == {
        ("s0", "s1"),
        ("s1", "s0"),
    }
    turned = [
        one.slots != original.slots
        for hit in hits_of(plan).values()
        for one, (original, *_) in partners(hit)
        if one.role == "repeat"
    ]
    assert {True, False} == set(turned)


# Anchors --------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(plans, st.integers(0, 30), st.integers(0, 5), st.booleans())
def test_anchors_are_mixed_in(settings_, anchors, anchored, document):
    """As many as wanted in each HIT, none twice in it, and nothing else changes."""
    settings_ |= {"anchored": anchored, "options": {"document": document}}
    made = scored(**settings_, anchors=anchors)
    plan, without = build_plan(made), build_plan(scored(**settings_))
    for hit in hits_of(plan).values():
        known = by_role(hit, "anchor")
        there = sum(one.group == hit[0].group for one in _anchored(made))
        size = sum(one.condition != "document" for one in by_role(hit, "real"))
        assert len(known) == min(there, wanted(anchored, size, made.design.real))
        assert len({one.segment for one in known}) == len(known)
        for one in known:
            assert (one.segment, one.slots[0]) in made.outputs
            assert one.segment == f"anchor.{one.of}"
    others = Counter(
        (one.annotator, one.segment, one.slots, one.role)
        for one in plan.assignments
        if one.role != "anchor"
    )
    assert others == Counter(
        (one.annotator, one.segment, one.slots, one.role) for one in without.assignments
    )
    assert plan.texts == without.texts


def _anchored(made):
    """Return the anchors, each in the group of its language pair."""
    pair = {segment.id: segment.pair for segment in made.segments}
    return [Annotator(one.segment, pair[one.segment]) for one in made.anchors]


def test_anchors_cover_the_scale_and_come_in_turn():
    """Each HIT has good and bad ones; nobody meets one again before all were met."""
    made = scored(210, systems=2, annotators=2, anchors=30)
    plan = build_plan(made)
    score = {one.segment: one.score for one in made.anchors}
    for hit in hits_of(plan).values():
        known = [score[one.segment] for one in by_role(hit, "anchor")]
        assert len(known) == 10
        assert max(known) - min(known) > 50
    for person in plan.annotators:
        mine = Counter(
            one.segment
            for one in plan.assignments
            if one.annotator == person.id and one.role == "anchor"
        )
        assert set(mine.values()) == {1}


# Later versions -------------------------------------------------------------------------------


def test_a_later_version_keeps_everything_and_adds():
    """New texts become HITs of their own; texts of control items stay as they were."""
    old = build_plan(scored(30, annotators=2))
    new = extend_plan(old, scored(50, annotators=3))
    assert new.assignments[: len(old.assignments)] == old.assignments
    assert new.texts[: len(old.texts)] == old.texts
    added = new.assignments[len(old.assignments) :]
    assert {int(one.segment.partition(".")[2]) for one in added} == set(range(30, 50))
    assert len({one.id for one in new.assignments}) == len(new.assignments)
    assert extend_plan(new, scored(50, annotators=3)) == new


def test_more_judges_get_the_hits_there_are():
    """The same items, degraded texts included, for people who have not seen them."""
    old = build_plan(scored(60, annotators=3, anchors=15))
    made = scored(60, annotators=3, anchors=15, judges=2)
    new = extend_plan(old, made)
    assert all(len(set(who)) == len(who) == 2 for who in judges_of(new).values())
    assert new.texts == old.texts
    report = hit_report(made, new)
    assert (report.components, report.unpaired, report.nearer) == (1, 0, 0)
    assert {line.judges for line in report.hits} == {2}


@pytest.mark.parametrize("per_document", [0, 6])
def test_documents_are_found_again_for_more_judges(per_document):
    """A HIT that is read back from a plan is the HIT that was built."""
    options = {"document": True} if per_document else {}
    settings_ = {"per_document": per_document, "annotators": 2, "options": options, "systems": 4}
    old = build_plan(scored(60, **settings_))
    made = scored(60, **settings_, judges=2)
    report = hit_report(made, extend_plan(old, made))
    assert {line.judges for line in report.hits} == {2}
    before = hit_report(made, old)
    assert sorted(line.nearest >= 40 for line in report.hits) == sorted(
        [line.nearest >= 40 for line in before.hits] * 2
    )


def test_a_new_system_is_scored_in_hits_of_its_own():
    """Which is an odd mix, and the report says so."""
    old = build_plan(scored(40, systems=2, annotators=2))
    made = scored(40, systems=3, annotators=4)
    new = extend_plan(old, made)
    assert {slot for one in new.assignments[len(old.assignments) :] for slot in one.slots} >= {"s2"}
    assert hit_report(made, new).mixes


def test_a_withdrawn_system_is_not_scored():
    """Nor is a withdrawn reference a control item."""
    plan = build_plan(scored(30, withdrawn=("s1", "ref0")))
    assert {parts_of(slot)[0] for one in plan.assignments for slot in one.slots} == {"s0", "s2"}


def test_somebody_else_takes_over_open_work():
    """In an order of their own, without control items whose originals are done."""
    made = scored(40, annotators=1)
    plan = build_plan(made)
    shown = made.with_texts(plan.texts)
    open_work = plan.assignments[30:]
    late = late_assignments(shown, Annotator("late", "en-de"), open_work)
    assert {one.annotator for one in late} == {"late"}
    assert Counter((one.segment, one.slots) for one in late if one.role == "real") == Counter(
        (one.segment, one.slots) for one in open_work if one.role == "real"
    )
    assert len({one.id for one in (*late, *plan.assignments)}) == len(late) + len(plan.assignments)
    for hit in hits_of(replace(plan, assignments=late)).values():
        assert all(originals for _, originals in partners(hit))
    assert (
        0 < sum(one.role != "real" for one in late) < sum(one.role != "real" for one in open_work)
    )


# Parts ------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=80), st.integers(1, 7))
def test_hands_are_even_at_every_vertex_and_in_size(edges, hands):
    """Whatever the graph, double edges included."""
    found = spread(edges, hands)
    sizes = Counter(found)
    assert len(found) == len(edges)
    assert max(sizes[hand] for hand in range(hands)) - min(sizes[h] for h in range(hands)) <= 1
    for side in (0, 1):
        for vertex in {edge[side] for edge in edges}:
            met = Counter(h for edge, h in zip(edges, found, strict=True) if edge[side] == vertex)
            assert max(met.values()) - min(met[hand] for hand in range(hands)) <= 1


@given(st.integers(1, 60), st.data())
def test_copies_are_as_far_as_asked(blocks, data):
    """Up to the length of everything that is not a copy."""
    copies = data.draw(st.integers(0, blocks))
    apart = data.draw(st.integers(0, blocks))
    seed = data.draw(st.integers(0, 2**32))
    originals = {blocks + n: (n, 0) for n in range(copies)}
    order = arrange([1] * (blocks + copies), originals, apart, np.random.default_rng(seed))
    assert sorted(order) == list(range(blocks + copies))
    place = {block: at for at, block in enumerate(order)}
    assert all(abs(place[a] - place[b]) >= apart for a, (b, _) in originals.items())


def test_copies_come_before_and_after_their_originals():
    """Otherwise the second look would always be the copy."""
    originals = {70 + n: (n, 0) for n in range(30)}
    before = []
    for seed in range(40):
        place = np.argsort(arrange([1] * 100, originals, 40, np.random.default_rng(seed)))
        before.append(sum(place[a] < place[b] for a, (b, _) in originals.items()))
    assert 12 < np.mean(before) < 18
