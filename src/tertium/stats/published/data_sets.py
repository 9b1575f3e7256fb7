"""What organisers published with their judgements: WMT16 rankings, WMT21 scores, HUME, MQM of TED.

These numbers are obtained from the judgements themselves, by the analyses that anybody runs.
"""

from functools import cache
from pathlib import Path

from tertium.formats.judgements import read_judgements
from tertium.stats.agreement.agree import Agreement, agree
from tertium.stats.assessment.assess import Assessment, assess
from tertium.stats.assessment.ranking import rank_scores
from tertium.stats.errors.analyse import ErrorScores, score_errors
from tertium.stats.published.claim import recomputes
from tertium.stats.ranking.result import Ranking


@cache
def _wmt16(folder: Path, pair: str) -> Agreement:
    data = read_judgements(folder / f"rankings.{pair}.csv.gz").comparisons()
    return agree(data, variant="wmt")


@cache
def _wmt21(folder: Path, pair: str) -> Ranking:
    table = read_judgements(folder / f"judgements.{pair}.csv.gz")
    return rank_scores(table, method="wmt-z")


@cache
def _hume(folder: Path) -> Assessment:
    return assess(read_judgements(folder / "judgements.csv.gz"), recipe="z")


@cache
def _ted(folder: Path) -> ErrorScores:
    spans = read_judgements(folder / "mqm_ted_ende.tsv.gz").spans()
    return score_errors(spans, scoring="wmt-mqm")


@recomputes(agree, data_set="wmt16-rr")
def ranking_kappa(folder: Path, kind: str, pair: str) -> float | None:
    """Return the κ that the organisers of WMT print, between or within judges."""
    found = _wmt16(folder, pair).wmt
    assert found is not None
    return (found.inter if kind == "inter" else found.intra).kappa


@recomputes(rank_scores, data_set="wmt21-da")
def mean_z(folder: Path, pair: str, system: str) -> float | None:
    """Return a system's mean standardised score."""
    (one,) = (one for one in _wmt21(folder, pair).systems if one.system == system)
    return one.score


@recomputes(rank_scores, data_set="wmt21-da")
def clusters(folder: Path, pair: str) -> float:
    """Return how many clusters of systems there are."""
    return float(len({one.cluster for one in _wmt21(folder, pair).systems}))


@recomputes(assess, data_set="hume-da-ende")
def segments(folder: Path, judgements: int) -> float:
    """Return how many segments have at least so many judgements."""
    return float(sum(one.n >= judgements for one in _hume(folder).segments))


@recomputes(score_errors, data_set="mqm-ted-ende")
def mqm(folder: Path, system: str) -> float | None:
    """Return the mean MQM penalty of a system's segments."""
    (one,) = (one for one in _ted(folder).systems if one.system == system)
    return one.score
