"""PET, the post-editing tool of Aziz, de Sousa and Specia (2012): jobs and their results.

A job (`.pej`) lists units with a source, references and machine translations; the result
(`.per`) adds for each unit the revisions that an editor made: the edited text, assessments,
times and keys as indicators, and the events. A unit of type `ht` was translated from scratch.
Times are written as in `1m12s,875`: minutes, seconds and milliseconds.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from tertium import protocols
from tertium.exceptions import BadInput
from tertium.formats.entries import Entry, Texts
from tertium.formats.files import read_bytes, replacing
from tertium.formats.xml import Node, local, parse
from tertium.protocols.conditions import EDITING, SCRATCH
from tertium.table import Edits, JudgementTable

__all__ = [
    "PetAnnotation",
    "PetIndicator",
    "PetJob",
    "PetPiece",
    "PetText",
    "PetUnit",
    "duration",
    "is_pet",
    "pet_results",
    "pet_table",
    "read_pet",
    "read_pet_texts",
    "write_pet",
    "written_duration",
]

_DURATION = re.compile(r"(?:(\d+)\s*h)?\s*(?:(\d+)\s*m)?\s*(?:(\d+)\s*s)?\s*(?:,\s*(\d+))?")
# Counts of keys by what they do, in PET's words and ours; the last three are all commands.
KEYS = {
    "letter-keys": "letters",
    "digit-keys": "digits",
    "white-keys": "spaces",
    "symbol-keys": "symbols",
    "navigation-keys": "navigation",
    "erase-keys": "erasing",
    "paste-keys": "paste",
    "copy-keys": "commands",
    "cut-keys": "commands",
    "do-keys": "commands",
}
# Characters that XML cannot hold.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
EDITING_TIME = "editing"  # the indicator that holds the time of editing


@dataclass(frozen=True, slots=True)
class PetText:
    """A text and who or what produced it."""

    text: str
    producer: str = ""


@dataclass(frozen=True, slots=True)
class PetPiece:
    """An event, or any other element that is kept as it is."""

    name: str
    attributes: Mapping[str, str]
    text: str = ""
    pieces: tuple["PetPiece", ...] = ()


@dataclass(frozen=True, slots=True)
class PetIndicator:
    """One measure of a revision: its id, its type (`time`, `count`, …) and value as written.

    PET's indicators of changes hold more than a value; they are kept as pieces.
    """

    id: str
    type: str
    value: str


@dataclass(frozen=True, slots=True)
class PetAnnotation:
    """One revision of a unit: the edited text, what was assessed, measured and logged."""

    revision: str
    edited: PetText | None
    assessments: Mapping[str, tuple[str, ...]]
    indicators: tuple[PetIndicator, ...]
    events: tuple[PetPiece, ...] = ()
    others: tuple[PetPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class PetUnit:
    """A unit of a job: its texts, and the revisions of it where it is a result.

    `attributes` are those beside id and type, such as the status.
    """

    id: str
    type: str
    source: PetText
    references: tuple[PetText, ...] = ()
    outputs: tuple[PetText, ...] = ()
    annotations: tuple[PetAnnotation, ...] = ()
    attributes: Mapping[str, str] | None = None
    others: tuple[PetPiece, ...] = ()
    line: int = 0

    @property
    def scratch(self) -> bool:
        """Whether it was translated without a machine translation."""
        return self.type == "ht"


@dataclass(frozen=True, slots=True)
class PetJob:
    """A job, or the result of one; `attributes` are those beside the id."""

    id: str
    units: tuple[PetUnit, ...]
    attributes: Mapping[str, str] | None = None
    others: tuple[PetPiece, ...] = ()


def is_pet(path: Path) -> bool:
    """Tell whether a file is a job or a result of PET."""
    head = read_bytes(path)[:2000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith(b"<") and re.search(rb"<job[\s>]", head) is not None


def duration(text: str, where: str = "") -> float:
    """Return the seconds of a duration.

    >>> duration("1m12s,875"), duration("6s,5")
    (72.875, 6.005)
    """
    found = _DURATION.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        raise BadInput(f"{text!r} is not a duration", where=where, fix="Write it as in 1m12s,875.")
    hours, minutes, seconds, thousandths = (int(part or 0) for part in found.groups())
    return 3600 * hours + 60 * minutes + seconds + thousandths / 1000


def written_duration(seconds: float) -> str:
    """Write seconds as PET does.

    >>> written_duration(72.875), written_duration(6.005)
    ('1m12s,875', '6s,5')
    """
    whole = round(seconds * 1000)
    minutes, rest = divmod(whole, 60_000)
    return (f"{minutes}m" if minutes else "") + f"{rest // 1000}s,{rest % 1000}"


# Reading ------------------------------------------------------------------------------


def read_pet(path: Path) -> PetJob:
    """Return a job or a result."""
    root = parse(path)
    if local(root) != "job":
        raise BadInput(
            f"the root element is {local(root)!r}, not 'job'",
            where=f"{path}:{root.line}",
            fix="Name a job (.pej) or a result (.per) of PET.",
        )
    attributes = dict(root.attrib)
    units = []
    others = []
    seen: set[str] = set()
    for child in root:
        assert isinstance(child, Node)  # the parser makes nothing else
        if local(child) not in ("unit", "task"):  # as the first versions called it
            others.append(_piece(child))
            continue
        unit = _unit(path, child)
        if unit.id in seen:
            raise BadInput(
                f"unit {unit.id!r} is given twice",
                where=f"{path}:{child.line}",
                fix="Give every unit an id of its own.",
            )
        seen.add(unit.id)
        units.append(unit)
    if not units:
        raise BadInput("the job has no units", where=str(path), fix="Name a job with units in it.")
    return PetJob(attributes.pop("id", ""), tuple(units), attributes, tuple(others))


def _unit(path: Path, node: Node) -> PetUnit:
    attributes = dict(node.attrib)
    texts: dict[str, list[PetText]] = {"S": [], "R": [], "MT": []}
    annotations: list[PetAnnotation] = []
    others = []
    for child in node:
        if local(child) in texts:
            texts[local(child)].append(_text(child))
        elif local(child) == "annotations":
            annotations = [_annotation(one) for one in child if local(one) == "annotation"]
        else:
            others.append(_piece(child))
    name = attributes.pop("id", "")
    if not name or not texts["S"]:
        missing = "an id" if not name else "a source (S)"
        raise BadInput(
            f"this unit has no {missing.removeprefix('an ').removeprefix('a ')}",
            where=f"{path}:{node.line}",
            fix=f"Give every unit {missing}.",
        )
    return PetUnit(
        id=name,
        type=attributes.pop("type", "pe"),
        source=texts["S"][0],
        references=tuple(texts["R"]),
        outputs=tuple(texts["MT"]),
        annotations=tuple(annotations),
        attributes=attributes,
        others=tuple(others),
        line=node.line,
    )


def _annotation(node: Element) -> PetAnnotation:
    edited = None
    assessments: dict[str, tuple[str, ...]] = {}
    indicators, events, others = [], [], []
    for child in node:
        if local(child) in ("PE", "HT"):
            edited = _text(child)
        elif local(child) == "assessment":
            scores = tuple((one.text or "").strip() for one in child if local(one) == "score")
            assessments[child.get("id", "")] = scores
        elif local(child) == "indicator" and set(child.attrib) <= {"id", "type"} and not len(child):
            value = (child.text or "").strip()
            indicators.append(PetIndicator(child.get("id", ""), child.get("type", ""), value))
        elif local(child) == "events":
            events = [_piece(one) for one in child]
        else:
            others.append(_piece(child))
    return PetAnnotation(
        node.get("r", ""), edited, assessments, tuple(indicators), tuple(events), tuple(others)
    )


def _text(node: Element) -> PetText:
    return PetText("".join(node.itertext()), node.get("producer", ""))


def _piece(node: Element) -> PetPiece:
    pieces = tuple(_piece(child) for child in node)
    text = node.text or ""
    return PetPiece(
        node.tag, dict(node.attrib), "" if pieces and not text.strip() else text, pieces
    )


# Writing ------------------------------------------------------------------------------


def write_pet(job: PetJob, path: Path) -> None:
    """Write a job, with revisions where there are any; reading it gives the same job."""
    root = Element("job", {"id": job.id, **(job.attributes or {})})
    for unit in job.units:
        node = SubElement(root, "unit", {"id": unit.id, "type": unit.type})
        node.attrib.update(unit.attributes or {})
        for name, texts in (("S", (unit.source,)), ("R", unit.references), ("MT", unit.outputs)):
            for text in texts:
                _add_text(node, name, text)
        if unit.annotations:
            number = str(len(unit.annotations))
            revisions = SubElement(node, "annotations", {"revisions": number})
            for one in unit.annotations:
                _add_annotation(revisions, one, "HT" if unit.scratch else "PE")
        _add_pieces(node, unit.others)
    _add_pieces(root, job.others)
    indent(root)
    with replacing(path) as beside:
        ElementTree(root).write(beside, encoding="UTF-8", xml_declaration=True)


def _add_text(node: Element, name: str, text: PetText) -> None:
    made = SubElement(node, name, {"producer": text.producer} if text.producer else {})
    made.text = _FORBIDDEN.sub("\ufffd", text.text)


def _add_annotation(node: Element, one: PetAnnotation, name: str) -> None:
    made = SubElement(node, "annotation", {"r": one.revision})
    if one.edited is not None:
        _add_text(made, name, one.edited)
    for key, scores in one.assessments.items():
        assessment = SubElement(made, "assessment", {"id": key})
        for score in scores:
            SubElement(assessment, "score").text = score
    for indicator in one.indicators:
        about = {"id": indicator.id, "type": indicator.type}
        SubElement(made, "indicator", about).text = indicator.value
    if one.events:
        _add_pieces(SubElement(made, "events"), one.events)
    _add_pieces(made, one.others)


def _add_pieces(node: Element, pieces: Iterable[PetPiece]) -> None:
    for piece in pieces:
        made = SubElement(node, piece.name, dict(piece.attributes))
        made.text = piece.text or None
        _add_pieces(made, piece.pieces)


# Between PET and the rest -------------------------------------------------------------


def read_pet_texts(path: Path) -> Texts:
    """Return the units of a job as segments; references stand among the outputs."""
    job = read_pet(path)
    entries = tuple(
        Entry(
            unit.line,
            unit.source.text,
            {text.producer or "reference": text.text for text in unit.references}
            | {text.producer: text.text for text in unit.outputs},
            unit.id,
        )
        for unit in job.units
    )
    systems = dict.fromkeys(system for entry in entries for system in entry.outputs)
    return Texts(str(path), entries, systems=tuple(systems))


def pet_table(path: Path) -> JudgementTable:
    """Return the judgements of a result: the last revision's text, times and keys of all.

    Units that nobody has edited yet are left out. The editor is who produced the edited text; PET
    writes `editor.engine`, which also tells which of several outputs was edited.
    """
    job = read_pet(path)
    rows = [row for unit in job.units for row in _rows(path, job, unit)]
    if not rows:
        raise BadInput(
            "nothing was edited in this job", where=str(path), fix="Name a result (.per) of PET."
        )
    return JudgementTable.from_rows(rows)


def _rows(path: Path, job: PetJob, unit: PetUnit) -> Iterator[dict[str, Any]]:
    done = [one for one in unit.annotations if one.edited is not None]
    if not done:
        return
    last = done[-1]
    assert last.edited is not None  # such annotations were just left out
    where = f"{path}:{unit.line}"
    numbers = _numbers(done, where)
    output, producer = _edited_output(unit, last.edited.producer)
    editor = producer or (job.attributes or {}).get("user", "") or path.stem
    about = {
        "judgement": f"{job.id or path.stem}:{unit.id}",
        "protocol": protocols.asking(protocols.Editor, protocols.Choice).name,
        "annotator": editor,
        "segment": unit.id,
        "system": SCRATCH if unit.scratch else output.producer or "MT",
        "condition": SCRATCH if unit.scratch else EDITING,
        "seconds": numbers.get("seconds"),
    }
    yield about | {"aspect": "edited", "text": last.edited.text}
    yield about | {"aspect": "source", "text": unit.source.text}
    yield about | {"aspect": "mt", "text": output.text}
    for name, value in numbers.items():
        yield about | {"aspect": name, "value": value}
    for at, (key, scores) in enumerate(last.assessments.items()):
        given = re.match(r"\s*(\d+(?:\.\d+)?)", scores[0]) if scores else None
        if given:
            yield about | {"aspect": key if at else "overall", "value": float(given[1])}


def _edited_output(unit: PetUnit, producer: str) -> tuple[PetText, str]:
    """Return the output that was edited, and the producer of the edited text without its name.

    Without a name it is the first.
    """
    for output in unit.outputs:
        if output.producer and producer.endswith(f".{output.producer}"):
            return output, producer.removesuffix(f".{output.producer}")
    return (unit.outputs[0] if unit.outputs else PetText("")), producer


def _numbers(revisions: Iterable[PetAnnotation], where: str) -> dict[str, float]:
    """Add up seconds and keys over all revisions of a unit."""
    found: dict[str, float] = {}
    for one in (indicator for revision in revisions for indicator in revision.indicators):
        if one.id == EDITING_TIME and one.type == "time":
            found["seconds"] = found.get("seconds", 0.0) + duration(one.value, where)
        elif one.id in KEYS:
            if not one.value.isdecimal():
                raise BadInput(
                    f"the indicator {one.id!r} is {one.value!r}, not a count",
                    where=where,
                    fix="Write a whole number from 0 upwards.",
                )
            name = KEYS[one.id]
            found[name] = found.get(name, 0.0) + int(one.value)
    keys = [found[name] for name in dict.fromkeys(KEYS.values()) if name in found]
    return found | ({"keystrokes": sum(keys)} if keys else {})


def pet_results(edits: Edits) -> dict[str, PetJob]:
    """Return the result of every editor, as PET would have written it but for the events."""
    names = {ours: pet for pet, ours in reversed(KEYS.items())}
    units: dict[str, list[PetUnit]] = {name: [] for name in edits.annotator.names}
    systems, segments = edits.system.values(), edits.segment.values()
    conditions, editors = edits.condition.values(), edits.annotator.values()
    # Ids are those of segments, unless an editor had several outputs of one.
    outputs = Counter(zip(editors, segments, strict=True))
    for at, editor in enumerate(editors):
        scratch = SCRATCH in (systems[at], conditions[at])
        again = outputs[editor, segments[at]] > 1
        indicators = []
        if edits.seconds[at] >= 0:
            value = written_duration(float(edits.seconds[at]))
            indicators.append(PetIndicator(EDITING_TIME, "time", value))
        for ours, pet in names.items():
            number = edits.indicators[ours][at] if ours in edits.indicators else float("nan")
            if number >= 0:
                indicators.append(PetIndicator(pet, "count", str(round(number))))
        rated = edits.rating[at] >= 0
        assessed = {"effort": (f"{edits.rating[at]:g}",)} if rated else {}
        made = PetAnnotation(
            "1", PetText(edits.edited[at] or "", editor), assessed, tuple(indicators)
        )
        output = (PetText(edits.mt[at] or "", systems[at]),)
        units[editor].append(
            PetUnit(
                id=f"{segments[at]}.{systems[at]}" if again else segments[at],
                type="ht" if scratch else "pe",
                source=PetText(edits.source[at] or ""),
                outputs=() if scratch else output,
                annotations=(made,),
                attributes={"status": "FINISHED"},
            )
        )
    return {editor: PetJob(editor, tuple(found)) for editor, found in units.items()}
