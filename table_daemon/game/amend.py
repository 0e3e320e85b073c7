"""Taking back and correcting: the events of a hand as they stand after it, out of the events as they were recorded.

The log itself keeps every event as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from table_daemon.game.changing import NO, STANDS, changed, confirmed
from table_daemon.game.events import (
    Corrected,
    Discarded,
    DiscardRetracted,
    FalseHu,
    FoulFound,
    HandDrawn,
    HandWon,
    MeldMade,
    Recorded,
    Settled,
    Witness,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from table_daemon.game.events import Event


class Amended(NamedTuple):
    """The events as they stand, and what people decided against what would follow from them."""

    log: tuple[Recorded, ...]
    pardoned: tuple[int, ...]
    net_by_hand: tuple[int, int, int, int] | None
    dealer_by_hand: int | None


def amended(raw: Sequence[Recorded]) -> Amended:
    """Apply every correction that stands; one that means nothing leaves the events as they are."""
    void = voided(raw)
    standing = {recorded.seq: recorded for recorded in raw if recorded.seq not in void}
    net: tuple[int, int, int, int] | None = None
    dealer: int | None = None
    for recorded in raw:
        event = recorded.event
        if recorded.seq not in standing or not isinstance(event, Corrected) or event.field == STANDS:
            continue
        _correct(standing, event)
        settled = standing.get(event.of)
        if settled is not None and isinstance(settled.event, Settled):
            net = settled.event.net if event.field == "net" else net
            dealer = settled.event.next_dealer if event.field == "next_dealer" else dealer
    by_hand = [r.event for r in standing.values() if isinstance(r.event, Settled) and said(r.event)]
    return Amended(
        log=tuple(_resting(standing)),
        pardoned=tuple(_pardoned(raw, void)),
        net_by_hand=by_hand[-1].net if net is None and by_hand else net,
        dealer_by_hand=dealer,
    )


def voided(raw: Sequence[Recorded]) -> frozenset[int]:
    """Sequences of what counts as never having been; of two decisions about the same event the later one counts."""
    void: set[int] = set()
    decided: set[int] = set()
    for recorded in reversed(raw):
        event = recorded.event
        if recorded.seq in void:
            continue
        if isinstance(event, DiscardRetracted):
            of, gone = event.of, True
        elif isinstance(event, Corrected) and event.field == STANDS:
            of, gone = event.of, event.value == NO
        else:
            continue
        if of not in decided and of < recorded.seq:
            decided.add(of)
            if gone:
                void.add(of)
    return frozenset(void)


def _correct(standing: dict[int, Recorded], change: Corrected) -> None:
    recorded = standing.get(change.of)
    if recorded is None:
        return
    try:
        event = changed(recorded.event, change.field, change.value)
    except (KeyError, ValueError):
        return
    if change.source.witness is Witness.PERSON:
        event = confirmed(event)
    standing[change.of] = replace(recorded, event=event)
    if isinstance(event, Discarded) and change.field == "seat":
        _move_claim(standing, change.of, event.seat)


def _move_claim(standing: dict[int, Recorded], claimed: int, giver: int) -> None:
    """Let the meld that took a discard, and the kong it grew into, come from the discard's seat."""
    taken: MeldMade | None = None
    for seq, recorded in standing.items():
        event = recorded.event
        if not isinstance(event, MeldMade):
            continue
        grown = (
            taken is not None and event.added and (event.seat, event.meld.tiles[0]) == (taken.seat, taken.meld.tiles[0])
        )
        if event.claimed == claimed or grown:
            taken = replace(event, meld=replace(event.meld, from_seat=giver))
            standing[seq] = replace(recorded, event=taken)


def _resting(standing: dict[int, Recorded]) -> Iterable[Recorded]:
    """Leave out what rests on an event that is no more: a foul on its discard, a win scored again on its hand."""
    for recorded in standing.values():
        ground = _ground_of(recorded.event)
        if ground is None or ground in standing:
            yield recorded


def _ground_of(event: Event) -> int | None:
    return event.of if isinstance(event, FoulFound | HandWon | FalseHu) else None


def _pardoned(raw: Sequence[Recorded], void: frozenset[int]) -> Iterable[int]:
    """What a person's taking away of a foul or a refused hand is about: no machine accuses of it again."""
    by_people = {
        recorded.event.of
        for recorded in raw
        if isinstance(recorded.event, Corrected)
        and recorded.event.source.witness is Witness.PERSON
        and recorded.event.of in void
        and recorded.seq not in void
    }
    for recorded in raw:
        if recorded.seq in by_people and isinstance(recorded.event, FoulFound):
            yield recorded.seq if recorded.event.of is None else recorded.event.of


def said(event: Settled) -> bool:
    """Whether people said what is paid, instead of a win or a draw that the rules settle."""
    return event.by_hand and event.source.witness is Witness.PERSON


def is_end(event: Event) -> bool:
    """Whether the event ends a hand."""
    return isinstance(event, HandDrawn) or (isinstance(event, HandWon) and event.of is None)
