"""Boards for the firmware's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware_bridge.pico.bench import Bench


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[Bench]:
    """A board without power."""
    made = Bench(tmp_path)
    yield made
    made.close()


@pytest.fixture
def board(cold: Bench) -> Bench:
    """A board that has started and settled; what it said till then is read."""
    cold.start()
    cold.run(150)
    cold.heard()
    return cold
