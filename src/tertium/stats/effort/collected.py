"""What a campaign of post-editing collected, with the texts that it knows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tertium.model import Author, Campaign
from tertium.protocols.conditions import EDITING, QUESTIONNAIRE
from tertium.table import Codes, Edits, JudgementTable

REVISION, OF = "revision", " of "


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """How often one answer was chosen to a question asked after every batch."""

    question: str
    answer: str
    value: float
    n: int
    share: float


@dataclass(frozen=True, slots=True)
class Remark:
    """An answer in own words to a question asked after every batch."""

    question: str
    annotator: str
    text: str


def has_edits(table: JudgementTable) -> bool:
    """Tell whether anybody edited anything."""
    return "edited" in table.distinct("aspect")


def collected_edits(table: JudgementTable, campaign: Campaign | None = None) -> Edits:
    """Return what was edited; sources and outputs that the table lacks are the campaign's.

    Where people made the texts that were edited, the work is revision, not post-editing.
    """
    edits = table.edits()
    if campaign is None or not len(edits):
        return edits
    if campaign.authors:
        edits = replace(edits, condition=_revised(edits, campaign.authors))
    return edits.with_texts({one.id: one.source for one in campaign.segments}, campaign.outputs)


def _revised(edits: Edits, authors: Sequence[Author]) -> Codes:
    """Call editing revision; what was given beside it (`+glossary`) stays.

    Where texts were made under several conditions, it is revision of texts made under one.
    """
    made = {(one.segment, one.system): one.condition for one in authors}
    several = len(set(made.values())) > 1
    rows = zip(edits.condition.values(), edits.segment.values(), edits.system.values(), strict=True)
    found = []
    for name, segment, system in rows:
        if name.startswith(EDITING):
            earlier = made.get((segment, system), "") if several else ""
            name = REVISION + name.removeprefix(EDITING) + (earlier and f"{OF}{earlier}")
        found.append(name)
    return Codes.of(found)


def collected_answers(
    table: JudgementTable, campaign: Campaign | None = None
) -> tuple[tuple[AnswerCount, ...], tuple[Remark, ...]]:
    """Return the answers to questions asked after every batch: those chosen, those written.

    Questions are in the words of the campaign where it is known, else they have their names.
    """
    asked = campaign.options.get("questionnaire", ()) if campaign else ()
    words = {one["name"]: one["question"] for one in asked}
    order = {name: at for at, name in enumerate(words)}
    rows = table.select(condition=QUESTIONNAIRE).rows()
    counts: dict[str, Counter[tuple[float, str]]] = {}
    remarks = []
    for row in rows:
        if row["layer"] != "observed":
            continue
        name = row["aspect"]
        if row["value"] is not None:
            answer = float(row["value"]), row["label"] or f"{row['value']:g}"
            counts.setdefault(name, Counter())[answer] += 1
        elif row["text"]:
            remarks.append(Remark(words.get(name, name), row["annotator"] or "", row["text"]))
    answers = (
        AnswerCount(words.get(name, name), label, value, number, number / counted.total())
        for name, counted in sorted(counts.items(), key=lambda one: order.get(one[0], len(order)))
        for (value, label), number in sorted(counted.items())
    )
    return tuple(answers), tuple(sorted(remarks, key=lambda one: (one.question, one.annotator)))
