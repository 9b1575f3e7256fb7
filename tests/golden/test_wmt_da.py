"""Direct assessment as WMT21 and the HUME study published it.

Akhbardeh et al. (2021), news into English: system scores, tests, clusters and workers.
Birch et al. (2016): mean scores of segments with at least so many judgements.
"""

import csv
import gzip
from itertools import combinations

import numpy as np
import pytest

from tertium.formats.judgements import read_judgements
from tertium.stats.assessment.assess import assess
from tertium.stats.assessment.control import control_tests
from tertium.stats.assessment.ranking import rank_scores
from tertium.stats.assessment.rows import read_rows, standardise

PAIRS = ("cs-en", "ha-en", "de-en", "is-en")
# A few judgements of workers without a z are in the published raw means and not in the data.
RAW = {"cs-en": 1e-9, "ha-en": 1e-9, "de-en": 0.8, "is-en": 0.06}


@pytest.fixture(scope="module")
def tables(shared_data):
    """Return the judgements of every language pair."""
    folder = shared_data / "wmt21-da"
    return {pair: read_judgements(folder / f"judgements.{pair}.csv.gz") for pair in PAIRS}


def lines(path):
    """Return the fields of every line below the header."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return [line.split() for line in file][1:]


@pytest.mark.parametrize("pair", PAIRS)
def test_raw_and_z_scores_of_systems_are_the_published_ones(shared_data, tables, pair):
    """Raw mean, z mean and the number of segments; all four pairs, z to rounding."""
    published = {row[3]: row for row in lines(_published(shared_data, f"sys-scores.{pair}.txt"))}
    found = rank_scores(tables[pair], method="wmt-z")
    assert {one.system for one in found.systems} == set(published)
    for one in found.systems:
        raw, z, segments, _, judgements = published[one.system]
        assert one.score == one.z == pytest.approx(float(z), abs=1e-5)
        assert one.raw == pytest.approx(float(raw), abs=RAW[pair])
        assert one.segments == int(segments)
        if RAW[pair] < 1e-3:
            assert one.judgements == int(judgements)


@pytest.mark.parametrize("pair", PAIRS)
def test_the_order_and_the_clusters_are_the_published_ones(shared_data, tables, pair):
    """Systems from best to worst with the lines between them, and everybody's wins."""
    language = pair.split("-")[0]
    published = [r for r in lines(_published(shared_data, "clusters.csv")) if r[0] == language]
    found = rank_scores(tables[pair], method="wmt-z")
    assert [one.system for one in found.systems] == [row[7] for row in published]
    starts = {start: number for number, start in enumerate(_distinct(r[4] for r in published), 1)}
    assert [one.cluster for one in found.systems] == [starts[row[4]] for row in published]
    wins = [len(published) - one.rank_high for one in found.systems]
    assert wins == [int(row[2]) for row in published]


@pytest.mark.parametrize("pair", PAIRS)
def test_every_star_of_the_published_tests_is_found(shared_data, tables, pair):
    """One-sided rank sums of z: no star, one, two or three at p < .05, .01 and .001."""
    path = _published(shared_data, f"wilcoxon.{pair}.txt")
    names = path.read_text(encoding="utf-8").splitlines()[0].split()
    stars = {
        (row[0], name): cell.count("*")
        for row in lines(path)
        for name, cell in zip(names, row[1:], strict=False)
        if cell != "-"
    }
    found = assess(tables[pair], recipe="wmt-z", segments=False)
    assert len(found.contrasts) == len(names) * (len(names) - 1) // 2
    for one in found.contrasts:
        assert sum(one.p < level for level in (0.05, 0.01, 0.001)) == stars[one.a, one.b]


@pytest.mark.parametrize("pair", PAIRS)
def test_segment_scores_are_the_published_ones(shared_data, tables, pair):
    """Mean raw and z of every output, over ordinary and repeated items."""
    published = {
        (row[1], row[0]): row for row in lines(_published(shared_data, f"seg-scores.{pair}.csv.gz"))
    }
    found = assess(tables[pair], recipe="wmt-z").segments
    same = 0
    for one in found:
        _, _, raw, z, n = published[one.segment, one.system]
        assert one.z == pytest.approx(float(z), abs=1e-4)
        if one.n == int(n):
            assert one.raw == pytest.approx(float(raw), abs=1e-4)
            same += 1
    assert same > 0.99 * len(found) == 0.99 * len(published)


def test_p_values_of_workers_are_the_published_ones(shared_data, tables):
    """The paired t test over a worker's HITs of all pairs, for workers whose HITs are all here."""
    with _published(shared_data, "ad-trk-stats.csv").open(encoding="utf-8") as file:
        published = {row[0]: row for row in csv.reader(file, delimiter="\t")}
    rows = [row for table in tables.values() for row in table.rows()]
    table = type(tables["cs-en"]).from_rows(rows)
    complete = 0
    for one in control_tests(table, test="t"):
        p, _, n = published[one.annotator][1:]
        if one.n == int(n):
            complete += 1
            assert one.p == pytest.approx(float(p), rel=1e-5)
            assert one.passed  # only these workers' scores were published
    assert complete == 230


def test_hume_segments_with_five_judgements_are_the_published_ones(shared_data):
    """Where nothing was drawn, raw and z means of a segment agree to rounding."""
    found = {one.segment: one for one in _hume(shared_data).segments}
    for kind, tolerance in (("raw", 1e-9), ("stnd", 1e-6)):
        path = shared_data / "hume-da-ende" / "published" / f"{kind}-seg-scores-5.en-de.txt"
        exact = [row for row in lines(path) if found[row[0]].n == 5]
        assert len(exact) == 40
        for segment, _, score, _ in exact:
            one = found[segment]
            assert (one.raw if kind == "raw" else one.z) == pytest.approx(
                float(score), abs=tolerance
            )


@pytest.mark.parametrize("wanted", [5, 10])
def test_other_hume_segments_are_means_of_so_many_of_our_scores(shared_data, wanted):
    """The organisers drew 5 or 10 judgements of a segment: exactly one draw gives their z."""
    table = read_judgements(shared_data / "hume-da-ende" / "judgements.csv.gz")
    rows = read_rows(table)
    z = standardise(rows).z
    counted = rows.plays("real", "repeat")
    names = np.array(rows.scores.segment.names)[rows.segment]
    path = shared_data / "hume-da-ende" / "published" / f"stnd-seg-scores-{wanted}.en-de.txt"
    for segment, _, score, n in lines(path):
        own = z[counted & (names == segment)]
        assert int(n) == wanted <= len(own)
        if len(own) <= 12:
            draws = np.array(
                [own[list(draw)].mean() for draw in combinations(range(len(own)), wanted)]
            )
            assert np.abs(draws - float(score)).min() < 1e-6


def test_hume_has_as_many_segments_with_so_many_judgements(shared_data):
    """At least 5, 10 and 15 judgements: 250, 180 and 30 segments."""
    found = _hume(shared_data).segments
    for wanted, number in ((5, 250), (10, 180), (15, 30)):
        path = shared_data / "hume-da-ende" / "published" / f"raw-seg-scores-{wanted}.en-de.txt"
        enough = {one.segment for one in found if one.n >= wanted}
        assert enough == {row[0] for row in lines(path)}
        assert len(enough) == number


def _hume(shared_data):
    return assess(read_judgements(shared_data / "hume-da-ende" / "judgements.csv.gz"), recipe="z")


def _published(shared_data, name):
    return shared_data / "wmt21-da" / "published" / name


def _distinct(values):
    return list(dict.fromkeys(values))
