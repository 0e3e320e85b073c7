"""What axe-core finds wrong for people who see little or nothing: rules of WCAG 2.1 A and AA and good practice."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

_AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """Return what is wrong, a line a place. Ask last: axe itself tries styles that our pages forbid."""
    page.evaluate(_AXE)
    found: dict[str, Any] = page.evaluate(
        "(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] })", _RULES
    )
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary'].splitlines()[1].strip()}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
