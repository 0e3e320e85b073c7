"""What Queyan ships with may be shipped: no package that running needs is under the GPL or AGPL."""

from __future__ import annotations

import re
from importlib import metadata

from packaging.requirements import Requirement

COPYLEFT = re.compile(r"\b[AL]?GPL", re.IGNORECASE)


def _needed_by(package: str, seen: set[str]) -> set[str]:
    """Return every package that an installed one needs to run, itself included."""
    if package in seen:
        return seen
    seen.add(package)
    for line in metadata.requires(package) or []:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            _needed_by(requirement.name, seen)
    return seen


def _licence(package: str) -> str:
    """Return what a package says of its licence; long texts count by their first line."""
    about = metadata.metadata(package)
    stated = [*(about.get_all("License-Expression") or []), *(about.get_all("License") or [])]
    classified = [line for line in about.get_all("Classifier") or [] if line.startswith("License")]
    return " ".join([*(text.partition("\n")[0] for text in stated), *classified])


def test_no_needed_package_is_copyleft() -> None:
    needed = _needed_by("queyan", set())
    assert len(needed) > 10
    assert {package: _licence(package) for package in needed if COPYLEFT.search(_licence(package))} == {}
