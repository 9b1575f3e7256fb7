"""Production made for tests."""

from tertium.formats.production import Production, Unit


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
