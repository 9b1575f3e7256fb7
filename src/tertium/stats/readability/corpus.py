"""Texts whose order is known: by level, by score, or by comparisons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import coded
from tertium.text.natural import natural
from tertium.text.readability.feature import Feature
from tertium.text.readability.formulas import Direction
from tertium.text.readability.model import Trained
from tertium.text.readability.readable import Readable
from tertium.text.readability.registry import data_features, features

_TYPOGRAPHIC = "“”’–—"
_LOST, _USUAL = 0.02, 0.5  # shares of texts with a mark
_LEAST_TEXTS = 10
_LEAST_GROUPS = 5  # some are left out in turn


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Pairs of texts (by place) of which the second was found harder, `weight` times."""

    easier: Ints
    harder: Ints
    weight: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Texts with their features as columns; `hard` is higher for harder texts, NaN if not known.

    `group` codes what belongs together (title, author): a group is trained on or tested, never
    both. `labels` are the levels, the easiest first; `columns` cells of the table beside.
    """

    name: str
    language: str
    trained: Trained
    names: tuple[str, ...]
    texts: tuple[Readable, ...]
    features: tuple[Feature, ...]
    values: Floats
    hard: Floats
    group: Ints
    groups: tuple[str, ...]
    by: str
    labels: tuple[str, ...] = ()
    direction: Direction = "high is hard"
    comparisons: Comparisons | None = None
    columns: Mapping[str, tuple[str, ...]] | None = None
    notes: tuple[str, ...] = ()

    @property
    def words(self) -> Floats:
        """The number of words of each text."""
        return np.array([len(text.words) for text in self.texts], dtype=float)

    @property
    def target(self) -> Floats:
        """What the corpus says of each text, in its own unit: levels count from 1."""
        if self.labels:
            return self.hard + 1
        return self.hard if self.direction == "high is hard" else -self.hard

    def only(self, names: Sequence[str]) -> "Corpus":
        """Return the corpus with these features alone."""
        kept = [at for at, one in enumerate(self.features) if one.name in names]
        return replace(
            self, features=tuple(self.features[at] for at in kept), values=self.values[:, kept]
        )


def measure_corpus(
    name: str,
    texts: Sequence[Readable],
    names: Sequence[str],
    *,
    trained: Trained,
    language: str,
    hard: Floats,
    groups: Sequence[str],
    by: str,
    labels: tuple[str, ...] = (),
    direction: Direction = "high is hard",
    comparisons: Comparisons | None = None,
    columns: Mapping[str, tuple[str, ...]] | None = None,
    notes: tuple[str, ...] = (),
) -> Corpus:
    """Measure every feature that all texts have, does not grow with length, and is not constant."""
    if len(texts) < _LEAST_TEXTS:
        raise BadInput(
            f"{len(texts)} texts are too few to train on",
            where=name,
            fix=f"Bring {_LEAST_TEXTS} texts or more.",
        )
    group, known = coded(list(groups))
    if len(known) < _LEAST_GROUPS:
        raise BadInput(
            f"all texts belong to {len(known)} groups by {by!r}, which leaves too few to test on",
            where=name,
            fix=f"Group by a column with {_LEAST_GROUPS} values or more: --by COLUMN.",
        )
    usable = [one for one in (*features().values(), *data_features(texts)) if not one.grows]
    columns_of = {one: [one.of(text) for text in texts] for one in usable}
    kept = {
        one: values
        for one, values in columns_of.items()
        if all(value is not None for value in values) and len(set(values)) > 1
    }
    short = [len(text.words) for text in texts]
    kept = {one: values for one, values in kept.items() if np.median(short) >= one.least}
    lost = lost_marks(texts, hard, labels)
    if lost:
        kept = {one: values for one, values in kept.items() if not one.marks}
        notes = (*notes, lost)
    if not kept:
        raise BadInput(
            f"no feature is valid for the language {language!r}",
            where=name,
            fix="Name the language of the texts with --language, or bring features by a package.",
        )
    return Corpus(
        name,
        language,
        trained,
        tuple(names),
        tuple(texts),
        tuple(kept),
        np.array([list(values) for values in kept.values()], dtype=float).T,
        hard,
        np.asarray(group),
        tuple(known),
        by,
        labels,
        direction,
        comparisons,
        columns,
        notes,
    )


def lost_marks(texts: Sequence[Readable], hard: Floats, labels: tuple[str, ...]) -> str:
    """Say which marks one level lacks that another has: its files lost them when converted.

    A feature of punctuation would tell such a level by its files, not by how hard it is.
    """
    shares: dict[str, dict[str, float]] = {}
    for code, label in enumerate(labels):
        bodies = [one.composed for one, found in zip(texts, hard, strict=True) if found == code]
        shares[label] = {
            mark: sum(mark in body for body in bodies) / len(bodies) for mark in _TYPOGRAPHIC
        }
    for label, own in shares.items():
        gone = [
            mark
            for mark, share in own.items()
            if share <= _LOST and max(other[mark] for other in shares.values()) >= _USUAL
        ]
        if gone:
            return (
                f"Texts of the level {label} lack the marks {' '.join(gone)}, probably lost when "
                "files were converted: features of punctuation are not trained on."
            )
    return ""


def order_levels(found: Sequence[str], given: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the levels from the easiest to the hardest: as given, or by number or name.

    Levels that are neither numbers nor those of the CEFR must be given: the alphabet does not know
    that elementary is easier than advanced.
    """
    levels = sorted(set(found), key=natural)
    if given:
        if strange := sorted(set(levels) - set(given)):
            raise BadInput(
                f"the level {strange[0]!r} is not among those given",
                where=name,
                fix=f"Name all of them, the easiest first: --levels {','.join(levels)}.",
            )
        return tuple(one for one in given if one in levels)
    if all(_orders_itself(one) for one in levels):
        return tuple(levels)
    raise BadInput(
        "it is not known which level is easier",
        where=name,
        fix=f"Name them, the easiest first: --levels {','.join(levels)} (in the right order).",
    )


def _orders_itself(level: str) -> bool:
    number = level.replace(".", "", 1).isdigit()
    return number or (len(level) == 2 and level[0].upper() in "ABC" and level[1] in "12")


def check_levels(levels: Sequence[str], labels: tuple[str, ...], name: str) -> None:
    """Refuse levels that cannot be learnt."""
    if len(labels) < 2:
        raise BadInput(
            f"all texts have the level {labels[0]!r}",
            where=name,
            fix="A ranking needs two levels or more.",
        )
    for label in labels:
        if sum(one == label for one in levels) < 2:
            raise BadInput(
                f"only one text has the level {label!r}",
                where=name,
                fix="Add texts of this level, or join it with the next one.",
            )
