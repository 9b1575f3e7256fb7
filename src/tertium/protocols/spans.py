"""Marking passages: what every protocol that marks errors shares.

An answer holds `{"marks": […], "source": hash, "targets": [hash, …]}`. A mark names its slot
(from 1) and side, where it begins and ends (code points, the end excluded; both the same where
something is missing), the passage as it reads there, a category and a severity of the
typology, and perhaps a note. The hashes are those of the whole texts that were marked. No marks
at all is an answer: read, and nothing is wrong. `waved` lists the hints of a machine that the
annotator has looked at and waved away; they say nothing about the text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tertium.exceptions import BadInput, Conflict, NotFound
from tertium.model import Assignment, Example, Observation, parts_of
from tertium.text.spans import check_passage, cuts_character, text_hash
from tertium.typology import Typology

SIDES = ("target", "source")
HINTS = ("tags", "numbers", "terms", "consistency")  # what a machine may point at
MAX_MARKS = 2_000
MAX_NOTE = 2_000
_FIELDS = {"slot", "side", "start", "end", "quote", "category", "severity", "note", "hint"}
_EXPECTED = ("quote", "severity", "category", "side", "slot", "start")  # of a mark in a tutorial


@dataclass(frozen=True, slots=True)
class Spans:
    """Passages marked with a category and a severity.

    Without a typology (a protocol before it is configured) any category is taken as given.
    """

    name: str
    typology: Typology | None = None
    sides: tuple[str, ...] = SIDES
    when: tuple[str, ...] = ()
    widget: str = "spans"

    def read(self, value: Any, shown: int | None = None) -> dict[str, Any]:
        """Return the marks with their ids as the typology writes them; `shown` outputs are known.

        Whether they stand in the texts that were shown is asked by `check_marks`.
        """
        given = value if isinstance(value, Mapping) else {}
        marks, targets, source = (given.get(name) for name in ("marks", "targets", "source"))
        if (
            not isinstance(marks, list)
            or not isinstance(targets, list)
            or not all(isinstance(one, str) for one in (source, *targets))
        ):
            raise BadInput(
                f"{self.name!r} must be marks and the hashes of the texts they stand in",
                fix="Send marks, source and targets; an empty list of marks says nothing is wrong.",
            )
        if len(marks) > MAX_MARKS:
            raise BadInput(
                f"{len(marks):,} marks are more than {MAX_MARKS:,}", fix="Mark a shorter text."
            )
        if shown is not None and len(targets) != shown:
            raise BadInput(
                f"{self.name!r} names {len(targets)} texts where {shown} are shown",
                fix="Send the hash of every translation that is shown.",
            )
        kept = [self._mark(mark, number, len(targets)) for number, mark in enumerate(marks, 1)]
        waved = _waved(given.get("waved", []))
        found = {"marks": kept, "source": source, "targets": targets}
        return found | ({"waved": waved} if waved else {})

    def expect(self, value: Any, example: Example) -> dict[str, Any]:
        """Read the marks that most people make: each quotes a passage, of the target or source."""
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise BadInput(
                f"{self.name!r} must be a list of marks",
                fix='Write for example [{ quote = "…", severity = "major", category = "…" }].',
            )
        marks = [_placed(mark, number, example) for number, mark in enumerate(value, 1)]
        targets = [text_hash(text) for text in example.texts]
        given = {"marks": marks, "source": text_hash(example.source), "targets": targets}
        return self.read(given, len(targets))

    def agrees(self, given: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
        """Tell whether each expected mark is met by one like it, and not many are beside them."""
        marks, gold = given["marks"], expected["marks"]
        met = all(any(self._alike(mark, one) for mark in marks) for one in gold)
        return met and len(marks) <= 2 * len(gold)

    def _alike(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        """Tell whether two marks share text, severity and the category at the top."""
        same = all(one[name] == other[name] for name in ("slot", "side", "severity"))
        overlaps = one["start"] < other["end"] and other["start"] < one["end"]
        return same and overlaps and self._top(one["category"]) == self._top(other["category"])

    def _top(self, category: str) -> str:
        if self.typology is None or not category:
            return category
        return [node.id for node in self.typology.above(self.typology.category(category))][-1]

    def _mark(self, given: Any, number: int, shown: int) -> dict[str, Any]:
        """Return one mark in its kept form."""
        where = f"mark {number}"
        if not isinstance(given, Mapping) or not set(given) <= _FIELDS:
            raise BadInput(
                f"{given!r} is not a mark", where=where, fix=f"Send {', '.join(sorted(_FIELDS))}."
            )
        slot, side = _slot(given, where, shown), given.get("side")
        if side not in self.sides:
            raise NotFound.among("side", str(side), self.sides, where=where)
        start, end, quote = given.get("start"), given.get("end"), given.get("quote")
        if type(start) is not int or type(end) is not int or not isinstance(quote, str):
            raise BadInput(
                "a mark needs start, end and the passage it quotes",
                where=where,
                fix="Count code points from 0; the end is not part of the passage.",
            )
        note, hint = given.get("note", ""), given.get("hint", "")
        if not isinstance(note, str) or len(note) > MAX_NOTE:
            raise BadInput(
                f"a note must be text of at most {MAX_NOTE:,} characters",
                where=where,
                fix="Shorten it.",
            )
        if hint and hint not in HINTS:
            raise NotFound.among("hint", str(hint), HINTS, where=where)
        category, severity = self._named(given, where)
        kept = {"slot": slot, "side": side, "start": start, "end": end, "quote": quote}
        kept |= {"category": category, "severity": severity}
        return kept | {
            name: said for name, said in (("note", note.strip()), ("hint", hint)) if said
        }

    def _named(self, given: Mapping[str, Any], where: str) -> tuple[str, str]:
        """Return the category and the severity as the typology writes them."""
        category, severity = given.get("category", ""), given.get("severity", "")
        if not isinstance(category, str) or not isinstance(severity, str):
            raise BadInput(
                "category and severity must be text", where=where, fix="Send their names."
            )
        if self.typology is None:
            return category, severity
        if not category and self.typology.nodes:
            raise BadInput("a mark has no category", where=where, fix="Choose one for every mark.")
        node = self.typology.category(category).id if category else ""
        if not severity:
            raise BadInput("a mark has no severity", where=where, fix="Choose one for every mark.")
        return node, self.typology.severity(severity).id


def _slot(mark: Mapping[str, Any], where: str, shown: int) -> int:
    """Return on which of the translations a mark stands."""
    slot = mark.get("slot", 1)
    if type(slot) is not int or not 1 <= slot <= shown:
        raise BadInput(
            f"there is no translation {slot!r}", where=where, fix=f"Count from 1 to {shown}."
        )
    return slot


def _placed(mark: Mapping[str, Any], number: int, example: Example) -> dict[str, Any]:
    """Return a mark of a tutorial item with the place of what it quotes."""
    where = f"mark {number}"
    for name in mark:
        if name not in _EXPECTED:
            raise NotFound.among("setting", name, _EXPECTED, where=where)
    slot, side = _slot(mark, where, len(example.texts)), mark.get("side", "target")
    text = example.source if side == "source" else example.texts[slot - 1]
    side_said = "source" if side == "source" else "translation"
    quote, given = mark.get("quote"), mark.get("start")
    if not isinstance(quote, str) or not quote:
        raise BadInput("a mark quotes nothing", where=where, fix='Write for example quote = "…".')
    places = [at for at in range(len(text)) if text.startswith(quote, at)]
    found = places if given is None else [at for at in places if at == given]
    if not found:
        at = "" if given is None else f" at {given!r}"
        raise BadInput(
            f"{quote!r} does not stand{at} in the {side_said}",
            where=where,
            fix="Quote the passage as it is written there.",
        )
    if len(found) > 1:
        raise BadInput(
            f"{quote!r} stands {len(found)} times in the {side_said}",
            where=where,
            fix=f"Quote more of it, or write where it begins: start = {found[0]}.",
        )
    (start,) = found
    return dict(mark) | {"side": side, "slot": slot, "start": start, "end": start + len(quote)}


def _waved(given: Any) -> list[dict[str, Any]]:
    """Return the hints that were waved away, each with its place and kind."""
    kept = []
    for one in given if isinstance(given, list) and len(given) <= MAX_MARKS else [None]:
        hint = one if isinstance(one, Mapping) else {}
        found = {name: hint.get(name) for name in ("side", "start", "end", "kind")}
        placed = type(found["start"]) is int and type(found["end"]) is int
        if not placed or found["side"] not in SIDES or found["kind"] not in HINTS:
            raise BadInput(
                "what was waved away is no list of hints",
                where="waved",
                fix=f"Send side, start, end and kind ({', '.join(HINTS)}) of each.",
            )
        kept.append(found)
    return kept


def check_marks(answer: Mapping[str, Any], source: str, targets: Sequence[str]) -> None:
    """Refuse marks that do not stand in these texts, or cut a character in two.

    Where the source was hidden its hash is empty, and nothing can be marked in it.
    """
    wholes = [("source", 1, source, answer["source"])]
    wholes += [
        ("target", slot, text, whole)
        for slot, (text, whole) in enumerate(zip(targets, answer["targets"], strict=True), 1)
    ]
    for side, slot, text, whole in wholes:
        if whole or side == "target":
            check_passage(text, 0, 0, whole=whole, where=f"{side} {slot}")
    for number, mark in enumerate(answer["marks"], 1):
        where = f"mark {number}"
        if mark["side"] == "source" and not answer["source"]:
            raise Conflict("the source was not shown", where=where, fix="Mark the translation.")
        text = source if mark["side"] == "source" else targets[mark["slot"] - 1]
        check_passage(text, mark["start"], mark["end"], quote=mark["quote"], where=where)
        for at in (mark["start"], mark["end"]):
            if cuts_character(text, at):
                raise BadInput(
                    f"position {at} lies inside one character",
                    where=where,
                    fix="Begin and end between characters as a reader sees them.",
                )


def check_step(
    marks: Sequence[Mapping[str, Any]], typology: Typology | None, within: str | None
) -> None:
    """Refuse categories that do not lie `within` the one of this step, if it has one."""
    if not within or typology is None:
        return
    for number, mark in enumerate(marks, 1):
        above = typology.above(typology.category(mark["category"]))
        if all(one.id != within for one in above):
            raise BadInput(
                f"{mark['category']!r} belongs to another step",
                where=f"mark {number}",
                fix=f"Choose a category below {within!r}.",
            )


def marked(
    answer: Mapping[str, Any], assignment: Assignment, typology: Typology | None
) -> Iterator[tuple[str, int, float, list[Observation]]]:
    """Yield for every system shown its slot, what its marks sum to, and the marks as rows.

    Errors take points away and merits add them, so that more is better.
    """
    for place, slot in enumerate(assignment.slots, 1):
        rows = [
            Observation(
                "error",
                value=points_of(mark, typology),
                slot=place,
                side=mark["side"],
                start=mark["start"],
                end=mark["end"],
                category=mark["category"] or None,
                severity=mark["severity"] or None,
                text=mark["quote"] or None,
                comment=mark.get("note"),
            )
            for mark in answer["marks"]
            if mark["slot"] == place
        ]
        total = sum(row.value or 0.0 for row in rows)
        for system in parts_of(slot):
            yield system, place, total, rows


def points_of(mark: Mapping[str, Any], typology: Typology | None) -> float | None:
    """Return what a mark adds to a text: less than nothing for an error."""
    if typology is None:
        return None
    points = typology.points(mark["category"], mark["severity"])
    return points if typology.is_merit(mark["category"], mark["severity"]) else -points
