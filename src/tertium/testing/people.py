"""How simulated people judge.

A simulated person is drawn as real campaigns suggest: people differ in how
strongly they prefer (`spread`, the sd of the log preference ratio) and far more
in how readily they call a tie; items differ more than people do. The same
person judging the same item again mostly, but not always, says the same.
"""

from dataclasses import dataclass

import numpy as np

from tertium.model import Campaign


@dataclass(frozen=True, slots=True)
class People:
    """How simulated annotators judge."""

    ratio: float = 1.8  # true preference for the advanced system
    spread: float = 0.15  # sd of the log ratio between people
    tie_logit: float = -0.4
    tie_spread: float = 1.0
    item_sd: float = 2.0
    seconds: float = 18.0  # median per item
    sitting: int = 100  # items a day
    wavering: float = 0.4  # how often an item is decided anew when it comes back
    commenting: float = 0.06
    problems: float = 0.004
    # Where many systems are compared, each output has a quality that people see with an error.
    range: float = 1.6  # between the best system, named first, and the last
    output_sd: float = 1.4  # of the outputs of one system
    view_sd: float = 0.5  # of what one person sees in an output, the same at every look
    look_sd: float = 0.9  # of what changes from look to look
    # Where outputs get scores from 0 to 100, people use the scale in their own way.
    strictness_sd: float = 8.0  # of the score that people give to a middling output
    points: float = 14.0  # between outputs that differ by one
    harm: float = 1.5  # by which a degraded copy is worse than its original
    # Where outputs are edited, people differ in how fast they are and how much they change.
    changed: float = 0.2  # share of the words that a middling output needs changed
    speed_sd: float = 0.45  # of the log of how fast people work
    effort_sd: float = 0.45  # of the log of what a text takes, from text to text
    learning: float = 0.15  # by how much the log of the time falls as people go on
    # Where errors are marked, people overlook some, and begin or end elsewhere.
    faults: float = 0.8  # in a middling output
    finding: float = 0.75  # share of the errors that somebody sees
    wider: float = 0.15  # how often a mark begins or ends a word further


def qualities(campaign: Campaign, people: People) -> dict[tuple[str, str], float]:
    """Return the quality of every output: systems differ, and so do their outputs."""
    rng = np.random.default_rng([campaign.seed, 1])
    systems = [system for system in campaign.systems if system.part != "reference"]
    level = {
        system.name: people.range * (0.5 - place / max(1, len(systems) - 1))
        for place, system in enumerate(systems)
    }
    return {
        (segment.id, system.name): level.get(system.name, people.range)
        + rng.normal(0, people.output_sd)
        for segment in campaign.segments
        for system in campaign.systems
    }
