"""PET, the post-editing tool of Aziz, de Sousa and Specia (2012): jobs and their results.

A job (`.pej`) lists units with a source, references and machine translations; the result
(`.per`) adds for each unit the revisions that an editor made: the edited text, assessments,
times and keys as indicators, and the events. A unit of type `ht` was translated from scratch.
Times are written as in `1m12s,875`: minutes, seconds and milliseconds.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from tertium import protocols
from tertium.formats.about import About
from tertium.formats.entries import Entry, Texts
from tertium.formats.files import replacing
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.xml import Node, children, local, parse
from tertium.protocols.conditions import EDITING, SCRATCH
from tertium.table import Edits, JudgementTable

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
ALL_KEYS = "keystrokes"  # our own indicator, of files in which keys are not told apart
EDITING_TIME = "editing"  # the indicator that holds the time of editing
_Text = tuple[str, str]  # who or what produced it, and what it says


def duration(text: str, where: Place | None = None) -> float:
    """Return the seconds of a duration.

    >>> duration("1m12s,875"), duration("6s,5")
    (72.875, 6.005)
    """
    found = _DURATION.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        raise (where or Place()).wrong(f"{text!r} is not a duration", "Write it as in 1m12s,875.")
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


def _units(file: GivenFile) -> tuple[Node, list[Node]]:
    """Return a job and its units; the first versions of PET called them tasks."""
    job = parse(file, "job", "Name a job (.pej) or a result (.per) of PET.")
    units: dict[str, Node] = {}
    for unit in job:
        assert isinstance(unit, Node)  # the parser makes nothing else
        if local(unit) not in ("unit", "task"):
            continue
        name = unit.get("id", "")
        if not name or not _texts(unit, "S"):
            missing = "an id" if not name else "a source (S)"
            raise unit.where.wrong(
                f"this unit has no {missing.removeprefix('an ').removeprefix('a ')}",
                f"Give every unit {missing}.",
            )
        if name in units:
            raise unit.where.wrong(
                f"unit {name!r} is given twice", "Give every unit an id of its own."
            )
        units[name] = unit
    if not units:
        raise file.wrong("the job has no units", "Name a job with units in it.")
    return job, list(units.values())


def _texts(node: Element, *names: str) -> list[_Text]:
    """Return the texts of a unit or a revision that are called so."""
    return [
        (one.get("producer", ""), "".join(one.itertext())) for one in node if local(one) in names
    ]


def read_pet_texts(file: GivenFile) -> Texts:
    """Return the units of a job as segments; references stand among the outputs."""
    _, units = _units(file)
    entries = tuple(
        Entry(
            unit.line,
            _texts(unit, "S")[0][1],
            {producer or "reference": text for producer, text in _texts(unit, "R")}
            | dict(_texts(unit, "MT")),
            unit.get("id", ""),
        )
        for unit in units
    )
    systems = dict.fromkeys(system for entry in entries for system in entry.outputs)
    return Texts(str(file), entries, systems=tuple(systems))


def pet_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a result: the last revision's text, times and keys of all.

    Units that nobody has edited yet are left out. The editor is who produced the edited text; PET
    writes `editor.engine`, which also tells which of several outputs was edited.
    """
    job, units = _units(file)
    rows = [row for unit in units for row in _rows(file, job, unit)]
    if not rows:
        raise file.wrong("nothing was edited in this job", "Name a result (.per) of PET.")
    return JudgementTable.from_rows(rows)


def _rows(file: GivenFile, job: Node, unit: Node) -> Iterator[dict[str, Any]]:
    done = [one for one in children(unit, "annotation") if _texts(one, "PE", "HT")]
    if not done:
        return
    producer, edited = _texts(done[-1], "PE", "HT")[-1]
    numbers = _numbers(done, unit.where)
    (system, output), producer = _edited_output(_texts(unit, "MT"), producer)
    scratch = unit.get("type") == "ht"
    about = {
        "judgement": f"{job.get('id') or file.path.stem}:{unit.get('id')}",
        "protocol": protocols.asking(protocols.Editor, protocols.Choice).name,
        "annotator": producer or job.get("user") or file.path.stem,
        "segment": unit.get("id"),
        "system": SCRATCH if scratch else system or "MT",
        "condition": SCRATCH if scratch else EDITING,
        "seconds": numbers.get("seconds"),
    }
    yield about | {"aspect": "edited", "text": edited}
    yield about | {"aspect": "source", "text": _texts(unit, "S")[0][1]}
    yield about | {"aspect": "mt", "text": output}
    for name, value in numbers.items():
        yield about | {"aspect": name, "value": value}
    assessments = {one.get("id", ""): one for one in done[-1] if local(one) == "assessment"}
    for at, (key, one) in enumerate(assessments.items()):
        score = next((score.text or "" for score in one if local(score) == "score"), "")
        given = re.match(r"\s*(\d+(?:\.\d+)?)", score)
        if given:
            yield about | {"aspect": key if at else "overall", "value": float(given[1])}


def _edited_output(outputs: Sequence[_Text], producer: str) -> tuple[_Text, str]:
    """Return the output that was edited, and the producer of the edited text without its name.

    Without a name it is the first.
    """
    for output in outputs:
        if output[0] and producer.endswith(f".{output[0]}"):
            return output, producer.removesuffix(f".{output[0]}")
    return (outputs[0] if outputs else ("", "")), producer


def _numbers(revisions: Sequence[Node], where: Place) -> dict[str, float]:
    """Add up seconds and keys over all revisions of a unit."""
    found: dict[str, float] = {}
    for one in (one for revision in revisions for one in revision if local(one) == "indicator"):
        if len(one) or not set(one.attrib) <= {"id", "type"}:
            continue  # PET's indicators of changes hold more than a value
        name, value = one.get("id", ""), (one.text or "").strip()
        if name == EDITING_TIME and one.get("type") == "time":
            found["seconds"] = found.get("seconds", 0.0) + duration(value, where)
        elif name in KEYS or name == ALL_KEYS:
            if not value.isdecimal():
                raise where.wrong(
                    f"the indicator {name!r} is {value!r}, not a count",
                    "Write a whole number from 0 upwards.",
                )
            ours = KEYS.get(name, ALL_KEYS)
            found[ours] = found.get(ours, 0.0) + int(value)
    keys = [found[name] for name in dict.fromkeys(KEYS.values()) if name in found]
    return found | ({"keystrokes": sum(keys)} if keys else {})


PET = Format(
    "PET results",
    pet_table,
    root="job",
    beside=("*.pej", "*.pec", "*.table"),
    about=About("2", written="OUT.per", published="PET's examples"),
)


# Writing ------------------------------------------------------------------------------


def pet_results(edits: Edits) -> dict[str, Element]:
    """Return the result of every editor, as PET would have written it but for the events."""
    jobs = {editor: Element("job", {"id": editor}) for editor in edits.annotator.names}
    systems, segments = edits.system.values(), edits.segment.values()
    conditions, editors = edits.condition.values(), edits.annotator.values()
    # Ids are those of segments, unless an editor had several outputs of one.
    outputs = Counter(zip(editors, segments, strict=True))
    for at, editor in enumerate(editors):
        scratch = SCRATCH in (systems[at], conditions[at])
        again = outputs[editor, segments[at]] > 1
        name = f"{segments[at]}.{systems[at]}" if again else segments[at]
        about = {"id": name, "type": "ht" if scratch else "pe", "status": "FINISHED"}
        unit = SubElement(jobs[editor], "unit", about)
        _add_text(unit, "S", edits.source[at])
        if not scratch:
            _add_text(unit, "MT", edits.mt[at], systems[at])
        revisions = SubElement(unit, "annotations", {"revisions": "1"})
        revision = SubElement(revisions, "annotation", {"r": "1"})
        _add_text(revision, "HT" if scratch else "PE", edits.edited[at], editor)
        _add_measures(revision, edits, at)
    return jobs


def _add_measures(revision: Element, edits: Edits, at: int) -> None:
    """Add the rating, the time and the keys of an edited output, as far as they are known."""
    if edits.rating[at] >= 0:
        assessment = SubElement(revision, "assessment", {"id": "effort"})
        SubElement(assessment, "score").text = f"{edits.rating[at]:g}"
    if edits.seconds[at] >= 0:
        time = SubElement(revision, "indicator", {"id": EDITING_TIME, "type": "time"})
        time.text = written_duration(float(edits.seconds[at]))
    told_apart = False
    for ours, pet in {ours: pet for pet, ours in reversed(KEYS.items())}.items():
        if ours in edits.indicators and edits.indicators[ours][at] >= 0:
            keys = SubElement(revision, "indicator", {"id": pet, "type": "count"})
            keys.text = str(round(edits.indicators[ours][at]))
            told_apart = True
    if not told_apart and edits.keystrokes[at] >= 0:
        keys = SubElement(revision, "indicator", {"id": ALL_KEYS, "type": "count"})
        keys.text = str(round(edits.keystrokes[at]))


def _add_text(node: Element, name: str, text: str | None, producer: str = "") -> None:
    made = SubElement(node, name, {"producer": producer} if producer else {})
    made.text = _FORBIDDEN.sub("\ufffd", text or "")


def write_pet(job: Element, path: Path) -> None:
    """Write a result."""
    indent(job)
    with replacing(path) as beside:
        ElementTree(job).write(beside, encoding="UTF-8", xml_declaration=True)
