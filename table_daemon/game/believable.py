"""What a person writes down that cannot have been: refused with what is wrong, so that a slip never becomes a score.

Only people's words are checked. What was seen or told by the table is weighed by whoever saw it, and recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_daemon.game.decide_play import bad_meld, find_discard
from table_daemon.game.guards import seat_exists
from table_daemon.game.invariants import copies, copies_with_winner
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.settling import settlement
from table_daemon.game.words import tile_zh
from table_daemon.rules.errors import RulesError
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import COPIES

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable

    from table_daemon.game.commands import RecordMeld, ToldFlags, WriteHand
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import TableMeld
    from table_daemon.game.state import GameState, HandState
    from table_daemon.rules.tiles import Tile

TAKES_A_DISCARD: Final = frozenset({MeldKind.PUNG, MeldKind.MING, MeldKind.CHOW})
_MOST_MELDS: Final = 4


def meld_refused(draft: Draft, command: RecordMeld) -> Rejection | None:
    """A meld that nobody can have laid."""
    refused = seat_exists(command.seat) or bad_meld(command.meld, draft.match.profile)
    if refused is not None:
        return refused
    hand, seat, meld = draft.hand, command.seat, command.meld
    if not command.added and len(hand.seats[seat].melds) >= _MOST_MELDS:
        return _bad("这一家已经有四副了", f"seat {seat} has {_MOST_MELDS} melds: a hand has room for no more")
    return meld_seen_refused(hand, seat, meld) or fifth_copy(hand, _more(hand, command))


def meld_seen_refused(hand: HandState, seat: int, meld: TableMeld) -> Rejection | None:
    """A meld whose giver or kind cannot be so at this table."""
    return _giver_refused(seat, meld) or _wilds_refused(hand, meld)


def _giver_refused(seat: int, meld: TableMeld) -> Rejection | None:
    giver = meld.from_seat
    if giver is not None and meld.kind not in TAKES_A_DISCARD:
        return _bad("暗杠和金杠不用别人的牌", f"a {meld.kind.value} takes nobody's discard: leave from out")
    if giver == seat:
        return _bad("碰杠的牌要是别人打的", f"seat {seat} cannot claim its own discard")
    if meld.kind is MeldKind.CHOW and giver not in (None, (seat - 1) % 4):
        return _bad("吃只能吃上家", f"seat {seat} takes a run from seat {(seat - 1) % 4} only")
    return None


def _wilds_refused(hand: HandState, meld: TableMeld) -> Rejection | None:
    tile = meld.tiles[0]
    if hand.wilds and meld.kind is MeldKind.AN and tile in hand.wilds:
        return _bad(f"{tile_zh(tile)}是混儿：四张同样的混儿是金杠", f"{tile} is wild: four equal ones are jin")
    if hand.wilds and meld.kind is MeldKind.JIN and tile not in hand.wilds:
        return _bad(f"{tile_zh(tile)}不是混儿：这是暗杠", f"{tile} is not wild: this is an an")
    return None


def _more(hand: HandState, command: RecordMeld) -> list[Tile]:
    """The tiles of a meld that do not lie on the table yet as its 碰 or as the discard it took."""
    if command.added:
        return [command.meld.tiles[0]]
    more = list(command.meld.tiles)
    taken = find_discard(hand, command.claimed)
    if taken is not None and taken.tile in more:
        more.remove(taken.tile)
    return more


def win_refused(hand: HandState, seat: int, flags: ToldFlags) -> Rejection | None:
    """Circumstances of a win that its melds or the play as recorded rule out (A4.10, A4.12, B24)."""
    grown = sum(lying.meld.kind is not MeldKind.CHOW for lying in hand.seats[seat].melds)
    if (flags.gangkai or 0) > grown:
        return _bad("没有杠，不能算杠开", "flag gangkai: this seat has no kong that its tile was drawn for")
    if flags.tianhe and (seat != hand.dealer or hand.discard_order):
        return _bad("天和是庄家起手就和", "flag tianhe: only the dealer wins so, before anybody discarded")
    if flags.dihe and (seat == hand.dealer or hand.seats[seat].discards):
        return _bad("地和是闲家第一张就和", "flag dihe: only another than the dealer wins so, before he discarded")
    return None


def tiles_refused(hand: HandState, command: WriteHand) -> Rejection | None:
    """A hand that holds a tile of which four lie elsewhere; a tile somebody gave lies among the discards."""
    more = list(command.hand)
    if command.draw is not None and command.discarder is None and len(more) % 3 == 1:
        more.append(command.draw)
    return _too_many(copies(hand), more)


def fifth_copy(hand: HandState, more: Iterable[Tile]) -> Rejection | None:
    """Tiles of which the table shows, a winner's hand and ``more`` of them included, more than a set has."""
    return _too_many(copies_with_winner(hand), more)


def _too_many(shown: Counter[Tile], more: Iterable[Tile]) -> Rejection | None:
    shown.update(more)
    tile = next((tile for tile in sorted(shown) if shown[tile] > COPIES), None)
    if tile is None:
        return None
    return Rejection(
        RejectionReason.CONFLICT,
        f"{tile_zh(tile)}就有 {shown[tile]} 张了，请先改正记错的那张",
        f"that makes {shown[tile]} of {tile}: correct what was recorded wrongly first",
    )


def still_settles(before: GameState, after: GameState) -> Rejection | None:
    """Every hand that could be settled before can be settled still: nothing written down may lock a hand."""
    if after.match is None or before.match is None:
        return None
    same_rules = after.match.profile is before.match.profile
    had = {hand.number: hand for hand in before.match.hands}
    for hand in after.match.hands:
        earlier = had.get(hand.number)
        if same_rules and earlier is hand:
            continue  # a long match has many hands, of which a command changes one or none
        try:
            settlement(after.match, hand)
        except RulesError as error:
            if earlier is None or _settles(before, earlier):
                return Rejection(
                    RejectionReason.BAD_VALUE,
                    f"这样第 {hand.number} 局就没法算分：请检查杠、坐拉和是谁和的",
                    f"hand {hand.number} could not be settled so: {error}",
                )
    return None


def _settles(game: GameState, hand: HandState) -> bool:
    if game.match is None:
        return True
    try:
        settlement(game.match, hand)
    except RulesError:
        return False
    return True


def _bad(chinese: str, english: str) -> Rejection:
    return Rejection(RejectionReason.BAD_VALUE, chinese, english)
