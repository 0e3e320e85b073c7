"""The columns of the settings' Chinese page that follow from the English ones: what to write, and in what unit."""

import re

_UNITS = {"days": "天", "weeks": "周", "h": "时", "baud": "波特"}
_NOUNS = {
    "a length": "长度",
    "a number": "数",
    "a pin": "引脚",
    "a seat": "座位",
    "a file": "文件",
    "a folder": "目录",
    "a device": "设备",
    "an address": "地址",
    "a URL": "网址",
    "a class": "类",
    "a repository": "仓库",
    "a profile": "规则名",
    "a table": "表",
    "four names": "四个名字",
    "four pins": "四个引脚",
    "four corners": "四个角",
    "two gains": "两个增益",
}
_QUOTED = re.compile(r'("[^"]*")')
_RULES = (
    *((re.compile(rf"\b{english}\b"), chinese) for english, chinese in _NOUNS.items()),
    (re.compile(r" from (\S+) to (\S+)"), r"，\1 到 \2"),
    (re.compile(r" such as "), "，例如 "),
    (re.compile(r",? or "), " 或 "),
    (re.compile(r", (?=$|[\u4e00-\u9fff])"), "、"),
)


def unit_zh(unit: str) -> str:
    """Return a unit as Chinese readers know it; signs such as mm and px stay."""
    return _UNITS.get(unit, unit)


def write_zh(write: str) -> str:
    """Return in Chinese what a key is to be given, what stands in quotation marks as it is.

    >>> write_zh("a length from 500 to 1500")
    '长度，500 到 1500'
    >>> write_zh('"", a device such as "/dev/a or b" or a URL such as "socket://x"')
    '""、设备，例如 "/dev/a or b" 或 网址，例如 "socket://x"'
    """
    parts = _QUOTED.split(write)
    for pattern, chinese in _RULES:
        parts = [part if part.startswith('"') else pattern.sub(chinese, part) for part in parts]
    return "".join(parts)
