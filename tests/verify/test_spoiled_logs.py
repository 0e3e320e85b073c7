"""400 torn or flipped log tails (make verify)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.spoiling import check_spoiled

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_every_spoiled_log_opens_as_a_clean_prefix_or_is_refused(tmp_path: Path) -> None:
    outcomes = [check_spoiled(tmp_path, seed) for seed in range(1000, 1400)]
    assert any(outcomes)
    assert not all(outcomes)
