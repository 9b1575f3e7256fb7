"""Ratings by simulated annotators, in situations that do and do not suit the latent scale."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.stats.assessment.assess import assess
from tertium.stats.contrasts.crossed import ANNOTATORS, DOCUMENTS, Prior
from tertium.stats.order import tied_ranks
from tertium.stats.ratings.cumulative import CumulativeModel, Latent, Precision
from tertium.stats.ratings.latent import SPREAD_SD, LatentScale, latent_scale
from tertium.stats.ratings.links import LINKS
from tertium.stats.ratings.moved import Movements
from tertium.stats.ratings.proportional import check_proportional
from tertium.stats.ratings.rated import read_rated
from tertium.table import JudgementTable

Floats = NDArray[np.float64]
QUALITY = np.array([0.6, 0.3, 0.0, 0.0])  # of systems; the last two are equal
CHECKED = 40  # campaigns in which proportional odds are checked
_MANY, _DRAWS = 400, 600  # annotators, and ratings of each system by each, for the truth
_NOISE = np.pi / np.sqrt(3)  # sd of one judgement


@dataclass(frozen=True, slots=True)
class Situation:
    """Who judges what; sds on the latent scale, whose noise has sd 1.8.

    `annotators_differ` and `documents_differ` are those of single systems; where they are
    `expected`, every campaign draws them from the prior of the interval.
    """

    name: str
    people: int = 5
    documents: int = 10
    segments: int = 5
    severity: float = 1.0
    spread: float = 0.3
    annotators_differ: float = 0.25
    documents_differ: float = 0.35
    layout: Literal["common", "unique", "mixes", "severe-see-good"] = "common"
    easy: float = 0.0
    careless: int = 0
    expected: bool = False

    def settled(self, seed: int) -> "Situation":
        """Return the situation of one campaign."""
        if not self.expected:
            return self
        sds = np.abs(np.random.default_rng([seed, 1]).normal(size=2)) * _NOISE
        return replace(
            self, annotators_differ=ANNOTATORS * sds[0], documents_differ=DOCUMENTS * sds[1]
        )


SITUATIONS = (
    Situation("5 annotators, all judge all"),
    Situation("3 annotators", people=3),
    Situation("10 annotators", people=10),
    Situation("nobody differs between systems", annotators_differ=0.0, documents_differ=0.0),
    Situation("units differ as the prior expects", expected=True),
    Situation("units differ strongly", annotators_differ=0.6, documents_differ=0.85),
    Situation("3 documents", documents=3, segments=15),
    Situation("each segment judged once", people=5, segments=10, layout="unique"),
    Situation("most ratings are the best", easy=2.5),
    Situation("unbalanced mixes", people=8, layout="mixes", severity=1.5),
    Situation("severe saw the good", people=8, layout="severe-see-good", severity=1.5),
    Situation("two of 8 annotators careless", people=8, careless=2),
)


def draw(one: Situation, rng: np.random.Generator) -> JudgementTable:
    """Draw one campaign."""
    size = len(QUALITY)
    shift = rng.normal(0, one.severity, one.people)
    if one.layout == "severe-see-good":
        shift = np.sort(shift)
    spread = np.exp(rng.normal(0, one.spread, one.people))
    own = rng.normal(0, one.annotators_differ, (one.people, size))
    of_documents = rng.normal(0, one.documents_differ, (one.documents, size))
    hard = rng.normal(0, 0.5, one.documents)[:, None] + rng.normal(
        0, 1.0, (one.documents, one.segments)
    )
    d, s, j, k = (
        axis.ravel() for axis in np.indices((one.documents, one.segments, one.people, size))
    )
    segment = d * one.segments + s
    if one.layout == "unique":
        kept = segment % one.people == j
    elif one.layout == "mixes":
        kept = rng.random(len(j)) < np.where(j % size == k, 0.7, 0.15)
    elif one.layout == "severe-see-good":
        seen = np.where((j < one.people / 2) == (k < size / 2), 0.5, 0.15)
        kept = rng.random(len(j)) < seen
    else:
        kept = np.ones(len(j), dtype=bool)
    d, s, j, k, segment = (column[kept] for column in (d, s, j, k, segment))
    latent = QUALITY[k] + shift[j] + own[j, k] + of_documents[d, k] + hard[d, s]
    latent = latent + one.easy + spread[j] * rng.logistic(size=len(j))
    value = 1.0 + (latent[:, None] > _thresholds()).sum(1)
    value = np.where(j < one.careless, rng.integers(1, 6, len(j)), value).astype(float)
    return JudgementTable.from_columns(
        {
            "judgement": [str(n) for n in range(len(j))],
            "annotator": [f"a{n}" for n in j],
            "segment": [f"s{n}" for n in segment],
            "document": [f"d{n}" for n in d],
            "system": [f"y{n}" for n in k],
            "aspect": ["overall"] * len(j),
            "value": value,
        }
    )


def _thresholds() -> Floats:
    return np.array([-2.0, -0.7, 0.7, 2.0])


def truth(one: Situation) -> Floats:
    """Return the places of systems that a campaign without end would find."""
    rng = np.random.default_rng(12345)
    counts = np.zeros((_MANY, len(QUALITY), 5))
    careless = np.arange(_MANY) < _MANY * one.careless / one.people
    shift = rng.normal(0, one.severity, (_MANY, 1))
    spread = np.exp(rng.normal(0, one.spread, (_MANY, 1)))
    for k, quality in enumerate(QUALITY):
        own = rng.normal(0, one.annotators_differ, (_MANY, 1))
        latent = quality + one.easy + shift + own - own.mean()
        texts = np.sqrt(0.5**2 + 1.0**2 + one.documents_differ**2)
        latent = latent + rng.normal(0, texts, (_MANY, _DRAWS))
        latent = latent + spread * rng.logistic(size=(_MANY, _DRAWS))
        category = (latent[..., None] > _thresholds()).sum(2)
        category = np.where(careless[:, None], rng.integers(0, 5, category.shape), category)
        for c in range(5):
            counts[:, k, c] = (category == c).sum(1)
    model = CumulativeModel(counts, LINKS["logit"], Precision(1e-4, 1.0, SPREAD_SD**-2))
    places = model.fit().at.systems
    return np.array([places[quality == QUALITY].mean() for quality in QUALITY])


def trial(one: Situation, places: tuple[float, ...], seed: int) -> dict[str, float]:
    """Analyse one campaign in both ways; `places` are the truth where all campaigns share it."""
    one = one.settled(seed)
    places = places or tuple(truth(one).tolist())
    table = draw(one, np.random.default_rng(seed))
    rated = read_rated(table, "overall")
    found = latent_scale(rated, "logit", 0.95)
    scored = assess(table, segments=False)
    z = {system.system: system.z for system in scored.systems}
    raw = {system.system: system.raw for system in scored.systems}
    told = {f"y{k}": found.score[rated.systems.index(f"y{k}")] for k in range(len(QUALITY))}
    pairs = {frozenset((pair.a, pair.b)): pair for pair in found.contrasts}
    by_z = {frozenset((pair.a, pair.b)): pair for pair in scored.contrasts}
    covered, errors = [], []
    for (a, b), pair in ((sorted(names), pair) for names, pair in pairs.items()):
        true = places[int(a[1])] - places[int(b[1])]
        sign = 1 if pair.a == a else -1
        low, high = sorted((sign * (pair.low or 0.0), sign * (pair.high or 0.0)))
        covered.append(low <= true <= high)
        errors.append((sign * (pair.difference or 0.0) - true) ** 2)
    equal, far = frozenset(("y2", "y3")), frozenset(("y0", "y3"))
    return {
        "latent right": _right(told),
        "z right": _right(z),
        "raw right": _right(raw),
        "covered": float(np.mean(covered)),
        "equal": float(_significant(pairs[equal])),
        "equal z": float(_significant(by_z[equal])),
        "power": float(_significant(pairs[far]) and told["y0"] > told["y3"]),
        "power z": float(_significant(by_z[far]) and z["y0"] > z["y3"]),
        "error": float(np.mean(errors)),
        "people": float(found.pairs.found.people.mean()),
        "texts": float(found.pairs.found.texts.mean()),
        "rest": float(found.pairs.found.rest.mean()),
        "held back": _held_back(found),
        "width": ((pairs[far].high or 0.0) - (pairs[far].low or 0.0)) / 2,
        "held": float(_held(found.movements)) if seed < CHECKED else np.nan,
    }


# Two systems, three annotators, and few documents, who all differ strongly.
FEW = (
    Situation("3 annotators, 10 documents", 3, annotators_differ=0.6, documents_differ=0.85),
    Situation("3 annotators, 3 documents", 3, 3, 15, annotators_differ=0.6, documents_differ=0.85),
)
PRIORS = (Prior(), Prior(0.15, 0.2))  # that of the interval, and a narrower one


def covered_by(
    one: Situation, places: tuple[float, ...], priors: tuple[Prior, ...], seed: int
) -> list[bool]:
    """Tell whether the interval of the best and an equal system holds the truth, by prior."""
    table = draw(one, np.random.default_rng(seed)).select(system=["y0", "y2"])
    found = latent_scale(read_rated(table, "overall"), "logit", 0.95)
    rated, pairs = found.movements.rated, found.pairs
    true = np.array([places[int(name[1])] for name in rated.systems])
    difference = float((true[pairs.first] - true[pairs.second])[0])
    intervals = (
        found.movements.contrasts(_places(found), pairs.first, pairs.second, prior=prior)
        for prior in priors
    )
    return [bool(abs(i.estimate[0] - difference) <= i.reach(0.95)[0]) for i in intervals]


def _places(found: LatentScale) -> list[Latent]:
    """Return how single systems move."""
    movements, size = found.movements, len(found.score)
    cuts = len(movements.fitted.at.thresholds)
    sides = np.eye(size, cuts + size, cuts)
    return [movements.inverse(side - sides.mean(0)) for side in sides]


def _held_back(found: LatentScale) -> float:
    """Return the variance that is added for what the priors of the model hold back."""
    movements, places = found.movements, _places(found)
    return float(
        np.mean(
            [
                movements.unseen(places[a].moved(places[b], -1.0))
                for a, b in zip(found.pairs.first, found.pairs.second, strict=True)
            ]
        )
    )


def _held(movements: Movements) -> bool:
    return check_proportional(movements, 0.95).holds is not False


def _significant(pair: object) -> bool:
    p = getattr(pair, "p", None)
    return p is not None and p < 0.05


def _right(places: dict[str, float]) -> float:
    """Return the share of unequal pairs in the right order; a tie is half right."""
    names = [f"y{k}" for k in range(len(QUALITY))]
    place = tied_ranks(np.array([-places[name] for name in names]))
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4) if QUALITY[i] > QUALITY[j]]
    return float(np.mean([0.5 if place[i] == place[j] else place[i] < place[j] for i, j in pairs]))
