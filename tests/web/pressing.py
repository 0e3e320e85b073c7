"""A button that asks first, pressed as somebody does who reads what it asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator


def press_twice(button: Locator) -> None:
    """Press ``button``, and once its question could be read, press it again."""
    button.click()
    press_again(button)


def press_again(button: Locator) -> None:
    """Press ``button`` once its question could be read."""
    expect(button).to_have_class(re.compile(r"\barmed\b"))
    button.click()
