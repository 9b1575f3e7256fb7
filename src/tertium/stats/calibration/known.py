"""What is known from the earlier campaign: systems, and outputs that may be anchors.

Scores are explained by system, annotator and output. What an annotator gives more or less
than others is taken away, and the score of an output is drawn towards the mean of its
system as far as its scores are noise. Somebody who picks anchors by their scores picks good
and bad luck too; expected scores are free of it (regression calibration; Carroll,
Ruppert, Stefanski and Crainiceanu, 2006).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.scale import Scale
from tertium.stats.arrays import Floats, Ints
from tertium.stats.assessment.rows import Rows, read_rows
from tertium.stats.codes import add_up, together
from tertium.table import JudgementTable, Scores

ItemScores = Mapping[tuple[str, str], float]
Earlier = JudgementTable | Scores | ItemScores
_ROUNDS, _STILL = 200, 1e-9


@dataclass(frozen=True, slots=True)
class KnownOutputs:
    """Outputs of an earlier campaign, and the scores behind them.

    `expected` is the quality to be expected of each output, `kept` the share of its distance
    from the mean of its system that is not noise. Scores have their annotator's offset taken
    away; without annotators (`people` = 0) they are exact. Each score weighs so that a
    segment counts once for its system.
    """

    names: dict[tuple[str, str], int]  # of outputs: segment and system
    systems: tuple[str, ...]
    expected: Floats
    kept: Floats
    mean: Floats  # of systems
    raw: Floats
    item: Ints  # from here on, of scores
    system: Ints
    person: Ints
    text: Ints
    value: Floats
    weight: Floats
    people: int
    noise: float | None  # variance of scores around their output; None where it cannot be told
    spread: float  # variance of outputs around their system

    @property
    def counts(self) -> Ints:
        """How many scores each output has."""
        return np.bincount(self.item, minlength=len(self.expected))

    def stretch(self, item: Ints, pull: Floats) -> Floats:
        """Return how a number moves with each output by way of `kept`, which is estimated.

        `pull` tells how much it moves with the expected score of each `item`.
        """
        if self.noise is None or self.spread == 0:
            return np.zeros(len(self.expected))
        n = self.counts
        left = self.value - self.mean[self.system]
        own = np.bincount(self.item, left) / n
        scatter = np.bincount(self.item, (left - own[self.item]) ** 2)
        # kept = spread / (spread + noise / n), and both are means over outputs.
        total = (self.spread + self.noise / n[item]) ** 2
        by_spread = (pull * own[item] * self.noise / n[item] / total).sum()
        by_noise = -(pull * own[item] * self.spread / n[item] / total).sum()
        more = (own**2 - self.noise / n - self.spread) / len(n)
        noisier = (scatter - (n - 1) * self.noise) / max(int((n - 1).sum()), 1)
        # More noise is also less spread, as far as it explains the same differences.
        return np.asarray(by_spread * (more - noisier * float((1 / n).mean())) + by_noise * noisier)


def read_known(earlier: Earlier, *, aspect: str, scale: Scale) -> KnownOutputs:
    """Return what judgements, or plain scores of outputs, of an earlier campaign say.

    `scale` is that of this campaign, which plain scores have too.
    """
    if not isinstance(earlier, JudgementTable | Scores):
        return _from_items(earlier, scale)
    rows = read_rows(earlier, aspect=aspect)
    observed = "observed" in (scale.source, rows.scale.source)
    if not observed and (rows.scale.lowest, rows.scale.highest) != (scale.lowest, scale.highest):
        raise BadInput(
            f"the earlier scores go {rows.scale.words}, those of this campaign {scale.words}",
            where="earlier",
            fix="Bring both to one scale first, or say it with --scale if they have the same.",
        )
    return _from_rows(rows)


def _from_items(scores: ItemScores, scale: Scale) -> KnownOutputs:
    if not scores:
        raise BadInput(
            "there are no scores of an earlier campaign",
            where="earlier",
            fix="Give its judgements, or a table with the columns segment,system,score.",
        )
    value = np.array(list(scores.values()), dtype=float)
    outside = ~((value >= scale.lowest) & (value <= scale.highest))
    if outside.any() and scale.source != "observed":
        segment, system = list(scores)[int(np.flatnonzero(outside)[0])]
        raise BadInput(
            f"the earlier score {value[outside][0]:g} of segment {segment!r} and system "
            f"{system!r} lies outside {scale.lowest:g} to {scale.highest:g}",
            where="earlier",
            fix="Correct it, or give scores on the scale of this campaign.",
        )
    if scale.best == "lowest":
        value = scale.lowest + scale.highest - value
    systems = tuple(sorted({system for _, system in scores}))
    code = np.array([systems.index(system) for _, system in scores], dtype=np.int64)
    texts = {segment: at for at, (segment, _) in enumerate(scores)}
    weight = 1.0 / np.bincount(code)[code]
    mean = add_up(weight * value, code, len(systems))
    return KnownOutputs(
        names={key: at for at, key in enumerate(scores)},
        systems=systems,
        expected=value,
        kept=np.ones(len(value)),
        mean=mean,
        raw=mean,
        item=np.arange(len(value)),
        system=code,
        person=np.full(len(value), -1),
        text=np.array([texts[segment] for segment, _ in scores], dtype=np.int64),
        value=value,
        weight=weight,
        people=0,
        noise=None,
        spread=0.0,
    )


def _from_rows(rows: Rows) -> KnownOutputs:
    rows = rows.take(
        (rows.plays("real", "repeat") | (rows.scores.role.codes < 0))
        & (rows.scores.annotator.codes >= 0)
        & (rows.system >= 0)
        & (rows.segment >= 0)
    )
    if not len(rows):
        raise BadInput(
            "the earlier campaign has no scores of outputs",
            where="earlier",
            fix="Give its judgements, or a table with the columns segment,system,score.",
        )
    used, system = np.unique(rows.system, return_inverse=True)
    item, person = together(rows.system, rows.segment), together(rows.person)
    first = np.unique(item, return_index=True)[1]
    weight = 1.0 / np.bincount(item)[item]
    weight /= np.bincount(system, weight)[system]
    fitted = _fit(rows.value, system, person, item, weight)
    segments, systems = rows.scores.segment.names, rows.scores.system.names
    keys = zip(rows.segment[first].tolist(), rows.system[first].tolist(), strict=True)
    documents = rows.scores.document.codes
    text = rows.segment if (documents < 0).any() else documents
    return KnownOutputs(
        names={(segments[s], systems[y]): at for at, (s, y) in enumerate(keys)},
        systems=tuple(systems[code] for code in used.tolist()),
        expected=fitted.expected,
        kept=fitted.kept,
        mean=fitted.mean,
        raw=add_up(weight * rows.value, system, len(used)),
        item=item,
        system=system,
        person=person,
        text=together(text),
        value=rows.value - fitted.offset[person],
        weight=weight,
        people=int(person.max()) + 1,
        noise=fitted.noise,
        spread=fitted.spread,
    )


@dataclass(frozen=True, slots=True)
class _Fitted:
    mean: Floats  # of systems
    offset: Floats  # of annotators
    expected: Floats  # of outputs
    kept: Floats
    noise: float | None
    spread: float


def _fit(value: Floats, system: Ints, person: Ints, item: Ints, weight: Floats) -> _Fitted:
    """Tell systems, annotators and outputs apart, with variances from the data themselves.

    Means of systems and offsets of annotators are found in turn. The offset is drawn
    towards 0 as far as few scores say little, the score of an output towards its system.
    """
    load, number = np.bincount(person), np.bincount(item)
    of_item = np.zeros(len(number), dtype=np.int64)
    of_item[item] = system
    offset = np.zeros(len(load))
    for _ in range(_ROUNDS):
        mean = add_up(weight * (value - offset[person]), system, int(system.max()) + 1)
        left = value - mean[system]
        own = np.bincount(person, left) / load
        rest = left - own[person]
        noise = (rest**2).sum() / max(len(value) - len(load), 1)
        between = float(own.var(ddof=1)) if len(load) > 1 else 0.0
        between = max(between - noise * float((1 / load).mean()), 0.0)
        drawn = own * between / (between + noise / load) if between else np.zeros(len(load))
        drawn -= np.average(drawn, weights=load)
        moved = float(np.abs(drawn - offset).max())
        offset = drawn
        if moved < _STILL:
            break
    mean = add_up(weight * (value - offset[person]), system, int(system.max()) + 1)
    left = value - offset[person] - mean[system]
    own = np.bincount(item, left) / number
    if len(value) == len(number):
        return _Fitted(mean, offset, mean[of_item] + own, np.ones(len(own)), None, 0.0)
    within = float(((left - own[item]) ** 2).sum()) / (len(value) - len(number))
    spread = max(float((own**2).mean()) - within * float((1 / number).mean()), 0.0)
    kept = spread / (spread + within / number) if spread else np.zeros(len(number))
    return _Fitted(mean, offset, mean[of_item] + kept * own, kept, within, spread)
