"""Semantic nodes judged in HUME (Birch et al., 2016): errors on the side of the source.

`nodes.csv` has a row for each node of a sentence's meaning: node_id, sent_id, annot_id, lang,
mt_label, children, ucca_label and pos, the words of the source (from 0) that a leaf stands for.
Leaves are green, orange or red, other nodes adequate or bad. The texts are in `sentences.csv`
beside it. Orange leaves are read as minor errors, red leaves and bad nodes as major ones; a node
that nobody labelled (M) says nothing. Words that do not stand together have their first run as
place; all of them are kept in `label`.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from tertium.exceptions import NotFound
from tertium.formats.about import About
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.readings import Mark, Reading, packed, tabled
from tertium.formats.sheets import Row, rows_of
from tertium.table import JudgementTable

_COLUMNS = ("node_id", "sent_id", "annot_id", "lang", "mt_label", "children", "ucca_label", "pos")
_ERRORS = {"O": ("word", "minor"), "R": ("word", "major"), "B": ("structure", "major")}
_LABELS = ("G", "A", "M", *_ERRORS)
_NOBODY = "M"
Key = tuple[str, str]  # sentence, annotator


def hume_table(file: GivenFile) -> JudgementTable:
    """Return the judged sentences; what is wrong stands in the source."""
    nodes: dict[Key, dict[str, Row]] = defaultdict(dict)
    for node in rows_of(file, strip=False):
        if node["mt_label"] not in _LABELS:
            raise node.where.wrong(
                f"the label {node['mt_label']!r} is not known", f"Known: {', '.join(_LABELS)}."
            )
        if node["mt_label"] != _NOBODY:
            nodes[node["sent_id"], node["annot_id"]][node["node_id"]] = node
    return tabled(_readings(nodes, _sentences(file.path.parent)))


def _sentences(folder: Path) -> dict[Key, Row]:
    """Return the sentences beside the nodes; of one that was opened again, the last."""
    for name in ("sentences.csv", "sentences.csv.gz"):
        if (folder / name).is_file():
            lines = list(rows_of(GivenFile(folder / name), strip=False))
            lines.sort(key=lambda line: line["timestamp"])
            return {(line["sent_id"], line["annot_id"]): line for line in lines}
    raise NotFound("no file 'sentences.csv'", where=str(folder), fix="Put it beside the nodes.")


def _readings(
    nodes: Mapping[Key, Mapping[str, Row]], sentences: Mapping[Key, Row]
) -> Iterator[Reading]:
    for (sentence, annotator), own in nodes.items():
        line = sentences.get((sentence, annotator))
        if line is None:
            raise NotFound(
                f"no sentence {sentence!r} of {annotator!r}",
                where="sentences.csv",
                fix="Give the sentences of these nodes.",
            )
        about: dict[str, Any] = {
            "judgement": f"{annotator}-{sentence}",
            "annotator": annotator,
            "segment": sentence,
            "system": f"mt-{line['lang']}",
            "target_language": line["lang"],
            "submitted_at": datetime.fromisoformat(line["timestamp"]),
        }
        marks = tuple(
            _mark(node, _words(node, own), line["source"])
            for node in own.values()
            if node["mt_label"] in _ERRORS
        )
        yield Reading(about, marks, None, line["source"], line["target"])


def _words(node: Row, own: Mapping[str, Row]) -> list[int]:
    """Return the words a node stands for: its own, or those of the nodes below it."""
    waiting, found, seen = [node], set(), {node["node_id"]}
    while waiting:
        one = waiting.pop()
        found |= {int(place) for place in one["pos"].split() if place != "-1"}
        below = [name for name in one["children"].split() if name in own and name not in seen]
        seen |= set(below)
        waiting += [own[name] for name in below]
    return sorted(found)


def _mark(node: Row, words: list[int], source: str) -> Mark:
    kind, severity = _ERRORS[node["mt_label"]]
    category = f"{kind}/{node['ucca_label']}"
    label = {"node": node["node_id"], "mt_label": node["mt_label"]}
    if not words:
        return Mark("source", category=category, severity=severity, label=packed(label))
    runs = [
        [word for _, word in run]
        for _, run in groupby(enumerate(words), key=lambda pair: pair[1] - pair[0])
    ]
    if len(runs) > 1:
        label["words"] = " ".join(map(str, words))
    tokens = source.split(" ")
    start = sum(len(token) + 1 for token in tokens[: runs[0][0]])
    end = sum(len(token) + 1 for token in tokens[: runs[0][-1] + 1]) - 1
    return Mark(
        "source", start, end, category, severity, source[start:end] or None, label=packed(label)
    )


HUME = Format(
    "HUME nodes",
    hume_table,
    TABLE_ENDINGS,
    _COLUMNS,
    beside=("*sentences.csv*",),
    about=About("2016", published="HUME round 1"),
)
