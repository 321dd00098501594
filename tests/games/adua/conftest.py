"""Every test here may ask for an empty table."""

from __future__ import annotations

import pytest

from tests.games.adua.helpers import Table


@pytest.fixture
def table() -> Table:
    return Table()
