"""Witnesses into the game: proposals are carried out with their pictures, refusals do not repeat for ever."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from firmware_bridge.messages import LinkEvent, Wall, WallState
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.game.commands import Command
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.pictures import PictureKeeper
from table_daemon.views import HealthLevel, HealthPart
from table_daemon.witnesses import Witnesses
from tests.daemon.doubles import Desk, grey, health_of, tile
from vision.labels import Label
from vision.observation import Observation, SeenTile, Side

INDICATOR = tile(0, 290, Label.P8)
DISCARD = tile(0, -100, Label.EAST)
"""In front of seat 2, who deals."""


class Table:
    """The witnesses of a desk, and a picture number that grows."""

    def __init__(self, folder: Path, *, keep: bool = True, seat0: Side = Side.BOTTOM) -> None:
        self.desk = Desk()
        self.keeper = PictureKeeper(folder / "pictures", keep=keep, quota_bytes=10_000_000)
        self.witnesses = Witnesses(Tracker(TableZones()), self.desk.service, self.keeper, seat0=seat0)
        self._images = 0

    def walls_rise(self) -> None:
        self.witnesses.hear(LinkEvent(1_000, Wall(seat=0, state=WallState.RAISED)))

    def show(self, *tiles: SeenTile) -> None:
        self._images += 1
        seen = Observation(2_000 + 100 * self._images, self._images, still=True, tiles=tiles)
        self.witnesses.see(seen, grey())

    def events(self) -> list[dict[str, object]]:
        return [dict(event) for event in asyncio.run(self.desk.service.after(0, limit=99))]

    def kinds(self) -> list[str]:
        return [str(event["kind"]) for event in self.events()]

    def dealt(self) -> None:
        """Walls up, and the indicator seen."""
        self.walls_rise()
        self.show(INDICATOR)


def test_what_is_heard_and_seen_is_recorded_with_its_picture(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.dealt()
    assert table.kinds() == ["match_started", "hand_started", "indicator"]
    name = table.events()[-1]["picture"]
    assert isinstance(name, str)
    assert asyncio.run(table.keeper.picture(name)) is not None


def test_an_event_names_no_picture_when_none_is_kept(tmp_path: Path) -> None:
    table = Table(tmp_path, keep=False)
    table.dealt()
    assert table.kinds()[-1] == "indicator"
    assert "picture" not in table.events()[-1]
    assert health_of(table.desk.board, HealthPart.STORE).level is HealthLevel.OK


def test_a_picture_that_cannot_be_kept_is_told_and_the_event_stands(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("in the way")
    table = Table(tmp_path)
    table.dealt()
    assert table.kinds()[-1] == "indicator"
    assert "picture" not in table.events()[-1]
    item = health_of(table.desk.board, HealthPart.STORE)
    assert item.level is HealthLevel.WARN
    assert "pictures" in item.message
    (tmp_path / "pictures").unlink()
    table.show(INDICATOR, DISCARD)
    assert table.kinds()[-1] == "discard"
    assert health_of(table.desk.board, HealthPart.STORE).level is HealthLevel.OK


def test_several_acts_in_one_look_are_all_recorded(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.walls_rise()
    table.show(INDICATOR, DISCARD, tile(-120, 0, Label.SOUTH))
    assert table.kinds()[2:] == ["indicator", "discard", "discard"]


def test_seat_0_may_sit_at_another_side_of_the_picture(tmp_path: Path) -> None:
    table = Table(tmp_path, seat0=Side.RIGHT)
    table.walls_rise()
    table.show(tile(290, 0, Label.P8), tile(0, -120, Label.EAST))
    discards = [event for event in table.events() if event["kind"] == "discard"]
    assert [event["place_mm"] for event in discards] == [[120.0, 0.0]]


def test_a_refused_proposal_is_logged_once_however_long_it_lies_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path)
    table.dealt()
    monkeypatch.setattr(table.desk.service, "carry_out", _refusing)
    with caplog.at_level(logging.INFO):
        for _ in range(5):
            table.show(INDICATOR, DISCARD)
    assert [record.getMessage() for record in caplog.records] == ["not recorded: not now (RecordDiscard)"]


def _refusing(_command: Command, *, intent: str | None = None) -> Rejection:  # noqa: ARG001 - the method's signature
    return Rejection(RejectionReason.CONFLICT, "现在不行", "not now")
