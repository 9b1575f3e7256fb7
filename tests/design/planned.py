"""What tests of plans for many systems share: how to draw plans, and how to look at them."""

from collections import defaultdict

from hypothesis import strategies as st

from tertium.design import build_plan
from tertium.exceptions import BadInput

LETTERS = "abcdefghijkl"


def graphs(plan):
    """Return the assignments of every graph: one annotator, segment, pass and condition."""
    found = defaultdict(list)
    for a in plan.assignments:
        found[a.annotator, a.segment, a.pass_, a.condition].append(a)
    return found


def by_annotator(plan):
    work = {person.id: [] for person in plan.annotators}
    for a in plan.assignments:
        work[a.annotator].append(a)
    return work


def connected(shown):
    """Tell whether questions relate everything they show, directly or through others."""
    shown = [set(slots) for slots in shown]
    reached = shown[0]
    for _ in shown:
        reached = reached.union(*(slots for slots in shown if slots & reached))
    return reached == set().union(*shown)


def pairs_of(assignments):
    return {frozenset(a.slots) for a in assignments}


designs = st.fixed_dictionaries(
    {
        "segments": st.integers(3, 25),
        "systems": st.integers(2, 12).map(lambda n: tuple(LETTERS[:n])),
        "annotators": st.integers(1, 5),
        "seed": st.integers(0, 2**40),
        "batch": st.integers(1, 30),
        "passes": st.integers(1, 2),
        "pairs": st.sampled_from([("en-de",), ("en-de", "en-fr")]),
    }
)
# Per segment (some of them): systems that say the same, systems that say nothing.
groups = st.dictionaries(
    st.integers(0, 24), st.sets(st.sampled_from(LETTERS), max_size=12), max_size=12
)
sizes = st.integers(0, 12).filter(lambda n: n != 1)


def drawn(many, design, common, equal=None, missing=None, **more):
    """Build the plan, or None where there is nothing to ask or too little for the common set."""
    made = many(**design, common=common, equal=equal, missing=missing, **more)
    try:
        return made, build_plan(made)
    except BadInput:
        return made, None
