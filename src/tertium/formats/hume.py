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

from tertium.exceptions import BadInput, NotFound
from tertium.formats.delimited import read_records
from tertium.formats.files import plain_suffix, read_head
from tertium.formats.readings import Mark, Reading, packed, tabled
from tertium.table import JudgementTable

__all__ = ["hume_table", "is_hume"]

_COLUMNS = ("node_id", "sent_id", "annot_id", "lang", "mt_label", "children", "ucca_label", "pos")
_ERRORS = {"O": ("word", "minor"), "R": ("word", "major"), "B": ("structure", "major")}
_LABELS = ("G", "A", "M", *_ERRORS)
_NOBODY = "M"
Key = tuple[str, str]  # sentence, annotator


def is_hume(path: Path) -> bool:
    """Tell whether a file holds judged nodes, by its header."""
    if plain_suffix(path) not in (".csv", ".tsv", ".tab"):
        return False
    header = read_head(path).split(b"\n", 1)[0]
    return all(name.encode() in header for name in _COLUMNS)


def hume_table(path: Path) -> JudgementTable:
    """Return the judged sentences; what is wrong stands in the source."""
    header, records = read_records(path)
    nodes: dict[Key, dict[str, dict[str, str]]] = defaultdict(dict)
    for number, fields in records:
        node = dict(zip(header, fields, strict=True))
        if node["mt_label"] not in _LABELS:
            raise BadInput(
                f"the label {node['mt_label']!r} is not known",
                where=f"{path}:{number}",
                fix=f"Known: {', '.join(_LABELS)}.",
            )
        if node["mt_label"] != _NOBODY:
            nodes[node["sent_id"], node["annot_id"]][node["node_id"]] = node
    return tabled(_readings(nodes, _sentences(path)))


def _sentences(path: Path) -> dict[Key, dict[str, str]]:
    """Return the sentences beside the nodes; of one that was opened again, the last."""
    for name in ("sentences.csv", "sentences.csv.gz"):
        if (path.parent / name).is_file():
            header, records = read_records(path.parent / name)
            lines = [dict(zip(header, fields, strict=True)) for _, fields in records]
            lines.sort(key=lambda line: line["timestamp"])
            return {(line["sent_id"], line["annot_id"]): line for line in lines}
    raise NotFound(
        "no file 'sentences.csv'", where=str(path.parent), fix="Put it beside the nodes."
    )


def _readings(
    nodes: Mapping[Key, dict[str, dict[str, str]]], sentences: Mapping[Key, dict[str, str]]
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


def _words(node: Mapping[str, str], own: Mapping[str, dict[str, str]]) -> list[int]:
    """Return the words a node stands for: its own, or those of the nodes below it."""
    waiting, found, seen = [node], set(), {node["node_id"]}
    while waiting:
        one = waiting.pop()
        found |= {int(place) for place in one["pos"].split() if place != "-1"}
        below = [name for name in one["children"].split() if name in own and name not in seen]
        seen |= set(below)
        waiting += [own[name] for name in below]
    return sorted(found)


def _mark(node: Mapping[str, str], words: list[int], source: str) -> Mark:
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
