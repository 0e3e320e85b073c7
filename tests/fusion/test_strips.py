"""What lies in a player's strip: known melds, a new meld, a laid-down hand, and what is none of them."""

from __future__ import annotations

import pytest

from table_daemon.fusion.seats import TableZones
from table_daemon.fusion.strips import KnownMeld, Strip, find_hand, find_meld, look_at_strip
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile
from tests.fusion.seen import place, row, seen
from vision.observation import Point, SeenTile

LIMITS = Thresholds()
ZONES = TableZones()
SEATS = range(4)


def known(kind: MeldKind, tile: str, *places: Point) -> KnownMeld:
    return KnownMeld(kind, Tile.parse(tile), places)


def strip_of(seat: int, tiles: list[SeenTile], *melds: KnownMeld) -> Strip:
    return look_at_strip(seat, tiles, melds, ZONES, LIMITS)


def faces(strip: Strip) -> str:
    return " ".join(t.label.value for t in strip.new)


@pytest.mark.parametrize("seat", SEATS)
def test_only_the_seats_own_faces_count_left_to_right(seat: int) -> None:
    tiles = [
        *row(seat, "3m 1m 2m", u=300),
        *row((seat + 1) % 4, "9p 9p 9p", u=300),
        seen("5z", place(seat, 0, 150)),
        *row(seat, "back back", u=-200),
        seen("7z", place(seat, 0, 375), confidence=0.3),
    ]
    strip = strip_of(seat, tiles)
    assert faces(strip) == "3m 1m 2m"
    assert len(strip.backs) == 2


def test_a_known_meld_is_taken_out_where_it_lay_though_nudged_or_misread() -> None:
    lay = row(0, "1m 1m 1m", u=327)
    places = tuple(t.centre_mm for t in lay)
    nudged = [*row(0, "1m 1m", u=335, v=405), seen("9m", lay[2].centre_mm)]
    for tiles in (lay, nudged):
        strip = strip_of(0, tiles, known(MeldKind.PUNG, "1m", *places))
        assert strip.new == ()
        assert len(strip.matched[0]) == 3


def test_a_known_meld_without_a_place_takes_the_right_most_of_its_face() -> None:
    tiles = row(0, "1m 1m", u=-200) + row(0, "1m 1m 1m", u=327)
    strip = strip_of(0, tiles, known(MeldKind.PUNG, "1m"))
    assert strip.new == tuple(tiles[:2])


@pytest.mark.parametrize(
    ("kind", "shown"), [(MeldKind.AN, 2), (MeldKind.MING, 4), (MeldKind.JIN, 4), (MeldKind.PUNG, 3)]
)
def test_each_kind_of_meld_shows_so_many_faces(kind: MeldKind, shown: int) -> None:
    assert known(kind, "1m").faces == shown


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("laid", "count"),
    [
        ("1m 1m 1m", 3),
        ("7z 7z 7z 7z", 4),
        ("back 5p 5p back", 2),
        ("5p 5p", None),
        ("back 5p 5p", None),
        ("5p back back 5p", None),
        ("1m 2m 3m", None),
        ("1m 1m 2m 2m", None),
        ("1m 2m", None),
        ("1m", None),
        ("1m 1m 1m 1m 1m", None),
        ("back back back", None),
    ],
)
def test_a_new_meld_is_three_or_four_alike_or_two_between_backs(seat: int, laid: str, count: int | None) -> None:
    strip = strip_of(seat, row(seat, laid, u=300))
    meld = find_meld(strip, ())
    assert (None if meld is None else meld.count) == count


@pytest.mark.parametrize(
    ("laid", "count"), [("1m 1m 2m", 3), ("2m 1m 1m", 3), ("1m 2m 1m 1m", 4), ("1m 1m 2m 3m", None)]
)
def test_one_odd_face_among_three_or_four_may_be_misread(laid: str, count: int | None) -> None:
    meld = find_meld(strip_of(0, row(0, laid, u=300)), ())
    if count is None:
        assert meld is None
    else:
        assert meld is not None
        assert (meld.count, str(meld.tile), meld.alike) == (count, "1m", False)


def test_tiles_alike_that_do_not_touch_are_no_meld() -> None:
    assert find_meld(strip_of(0, row(0, "1m 1m", u=0) + row(0, "1m", u=200)), ()) is None


def test_one_face_touching_a_seen_pung_of_its_face_makes_it_a_kong() -> None:
    lay = row(0, "1m 1m 1m", u=327)
    pung = known(MeldKind.PUNG, "1m", *(t.centre_mm for t in lay))
    beside = lay[0].centre_mm[0] - 31
    for fourth, found in [
        (seen("1m", (beside, 400.0)), True),
        (seen("2m", (beside, 400.0)), False),
        (seen("1m", (beside - 60, 400.0)), False),
    ]:
        strip = strip_of(0, [*lay, fourth], pung)
        assert strip.new == (fourth,)
        assert (find_meld(strip, [pung]) is not None) == found
    # A finger covers one of the three: the one face may be that very tile, pushed aside.
    hidden = strip_of(0, [*lay[1:], seen("1m", (beside, 400.0))], pung)
    assert find_meld(hidden, [pung]) is None


HAND = "1m 2m 3m 4m 5m 6m 7m 8m 9m 2p 3p 4p 5p"


@pytest.mark.parametrize("seat", SEATS)
def test_a_hand_with_a_tile_apart_names_the_winning_tile(seat: int) -> None:
    tiles = row(seat, HAND, u=-290, v=375) + row(seat, "5p", u=-290 + 13 * 31 + 21, v=375)
    hand = find_hand(strip_of(seat, tiles), 14)
    assert hand is not None
    assert hand.draw is tiles[-1]
    assert list(hand.hand) == tiles[:-1]


def test_a_hand_without_a_tile_apart_or_with_two_names_none() -> None:
    joined = find_hand(strip_of(0, row(0, HAND + " 5p", u=-290, v=375)), 14)
    assert joined is not None
    assert joined.draw is None
    assert len(joined.hand) == 14
    two_apart = row(0, "1m", u=-290) + row(0, " ".join(HAND.split()[1:]), u=-230) + row(0, "5p", u=220)
    split = find_hand(strip_of(0, two_apart), 14)
    assert split is not None
    assert split.draw is None


@pytest.mark.parametrize("count", [12, 13, 15])
def test_another_number_of_tiles_is_no_hand(count: int) -> None:
    assert find_hand(strip_of(0, row(0, " ".join(["1m"] * count), u=-300, v=375)), 14) is None


def test_a_hand_of_a_pair_alone_ends_with_the_right_hand_tile() -> None:
    tiles = row(0, "5p 5p", u=-290)
    hand = find_hand(strip_of(0, tiles), 2)
    assert hand is not None
    assert (hand.hand, hand.draw) == ((tiles[0],), tiles[1])


def test_known_melds_stay_out_of_a_laid_down_hand() -> None:
    lay = row(0, "1m 1m 1m", u=327)
    pung = known(MeldKind.PUNG, "1m", *(t.centre_mm for t in lay))
    tiles = row(0, "1m 2m 3m 4m 5m 6m 7m 8m 9m 2p", u=-290, v=375) + row(0, "2p", u=50, v=375)
    strip = strip_of(0, tiles + lay, pung)
    hand = find_hand(strip, 11)
    assert hand is not None
    assert hand.draw is tiles[-1]
