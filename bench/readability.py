"""How fast are the surface features, and are they those of textstat where definitions are equal?

Documents are made here, so nothing is downloaded: words of a small vocabulary with a frequency
each, in sentences that no two rules cut differently. Both sides count the same things of the same
documents in the same run. Textstat keeps what it counted of a text, so its memory is emptied
before each round. Its syllables are hyphenations (Pyphen), ours are spoken, so values with
syllables are compared with its own number of syllables put into our formulas.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
from textstat import textstat

from studies import Evidence
from tertium.stats.result import signature
from tertium.text.readability.formulas import BY_NAME
from tertium.text.readability.readable import Readable
from tertium.text.readability.registry import features
from tertium.text.words import words

DOCUMENTS, SENTENCES, ROUNDS = 150, 30, 5
STEMS = words(
    "the a of to and in harbour ferry captain children island bridge window morning water light "
    "story teacher question answer library government important remember yesterday difficult "
    "information understanding university translation possibility community environment run go "
    "see old new long short green early late slowly together between because although"
)
SURFACE = (
    "words", "sentences", "words_per_sentence", "letters_per_word", "long_words",
    "syllables_per_word", "polysyllables", "monosyllables",
)  # fmt: skip
FORMULAS = ("flesch", "flesch-kincaid", "smog", "ari", "coleman-liau", "lix", "rix")


def documents(number: int = DOCUMENTS) -> list[str]:
    """Make documents of some 450 words."""
    draw = Random(7)
    # As in a real text, few words are frequent and most of the many are rare.
    stems = [*STEMS, *(f"{one}{two}" for one in STEMS for two in STEMS)]
    weights = [1 / (place + 2) for place in range(len(stems))]
    return [
        " ".join(
            " ".join(draw.choices(stems, weights, k=draw.randint(6, 24))).capitalize() + "."
            for _ in range(SENTENCES)
        )
        for _ in range(number)
    ]


def ours(texts: list[str]) -> list[list[float | None]]:
    """Measure surface features and formulas."""
    asked = [features()[name] for name in SURFACE]
    found = []
    for text in texts:
        one = Readable(text, "en")
        values = [feature.of(one) for feature in asked]
        found.append([*values, *(BY_NAME[name].of(one.counts) for name in FORMULAS)])
    return found


def theirs(texts: list[str]) -> list[list[float]]:
    """Measure the same with textstat."""
    asked: tuple[Callable[[str], float], ...] = (
        textstat.lexicon_count, textstat.sentence_count, textstat.avg_sentence_length,
        textstat.avg_character_per_word, textstat.long_word_count, textstat.syllable_count,
        textstat.polysyllabcount, textstat.monosyllabcount, textstat.flesch_reading_ease,
        textstat.flesch_kincaid_grade, textstat.smog_index, textstat.automated_readability_index,
        textstat.coleman_liau_index, textstat.lix, textstat.rix,
    )  # fmt: skip
    textstat._cache_clear()
    return [[float(measure(text)) for measure in asked] for text in texts]


def differences(texts: list[str]) -> dict[str, float]:
    """Return the largest difference of each value whose definition is equal."""
    textstat.set_rounding(False)
    textstat._cache_clear()
    found: dict[str, list[float]] = {}
    for text in texts:
        one = Readable(text, "en")
        counts = replace(
            one.counts,
            syllables=textstat.syllable_count(text),
            polysyllables=textstat.polysyllabcount(text),
        )
        pairs = {
            "words": (counts.words, textstat.lexicon_count(text)),
            "sentences": (counts.sentences, textstat.sentence_count(text)),
            "long words": (counts.long_words, textstat.long_word_count(text)),
            "characters": (counts.characters, textstat.letter_count(text)),
            "flesch": (BY_NAME["flesch"].of(counts), textstat.flesch_reading_ease(text)),
            "flesch-kincaid": (
                BY_NAME["flesch-kincaid"].of(counts), textstat.flesch_kincaid_grade(text),
            ),
            "smog": (BY_NAME["smog"].of(counts), textstat.smog_index(text)),
            "lix": (BY_NAME["lix"].of(counts), textstat.lix(text)),
            "rix": (BY_NAME["rix"].of(counts), textstat.rix(text)),
        }  # fmt: skip
        for name, (mine, other) in pairs.items():
            found.setdefault(name, []).append(abs(float(mine or 0) - float(other)))
    textstat.set_rounding(True)
    return {name: max(values) for name, values in found.items()}


def seconds(work: Callable[[list[str]], object], texts: list[str], rounds: int) -> float:
    """Return the median time of a round."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work(texts)
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def run(number: int = DOCUMENTS, rounds: int = ROUNDS) -> Evidence:
    """Measure both sides on the same documents."""
    texts = documents(number)
    own, other = seconds(ours, texts, rounds), seconds(theirs, texts, rounds)
    apart = differences(texts[:50])
    rows = "\n".join(f"| {name} | {value:.2g} |" for name, value in apart.items())
    body = f"""
{number} documents of {SENTENCES} sentences, {len(SURFACE)} surface features and {len(FORMULAS)}
formulas of each.

| | documents per second |
|---|---|
| Tertium | {number / own:,.0f} |
| textstat 0.7.4 | {number / other:,.0f} |
| **ratio** | **{other / own:.1f}** |

Largest difference where definitions are equal; formulas with syllables get textstat's number of
syllables:

| value | largest difference |
|---|---|
{rows}

Not equal by definition: syllables (textstat hyphenates; *idea* has one, *area* one), and sentences
of two words or fewer, which textstat does not count.
"""
    return Evidence(
        "Readability: speed and values beside textstat",
        body,
        signature("bench-readability", documents=number, rounds=rounds, textstat="0.7.4"),
    )
