"""A plug-in of pytest for `make properties`: all property tests, many times, each with its seed.

Starting Python, its libraries, a database and a browser takes longer than the properties do, so
one process runs several rounds. What Hypothesis keeps at a test (its settings and its seed) is
set before each of them.
"""

import pytest
from hypothesis import settings

SETTINGS, SEED = "_hypothesis_internal_use_settings", "_hypothesis_internal_use_seed"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two numbers of a run."""
    parser.addoption("--seeds", default="0", help="one round for each of these, with commas")
    parser.addoption("--examples", type=int, help="try at most so many examples of a property")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test once for each seed."""
    seeds = [int(seed) for seed in metafunc.config.getoption("--seeds").split(",")]
    metafunc.fixturenames.append("round_seed")
    metafunc.parametrize("round_seed", seeds, indirect=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give the test the seed and the examples of its round."""
    if not isinstance(item, pytest.Function):
        return
    test = getattr(item.obj, "__func__", item.obj)
    chosen = getattr(test, SETTINGS, settings())
    most = min(item.config.getoption("--examples"), chosen.max_examples)
    setattr(test, SETTINGS, settings(chosen, max_examples=most, database=None))
    setattr(test, SEED, item.callspec.params["round_seed"])
