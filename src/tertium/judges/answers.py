"""What a judge may answer. Anything else is refused: nothing is guessed from prose.

An answer is one JSON object, alone or as the only thing in a fenced block.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tertium.judges.prompts import Prompt

_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)\n?```", re.DOTALL)
_SIDES = ("target", "source")
_CHOICES = {"a": "left", "b": "right", "tie": "tie"}
_LONGEST = 100_000  # characters of an answer
MOST_ERRORS = 200  # in one output


class Refused(ValueError):
    """An answer that cannot be used, and why, in a few words."""


@dataclass(frozen=True, slots=True)
class JudgedError:
    """A marked passage: side, from where to where (code points), and what it is."""

    side: str
    start: int
    end: int
    quote: str
    severity: str
    category: str


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """A score, marked errors, or which of two is better (`left`, `right`, `tie`)."""

    score: float | None = None
    errors: tuple[JudgedError, ...] = ()
    better: str = ""


def read_answer(text: str, prompt: Prompt, texts: Mapping[str, str]) -> JudgedAnswer:
    """Return what an answer says; `texts` are those that the judge was shown.

    >>> from tertium.judges.prompts import read_prompt
    >>> read_answer('{"score": 80}', read_prompt("da"), {}).score
    80.0
    """
    given = _object(text)
    if prompt.kind == "pairwise":
        better = given.get("better")
        if not isinstance(better, str) or better.strip().lower() not in _CHOICES:
            raise Refused("no choice")
        return JudgedAnswer(better=_CHOICES[better.strip().lower()])
    score = _score(given, prompt)
    if prompt.kind == "score":
        return JudgedAnswer(score)
    errors = given.get("errors")
    if not isinstance(errors, list) or len(errors) > MOST_ERRORS:
        raise Refused("no list of errors")
    return JudgedAnswer(score, tuple(_error(one, prompt, texts) for one in errors))


def _object(text: str) -> dict[str, Any]:
    """Return the one object of an answer."""
    text = text.strip()
    if len(text) > _LONGEST:
        raise Refused("too long")
    fenced = _FENCED.fullmatch(text)
    try:
        given = json.loads(
            fenced[1] if fenced else text, parse_constant=_constant, object_pairs_hook=_once
        )
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused("no JSON" if not text.startswith(("{", "```")) else "broken JSON") from None
    if not isinstance(given, dict):
        raise Refused("no JSON object")
    return given


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise Refused("a name is given twice")
    return dict(pairs)


def _constant(_: str) -> float:
    raise Refused("not a number")


def _score(given: Mapping[str, Any], prompt: Prompt) -> float:
    score = given.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise Refused("no score")
    if not prompt.scale.lowest <= score <= prompt.scale.highest:
        raise Refused("score outside the scale")
    return float(score)


def _error(given: Any, prompt: Prompt, texts: Mapping[str, str]) -> JudgedError:
    if not isinstance(given, dict):
        raise Refused("an error is no object")
    severity, quote = given.get("severity"), given.get("quote")
    side, category = given.get("side", "target"), given.get("category", "")
    if not isinstance(severity, str) or severity not in prompt.severities:
        raise Refused("unknown severity")
    if side not in _SIDES:
        raise Refused("unknown side")
    if not isinstance(category, str) or (prompt.categories and category not in prompt.categories):
        raise Refused("unknown category")
    if not isinstance(quote, str) or not quote.strip():
        raise Refused("an error quotes nothing")
    whole = texts.get("output" if side == "target" else "source", "")
    start = _place(whole, quote, given.get("occurrence"))
    return JudgedError(side, start, start + len(quote), quote, severity, category)


def _place(whole: str, quote: str, occurrence: Any) -> int:
    """Return where a quoted passage begins; which of several must be said."""
    places = [at for at in range(len(whole)) if whole.startswith(quote, at)]
    if not places:
        raise Refused("the quoted passage is not in the text")
    if occurrence is None:
        if len(places) > 1:
            raise Refused("the quoted passage occurs several times")
        return places[0]
    if isinstance(occurrence, bool) or not isinstance(occurrence, int):
        raise Refused("no number of the occurrence")
    if not 1 <= occurrence <= len(places):
        raise Refused("no such occurrence of the passage")
    return places[occurrence - 1]
