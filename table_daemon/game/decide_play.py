"""Dice, the indicator, discards and melds: recorded as they happened, in turn or out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from table_daemon.game.chan_doubt import ask_about_chan
from table_daemon.game.commands import RecordDice, RecordDiscard, RecordMeld, RetractDiscard, TurnIndicator
from table_daemon.game.events import DiceThrown, Discarded, DiscardRetracted, IndicatorTurned, MeldMade, Witness
from table_daemon.game.fouls import note_wild_discards
from table_daemon.game.guards import bad_dice, left_to_people, seat_exists
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.words import tile_zh
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.kaipai import throws
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import FIVE_WAN
from table_daemon.rules.wilds import wilds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_daemon.game.draft import Draft
    from table_daemon.game.events import TableMeld
    from table_daemon.game.state import DiscardOnTable, HandState
    from table_daemon.rules.profile import RuleProfile
    from table_daemon.rules.tiles import Tile


_SEVERAL_FACES: Final = frozenset({MeldKind.CHOW, MeldKind.FENGTOU_JIAN, MeldKind.FENGTOU_FENG})
"""Melds whose first tile may lie in another meld as well."""
_LAST_OF_A_RUN: Final = 7
"""No run begins with a higher tile."""


def decide_play(
    draft: Draft, command: RecordDice | TurnIndicator | RecordDiscard | RetractDiscard | RecordMeld
) -> Rejection | None:
    """Decide one act of play in the open hand."""
    match command:
        case RecordDice():
            return _dice(draft, command)
        case TurnIndicator():
            return _indicator(draft, command)
        case RecordDiscard():
            return seat_exists(command.seat) or _discard(draft, command)
        case RetractDiscard():
            return retract(draft, command)
        case RecordMeld():
            return seat_exists(command.seat) or _meld(draft, command)
        case _:
            assert_never(command)


def _dice(draft: Draft, command: RecordDice) -> Rejection | None:
    hand = draft.hand
    if hand.discard_order and not hand.ended and command.in_hand is None:
        return Rejection(RejectionReason.TOO_LATE, "已经开打，骰子不再记", "play has begun: dice are not recorded")
    if len(hand.dice) >= throws(hand.profile):
        return Rejection(RejectionReason.DUPLICATE, "骰子都已记下", "all throws are recorded already")
    refused = bad_dice(command.dice, by_hand=command.source.witness is Witness.PERSON)
    if refused is not None:
        return refused
    if command.seat is not None:
        refused = seat_exists(command.seat)
        if refused is not None:
            return refused
    draft.add(DiceThrown(seat=command.seat, dice=command.dice, source=command.source, in_hand=draft.in_hand))
    return None


def _indicator(draft: Draft, command: TurnIndicator) -> Rejection | None:
    standing = draft.hand.indicator
    if standing == command.tile:
        return Rejection(RejectionReason.DUPLICATE, "混儿已经记下", f"the indicator is {standing} already")
    if standing is not None:
        return Rejection(
            RejectionReason.CONFLICT,
            f"翻出的牌已记为{tile_zh(standing)}，不是{tile_zh(command.tile)}",
            f"the indicator is {standing}, not {command.tile}",
        )
    draft.add(
        IndicatorTurned(
            tile=command.tile,
            wilds=wilds_of(command.tile, draft.match.profile.wild_kinds),
            source=command.source,
            in_hand=draft.in_hand,
        )
    )
    note_wild_discards(draft)
    return None


def _discard(draft: Draft, command: RecordDiscard) -> Rejection | None:
    draft.add(
        Discarded(
            seat=command.seat,
            tile=command.tile,
            sure=command.sure,
            source=command.source,
            in_hand=draft.in_hand,
            second=None if command.sure else command.second,
        )
    )
    note_wild_discards(draft, other_readings=command.other_readings)
    ask_about_chan(draft)
    return None


def retract(draft: Draft, command: RetractDiscard) -> Rejection | None:
    """Take a discard back, and the foul that rests on it; refused once somebody has claimed it."""
    discard = find_discard(draft.hand, command.of)
    if discard is None:
        return _no_discard(command.of)
    if discard.claimed_by is not None:
        return Rejection(
            RejectionReason.CONFLICT,
            f"这张{tile_zh(discard.tile)}已被碰杠，不能收回",
            f"discard {command.of} was claimed by seat {discard.claimed_by}: it cannot be taken back",
        )
    refused = left_to_people(draft.hand, command.of, command.source)
    if refused is None:
        draft.add(DiscardRetracted(of=command.of, source=command.source, in_hand=draft.in_hand))
    return refused


def find_discard(hand: HandState, seq: int | None) -> DiscardOnTable | None:
    """The standing discard that the event with sequence ``seq`` made."""
    return next((d for seat in hand.seats for d in seat.discards if d.event == seq), None)


def claimable(hand: HandState, giver: int, meld: TableMeld) -> int | None:
    """The newest discard of ``giver`` that the meld can have taken."""
    for discard in reversed(hand.seats[giver].discards):
        if discard.claimed_by is None and discard.tile in meld.tiles:
            return discard.event
    return None


def _no_discard(seq: int) -> Rejection:
    return Rejection(
        RejectionReason.NOT_FOUND, "找不到这张打出的牌", f"event {seq} is no standing discard of this hand"
    )


def _meld(draft: Draft, command: RecordMeld) -> Rejection | None:
    refused = bad_meld(command.meld, draft.match.profile) or _meld_is_there(draft.hand, command)
    if refused is not None:
        return refused
    if command.claimed is not None:
        discard = find_discard(draft.hand, command.claimed)
        if discard is None:
            return _no_discard(command.claimed)
        if discard.claimed_by is not None:
            return Rejection(
                RejectionReason.CONFLICT,
                f"这张{tile_zh(discard.tile)}已被碰杠",
                f"discard {command.claimed} was claimed by seat {discard.claimed_by} already",
            )
    draft.add(
        MeldMade(
            seat=command.seat,
            meld=command.meld,
            claimed=command.claimed,
            added=command.added,
            source=command.source,
            in_hand=draft.in_hand,
        )
    )
    return None


def bad_meld(meld: TableMeld, profile: RuleProfile) -> Rejection | None:
    """A meld that is no meld of its kind, or that the match does not play."""
    match meld.kind:
        case MeldKind.PUNG:
            good = len(meld.tiles) == 3 and len(set(meld.tiles)) == 1
        case MeldKind.MING | MeldKind.AN | MeldKind.JIN:
            good = len(meld.tiles) == 4 and len(set(meld.tiles)) == 1
        case MeldKind.YIN:
            good = bool(profile.yingang) and len(meld.tiles) == 3 and len(set(meld.tiles)) == 1
        case MeldKind.CHOW | MeldKind.FENGTOU_JIAN | MeldKind.FENGTOU_FENG:
            good = profile.ruleset is Ruleset.DAIHUN and is_mixed_meld(meld.kind, meld.tiles)
        case _:
            assert_never(meld.kind)
    if good and (meld.from_seat is None or 0 <= meld.from_seat < 4):
        return None
    tiles = " ".join(map(str, meld.tiles)) or "no tiles"
    return Rejection(RejectionReason.BAD_VALUE, "这不是一副碰或杠", f"{tiles} is not a {meld.kind.value} of this game")


def is_mixed_meld(kind: MeldKind, tiles: Sequence[Tile]) -> bool:
    """Whether the tiles, in any order, are a 吃 or a 风头杠 of that kind.

    >>> from table_daemon.rules.tiles import parse_tiles
    >>> [is_mixed_meld(MeldKind.CHOW, parse_tiles(text)) for text in ("645m", "89m1p", "567z")]
    [True, False, False]
    """
    first = min(tiles, default=FIVE_WAN)
    if kind is MeldKind.CHOW and (first.is_honour or first.rank > _LAST_OF_A_RUN):
        return False
    return tuple(sorted(tiles)) == Meld(kind, first).tiles


def _meld_is_there(hand: HandState, command: RecordMeld) -> Rejection | None:
    """A seat has at most one meld of a tile, runs apart; only a 补杠 may lie where its 碰 lay."""
    tile = command.meld.tiles[0]
    for lying in hand.seats[command.seat].melds:
        grows = command.added and lying.meld.kind is MeldKind.PUNG and command.meld.kind is MeldKind.MING
        same = lying.meld.kind is command.meld.kind or not {lying.meld.kind, command.meld.kind} & _SEVERAL_FACES
        again = lying.meld.tiles[0] == tile and same and command.meld.kind is not MeldKind.CHOW
        if again and not grows:
            return Rejection(
                RejectionReason.DUPLICATE,
                f"{tile_zh(tile)}已经碰杠过",
                f"seat {command.seat} has a {lying.meld.kind.value} of {tile} already",
            )
    return None
