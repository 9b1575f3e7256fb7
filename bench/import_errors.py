"""How long does the import of a large MQM TSV take, beside Python's csv module reading it?

The csv module only splits the same file into fields; it finds no marks and checks nothing. Both
take turns, so that a busy machine slows both. After it, random texts of many scripts go through
every format and back: no mark may move.
"""

import csv
import json
import random
import re
import tempfile
import time
from pathlib import Path

from bench._pairs import sentence
from studies import Evidence
from tertium.formats.error_files import ERROR_FILES, write_errors
from tertium.formats.judgements import read_judgements
from tertium.stats.result import signature
from tests.formats.marked import made_readings, tabled

ROWS, ROUNDS, LIMIT, CORES = 200_000, 5, 3.0, 2
CASES, PAGE = 10_000, 500
MARKS = re.compile("</?v>")
HEADER = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"
_ENDINGS = {"narrow": ".jsonl", "mqm": ".tsv", "appraise": ".csv", "appraise-batches": ".json",
            "pearmut": ".jsonl", "wmt": ".jsonl", "mtme": ".jsonl", "its": ".xlf",
            "xlsx": ".xlsx"}  # fmt: skip
_PLACE = ("annotator", "segment", "system", "side", "start", "end", "category", "severity",
          "comment")  # fmt: skip


def _write(path: Path) -> None:
    """Write a file like those of WMT: two of three lines have an error, one in ten a note."""
    draw = random.Random(0)
    with path.open("w", encoding="utf-8") as file:
        file.write(HEADER + "\n")
        for row in range(ROWS):
            output = row // 2
            own = random.Random(output)
            source, words = " ".join(sentence(own, 20)), sentence(own, 20)
            kind = severity = "No-error"
            metadata: dict[str, object] = {"timestamp": 1_700_000_000_000 + row}
            if row % 2 or output % 3:
                at = draw.randrange(18)
                words = [*words[:at], "<v>" + words[at], words[at + 1] + "</v>", *words[at + 2 :]]
                kind, severity = "Accuracy/Mistranslation", "Major"
            elif row % 2 == 0:
                output += ROWS  # an output of its own, without errors
            if row % 10 == 0:
                metadata |= {"note": "näher am Original"}
            file.write(
                f"sys-{output % 14}\tdoc-{output // 140}\t{output // 14 % 10 + 1}\t"
                f"{output // 14 + 1}\trater{output % 7}\t{source}\t{' '.join(words)}\t{kind}\t"
                f"{severity}\t{json.dumps(metadata)}\n"
            )


def _split(path: Path) -> int:
    with path.open(encoding="utf-8", newline="") as file:
        return sum(1 for _ in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _seconds(path: Path) -> tuple[float, float, float, int]:
    """Return the best times of the import, by the clock and of the processor, and of csv."""
    ours, spent, theirs, rows = [], [], [], 0
    for _ in range(ROUNDS):
        start, begin = time.perf_counter(), time.process_time()
        rows = len(read_judgements(path))
        ours.append(time.perf_counter() - start)
        spent.append(time.process_time() - begin)
        start = time.perf_counter()
        assert _split(path) == ROWS + 1
        theirs.append(time.perf_counter() - start)
    return min(ours), min(spent), min(theirs), rows


def _moved(folder: Path, kind: str) -> tuple[int, int]:
    """Return how many random readings went out and back, and how many marks moved."""
    readings = moved = page = 0
    while readings < CASES:
        given = made_readings(page, breaks=kind != "mqm", score=True, size=PAGE)
        if kind == "mqm":  # which refuses texts that hold its marks
            given = [one for one in given if not MARKS.search(f"{one.source}\n{one.target}")]
        page += 1
        table = tabled(given)
        path = folder / f"{kind}{_ENDINGS[kind]}"
        write_errors(table, path, kind=kind)
        before, after = (
            [[row[name] for name in _PLACE] for row in one.rows() if row["aspect"] == "error"]
            for one in (table, read_judgements(path))
        )
        readings += len(given)
        moved += sum(a != b for a, b in zip(before, after, strict=True))
    return readings, moved


def run() -> Evidence:
    """Time the import, then send random texts through every format."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _write(folder / "mqm.tsv")
        size = (folder / "mqm.tsv").stat().st_size / 1e6
        ours, spent, theirs, rows = _seconds(folder / "mqm.tsv")
        trips = {kind: _moved(folder, kind) for kind in ERROR_FILES}
    body = "\n".join(
        [
            f"An MQM TSV of {ROWS:,} rows ({size:.0f} MB), read, checked and turned into a table "
            f"of {rows:,} rows; the csv module of Python only splits it into fields. The "
            f"best of {ROUNDS} turns, on a machine that may be busy with other things.\n",
            "| import, s | limit, s | processor s | on 2 free cores at best, s | csv module, s | "
            "ratio to csv |",
            "|--:|--:|--:|--:|--:|--:|",
            f"| {ours:.2f} | {LIMIT:g} | {spent:.2f} | {spent / CORES:.2f} | {theirs:.2f} | "
            f"{ours / theirs:.1f} |",
            "",
            "Random texts (combining marks, emoji of several parts, right-to-left, Chinese, "
            "zero-width characters, quotes, and tabs and line breaks where the format can hold "
            "them), written and read again:\n",
            "| format | readings | marks that moved or changed |",
            "|---|--:|--:|",
            *(f"| {kind} | {count:,} | {moved} |" for kind, (count, moved) in trips.items()),
        ]
    )
    print(body)
    return Evidence("Importing marked errors", body, signature("bench-import-errors", seed=0))
