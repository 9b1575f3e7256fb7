"""Answers that hold a log, kept small while nobody reads them.

The log of an edited text is hundreds of events. As Python objects they take ten times the room of
their JSON, and what is on the worklists of a campaign is kept for as long as it is served.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from tertium.model import Judgement

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


def packed(judgement: Judgement) -> Judgement:
    """Return a judgement whose answer is packed, if there is a log in it."""
    if any(isinstance(value, dict) for value in judgement.answer.values()):
        return replace(judgement, answer=_Packed(judgement.answer))
    return judgement


class _Packed(Mapping[str, Any]):
    """An answer as JSON, read anew whenever somebody looks."""

    __slots__ = ("_json",)

    def __init__(self, answer: Mapping[str, Any]) -> None:
        self._json = _encode(dict(answer))

    def __getitem__(self, name: str) -> Any:
        return _decode(self._json)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_decode(self._json))

    def __len__(self) -> int:
        return len(_decode(self._json))
