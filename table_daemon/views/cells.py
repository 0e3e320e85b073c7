"""What a file for spreadsheets needs beside its rows, so that Excel and WPS open it right."""

from __future__ import annotations

from typing import Final

BOM: Final = "\ufeff"
"""By it Excel and WPS know the file for UTF-8, else they take it for the machine's old code page."""
_FORMULA_SIGNS: Final = tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
"""The last four are the full-width ones, which spreadsheets in China take for the same."""


def safe_cell(text: str) -> str:
    r"""Text that no spreadsheet takes for a formula.

    >>> safe_cell("=1+1"), safe_cell("\uff1d1"), safe_cell("张伟")
    ("'=1+1", "'\uff1d1", '张伟')
    """
    return f"'{text}" if text.startswith(_FORMULA_SIGNS) else text
