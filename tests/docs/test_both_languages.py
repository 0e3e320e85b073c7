"""What a page says in English and in Chinese is the same: the same rows in the same tables, the same commands."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.docs.commands import block_commands

MEASURED = (
    "bill_of_materials",
    "calibration",
    "camera_mount",
    "flashing",
    "install",
    "operations",
    "pages",
    "panel",
    "privacy",
    "settings",
    "table_profiles",
    "wiring",
)
"""Pages whose tables give sizes, pins, times and limits."""
PAGES = (*MEASURED, "first_evening", "start_here", "troubleshooting")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LANDMARK = re.compile(r"(?m)^(#+) |^!\[[^\]]*\](\([^)]*\))")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def tables_of(text: str) -> list[int]:
    """How many lines each table of a page has."""
    blocks = re.split(r"(?m)^(?!\|).*\n", text)
    return [block.count("\n") for block in blocks if block]


def code_of(text: str) -> Counter[str]:
    """What is to be typed or looked for, as far as it is the same in both languages: no comment, nobody's name."""
    fenced = re.findall(r"(?ms)^ *```\w+\n(.*?)^ *```", text)
    lines = [line.strip() for block in fenced for line in block.splitlines()]
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^ *```.*?^ *```", "", text))
    return Counter(code for code in (*lines, *spans) if not _CHINESE.search(code) and not code.startswith("#"))


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_names_are_the_same(page: str, repository: Path) -> None:
    english, chinese = (
        code_of((repository / "hardware_docs" / f"{page}{end}.md").read_text(encoding="utf-8"))
        for end in ("", ".zh-CN")
    )
    assert {*english} == {*chinese}


def figures_of(text: str) -> list[Counter[str]]:
    """The numbers in each line of a page's tables, in their order."""
    return [Counter(_NUMBER.findall(line)) for line in text.splitlines() if line.startswith("|")]


@pytest.mark.parametrize("page", PAGES)
def test_blocks_of_commands_are_the_same(page: str) -> None:
    shown = block_commands()
    english, chinese = (
        [str(command) for command in shown if command.where.partition(":")[0] == f"{page}{end}.md"]
        for end in ("", ".zh-CN")
    )
    assert english == chinese


@pytest.mark.parametrize("page", PAGES)
def test_headings_and_pictures_come_in_the_same_order(page: str, repository: Path) -> None:
    english, chinese = (
        _LANDMARK.findall((repository / "hardware_docs" / f"{page}{end}.md").read_text(encoding="utf-8"))
        for end in ("", ".zh-CN")
    )
    assert len(english) > 3
    assert english == chinese


@pytest.mark.parametrize("page", PAGES)
def test_each_leads_to_the_other_at_its_head(page: str, repository: Path) -> None:
    for end, link in (("", f"[中文]({page}.zh-CN.md)"), (".zh-CN", f"[English]({page}.md)")):
        text = (repository / "hardware_docs" / f"{page}{end}.md").read_text(encoding="utf-8")
        assert text.splitlines()[1:4] == ["", link, ""]


@pytest.mark.parametrize("page", MEASURED)
def test_tables_have_the_same_numbers(page: str, repository: Path) -> None:
    english, chinese = (
        figures_of((repository / "hardware_docs" / f"{page}{end}.md").read_text(encoding="utf-8"))
        for end in ("", ".zh-CN")
    )
    assert sum(map(Counter.total, english)) > 4
    assert english == chinese


@pytest.mark.parametrize("page", [page for page in PAGES if page != "start_here"])
def test_tables_have_the_same_rows(page: str, repository: Path) -> None:
    english, chinese = (
        tables_of((repository / "hardware_docs" / f"{page}{end}.md").read_text(encoding="utf-8"))
        for end in ("", ".zh-CN")
    )
    assert sum(english) > 4
    assert english == chinese
