"""Every example in a docstring is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

PACKAGES = ("firmware_bridge", "vision", "table_daemon", "web_display")
BOARD = "firmware_bridge.pico"
"""MicroPython for the board, not for this interpreter."""
TRAINING_ONLY = frozenset({"torch", "onnx", "matplotlib"})
"""What only training needs; where it is absent, the examples of training are skipped."""


def _modules() -> list[str]:
    names = list(PACKAGES)
    for package in PACKAGES:
        found = pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.", onerror=lambda _: None)
        names += [module.name for module in found]
    return [name for name in names if not name.startswith(BOARD) and not name.endswith(".__main__")]


@pytest.mark.parametrize("name", _modules())
def test_the_examples_of_a_module_hold(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in TRAINING_ONLY:
            raise
        pytest.skip(f"{error.name} is installed for training only")
    assert doctest.testmod(module).failed == 0
