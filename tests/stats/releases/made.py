"""Production made for tests."""

import numpy as np

from tertium.formats.production import Production, Unit
from tertium.stats.releases import Lots


def unit(release, mt="a b c d", final="a b c d", **about):
    """Return one segment."""
    return Unit("made", mt, final, release=release, **about)


def production(*units, **counts):
    """Return production of these units."""
    return Production(tuple(units), **counts)


def edited(rng, words, rate):
    """Return a text and the same with a share of its words replaced."""
    final = [f"w{number}" for number in rng.integers(0, 500, words)]
    wrong = rng.random(words) < rate
    return " ".join("x" if bad else word for word, bad in zip(final, wrong, strict=True)), " ".join(
        final
    )


def lots(release, document, edits, size, **columns):
    """Return measured segments from arrays; what is not given is empty."""
    number = len(edits)
    blank = ("",) * number
    codes = np.asarray(document)
    values = {
        "fuzzy": np.ones(number),
        "match": np.full(number, np.nan),
        "words": np.asarray(size, float),
        "empty": np.zeros(number, bool),
        "segment": tuple(map(str, codes)),
    } | columns
    return Lots(
        release=np.asarray(release),
        releases=tuple(f"r{at}" for at in range(int(np.max(release)) + 1)),
        document=codes,
        documents=tuple(map(str, range(int(codes.max()) + 1))),
        edits=np.asarray(edits, float),
        size=np.asarray(size, float),
        date=blank,
        scenario=columns.pop("scenario", blank),
        input=blank,
        final=blank,
        **{name: value for name, value in values.items() if name != "scenario"},
    )


def steady(rng, releases, documents, *, shared=False, shift=0.0, since=0):
    """Return releases that do not differ, or by `shift` from release `since` on."""
    release = np.repeat(np.arange(releases), documents)
    number = releases * documents
    if shared:
        size = np.tile(rng.integers(50, 400, documents), releases).astype(float)
        rate = np.tile(rng.normal(0.3, 0.1, documents), releases) + rng.normal(0, 0.03, number)
        document = np.tile(np.arange(documents), releases)
    else:
        size = rng.integers(50, 400, number).astype(float)
        rate = rng.normal(0.3, 0.1, number)
        document = np.arange(number)
    rate = rate + np.where(release >= since, shift, 0.0) * bool(shift)
    return lots(release, document, np.maximum(rate, 0) * size, size)
