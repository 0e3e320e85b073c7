"""A rule profile as a table for people: on a terminal, and as the pages under hardware_docs.

``python -m table_daemon.rules_page [FOLDER]`` writes the pages.
"""

from __future__ import annotations

import ast
import re
import sys
import unicodedata
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_daemon.rules import profile as profile_module
from table_daemon.rules.fan_table import FAN_TABLE
from table_daemon.rules.formula import work_out
from table_daemon.rules.option_words import OPTION_WORDS, allowed_words, value_words
from table_daemon.rules.options import changes_of, options_of
from table_daemon.rules.profile import PROFILES, RuleProfile, option_spans

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGES: Final = {"rules.md": False, "rules.zh-CN.md": True}
"""The pages by name, and whether each is in Chinese."""
_ROWS: Final = re.compile(r"\(([A-Z][0-9.]+(?:(?:, | to )[A-Z][0-9.]+)*)\)\.$")
_TITLES: Final = {
    "tianjin": ("天津麻将", "the city's game"),
    "tianjin_club": ("天津麻将，特殊规则", "the city's game with its special rules"),
    "daihun": ("带混（塘沽）", "the neighbouring game with 吃 and 放炮"),
}


def field_docs() -> Mapping[str, str]:
    """Return the docstring of every option, read from the profile's own source."""
    tree = ast.parse(Path(profile_module.__file__).read_text(encoding="utf-8"))
    docs: dict[str, str] = {}
    for made in tree.body:
        if isinstance(made, ast.ClassDef) and made.name == RuleProfile.__name__:
            for before, after in zip(made.body, made.body[1:], strict=False):
                if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
                    docs[before.target.id] = _text(after)
    return docs


def source_rows(name: str) -> str:
    """Return the source rows that an option's docstring names.

    >>> source_rows("min_fan")
    'B23'
    """
    found = _ROWS.search(field_docs()[name])
    return found[1] if found else ""


def terminal_table(profile: RuleProfile) -> str:
    """Tell a profile as a table, Chinese and English, what differs from the named profile marked with ``*``."""
    changed = changes_of(profile)
    zh, en = _TITLES[profile.name]
    lines = [f"{profile.name}: {zh} ({en})", ""]
    for name in option_spans(profile.ruleset):
        value = value_words(getattr(profile, name))
        words = OPTION_WORDS[name]
        mark = "*" if name in changed else " "
        lines += [f"{mark} {_padded(words.zh, 34)} {value.zh}", f"    {name}: {words.en}: {value.en}"]
    return "\n".join(lines)


def markdown_page(*, chinese: bool) -> str:
    """Return the rules page: every option with its meaning, values, default in each profile, and source row."""
    lines = [*(_ZH_HEAD if chinese else _EN_HEAD), ""]
    docs = field_docs()
    for ruleset in dict.fromkeys(made.ruleset for made in PROFILES):
        profiles = [made for made in PROFILES if made.ruleset is ruleset]
        lines.append(
            "## " + " · ".join(f"`{made.name}` {_TITLES[made.name][0 if chinese else 1]}" for made in profiles)
        )
        head = ["选项", "意思", "可取值"] if chinese else ["option", "meaning", "values"]
        lines += ["", _row([*head, *(made.name for made in profiles), "出处" if chinese else "row"])]
        lines.append(_row(["---"] * (len(profiles) + 4)))
        for name, span in option_spans(ruleset).items():
            meaning = OPTION_WORDS[name].zh if chinese else _ROWS.sub("", docs[name]).strip()
            allowed = allowed_words(getattr(profiles[0], name), span)
            values = [_shown(made, name, chinese=chinese) for made in profiles]
            lines.append(
                _row([f"`{name}`", meaning, allowed.zh if chinese else allowed.en, *values, source_rows(name)])
            )
        lines.append("")
    return "\n".join([*lines, *_fan_table(chinese=chinese)]) + "\n"


def _fan_table(*, chinese: bool) -> list[str]:
    """Return the printed table of fans, each sum worked out by the rules' own formula."""
    head = ["序号", "牌型", "算式", "杠", "合计"] if chinese else ["row", "hand", "sum", "kong", "total"]
    lines = ["## 番表" if chinese else "## The fan table", "", *(_ZH_FANS if chinese else _EN_FANS), ""]
    lines += [_row(head), _row(["---"] * len(head))]
    for row in FAN_TABLE:
        worked = work_out(row.parts)
        told = worked.chinese if chinese else worked.english
        lines.append(_row([row.number, row.name, told, str(row.kong or ""), str(worked.fan + row.kong)]))
    return lines


def _shown(profile: RuleProfile, name: str, *, chinese: bool) -> str:
    words = value_words(getattr(profile, name))
    plain = options_of(profile)[name]
    code = str(plain).lower() if isinstance(plain, bool) else str(plain)
    text = words.zh if chinese else words.en
    return text if not isinstance(plain, (bool, str)) else f"`{code}` {text}"


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(node: ast.stmt) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return cleandoc(node.value.value)
    return ""


def _padded(text: str, columns: int) -> str:
    """Fill up to ``columns`` of a terminal, where a Chinese character takes two."""
    width = sum(2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1 for letter in text)
    return text + " " * max(0, columns - width)


_EN_HEAD: Final = (
    "# House rules",
    "",
    "Generated from `table_daemon/rules/profile.py` by `make docs`; do not edit.",
    "中文: [rules.zh-CN.md](rules.zh-CN.md)",
    "",
    "A table plays a profile by name, with changes: in the settings file under `[match]` and `[match.rules]`, or as",
    "`options` of `queyan score` and `queyan settle`. `queyan rules` shows what is in force. Numbers are whole ones.",
    'Of `kong` and `points` any part may be given alone, as `kong.jin=8` or `{"kong": {"jin": 8}}`. Rows are those of',
    "[rules_sources.md](rules_sources.md).",
)
_ZH_HEAD: Final = (
    "# 规则与家规",
    "",
    "由 `make docs` 根据 `table_daemon/rules/profile.py` 生成，请勿手改。English: [rules.md](rules.md)",
    "",
    "每张桌子按名字选一套规则，再加自己的改动：写在设置文件的 `[match]` 和 `[match.rules]` 里，或作为",
    "`queyan score`、`queyan settle` 的 `options`。`queyan rules` 显示正在用的规则。数字都是整数。`kong` 和",
    '`points` 可以只改其中一项，如 `kong.jin=8` 或 `{"kong": {"jin": 8}}`。出处见',
    "[rules_sources.md](rules_sources.md)。",
)

_EN_FANS: Final = (
    "Rows 1 to 31 with a (明杠) and b (暗杠), then the stacked list with the two 素本 rows, by the defaults of",
    "`tianjin`. What adds is summed first, then everything else multiplies it; kongs are added last.",
)
_ZH_FANS: Final = (
    "1 至 31 为编号牌型（a 明杠，b 暗杠），其后为叠加牌型和两种素本，按 `tianjin` 的默认规则。",
    "相加的先加，其余都相乘，杠分最后加。",
)


def main(arguments: list[str]) -> None:
    """Write both pages into a folder, hardware_docs unless another is named."""
    folder = Path(arguments[0]) if arguments else Path(__file__).parents[1] / "hardware_docs"
    for name, chinese in PAGES.items():
        (folder / name).write_text(markdown_page(chinese=chinese), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
