"""Any interleaving of submissions gives what a simple model says."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.exceptions import Conflict
from tertium.model import Judgement
from tertium.store import Receipt, Store

LABELS = ("left", "right", "both_good", "both_bad")
_names = count(1)


class Model:
    """What should be stored, in the plainest words."""

    def __init__(self) -> None:
        self.by_id: dict[str, Judgement] = {}
        self.current: dict[str, Judgement] = {}

    def submit(self, judgement: Judgement) -> str:
        """Return `stored`, `duplicate` or `refused`."""
        known = self.by_id.get(judgement.id)
        if known is not None:
            return "duplicate" if known == judgement else "refused"
        current = self.current.get(judgement.assignment)
        if judgement.replaces != (current.id if current else None):
            return "refused"
        self.by_id[judgement.id] = self.current[judgement.assignment] = judgement
        return "stored"


steps = st.lists(
    st.tuples(
        st.integers(0, 2),  # assignment
        st.sampled_from(LABELS),
        st.integers(0, 5),  # id, so that some come again
        st.one_of(st.none(), st.integers(0, 5), st.just("current")),  # what it replaces
        st.booleans(),  # wait for the answer before the next
    ),
    max_size=25,
)


@pytest.fixture
def opened(database: str) -> Iterator[Store]:
    with Store.open(database) as store:
        yield store


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=steps)
def test_any_interleaving_ends_as_the_model_says(opened, make, at, steps):
    """New, repeated, corrected and stale judgements, alone or together: the same end."""
    made = make(annotators=1, segments=3, name=f"c-{next(_names)}")
    opened.campaigns.put(made.campaign, made.plan, at=at)
    model = Model()

    async def run() -> list[tuple[str, object]]:
        outcomes: list[tuple[str, object]] = []
        together: list[tuple[str, asyncio.Future[Receipt]]] = []

        async def settle() -> None:
            answers = await asyncio.gather(*(f for _, f in together), return_exceptions=True)
            outcomes.extend(
                (said, answer) for (said, _), answer in zip(together, answers, strict=True)
            )
            together.clear()

        for place, label, id_, replaces, wait in steps:
            current = model.current.get(made.assignment(place).id)
            named = {"current": current.id if current else None, None: None}.get(
                replaces, f"j-{replaces}"
            )
            judgement = made.judge(f"j-{id_}", place, label, replaces=named)
            said = model.submit(judgement)
            together.append(
                (said, asyncio.ensure_future(opened.judgements.submit(judgement, received_at=at)))
            )
            if wait:
                await settle()
        await settle()
        return outcomes

    for said, answer in asyncio.run(run()):
        assert isinstance(answer, Conflict if said == "refused" else Receipt), (said, answer)
    expected = sorted((j.id, j.answer["better"]) for j in model.current.values())
    rows = opened.table(made.name).rows()
    assert sorted((row["judgement"], row["label"]) for row in rows) == expected
    assert opened.assignments.answered(made.name, "ann-1") == model.current
    assert {s.judgement.id for s in opened.judgements.all(made.name)} == set(model.by_id)
