"""Gold items: questions about the campaign's own texts whose answer is known.

Where two outputs stand side by side, the answer is the name of the better system, or an answer of
the protocol; of a slider it is a number, of a scale a label.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Example, Gold
from tertium.protocols.protocol import Ask, Choice, Protocol, Slider

_SIDES = ("left", "right")


def check_gold(protocol: Protocol, name: str, value: str, slots: Sequence[str]) -> None:
    """Refuse a known answer that nobody can give."""
    asks = {ask.name: ask for ask in protocol.asks}
    _expected(asks[name], value, slots)


def agrees_with_gold(
    protocol: Protocol, gold: Gold, slots: Sequence[str], answer: Mapping[str, Any]
) -> bool:
    """Tell whether an answer to a gold item is right in every question it answers.

    Questions that were not asked of this item, as in the first of two steps, do not count.
    """
    asks = {ask.name: ask for ask in protocol.asks}
    asked = [name for name in gold.answers if name in answer]
    return bool(asked) and all(
        asks[name].agrees(answer[name], _expected(asks[name], gold.answers[name], slots))
        for name in asked
    )


def _expected(ask: Ask, value: str, slots: Sequence[str]) -> Any:
    """Return a known answer as an annotator gives it with these outputs in this order."""
    if isinstance(ask, Choice) and len(slots) == len(_SIDES) and value in slots:
        if not set(_SIDES) <= set(ask.labels):
            raise BadInput(
                f"{ask.name!r} is not answered by the name of a system",
                fix=f"Allowed: {', '.join(ask.labels)}.",
            )
        return _SIDES[list(slots).index(value)]
    if isinstance(ask, Choice) and len(slots) == len(_SIDES) and value in _SIDES:
        raise BadInput(
            f"{value!r} says a side, and sides are drawn anew for every annotator",
            fix=f"Name the better system: {' or '.join(slots)}.",
        )
    example = Example(source="", texts=tuple(slots), answer="", why="")
    if isinstance(ask, Slider):
        if not value.isdigit():
            raise BadInput(
                f"{value!r} is not a score", fix=f"Write a whole number {ask.scale.words}."
            )
        return ask.expect([int(value)], example)
    return ask.expect(value, example)
