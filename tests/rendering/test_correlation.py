"""Meta-evaluation in every format."""

from tertium.rendering import figures, headline
from tests.rendering.every_format import tell
from tests.stats.correlation.drawn import correlated

RESULT = correlated(recipe="wmt25", by="domain")


def test_everything_is_told_in_every_format():
    """Levels, parts, recipe, ceiling, outliers and disagreements at once."""
    said = tell(RESULT)
    found = said["json"]
    assert set(found) >= {
        *("correlations", "differences", "ceiling", "clusters", "outliers", "disagreements"),
        *("sentence", "signature", "warnings", "recipe"),
    }
    assert set(found["correlations"][0]) >= {
        *("level", "by", "metric", "human", "measure", "value", "low", "high", "n", "undefined"),
    }
    assert set(found["differences"][0]) >= {
        *("level", "measure", "a", "b", "difference", "low", "high", "p", "method"),
    }
    drawn = [one.name for one in figures(RESULT)]
    assert "correlation-system" in drawn
    assert "correlation-among-segment" in drawn
    assert "correlation-systems-good" in drawn


def test_few_systems_constant_scores_and_one_metric_are_told():
    """Nothing breaks, and the headline says what there is."""
    for result in (
        correlated(systems=2),
        correlated(metrics=("good",)),
        correlated(metrics=("flat",)),
        correlated(metrics=("good", "flat"), documents=False),
    ):
        tell(result)
    assert headline(correlated(metrics=("flat",), systems=2)).startswith("No measure")
