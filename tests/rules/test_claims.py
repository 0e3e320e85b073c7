"""Which claims and kongs are legal, and who gets a discard that several want."""

from __future__ import annotations

import pytest

from table_daemon.rules.claims import Claim, Illegal, OwnKong, TableNow, claim_illegal, own_kong_illegal, who_takes
from table_daemon.rules.errors import BadSeatError
from table_daemon.rules.fengtou import fengtou_illegal
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.options import with_options
from table_daemon.rules.profile import DAIHUN, TIANJIN, TIANJIN_CLUB, RuleProfile
from table_daemon.rules.tiles import Tile
from table_daemon.rules.turns import nearest
from table_daemon.rules.wilds import wilds_of

EAST, INDICATOR, WILD = (Tile.parse(text) for text in ("1z", "8p", "9p"))
EARLY, LATE = (TableNow(wilds=wilds_of(INDICATOR), draws_left=left) for left in (5, 4))
YINGANG = with_options(TIANJIN, {"yingang": 3})
NO_JINGANG = with_options(TIANJIN, {"jingang": "off"})


@pytest.mark.parametrize(
    ("profile", "claim", "seat", "tile", "now", "illegal"),
    [
        (TIANJIN, Claim.PENG, 3, EAST, EARLY, None),
        (TIANJIN, Claim.GANG, 2, EAST, LATE, None),
        (TIANJIN, Claim.CHI, 1, EAST, EARLY, Illegal.NOT_PLAYED),
        (TIANJIN, Claim.WIN, 1, EAST, EARLY, Illegal.NOT_PLAYED),
        (TIANJIN, Claim.PENG, 0, EAST, EARLY, Illegal.OWN_DISCARD),
        (TIANJIN, Claim.PENG, 1, WILD, EARLY, Illegal.WILD),
        (TIANJIN, Claim.GANG, 1, INDICATOR, EARLY, Illegal.WILD),
        (TIANJIN_CLUB, Claim.PENG, 1, EAST, EARLY, None),
        (TIANJIN_CLUB, Claim.PENG, 1, EAST, LATE, Illegal.LAST_TILES),
        (TIANJIN_CLUB, Claim.GANG, 1, EAST, LATE, Illegal.LAST_TILES),
        (DAIHUN, Claim.CHI, 1, EAST, EARLY, None),
        (DAIHUN, Claim.CHI, 2, EAST, EARLY, Illegal.NOT_FROM_UPPER),
        (DAIHUN, Claim.CHI, 1, WILD, EARLY, Illegal.WILD),
        (DAIHUN, Claim.WIN, 3, WILD, LATE, None),
    ],
)
def test_a_claim_of_seat_0s_discard(
    profile: RuleProfile, claim: Claim, seat: int, tile: Tile, now: TableNow, illegal: Illegal | None
) -> None:
    assert claim_illegal(claim, seat=seat, discarder=0, tile=tile, now=now, profile=profile) is illegal


@pytest.mark.parametrize(
    ("profile", "kong", "tile", "illegal"),
    [
        (TIANJIN, OwnKong.ADDED, EAST, None),
        (TIANJIN_CLUB, OwnKong.ADDED, EAST, None),
        (TIANJIN_CLUB, OwnKong.AN, EAST, None),
        (TIANJIN, OwnKong.AN, WILD, Illegal.WILD),
        (TIANJIN, OwnKong.JIN, WILD, None),
        (TIANJIN, OwnKong.JIN, EAST, Illegal.NOT_WILD),
        (NO_JINGANG, OwnKong.JIN, WILD, Illegal.NOT_PLAYED),
        (DAIHUN, OwnKong.JIN, WILD, Illegal.NOT_PLAYED),
        (TIANJIN, OwnKong.YIN, INDICATOR, Illegal.NOT_PLAYED),
        (YINGANG, OwnKong.YIN, INDICATOR, None),
        (YINGANG, OwnKong.YIN, WILD, Illegal.NOT_INDICATOR),
        (YINGANG, OwnKong.YIN, EAST, Illegal.NOT_WILD),
    ],
)
def test_a_kong_on_ones_own_turn(profile: RuleProfile, kong: OwnKong, tile: Tile, illegal: Illegal | None) -> None:
    assert own_kong_illegal(kong, tile=tile, after_draw=True, now=LATE, profile=profile) is illegal
    claimed = own_kong_illegal(kong, tile=tile, after_draw=False, now=LATE, profile=profile)
    assert claimed is (illegal or Illegal.NOT_AFTER_DRAW)


@pytest.mark.parametrize(
    ("profile", "kind", "first", "wild", "illegal"),
    [
        (DAIHUN, MeldKind.FENGTOU_JIAN, True, "1z", None),
        (DAIHUN, MeldKind.FENGTOU_FENG, True, "1z", Illegal.WILD),
        (DAIHUN, MeldKind.FENGTOU_FENG, False, "5m", Illegal.NOT_OPENING),
        (DAIHUN, MeldKind.AN, True, "5m", Illegal.NOT_PLAYED),
        (TIANJIN, MeldKind.FENGTOU_FENG, True, "5m", Illegal.NOT_PLAYED),
    ],
)
def test_an_opening_kong(
    profile: RuleProfile, kind: MeldKind, wild: str, *, first: bool, illegal: Illegal | None
) -> None:
    wilds = wilds_of(Tile.parse(wild))
    assert fengtou_illegal(kind, before_first_draw=first, wilds=wilds, profile=profile) is illegal


@pytest.mark.parametrize(
    ("claims", "discarder", "taker"),
    [
        ({}, 0, None),
        ({1: Claim.CHI}, 0, 1),
        ({1: Claim.CHI, 3: Claim.GANG}, 0, 3),
        ({1: Claim.PENG, 3: Claim.WIN}, 0, 3),
        ({0: Claim.WIN, 3: Claim.WIN, 1: Claim.PENG}, 2, 3),
        ({0: Claim.WIN, 1: Claim.WIN}, 3, 0),
    ],
)
def test_who_gets_a_discard(claims: dict[int, Claim], discarder: int, taker: int | None) -> None:
    assert who_takes(claims, discarder=discarder) == taker


def test_nobody_is_nearest_of_none() -> None:
    with pytest.raises(BadSeatError, match="none of the seats"):
        nearest([], after=0)


@pytest.mark.parametrize("reason", Illegal)
def test_every_reason_is_told_in_both_languages(reason: Illegal) -> None:
    assert reason.chinese
    assert reason.english
