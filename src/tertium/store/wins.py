"""Who won against whom in a campaign so far, kept up to date by reading only what is new."""

import threading
from collections import Counter
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, func, select

from tertium import protocols
from tertium.model import Assignment, Campaign, Judgement, parts_of
from tertium.protocols.conditions import COMPARING
from tertium.protocols.protocol import Protocol
from tertium.store import schema
from tertium.store.bulk import read_assignment

Floats = NDArray[np.float64]


class Wins:
    """The wins and ties of one campaign's tournaments; what a correction replaced is taken back."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._seen = 0
        self._wins: Counter[tuple[str, str]] = Counter()
        self._ties: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def counts(self, connection: Connection, campaign: Campaign) -> tuple[Floats, Floats]:
        """Return wins[i, j], how often system i was preferred to j, and ties, as they are now."""
        protocol = protocols.get(campaign.protocol, campaign.options)
        with self._lock:
            newest = connection.execute(
                select(func.max(schema.judgement.c.sequence)).where(
                    schema.judgement.c.campaign == self._number
                )
            ).scalar()
            rows = connection.execute(
                _since(self._number, self._seen), execution_options={"yield_per": 10_000}
            )
            for id_, answer, submitted_at, replaced, *rest in rows:
                assignment = read_assignment(rest)
                for text, times in ((answer, 1), (replaced, -1)):
                    if text is not None:
                        judgement = Judgement(
                            id_,
                            campaign.name,
                            assignment.id,
                            assignment.annotator,
                            msgspec.json.decode(text),
                            submitted_at,
                        )
                        self._count(protocol, judgement, assignment, times)
            self._seen = newest or 0
            names = {system.name: place for place, system in enumerate(campaign.systems)}
            return _matrix(self._wins, names), _matrix(self._ties, names)

    def _count(
        self, protocol: Protocol, judgement: Judgement, assignment: Assignment, times: int
    ) -> None:
        for said in protocol.observations(judgement, assignment):
            if said.aspect != "preference" or said.value is None:
                continue
            for system in parts_of(said.system or ""):
                for versus in parts_of(said.versus or ""):
                    if said.value == 0:
                        self._ties[system, versus] += times
                        self._ties[versus, system] += times
                    else:
                        pair = (system, versus) if said.value > 0 else (versus, system)
                        self._wins[pair] += times


def _since(number: int, seen: int) -> Select[Any]:
    """Select new answers to comparisons with what each replaces, and their assignments."""
    given, asked = schema.judgement, schema.assignment
    former = given.alias()
    return (
        select(
            given.c.id,
            given.c.answer,
            given.c.submitted_at,
            former.c.answer.label("replaced"),
            asked,
        )
        .join_from(
            given,
            asked,
            (asked.c.campaign == given.c.campaign) & (asked.c.id == given.c.assignment),
        )
        .join(
            former,
            (former.c.campaign == given.c.campaign) & (former.c.id == given.c.replaces),
            isouter=True,
        )
        .where(given.c.campaign == number, given.c.sequence > seen, asked.c.condition == COMPARING)
        .order_by(given.c.sequence)
    )


def _matrix(counted: Counter[tuple[str, str]], names: dict[str, int]) -> Floats:
    matrix = np.zeros((len(names), len(names)))
    for (system, versus), times in counted.items():
        matrix[names[system], names[versus]] = times
    return matrix
