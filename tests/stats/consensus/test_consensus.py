"""Consensus labels: golden numbers, ties, alignment, gold, and what few annotators would give."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from tertium.exceptions import BadInput, NotFound
from tertium.stats.agreement.agree import agree
from tertium.stats.agreement.asked import Asked
from tertium.stats.agreement.labels import GoldLabel
from tertium.stats.consensus.consensus import MODELS
from tertium.stats.consensus.dawid_skene import DawidSkene
from tertium.stats.consensus.fitting import expect, label
from tertium.stats.consensus.mace import Mace
from tertium.stats.consensus.majority import smaller_majorities
from tertium.stats.consensus.ordinal import Ordinal, answer_tables
from tertium.stats.consensus.votes import Votes, chosen, credit
from tertium.stats.shares import mean_share
from tertium.table import JudgementTable

# Three annotators, eight items.
SMALL = ["aab", "aaa", "bba", "bab", "bbb", "aba", "bba", "aab"]


def votes_of(items, labels="ab"):
    """Build votes; an item is what each annotator said, such as "aab"; "." said nothing."""
    given = [
        (item, who, labels.index(letter))
        for item, said in enumerate(items)
        for who, letter in enumerate(said)
        if letter != "."
    ]
    item, who, label_ = (np.array(column, dtype=np.int64) for column in zip(*given, strict=True))
    return Votes(item, who, label_, len(items), max(map(len, items)), len(labels))


def labelled(items, words):
    """Build a table of labels."""
    return JudgementTable.from_rows(
        {"annotator": f"e{who}", "segment": f"s{at:03}", "system": "sys", "aspect": "overall",
         "label": words[letter]}
        for at, said in enumerate(items)
        for who, letter in enumerate(said)
        if letter != "."
    )  # fmt: skip


def crowd(seed, *, items=300, team=8, careless=2, labels=4, noise=0.6):
    """Draw votes on a scale: most annotators see the truth with noise, some answer at random."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, labels, items)
    item, who = (part.ravel() for part in np.meshgrid(np.arange(items), np.arange(team)))
    seen = np.clip(np.round(truth[item] + rng.normal(0, noise, len(item))), 0, labels - 1)
    said = np.where(who < careless, rng.integers(0, labels, len(item)), seen).astype(np.int64)
    return Votes(item, who, said, items, team, labels), truth


def test_without_pseudo_counts_one_of_three_annotators_becomes_the_truth():
    """The maximum of the likelihood is where annotator 2 is never wrong (crowd-kit agrees)."""
    found = label(votes_of(SMALL), DawidSkene(pseudo_count=0.0))
    assert found.log_likelihood == pytest.approx(-14.542540, abs=1e-6)
    table = found.fitted.answer
    assert table[1] == pytest.approx(np.eye(2), abs=1e-6)
    assert table[0] == pytest.approx(np.array([[0.75, 0.25], [0.25, 0.75]]), abs=1e-6)
    assert table[2] == pytest.approx(np.array([[0.25, 0.75], [0.75, 0.25]]), abs=1e-6)


def test_with_pseudo_counts_nobody_is_the_truth():
    """Half a count in every cell and class: the golden probabilities."""
    found = label(votes_of(SMALL), DawidSkene())
    golden = [0.945941, 0.797294, 0.054059, 0.797294, 0.202706, 0.202706, 0.054059, 0.945941]
    assert found.probability[:, 0] == pytest.approx(golden, abs=1e-6)
    assert found.converged
    assert found.starts == 5


def test_mace_has_the_probabilities_of_crowd_kit():
    """MACE of crowd-kit 1.4.2 with variational Bayes, 2,000 rounds, on the same votes."""
    found = label(votes_of(SMALL), Mace())
    golden = [0.984042, 0.987920, 0.015958, 0.131996, 0.012080, 0.868004, 0.015958, 0.984042]
    assert found.probability[:, 0] == pytest.approx(golden, abs=2e-6)
    know, _ = found.fitted.trait
    assert know.ravel() == pytest.approx(
        [0.8552656 / (0.8552656 + 0.09161688), 0.52135592 / (0.52135592 + 0.42173239),
         0.06570284 / (0.06570284 + 0.8828359)], abs=1e-6
    )  # fmt: skip


def test_dawid_and_skene_equals_a_slow_textbook():
    """One round by loops over votes, from the shares of votes."""
    votes, _ = crowd(1, items=25, team=4)
    expected = votes.counts / votes.counts.sum(axis=1, keepdims=True)
    cells = np.full((4, 4, 4), 0.5)
    for item, who, said in zip(votes.item, votes.annotator, votes.label, strict=True):
        cells[who, said] += expected[item]
    answer = cells / cells.sum(axis=1, keepdims=True)
    prior = (expected.sum(axis=0) + 0.5) / (25 + 2)
    joint = np.tile(prior, (25, 1))
    for item, who, said in zip(votes.item, votes.annotator, votes.label, strict=True):
        joint[item] *= answer[who, said]
    fitted = DawidSkene().fit(votes, expected, None)
    found, likelihood = expect(votes, fitted)
    assert found == pytest.approx(joint / joint.sum(axis=1, keepdims=True))
    assert likelihood == pytest.approx(np.log(joint.sum(axis=1)).sum())


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_objective_never_falls(model):
    """Every round of the fit is at least as good as the one before."""
    votes, _ = crowd(2, items=40, team=5)
    expected, fitted, last = votes.counts / votes.counts.sum(axis=1, keepdims=True), None, -np.inf
    for _ in range(25):
        fitted = model.fit(votes, expected, fitted)
        expected, likelihood = expect(votes, fitted)
        if not isinstance(model, Mace):  # its bound has terms that are not kept
            assert likelihood + fitted.penalty >= last - 1e-9
            last = likelihood + fitted.penalty
    assert expected.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("method", MODELS)
def test_labels_stay_where_the_votes_have_them(method):
    """A model that finds the same classes under exchanged names is put back."""
    votes, truth = crowd(3)
    found = label(votes, MODELS[method])
    assert credit(found.probability, truth).mean() > 0.8
    assert credit(found.probability, truth).mean() > credit(votes.counts, truth).mean()


def test_the_ordinal_model_finds_severity_and_carelessness():
    """A severe annotator's answers are lower, every second time by a step; two answer at random."""
    votes, truth = crowd(4, items=600)
    severe = (votes.annotator == 7) & (votes.item % 2 == 0)
    lower = np.where(severe, np.maximum(votes.label - 1, 0), votes.label)
    moved = Votes(votes.item, votes.annotator, lower, 600, 8, 4)
    found = label(moved, Ordinal())
    severity, _, careless = (trait.ravel() for trait in found.fitted.trait)
    assert severity[7] > 0.3 > 0.15 > np.abs(severity[2:7]).max()
    assert careless[:2].min() > 0.8 > 0.3 > careless[2:].max()
    assert credit(found.probability, truth).mean() > 0.8


def test_a_frequent_label_does_not_move_the_scale():
    """Two thirds have the best label: no team is taken for severe, and the labels are right."""
    rng = np.random.default_rng(6)
    truth = rng.choice(4, 300, p=[0.03, 0.04, 0.27, 0.66])
    item, who = (part.ravel() for part in np.meshgrid(np.arange(300), np.arange(5)))
    wrong = np.clip(truth[item] + rng.choice([-1, 1], len(item)), 0, 3)
    said = np.where(rng.random(len(item)) < 0.25, wrong, truth[item])
    found = label(Votes(item, who, said, 300, 5, 4), Ordinal())
    assert credit(found.probability, truth).mean() > 0.85


def test_answers_of_the_ordinal_model_are_probabilities():
    """Columns of every table of the grid add up to one; a true label is the likeliest answer."""
    tables = answer_tables(5)
    assert tables.sum(axis=1) == pytest.approx(1)
    assert (tables > 0).all()


def test_a_tie_has_no_label_and_half_the_credit():
    """Not the first in the alphabet: the tie is said, and a gold label counts by half."""
    found = agree(
        labelled(["ab", "aa", "bb"], {"a": "good", "b": "wrong"}),
        asked=Asked(
            consensus="majority",
            gold=(GoldLabel("s000", "sys", "wrong", "g:2"), GoldLabel("s001", "", "good", "g:3")),
        ),
    )
    consensus = found.consensus
    assert [one.label for one in consensus.labels] == [None, "good", "wrong"]
    assert consensus.tied == 1
    assert "1 of 3 items have no consensus label" in found.warnings[-1]
    assert consensus.accuracy.accuracy.value == 0.75


def test_exact_ties_of_a_model_are_ties():
    """Probabilities that differ by rounding alone are equal."""
    assert chosen(np.array([[0.5, 0.5 - 1e-9], [0.2, 0.8]])).tolist() == [-1, 1]
    assert credit(np.array([[0.4, 0.4, 0.2]]), np.array([1])).tolist() == [0.5]


@given(st.lists(st.text("abc", min_size=5, max_size=5), min_size=1, max_size=6))
def test_fewer_annotators_are_every_choice_of_them(items):
    """The majority of k equals that of all, by listing every k of the five."""
    votes = votes_of(items, "abc")
    for one in smaller_majorities(votes, 0.95):
        shares = []
        for said in items:
            counts = {letter: said.count(letter) for letter in "abc"}
            top = [letter for letter in "abc" if counts[letter] == max(counts.values())]
            if len(top) > 1:
                continue
            wins = []
            for some in combinations(said, one.annotators):
                most = max(some.count(letter) for letter in "abc")
                best = [letter for letter in "abc" if some.count(letter) == most]
                wins.append((top[0] in best) / len(best))
            shares.append(np.mean(wins))
        assert one.items == len(shares)
        if shares:
            assert one.equal.value == pytest.approx(np.mean(shares))


def test_accuracy_has_wilson_s_interval_and_documents_widen_it():
    """Independent answers give Wilson's interval; answers alike within documents a wider one."""
    right = np.array([1.0] * 17 + [0.0] * 3)
    found = mean_share(right, level=0.95)
    assert found.value == 0.85
    wilson = proportion_confint(17, 20, method="wilson")
    assert (found.low, found.high) == pytest.approx(wilson)
    document = np.array([0] * 5 + [1] * 5 + [2] * 5 + [3] * 5)
    wider = mean_share(right, document, level=0.95)
    assert wider.low < found.low


@pytest.mark.parametrize("method", ["majority", *MODELS])
def test_names_and_order_of_annotators_do_not_matter(method):
    """The labels and probabilities are those of the votes, whoever is called what."""
    votes, _ = crowd(5, items=60, team=5)
    turned = Votes(votes.item[::-1], 4 - votes.annotator[::-1], votes.label[::-1], 60, 5, 4)
    if method == "majority":
        assert (votes.counts == turned.counts).all()
        return
    one, two = (label(some, MODELS[method], starts=1) for some in (votes, turned))
    assert one.probability == pytest.approx(two.probability, abs=1e-5)


@pytest.mark.parametrize(
    ("gold", "error", "words"),
    [
        (GoldLabel("s9", "sys", "good", "gold.csv:2"), NotFound, "no segment named 's9'"),
        (GoldLabel("s000", "sys", "fine", "gold.csv:2"), NotFound, "no label named 'fine'"),
        (GoldLabel("s000", "other", "good", "gold.csv:2"), NotFound, "no system named 'other'"),
    ],
)
def test_gold_that_fits_nothing_is_said_with_its_line(gold, error, words):
    """What, where, and what there is."""
    data = labelled(["ab", "aa"], {"a": "good", "b": "wrong"})
    with pytest.raises(error, match=words) as raised:
        agree(data, asked=Asked(consensus="majority", gold=(gold,)))
    assert raised.value.where == "gold.csv:2"


def test_one_annotator_has_no_consensus():
    """One clear sentence."""
    with pytest.raises(BadInput, match="labels of one annotator have no consensus"):
        agree(labelled(["a", "b"], {"a": "x", "b": "y"}), asked=Asked(consensus="mace"))


def test_labels_without_an_order_have_no_ordinal_consensus():
    """One clear sentence."""
    with pytest.raises(BadInput, match="have no order that is known"):
        agree(labelled(["ab", "bb"], {"a": "x", "b": "y"}), asked=Asked(consensus="ordinal"))
