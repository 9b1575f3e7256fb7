"""Is word translation entropy what others compute, and how far can few translators be trusted?

First the columns that the TPR-DB printed for LeConTra (23,459 rows) are computed again. Then
follow the correlations with what translators did, one by one and binned. At last translators
are simulated whose renderings are known, to see how much entropy a few of them miss.
"""

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from studies._lecontra import DATA, Published, entropies, published
from tertium.stats.entropy.analyse import Entropy, translation_entropy
from tertium.stats.result import signature
from tertium.text.entropy import entropy, variety

Floats = NDArray[np.float64]

ROUNDED = 5e-5  # the database prints four digits
PEOPLE = (2, 3, 4, 5, 9, 15, 30)
WORDS, KINDS, SEED = 4000, 6, 1


def agreeing(known: Published) -> dict[str, int]:
    """Return how many rows of each column come out as the database printed them."""
    own = known.renderings
    found: dict[str, Floats] = {}
    for fold, name in (("lower", "HTra"), ("ascii", "HTra, A to Z lowered only")):
        found[name], found["HCross"] = entropies(own, fold)  # type: ignore[arg-type]
    found["Cross"] = own.jump.astype(float)
    found["SAGnbr"], found["TAGnbr"] = own.source_words, own.target_words
    return {
        name: int((np.abs(values - known.columns[name.split(",")[0]]) <= ROUNDED * 1.01).sum())
        for name, values in found.items()
    }


def missed(people: int, *, words: int = WORDS, seed: int = SEED) -> dict[str, float]:
    """Return mean entropies of simulated words, plain, corrected and true.

    A word has six possible renderings whose chances are drawn evenly (Dirichlet, all 1).
    """
    random = np.random.default_rng(seed)
    chances = random.dirichlet(np.ones(KINDS), size=words)
    drawn = (random.random((words, people, 1)) > chances.cumsum(1)[:, None, :]).sum(2)
    word = np.repeat(np.arange(words), people)
    plain = variety(word, drawn.ravel(), words).plain
    corrected = variety(word, drawn.ravel(), words, correction="miller-madow").entropy
    true = np.array([entropy(row) for row in chances])
    return {
        "true": float(true.mean()),
        "plain": float(plain.mean()),
        "miller-madow": float(corrected.mean()),
        "r": float(np.corrcoef(plain, true)[0, 1]),
    }


def _correlations(result: Entropy) -> str:
    rows = [
        "| HH with | by | n | r | ρ | r of bins | bins |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for one in result.correlations:
        r = f"{one.binned.r:.2f}" if one.binned.r is not None else "–"
        rows.append(
            f"| {one.measure} | {one.level} | {one.observations:,} | "
            f"{one.pearson.value:.2f} ({one.pearson.low:.2f} to {one.pearson.high:.2f}) | "
            f"{one.spearman.value:.2f} | {r} | {len(one.binned.bins)} |"
        )
    return "\n".join(rows)


def run() -> Evidence:
    """Count, correlate and simulate."""
    if not DATA.is_dir():
        raise SystemExit("LeConTra is not beside this checkout; nothing was computed.")
    known = published()
    rows = len(known.renderings.word)
    counts = agreeing(known)
    told = "\n".join(f"| {name} | {number:,} of {rows:,} |" for name, number in counts.items())
    print(told)
    result = translation_entropy(known.renderings)
    rarefied = [
        translation_entropy(known.renderings, correction="rarefaction", at=at).hh.value
        for at in (2, 3, 4)
    ]
    simulated = "\n".join(
        f"| {people} | {found['true']:.2f} | {found['plain']:.2f} | "
        f"{found['miller-madow']:.2f} | {found['r']:.2f} |"
        for people, found in ((people, missed(people)) for people in PEOPLE)
    )
    body = (
        f"{__doc__.partition(chr(10))[2].strip()}\n\n"
        "## The published columns\n\n"
        f"| column | rows that agree |\n|---|--:|\n{told}\n\n"
        "The four rows that differ are one word, *One*, rendered *één* and *Één*: the database "
        "lowers A to Z only. With `--case ascii` all rows agree.\n\n"
        "## What entropy goes with\n\n"
        f"{_correlations(result)}\n\n"
        "Bins are a third of a bit wide. The means of bins lie nearly on a line while single "
        "words scatter widely around it: a word's entropy says little about what this word will "
        "cost. With four translators HH takes few values, hence few bins.\n\n"
        "## How much few translators miss\n\n"
        f"Simulated: {WORDS:,} words with {KINDS} possible renderings each.\n\n"
        "| translators | true entropy | of counts | Miller–Madow | r with truth |\n"
        f"|--:|--:|--:|--:|--:|\n{simulated}\n\n"
        "LeConTra, rarefied to 2, 3 and 4 translators: mean HH "
        f"{', '.join(f'{value:.2f}' for value in rarefied if value is not None)} bits. The same "
        "words and people; only the number differs."
    )
    return Evidence(
        "Word translation entropy",
        body,
        signature("study-entropy", rows=rows, words=WORDS, kinds=KINDS, seed=SEED),
    )
