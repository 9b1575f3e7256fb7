"""Scorecards: MQM on a sample, with the rule by which a text passes written down beforehand.

How points become a score, the score at which a text passes, the points it may cost, and how the
sample was drawn are part of the campaign. They are frozen with the first answer, and no
result can change the rule.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.exceptions import BadInput
from tertium.protocols.aids import SAMPLE
from tertium.protocols.marking import ERRORS, marking_settings, observe_marks
from tertium.protocols.planning import MARKED
from tertium.protocols.protocol import Protocol, read_words, shipped_demonstration
from tertium.protocols.rule import OWN, RULE, SCORINGS, read_rule
from tertium.protocols.spans import Spans


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the typology and the rule; a standard's scores are those of its own typology."""
    rule = read_rule(options)
    own = rule["scoring"] if rule["scoring"] in OWN else ""
    given = {name: value for name, value in options.items() if name not in (SAMPLE, *RULE)}
    settings, typology = marking_settings(given, own or "mqm-core")
    content = settings["typology"]
    named = content.get("name") if isinstance(content, Mapping) else content
    if own and named != own:
        raise BadInput(
            f"{own} scores cannot be made of errors marked with the typology {named!r}",
            where="[options]",
            fix=f'Write typology = "{own}", or choose scoring = "calibrated".',
        )
    return replace(
        protocol,
        asks=(Spans(ERRORS, typology, tuple(settings["sides"])),),
        observe=partial(observe_marks, typology=typology),
        settings=settings | rule | {SAMPLE: options.get(SAMPLE, "")},
    )


SCORECARD = Protocol(
    name="scorecard",
    version=1,
    title="Scorecard (MQM on a sample)",
    systems=1,
    parts=("systems", "references"),
    asks=(Spans(ERRORS),),
    observe=observe_marks,
    cite="Lommel et al. (2024), The Multi-Range Theory of Translation Quality Measurement",
    template="mark.html",
    configure=configure,
    purpose="mark",
    words=read_words("scorecard"),
    demonstrations=(shipped_demonstration("scorecard", share=0.8),),
    planning=replace(
        MARKED,
        summary="mark errors in a sample; pass or fail by a rule",
        options={
            **MARKED.options,
            "scoring": "or raw, non-linear, j2450, lisa, wmt-mqm",
            "pass_mark": "the score at which a text passes",
            "tolerance": 'points 1,000 words may cost; non-linear: "250=4,1000=10"',
            "cautious": "true: documents may differ strongly; asks for more words",
            SAMPLE: "the file that says how the sample was drawn, if it is one",
        },
        values={**MARKED.values, "scoring": SCORINGS},
    ),
)
