"""Makes the settings' pages and example file from the models: ``python -m table_daemon.settings_page [FOLDER]``."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table_daemon.settings import ENV_DELIMITER, ENV_PREFIX, Settings
from table_daemon.settings.keys import Section
from table_daemon.settings_words import unit_zh, write_zh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

PAGE_NAME = "settings.md"
CHINESE_PAGE_NAME = "settings.zh-CN.md"
EXAMPLE_NAME = "queyan.example.toml"

_HEAD = f"""# Settings

[中文]({CHINESE_PAGE_NAME})

Made from `table_daemon/settings` by `make docs`; a test says when it is stale.

All settings live in one TOML file, named with `queyan run --settings FILE`. Without that option the first of
`~/.config/queyan/queyan.toml` (or `$XDG_CONFIG_HOME/queyan/queyan.toml`) and `/etc/queyan/queyan.toml`
that exists is read, else every key has its default. [{EXAMPLE_NAME}]({EXAMPLE_NAME}) holds every key:
copy it and change what differs.

- A relative file name is meant from the folder of the settings file.
- Any key may also be given as an environment variable, which wins over the file:
  `{ENV_PREFIX}WEB{ENV_DELIMITER}PORT=8090` is `port` in `[web]`. Lists are written as JSON there.
- A wrong or unknown key stops the start with one line for each problem: file, line, key and what to write;
  the exit status is 2.
"""

_CHINESE_HEAD = f"""# 设置

[English]({PAGE_NAME})

由 `make docs` 从 `table_daemon/settings` 生成；过时了有测试会说。

全部设置写在一个 TOML 文件里，用 `queyan run --settings FILE` 指定。不指定的话，依次找
`~/.config/queyan/queyan.toml`（或 `$XDG_CONFIG_HOME/queyan/queyan.toml`）和 `/etc/queyan/queyan.toml`，
用先找到的那个；都没有，每一项就取默认值。[{EXAMPLE_NAME}]({EXAMPLE_NAME}) 里列出了每一项：复制一份，改不一样的地方。

- 相对的文件名，从设置文件所在的目录算起。
- 每一项也可以用环境变量给出，环境变量比文件优先：
  `{ENV_PREFIX}WEB{ENV_DELIMITER}PORT=8090` 就是 `[web]` 里的 `port`。在那里，列表按 JSON 写。
- 写错的、不认识的项，启动时会拦下，一个问题一行：文件、行号、哪一项、该写什么；退出状态是 2。
"""

_EXAMPLE_HEAD = """# Queyan's settings, every key at its default. Copy it, take the "# " away from what you change.
# Meanings and limits: settings.md
"""


def page() -> str:
    """Return the Markdown page of every section and key."""
    parts = [_HEAD]
    for name, section in sections():
        rows = ["| key | meaning | unit | write | default |", "|---|---|---|---|---|"]
        rows += [_row(key, field) for key, field in section.model_fields.items()]
        parts.append(f"## `[{name}]`\n\n{section.__doc__}\n\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def chinese_page() -> str:
    """Return the same page in Chinese."""
    parts = [_CHINESE_HEAD]
    for name, section in sections():
        rows = ["| 项 | 意思 | 单位 | 怎么写 | 默认 |", "|---|---|---|---|---|"]
        rows += [_chinese_row(key, field) for key, field in section.model_fields.items()]
        parts.append(f"## `[{name}]`\n\n{section.zh}\n\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def example() -> str:
    """Return the example file: every key commented out at its default."""
    parts = [_EXAMPLE_HEAD]
    for name, section in sections():
        lines = [f"# {section.__doc__}", f"[{name}]"]
        for key, field in section.model_fields.items():
            lines += [f"# {field.description}", _assignment(key, field)]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def sections() -> Iterator[tuple[str, type[Section]]]:
    """Yield each section's name and model, in the file's order."""
    for name, field in Settings.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield name, field.annotation


def toml_value(value: Any) -> str:
    """Return a value as TOML writes it.

    >>> toml_value(("甲", 5, True))
    '["甲", 5, true]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return f'"{value.value}"'
    if isinstance(value, (str, Path)):
        return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join(toml_value(part) for part in value) + "]"
    return str(value)


def _row(key: str, field: FieldInfo) -> str:
    extra = _extra(field)
    return f"| `{key}` | {field.description} | {extra['unit']} | {extra['write']} | {_default(field, 'unset')} |"


def _chinese_row(key: str, field: FieldInfo) -> str:
    extra = _extra(field)
    unit, write = unit_zh(extra["unit"]), write_zh(extra["write"])
    return f"| `{key}` | {extra['zh']} | {unit} | {write} | {_default(field, '不设')} |"


def _default(field: FieldInfo, unset: str) -> str:
    return unset if field.default is None else f"`{toml_value(field.default)}`"


def _assignment(key: str, field: FieldInfo) -> str:
    if field.default is None:
        for_example = str(_extra(field)["write"]).split(" such as ")[-1]
        return f"# {key} = {for_example}  # for example; unset by default"
    return f"# {key} = {toml_value(field.default)}"


def _extra(field: FieldInfo) -> dict[str, Any]:
    return field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}


def main(folder: Path) -> None:
    """Write both pages and the example into a folder."""
    (folder / PAGE_NAME).write_text(page(), encoding="utf-8")
    (folder / CHINESE_PAGE_NAME).write_text(chinese_page(), encoding="utf-8")
    (folder / EXAMPLE_NAME).write_text(example(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "hardware_docs"))
