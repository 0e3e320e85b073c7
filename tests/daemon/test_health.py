"""The health board: the last word of each part, told only when it changes."""

from __future__ import annotations

from table_daemon.health import HealthBoard
from table_daemon.views import HealthLevel, HealthPart
from tests.daemon.doubles import HandClock, health_of


def test_a_part_is_told_when_its_level_or_message_changes_and_not_otherwise() -> None:
    board = HealthBoard(HandClock().now_ms)
    told: list[HealthLevel] = []
    board.on_change = lambda: told.append(board.current().level)
    for level, message in [
        (HealthLevel.OK, ""),
        (HealthLevel.OK, ""),
        (HealthLevel.WARN, "unplugged"),
        (HealthLevel.WARN, "unplugged"),
        (HealthLevel.WARN, "busy"),
        (HealthLevel.OK, ""),
    ]:
        board.tell(HealthPart.LINK, level, message)
    assert told == [HealthLevel.OK, HealthLevel.WARN, HealthLevel.WARN, HealthLevel.OK]


def test_since_is_when_the_level_changed_not_the_words() -> None:
    clock = HandClock(100)
    board = HealthBoard(clock.now_ms)
    board.tell(HealthPart.LINK, HealthLevel.WARN, "unplugged")
    clock.t_ms = 200
    board.tell(HealthPart.LINK, HealthLevel.WARN, "busy")
    assert (health_of(board, HealthPart.LINK).since_ms, health_of(board, HealthPart.LINK).message) == (100, "busy")
    clock.t_ms = 300
    board.tell(HealthPart.LINK, HealthLevel.BAD, "busy")
    assert health_of(board, HealthPart.LINK).since_ms == 300


def test_parts_stand_in_one_order_and_the_worst_counts() -> None:
    board = HealthBoard(HandClock().now_ms)
    board.tell(HealthPart.STORE, HealthLevel.OK)
    board.tell(HealthPart.CAMERA, HealthLevel.BAD, "gone")
    board.tell(HealthPart.LINK, HealthLevel.OFF)
    view = board.current()
    assert [item.part for item in view.items] == [HealthPart.CAMERA, HealthPart.LINK, HealthPart.STORE]
    assert view.level is HealthLevel.BAD
