"""From texts to renderings: words, alignments, and what a translation cost."""

from collections.abc import Sequence
from typing import get_args

import numpy as np

from tertium.choices import Tokens
from tertium.formats.translations import Versions
from tertium.table_views import Edits
from tertium.text import words as words_of
from tertium.text.align import Aligner, Links, align
from tertium.text.entropy import Options
from tertium.text.renderings import Efforts, Renderings, Translation, collect, jumps, render
from tertium.text.ter import ter

TOKENS: tuple[Tokens, ...] = get_args(Tokens)


def renderings_of(
    versions: Versions, *, aligner: Aligner = "builtin", tokens: Tokens = "words"
) -> Renderings:
    """Return how the words of each source are rendered in all its translations.

    Given alignments are taken as they are, with words separated by spaces; the others are
    aligned all at once, since they help each other. Where the MT is given, its edits are
    counted too.
    """
    given = [links is not None for links in versions.links]
    split = [str.split if one or tokens == "spaces" else words_of for one in given]
    sources = [cut(text) for cut, text in zip(split, versions.source, strict=True)]
    targets = [cut(text) for cut, text in zip(split, versions.target, strict=True)]
    missing = [at for at, one in enumerate(given) if not one]
    found: list[Links] = [links or frozenset() for links in versions.links]
    if missing:
        aligned = align(_of(sources, missing), _of(targets, missing), aligner=aligner)
        for at, links in zip(missing, aligned, strict=True):
            found[at] = links
    translations = []
    for at, (source, target) in enumerate(zip(sources, targets, strict=True)):
        if not source:
            continue  # nothing to render; the caller tells how many
        rendered = render(len(source), target, found[at])
        costs = dict(versions.costs[at])
        machine = versions.machine[at]
        if machine is not None:
            costs["edits"] = float(ter(machine, versions.target[at]).edits)
        translations.append(
            Translation(
                segment=versions.segment[at],
                translator=versions.translator[at],
                words=tuple(source),
                rendered=rendered,
                jumps=jumps(rendered),
                efforts=costs,
                where=versions.where[at],
            )
        )
    return collect(translations)


def versions_of(
    edits: Edits, *, system: str | None = None, revisions: Edits | None = None
) -> Versions:
    """Return what was edited as translations of their sources, of one system if asked.

    `revisions` are the edits of a later stage, which began with these texts: an edited text
    is followed by what somebody made of it there, the first where several did.
    """
    later = _revised(revisions) if revisions is not None else {}
    kept = np.ones(len(edits), dtype=bool)
    if system is not None:
        kept = edits.system.codes == edits.system.code(system, kind="system")
    rows = edits.take(kept)
    found = Versions()
    names = (rows.segment.values(), rows.annotator.values(), rows.system.values())
    for at, (segment, person, engine) in enumerate(zip(*names, strict=True)):
        if rows.source[at] is None or rows.edited[at] is None:
            continue
        where = f"segment {segment}"
        found.add(segment, person, rows.source[at], rows.edited[at], where)
        found.machine[-1] = rows.mt[at]
        costs = {"seconds": rows.seconds, "keystrokes": rows.keystrokes, **rows.indicators}
        found.costs[-1].update({name: float(cost[at]) for name, cost in costs.items()})
        if revisions is not None:
            text, seconds = later.get((segment, engine, rows.edited[at]), (None, np.nan))
            found.revised[-1] = text
            found.costs[-1]["revision_seconds"] = seconds
    return found


def _revised(edits: Edits) -> dict[tuple[str, str, str | None], tuple[str | None, float]]:
    """Return what each text of a system became, and how long that took."""
    found: dict[tuple[str, str, str | None], tuple[str | None, float]] = {}
    rows = zip(
        *(edits.segment.values(), edits.system.values(), edits.mt, edits.edited, edits.seconds),
        strict=True,
    )
    for segment, system, before, after, seconds in rows:
        found.setdefault((segment, system, before), (after, float(seconds)))
    return found


def unrendered(options: Options) -> Renderings:
    """Return the words of an engine's input, of which no translation is known."""
    lengths = np.array(options.lengths, dtype=np.int64)
    begin = np.cumsum(lengths) - lengths
    none = np.zeros(0, dtype=np.int64)
    return Renderings(
        segments=tuple(str(at) for at in range(len(lengths))),
        translators=(),
        words=tuple(word for words in options.words for word in words),
        segment=np.repeat(np.arange(len(lengths)), lengths),
        position=np.arange(int(lengths.sum())) - np.repeat(begin, lengths),
        word=none,
        translator=none,
        texts=("",),
        rendering=none,
        jump=none,
        source_words=none,
        target_words=none,
        measures={},
        efforts=Efforts(none, none, {}),
    )


def _of(sentences: Sequence[list[str]], places: Sequence[int]) -> list[list[str]]:
    return [sentences[at] for at in places]
