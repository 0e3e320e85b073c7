"""The oracles against the worked hands and the printed table: an oracle is worth nothing unless it knows those."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.rules.oracle import House, Reading, worth
from tests.rules.oracle_case import Case
from tests.rules.oracle_engine import PLAIN, Game, asked
from tests.rules.random_hands import wilds_after

GAMES = {"tianjin": Game.CITY, "daihun": Game.DAIHUN}


def tiles(text: str) -> tuple[str, ...]:
    return tuple(rank + suit for ranks, suit in re.findall("([0-9]+)([mpsz])", text) for rank in ranks)


def test_the_oracles_know_every_worked_hand(shared_data: Path) -> None:
    lines = (shared_data / "reference" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 80
    for line in lines:
        row: dict[str, Any] = json.loads(line)
        flags: dict[str, Any] = {
            name: int(value) if name == "gangkai" else value for name, value in row["flags"].items()
        }
        case = Case(
            tiles=(*tiles(row["hand"]), row["draw"]),
            draw=row["draw"],
            melds=tuple((kind, tile) for kind, tile in row["melds"]),
            wilds=wilds_after(row["indicator"], 2),
            **flags,
        )
        answer, _ = asked(GAMES[row["profile"]], case, row["options"])
        assert answer.fan == row["fan"], row
        names = frozenset(PLAIN.get(name, name) for name in row["names"])
        assert names in answer.names or not answer.fan, row


def test_the_oracle_knows_every_row_of_the_table(shared_data: Path) -> None:
    text = (shared_data / "reference" / "rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?:[0-9]+[ab]?|s[0-9]+) \|.*\| [^|]* = [0-9]+ \|$", text, re.MULTILINE)
    assert len(rows) == 63
    for row in rows:
        _, _, _, *marks, kong, seed, _, _ = (cell.strip() for cell in row.split("|"))
        zhuowu, long, benhun, hundiao, su, suben, gangkai, tianhe = (mark == "1" for mark in marks)
        held = () if su else ("8s",)
        case = Case(tiles=("5m", *held), draw="5m", wilds=("8s", "9s"), gangkai=gangkai, tianhe=tianhe)
        reading = Reading(
            last_wild=False,
            in_zhuowu_set=zhuowu,
            as_single_five=False,
            on_wilds=hundiao,
            dragon=None if not long else 2 if benhun else 1,
            as_themselves=suben,
        )
        fan, names = worth(case, House(), reading)
        assert fan + int(kong or 0) == int(seed), row
        assert len(names) == sum((zhuowu, long, benhun, hundiao, su, suben, gangkai, tianhe)), row
