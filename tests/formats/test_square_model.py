"""Models of the quality square as files."""

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.square_model import CORNERS, model_names, read_model


@pytest.mark.parametrize("name", ["full", "light"])
def test_models_ship_with_scope_and_kind_of_every_criterion(name):
    """Four corners, each with its threshold as data."""
    model = read_model(name)
    assert tuple(one.name for one in model.corners) == CORNERS
    for corner, criterion in model.criteria.values():
        assert criterion.scope in ("global", "local")
        assert criterion.kind in ("objective", "semi-objective", "subjective")
        assert corner.unit
    assert model_names() == ("full", "light")
    assert read_model("full").fingerprint != read_model("light").fingerprint


def test_a_threshold_passes_or_not_as_the_model_says(tmp_path):
    """Inclusive or exclusive, for ratings and for counts."""
    text = _text("full")
    own = tmp_path / "own.yaml"
    own.write_text(text.replace("inclusive: true", "inclusive: false"))
    for model, at in ((read_model("full"), True), (read_model(own), False)):
        adequacy, major = model.corner("adequacy"), model.corner("major")
        assert [adequacy.passes(value) for value in (69.9, 70, 70.1)] == [False, at, True]
        assert [major.passes(value) for value in (0, 0.1)] == [at, False]


def _text(name):
    from importlib import resources

    return (resources.files("tertium") / "squares" / f"{name}.yaml").read_text()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (("  inclusive: true\n", ""), "whether its threshold passes"),
        (("  pass: 70\n", ""), "has no threshold"),
        (("pass: 70", "pass: 170"), "not on the scale"),
        (("scope: global", "scope: world"), "no scope named 'world'"),
        (("kind: objective", "kind: fair"), "no kind named 'fair'"),
        (("logic: all  ", "logic: most  "), "is not a logic"),
        (("gate: [adequacy", "gate: [technical"), "before technical errors"),
        (("id: readability", "id: adequacy"), "is there twice"),
        (("id: readability", "id: overall"), "cannot name a criterion"),
        (("technical:", "technique:"), "no corner 'technical'"),
        (("unit: errors", "units: errors"), "no key 'unit'"),
    ],
)
def test_mistakes_are_told(change, what, tmp_path):
    """With file and line."""
    own = tmp_path / "own.yaml"
    assert change[0] in _text("full")
    own.write_text(_text("full").replace(*change, 1))
    with pytest.raises(TertiumError, match=what) as error:
        read_model(own)
    assert "own.yaml" in str(error.value)
