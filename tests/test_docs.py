"""The documents hold together: links lead somewhere, every setting and command is written about, nothing is stale."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from table_daemon import cli_page, settings_page
from table_daemon.game.asking import ReviewReason
from table_daemon.settings import load_settings

REPOSITORY = Path(__file__).resolve().parents[1]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_ROW = re.compile(r"\b(?:A[1-5](?:\.\d+)?|B\d+)\b")
"""A row of the page of rules, as docstrings name it."""
_TOML_BLOCK = re.compile(r"```toml\n(.*?)```", re.DOTALL)


def _documents() -> list[str]:
    done = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return [name for name in done.stdout.splitlines() if (REPOSITORY / name).exists()]
    found = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "hardware_docs").rglob("*.md")]
    return [str(path.relative_to(REPOSITORY)) for path in found]


@pytest.mark.parametrize("name", _documents())
def test_every_relative_link_leads_somewhere(name: str) -> None:
    path = REPOSITORY / name
    text = _CODE.sub("", path.read_text(encoding="utf-8"))
    targets = [target.partition("#")[0] for target in _LINK.findall(text) if "://" not in target]
    missing = [target for target in targets if target and not (path.parent / target).exists()]
    assert missing == []


def _anchors(text: str) -> set[str]:
    """Name a page's headings as GitHub does: small letters of any script, no signs, hyphens for spaces."""
    headings = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^ *```.*?^ *```", "", text))
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in plain}


def test_anchors_are_named_as_github_names_them() -> None:
    headings = ("# A maker's own protocol", "## `[web]`", "## 2. 看看认不认得", "### [Wiring](wiring.md), tier 4")
    text = "\n".join((*headings, "```sh", "# no heading", "```"))
    assert _anchors(text) == {"a-makers-own-protocol", "web", "2-看看认不认得", "wiring-tier-4"}


@pytest.mark.parametrize("name", _documents())
def test_every_anchor_of_a_link_is_a_heading_there(name: str) -> None:
    path = REPOSITORY / name
    targets = [target for target in _LINK.findall(_CODE.sub("", path.read_text(encoding="utf-8"))) if "#" in target]
    missing = []
    for target in targets:
        page, _, anchor = target.partition("#")
        if "://" not in page and anchor not in _anchors((path.parent / page if page else path).read_text("utf-8")):
            missing.append(target)
    assert missing == []


def test_the_readme_opens_with_a_picture_of_the_page() -> None:
    for name in ("README.md", "README.zh-CN.md"):
        lines = [line for line in (REPOSITORY / name).read_text(encoding="utf-8").splitlines() if line]
        assert lines[1].startswith("!["), name


def test_every_setting_is_on_the_page_of_settings() -> None:
    page = (REPOSITORY / "hardware_docs" / settings_page.PAGE_NAME).read_text(encoding="utf-8")
    for section, model in settings_page.sections():
        assert f"## `[{section}]`" in page
        for key in model.model_fields:
            assert f"| `{key}` |" in page, f"{section}.{key}"


def test_every_command_is_on_the_page_of_commands() -> None:
    page = (REPOSITORY / "hardware_docs" / cli_page.PAGE_NAME).read_text(encoding="utf-8")
    for name, _ in cli_page.commands():
        assert f"## `{name}`" in page


@pytest.mark.parametrize("name", _documents())
def test_every_command_a_document_speaks_of_exists(name: str) -> None:
    known = {full.split()[1] for full, _ in cli_page.commands()}
    text = (REPOSITORY / name).read_text(encoding="utf-8")
    spoken = re.findall(r"(?:`|bin/|table_daemon )(?:queyan )([a-z]+)\b", text)
    assert [word for word in spoken if word not in known] == []


@pytest.mark.parametrize("name", _documents())
def test_settings_shown_in_a_document_are_accepted(name: str, tmp_path: Path) -> None:
    for block in _TOML_BLOCK.findall((REPOSITORY / name).read_text(encoding="utf-8")):
        tomllib.loads(block)
        path = tmp_path / "queyan.toml"
        path.write_text(block, encoding="utf-8")
        load_settings(path)


def test_every_decision_has_its_three_parts_and_its_line_in_the_list() -> None:
    folder = REPOSITORY / "hardware_docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    pages = sorted(folder.glob("0*.md"))
    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert [line for line in text.splitlines() if line.startswith("## ")] == [
            "## Context",
            "## Decision",
            "## Consequences",
        ], page.name
        assert f"({page.name})" in index


def test_every_page_of_the_shelf_can_be_found_from_the_first() -> None:
    shelf = REPOSITORY / "hardware_docs"
    start = (shelf / "start_here.md").read_text(encoding="utf-8")
    for page in shelf.glob("*.md"):
        assert page.name == "start_here.md" or f"({page.name})" in start, page.name


def test_every_rule_that_the_code_names_has_its_row() -> None:
    page = (REPOSITORY / "hardware_docs" / "rules_sources.md").read_text(encoding="utf-8")
    rows = {tag for cell in re.findall(r"^\| ([AB][^|]*) \|", page, re.MULTILINE) for tag in _ROW.findall(cell)}
    code = [*(REPOSITORY / "table_daemon").rglob("*.py"), *(REPOSITORY / "tests" / "rules").rglob("*.py")]
    named = {tag for path in code for tag in _ROW.findall(path.read_text(encoding="utf-8"))}
    assert "B31" in named
    assert named - rows == set()


@pytest.mark.parametrize("target", ["setup", "demo", "test", "verify", "bench", "docs", "wheelhouse", "clean"])
def test_every_task_of_the_makefile_exists_and_makes_the_environment_first(target: str) -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    found = re.search(rf"^{target}:(.*)$", makefile, re.MULTILINE)
    assert found is not None
    assert target in {"setup", "clean"} or "setup" in found[1].split()


def test_every_reason_of_a_question_is_written_about() -> None:
    text = (REPOSITORY / "hardware_docs" / "pages.md").read_text(encoding="utf-8")
    section = text.partition("## What a question tells programs\n")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    told = re.findall(r"`(\w+)`", " ".join(cells))
    assert sorted(told) == sorted(["reason", *ReviewReason])
