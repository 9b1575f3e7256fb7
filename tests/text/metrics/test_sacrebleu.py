"""BLEU, chrF, chrF++ and TER are sacrebleu's on any texts, with any number of references."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER

from tertium.text.metrics import text_metric

PEERS = {
    "bleu": lambda **given: BLEU(force=True, **given),
    "chrf": lambda **given: CHRF(**given),
    "chrf++": lambda **given: CHRF(word_order=2, **given),
    "ter": lambda **given: TER(),
}
words = st.lists(st.sampled_from([*"abcd", "A", "a,", "(b)", "3.5", ".", "Ca"]), max_size=9)
texts = st.one_of(words.map(" ".join), st.text(max_size=12), st.text(alphabet="我a ,", max_size=8))


@st.composite
def corpora(draw):
    """Return outputs of two systems and references; every segment has one at least."""
    size, streams = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    outputs = [[draw(texts) for _ in range(size)] for _ in range(2)]
    references = [[draw(st.one_of(st.none(), texts)) for _ in range(size)] for _ in range(streams)]
    references[0] = [text or "a b" for text in references[0]]
    return outputs, references


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("lowercase", [False, True])
@given(corpora())
def test_scores_are_those_of_sacrebleu(name, lowercase, corpus):
    """Of whole texts and of single segments."""
    outputs, references = corpus
    metric = text_metric(name, lowercase=lowercase)
    found = metric.statistics(outputs, references)
    scores, segments = metric.score(found.sum(axis=1)), metric.segment_score(found)
    peer = PEERS[name](lowercase=lowercase)
    single = PEERS[name](lowercase=lowercase)
    if name == "bleu":
        single.effective_order = True
    for row, texts_ in enumerate(outputs):
        theirs = peer.corpus_score(texts_, references).score
        assert scores[row] == pytest.approx(theirs, rel=1e-12, abs=1e-12)
        for at, text in enumerate(texts_):
            here = [stream[at] for stream in references if stream[at] is not None]
            expected = single.sentence_score(text, here).score
            assert segments[row, at] == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_signatures_have_the_parts_of_sacrebleu():
    """Whoever knows sacrebleu's signatures can read ours."""
    for name, peer in PEERS.items():
        one = peer()
        one.corpus_score(["a"], [["b"]])
        theirs = dict(part.split(":") for part in str(one.get_signature()).split("|"))
        ours = {"nrefs": "1", **text_metric(name).options()}
        del theirs["version"]
        assert ours == theirs


def test_a_perfect_text_has_the_best_score():
    """And one without a common character the worst."""
    text = ["the cat sat on the mat ."]
    for name, (best, worst) in {
        "bleu": (100, 0), "chrf": (100, 0), "chrf++": (100, 0), "ter": (0, 100),
    }.items():  # fmt: skip
        metric = text_metric(name)
        found = metric.statistics([text, ["q q q q q q q"]], [text])
        assert metric.score(found.sum(axis=1)) == pytest.approx([best, worst])


def test_statistics_add_up_to_those_of_joined_batches():
    """A score follows from sums, so batches may be of any size."""
    draw = np.random.default_rng(5)
    texts_ = [" ".join(draw.choice(list("abcdef"), size=8)) for _ in range(40)]
    references = [" ".join(draw.choice(list("abcdef"), size=8)) for _ in range(40)]
    for name in PEERS:
        metric = text_metric(name)
        whole = metric.statistics([texts_], [references])
        parts = [
            metric.statistics([texts_[at : at + 7]], [references[at : at + 7]])
            for at in range(0, 40, 7)
        ]
        assert np.array_equal(whole, np.concatenate(parts, axis=1))
