"""LeConTra (Vanroy and Macken, 2022): news translated by several people, aligned by hand.

English into Dutch, 25 texts, up to four translations of each, in tables of the TPR-DB with
the database's own measures. What the database printed stands here beside what we compute.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tertium.formats.tprdb import find_tables, read_tpr_table, read_tprdb
from tertium.text.align import Links
from tertium.text.entropy import Fold, folded, variety
from tertium.text.renderings import Renderings

DATA = Path(__file__).parents[2] / "shared" / "data" / "lecontra"  # as in the tests
COLUMNS = ("HTra", "HCross", "Cross", "SAGnbr", "TAGnbr")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Published:
    """The database's own columns, in the order of the rows of our renderings."""

    renderings: Renderings
    columns: dict[str, Floats]


@dataclass(frozen=True, slots=True)
class Aligned:
    """Sentence pairs with links made by hand; `segment` and `translator` name them."""

    segment: list[str]
    translator: list[str]
    source: list[list[str]]
    target: list[list[str]]
    links: list[Links]


def published(folder: Path = DATA) -> Published:
    """Return our renderings with the columns that the database printed for the same rows."""
    table = read_tpr_table(find_tables(folder)["st"], "st")
    renderings = read_tprdb(folder)
    numbers = {name: table.numbers(name) for name in COLUMNS}
    # Words of a segment stand in the order of their ids on both sides.
    places: dict[tuple[str, str], list[tuple[float, int]]] = {}
    for row, (text, segment, part, number) in enumerate(
        zip(
            table.texts("Text"),
            table.texts("STseg"),
            table.texts("Part"),
            table.numbers("Id"),
            strict=True,
        )
    ):
        places.setdefault((f"{text}.{segment}", part), []).append((number, row))
    ordered = {key: [row for _, row in sorted(own)] for key, own in places.items()}
    rows = [
        ordered[renderings.segments[renderings.segment[word]], renderings.translators[translator]][
            renderings.position[word]
        ]
        for word, translator in zip(renderings.word, renderings.translator, strict=True)
    ]
    columns = {name: np.array(values)[rows] for name, values in numbers.items()}
    return Published(renderings, columns)


def entropies(renderings: Renderings, fold: Fold) -> tuple[Floats, Floats]:
    """Return for every row the entropy of its word's renderings, and of its jumps."""
    words = len(renderings.words)
    _, text = np.unique([folded(text, fold) for text in renderings.texts], return_inverse=True)
    _, jump = np.unique(renderings.jump, return_inverse=True)
    found = [
        variety(renderings.word, codes, words).plain for codes in (text[renderings.rendering], jump)
    ]
    return found[0][renderings.word], found[1][renderings.word]


def aligned(folder: Path = DATA) -> Aligned:
    """Return all sentence pairs with the links that people made."""
    tables = find_tables(folder)
    words, segments = (read_tpr_table(tables[kind], kind) for kind in ("st", "sg"))
    found = Aligned([], [], [], [], [])
    place: dict[tuple[str, str], int] = {}
    before: dict[str, int] = {}  # target words of a session before the segment
    offset: list[int] = []
    for session, segment, text, part, target in zip(
        *(segments.texts(name) for name in ("Session", "STseg", "Text", "Part", "String")),
        strict=True,
    ):
        place[session, segment] = len(found.segment)
        found.segment.append(f"{text}.{segment}")
        found.translator.append(part)
        found.source.append([])
        found.target.append(target.split("_"))
        offset.append(before.get(session, 0))
        before[session] = offset[-1] + len(found.target[-1])
    links: list[set[tuple[int, int]]] = [set() for _ in place]
    for session, segment, token, group in zip(
        *(words.texts(name) for name in ("Session", "STseg", "SToken", "TTid")), strict=True
    ):
        at = place[session, segment]
        links[at] |= {
            (len(found.source[at]), int(one) - 1 - offset[at]) for one in group.split("+") if one
        }
        found.source[at].append(token)
    found.links.extend(frozenset(one) for one in links)
    return found
