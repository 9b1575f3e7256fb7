"""What may be said of a chunk, in three ways; the first answer means that nothing is wrong."""

from collections.abc import Iterable
from typing import get_args

from tertium.choices import ChunkScheme
from tertium.exceptions import BadInput, NotFound

CHUNK = "chunk"  # the aspect of a row that judges one
Scheme = tuple[str, ...]
_ANSWERS: dict[ChunkScheme, Scheme] = {
    "cp": ("correct", "problematic"),
    "gbu": ("good", "bad", "ugly"),
    "kinds": ("correct", "adequacy", "fluency", "other"),
}
SCHEMES: dict[str, Scheme] = {name: _ANSWERS[name] for name in get_args(ChunkScheme)}
_SHORT = {"c": "correct", "p": "problematic", "g": "good", "b": "bad", "u": "ugly",
          "a": "adequacy", "f": "fluency", "o": "other"}  # fmt: skip


def canonical_label(label: str) -> str:
    """Return the label that a word or letter stands for.

    >>> canonical_label("C"), canonical_label("Ugly ")
    ('correct', 'ugly')
    """
    plain = label.strip().casefold()
    return _SHORT.get(plain, plain)


def find_scheme(labels: Iterable[str], name: str | None = None) -> tuple[str, Scheme]:
    """Return the scheme that holds all labels: the named one, or the first that does."""
    given = sorted(set(labels))
    if name is not None:
        if name not in SCHEMES:
            raise NotFound.among("scheme", name, SCHEMES)
        wrong = [one for one in given if one not in SCHEMES[name]]
        if wrong:
            raise NotFound.among("answer about a chunk", wrong[0], SCHEMES[name])
        return name, SCHEMES[name]
    for known, scheme in SCHEMES.items():
        if set(given) <= set(scheme):
            return known, scheme
    listed = "; ".join(", ".join(scheme) for scheme in SCHEMES.values())
    raise BadInput(
        f"{', '.join(repr(one) for one in given)} are not answers of one scheme",
        fix=f"Use the answers of one of these: {listed}.",
    )
