"""Errors marked in a translation: where, of which kind, how severe (MQM)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.protocols.marking import ERRORS, marking_settings, observe_marks
from tertium.protocols.planning import MARKED, PREFILLED_MARKS
from tertium.protocols.prefilling import PREFILLING, prefilling_of
from tertium.protocols.protocol import Protocol, read_words, shipped_demonstration
from tertium.protocols.spans import Spans


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the typology, where marks may stand, what is pointed at and what lies beside."""
    settings, typology = marking_settings(options, "mqm-core", PREFILLING)
    return replace(
        protocol,
        asks=(Spans(ERRORS, typology, tuple(settings["sides"])),),
        observe=partial(observe_marks, typology=typology, prefilling=prefilling_of(settings)),
        settings=settings,
    )


MQM = Protocol(
    name="mqm",
    version=1,
    title="Error annotation (MQM)",
    systems=1,
    parts=("systems", "references"),
    asks=(Spans(ERRORS),),
    observe=observe_marks,
    cite="Lommel, Burchardt and Uszkoreit (2014), Multidimensional Quality Metrics; "
    "Freitag et al. (2021), Experts, Errors, and Context",
    template="mark.html",
    configure=configure,
    purpose="mark",
    words=read_words("mqm"),
    demonstrations=(shipped_demonstration("errors", share=0.8),),
    planning=replace(
        MARKED,
        summary="mark each error: where, of which kind, how severe",
        further={**MARKED.further, **PREFILLED_MARKS},
    ),
)
