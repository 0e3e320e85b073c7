"""What the figures share."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest


@pytest.fixture
def many_files() -> Iterator[None]:
    """Let this process and the ones it starts open as many files as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
