"""Human scores of mt-metrics-eval: `human-scores/en-de.mqm.seg.score`.

A line for each segment of each system, system by system: the system and its score, `None` where
nobody scored it. The name of the file tells languages and kind of score; each kind is an aspect, so
that a directory of several stays apart. Scores are means over annotators, whom nobody names.
"""

import re
from collections import Counter
from typing import Any

from tertium.formats.about import About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.mtme import BESIDE, GROUP, Directory
from tertium.formats.sheets import as_number
from tertium.table import JudgementTable

_NAME = re.compile(r"[a-z]{2,3}-[a-z]{2,3}\.([^.]+)\.seg\.score(?:\.gz)?")
_FIX = "Write the system, a blank and its score or None, a line for each segment."


def scores_table(file: GivenFile) -> JudgementTable:
    """Return the scores of a file; the kind of score is both aspect and annotator."""
    named = _NAME.fullmatch(file.path.name)
    assert named is not None  # by that it was recognised
    kind, beside = named[1], Directory(file.path)
    place: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    for number, line in file.lines():
        fields = line.split()
        value = as_number(fields[1]) if len(fields) == 2 else 0.0
        if len(fields) != 2 or (value != value and fields[1] != "None"):
            raise file.wrong("this line is no system with a score", _FIX, line=number)
        system = fields[0]
        place[system] += 1
        if beside.segments is not None and place[system] > beside.segments:
            raise file.wrong(
                f"system {system!r} has more lines than there are segments ({beside.segments:,})",
                "Read each file by itself if several were joined.",
                line=number,
            )
        if fields[1] != "None":
            about = {"annotator": kind, "segment": str(place[system]), "system": system}
            said = {"aspect": kind, "value": value, "judgement": f"{kind}-{number}"}
            rows.append(about | beside.about(place[system]) | said)
    table = JudgementTable.from_rows(rows)
    return table.noted(f"Scores {kind} are means over annotators, whom the file does not name.")


MTME_SCORES = Format(
    "mt-metrics-eval human scores",
    scores_table,
    (".score",),
    recognises=lambda file: bool(_NAME.fullmatch(file.path.name)),
    beside=BESIDE,
    group=GROUP,
    about=About("2", published="WMT23 en-de"),
)
