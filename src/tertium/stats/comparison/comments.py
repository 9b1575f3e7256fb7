"""What annotators wrote: comments by label, each with a reason code.

A comment that begins with a code (`context: which committee?`) or contains it as
`#context` has that code. Otherwise the code is proposed from words in English,
French, Spanish and German; `uncoded` remains. Reports of a problem come with their
code and appear under the label `problem`.
"""

import re
from collections import Counter
from dataclasses import dataclass

from tertium.protocols.protocol import PROBLEMS
from tertium.stats.labels import LABELS, LabelledJudgements
from tertium.table import JudgementTable

REASONS = (*(problem for problem in PROBLEMS if problem != "other"), "error", "other", "uncoded")
_CODED = re.compile(rf"^\s*({'|'.join(REASONS)})\s*:|#({'|'.join(REASONS)})\b", re.IGNORECASE)
# The first pattern that is found gives the code: the reasons for which an item cannot
# be judged come before the kinds of error, which many comments mention besides.
_WORDS = {
    "context": r"\bcontexte?\b|\bcontexto\b|\bkontext\b|zusammenhang",
    "segmentation": r"segment(ation|ación|iert|é|ed)\b|cut off|truncat|tronqu|abgeschnitten|cortad",
    "near_identical": r"identi(cal|que|sch|co|ca)|\bsame\b|pareil|\bgleich\b|\bigual(es)?\b",
    "language": r"\b(wrong|not my|other) language|mauvaise langue|falsche sprache|otro idioma",
    "source": (
        r"(error|mistake|typo|fault)\w* in (the )?(source|original|english)|source (error|is wrong)"
        r"|\bsource\b.*(erreur|erron|fehler|error|typo)|(erreur|fehler|error)\b.*\b(source|fuente|ausgangs)"
        r"|ausgangstext|quelltext|texto de origen"
    ),
    "error": (
        r"missing|omission|omit|added|addition|agreement|tense|gender|terminolog|punctuation|typo"
        r"|grammar|mistranslat|meaning|literal|anglicism|word order|case\b|wrong|error|clumsy|spell"
        r"|manqu|ajout|accord|temps|genre|ponctuation|contresens|calque|faute|erreur|maladroit"
        r"|fehl|ergänz|übereinstimm|zeitform|begriff|zeichensetzung|falsch|wörtlich|ungeschickt"
        r"|falta|añad|concordancia|tiempo|género|puntuación|sentido|literal|incorrect"
    ),
}
_PATTERNS = {code: re.compile(words, re.IGNORECASE) for code, words in _WORDS.items()}


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment: the segment, who wrote it, the label it came with, its reason, its text."""

    segment: str
    annotator: str
    label: str
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class LabelComments:
    """How many comments came with a label, and their reasons."""

    label: str
    comments: int
    reasons: dict[str, int]


@dataclass(frozen=True, slots=True)
class Comments:
    """All comments of a comparison."""

    total: int
    by_label: tuple[LabelComments, ...]
    listed: tuple[Comment, ...]


def reason(text: str) -> str:
    """Return the reason code of a comment.

    >>> reason("Not enough context to decide.")
    'context'
    >>> reason("source: the English is broken")
    'source'
    >>> reason("I prefer the second one")
    'uncoded'
    """
    written = _CODED.search(text)
    if written:
        return (written[1] or written[2]).lower()
    return next((code for code, words in _PATTERNS.items() if words.search(text)), "uncoded")


def collect_comments(data: LabelledJudgements, table: JudgementTable | None = None) -> Comments:
    """Gather the comments of labelled judgements, and the problems reported in `table`."""
    rows = data.rows
    written = rows.comment.codes >= 0
    segments, annotators = (
        rows.segment.take(written).values(),
        rows.annotator.take(written).values(),
    )
    texts = rows.comment.take(written).values()
    labels = [LABELS[code] for code in data.label[written]]
    found = [
        Comment(segment, annotator, label, reason(text), text)
        for segment, annotator, label, text in zip(segments, annotators, labels, texts, strict=True)
    ]
    if table is not None:
        found += [
            Comment(
                row["segment"] or "",
                row["annotator"] or "",
                "problem",
                row["label"] or "uncoded",
                row["comment"] or "",
            )
            for row in table.select(aspect="problem").rows()
        ]
    found.sort(key=lambda c: (c.segment, c.annotator, c.label, c.text))
    by_label = []
    for label in (*LABELS, "problem"):
        reasons = Counter(c.reason for c in found if c.label == label)
        if reasons:
            counted = {code: reasons[code] for code in REASONS if reasons[code]}
            by_label.append(LabelComments(label, reasons.total(), counted))
    return Comments(len(found), tuple(by_label), tuple(found))
