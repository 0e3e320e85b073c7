"""One fact told by two events: a claimed discard and the meld that took it, a discard and the win on it.

Correcting one of them corrects the other; where that cannot be, people are told which to correct first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from table_daemon.game.changing import changed, value_of
from table_daemon.game.events import Corrected, Discarded, HandWon, MeldMade
from table_daemon.game.rejection import Rejection, RejectionReason
from table_daemon.game.words import tile_zh, tiles_zh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_daemon.game.events import Event, Recorded
    from table_daemon.game.state import HandState

LINK: Final = "随同改正"
"""Why a linked event was corrected."""


class _Claim(NamedTuple):
    """A meld with the discard it took."""

    seq: int
    made: MeldMade
    taken_seq: int
    taken: Discarded


def linked(hand: HandState, change: Corrected) -> list[Corrected]:
    """What else is corrected with ``change``, by the hand as it was before it."""
    return [
        *(more for claim in _claims(hand) for more in _with_claim(claim, change)),
        *_with_win(hand, change),
    ]


def torn_apart(hand: HandState, seq: int, after: Event) -> Rejection | None:
    """Why an event cannot become ``after``: a run and the discard that it took would have nothing to do together."""
    for claim in _claims(hand):
        made = after if claim.seq == seq else claim.made
        taken = after if claim.taken_seq == seq else claim.taken
        if (
            not isinstance(made, MeldMade)
            or not isinstance(taken, Discarded)
            or seq not in (claim.seq, claim.taken_seq)
        ):
            continue
        if _is_run(made) and made.claimed is not None and taken.tile not in made.meld.tiles:
            return Rejection(
                RejectionReason.CONFLICT,
                f"{tile_zh(taken.tile)}不在吃的{tiles_zh(made.meld.tiles)}里，请先撤销这副吃",
                f"{taken.tile} is not in the run that took it: undo the meld (event {claim.seq}) first",
            )
    return None


def event_of(hand: HandState, seq: int) -> Event | None:
    """The standing event with that sequence."""
    return next((recorded.event for recorded in hand.log if recorded.seq == seq), None)


def _claims(hand: HandState) -> Iterator[_Claim]:
    for recorded in hand.log:
        made = recorded.event
        if isinstance(made, MeldMade) and made.claimed is not None:
            taken = event_of(hand, made.claimed)
            if isinstance(taken, Discarded):
                yield _Claim(recorded.seq, made, made.claimed, taken)


def _with_claim(claim: _Claim, change: Corrected) -> Iterator[Corrected]:
    made, taken = claim.made, claim.taken
    if claim.seq == change.of and change.field == "from" and change.value in "0123":
        yield replace(change, of=claim.taken_seq, field="seat", old=str(taken.seat), why=LINK)
    if _is_run(made):
        return
    if claim.seq == change.of and change.field in ("tile", "tiles"):
        value = value_of(changed(made, change.field, change.value), "tile")
        yield replace(change, of=claim.taken_seq, field="tile", old=str(taken.tile), value=value, why=LINK)
    if claim.taken_seq == change.of and change.field == "tile":
        yield replace(change, of=claim.seq, field="tile", old=str(made.meld.tiles[0]), why=LINK)


def _with_win(hand: HandState, change: Corrected) -> Iterator[Corrected]:
    """A hand won on the last discard, and that discard."""
    won = next((recorded for recorded in hand.log if recorded.seq == hand.claim_seq), None)
    last = None if won is None else _last_before(hand, won)
    if won is None or last is None or not isinstance(won.event, HandWon) or not isinstance(last.event, Discarded):
        return
    if (won.event.discarder, won.event.draw) != (last.event.seat, last.event.tile):
        return
    for one, other, fields in (
        (last, won, {"seat": "discarder", "tile": "draw"}),
        (won, last, {"discarder": "seat", "draw": "tile"}),
    ):
        field = fields.get(change.field)
        if change.of == one.seq and field is not None and change.value != "none":
            yield replace(change, of=other.seq, field=field, old=value_of(other.event, field), why=LINK)


def _last_before(hand: HandState, won: Recorded) -> Recorded | None:
    thrown = [known for known in hand.log if isinstance(known.event, Discarded) and known.seq < won.seq]
    return thrown[-1] if thrown else None


def _is_run(made: MeldMade) -> bool:
    return len(set(made.meld.tiles)) > 1
