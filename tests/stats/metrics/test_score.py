"""Systems scored by metrics: intervals, tests, ranks, and what is missing."""

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest
from scipy.special import ndtr, stdtrit

from tertium.exceptions import BadInput, NotFound
from tertium.stats.metrics.gather import gather
from tertium.stats.metrics.resample import MOST, Units, drawn, units_of
from tertium.stats.metrics.rows import computed_table, segment_rows
from tertium.stats.metrics.score import column, score
from tertium.stats.resampling import expanded_p, expanded_percentile
from tertium.text.metrics import text_metric
from tests.stats.metrics.made import noisy, texts_of

METRICS = [text_metric("bleu"), text_metric("chrf"), text_metric("ter")]


def scored(size=60, shares=(0.1, 0.2, 0.4), metrics=METRICS, seed=1, documents=None, **given):
    """Return the scores of systems with these shares of wrong words."""
    references, outputs = noisy(size, seed)
    systems = {f"s{number}": outputs(share) for number, share in enumerate(shares)}
    return score(texts_of(systems, {"ref": references}, documents), metrics, **given)


@pytest.mark.parametrize(("test", "kind"), [("sacrebleu", "bs"), ("randomisation", "ar")])
def test_p_values_are_those_of_sacrebleu(test, kind, monkeypatch):
    """Its paired bootstrap and its approximate randomisation, with its seed."""
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    references, outputs = noisy(80, 3)
    systems = {"base": outputs(0.2), "near": outputs(0.21), "far": outputs(0.3)}
    found = score(
        texts_of(systems, {"ref": references}),
        METRICS[:2],
        test=test,
        baseline="base",
        resamples=400,
        seed=12345,
    ).result
    peers = {"BLEU": BLEU(references=[references]), "chrF2": CHRF(references=[references])}
    _, theirs = PairedTest(list(systems.items()), peers, None, test_type=kind, n_samples=400)()
    for metric, title in (("bleu", "BLEU"), ("chrf", "chrF2")):
        ours = {one.a: one for one in found.contrasts if one.metric == metric}
        assert {one.b for one in ours.values()} == {"base"}
        for name, result in zip(theirs["System"], theirs[title], strict=True):
            if name in ours:
                assert ours[name].p == pytest.approx(result.p_value, abs=1e-12)


def test_resamples_are_sums_of_drawn_segments():
    """A slow bootstrap that draws one by one has the same spread."""
    data = gather(texts_of(*_two(50)), METRICS[:1])
    sums = [one.astype(float) for one in data.statistics]
    fast = METRICS[0].score(drawn(sums, 3000, 0)[0])
    draw = np.random.default_rng(9)
    slow = np.array([
        METRICS[0].score(sums[0][:, draw.integers(50, size=50)].sum(axis=1)) for _ in range(3000)
    ])  # fmt: skip
    assert fast.mean(0) == pytest.approx(slow.mean(0), rel=0.01)
    assert fast.std(0) == pytest.approx(slow.std(0), rel=0.06)
    apart = [(one[:, 0] - one[:, 1]).std() for one in (fast, slow)]
    assert apart[0] == pytest.approx(apart[1], rel=0.06)


def _two(size):
    references, outputs = noisy(size, 4)
    return {"a": outputs(0.1), "b": outputs(0.3)}, {"ref": references}


@pytest.mark.parametrize("documents", [3, 5, 6, 20, 500])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_p_belongs_to_the_interval(documents, level):
    """P is below 1 − level exactly where the interval excludes 0, ties at 0 included.

    With few documents and a high level 400 resamples cannot show it; then p stays above.
    """
    reach = float(stdtrit(documents - 1, (1 + level) / 2)) * (documents / (documents - 1)) ** 0.5
    shown = documents < 6 or ndtr(-reach) > 1 / 401
    draw = np.random.default_rng(documents)
    for shift in np.linspace(-4, 4, 41):
        for values in (draw.normal(shift, 1, 400), np.round(draw.normal(shift, 1, 400))):
            low, high = expanded_percentile(values, level=level, documents=documents)
            p = expanded_p(values, documents=documents)
            outside = low > 0 or high < 0
            assert (p < 1 - level) == outside if shown else p > 1 - level


def test_intervals_cover_as_often_as_they_say():
    """Simulated texts of 100 segments; the truth is the score of a very long text."""
    metric = text_metric("bleu")
    references, outputs = noisy(3000, 7)
    pool = metric.statistics([outputs(0.2), outputs(0.25)], [references])
    truth = metric.score(pool.sum(axis=1))
    draw = np.random.default_rng(1)
    hit, apart = 0, 0
    for trial in range(150):
        chosen = pool[:, draw.integers(3000, size=100)]
        values = metric.score(drawn([chosen], 400, trial)[0])
        low, high = expanded_percentile(values[:, 0], level=0.95, documents=100)
        hit += low <= truth[0] <= high
        low, high = expanded_percentile(values[:, 0] - values[:, 1], level=0.95, documents=100)
        apart += low <= truth[0] - truth[1] <= high
    assert 133 <= hit <= 150  # 142 of 150 expected
    assert 133 <= apart <= 150


def test_equal_systems_are_rarely_told_apart():
    """The bootstrap and randomisation reject a true null hypothesis in about 5% of texts."""
    metric = text_metric("chrf")
    references, outputs = noisy(2000, 8)
    pool = metric.statistics([outputs(0.2), outputs(0.2)], [references])
    pool = np.concatenate([pool, pool[::-1]], axis=1)  # exactly equal over all of it
    draw, rejected = np.random.default_rng(2), 0
    for trial in range(150):
        chosen = pool[:, draw.integers(4000, size=80)]
        values = metric.score(drawn([chosen], 400, trial)[0])
        rejected += expanded_p(values[:, 0] - values[:, 1], documents=80) < 0.05
    assert rejected <= 15


def test_systems_are_ranked_by_the_first_metric():
    """Better systems come first whichever way the metric goes; all systems are lines."""
    found = scored().result
    assert [row["system"] for row in found.systems] == ["s0", "s1", "s2"]
    by_ter = scored(metrics=METRICS[::-1]).result
    assert [row["system"] for row in by_ter.systems] == ["s0", "s1", "s2"]
    assert by_ter.systems[0]["ter"] < by_ter.systems[2]["ter"]
    first = [one for one in found.ranks if one.metric == "bleu"]
    assert [one.rank for one in first] == [1, 2, 3]
    assert first[0].rank_range == (1, 1)
    pairs = [(one.a, one.b) for one in found.contrasts if one.metric == "ter"]
    assert pairs == [("s0", "s1"), ("s0", "s2"), ("s1", "s2")]
    holm = [one for one in found.contrasts if one.metric == "bleu"]
    assert all(one.p_adjusted >= one.p for one in holm)


def test_equal_outputs_have_no_interval():
    """And the reason is told."""
    references, outputs = noisy(20)
    same = outputs()
    texts = texts_of({"a": same, "b": same}, {"ref": references})
    (contrast,) = score(texts, METRICS[:1]).result.contrasts
    assert (contrast.difference, contrast.p, contrast.low) == (0.0, None, None)
    assert contrast.reason == "all segments score the same"


def test_documents_are_drawn_where_there_are_enough():
    """Six or more; fewer only if asked for."""
    many = [f"d{at // 6}" for at in range(60)]
    found = scored(documents=many).result
    assert "units:documents" in found.signature
    assert len(found.documents) == 10 * 3
    assert found.documents[0].keys() == {"document", "system", "segments", "bleu", "chrf", "ter"}
    few = [f"d{at // 20}" for at in range(60)]
    assert "units:segments" in scored(documents=few).result.signature
    assert "units:documents" in scored(documents=few, unit="document").result.signature
    with pytest.raises(BadInput, match="the document of a segment is not known"):
        scored(unit="document")


def test_scores_of_a_document_are_those_of_its_text():
    """Scored by itself it has the same numbers."""
    references, outputs = noisy(30)
    texts, documents = outputs(), [f"d{at // 10}" for at in range(30)]
    whole = score(texts_of({"a": texts}, {"r": references}, documents), METRICS).result
    alone = score(texts_of({"a": texts[10:20]}, {"r": references[10:20]}), METRICS).result
    (row,) = (row for row in whole.documents if row["document"] == "d1")
    assert [row[name] for name in ("bleu", "chrf", "ter")] == pytest.approx(
        [alone.systems[0][name] for name in ("bleu", "chrf", "ter")]
    )


def test_missing_references_and_outputs_are_counted():
    """A segment without any reference, or without an output of some system, is left out."""
    systems = {"a": ["x y", "x", "", None], "b": ["x", "x", "y", "x"]}
    references = {"one": ["x y", None, "y", "x"], "two": [None, None, "x y", "x"]}
    found = score(texts_of(systems, references), METRICS).result
    assert found.segments == 2
    assert [(one.reference, one.segments, one.missing) for one in found.references] == [
        ("one", 3, 1), ("two", 2, 2),
    ]  # fmt: skip
    told = " ".join(found.warnings)
    assert "Segments without any reference, left out: 1." in told
    assert "Segments without reference two: 2." in told
    assert "Segments without an output of every system, left out: 1." in told
    assert "Empty outputs of a, scored as they are: 1." in told
    assert found.signatures["bleu"].startswith("bleu|nrefs:var|")


def test_texts_without_any_reference_are_refused():
    """With what to do."""
    with pytest.raises(BadInput, match="no segment has a reference"):
        score(texts_of({"a": ["x"]}, {"r": [None]}), METRICS)
    with pytest.raises(BadInput, match="there is no reference"):
        score(texts_of({"a": ["x"]}, {}), METRICS)
    with pytest.raises(NotFound, match="no system named 'z'"):
        scored(size=8, baseline="z")


def test_many_segments_are_drawn_in_groups():
    """Beyond 10,000; the groups are as large as each other, and intervals hardly change."""
    data = gather(texts_of(*_two(30)), METRICS[:1])
    values = np.repeat(data.statistics[0].astype(float), 500, axis=1)

    class Long:
        document, documents = np.full(15_000, -1), ()

        def __len__(self):
            return 15_000

    units = units_of(Long(), "auto", 0)
    assert (units.number, units.told) == (MOST, f"segments/{MOST}-groups")
    assert set(np.bincount(units.of)) == {1, 2}
    grouped = METRICS[0].score(drawn([units.sums(values)], 300, 0)[0]).std(0)
    plain = Units(np.arange(15_000), 15_000, "segment")
    assert grouped == pytest.approx(
        METRICS[0].score(drawn([plain.sums(values)], 300, 0)[0]).std(0), rel=0.2
    )


def test_rows_of_the_table_have_an_identity():
    """Protocol, signature, layer and scale; ranking reads them, and higher is better."""
    found = scored(size=10)
    table = computed_table([found])
    rows = table.rows()
    assert {row["protocol"] for row in rows} == {"metric@1"}
    assert {row["layer"] for row in rows} == {"computed"}
    assert {row["annotator"] for row in rows} == set(found.result.signatures.values())
    assert len(rows) == 3 * 3 * 10
    assert table.scale("bleu").highest == 100
    ter = [row for row in rows if row["aspect"] == "ter"]
    scale = table.scale("ter")
    assert scale.best == "lowest"
    assert all(row["value"] == pytest.approx(scale.highest - float(row["label"])) for row in ter)
    assert not len(table.scores("bleu"))  # no annotator gave them
    assert len(table.computed_as_observed().scores("bleu")) == 30


def test_scores_of_segments_are_written_with_higher_as_better():
    """`score` is that of the first metric; every metric has its column."""
    found = scored(size=4, shares=(0.2,), metrics=METRICS[::-1])
    segment, system, value, ter, _, bleu = next(segment_rows(found))
    assert (segment, system, value) == ("1", "s0", -ter)
    assert 0 <= bleu <= 100


def test_names_of_columns_are_plain():
    """For JSON and conditions."""
    assert column("chrf++") == "chrfpp"
