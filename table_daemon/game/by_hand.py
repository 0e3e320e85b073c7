"""What people mean by what they write down, and how it takes the place of what is recorded otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from table_daemon.game.amending import BY_HAND, amend, ends_of, stands
from table_daemon.game.commands import TurnIndicator
from table_daemon.game.events import Corrected, IndicatorTurned, Witness
from table_daemon.rules.melds import Meld, MeldKind
from table_daemon.rules.tiles import FIVE_WAN
from table_daemon.rules.turns import SEATS

if TYPE_CHECKING:
    from table_daemon.game.commands import DrawHand, WriteHand
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import TableMeld


def understood(meld: TableMeld, seat: int) -> TableMeld:
    """The meld with what goes without saying: the tiles of a 风头杠, and that 吃 takes the 上家's discard (E5, E8)."""
    match meld.kind:
        case MeldKind.FENGTOU_JIAN | MeldKind.FENGTOU_FENG if not meld.tiles:
            return replace(meld, tiles=Meld(meld.kind, FIVE_WAN).tiles)
        case MeldKind.CHOW if meld.from_seat is None:
            return replace(meld, from_seat=(seat - 1) % len(SEATS))
        case _:
            return meld


def take_back_end(draft: Draft, command: DrawHand | WriteHand) -> None:
    """Let what had ended the hand count no more: people say how it really ended."""
    hand = draft.hand
    nets = [
        known.seq
        for known in hand.log
        if isinstance(known.event, Corrected)
        and known.event.field in ("net", "next_dealer")
        and known.event.source.witness is Witness.PERSON
    ]
    for seq in (*nets, *ends_of(hand)):
        draft.add(stands(seq, command.source, in_hand=hand.number, by=command.by, why=command.why or BY_HAND))


def turn_again(draft: Draft, command: TurnIndicator) -> bool | None:
    """Correct an indicator that is recorded otherwise; ``None`` when there is none."""
    standing = draft.hand.indicator
    if standing is None or standing == command.tile:
        return None
    turned = next(known for known in reversed(draft.hand.log) if isinstance(known.event, IndicatorTurned))
    amend(
        draft,
        Corrected(
            of=turned.seq,
            field="tile",
            old=str(standing),
            value=str(command.tile),
            by=command.by or command.source.witness.value,
            why=command.why or BY_HAND,
            source=command.source,
            in_hand=draft.hand.number,
        ),
    )
    return True
