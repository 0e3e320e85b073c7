"""The commands that the documents show: found in their code, split where a shell would, with their place."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).resolve().parents[2]
GENERATED = frozenset({"cli.md"})
"""Its usage lines are no commands; it has tests of its own."""

_FENCE = re.compile(r"^\s*```(\w*)\s*$")
_SHELLS = frozenset({"bash", "sh"})
_INDENTED = re.compile(r"^ {4}(?=(?:queyan|\.venv/bin/queyan|make|sudo|python|systemctl|journalctl)\b)(.+)$")
_INLINE = re.compile(r"`((?:sudo (?:-u \w+ )?)?(?:\.venv/bin/)?queyan [^`]+)`")
_JOINTS = frozenset({"|", "&&", ";"})


@dataclass(frozen=True, slots=True)
class Shown:
    """A command in a document, without ``sudo`` and without what it is piped into."""

    where: str
    words: tuple[str, ...]
    as_root: bool

    def __str__(self) -> str:
        """Return what a person would type."""
        return shlex.join(self.words)


def pages() -> list[Path]:
    """Return every page for people, generated ones left out."""
    found = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "hardware_docs").rglob("*.md")]
    return sorted(path for path in found if path.name not in GENERATED)


def block_commands() -> list[Shown]:
    """Return each command of a code block."""
    return [shown for page in pages() for where, line in _block_lines(page) for shown in _split(where, line)]


def inline_commands() -> list[Shown]:
    """Return each command of ours that a sentence names."""
    found = []
    for page in pages():
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            for text in _INLINE.findall(line):
                found += _split(f"{page.name}:{number}", text.replace("\\|", "|"))
    return found


def _block_lines(page: Path) -> Iterator[tuple[str, str]]:
    fence: str | None = None
    begun = ""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{page.name}:{number}"
        mark = _FENCE.match(line)
        if mark is not None:
            fence = mark[1] if fence is None else None
            continue
        text = line.strip() if fence in _SHELLS else _indented(line) if fence is None else ""
        if text.endswith("\\"):
            begun += text.removesuffix("\\")
            continue
        if begun + text and not (begun + text).startswith("#"):
            yield where, begun + text
        begun = ""


def _indented(line: str) -> str:
    found = _INDENTED.match(line)
    return "" if found is None else found[1]


def _split(where: str, line: str) -> list[Shown]:
    reader = shlex.shlex(line, posix=True, punctuation_chars="|&;")
    reader.whitespace_split = True
    parts: list[list[str]] = [[]]
    for word in reader:
        if word in _JOINTS:
            parts.append([])
        else:
            parts[-1].append(word)
    return [_plain(where, part) for part in parts if part]


def _plain(where: str, words: list[str]) -> Shown:
    as_root = words[0] == "sudo"
    if as_root:
        words = words[3:] if words[1] == "-u" else words[1:]
    return Shown(where, (words[0].removeprefix(".venv/bin/"), *words[1:]), as_root)
