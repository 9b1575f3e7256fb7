"""Rankings as WMT published them in XML, the export of Appraise of 2015 and 2016.

`<HIT source-language target-language>` holds `<ranking-task id>` (the segment), and each of these
a `<ranking-result user duration>` with a `<translation system rank>` per output shown, in display
order. Systems with the same output stand in one `system`, joined by commas; names of 2015 end in
`.txt`. A result with `skipped="true"` holds nothing: it is counted and told, not read.
"""

import re
from collections.abc import Iterator
from typing import Any

from tertium.formats.about import About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.records import Records
from tertium.formats.xml import Node, children, parse
from tertium.model import MERGED
from tertium.text.told import count

_ROOT = r"(?i:wmt\d+-results)"
_COLUMNS = (
    *("ranking_id", "hit_id", "block_id", "src", "tgt", "segment", "judge", "duration_s"),
    *("position", "systems", "rank"),
)
# Where in the file the value of a column stands.
_ATTRIBUTES = {
    "hit_id": "hit-id", "block_id": "block-id", "src": "source-language",
    "tgt": "target-language", "segment": "id", "judge": "user", "duration_s": "duration",
    "systems": "system",
}  # fmt: skip
_DURATION = re.compile(r"(\d+):(\d\d):(\d\d(?:\.\d+)?)")


class _Rankings(Records):
    """The outputs shown in a file, one by one; their places are those of their elements."""

    def __init__(self, file: GivenFile) -> None:
        self._skipped = 0
        found = [(node.line, row) for node, row in self._shown(parse(file))]
        super().__init__(file, _COLUMNS, found)
        if not found:
            raise file.wrong("nothing is ranked", "Name a file with rankings.")
        if self._skipped:
            some = count(self._skipped, "ranking was", "rankings were")
            self.notes = (f"{some} skipped by the annotator: nothing is compared there.",)

    def _shown(self, root: Node) -> Iterator[tuple[Node, dict[str, Any]]]:
        number = 0
        for hit in children(root, "HIT"):
            for task in children(hit, "ranking-task"):
                for result in children(task, "ranking-result"):
                    number += 1
                    if result.get("skipped") == "true":
                        self._skipped += 1
                        continue
                    about = {
                        "ranking_id": str(number),
                        "hit_id": hit.get("hit-id"),
                        "block_id": hit.get("block-id"),
                        "src": hit.get("source-language"),
                        "tgt": hit.get("target-language"),
                        "segment": task.get("id"),
                        "judge": result.get("user"),
                        "duration_s": self._seconds(result),
                    }
                    for place, shown in enumerate(children(result, "translation"), start=1):
                        output = {
                            "position": str(place),
                            "systems": _systems(shown.get("system", "")),
                            "rank": shown.get("rank"),
                        }
                        yield shown, about | output

    def _seconds(self, result: Node) -> str | None:
        given = result.get("duration")
        if given is None:
            return None
        found = _DURATION.fullmatch(given)
        if found is None:
            raise result.where.wrong(
                f"{given!r} is not a duration",
                "Write hours, minutes and seconds as in 00:01:02.722.",
            )
        hours, minutes, seconds = found.groups()
        return f"{3600 * int(hours) + 60 * int(minutes) + float(seconds):.6g}"

    def column_place(self, name: str) -> str:
        """Return the file and the attribute; no columns are named."""
        return f"{self.name}: attribute {_ATTRIBUTES.get(name, name)!r}"


def _systems(names: str) -> str:
    """Return the systems behind one output, joined as in our own files."""
    return MERGED.join(name.strip().removesuffix(".txt") for name in names.split(","))


RANKING_XML = Format(
    "WMT rankings (XML)",
    lambda file: _Rankings(file).table(),
    root=_ROOT,
    about=About("2012–2016", published="WMT15, WMT16"),
)
