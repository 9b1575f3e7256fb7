"""Chunk accuracy: a translation in chunks, each judged by itself.

Chunks are cut by rule, or come from a file that somebody has corrected who does not judge. They
are kept with the campaign, so they are frozen with the first answer: nobody cuts a text after
seeing how it is judged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.exceptions import NotFound
from tertium.model import Assignment, Judgement, Observation, parts_of
from tertium.protocols.chunk_ask import Chunks
from tertium.protocols.chunk_cuts import ANSWERS, SIDES, Cut, chunks_of, cuts_of
from tertium.protocols.chunk_schemes import CHUNK, SCHEMES
from tertium.protocols.planning import AGAINST, MARKED, SHOWN
from tertium.protocols.protocol import Protocol, read_options, read_words, shipped_demonstration


def observe(
    judgement: Judgement, assignment: Assignment, *, cut: Cut | None = None, side: str = "target"
) -> Iterator[Observation]:
    """Yield one row for each chunk and system: its label, and whether it is correct."""
    comment = judgement.answer.get("comment")
    for place, slot in enumerate(assignment.slots, 1):
        known = {name: (ranges, text) for name, ranges, text in
                 chunks_of(cut or {}, assignment, side)}  # fmt: skip
        for system in parts_of(slot):
            for name, label in judgement.answer[ANSWERS].items():
                ranges, text = known.get(name, ((), None))
                yield Observation(
                    CHUNK,
                    value=float(any(label == scheme[0] for scheme in SCHEMES.values())),
                    system=system,
                    slot=place,
                    unit=name,
                    label=label,
                    side=side,
                    start=ranges[0][0] if ranges else None,
                    end=ranges[-1][1] if ranges else None,
                    text=text,
                    comment=comment,
                )
                comment = None  # once is enough


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the answers, whose chunks are judged, and what stands beside."""
    given = {name: value for name, value in options.items() if name != ANSWERS}
    settings = read_options(given, {"scheme": "cp", "side": "target", "against": "source"})
    for name, known in (("scheme", SCHEMES), ("side", SIDES)):
        if settings[name] not in known:
            raise NotFound.among(name, settings[name], known, where="[options]")
    cut = cuts_of(options)
    return replace(
        protocol,
        asks=(Chunks(ANSWERS, SCHEMES[settings["scheme"]]),),
        observe=partial(observe, cut=cut, side=settings["side"]),
        settings=settings | {ANSWERS: options.get(ANSWERS, "")},
    )


CHUNKS = Protocol(
    name="chunks",
    version=1,
    title="Chunk accuracy",
    systems=1,
    parts=("systems", "references"),
    asks=(Chunks(ANSWERS, SCHEMES["cp"]),),
    observe=observe,
    cite="Ahrenberg (2014), Chunk Accuracy: A Simple, Flexible Metric for Translation Quality",
    template="chunks.html",
    configure=configure,
    purpose="rate",
    words=read_words("chunks"),
    demonstrations=(shipped_demonstration("chunks", share=0.6),),
    planning=replace(
        MARKED,
        summary="is each part of the translation correct?",
        title="Judging parts of translations",
        question="Say of each part whether it is correct",
        seconds=40.0,
        options={
            "scheme": "answers: cp, gbu or kinds",
            "side": "whose chunks are judged: target or source",
            "against": AGAINST,
            "chunks": "a corrected file; empty: chunks.tsv if there is one, else by rule",
        },
        values={"scheme": tuple(SCHEMES), "side": SIDES, "against": SHOWN},
    ),
)
