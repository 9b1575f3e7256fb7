"""Agreement on rating scales: golden vectors, missing ratings, unused answers, groups, growth."""

import csv
import gzip
from collections import Counter, defaultdict
from dataclasses import replace

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from tertium.exceptions import BadInput, NotFound
from tertium.formats.judgements import read_judgements
from tertium.scale import Scale
from tertium.stats.agreement.agree import agree
from tertium.stats.agreement.asked import Asked
from tertium.stats.agreement.coefficients import estimated
from tertium.stats.agreement.groups import PartOf
from tertium.stats.agreement.icc import intraclass, spearman_brown
from tertium.stats.agreement.majority import majority_chance, majority_chance_by_shares
from tertium.stats.agreement.merging import read_merging
from tertium.stats.agreement.ratings import score_ratings
from tertium.table import JudgementTable

FOUR = Scale(1.0, 4.0, 1.0)
# Eight items, four annotators, "." is missing.
GOLDEN = ["443.", "3343", "1211", "222.", "4444", "1.21", "3233", "43.4"]
SHROUT_FLEISS = [
    (9, 2, 5, 8),
    (6, 1, 3, 2),
    (8, 4, 6, 8),
    (7, 1, 2, 6),
    (10, 5, 6, 9),
    (6, 2, 4, 7),
]
TURKOISE = Scale(1.0, 4.0, 1.0, labels=("DANG", "NONS", "MEAN", "CCOR"), name="turkoise")


def rated(items, scale=FOUR, **also):
    """Build a table of scores; an item is what each annotator gave."""
    table = JudgementTable.from_rows(
        {"annotator": f"e{who}", "segment": f"s{at:03}", "system": "sys", "aspect": "overall",
         "value": float(score), **{name: of(at, who) for name, of in also.items()}}
        for at, item in enumerate(items)
        for who, score in enumerate(item)
        if score != "."
    )  # fmt: skip
    return table.on_scale(scale) if scale else table


def ratings_of(items, scale=FOUR):
    return score_ratings(rated(items, scale).scores())


@pytest.mark.parametrize(
    ("measure", "golden"),
    [
        ("ac1", 0.419633432), ("fleiss", 0.407581546),
        ("ac2-linear", 0.657356524), ("fleiss-linear", 0.638774413),
        ("ac2-quadratic", 0.831710168), ("fleiss-quadratic", 0.816577200),
        ("nominal", 0.439446367), ("ordinal", 0.814669682), ("interval", 0.825993555),
    ],
)  # fmt: skip
def test_the_golden_vector_comes_out(measure, golden):
    """AC1, AC2 and Fleiss' κ with weights (irrCAC), α of every metric, with missing ratings."""
    found = estimated(ratings_of(GOLDEN), measure, "these", 0.95)
    assert found.value == pytest.approx(golden, abs=5e-10)
    assert found.low < found.value < found.high


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
def test_alpha_is_that_of_krippendorff_s_package(metric):
    """The independent implementation, on the golden vector."""
    data = np.array([[np.nan if c == "." else float(c) for c in item] for item in GOLDEN]).T
    oracle = krippendorff.alpha(reliability_data=data, level_of_measurement=metric)
    assert estimated(ratings_of(GOLDEN), metric, "these", 0.95).value == pytest.approx(oracle)


def slow_gwet(items, categories, weights):
    """Return AC2 and weighted Fleiss' κ by loops, as Gwet (2014) writes them."""
    q = len(categories)
    agreed, shares = [], np.zeros(q)
    for item in items:
        r = np.array([sum(c == k for c in item) for k in categories], dtype=float)
        n = r.sum()
        shares += r / n
        if n > 1:
            agreed.append(sum(r[k] * (weights[k] @ r - 1) for k in range(q)) / (n * (n - 1)))
    pi, pa = shares / len(items), np.mean(agreed)
    gwet = weights.sum() * (pi * (1 - pi)).sum() / (q * (q - 1))
    fleiss = pi @ weights @ pi
    with np.errstate(invalid="ignore"):
        return (pa - gwet) / (1 - gwet), (pa - fleiss) / (1 - fleiss)


@given(
    st.lists(
        st.lists(st.sampled_from("1234."), min_size=3, max_size=3)
        .map("".join)
        .filter(lambda item: item != "..."),
        min_size=2,
        max_size=10,
    ),
    st.sampled_from(["linear", "quadratic"]),
)
def test_missing_ratings_and_unused_categories_are_as_in_the_textbook(items, weights):
    """Items rated once count for shares; q counts the scale's categories, used or not."""
    found = [estimated(ratings_of(items), f"{name}-{weights}", "these", 0.95).value
             for name in ("ac2", "fleiss")]  # fmt: skip
    if found[0] is None:
        return
    distance = np.abs(np.subtract.outer(np.arange(4), np.arange(4))) / 3
    weight = 1 - (distance if weights == "linear" else distance**2)
    ac2, fleiss = slow_gwet([item.replace(".", "") for item in items], "1234", weight)
    assert found[0] == pytest.approx(ac2)
    if found[1] is not None:
        assert found[1] == pytest.approx(fleiss)


def test_distances_are_steps_of_the_scale():
    """36 pairs: 58.3% equal, all within one step."""
    found = agree(rated(GOLDEN)).distances
    assert [(one.steps, one.pairs) for one in found] == [(0, 21), (1, 15), (2, 0), (3, 0)]
    assert found[0].share == pytest.approx(0.583333, abs=1e-6)
    assert found[1].within == 1.0


def test_weighted_kappa_of_two_annotators():
    """The golden table, beside scikit-learn."""
    table = [[20, 5, 10], [5, 40, 15], [15, 10, 30]]
    items = [(row + 1, column + 1) for row in range(3) for column in range(3)
             for _ in range(table[row][column])]  # fmt: skip
    found = agree(rated(items, Scale(1, 3, 1)))
    values = (found.cohen.mean, found.weighted_linear, found.weighted_quadratic)
    assert values == pytest.approx((0.390862944, 0.325396825, 0.254143646), abs=5e-10)
    one, two = zip(*items, strict=True)
    oracle = [cohen_kappa_score(one, two, weights=w) for w in (None, "linear", "quadratic")]
    assert values == pytest.approx(oracle)


def test_intraclass_correlations_of_shrout_and_fleiss():
    """The table of 1979: single scores, and means of four by Spearman and Brown."""
    found = intraclass(ratings_of(SHROUT_FLEISS, Scale(0, 10, 1)), 0.95, named=True)
    assert [one.form for one in found] == ["1", "2", "3"]
    single, mean = [one.single.value for one in found], [one.mean.value for one in found]
    assert single == pytest.approx([0.165742, 0.289764, 0.714841], abs=5e-7)
    assert mean == pytest.approx([0.442797, 0.620051, 0.909316], abs=5e-7)
    assert spearman_brown(single[2], 4) == pytest.approx(mean[2])
    # The intervals that McGraw and Wong's formulas give for this table (R: irr, psych).
    ends = [(one.single.low, one.single.high) for one in found]
    assert ends[0] == pytest.approx((-0.133, 0.723), abs=1e-3)
    assert ends[1] == pytest.approx((0.019, 0.761), abs=1e-3)
    assert ends[2] == pytest.approx((0.342, 0.946), abs=1e-3)


@pytest.mark.parametrize(
    ("shares", "exactly"),
    [
        ([0.25] * 4, (0.00390625, 0.05859375, 0.3515625)),
        (np.array([735, 301, 28, 44]) / 1108, (0.12993, 0.34578, 0.43790)),
        ([0.2] * 5, (0.0016, 0.032, 0.256)),
    ],
)
def test_the_chance_of_a_majority_of_five(shares, exactly):
    """That exactly five, four or three of five annotators give the same answer."""
    least = [majority_chance_by_shares(5, k, shares) for k in (5, 4, 3)]
    assert np.diff([0.0, *least]) == pytest.approx(exactly, abs=5e-6)
    if len(set(shares)) == 1:
        assert least == pytest.approx([majority_chance(5, k, len(shares)) for k in (5, 4, 3)])


def test_categories_that_nobody_used_count_as_options():
    """Chance is one of four, although three were used."""
    found = agree(rated(["444", "443", "222"]))
    assert found.categories == ("1", "2", "3", "4")
    assert found.majorities[0].options == 4
    unused = found.by_category[0]
    assert (unused.category, unused.ratings, unused.unanimous) == ("1", 0, 0.0)


def test_unequal_numbers_and_unused_answers_are_said():
    """One sentence each, and none where all items have all annotators and all answers."""
    found = agree(rated(["444", "44.", "222"])).warnings
    assert any("Items have 2 to 3 annotators" in warning for warning in found)
    assert any("Nobody gave 1, 3:" in warning for warning in found)
    full = agree(rated(["123", "432", "141"])).warnings
    assert not any("Items have" in warning or "Nobody gave" in warning for warning in full)


def test_each_category_tells_who_agreed_on_it():
    """All five, four or three on an answer, as shares of all items."""
    found = agree(rated(["44444", "44443", "33322", "22211", "44333"])).by_category
    four = found[3]
    assert [(one.agree, one.items) for one in four.agreeing] == [(5, 1), (4, 1), (3, 0)]
    assert (four.unanimous, four.majority) == (0.2, 0.4)
    share = four.share
    assert four.majority_chance == pytest.approx(
        10 * share**3 * (1 - share) ** 2 + 5 * share**4 * (1 - share) + share**5
    )


def test_the_metric_is_that_of_the_scale():
    """Ordinal where steps have names, interval for numbers, nominal for labels without order."""
    assert agree(rated(GOLDEN, TURKOISE)).metric == "ordinal"
    assert agree(rated(GOLDEN, TURKOISE)).categories == ("DANG", "NONS", "MEAN", "CCOR")
    assert agree(rated(GOLDEN)).metric == "interval"
    words = JudgementTable.from_rows(
        {"annotator": w, "segment": s, "system": "x", "aspect": "overall", "label": label}
        for s, labels in (("s1", ("CCOR", "MEAN")), ("s2", ("DANG", "NONS")))
        for w, label in zip("ab", labels, strict=True)
    )
    assert agree(words).metric == "nominal"
    scaled = replace(words.scores(), scale=TURKOISE)
    found = agree(scaled)
    assert (found.metric, found.categories) == ("ordinal", TURKOISE.labels)
    assert found.krippendorff.value > found.krippendorff_nominal.value


values = st.lists(st.text("12345.", min_size=4, max_size=4), min_size=2, max_size=10)


@settings(max_examples=30)
@given(values, st.sampled_from(["nominal", "ordinal", "interval"]))
def test_another_scale_and_the_other_direction_change_nothing(items, metric):
    """The same ratings from 1 to 5, from 0 to 100, and turned round: the same agreement."""
    if all(item == "...." for item in items):
        return
    hundred = [[c if c == "." else 25 * (int(c) - 1) for c in item] for item in items]
    turned = [[c if c == "." else 6 - int(c) for c in item] for item in items]
    found = [
        agree(rated(items, Scale(1, 5, 1)), metric=metric),
        agree(rated(hundred, Scale(0, 100, 25)), metric=metric),
        agree(rated(turned, Scale(1, 5, 1)), metric=metric),
        agree(rated(items, Scale(1, 5, 1, best="lowest")), metric=metric),
    ]
    for other in found[1:]:
        for name in ("fleiss", "fleiss_weighted", "krippendorff", "krippendorff_nominal", "ac1",
                     "ac2", "percent", "weighted_linear", "weighted_quadratic"):  # fmt: skip
            assert _numbers(getattr(other, name)) == pytest.approx(
                _numbers(getattr(found[0], name)), abs=1e-9, nan_ok=True
            ), name
        assert [one.pairs for one in other.distances] == [one.pairs for one in found[0].distances]
        assert [_numbers(one.single) for one in other.icc] == [
            pytest.approx(_numbers(one.single), abs=1e-7, nan_ok=True) for one in found[0].icc
        ]
        assert other.majorities == found[0].majorities


def _numbers(found):
    numbers = (found.value, found.low, found.high) if hasattr(found, "value") else (found,)
    return [np.nan if number is None else number for number in numbers]


def test_groups_are_measured_by_themselves():
    """By system, document, group of annotators, level and category."""
    items = ["4433", "3344", "1122", "2211", "4411", "3322"]
    data = rated(
        items,
        group=lambda _, who: "experts" if who < 2 else "crowd",
        document=lambda at, _: f"d{at % 2}",
        level=lambda at, _: "easy" if at < 3 else "hard",
    )
    found = agree(data, asked=Asked(by="group")).by
    assert [(one.name, one.annotators, one.items) for one in found] == [
        ("crowd", 2, 6),
        ("experts", 2, 6),
    ]
    assert found[0].percent == found[1].percent == 1.0
    alone = agree(rated([item[:2] for item in items]))
    assert found[1].fleiss.value == alone.fleiss.value
    assert [one.name for one in agree(data, asked=Asked(by="document")).by] == ["d0", "d1"]
    level = {f"s{at:03}": "easy" if at < 3 else "hard" for at in range(6)}
    of_segments = Asked(by="level", part_of=PartOf(names=level))
    assert [one.items for one in agree(data, asked=of_segments).by] == [3, 3]
    alike = dict.fromkeys(("e0", "e1"), "quick") | dict.fromkeys(("e2", "e3"), "slow")
    of_people = agree(data, asked=Asked(by="pace", part_of=PartOf("annotator", alike))).by
    assert [(one.name, one.annotators, one.items) for one in of_people] == [
        ("quick", 2, 6),
        ("slow", 2, 6),
    ]
    assert of_people[1].fleiss == found[1].fleiss
    category = agree(data, asked=Asked(by="category")).by
    assert [one.name for one in category] == ["1", "2", "3", "4"]
    binary = [item.replace("3", "1").replace("2", "1") for item in items]
    one = estimated(ratings_of(binary), "fleiss", "these", 0.95)
    assert category[3].fleiss.value == pytest.approx(one.value)


def test_merged_categories_agree_more_and_keep_their_order():
    """Neighbours that become one keep an order; others have none."""
    data = rated(GOLDEN, TURKOISE)
    merged = agree(data, asked=Asked(merge=read_merging("good=CCOR+MEAN,bad=NONS+DANG")))
    assert merged.categories == ("bad", "good")
    assert merged.metric == "ordinal"
    assert merged.fleiss.value > agree(data).fleiss.value
    assert "merge:good=CCOR+MEAN,bad=NONS+DANG" in merged.signature
    mixed = agree(data, asked=Asked(merge=read_merging("ends=CCOR+DANG")))
    assert (mixed.metric, mixed.categories) == ("nominal", ("ends", "NONS", "MEAN"))


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("good=FINE", NotFound, "no label named 'FINE'"),
        ("good=CCOR,bad=CCOR+DANG", BadInput, "'CCOR' is in 'good' and in 'bad'"),
        ("good=CCOR+CCOR", BadInput, "'CCOR' is twice in 'good'"),
        ("good", BadInput, "'good' merges nothing"),
        ("all=CCOR+MEAN+NONS+DANG", BadInput, "all labels become one"),
    ],
)
def test_a_merging_that_means_nothing_is_refused(text, error, words):
    """One clear sentence each."""
    with pytest.raises(error, match=words):
        agree(rated(GOLDEN, TURKOISE), asked=Asked(merge=read_merging(text)))


def test_kappa_does_not_grow_with_annotators_and_reliability_does():
    """κ is that of two annotators; the mean of more is more reliable."""
    rng = np.random.default_rng(1)
    truth = rng.integers(1, 6, 80)
    items = [np.clip(np.round(t + rng.normal(0, 1, 8)), 1, 5).astype(int) for t in truth]
    data = rated(items, Scale(1, 5, 1))
    found = agree(data, asked=Asked(growth=(3, 5, 8))).growth
    kappas, reliable = ([getattr(one, name).value for one in found]
                        for name in ("kappa", "reliability"))  # fmt: skip
    assert max(kappas) - min(kappas) < 0.02
    assert reliable == sorted(reliable)
    assert reliable[2] - reliable[0] > 0.05
    all_ = agree(data)
    assert kappas[2] == pytest.approx(all_.fleiss.value)
    assert reliable[2] == pytest.approx(all_.icc[0].mean.value, abs=0.02)


@pytest.mark.parametrize("number", [1, 5])
def test_growth_beyond_the_annotators_is_refused(number):
    """One clear sentence, with what can be asked."""
    with pytest.raises(BadInput, match="annotators"):
        agree(rated(GOLDEN), asked=Asked(growth=(number,)))


def test_the_most_disputed_items_come_first():
    """Ordered by mean distance, with everybody's answer."""
    found = agree(rated(["44", "14", "34", "24"])).most_disputed
    assert [one.segment for one in found] == ["s001", "s003", "s002"]
    assert found[0].distance == 1.0
    assert found[0].answers == {"e0": "1", "e1": "4"}
    nominal = agree(rated(["4444", "1234", "1144"]), metric="nominal").most_disputed
    assert nominal[0].segment in ("s001", "s002")


def test_one_annotator_is_a_sentence():
    """Nothing to agree with."""
    found = agree(rated(["4", "3"]))
    assert "no item was rated twice" in found.sentence
    assert found.icc == found.growth == ()


def test_scores_without_names_have_no_pairs(shared_data):
    """Six unnamed scores per segment: what needs no names is given, and that is said."""
    found = agree(read_judgements(shared_data / "mlqe-en-de" / "da.dev.tsv.gz"))
    assert found.items == 1000
    assert found.cohen.pairs == found.by_annotator == found.disagreements == ()
    assert found.fleiss.value == pytest.approx(0.042, abs=5e-3)
    assert found.krippendorff.value == pytest.approx(0.37, abs=5e-3)
    assert [one.form for one in found.icc] == ["1"]
    assert any("does not name annotators" in warning for warning in found.warnings)


@pytest.mark.parametrize(
    ("language", "nodes", "kappa"), [("cs", 5045, 0.588906), ("de", 2806, 0.607399)]
)
def test_labels_of_semantic_nodes_agree_as_measured(shared_data, language, nodes, kappa):
    """HUME (Birch et al., 2016): every node judged by both annotators, all labels."""
    said = defaultdict(dict)
    with gzip.open(
        shared_data / "hume-ucca-cs-de" / "nodes.csv.gz", "rt", encoding="utf-8"
    ) as file:
        for row in csv.DictReader(file):
            if row["lang"] == language:
                said[row["sent_id"], row["node_id"]][row["annot_id"]] = row["mt_label"]
    both = {node: labels for node, labels in said.items() if len(labels) == 2}
    found = agree(
        JudgementTable.from_columns(
            {
                "annotator": [w for labels in both.values() for w in labels],
                "segment": [" ".join(node) for node, labels in both.items() for _ in labels],
                "system": ["mt"] * (2 * len(both)),
                "aspect": ["overall"] * (2 * len(both)),
                "label": [label for labels in both.values() for label in labels.values()],
            }
        )
    )
    assert found.items == nodes
    assert found.cohen.mean == pytest.approx(kappa, abs=5e-7)
    assert Counter(one for labels in both.values() for one in labels.values()).keys() == set(
        found.categories
    )
