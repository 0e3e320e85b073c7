"""The printed table of fans: every named hand by the fans it is made of. Data; the sums are the formula's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_daemon.rules.fans import benhun, gangkai, hundiao, long, su, suben, tianhe, zhuowu

if TYPE_CHECKING:
    from table_daemon.rules.fans.base import Part

_LETTERS: Final = {
    "Z": zhuowu.PART,
    "L": long.PART,
    "B": benhun.PART,
    "H": hundiao.SINGLE,
    "D": hundiao.DOUBLE,
    "P": suben.PART,
    "S": su.PART,
    "G": gangkai.PART,
    "T": tianhe.TIMES_4,
}
"""A letter a fan, to write the table by."""


@dataclass(frozen=True, slots=True)
class FanRow:
    """One named hand. ``kong`` is what its own kong adds (番), which the printed figure counts in."""

    number: str
    """Its number in the list; s1 and on are the stacked list."""
    name: str
    parts: tuple[Part, ...]
    kong: int


def _rows(text: str) -> tuple[FanRow, ...]:
    rows = []
    for line in text.strip().splitlines():
        number, name, letters, kong = line.split()
        rows.append(FanRow(number, name, tuple(_LETTERS[letter] for letter in letters), int(kong)))
    return tuple(rows)


FAN_TABLE: Final = _rows("""
1 天和（最小） T 0
2 素的提溜 S 0
3a 有混明杠杠开提溜 G 1
3b 有混暗杠杠开提溜 G 2
4a 明杠杠开素的提溜 SG 1
4b 暗杠杠开素的提溜 SG 2
5 捉五 Z 0
6 素五 ZS 0
7a 有混明杠杠开捉五 ZG 1
7b 有混暗杠杠开捉五 ZG 2
8a 明杠杠开素的捉五 ZSG 1
8b 暗杠杠开素的捉五 ZSG 2
9 混吊 H 0
10a 明杠杠开混吊 HG 1
10b 暗杠杠开混吊 HG 2
11 双混吊 D 0
12a 明杠杠开双混吊 DG 1
12b 暗杠杠开双混吊 DG 2
13 双混捉五 ZD 0
14a 明杠杠开双混捉五 ZDG 1
14b 暗杠杠开双混捉五 ZDG 2
15 提溜龙 L 0
16 素龙 LS 0
17 捉五龙 ZL 0
18 素龙捉五 ZLS 0
19 混吊龙 LH 0
20a 明杠杠开龙 LG 1
20b 暗杠杠开龙 LG 2
21a 明杠杠开素龙 LSG 1
21b 暗杠杠开素龙 LSG 2
22a 明杠杠开素龙捉五 ZLSG 1
22b 暗杠杠开素龙捉五 ZLSG 2
23a 明杠杠开捉五龙 ZLG 1
23b 暗杠杠开捉五龙 ZLG 2
24 本混龙 LB 0
25 混吊本混龙 LBH 0
26 本混捉五龙 ZLB 0
27a 明杠杠开本混龙 LBG 1
27b 暗杠杠开本混龙 LBG 2
28a 明杠杠开混吊本混龙 LBHG 1
28b 暗杠杠开混吊本混龙 LBHG 2
29 双混吊捉五龙 ZLD 0
30a 明杠杠开本混捉五龙 ZLBG 1
30b 暗杠杠开本混捉五龙 ZLBG 2
31 双混吊本混捉五龙 ZLBD 0
s1 混儿吊 H 0
s2 没混儿 S 0
s3 杠开 G 0
s4 捉伍儿 Z 0
s5 龙 L 0
s6 双混儿伍儿 ZD 0
s7 没混儿伍儿 ZS 0
s8 捉伍儿龙 ZL 0
s9 混儿吊龙 LH 0
s10 本混儿龙 LB 0
s11 没混儿龙 LS 0
s12 双混儿捉伍儿龙 ZLD 0
s13 没混儿捉伍儿龙 ZLS 0
s14 捉伍儿本混儿龙 ZLB 0
s15 混儿吊本混儿龙 LBH 0
s16 双混儿捉伍儿本混儿龙 ZLBD 0
s17 素本龙 LBP 0
s18 素本伍龙 ZLBP 0
""")
"""The 31 numbered rows (a with a 明杠, b with a 暗杠) and the 18 stacked ones."""
