"""What a page says in English and in Chinese is the same: the same rows in the same tables, the same commands."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

PAGES = ("start_here", "first_evening", "troubleshooting")
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


@pytest.mark.parametrize("page", ["first_evening", "troubleshooting"])
def test_tables_have_the_same_rows(page: str, repository: Path) -> None:
    english, chinese = (
        tables_of((repository / "hardware_docs" / f"{page}{end}.md").read_text(encoding="utf-8"))
        for end in ("", ".zh-CN")
    )
    assert sum(english) > 20
    assert english == chinese
