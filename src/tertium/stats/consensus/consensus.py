"""One label for each item: by the majority, or by a model of how annotators answer."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.choices import ConsensusMethod
from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats
from tertium.stats.consensus.dawid_skene import DawidSkene
from tertium.stats.consensus.fitting import Labelling, Model, label
from tertium.stats.consensus.gold import Accuracy, Gold, accuracy_of, annotator_accuracy
from tertium.stats.consensus.mace import Mace
from tertium.stats.consensus.majority import SmallerMajority, smaller_majorities, vote_shares
from tertium.stats.consensus.ordinal import Ordinal
from tertium.stats.consensus.votes import Votes, chosen
from tertium.stats.result import Estimate

MODELS: dict[ConsensusMethod, Model] = {
    "dawid-skene": DawidSkene(),
    "mace": Mace(),
    "ordinal": Ordinal(),
}
_TRAITS: dict[ConsensusMethod, tuple[str, ...]] = {
    "mace": ("competence",),
    "ordinal": ("severity", "noise", "careless"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """What is labelled: one system's output for a segment, on an aspect."""

    segment: str
    system: str
    aspect: str


@dataclass(frozen=True, slots=True)
class ConsensusLabel:
    """The label of one item, None where labels tie, with its probability and number of votes.

    By majority the probability is the share of votes.
    """

    segment: str
    system: str
    aspect: str
    label: str | None
    probability: float
    votes: int


@dataclass(frozen=True, slots=True)
class ConsensusAnnotator:
    """How far an annotator's votes are those of the consensus, and right where gold is known.

    `expected` is the mean probability of the labels given. `competence` (MACE) is the probability
    of knowing the label; `severity` and `noise` (ordinal) are in steps of the scale, `careless` is
    the share of random answers.
    """

    annotator: str
    votes: int
    expected: float
    gold: Estimate
    competence: float | None = None
    severity: float | None = None
    noise: float | None = None
    careless: float | None = None


@dataclass(frozen=True, slots=True)
class Consensus:
    """One label for each item, and what is known of how right it is.

    `tied` items have no label. `equals_majority` is the share of items with a majority that have
    its label. The fit of a model ended after so many `rounds` at the `log_likelihood`, the best of
    `starts`. `smaller` tells how often fewer annotators have the majority of all.
    """

    method: ConsensusMethod
    items: int
    tied: int
    equals_majority: float | None
    log_likelihood: float | None
    starts: int | None
    rounds: int | None
    converged: bool | None
    accuracy: Accuracy | None
    smaller: tuple[SmallerMajority, ...]
    annotators: tuple[ConsensusAnnotator, ...]
    labels: tuple[ConsensusLabel, ...]

    def notes(self) -> list[str]:
        """Say what weakens the labels, one sentence each."""
        found = []
        if self.tied:
            found.append(
                f"{self.tied:,} of {self.items:,} items have no consensus label: two or more "
                "labels are equally frequent or probable."
            )
        if self.converged is False:
            found.append(
                f"The fit of {self.method} had not converged after {self.rounds:,} rounds."
            )
        return found


def find_consensus(
    votes: Votes,
    method: ConsensusMethod,
    items: Sequence[Item],
    people: Sequence[str],
    categories: tuple[str, ...],
    *,
    gold: Gold | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Consensus:
    """Label all items that anybody rated."""
    if len(people) < 2:
        raise BadInput(
            "the labels of one annotator have no consensus",
            where="--consensus",
            fix="Ask further annotators, or use the labels as they are.",
        )
    shares = vote_shares(votes)
    found = None if method == "majority" else label(votes, MODELS[method], seed=seed)
    probability = shares if found is None else found.probability
    label_of, majority = chosen(probability), chosen(shares)
    clear = (majority >= 0) & (label_of >= 0)
    number = np.bincount(votes.item, minlength=votes.items)
    return Consensus(
        method=method,
        items=votes.items,
        tied=int((label_of < 0).sum()),
        equals_majority=float((label_of == majority)[clear].mean()) if clear.any() else None,
        log_likelihood=None if found is None else found.log_likelihood,
        starts=None if found is None else found.starts,
        rounds=None if found is None else found.rounds,
        converged=None if found is None else found.converged,
        accuracy=None
        if gold is None
        else accuracy_of(probability, shares, gold, categories, level),
        smaller=smaller_majorities(votes, level),
        annotators=_annotators(votes, method, probability, found, people, gold, level),
        labels=tuple(
            ConsensusLabel(
                item.segment,
                item.system,
                item.aspect,
                categories[code] if code >= 0 else None,
                float(probability[at].max()),
                int(number[at]),
            )
            for at, (item, code) in enumerate(zip(items, label_of, strict=True))
        ),
    )


def _annotators(
    votes: Votes,
    method: ConsensusMethod,
    probability: Floats,
    found: Labelling | None,
    people: Sequence[str],
    gold: Gold | None,
    level: float,
) -> tuple[ConsensusAnnotator, ...]:
    number = np.bincount(votes.annotator, minlength=votes.annotators)
    given = np.bincount(votes.annotator, probability[votes.item, votes.label], votes.annotators)
    right = [Estimate(None)] * votes.annotators
    if gold is not None:
        right = annotator_accuracy(votes, gold, level)
    traits = () if found is None else found.fitted.trait
    return tuple(
        ConsensusAnnotator(
            name,
            int(number[at]),
            float(given[at] / max(number[at], 1)),
            right[at],
            **{
                trait: float(values[at, 0])
                for trait, values in zip(_TRAITS.get(method, ()), traits, strict=False)
            },
        )
        for at, name in enumerate(people)
    )
