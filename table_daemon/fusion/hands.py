"""A hand laid down face up at a seat: a claim to win, told once."""

from table_daemon.fusion.joint import Reading, read_together
from table_daemon.fusion.proposal import Proposal, camera_source
from table_daemon.fusion.strips import LaidHand, Strip, find_hand, find_meld
from table_daemon.fusion.table import Table
from table_daemon.fusion.translate import tile_of
from table_daemon.fusion.won_on import won_on
from table_daemon.game.commands import LayDownHand
from table_daemon.game.events import Discarded, FalseHu

_A_HAND_NOT_A_MELD = 5
"""As many new faces up at a seat are more than any one meld."""
_FEWEST = 3
"""One or two tiles are shown for many reasons."""
_ODD_LOOKS = 3
"""Still looks at a laid-down hand of a wrong size before people are asked."""


def hasten(table: Table) -> None:
    """A hand is laid down: whatever was thrown was thrown before it, and is recorded as it reads now."""
    if not table.look.seen.hands and any(_shows_a_hand(table, seat) for seat in range(4)):
        table.memory.hurry = True


def _shows_a_hand(table: Table, seat: int) -> bool:
    strip = table.strip(seat)
    if len(strip.new) >= _A_HAND_NOT_A_MELD:
        return True
    whole = len(strip.new) == 14 - 3 * len(table.hand.seats[seat].melds)
    return whole and find_meld(strip, table.known_melds(seat)) is None


def laid_down(table: Table) -> Proposal | None:
    """The next laid-down hand that the game has not been told of."""
    for seat in range(4):
        strip = table.strip(seat)
        proposal = _at_seat(table, strip)
        if proposal is not None:
            return proposal
    return None


def _at_seat(table: Table, strip: Strip) -> Proposal | None:
    seat = strip.seat
    if not strip.new:
        table.memory.judged.pop(seat, None)
        table.memory.hand_looks = {k: v for k, v in table.memory.hand_looks.items() if k[0] != seat}
        return None
    if find_meld(strip, table.known_melds(seat)) is not None:
        return None
    shown = tuple(sorted(t.label.value for t in strip.new))
    if table.memory.judged.get(seat) == shown or _refused_already(table, seat, shown):
        return None
    looks = table.memory.hand_looks.setdefault((seat, len(shown)), set())
    looks.add(table.look.seen.image_id)
    hand = find_hand(strip, 14 - 3 * len(table.hand.seats[seat].melds))
    t_ms = table.look.seen.t_ms
    source = camera_source(table.look.seen, strip.new)
    if hand is None:
        return _ask_about_odd_hand(table, strip, shown)
    read = _read(table, seat, hand)
    sure = read.probability >= table.limits.sure_hand
    if not sure and len(looks) <= table.limits.doubtful_looks:
        return None
    table.memory.judged[seat] = shown
    told = won_on(table, seat, read.hand, read.draw)
    command = LayDownHand(
        t_ms=t_ms,
        seat=seat,
        hand=read.hand,
        draw=read.draw,
        sure=sure,
        source=source,
        drawn=told.drawn,
        discarder=told.discarder,
    )
    return Proposal(command, strip.new)


def _read(table: Table, seat: int, hand: LaidHand) -> Reading:
    """What the tiles are, weighed together where that can be; else each by itself."""
    together = read_together(table.match, table.hand, seat, hand, table.open_tiles(), table.limits)
    if together is not None and table.hand.wilds:
        return together
    tiles = hand.hand if hand.draw is None else (*hand.hand, hand.draw)
    sure = together is None and all(t.confidence >= table.limits.sure for t in tiles)
    draw = None if hand.draw is None else tile_of(hand.draw.label)
    return Reading(tuple(tile_of(t.label) for t in hand.hand), draw, float(sure))


def _refused_already(table: Table, seat: int, shown: tuple[str, ...]) -> bool:
    """Whether the log holds this very hand as a false 和 with nothing discarded by the seat since."""
    for recorded in reversed(table.hand.log):
        match recorded.event:
            case Discarded(seat=by) if by == seat:
                return False
            case FalseHu(seat=by, hand=hand, draw=draw) if by == seat:
                tiles = hand if draw is None else (*hand, draw)
                return tuple(sorted(str(t) for t in tiles)) == shown
            case _:
                continue
    return False


def _ask_about_odd_hand(table: Table, strip: Strip, shown: tuple[str, ...]) -> Proposal | None:
    """People say what a hand of a wrong size was, unless it is plain that it has a tile too many.

    One too few may be a tile that was not found; one more than there is was never seen yet.
    """
    if len(strip.new) < _least(table, strip.seat) or table.look.seen.hands:
        return None
    if len(table.memory.hand_looks[strip.seat, len(shown)]) < _ODD_LOOKS:
        return None
    if any(r.laid is not None and r.laid.seat == strip.seat for r in table.reviews):
        return None
    table.memory.judged[strip.seat] = shown
    command = LayDownHand(
        t_ms=table.look.seen.t_ms,
        seat=strip.seat,
        hand=tuple(tile_of(t.label) for t in strip.new),
        draw=None,
        sure=_plainly_long(table, strip),
        source=camera_source(table.look.seen, strip.new),
    )
    return Proposal(command, strip.new)


def _least(table: Table, seat: int) -> int:
    """So many faces that are no meld are a hand: beside three melds a whole one has but five tiles."""
    need = 14 - 3 * len(table.hand.seats[seat].melds)
    return max(_FEWEST, min(_A_HAND_NOT_A_MELD, need - 1))


def _plainly_long(table: Table, strip: Strip) -> bool:
    """Whether a whole hand and one tile more lie there in a row, or one of them apart, each surely read."""
    need = 14 - 3 * len(table.hand.seats[strip.seat].melds)
    found = sorted(len(row.tiles) for row in strip.rows())
    whole = found in ([need + 1], [1, need])
    return whole and all(tile.confidence >= table.limits.sure for tile in strip.new)
