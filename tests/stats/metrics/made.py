"""Texts to score, made up or published."""

import gzip
import random

from tertium.formats.texts_to_score import TextsToScore
from tests.prepare import PUBLISHED

UK_EN = PUBLISHED / "wmt23-outputs-uk-en"


def texts_of(systems, references, documents=None):
    """Return texts that are at hand: lists by system, and lists of references."""

    def rows():
        for at in range(len(next(iter(systems.values())))):
            yield (
                str(at + 1),
                documents[at] if documents else "",
                [texts[at] for texts in systems.values()],
                [stream[at] for stream in references.values()],
            )

    return TextsToScore(tuple(systems), tuple(references), rows)


def noisy(size, seed=0, *, error=0.2, vocabulary=40, length=12):
    """Return references, and a function that makes outputs with this share of wrong words."""
    draw = random.Random(seed)
    words = [f"w{number}" for number in range(vocabulary)]
    references = [" ".join(draw.choices(words, k=length)) for _ in range(size)]

    def outputs(share=error):
        return [
            " ".join(draw.choice(words) if draw.random() < share else word for word in text.split())
            for text in references
        ]

    return references, outputs


def published_lines(name):
    """Return the lines of a published file."""
    with gzip.open(UK_EN / name, "rt", encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def published_texts(*systems):
    """Return some systems of WMT 2023, Ukrainian to English, and their reference."""
    names = systems or sorted(
        path.name.split(".", 1)[1].removesuffix(".en.gz") for path in UK_EN.glob("hyp.*.gz")
    )
    return (
        {name: published_lines(f"hyp.{name}.en.gz") for name in names},
        {"refA": published_lines("ref.refA.en.gz")},
    )
