"""Conditions on a result, for automation: `improvement_ratio.low > 1`.

A condition is a path to a number, a comparison and a number; nothing is ever
evaluated as code. Lists are entered by the id of an entry:
`by_domain.Health.impact.low > 0`, contrasts by their two systems:
`contrast(new, old).low > 0`.
"""

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from tertium.cli.former import renamed_to
from tertium.exceptions import BadInput, GateNotMet, NotFound
from tertium.stats.result import LanguagePairs, former_name

if TYPE_CHECKING:
    from tertium.stats.contrasts.record import Contrast
    from tertium.stats.result import Result

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_CONTRAST = re.compile(r"^contrast\((?P<a>[^,]+),(?P<b>.+)\)\s*(\.(?P<rest>.*))?$")
_CONDITION = re.compile(
    r"^\s*(?P<path>[^<>=!]+?)\s*(?P<sign>>=|<=|==|!=|>|<)\s*"
    r"(?P<number>[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)(?P<percent>\s*%)?\s*$"
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A path to a number in a result, a comparison sign and a limit."""

    text: str
    path: str
    sign: str
    limit: float


def read_condition(text: str) -> Condition:
    """Read `path > number`; a per cent sign divides by a hundred.

    >>> read_condition("impact.low >= 5%").limit
    0.05
    """
    found = _CONDITION.match(text)
    if found is None:
        raise BadInput(
            f"{text!r} is not a condition",
            where="--require",
            fix='Write for example "improvement_ratio.low > 1".',
        )
    limit = float(found["number"]) / (100 if found["percent"] else 1)
    return Condition(text.strip(), found["path"], found["sign"], limit)


def check_conditions(result: "Result", conditions: Iterable[Condition]) -> None:
    """Refuse a result of which one condition does not hold; a missing number never holds.

    Of several language pairs it must hold in each.
    """
    asked = tuple(conditions)
    if not isinstance(result, LanguagePairs):
        _check(result, asked)
        return
    for one in result.language_pairs:
        _check(one.result, asked, one.language_pair)
    for pair in result.left_out if asked else ():
        raise GateNotMet(
            f"{asked[0].text} does not hold: nothing could be estimated",
            where=pair,
            fix="The warnings of the result say why.",
        )


def _check(result: "Result", conditions: Iterable[Condition], where: str = "") -> None:
    for condition in conditions:
        value = _look_up(result, condition.path)
        if value is None:
            raise GateNotMet(
                f"{condition.text} does not hold: {condition.path} could not be estimated",
                where=where,
                fix="The warnings of the result say why.",
            )
        if not _COMPARE[condition.sign](value, condition.limit):
            raise GateNotMet(
                f"{condition.text} does not hold: {condition.path} is {value:.4g}",
                where=where,
                fix="The result itself was printed.",
            )


def _look_up(result: "Result", path: str) -> float | None:
    """Follow a path of names through a result to its number."""
    here: Any = result
    walked: list[str] = []
    if pair := _CONTRAST.match(path):
        here, walked = _contrast(result, pair["a"].strip(), pair["b"].strip()), [path]
        path = pair["rest"] or "difference"
    for name in (part.strip() for part in path.split(".")):
        known = _names(here)
        name = _current(here, name)
        if name not in known:
            place = ".".join(walked)
            inside = f" in {place}" if place else ""
            raise NotFound.among(f"field{inside}", name, known, where="--require")
        here = known[name]
        walked.append(name)
    if here is None:
        return None
    if isinstance(here, bool) or not isinstance(here, (int, float)):
        inner = ", ".join(_names(here)) or "nothing"
        raise BadInput(
            f"{path!r} is not a number",
            where="--require",
            fix=f"Name one inside it: {inner}.",
        )
    return float(here)


def _contrast(result: "Result", a: str, b: str) -> "Contrast":
    """Return the contrast of two systems, in the order in which they are named."""
    from tertium.stats.contrasts.record import against

    listed = getattr(result, "contrasts", ())
    known = sorted({name for one in listed for name in (one.a, one.b)})
    if not known:
        raise BadInput(
            "this result has no contrasts of systems",
            where="--require",
            fix="Contrasts need two systems that were judged.",
        )
    for name in (a, b):
        if name not in known:
            raise NotFound.among("system", name, known, where="--require")
    if found := [one for one in against(listed, b) if one.a == a]:
        return found[0]
    raise BadInput(f"{a} and {b} are not two systems", where="--require", fix="Name two systems.")


def _current(value: Any, name: str) -> str:
    """Return what a field is called now, and say so where 0.1 called it otherwise."""
    for one in fields(value) if is_dataclass(value) else ():
        if former_name(one) == name:
            return renamed_to(name, one.name)
    return name


def _names(value: Any) -> dict[str, Any]:
    """Return what can be named inside a value; entries of a list go by their first field."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, dict):
        return {str(name): part for name, part in value.items()}
    if isinstance(value, tuple):
        return {
            str(getattr(part, fields(part)[0].name)): part for part in value if is_dataclass(part)
        } | {str(next(iter(part.values()))): part for part in value if isinstance(part, dict)}
    return {}
