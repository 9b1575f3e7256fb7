"""Simulated people who judge chunks: hard chunks are the same for everybody, eyes are not."""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

import numpy as np

from tertium.model import Annotator, Assignment, Campaign, parts_of
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.chunk_cuts import chunks_of, cuts_of
from tertium.protocols.protocol import Protocol
from tertium.testing.people import People


class ChunkAnnotator:
    """Somebody who reads chunk by chunk."""

    def __init__(
        self,
        campaign: Campaign,
        protocol: Protocol,
        people: People,
        annotator: Annotator,
        quality: Mapping[tuple[str, str], float],
    ) -> None:
        self._rng = np.random.default_rng([campaign.seed, 3, *annotator.id.encode()])
        self.pace = people.seconds * float(np.exp(self._rng.normal(0, 0.3)))
        (self._ask,) = (ask for ask in protocol.asks if isinstance(ask, Chunks))
        self._side = str(protocol.settings["side"])
        self._cut, self._quality, self._people = cuts_of(campaign.options), quality, people

    def answer(self, assignment: Assignment) -> dict[str, Any]:
        """Return a label for every chunk: worse outputs have more problems."""
        system = parts_of(assignment.slots[0])[0]
        good = self._quality.get((assignment.segment, system), 0.0)
        labels = {}
        for name, _, _ in chunks_of(self._cut, assignment, self._side):
            seed = crc32(f"{assignment.segment}/{system}/{name}".encode())
            hard = np.random.default_rng(seed).random() < 1 / (1 + np.exp(1 + good))
            seen = self._rng.random() < (self._people.finding if hard else 0.05)
            wrong = self._ask.labels[1:]
            labels[name] = str(self._rng.choice(wrong)) if seen else self._ask.labels[0]
        return {self._ask.name: labels}
