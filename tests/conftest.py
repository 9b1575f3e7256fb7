"""Fixtures that all tests share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of published judgements that lies beside a development checkout."""
    folder = Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the published data sets are not beside this checkout (../shared/data)")
    return folder
