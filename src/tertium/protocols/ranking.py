"""Ranking: order several translations of one source, ties allowed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tertium.model import Design
from tertium.protocols.ordering import (
    MOST,
    RANKS,
    RANKS_SECONDS,
    observe_ranks,
    read_outputs,
    seconds_of_ranks,
)
from tertium.protocols.planning import COMPARED, OUTPUTS
from tertium.protocols.preferences import CRITERIA, CRITERION, QUALITY, check_criterion
from tertium.protocols.protocol import Protocol, read_options, read_words, shipped_demonstration


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose how many translations one screen shows."""
    settings = read_options(options, {"outputs": 5, "criterion": QUALITY})
    check_criterion(settings["criterion"])
    return replace(protocol, systems=read_outputs(settings), settings=settings)


RANKING = Protocol(
    name="ranking",
    version=1,
    title="Ranking of translations",
    systems=5,
    parts=("systems", "references"),
    asks=(RANKS,),
    observe=observe_ranks,
    cite="Bojar et al. (2016), Findings of the 2016 Conference on Machine Translation",
    configure=configure,
    words=read_words("ranking"),
    demonstrations=(shipped_demonstration("museum-rankings", share=0.8),),
    planning=replace(
        COMPARED,
        design=Design(follow_up=0),
        first=Design(batch=25),
        summary="order several translations at once",
        seconds=RANKS_SECONDS,
        seconds_per_source=seconds_of_ranks,
        ordered=MOST,
        options={"outputs": OUTPUTS, "criterion": CRITERION},
        values={"criterion": CRITERIA},
    ),
)
