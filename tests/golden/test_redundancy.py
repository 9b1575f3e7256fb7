"""Redundant judgements of a published crowd (Birch et al., 2016), English to German.

The data hold workers who passed quality control only. Three folds in other code, fitted to
eight scores per segment and held against four, gave r = .758 for mean z and .763 for the
model with slopes.
"""

import numpy as np
import pytest

from tertium.formats.judgements import read_judgements
from tertium.stats.redundancy.accuracy import accuracies, groups_of
from tertium.stats.redundancy.cells import read_cells
from tertium.stats.redundancy.curve import Split, curve, fit_model


@pytest.fixture(scope="module")
def cells(shared_data):
    """Return the scores of segments, each worker's first."""
    table = read_judgements(shared_data / "hume-da-ende" / "judgements.csv.gz")
    return read_cells(table, aspect="overall")


def test_all_twenty_workers_pass_the_control_test(cells):
    """The organisers kept these twenty, with the same test on their degraded copies."""
    groups = groups_of(accuracies(cells, np.ones(cells.people, dtype=bool), 0.95), 0.6)
    assert [(group.tested, group.annotators) for group in groups] == [("passed", 20)]
    assert cells.items == 245
    assert (cells.counts.min(), cells.counts.max()) == (4, 11)


def test_held_out_judgements_are_predicted_as_well_as_elsewhere(cells):
    """Seven scores and three held out come close to eight and four."""
    everybody = np.ones(cells.people, dtype=bool)
    last = curve(cells, Split(3, 7), everybody, fit_model, draws=2, level=0.95, seed=0)[-1]
    assert last.scores == 7
    assert last.all.value == pytest.approx(0.758, abs=0.05)
    assert last.model.value == pytest.approx(0.763, abs=0.05)
