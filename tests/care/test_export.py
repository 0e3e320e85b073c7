"""What is written out: the public log as lines, and rows that a spreadsheet reads."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from table_daemon.care.errors import ExportError
from table_daemon.care.export import HEADER, KeptLog, hand_rows, json_lines, read_log, write_lines
from table_daemon.game.events import MatchEnded, MatchStarted, Recorded, SeatsSwapped, Settled
from table_daemon.game.fold import fold
from table_daemon.store.codec import encode
from table_daemon.views import history
from table_daemon.views.cells import BOM
from tests.care.kept_log import LOG, write_log
from tests.game.story import PERSON
from tests.store.logs import run

if TYPE_CHECKING:
    from pathlib import Path


def rows(events: list[Recorded]) -> list[list[str]]:
    text = "".join(line + "\r\n" for line in hand_rows(events))
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text.removeprefix(BOM), newline="")))


def test_each_event_is_a_line_of_the_public_log() -> None:
    assert [json.loads(line) for line in json_lines(LOG)] == [encode(event) for event in LOG]


def test_a_row_for_each_finished_hand() -> None:
    header, *told = rows(LOG)
    hands = history(fold(LOG)).hands
    assert header == list(HEADER)
    assert len(told) == len(hands) > 0
    for row, hand in zip(told, hands, strict=True):
        cells = dict(zip(header, row, strict=True))
        assert cells["winner"] == ("" if hand.winner is None else str(hand.winner))
        assert [int(cells[f"net_{seat}"]) for seat in range(4)] == list(hand.net)
        assert sum(int(cells[f"net_{seat}"]) for seat in range(4)) == 0


def test_two_matches_have_their_own_rows_and_scores() -> None:
    shift = len(LOG) + 1
    end = Recorded(shift, LOG[-1].t_ms, MatchEnded(source=PERSON))
    second = [replace(event, seq=event.seq + shift) for event in LOG]
    assert isinstance(second[0].event, MatchStarted)
    second[0] = replace(second[0], event=replace(second[0].event, match="another"))
    once = rows(LOG)[1:]
    twice = rows([*LOG, end, *second])[1:]
    assert twice[: len(once)] == once
    assert [row[1:] for row in twice[len(once) :]] == [row[1:] for row in once]


def test_an_earlier_match_is_told_as_it_was_corrected_later() -> None:
    first = LOG[0].event
    assert isinstance(first, MatchStarted)
    shift = LOG[-1].seq
    end = Recorded(shift + 1, 1, MatchEnded(source=PERSON))
    other = Recorded(shift + 2, 2, replace(first, match="another"))
    swapped = SeatsSwapped(a=0, b=1, from_hand=1, to_hand=1, by="", why="", source=PERSON)
    settled = next(event.event for event in LOG if isinstance(event.event, Settled))
    a, b, c, d = settled.net
    late = [
        Recorded(shift + 3, 3, swapped, first.match),
        Recorded(shift + 4, 3, replace(settled, net=(b, a, c, d), in_hand=1), first.match),
    ]
    (row,) = rows([*LOG, end, other, *late])[1:]
    cells = dict(zip(HEADER, row, strict=True))
    assert [int(cells[f"net_{seat}"]) for seat in range(4)] == [b, a, c, d]


@pytest.mark.parametrize("name", ["=1+1", "+7", "-2", "@SUM", "\tx"])
def test_no_name_is_a_formula(name: str) -> None:
    changed = [
        replace(event, event=replace(event.event, names=(name, "王麻子🀄", 'a"b,c', "<svg/onload=x>")))
        if isinstance(event.event, MatchStarted)
        else event
        for event in LOG
    ]
    row = dict(zip(HEADER, rows(changed)[1], strict=True))
    assert row["name_0"] == f"'{name}"
    assert (row["name_1"], row["name_2"], row["name_3"]) == ("王麻子🀄", 'a"b,c', "<svg/onload=x>")


def test_a_log_in_use_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    database = write_log(tmp_path / "queyan.sqlite3")
    before = database.read_bytes()
    assert read_log(database) == KeptLog(LOG)
    assert database.read_bytes() == before
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert read_log(database) == KeptLog(LOG)


def test_of_a_spoiled_log_all_before_that_is_read(tmp_path: Path) -> None:
    database = write_log(tmp_path / "queyan.sqlite3")
    with closing(sqlite3.connect(database)) as raw, raw:
        raw.execute("""UPDATE events SET body = replace(body, '"seq":5', '"seq":6') WHERE seq = 5""")
    log = read_log(database)
    assert log.events == LOG[:4]
    assert str(log.spoiled).startswith(f"{database} can't be read: event 5 can't be read ")


def test_of_a_damaged_file_all_before_the_damage_is_read(tmp_path: Path) -> None:
    many = run(300)
    database = write_log(tmp_path / "queyan.sqlite3", many)
    whole = database.read_bytes()
    database.write_bytes(whole[: len(whole) * 2 // 3] + bytes(4096) + whole[len(whole) * 2 // 3 + 4096 :])
    log = read_log(database)
    assert 0 < len(log.events) < len(many)
    assert log.events == many[: len(log.events)]
    assert "damaged" in str(log.spoiled) or "malformed" in str(log.spoiled)


@pytest.mark.parametrize("content", [None, b"", b"rubbish" * 999])
def test_no_log_is_told(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "log").write_bytes(content)
    with pytest.raises(ExportError, match="there is no log" if content is None else "can't be read"):
        read_log(tmp_path / "log")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    screen = io.BytesIO()
    write_lines(["一", "二"], None, end="\r\n", screen=screen)
    write_lines(["一", "二"], tmp_path / "out.csv", end="\r\n", screen=screen)
    assert (tmp_path / "out.csv").read_bytes() == screen.getvalue() == "一\r\n二\r\n".encode()
    with pytest.raises(ExportError, match="name another file"):
        write_lines(["x"], tmp_path / "none" / "out.csv", end="\n", screen=screen)


def test_what_is_no_file_is_written_to_and_a_link_is_followed(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link.csv"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_lines(["一"], pipe, end="", screen=io.BytesIO())
    assert os.read(reader, 99).decode() == "一"
    os.close(reader)
    assert pipe.is_fifo()
    link.symlink_to(tmp_path / "real.csv")
    write_lines(["二"], link, end="", screen=io.BytesIO())
    assert link.is_symlink()
    assert (tmp_path / "real.csv").read_text(encoding="utf-8") == "二"
