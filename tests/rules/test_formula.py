"""The arithmetic of fans: every row of the printed tables."""

from __future__ import annotations

import pytest

from table_daemon.rules.fans import benhun, gangkai, hundiao, long, su, suben, zhuowu
from table_daemon.rules.fans.base import Part
from table_daemon.rules.formula import fan_of, work_out

PARTS = {
    "Z": zhuowu.PART,
    "L": long.PART,
    "B": benhun.PART,
    "H": hundiao.SINGLE,
    "S": su.PART,
    "P": suben.PART,
    "G": gangkai.PART,
    "T": Part(name="天和", english="heavenly hand", worth=4),
}
# row : fans : points of the kong : 番 printed, the kong counted. 1-31 is the numbered list (a 明杠, b 暗杠),
# s1-s18 the stacked list and the two 素本.
PRINTED = """
1:T:0:4 2:S:0:2 3a:G:1:3 3b:G:2:4 4a:SG:1:5 4b:SG:2:6 5:Z:0:3 6:ZS:0:6 7a:ZG:1:7 7b:ZG:2:8 8a:ZSG:1:13
8b:ZSG:2:14 9:H:0:2 10a:HG:1:5 10b:HG:2:6 11:H:0:2 12a:HG:1:5 12b:HG:2:6 13:ZH:0:6 14a:ZHG:1:13 14b:ZHG:2:14
15:L:0:4 16:LS:0:8 17:ZL:0:7 18:ZLS:0:14 19:LH:0:8 20a:LG:1:9 20b:LG:2:10 21a:LSG:1:17 21b:LSG:2:18
22a:ZLSG:1:29 22b:ZLSG:2:30 23a:ZLG:1:15 23b:ZLG:2:16 24:LB:0:8 25:LBH:0:16 26:ZLB:0:14 27a:LBG:1:17
27b:LBG:2:18 28a:LBHG:1:33 28b:LBHG:2:34 29:ZLH:0:14 30a:ZLBG:1:29 30b:ZLBG:2:30 31:ZLBH:0:28 s1:H:0:2
s2:S:0:2 s3:G:0:2 s4:Z:0:3 s5:L:0:4 s6:ZH:0:6 s7:ZS:0:6 s8:ZL:0:7 s9:LH:0:8 s10:LB:0:8 s11:LS:0:8 s12:ZLH:0:14
s13:ZLS:0:14 s14:ZLB:0:14 s15:LBH:0:16 s16:ZLBH:0:28 s17:LBP:0:16 s18:ZLBP:0:28
"""
TABLE = PRINTED.split()


def test_the_table_is_whole() -> None:
    assert len(TABLE) == 63


@pytest.mark.parametrize("row", TABLE)
def test_a_row_of_the_fan_table(row: str) -> None:
    _, letters, kong, printed = row.split(":")
    assert fan_of([PARTS[letter] for letter in letters]) + int(kong) == int(printed)


@pytest.mark.parametrize(
    ("letters", "written"),
    [
        ("", "1 提溜 = 1"),
        ("S", "1 提溜 × 2 素 = 2"),
        ("Z", "3 捉五 = 3"),
        ("ZL", "3 捉五 + 4 龙 = 7"),
        ("ZLB", "(3 捉五 + 4 龙) × 2 本混 = 14"),
        ("LBHG", "4 龙 × 2 本混 × 2 单混吊 × 2 杠开 = 32"),
        ("ZT", "3 捉五 × 4 天和 = 12"),
    ],
)
def test_the_sum_is_written_as_people_write_it(letters: str, written: str) -> None:
    worked = work_out(tuple([PARTS[letter] for letter in letters]))
    assert worked.chinese == written
    assert worked.english.endswith(written[written.index("=") :])
