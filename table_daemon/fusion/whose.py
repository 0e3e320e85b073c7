"""Whose a discard is: told from turn, place and hands, and put to people where these leave doubt."""

from collections.abc import Sequence

from table_daemon.fusion.evidence import Doubt
from table_daemon.fusion.middle import distance
from table_daemon.fusion.proposal import Proposal, camera_source
from table_daemon.fusion.table import Table
from table_daemon.fusion.throws import First, Throw, first_of
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import OpenReview
from table_daemon.game.events import ReviewKind, Source, Witness
from table_daemon.rules.choices import Ruleset
from vision.observation import Point, SeenTile, Side

MOST_IN_ORDER = 4
"""So many tiles thrown since the last look are told apart by where they lie; of more nobody can say the order."""


def first_throw(table: Table, claimed: Throw | None, doubts: Sequence[Doubt]) -> First:
    """The first of the tiles that came to lie unrecorded, ``claimed`` among them, and who threw it."""
    throws = [Throw(d.best.centre_mm, d.first_image, d.reached) for d in doubts]
    return first_of(throws if claimed is None else [*throws, claimed], table.hand.to_act, table.zones)


def doubt_seat(table: Table, doubt: Doubt, seat: int) -> None:
    """Have people asked whose a tile, likely of ``seat``, is: at once if it may cost somebody, else once it is claimed.

    Until then the discard stands as unsure, and the page marks it so.
    """
    claimed = table.memory.claimed_unseen.get(table.look.seen.image_id)
    at_once = _tells_the_dealer(table, doubt, seat) or _may_cost(table, doubt.best)
    if claimed is not None and not at_once:
        # It contradicts the order that the meld of this very look was explained by.
        table.memory.disputed.append(claimed)
        return
    (table.memory.disputed if at_once else table.memory.guessed).append(doubt.best.centre_mm)


def _tells_the_dealer(table: Table, doubt: Doubt, seat: int) -> bool:
    """Whether a first discard that was seen to fall means that another deals than is thought."""
    unseen = doubt.crowd or doubt.mixed or len(doubt.reached) == len(Side)
    return not table.hand.discard_order and seat != table.hand.dealer and not unseen


def _may_cost(table: Table, tile: SeenTile) -> bool:
    """Whether its player may pay for it: a wild is a foul, and under daihun a hand may be won on any discard."""
    if table.match.profile.ruleset is Ruleset.DAIHUN or not table.hand.wilds:
        return True
    return any(is_face(face) and tile_of(face) in table.hand.wilds for face in (tile.label, tile.second))


def doubt_giver(table: Table, event: int) -> None:
    """A discard was claimed: if its seat was but guessed, people are asked now."""
    place = table.place_of(event)
    for guessed in table.memory.guessed:
        if place is not None and distance(guessed, place) <= table.limits.same_place_mm:
            table.memory.guessed.remove(guessed)
            table.memory.disputed.append(place)
            return


def ask_who(table: Table) -> Proposal | None:
    """Put a discard to people whose seat the witnesses disagree about."""
    for place in table.memory.disputed:
        for d in table.discards():
            lies = table.place_of(d.event)
            if lies is not None and distance(lies, place) <= table.limits.same_place_mm:
                table.memory.disputed.remove(place)
                return _who_discarded(table, d.event, place)
    return None


def _who_discarded(table: Table, event: int, place: Point) -> Proposal:
    """The question, with the picture of the tile itself where it is still to be seen."""
    reach = table.limits.same_place_mm
    shown = tuple(t for t in table.look.seen.tiles if distance(t.centre_mm, place) <= reach)[:1]
    review = OpenReview(
        t_ms=table.look.seen.t_ms,
        about=ReviewKind.WHO_DISCARDED,
        question="这张牌是谁打的?",
        answers=("0", "1", "2", "3"),
        of=event,
        source=camera_source(table.look.seen, shown) if shown else Source(witness=Witness.CAMERA),
        reason=ReviewReason.WHOSE_DISCARD,
    )
    return Proposal(review, shown)
