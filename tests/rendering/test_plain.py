"""Results as JSON, written column by column."""

import json
from dataclasses import dataclass

import numpy as np

from tertium.rendering.plain import indented, plain


@dataclass(frozen=True, slots=True)
class Part:
    """A record inside a record."""

    pass_: str
    score: float | None


@dataclass(frozen=True, slots=True)
class Whole:
    """A record with fields of all kinds."""

    name: str
    score: float
    n: int
    told: object
    part: Part
    parts: tuple[Part, ...]


def test_json_is_that_of_the_standard_library():
    """Texts with separators and signs of formats, missing numbers, nesting, empty lists."""
    part = Part("a\0b%s\n“é”", float("nan"))
    parts = (part, Part("b", 1e-7), Part("", None))
    wholes = tuple(
        Whole(f"100%, {score!r}", score, n, told, part, parts[: n % 4])
        for n, (score, told) in enumerate(
            [(0.1, True), (1e22, None), (-0.0, {"a %": [1, [2.5]]}), (np.inf, ()), (3.0, {})]
        )
    )
    value = plain({"all": wholes, "odd": [1, "x", None, {"a": 1}, {"b": []}], "none": {}})
    assert [one["score"] for one in value["all"]] == [0.1, 1e22, -0.0, None, 3.0]
    assert value["all"][2]["parts"][0] == {"pass": "a\0b%s\n“é”", "score": None}
    assert indented(value) == json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
