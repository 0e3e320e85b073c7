"""One story of many tiles and melds: who gave what each meld took, and when that can't be told."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import pytest

from table_daemon.fusion.crowd import told_by
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.game.events import Discarded, MeldMade, ReviewKind, ReviewOpened
from tests.fusion.seen import place, row, seen
from tests.fusion.tables import Dealt
from vision.observation import SeenTile, Side

SURE = Thresholds().sure_seat
SIDES = (Side.BOTTOM, Side.RIGHT, Side.TOP, Side.LEFT)


def before(*seats: int) -> tuple[tuple[float, ...], ...]:
    """Costs of tiles that lie plainly before these seats."""
    return tuple(tuple(0.0 if seat == mine else 5.0 for seat in range(4)) for mine in seats)


def test_the_giver_is_who_has_thrown_once_less_than_turns_say() -> None:
    # A round, 0 again, then what 1 threw goes to 3, and 0 follows.
    story = told_by(before(0, 1, 2, 3, 0, 3, 0), (3,), 0)
    assert story is not None
    assert story.givers == (1,)
    assert story.margins[0] > SURE


def test_two_stories_with_the_same_tiles_are_not_told_apart_but_by_who_plays_next() -> None:
    # 0 1 2 3* | 0 1 and 0 1 2* | 0 1 2 without the last show the same tiles only if nobody plays on.
    shown = before(0, 1, 2, 0, 1)
    open_still = told_by(shown, (0,), 0)
    assert open_still is not None
    assert open_still.margins[0] < SURE
    after = told_by(shown, (0,), 0, before(2))
    assert after is not None
    assert (after.givers, after.margins[0] > SURE) == ((3,), True)


def test_a_meld_that_took_the_first_tile_comes_first() -> None:
    story = told_by(before(3, 0, 1), (3,), 1)
    assert story is not None
    assert (story.tile, story.claim, story.givers) == (None, 0, (1,))


def test_melds_of_one_player_keep_their_order() -> None:
    story = told_by(before(2, 3, 2, 3), (2, 2), 0)
    assert story is not None
    assert story.claim == 0


@pytest.mark.parametrize(("tiles", "claims"), [(40, 1), (3, 4), (3, 0)])
def test_too_much_is_not_told(tiles: int, claims: int) -> None:
    assert told_by(before(*([0] * tiles)), (1,) * claims, 0) is None


def test_a_story_that_cannot_be_otherwise_is_sure() -> None:
    story = told_by((), (2,), 0)
    assert story is not None
    assert (story.givers, story.margins) == ((0,), (inf,))


def thrown(seats: Sequence[int]) -> list[SeenTile]:
    """Tiles in a row before each seat, all different."""
    labels = [f"{rank}{suit}" for suit in "ms" for rank in range(1, 10)]
    count = [0] * 4
    tiles = []
    for label, seat in zip(labels, seats, strict=False):
        tiles.append(seen(label, place(seat, 40.0 * count[seat] - 60.0, 150.0)))
        count[seat] += 1
    return tiles


def givers(table: Dealt) -> list[int | None]:
    return [event.meld.from_seat for event in table.events() if isinstance(event, MeldMade)]


def asked(table: Dealt) -> list[ReviewKind]:
    return [event.about for event in table.events() if isinstance(event, ReviewOpened)]


BLIND_MS = 20_000


def test_a_claim_made_while_nobody_looked_is_told_by_the_tiles() -> None:
    table = Dealt()
    table.lying += [*thrown([0, 1, 2, 3, 0, 3, 0]), *row(3, "5z 5z 5z", u=330)]
    table.look(after_ms=BLIND_MS)
    assert givers(table) == [1]
    assert asked(table) == []


def test_a_claim_that_the_tiles_leave_open_is_told_by_who_plays_next() -> None:
    table = Dealt()
    table.lying += [*thrown([0, 1, 2, 0, 1]), *row(0, "5z 5z 5z", u=330)]
    table.look(after_ms=BLIND_MS, times=2)
    assert givers(table) == []
    table.look(hands=(Side.TOP,), still=False)
    table.lay(seen("8p", place(2, 80.0, 150.0)))
    assert givers(table) == [3]
    assert asked(table) == []


def test_many_doubtful_tiles_before_a_claim_are_weighed_at_once() -> None:
    table = Dealt()
    table.lying += [seen(tile.label.value, tile.centre_mm, 0.6, "7z") for tile in thrown([0, 1, 2, 3] * 3)]
    table.look(after_ms=BLIND_MS)
    table.lying += row(2, "5z 5z 5z", u=330)
    table.look(times=4)
    assert len(givers(table)) == 1


def test_a_tile_claimed_unseen_of_which_the_place_was_taken_by_another_is_known_by_its_face() -> None:
    table = Dealt()
    table.throw("5z", place(0, 0.0, 150.0))
    table.lying[-1] = seen("9s", place(0, 3.0, 150.0), 0.95)
    table.lying += [*row(3, "5z 5z 5z", u=330), seen("1m", place(3, 0.0, 150.0))]
    table.look(after_ms=BLIND_MS)
    assert givers(table) == [0]
    assert [event.seat for event in table.events() if isinstance(event, Discarded)] == [0, 3, 0]
