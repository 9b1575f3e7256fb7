"""The ranking model: against another library, in simulations, and what an interval promises."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import cohen_kappa_score

from tertium.exceptions import BadInput
from tertium.formats.readability_model import read_model, write_model
from tertium.stats.readability.corpus import Comparisons, Corpus, check_levels, order_levels
from tertium.stats.readability.fit import fit, logistic, pairs_of, scores
from tertium.stats.readability.fitness import fitness
from tertium.stats.readability.train import train
from tertium.stats.readability.validate import (
    held_out,
    ordering,
    predictions,
    quadratic_kappa,
)
from tertium.text.readability.readable import Readable
from tertium.text.readability.registry import features

USED = tuple(one for one in features().values() if not one.grows and not one.needs)[:4]
WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "saw", "the", "old", "dog", "run", "away"]


def simulated(groups=60, size=3, noise=1.0, *, seed=0, levels=True, leak=0.0):
    """Return a corpus whose difficulty follows two of four features, with a level per text.

    `leak` shifts the other two features by group, as a topic would.
    """
    rng = np.random.default_rng(seed)
    number = groups * size
    group = np.repeat(np.arange(groups), size)
    values = rng.normal(size=(number, 4))
    values[:, 2:] += leak * rng.normal(size=(groups, 2))[group]
    latent = values @ [1.0, -0.7, 0.0, 0.0] + noise * rng.normal(size=number)
    hard = np.digitize(latent, [-0.6, 0.6]).astype(float) if levels else latent
    lengths = rng.integers(5, 40, number)
    texts = tuple(Readable(" ".join(rng.choice(WORDS, n)) + ".", "en") for n in lengths)
    return Corpus(
        "simulated", "en", "levels" if levels else "easiness",
        tuple(map(str, range(number))), texts, USED, values, hard, group,
        tuple(map(str, range(groups))), "group", ("easy", "middle", "hard") if levels else (),
    )  # fmt: skip


def test_weights_are_those_of_another_library():
    """The same penalised likelihood, maximised by scikit-learn on mirrored pairs."""
    rng = np.random.default_rng(1)
    z = rng.normal(size=(80, 4))
    easier, harder = rng.integers(0, 80, (2, 400))
    kept = easier != harder
    pairs = Comparisons(easier[kept], harder[kept], rng.uniform(0.5, 2, int(kept.sum())))
    apart = z[pairs.harder] - z[pairs.easier]
    weight = pairs.weight / pairs.weight.sum()
    both, sign = np.concatenate([apart, -apart]), np.repeat([1, 0], len(apart))
    other = LogisticRegression(C=1 / 0.03, fit_intercept=False, tol=1e-10, max_iter=5_000)
    other.fit(both, sign, sample_weight=np.concatenate([weight, weight]) / 2)
    assert logistic(z, pairs, 0.03) == pytest.approx(other.coef_[0], abs=1e-5)


def test_kappa_is_that_of_another_library():
    """Quadratic weights."""
    rng = np.random.default_rng(2)
    one, two = rng.integers(1, 5, (2, 200))
    other = cohen_kappa_score(one, two, weights="quadratic", labels=[1, 2, 3, 4])
    assert quadratic_kappa(one, two, 4) == pytest.approx(other)
    assert quadratic_kappa(np.array([1.0]), np.array([1.0]), 2) is None


def test_the_model_finds_what_makes_texts_hard():
    """In a simulation the features that matter get weights of their sign, others none."""
    corpus = simulated(200, noise=0.5)
    model = fit(corpus, np.arange(len(corpus.names)), np.random.default_rng(0)).model
    found = [one.weight for one in model.weights]
    assert found[0] > 0.5
    assert found[1] < -0.3
    assert abs(found[2]) + abs(found[3]) < 0.2
    assert found[1] / found[0] == pytest.approx(-0.7, abs=0.2)


def test_texts_held_out_are_really_held_out():
    """Levels without any relation to the features: chance, not more."""
    corpus = simulated(80)
    rng = np.random.default_rng(3)
    noise = replace(corpus, hard=rng.permutation(corpus.hard))
    share = ordering(noise, held_out(noise, rng).difficulty, "model").pairs_across
    assert share.low < 0.5 < share.high


@pytest.mark.parametrize("levels", [True, False], ids=["levels", "scores"])
def test_intervals_hold_the_truth_as_often_as_they_say(levels):
    """Split conformal: 90% of texts of new groups, whatever the noise looks like."""
    shares = []
    for seed in range(6):
        corpus = simulated(50, seed=seed, levels=levels)
        found = held_out(corpus, np.random.default_rng(seed), level=0.9)
        shares.append(predictions(corpus, found, level=0.9).coverage.value)
    assert np.mean(shares) == pytest.approx(0.9, abs=0.035)


def test_too_few_calibration_texts_have_no_interval():
    """Nine errors do not say what happens one time in twenty."""
    corpus = simulated(15)
    fitted = fit(corpus, np.arange(45), np.random.default_rng(0))
    assert len(fitted.model.residuals) == 9
    assert fitted.model.reach(0.95) is None
    assert fitted.model.reach(0.9) == max(fitted.model.residuals)


def test_pairs_inside_of_groups_have_half_of_the_weight():
    """They compare texts of the same content; equal texts are no pair."""
    corpus = simulated(20)
    pairs = pairs_of(corpus, np.arange(60), np.random.default_rng(0))
    assert (corpus.hard[pairs.harder] > corpus.hard[pairs.easier]).all()
    inside = corpus.group[pairs.harder] == corpus.group[pairs.easier]
    assert pairs.weight[inside].sum() == pytest.approx(0.5)
    assert pairs.weight.sum() == pytest.approx(1.0)


def test_shares_of_pairs_are_counted_by_hand():
    """Three groups: across, within, and whole groups in order; turning the score turns all."""
    corpus = simulated(3, 2)
    corpus = replace(corpus, hard=np.array([0.0, 1, 0, 1, 1, 1]))
    score = np.array([1.0, 2, 4, 3, 5, 6])
    found = ordering(corpus, score, "x")
    # across: 0<3, 0<4, 0<5, 2<1 wrong, 2<4, 2<5; within: 0<1 right, 2<3 wrong
    assert found.pairs_across.value == pytest.approx(5 / 6)
    assert found.pairs_within.value == pytest.approx(1 / 2)
    assert (found.groups_in_order, found.groups) == (1, 2)
    turned = ordering(corpus, -score, "x")
    assert turned.pairs_across.value == pytest.approx(1 / 6)
    assert turned.spearman.value == pytest.approx(-found.spearman.value)


def test_comparisons_are_learnt_from_directly():
    """Without levels or scores there is an order and no scale, and it is said."""
    corpus = simulated(60, noise=0.3, levels=False)
    rng = np.random.default_rng(5)
    one, two = rng.integers(0, 180, (2, 1_000))
    kept = one != two
    one, two = one[kept], two[kept]
    harder = np.where(corpus.hard[one] > corpus.hard[two], one, two)
    easier = np.where(harder == one, two, one)
    pairs = Comparisons(easier, harder, np.ones(len(easier)))
    compared = replace(corpus, trained="comparisons", hard=np.full(180, np.nan), comparisons=pairs)
    found = train(compared)
    assert found.result.validation.pairs_across.value > 0.85
    assert found.result.predictions is None
    assert found.model.scale is None
    assert any("no scale" in one for one in found.result.warnings)


def test_a_model_is_saved_without_a_loss(tmp_path):
    """JSON, no pickle: what is read predicts the same."""
    corpus = simulated()
    model = train(corpus).model
    write_model(model, tmp_path / "model.json")
    again = read_model(tmp_path / "model.json")
    assert again == model
    assert scores(again, corpus) == pytest.approx(scores(model, corpus))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"kind": "tertium-readability-model"', '"kind": "x"', "no model of readability"),
        ('"version": 1,\n "language"', '"version": 7,\n "language"', "has version 7"),
        (f'"feature": "{USED[0].name}"', '"feature": "gone"', "'gone', which is not installed"),
        ('"sd"', '"ds"', "damaged"),
        ('"kind"', '"kind', "no JSON"),
    ],
)
def test_a_model_that_does_not_fit_is_refused(tmp_path, old, new, told):
    """Another file, another version, features of a package that is gone."""
    path = tmp_path / "model.json"
    write_model(train(simulated(20)).model, path)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BadInput, match=told):
        read_model(path)


def test_a_feature_that_changed_is_refused(tmp_path):
    """A weight belongs to the version of a feature that it was trained with."""
    model = train(simulated(20)).model
    older = replace(model, weights=(replace(model.weights[0], version=0), *model.weights[1:]))
    write_model(older, tmp_path / "model.json")
    with pytest.raises(BadInput, match="uses version 0 of the feature"):
        read_model(tmp_path / "model.json")


def test_levels_are_put_in_order():
    """By number, by the CEFR, or as given; the alphabet does not know what is easy."""
    assert order_levels(["10", "9", "10"], [], "f") == ("9", "10")
    assert order_levels(["B1", "A2"], [], "f") == ("A2", "B1")
    assert order_levels(["hard", "easy"], ["easy", "middle", "hard"], "f") == ("easy", "hard")
    with pytest.raises(BadInput, match="which level is easier"):
        order_levels(["hard", "easy"], [], "f")
    with pytest.raises(BadInput, match="'odd' is not among those given"):
        order_levels(["odd", "easy"], ["easy", "hard"], "f")
    with pytest.raises(BadInput, match="only one text has the level 'hard'"):
        check_levels(["easy", "easy", "hard"], ("easy", "hard"), "f")
    with pytest.raises(BadInput, match="all texts have the level"):
        check_levels(["easy", "easy"], ("easy",), "f")


def answers(corpus):
    """Return what is found for each question about a corpus."""
    return {one.question: one for one in fitness(corpus).questions}


def test_a_corpus_that_teaches_length_or_source_is_warned_of():
    """Hard texts made longer, or taken from one source: each is found, and nothing where not."""
    corpus = simulated(60)
    fair = answers(replace(corpus, columns={"source": tuple("ab"[at % 2] for at in range(180))}))
    assert fair["length"].reading == "good"
    assert fair["source"].reading == "good"
    longer = tuple(
        Readable(" ".join(["word"] * int(20 + 30 * hard)) + ".", "en") for hard in corpus.hard
    )
    assert answers(replace(corpus, texts=longer))["length"].reading == "warning"
    sources = tuple("old" if hard < 1 else "new" for hard in corpus.hard)
    one_sided = answers(replace(corpus, columns={"source": sources}))["source"]
    assert one_sided.reading == "warning"
    assert one_sided.value > 0.5


def test_reliability_follows_the_standard_errors():
    """Half of the variance is error: reliability one half, and the most that can be reached."""
    corpus = simulated(60, levels=False)
    error = float(np.sqrt(np.var(corpus.hard) / 2))
    found = answers(replace(corpus, columns={"s.e.": (str(error),) * 180}))["agreement"]
    assert found.value == pytest.approx(0.5)
    assert ".71" in found.finding


def test_repeated_texts_and_other_languages_are_found():
    """Counted, not left out."""
    corpus = simulated(20)
    texts = list(corpus.texts)
    texts[1] = texts[0]
    texts[2] = Readable("der Hund und die Katze sind in dem Haus und schlafen nicht", "en")
    found = answers(replace(corpus, texts=tuple(texts)))
    assert found["duplicates"].value == 1
    assert found["language"].value == 1
