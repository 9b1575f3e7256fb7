"""Scorecards: MQM on a sample, with the rule by which a text passes written down beforehand.

How points become a score, the score at which a text passes, the points it may cost, and how the
sample was drawn are part of the campaign. They are frozen with the first answer, and no
result can change the rule.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.errors import BadInput, NotFound
from tertium.protocols.mqm import ERRORS, marking_settings, observe
from tertium.protocols.protocol import Protocol
from tertium.protocols.spans import Spans

__all__ = ["RULE", "SAMPLE", "SCORECARD", "SCORINGS"]

SCORINGS = ("raw", "calibrated")
SAMPLE = "sample"  # the file that says how the sample was drawn; the campaign keeps what it says
# The rule: by default ten points in 1,000 words are what a text that just passes may cost.
RULE: dict[str, Any] = {"scoring": "calibrated", "pass_mark": 90.0, "tolerance": 10.0}


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the typology and the rule."""
    numbers = {name: value for name, value in RULE.items() if isinstance(value, float)}
    given = {
        name: float(value) if name in numbers and type(value) is int else value
        for name, value in options.items()
        if name != SAMPLE
    }
    settings, typology = marking_settings(given, "mqm-core", RULE)
    settings[SAMPLE] = options.get(SAMPLE, "")
    if settings["scoring"] not in SCORINGS:
        raise NotFound.among("scoring", settings["scoring"], SCORINGS, where="[options]")
    if not 0 < settings["pass_mark"] < 100 or settings["tolerance"] <= 0:
        raise BadInput(
            f"pass_mark = {settings['pass_mark']:g} and tolerance = {settings['tolerance']:g} "
            "make no rule",
            where="[options]",
            fix="Choose a pass mark between 0 and 100, and a tolerance above 0.",
        )
    return replace(
        protocol,
        asks=(Spans(ERRORS, typology, tuple(settings["sides"])),),
        observe=partial(observe, typology=typology),
        settings=settings,
    )


SCORECARD = Protocol(
    name="scorecard",
    version=1,
    title="Scorecard (MQM on a sample)",
    systems=1,
    parts=("systems", "references"),
    asks=(Spans(ERRORS),),
    observe=observe,
    cite="Lommel et al. (2024), The Multi-Range Theory of Translation Quality Measurement",
    template="mark.html",
    configure=configure,
)
