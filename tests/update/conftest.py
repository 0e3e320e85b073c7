"""A machine with an installed Queyan, switched off when the test ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.update.standins import Machine, ProcessService, installed_machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = installed_machine(tmp_path / "machine")
    try:
        ProcessService(made).start()
        yield made
    finally:
        made.cut_power()
