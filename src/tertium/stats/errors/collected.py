"""What a campaign of marked errors collected, with its texts, its typology and its rule."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from tertium import protocols
from tertium.model import Campaign
from tertium.protocols.aids import SAMPLE
from tertium.protocols.checklist import CHECKLIST, READ
from tertium.protocols.conditions import ACCEPTABILITY, ADEQUACY
from tertium.protocols.rule import RULE
from tertium.table import JudgementTable, Spans
from tertium.typology import Typology


def has_marks(table: JudgementTable) -> bool:
    """Tell whether outputs were read for errors, also where nobody found any.

    Where nothing is marked, the protocol says so, or a row of each output that was read, or that
    outputs were read and nothing was scored.
    """
    aspects = set(table.distinct("aspect"))
    if aspects & {"error", READ} or asks_for_marks(table.distinct("protocol")):
        return True
    read = "overall" in aspects and aspects <= {"overall", "source", "target"}
    scores = table.scores()
    return read and bool(np.isnan(scores.value).all()) and not scores.in_words


def has_ratings(table: JudgementTable) -> bool:
    """Tell whether outputs were rated on scales of answers; errors then stand beside them."""
    return bool(table.distinct("scale"))


def asks_for_marks(names: Iterable[str]) -> bool:
    """Tell whether one of these protocols asks for marked passages."""
    plain = {name.partition("@")[0] for name in names}
    return any(protocols.get(name).marks for name in plain & set(protocols.names()))


def collected_spans(
    table: JudgementTable,
    campaign: Campaign | None = None,
    *,
    layers: Sequence[str] = ("observed",),
) -> Spans:
    """Return what was marked; sources and outputs that the table lacks are the campaign's.

    An output that somebody has read in one of two steps only is not read.
    """
    spans = table.spans(layers=layers)
    if ACCEPTABILITY in table.distinct("condition"):
        spans = spans.take_outputs(_read_twice(table, spans))
    if campaign is None:
        return spans
    sources = {one.id: one.source for one in campaign.segments}
    return spans.with_texts(sources, campaign.outputs)


def _read_twice(table: JudgementTable, spans: Spans) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Tell which outputs somebody has read in both steps, or in one that is no step."""
    steps = [table.select(condition=step).spans().outputs for step in (ACCEPTABILITY, ADEQUACY)]
    first, second = (
        {
            *zip(
                *(column.values() for column in (one.annotator, one.segment, one.system)),
                strict=True,
            )
        }
        for one in steps
    )
    own = spans.outputs
    readings = zip(own.annotator.values(), own.segment.values(), own.system.values(), strict=True)
    return np.array([(one in first) == (one in second) for one in readings], dtype=bool)


def typology_of(campaign: Campaign | None) -> Typology | None:
    """Return the typology that annotators marked with, if the campaign has one."""
    options = campaign.options if campaign is not None else {}
    content = options.get("typology") or options.get(CHECKLIST)
    return msgspec.convert(content, Typology) if isinstance(content, Mapping) else None


def rule_of(campaign: Campaign | None) -> dict[str, Any]:
    """Return how a campaign says that texts pass, as `score_errors` takes it, or nothing.

    A sample that was drawn from a delivery knows how many `documents` that has.
    """
    if campaign is None:
        return {}
    settings = protocols.get(campaign.protocol, campaign.options).settings
    rule = {name: settings[name] for name in (*RULE, "tolerances") if name in settings}
    sample = campaign.options.get(SAMPLE)
    known = all(segment.document for segment in campaign.segments)
    if rule and known and isinstance(sample, Mapping) and "documents" in sample:
        rule["documents"] = sample["documents"]
    return rule


def sample_told(campaign: Campaign | None) -> tuple[str, ...]:
    """Say which part of a delivery was read, if the campaign is one about a sample."""
    sample = campaign.options.get(SAMPLE) if campaign is not None else None
    if not isinstance(sample, Mapping) or "share" not in sample:
        return ()
    return (
        f"{sample['share']:.1%} of the delivery was reviewed ({sample['words']:,} words, drawn by "
        f"{sample['unit']} with seed {sample['seed']}): the verdict is about the whole delivery, "
        "with the stated risks.",
    )
