"""Is TER the number that sacrebleu finds, and how much faster is it found?

Equality first: published post-edited segments with all sixteen combinations of options, and
hostile random pairs. Then the time that sacrebleu and Tertium take for the same segments, in
turns, as processor time, so that a busy machine slows both.
"""

import importlib.util
import random
import time
from importlib.machinery import SourceFileLoader
from pathlib import Path

from sacrebleu.metrics.ter import TER

from bench._pairs import OPTIONS, edited, hostile, published
from studies import Evidence
from tertium.stats.result import signature
from tertium.text.ter import score, search, ter, ter_many

PAIRS = 20_000
LENGTHS = {25: 50, 60: 80}  # words, and how many times as fast at least
TIMED, ROUNDS = 200, 5
Pairs = list[tuple[str, str]]


def equal(pairs: Pairs, options: dict[str, bool]) -> int:
    """Count the pairs whose score, edits and length are sacrebleu's."""
    peer, same = TER(**options), 0
    found = ter_many([h for h, _ in pairs], [r for _, r in pairs], **options)
    rows = zip(found.scores.tolist(), found.edits.tolist(), found.lengths.tolist(), strict=True)
    for (hypothesis, reference), (rate, edits, length) in zip(pairs, rows, strict=True):
        theirs = peer.sentence_score(hypothesis, [reference])
        same += (100 * rate, edits, length) == (theirs.score, theirs.num_edits, theirs.ref_length)
    return same


def uncompiled() -> type[search.Search]:
    """Return the search as its source says, whether or not it was compiled at installation."""
    source = str(Path(search.__file__).with_name("search.py"))
    loader = SourceFileLoader("uncompiled_search", source)
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    found: type[search.Search] = module.Search
    return found


def _equality(real: Pairs) -> list[str]:
    """Compare all pairs and return a row of the table for each kind."""
    draw = random.Random(0)
    # Most are short: sacrebleu takes ten times as long for twice as many tokens.
    sizes = [40 if k % 20 == 0 else 16 for k in range(PAIRS - len(real))]
    invented = [hostile(draw, most) for most in sizes]
    rows = []
    if real:
        same = sum(equal(real, options) for options in OPTIONS)
        rows.append(
            f"| published post-edits | {len(real):,} | all 16 | {same:,} of {16 * len(real):,} |"
        )
    same = sum(equal(invented[k::16], options) for k, options in enumerate(OPTIONS))
    rows.append(
        f"| random, hostile | {len(invented):,} | 16 in turn | {same:,} of {len(invented):,} |"
    )
    return rows


def _real_segments(real: Pairs, words: int) -> Pairs:
    """Return published segments of about this length; for long ones, neighbours joined."""
    found, first, second = [], "", ""
    for mt, pe in real:
        first, second = f"{first} {mt}".strip(), f"{second} {pe}".strip()
        length = len(second.split())
        if length >= words - 3:
            if length <= words + 3:
                found.append((first, second))
            first, second = "", ""
    return found[:TIMED]


def _seconds(pairs: Pairs) -> tuple[float, float, float, float]:
    """Return the processor time of sacrebleu, `ter_many`, it uncompiled, and `ter`."""
    hypotheses, references = [h for h, _ in pairs], [r for _, r in pairs]
    theirs = ours = plain = shown = 0.0
    installed, source = score.Search, uncompiled()
    for _ in range(ROUNDS):
        start = time.process_time()
        TER().corpus_score(hypotheses, [references])
        theirs += time.process_time() - start
        start = time.process_time()
        for _ in range(10):  # long enough for the clock
            ter_many(hypotheses, references)
        ours += (time.process_time() - start) / 10
        score.Search = source
        start = time.process_time()
        ter_many(hypotheses, references)
        plain += time.process_time() - start
        score.Search = installed
        start = time.process_time()
        for hypothesis, reference in pairs:
            ter(hypothesis, reference)
        shown += time.process_time() - start
    return theirs / ROUNDS, ours / ROUNDS, plain / ROUNDS, shown / ROUNDS


def _published_hter(pairs: list[tuple[str, str, float]], *, tercom: bool) -> int:
    """Count the segments whose published rate is found."""
    rates = ter_many([mt for mt, _, _ in pairs], [pe for _, pe, _ in pairs], tercom=tercom).scores
    return sum(
        round(min(1.0, rate), 6) == hter
        for rate, (_, _, hter) in zip(rates.tolist(), pairs, strict=True)
    )


def run() -> Evidence:
    """Compare counts, then speed."""
    published_pairs = list(published())
    real = [(mt, pe) for mt, pe, _ in published_pairs]
    equality = _equality(real)
    speed = []
    for words, wanted in LENGTHS.items():
        draw = random.Random(words)
        kinds = {"drawn": [edited(draw, words) for _ in range(TIMED)]}
        if real:
            kinds["published"] = _real_segments(real, words)
        for kind, pairs in kinds.items():
            theirs, ours, plain, shown = (1e3 * took / len(pairs) for took in _seconds(pairs))
            speed.append(
                f"| {words} | {kind} | {len(pairs)} | {theirs:.2f} | {ours:.4f} | {shown:.4f} | "
                f"**{theirs / ours:.0f}** | {wanted} | {theirs / plain:.1f} |"
            )
    body = "\n".join(
        [
            "Score, edits and length compared with sacrebleu's `TER`:\n",
            "| pairs | number | options | equal |",
            "|---|---|---|---|",
            *equality,
        ]
    )
    if real:
        told = (
            f"{_published_hter(published_pairs, tercom=tercom):,} {how}"
            for tercom, how in ((True, "with shifts as in Tercom"), (False, "as in sacrebleu"))
        )
        body += (
            f"\n\nPublished HTER (MLQE-PE, capped at 1 there), equal of {len(real):,}: "
            f"{', '.join(told)}."
        )
    body += "\n\n" + "\n".join(
        [
            "Milliseconds of processor time for a segment; ratio of sacrebleu to `ter_many`:\n",
            "| words | segments | number | sacrebleu | `ter_many` | `ter` | ratio | wanted "
            "| uncompiled |",
            "|---|---|---|---|---|---|---|---|---|",
            *speed,
        ]
    )
    body += (
        "\n\nDrawn segments: words of Zipf-like frequency, about every fourth touched by "
        "an edit or a move. Published segments of 60 words are neighbours joined. "
        "`ter` also returns the operations. The last column is the ratio without a compiler; "
        f"here the search {'was not' if search.__file__.endswith('.py') else 'was'} compiled."
    )
    print(body)
    return Evidence(
        "TER: equal to sacrebleu, and how fast",
        body,
        signature("bench-ter", pairs=PAIRS, timed=TIMED, seed=0),
    )
