"""How long does the best fuzzy match take in a memory of a million texts, beside brute force?

Brute force is rapidfuzz comparing every query with every text, with the same threshold and the
same number of threads; it is run on some of the queries and scaled. Both take turns, in
processor time, so that a busy machine slows both.
"""

import random
import time

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from bench._pairs import edited, sentence
from studies import Evidence
from tertium.stats.result import signature
from tertium.text.fuzzy import Memory, Unit, fuzzy_signature

TEXTS, QUERIES, BRUTE, CORES = 1_000_000, 1_000, 40, 2
THRESHOLD, LIMIT, RATIO = 0.6, 90, 2
BLOCK = 4  # queries of brute force at once: a number is kept for each of them and each text


def _texts(draw: random.Random) -> tuple[list[str], list[str]]:
    """Draw a memory, and queries of which half are edited copies of its texts."""
    lengths = np.random.default_rng(0).lognormal(2.6, 0.6, TEXTS).clip(1, 80).astype(int).tolist()
    memory, queries = [], []
    for k, length in enumerate(lengths):
        if k % (2 * TEXTS // QUERIES) == 0:
            known, query = edited(draw, length)
            memory.append(known)
            queries += [query, " ".join(sentence(draw, length))]
        else:
            memory.append(" ".join(sentence(draw, length)))
    return memory, queries


def _coded(texts: list[str], codes: dict[str, str]) -> list[str]:
    """Write a character for each word, so that rapidfuzz compares words as fast as characters."""
    return ["".join([codes.setdefault(w, chr(len(codes))) for w in t.split()]) for t in texts]


def _brute_force(queries: list[str], memory: list[str]) -> list[tuple[int, float] | None]:
    """Return the first best text of each query that is at least at the threshold."""
    found: list[tuple[int, float] | None] = []
    for begin in range(0, len(queries), BLOCK):
        scores = process.cdist(
            queries[begin : begin + BLOCK],
            memory,
            scorer=Levenshtein.normalized_similarity,
            score_cutoff=THRESHOLD - 1e-5,  # it drops what equals the threshold
            workers=CORES,
            dtype=np.float64,
        )
        for row in scores:
            best = int(row.argmax())
            found.append((best, float(row[best])) if row[best] >= THRESHOLD else None)
    return found


def _compare(unit: Unit, memory: list[str], queries: list[str]) -> str:
    """Search with both, compare what they find, and return a row of the table."""
    start = time.process_time()
    known = Memory(memory, unit=unit)
    built = time.process_time() - start
    asked = list(range(0, len(queries), len(queries) // BRUTE))
    codes: dict[str, str] = {}
    texts = memory if unit == "characters" else _coded(memory, codes)
    questions = queries if unit == "characters" else _coded(queries, codes)
    ours = theirs = wall = 0.0
    found, brute = [], []
    for part in range(4):  # in turns
        begin, clock = time.process_time(), time.perf_counter()
        found += known.best(queries[part::4], at_least=THRESHOLD, workers=CORES)
        ours += time.process_time() - begin
        wall += time.perf_counter() - clock
        begin = time.process_time()
        brute += _brute_force([questions[k] for k in asked[part::4]], texts)
        theirs += time.process_time() - begin
    theirs *= len(queries) / len(asked)
    numbers = [k for part in range(4) for k in range(len(queries))[part::4]]
    by_number = dict(zip(numbers, found, strict=True))
    same = sum(
        (match and (match.place, match.score)) == wanted
        for k, wanted in zip([k for part in range(4) for k in asked[part::4]], brute, strict=True)
        for match in [by_number[k]]
    )
    matched = sum(match is not None for match in found) / len(found)
    return (
        f"| {unit} | {built:.0f} | {ours:.0f} | {ours / CORES:.0f} | {wall:.0f} | {theirs:.0f} | "
        f"**{theirs / ours:.1f}** | {same} of {len(asked)} | {matched:.0%} |"
    )


def run() -> Evidence:
    """Compare both units."""
    memory, queries = _texts(random.Random(0))
    characters = sum(map(len, memory)) / len(memory)
    rows = [_compare("characters", memory, queries), _compare("words", memory, queries)]
    body = "\n".join(
        [
            f"The best match of at least {THRESHOLD:.0%} for {len(queries):,} queries in a memory "
            f"of {TEXTS:,} texts of {characters:.0f} characters on average, with {CORES} threads. "
            f"Wanted: at most {LIMIT} s on {CORES} cores, and at least {RATIO} times as fast as "
            "brute force.\n",
            "| unit | built, s | search, processor s | on 2 free cores, s | by the clock, s | "
            "brute force, processor s | ratio | found the same | matched |",
            "|---|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Brute force was run on {BRUTE} of the queries and scaled. Texts are drawn: words of "
            "Zipf-like frequency; every second query is an edited copy of a text. On 2 free cores: "
            "half of the processor time. By the clock: also what else the machine was doing.",
        ]
    )
    print(body)
    return Evidence(
        "Best fuzzy match in a memory of a million texts",
        body,
        signature("bench-fuzzy", rule=fuzzy_signature().split("|")[0].split(":")[1], seed=0),
    )
