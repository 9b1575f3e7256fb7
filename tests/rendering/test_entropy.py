"""Word translation entropy in every format, and the picture of a sentence."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.formats.moses import read_moses
from tertium.formats.translations import Versions, read_translations
from tertium.rendering import figures, headline
from tertium.rendering.pictures.sentence import SentenceWord, draw_sentence
from tertium.stats.entropy.analyse import translation_entropy
from tertium.stats.entropy.prepare import renderings_of, unrendered
from tertium.stats.entropy.stages import measure_stages
from tests.rendering.every_format import tell

EXAMPLES = Path(__file__).parents[2] / "src" / "tertium" / "examples"
bits = st.none() | st.floats(0, 8)


@pytest.fixture(scope="module")
def versions():
    """Return the museum notices of the manual."""
    return read_translations(EXAMPLES / "renderings.csv")


@pytest.fixture(scope="module")
def options():
    """Return what the engine considered."""
    return read_moses(EXAMPLES / "renderings.graph")


@pytest.fixture(scope="module")
def museum(versions, options):
    """Return the result with everything in it."""
    return translation_entropy(
        renderings_of(versions),
        machine=options,
        stages=measure_stages(versions, resamples=200),
        shown="m2",
        resamples=200,
    )


def test_everything_is_told_in_every_format(museum):
    """People, engine, correlations and stages; the sentence first."""
    said = tell(museum)
    assert headline(museum).startswith("On average translators choose for a word as if among 1.58")
    assert [figure.name for figure in figures(museum)] == [
        "entropy-sentence",
        "entropy-mh-hh",
        "entropy-threshold-mh-hh",
    ]
    assert said["json"]["words"][0]["segment"] == "m1"
    assert said["json"]["stages"]["steps"][0]["step"] == "MT → post-edited"
    assert "From MT to the revised text" in said["text"]
    assert "go" in said["html"]


def test_an_engine_alone_is_told(options):
    """The headline speaks of the engine, and nothing of people."""
    result = translation_entropy(unrendered(options), machine=options, resamples=50)
    said = tell(result)
    assert headline(result).startswith("On average the engine chooses for a word as if among")
    assert "HH" not in said["text"]


def test_one_translation_is_told():
    """Nothing is known of variety, and no picture breaks."""
    raw = Versions()
    raw.add("s1", "a", "yes we do", "ja das tun wir", "f:1")
    result = translation_entropy(renderings_of(raw), resamples=50)
    tell(result)
    assert headline(result) == "There are too few translations to measure how varied they are."


def test_the_sentence_is_drawn_word_by_word(museum):
    """Bars and diamonds stand at their values, renderings behind them, in reading order."""
    figure = figures(museum)[0]
    assert figure.title == "“go” is rendered in 4 ways by 5 translators."
    layers = {layer["mark"]["type"]: layer for layer in figure.spec["layer"]}
    rows = layers["bar"]["data"]["values"]
    words = [one for one in museum.words if one.segment == "m2"]
    assert [row["people"] for row in rows] == [one.hh for one in words]
    assert [row["machine"] for row in layers["point"]["data"]["values"]] == [
        one.mh for one in words
    ]
    assert rows[3]["text"] == "haben 2×, ist 1×, sind 1×, +1"
    # The thin lines lead on to the corrected entropy.
    assert all(row["at_most"] > row["people"] for row in layers["rule"]["data"]["values"])
    assert (
        json.loads(
            layers["bar"]["encoding"]["y"]["axis"]["labelExpr"].removesuffix("[datum.label]")
        )["1"]
        == "Children"
    )


@given(
    st.lists(st.builds(SentenceWord, st.text(max_size=8), bits, bits, bits, st.text()), max_size=6)
)
def test_any_sentence_can_be_drawn(words):
    """Unknown entropies, odd words and empty sentences give a spec that JSON can hold."""
    spec = draw_sentence(words)
    json.dumps(spec, allow_nan=False)
    (people,) = [
        layer["data"]["values"] for layer in spec["layer"] if layer["mark"]["type"] == "bar"
    ]
    assert len(people) == sum(word.people is not None for word in words)
