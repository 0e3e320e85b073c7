"""The end of a hand: gathers what the rules need to settle it. The arithmetic is the rules'."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from table_daemon.game.events import Corrected, Discarded, MatchEnded, MeldMade, Settled, Source, Witness
from table_daemon.rules.chan import chan_rounds
from table_daemon.rules.choices import Ruleset
from table_daemon.rules.guo import Guo
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.payments.checks import kongs_played
from table_daemon.rules.settle import KongHeld, PaymentLine, next_dealer, settle

if TYPE_CHECKING:
    from table_daemon.game.draft import Draft
    from table_daemon.game.events import TableMeld
    from table_daemon.game.state import HandState, MatchState
    from table_daemon.rules.tiles import Tile

RULES = Source(witness=Witness.RULES)


def settlement(match: MatchState, hand: HandState) -> Settled:
    """The payments of a hand: the win, everyone's kongs, 铲; what people said is paid counts more.

    Each payment is the player's who sat there, wherever that player's own seat is.
    """
    won = hand.won
    daihun = match.profile.ruleset is Ruleset.DAIHUN
    result = settle(
        dealer=hand.dealer,
        zuo=hand.zuo,
        la=hand.la,
        winner=None if won is None else won.winner,
        discarder=None if won is None else won.discarder,
        fan=0 if won is None else won.score.fan,
        kongs=kongs_held(hand),
        chan=_chan(hand, match.profile.chan_rounds),
        fouls={i: seat.foul.foul for i, seat in enumerate(hand.seats) if seat.foul is not None},
        false_hu=[i for i, seat in enumerate(hand.seats) if seat.false_hu is not None],
        dubao=daihun and won is not None and hand.dubao[won.winner],
        dubao_declared=[seat for seat in range(4) if daihun and hand.dubao[seat]],
        shangdatai=hand.shangdatai if daihun else (0, 0, 0, 0),
        profile=match.profile,
    )
    lines = tuple(
        replace(line, from_seat=hand.places[line.from_seat], to_seat=hand.places[line.to_seat]) for line in result.lines
    )
    deals = _place_after(match, hand, result.next_dealer)
    made = Settled(net=_moved(result.net, hand.places), lines=lines, next_dealer=deals, source=RULES)
    return said_by_people(made, hand)


def _place_after(match: MatchState, hand: HandState, seat: int) -> int:
    """Where the player of ``seat`` sits in the hand after: who had sat in another's place deals from the own one."""
    following = match.numbered(hand.number + 1)
    places = (0, 1, 2, 3) if following is None else following.places
    return places.index(hand.places[seat])


def said_by_people(made: Settled, hand: HandState) -> Settled:
    """The settlement with what people said about this hand's payments and the next dealer in place of the rules'."""
    if hand.dealer_by_hand is not None:
        made = replace(made, next_dealer=hand.dealer_by_hand)
    if hand.net_by_hand is None:
        return made
    return replace(
        made, net=hand.net_by_hand, lines=(*made.lines, *lines_between(made.net, hand.net_by_hand)), by_hand=True
    )


def lines_between(net: tuple[int, int, int, int], wanted: tuple[int, int, int, int]) -> tuple[PaymentLine, ...]:
    """The fewest payments that make ``wanted`` of ``net``.

    >>> [(line.from_seat, line.to_seat, line.points) for line in lines_between((0, 0, 0, 0), (5, -3, -2, 0))]
    [(1, 0, 3), (2, 0, 2)]
    """
    rest = [want - have for want, have in zip(wanted, net, strict=True)]
    lines = []
    while any(rest):
        payer, payee = rest.index(min(rest)), rest.index(max(rest))
        points = min(-rest[payer], rest[payee])
        lines.append(PaymentLine(payer, payee, points, "人工改分", "score set by hand"))
        rest[payer] += points
        rest[payee] -= points
    return tuple(lines)


def drawn_by_hand(
    match: MatchState,
    hand: HandState,
    net: tuple[int, int, int, int],
    dealer: int | None,
    *,
    in_hand: int | None = None,
) -> Settled:
    """The settlement of a hand of which people know only what was paid."""
    deals = next_dealer(dealer=hand.dealer, winner=None, profile=match.profile)
    return Settled(
        net=net,
        lines=lines_between((0, 0, 0, 0), net),
        next_dealer=_place_after(match, hand, deals) if dealer is None else dealer,
        source=Source(witness=Witness.PERSON),
        by_hand=True,
        in_hand=in_hand,
    )


def pay(draft: Draft) -> None:
    """Add the settlement of the hand, anew where it was settled; nothing where nothing changed."""
    before = draft.hand.settled
    again = settlement(draft.match, draft.hand)
    if before is not None:
        if _same(again, before):
            return
        again = replace(again, was=before.net)
    draft.add(replace(again, in_hand=draft.in_hand if before is None else draft.hand.number))
    end_or_go_on(draft)


def end_or_go_on(draft: Draft) -> None:
    """End the match where a seat has lost the 锅's stake (B43); let it go on where a correction shows it has not."""
    match = draft.match
    over = Guo(match.profile.guo_stake, match.scores).is_over
    if over and not match.ended:
        draft.add(MatchEnded(source=RULES))
    if over or not match.ended or not match.profile.guo_stake:
        return
    ends = [known for known in match.about if isinstance(known.event, MatchEnded)]
    if ends and ends[-1].event.source.witness is Witness.RULES:
        draft.add(
            Corrected(
                of=ends[-1].seq,
                field="stands",
                old="true",
                value="false",
                by=Witness.RULES.value,
                why="改正后锅还没有完",
                source=RULES,
            )
        )


def kongs_held(hand: HandState) -> list[KongHeld]:
    """Every kong on the table that is paid."""
    return [
        KongHeld(i, kind, None if lying.meld.from_seat == i else lying.meld.from_seat)
        for i, seat in enumerate(hand.seats)
        for lying in seat.melds
        if (kind := _counted_as(lying.meld, hand)) in kongs_played(hand.profile)
    ]


def _counted_as(meld: TableMeld, hand: HandState) -> MeldKind | None:
    """What a kong is paid as, whatever it was taken for: a claimed one of wilds as none (B34), four wilds as 金杠."""
    wild = meld.tiles[0] in hand.wilds
    match meld.kind:
        case MeldKind.MING if wild:
            return None
        case MeldKind.AN if wild and MeldKind.JIN in kongs_played(hand.profile):
            return MeldKind.JIN
        case MeldKind.JIN if hand.wilds and not wild:
            return MeldKind.AN
        case _:
            return meld.kind


def _same(one: Settled, other: Settled) -> bool:
    return (one.net, one.next_dealer, one.lines, one.by_hand) == (
        other.net,
        other.next_dealer,
        other.lines,
        other.by_hand,
    )


def _moved(net: tuple[int, int, int, int], places: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    moved = [0, 0, 0, 0]
    for seat, points in enumerate(net):
        moved[places[seat]] = points
    return (moved[0], moved[1], moved[2], moved[3])


def _chan(hand: HandState, most: int) -> int:
    """In how many rounds all followed, ``most`` at the most."""
    discards: list[tuple[int, Tile]] = []
    claims = []
    for recorded in hand.log:
        event = recorded.event
        if isinstance(event, Discarded):
            discards.append((event.seat, event.tile))
        elif isinstance(event, MeldMade) and event.claimed is not None:
            claims.append(len(discards))
    return chan_rounds(dealer=hand.dealer, discards=discards, claims=claims, most=most)
