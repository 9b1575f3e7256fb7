"""Are metrics equal to those of sacrebleu and nltk, how much faster, and in how much memory?

Equality first, on published texts where they are at hand, else on texts made up. Then the processor
time for the same texts in the same run, in turns. Last, a million segments from packed files in a
process of its own, whose memory is compared with the size of the texts.
"""

import gzip
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from nltk.translate.meteor_score import single_meteor_score
from nltk.translate.nist_score import corpus_nist
from sacrebleu.metrics import BLEU, CHRF, TER

from studies import Evidence
from tertium.choices import TextMetric
from tertium.stats.result import signature
from tertium.text.metrics import text_metric
from tests.prepare import PUBLISHED

TEXTS = PUBLISHED / "wmt23-outputs-uk-en"
SYSTEMS, SEGMENTS, ROUNDS, MANY = 4, 1000, 3, 1_000_000
_WORDS = 2000  # different words of made-up texts
_MEGABYTE = 1e6
_SCORE = """
import sys, time
from tertium.analyses.score import score
folder, metrics = sys.argv[1:3]
start = time.process_time()
found = score(reference=[f"{folder}/ref.gz"], system=[f"out={folder}/out.gz"], metrics=metrics)
rows = ", ".join(f"{name} {found.systems[0][name]:.4f}" for name in found.metrics)
# Of this program alone: what `getrusage` tells begins with the peak of the one that started it.
status = dict(line.split(":", 1) for line in open("/proc/self/status", encoding="utf-8"))
peak = 1024 * int(status["VmHWM"].split()[0])
print(f"{time.process_time() - start:.1f}|{peak}|{rows}")
"""


class _NoWordnet:
    """What nltk asks for synonyms, of which there are none here."""

    def synsets(self, word: str) -> list[object]:
        """Return nothing."""
        return []


def made_up(segments: int, seed: int) -> tuple[list[str], list[str]]:
    """Return references of about 20 words, and outputs in which every fifth word is another."""
    draw = random.Random(seed)
    words = [f"{draw.choice('abcdefgh')}{number:x}" for number in range(_WORDS)]
    weights = [1 / (rank + 1) for rank in range(_WORDS)]
    pool = draw.choices(words, weights, k=200_000)
    references, outputs = [], []
    for _ in range(segments):
        start = draw.randrange(len(pool) - 30)
        text = pool[start : start + draw.randint(10, 30)]
        references.append(" ".join(text) + " .")
        other = [draw.choice(words) if draw.random() < 0.2 else word for word in text]
        outputs.append(" ".join(other) + " .")
    return references, outputs


def texts() -> tuple[str, list[str], list[list[str]]]:
    """Return what the texts are, references, and outputs of some systems."""
    if TEXTS.is_dir():
        files = sorted(TEXTS.glob("hyp.*.gz"))[:SYSTEMS]
        read = [_lines(path)[:SEGMENTS] for path in (TEXTS / "ref.refA.en.gz", *files)]
        return "WMT 2023, Ukrainian–English", read[0], read[1:]
    references, _ = made_up(SEGMENTS, 0)
    return "made up", references, [made_up(SEGMENTS, 0)[1] for _ in range(SYSTEMS)]


def _lines(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def _theirs(references: list[str]) -> dict[TextMetric, Callable[[list[str]], float]]:
    """Return the peer of each metric, which scores one system."""
    cut = [text.split() for text in references]

    def of_nist(texts: list[str]) -> float:
        return float(corpus_nist([[one] for one in cut], [text.split() for text in texts]))

    def of_meteor(texts: list[str]) -> float:
        pairs = zip(cut, (text.split() for text in texts), strict=True)
        return sum(single_meteor_score(r, h, wordnet=_NoWordnet()) for r, h in pairs) / len(texts)

    return {
        "bleu": lambda texts: float(BLEU().corpus_score(texts, [references]).score),
        "chrf": lambda texts: float(CHRF().corpus_score(texts, [references]).score),
        "chrf++": lambda texts: float(CHRF(word_order=2).corpus_score(texts, [references]).score),
        "ter": lambda texts: float(TER().corpus_score(texts, [references]).score),
        "nist": of_nist,
        "meteor": of_meteor,
    }


def _row(name: TextMetric, references: list[str], outputs: list[list[str]]) -> str:
    """Compare scores, then times."""
    peer = _theirs(references)[name]
    metric = text_metric(name, tokeniser="13a" if name in ("bleu", "ter") else "none")
    slow = name in ("ter", "meteor")
    shown = outputs[:1] if slow else outputs
    ours_took = theirs_took = 0.0
    for _ in range(1 if slow else ROUNDS):
        start = time.process_time()
        theirs = [peer(texts_) for texts_ in shown]
        theirs_took += time.process_time() - start
        start = time.process_time()
        prepared = metric.prepared([[references]])
        found = prepared.statistics(shown, [references])
        ours_took += time.process_time() - start
    scores = (
        metric.segment_score(found).mean(axis=1)
        if name == "meteor"
        else metric.score(found.sum(axis=1))
    )
    apart = max(abs(a - b) for a, b in zip(scores.tolist(), theirs, strict=True))
    number = len(shown) * len(references) * (1 if slow else ROUNDS)
    told = f"{apart:.1e}" if apart > 1e-9 else "0" if apart == 0 else "< 1e-9"
    return (
        f"| {metric.title} | {'nltk' if name in ('nist', 'meteor') else 'sacrebleu'} | {told} | "
        f"{number / theirs_took:,.0f} | {number / ours_took:,.0f} | "
        f"**{theirs_took / ours_took:.1f}** |"
    )


def many_segments(number: int, metrics: str) -> dict[str, str | float]:
    """Score many segments from packed files in a process of its own."""
    with TemporaryDirectory() as folder:
        size = 0
        with (
            gzip.open(f"{folder}/ref.gz", "wt", encoding="utf-8", compresslevel=1) as one,
            gzip.open(f"{folder}/out.gz", "wt", encoding="utf-8", compresslevel=1) as other,
        ):
            for start in range(0, number, 50_000):
                references, outputs = made_up(min(50_000, number - start), start)
                for file, lines in ((one, references), (other, outputs)):
                    text = "\n".join(lines) + "\n"
                    size += len(text.encode())
                    file.write(text)
        start_ = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", _SCORE, folder, metrics],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        seconds, peak, told = done.stdout.strip().split("|")
        return {
            "segments": number,
            "texts": size / _MEGABYTE,
            "peak": float(peak) / _MEGABYTE,
            "seconds": float(seconds),
            "elapsed": time.perf_counter() - start_,
            "scores": told,
        }


def run() -> Evidence:
    """Compare scores, then times, then score a million segments."""
    what, references, outputs = texts()
    names: tuple[TextMetric, ...] = ("bleu", "chrf", "chrf++", "ter", "nist", "meteor")
    rows = [_row(name, references, outputs) for name in names]
    few, many = (many_segments(size, "bleu,chrf,ter") for size in (MANY // 100, MANY))
    body = "\n".join(
        [
            f"Texts: {what}, {len(outputs)} systems of {len(references):,} segments (TER and "
            "METEOR: one system). Outputs scored per second of processor time, one reference:\n",
            "| metric | peer | largest difference | peer | Tertium | ratio |",
            "|---|---|--:|--:|--:|--:|",
            *rows,
            "",
            "METEOR of nltk aligns greedily and finds more chunks, so its scores are lower; the "
            "difference shown is that, and looking for the fewest is why METEOR takes longer here. "
            "nltk's NIST and METEOR are given the same tokens.",
            "",
            "A process of its own reads packed files and computes BLEU, chrF and TER with "
            "intervals from 2,000 resamples:\n",
            "| segments | texts, MB | peak memory, MB | processor seconds |",
            "|--:|--:|--:|--:|",
            *(
                f"| {one['segments']:,} | {one['texts']:,.0f} | {one['peak']:,.0f} | "
                f"{one['seconds']:,.0f} |"
                for one in (few, many)
            ),
            "",
            f"Scores of the larger one: {many['scores']}. The numbers kept of a segment take "
            f"{(float(many['peak']) - float(few['peak'])) * _MEGABYTE / MANY:,.0f} bytes; its "
            f"texts would take {float(many['texts']) * _MEGABYTE / MANY + 2 * 49:,.0f} as texts "
            "of Python.",
        ]
    )
    print(json.dumps(many))
    return Evidence(
        "Metrics: equal to sacrebleu and nltk, how fast, and a million segments",
        body,
        signature("bench-metrics", segments=SEGMENTS, systems=SYSTEMS, many=MANY, seed=0),
    )
