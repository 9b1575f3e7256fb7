"""Error annotation: what protocols share in which errors are marked in a translation.

The typology is a file: one that ships, or the campaign's own. Its content is kept with the
campaign, so that it is frozen with the first answer like everything else. A text without marks
was read and is without errors.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Judgement, Observation
from tertium.protocols.aids import AIDS
from tertium.protocols.prefilling import PREFILLED, UNFILLED, Prefilling
from tertium.protocols.protocol import read_options
from tertium.protocols.spans import HINTS, SIDES, marked
from tertium.typology import Typology

ERRORS = "errors"  # the question that marks answer
# What a protocol that marks passages may be told, with what it is told otherwise.
MARKING: dict[str, Any] = {"sides": list(SIDES), "hints": list(HINTS)}


def observe_marks(
    judgement: Judgement,
    assignment: Assignment,
    *,
    typology: Typology | None = None,
    prefilling: Prefilling | None = None,
) -> Iterator[Observation]:
    """Yield for every system one row per mark, and as `overall` what they sum to.

    Marks that stood there before are rows of a layer of their own.
    """
    comment = judgement.answer.get("comment")
    for system, slot, total, rows in marked(judgement.answer[ERRORS], assignment, typology):
        yield Observation("overall", value=total, system=system, slot=slot, comment=comment)
        comment = None  # once is enough
        for row in rows:
            yield replace(row, system=system)
    if prefilling is not None:
        yield from prefilling.observed(assignment, typology)


def marking_settings(
    options: Mapping[str, Any], typology: str, further: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], Typology | None]:
    """Return what a campaign says about marking, and its typology; it has one by default.

    The reader of the campaign has put what the files hold in place of their names.
    """
    fills = UNFILLED in (further or {})
    files = (*AIDS, "typology", *([PREFILLED] if fills else []))
    given = {name: value for name, value in options.items() if name not in files}
    settings = read_options(given, MARKING | dict(further or {}))
    if fills:
        settings[PREFILLED] = options.get(PREFILLED, "")
    for name, allowed in (("sides", SIDES), ("hints", HINTS)):
        for value in settings[name]:
            if value not in allowed:
                raise NotFound.among(name.removesuffix("s"), str(value), allowed, where="[options]")
    if not settings["sides"]:
        raise BadInput("nothing can be marked", where="[options]", fix='Write sides = ["target"].')
    content = options.get("typology", typology)
    known = msgspec.convert(content, Typology) if isinstance(content, Mapping) else None
    settings |= {name: options.get(name, "") for name in AIDS}
    return settings | {"against": "source", "document": True, "typology": content}, known
