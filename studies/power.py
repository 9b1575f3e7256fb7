"""How many pairs of systems are told apart on real judgements, before and now?

Published sets go through `tertium rank` with this checkout and with the last release, and through
the recipe of the field in the same run: for scores the z of WMT with Wilcoxon's signed ranks over
segments and a paired permutation test of raw means, for errors a paired permutation test of points
over segments, for rankings the clusters of TrueSkill over a hundred runs. Those recipes take
annotators and documents as given, so that they claim about these annotators on these documents;
they are not expected to be equal. Where a crowd has twenty annotators or more, two random halves of
it are ranked as well: the contrasts of both halves should differ significantly in 5% of pairs.
"""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.commands import RELEASE, ROOT, last_release
from studies import Evidence
from studies._halves import compare_halves
from tertium.analyses.judgements import open_table
from tertium.stats.assessment.assess import assess
from tertium.stats.assessment.pairwise import permutation
from tertium.stats.errors.analyse import price
from tertium.stats.errors.collected import collected_spans
from tertium.stats.errors.weigh import count_readings
from tertium.stats.ranking.rank import rank
from tertium.stats.result import signature
from tests.prepare import PUBLISHED

LEVEL, RUNS = 0.95, 100
SPLITS, CROWD = 4, 20  # ways of halving, and the annotators it takes
ANNOTATOR = {"wmt21-da": "worker", "wmt16-rr": "judge"}  # the column of the published file
SETS = (
    ("mqm-sxs23-ende", "sxs_mqm_ende.tsv.gz"),
    ("esa-wmt23-ende", "ESA-1.csv.gz"),
    ("esa-wmt23-ende", "ESA-2.csv.gz"),
    ("human-parity-zhen", "pairwise.csv.gz"),
    *(("wmt21-da", f"judgements.{pair}.csv.gz") for pair in ("cs-en", "de-en", "ha-en", "is-en")),
    *(
        ("wmt16-rr", f"rankings.{pair}.csv.gz")
        for pair in ("cze-eng", "deu-eng", "eng-deu", "eng-ron", "eng-tur", "ron-eng", "tur-eng")
    ),
)

SOURCE = ROOT / "src"


def _apart(p: list[float | None]) -> int:
    return sum(one is not None and one < 1 - LEVEL for one in p)


def _ranked(source: Path, file: Path) -> dict[str, Any]:
    """Return the ranking that the package in `source` gives."""
    done = subprocess.run(
        [sys.executable, "-m", "tertium", "rank", str(file), "--format", "json"],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(source)},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _field(file: Path) -> str:
    """Return how many pairs the field's own recipes tell apart."""
    table = open_table(file)
    if len(table.comparisons()):
        found = rank(table.comparisons(), method="trueskill", runs=RUNS)
        cluster = [one.cluster for one in found.systems if one.cluster is not None]
        apart = sum(a != b for at, a in enumerate(cluster) for b in cluster[at + 1 :])
        return f"{apart} (TrueSkill clusters)"
    if not np.isfinite(table.scores().value).any():
        return f"{_errors(file)} (permutation)"
    wilcoxon = assess(table, recipe="wmt-z", test="wilcoxon")
    permuted = assess(table, recipe="raw", test="permutation")
    return (
        f"{_apart([one.p for one in wilcoxon.contrasts])} (z, Wilcoxon), "
        f"{_apart([one.p for one in permuted.contrasts])} (permutation)"
    )


def _errors(file: Path) -> int:
    """Return how many pairs a paired permutation test of points over segments tells apart."""
    spans = collected_spans(open_table(file), None)
    costs, _ = price(spans, None, scoring="wmt-mqm")
    readings = count_readings(spans, costs, per="segments")
    size = len(readings.names), int(readings.segment.max()) + 1
    place = readings.system * size[1] + readings.segment
    number = np.bincount(place, minlength=size[0] * size[1])
    points = np.bincount(place, readings.points, size[0] * size[1])
    with np.errstate(invalid="ignore"):
        p = permutation((points / number).reshape(size), two_sided=True, seed=0)
    return _apart(p[np.triu_indices(len(p), 1)].tolist())


def _crowds(found: dict[str, list[tuple[float, float]]]) -> str:
    """Say how often halves of a crowd differed; at a level of 5%, one pair in twenty should."""
    told = []
    for name, shares in found.items():
        before, now = 100 * np.mean(shares, axis=0)
        told.append(f"in {before:.1f}% of pairs before and {now:.1f}% now in the crowds of {name}")
    return (
        f"Two halves of the same crowd contradicted each other {', '.join(told)}: above 5%, an "
        "interval is too narrow; below, it is wider than annotators alone ask for, since the "
        "halves share their texts."
    )


def run() -> Evidence:
    """Rank all sets with both releases, one after the other."""
    if not PUBLISHED.is_dir():
        raise SystemExit("the published sets are not beside this checkout")
    rows = []
    now_all = then_all = 0
    crowds: dict[str, list[tuple[float, float]]] = {}  # halves that differ, before and now
    with last_release() as tree:
        for name, file in SETS:
            path = PUBLISHED / name / file
            now, then = _ranked(SOURCE, path), _ranked(tree / "src", path)
            told = _apart([one["p"] for one in now["contrasts"]])
            holm = _apart([one["p_adjusted"] for one in now["contrasts"]])
            before = _apart([one["p"] for one in then["contrasts"]])
            if then["contrasts"]:
                now_all, then_all = now_all + told, then_all + before
            units = now["estimand"]["units"]
            sampled = f"{units['annotators']} / {units['documents'] or '–'}"
            halves = "–"
            if name in ANNOTATOR and units["annotators"] >= CROWD:
                ways = {"before": partial(_ranked, tree / "src"), "now": partial(_ranked, SOURCE)}
                found = compare_halves(path, ANNOTATOR[name], ways, splits=SPLITS)
                both = found["before"].beyond, found["now"].beyond
                crowds.setdefault(name, []).append(both)
                halves = " / ".join(f"{100 * share:.1f}%" for share in both)
            part = file.removesuffix(".gz").rpartition(".")[0].rpartition(".")[2]
            rows.append(
                f"| {name}, {part} | {sampled} | {len(now['contrasts'])} | {before} | {told} | "
                f"{holm} | {_field(path)} | {halves} |"
            )
            print(rows[-1], flush=True)
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"Pairs with p < .05, each by itself; *Holm* corrects for all pairs. The last release "
            f"is `{RELEASE}`.",
            "",
            "| set | annotators / documents | pairs | before | now | Holm | the field's recipe "
            "| halves differ, before / now |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Where there were contrasts before, {now_all} pairs are told apart now and "
            f"{then_all} were before. {_crowds(crowds)} With five to ten annotators, how much "
            "they differ is partly assumed now, since so few of them do not show it: coverage of "
            "both intervals in [contrasts](contrasts.md). Documents are not known in the sets of "
            "WMT 2016 and 2021.",
        ]
    )
    return Evidence(
        "Pairs of systems told apart on real judgements",
        body,
        signature("power", release=RELEASE, sets=len(SETS), level=LEVEL),
    )
