"""Official rankings: WMT16 (Bojar et al., 2016) and Chinese–English (Toral et al., 2018).

The organisers ranked by TrueSkill with 1,000 runs; their files give mean, range of ranks
and cluster breaks.
"""

import csv
import gzip
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import spearmanr

from tertium.formats.judgements import read_judgements
from tertium.stats.ranking.rank import rank
from tests.stats.ranking.compared import compared

PAIRS = (
    "cze-eng", "deu-eng", "eng-deu", "eng-ron", "eng-tur", "ron-eng", "rus-eng", "tur-eng",
)  # fmt: skip
SMALL = ("eng-ron", "eng-tur", "tur-eng")
METHODS = (
    {"method": "bradley-terry"},
    {"method": "bradley-terry", "ties": "half"},
    {"method": "bradley-terry", "ties": "drop"},
    {"method": "wins"},
    {"method": "expected-wins"},
    {"method": "dominance"},
)


@cache
def official(path):
    """Return (system, mean, lowest rank, highest rank, cluster) as printed, best first."""
    listed, cluster = [], 1
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("+"):
            cluster += 1
        elif line:
            system, mean, low, high = line.split()
            ranks = float(low.strip("(,")), float(high.strip(")"))
            listed.append((system, float(mean), *ranks, cluster))
    return listed


@pytest.fixture(scope="module")
def wmt16(shared_data):
    """Return the comparisons and the official ranking of a language pair."""
    folder = shared_data / "wmt16-rr"

    @cache
    def read(pair):
        table = read_judgements(folder / f"rankings.{pair}.csv.gz")
        return table.comparisons(), official(folder / "published" / f"wmt16.{pair}.clusters.txt")

    return read


def check(found, published):
    """Hold an order to the published one: nobody beyond a cluster break, Spearman ≥ .94."""
    place = {system: at for at, (system, *_) in enumerate(published)}
    cluster = {system: number for system, *_, number in published}
    order = [one.system for one in found.systems]
    assert set(order) == set(place)
    for better, worse in combinations(order, 2):
        assert cluster[better] <= cluster[worse], f"{better} and {worse} cross a break"
    assert spearmanr([place[system] for system in order], range(len(order)))[0] >= 0.94


@pytest.mark.parametrize("pair", PAIRS)
def test_no_method_crosses_an_official_break(wmt16, pair):
    """Strengths, wins and dominance order systems as the organisers did, within clusters."""
    rows, published = wmt16(pair)
    for way in METHODS:
        check(rank(rows, **way), published)


@pytest.mark.parametrize("pair", PAIRS)
def test_trueskill_gives_the_published_means(wmt16, pair):
    """Few runs are enough for the order and for means within what so few leave open."""
    rows, published = wmt16(pair)
    found = rank(rows, method="trueskill", runs=20)
    check(found, published)
    score = {one.system: one.score for one in found.systems}
    apart = [score[system] - mean for system, mean, *_ in published]
    assert np.abs(apart).max() < 0.05
    assert np.sqrt(np.mean(np.square(apart))) < 0.02


def test_trueskill_gives_the_published_ranges_and_clusters(wmt16):
    """With 300 runs 58 of the 60 ends of ranges in three language pairs, and all clusters."""
    right = ends = 0
    for pair in SMALL:
        rows, published = wmt16(pair)
        found = {s.system: s for s in rank(rows, method="trueskill", runs=300).systems}
        for system, mean, low, high, cluster in published:
            assert found[system].score == pytest.approx(mean, abs=0.01)
            assert found[system].cluster == cluster
            right += (found[system].rank_low == low) + (found[system].rank_high == high)
            ends += 2
    assert ends == 60
    assert right >= 58


def test_other_people_would_part_fewer_systems(wmt16):
    """Intervals that hold for other people and segments never find more clusters than WMT."""
    for pair in PAIRS:
        rows, published = wmt16(pair)
        assert rank(rows).systems[-1].cluster <= published[-1][-1]


@pytest.fixture(scope="module")
def human_parity(shared_data):
    """Return the comparisons of the five judges, and the official files."""
    folder = shared_data / "human-parity-zhen"
    with gzip.open(folder / "pairwise.csv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    listed = []
    for row in rows:
        one, two = int(row["rank1"]), int(row["rank2"])
        act = f"{row['judge']}/{row['segment']}"
        listed.append(
            (row["judge"], row["segment"], row["system1"], row["system2"], np.sign(two - one),
             None, act)
        )  # fmt: skip
    return compared(listed), folder / "published"


def test_three_clusters_by_trueskill(human_parity):
    """The human translation, then c6, then gg, with the published means and bounds."""
    rows, published = human_parity
    found = rank(rows, method="trueskill", runs=300)
    assert [(one.system, one.cluster) for one in found.systems] == [("ht", 1), ("c6", 2), ("gg", 3)]
    means = official(published / "hp_001_049.csv.mu.cluster.txt")
    for one, (system, mean, low, high, _) in zip(found.systems, means, strict=True):
        assert one.system == system
        assert one.score == pytest.approx(mean, abs=0.03)
        assert (one.low, one.high) == pytest.approx((low, high), abs=0.1)
        assert one.rank_low == one.rank_high == one.rank


@pytest.mark.parametrize("way", METHODS, ids=str)
def test_five_judges_settle_less(human_parity, way):
    """The same order; gg is surely last, but other judges might not prefer ht to c6."""
    found = rank(human_parity[0], **way)
    assert [one.system for one in found.systems] == ["ht", "c6", "gg"]
    assert [one.cluster for one in found.systems] == [1, 1, 2]


def test_comparisons_taken_as_independent_would_claim_more(human_parity):
    """Without regard to who judged what, ht seems surely better than c6."""
    naive = rank(human_parity[0], interval="information")
    assert [one.cluster for one in naive.systems] == [1, 2, 3]
