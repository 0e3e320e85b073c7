"""Single acts seen in one look: the indicator turned, a meld laid, a tile discarded, a tile taken back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

from table_daemon.fusion.evidence import Doubt, Look, Memory
from table_daemon.fusion.habits import Habits
from table_daemon.fusion.middle import KnownDiscard, MiddleMatch, distance, match_middle
from table_daemon.fusion.proposal import Proposal, camera_source, rules_source
from table_daemon.fusion.seats import TableZones, seat_of_side
from table_daemon.fusion.strips import KnownMeld, Strip, look_at_strip
from table_daemon.fusion.suspicion import read_discard
from table_daemon.fusion.table_events import HAND_END_ANSWERS, HAND_END_QUESTION
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.translate import is_face, tile_of
from table_daemon.game.commands import Correct, DrawHand, OpenReview, RecordDiscard, RetractDiscard, TurnIndicator
from table_daemon.game.events import Discarded, ReviewKind, ReviewOpened, Source, Witness
from table_daemon.game.state import DiscardOnTable, HandState, MatchState
from table_daemon.rules.tiles import COPIES, Tile
from vision.observation import Point, SeenTile

_ABOUT_THE_END = frozenset({ReviewKind.HAND_END, ReviewKind.WINNING_HAND, ReviewKind.WINNING_TILE})
_CLEARLY = 0.5
"""So much less odd (``TableZones.throw_cost``) is a place that decides."""
_MOST_IN_ORDER = 4
"""So many tiles thrown since the last look are told apart by where they lie; of more nobody can say the order."""


@dataclass(slots=True)
class _Found:
    """What was worked out of the look already; holds as long as the table does."""

    middle: MiddleMatch | None = None
    strips: dict[int, Strip] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One look with all that is needed to understand it."""

    look: Look
    match: MatchState
    hand: HandState
    reviews: tuple[ReviewOpened, ...]
    """Questions that are open."""
    left: tuple[ReviewOpened, ...]
    """Those that earlier hands left open."""
    memory: Memory
    zones: TableZones
    limits: Thresholds
    habits: Habits
    _found: _Found = field(default_factory=_Found)

    def discards(self) -> list[DiscardOnTable]:
        """Standing discards of all seats, oldest first, claimed ones included."""
        every = [d for seat in self.hand.seats for d in seat.discards]
        return sorted(every, key=lambda d: d.event)

    def seat_of(self, event: int) -> int:
        """Who made the discard with this sequence."""
        return next(s for s, seat in enumerate(self.hand.seats) if any(d.event == event for d in seat.discards))

    def place_of(self, event: int) -> Point | None:
        """Where a discard was last seen: remembered, else as the log has it."""
        if event not in self.memory.places:
            for recorded in self.hand.log:
                if recorded.seq == event and isinstance(recorded.event, Discarded):
                    place = recorded.event.source.place_mm
                    if place is not None:
                        self.memory.places[event] = place
        return self.memory.places.get(event)

    def middle(self) -> MiddleMatch:
        """The middle compared with the standing, unclaimed discards; remembers where they lie."""
        if self._found.middle is None:
            self._found.middle = self._match_middle()
        return self._found.middle

    def _match_middle(self) -> MiddleMatch:
        known = [
            KnownDiscard(d.event, d.tile, self.place_of(d.event), missed=d.event in self.memory.gone_looks)
            for d in self.discards()
            if d.claimed_by is None
        ]
        match = match_middle(known, self.look.middle, self.limits)
        for event, tile in match.lying.items():
            self.memory.places[event] = tile.centre_mm
        return match

    def known_melds(self, seat: int) -> list[KnownMeld]:
        """The recorded melds of a seat with where they were last seen."""
        return [
            KnownMeld(
                m.meld.kind,
                m.meld.tiles[0],
                self.memory.meld_places.get((seat, m.meld.kind, m.meld.tiles[0]), ()),
            )
            for m in self.hand.seats[seat].melds
        ]

    def strip(self, seat: int) -> Strip:
        """The seat's strip; remembers where its known melds lie."""
        if seat not in self._found.strips:
            self._found.strips[seat] = self._look_at_strip(seat)
        return self._found.strips[seat]

    def _look_at_strip(self, seat: int) -> Strip:
        known = self.known_melds(seat)
        strip = look_at_strip(seat, self.look.strips[seat], known, self.zones, self.limits)
        for meld, tiles in zip(known, strip.matched, strict=True):
            if len(tiles) >= meld.faces:
                self.memory.meld_places[seat, meld.kind, meld.tile] = tuple(t.centre_mm for t in tiles)
        return strip

    def open_tiles(self) -> Counter[Tile]:
        """How many of each tile are known to lie open: discards, melds and the indicator."""
        known = Counter(d.tile for d in self.discards() if d.claimed_by is None)
        known.update(tile for seat in self.hand.seats for m in seat.melds for tile in m.meld.tiles)
        if self.hand.indicator is not None:
            known[self.hand.indicator] += 1
        return known


def indicator(table: Table) -> Proposal | None:
    """The tile face up on the wall, while none is known; asks when it can't be read."""
    if table.hand.indicator is not None:
        return None
    up = sorted(table.look.wall, key=lambda t: -t.confidence)
    if not up:
        return None
    image_id = table.look.seen.image_id
    tile = table.memory.settle_doubt(up[0], image_id, table.limits)
    if tile is None:
        return None
    source = camera_source(table.look.seen, (tile,))
    t_ms = table.look.seen.t_ms
    if tile.confidence >= table.limits.sure and len(up) == 1:
        return Proposal(TurnIndicator(t_ms=t_ms, tile=tile_of(tile.label), source=source), (tile,))
    if any(r.about is ReviewKind.INDICATOR_TILE for r in table.reviews):
        return None
    answers = tuple(dict.fromkeys(x.value for t in up[:2] for x in (t.label, t.second) if is_face(x)))
    review = OpenReview(
        t_ms=t_ms,
        about=ReviewKind.INDICATOR_TILE,
        question="翻出来的混是哪张?",
        answers=answers,
        of=None,
        source=source,
    )
    return Proposal(review, tuple(up[:2]))


def discard(table: Table) -> Proposal | None:
    """The next new tile in the middle, by the player whose turn the order says it was."""
    match = table.middle()
    if not match.new or len(match.gone) + match.moved >= table.limits.disturbed:
        return _ask_who(table)
    exchanged = _exchanged(table, match)
    if exchanged is not None:
        return exchanged
    ready = _thrown_first(table, match.new)
    if not ready:
        return None
    if len(ready) > _MOST_IN_ORDER:
        return _one_of_many(table, ready)
    seat, doubt = _by_turn(table, ready)
    chosen = seat_by_evidence(table, seat, doubt) if len(ready) == 1 else seat
    if chosen == seat:
        return _thrown(table, doubt.best, seat, disputed=False)
    return _out_of_order(table, doubt, chosen, alone=len(ready) == len(match.new))


def _out_of_order(table: Table, doubt: Doubt, seat: int, *, alone: bool) -> Proposal | None:
    """A tile that place and hand give to another seat than the order does: why may yet come in sight."""
    if _dealer_in_doubt(table):
        return _deals(table, seat, doubt.best)
    doubt.held = True
    if not doubt.is_clear(table.limits) and alone and not table.memory.hurry:
        return None
    clear = _clearly_of(table, seat, doubt)
    if not clear:
        table.memory.disputed.append(doubt.best.centre_mm)
    return _thrown(table, doubt.best, seat, disputed=not clear)


def _clearly_of(table: Table, seat: int, doubt: Doubt) -> bool:
    """Whether a tile lies so much nearer to the one seat that reached in that it was thrown out of turn.

    Of the first discard that is not said: it would mean that another deals than is thought.
    """
    if not table.hand.discard_order:
        return False
    costs = [table.zones.throw_cost(s, doubt.best.centre_mm) for s in range(4)]
    return costs[seat] + _CLEARLY <= min(cost for s, cost in enumerate(costs) if s != seat)


def _thrown(table: Table, tile: SeenTile, seat: int, *, disputed: bool) -> Proposal:
    """A tile that ``seat`` threw, read as it may best be."""
    lying_open = table.open_tiles()
    read = read_discard(tile, table.hand.wilds, lying_open, table.habits, table.limits)
    if read.tile in table.hand.wilds:
        plain = not read.others and read.confidence >= table.limits.sure_foul
    else:
        # What the other tiles make likely is recorded, but is not yet seen for sure.
        plain = read.tile == tile_of(tile.label) and tile.confidence >= table.limits.sure_discard and not read.others
    sure = plain and not disputed and lying_open[read.tile] < COPIES
    command = RecordDiscard(
        t_ms=table.look.seen.t_ms,
        seat=seat,
        tile=read.tile,
        sure=sure,
        source=camera_source(table.look.seen, (tile,)),
        other_readings=() if sure else read.others,
    )
    return Proposal(command, (tile,))


def _dealer_in_doubt(table: Table) -> bool:
    """Whether nothing has been played and an earlier hand is still with people, so that nobody may know who deals."""
    played = table.hand.discard_order or any(seat.melds for seat in table.hand.seats)
    return not played and bool(table.left or table.match.unsettled)


def _deals(table: Table, seat: int, tile: SeenTile) -> Proposal:
    """Who discards first deals."""
    command = Correct(
        t_ms=table.look.seen.t_ms,
        of=table.hand.log[0].seq,
        field="dealer",
        value=str(seat),
        why="这一家先打牌",
        source=camera_source(table.look.seen, (tile,)),
    )
    return Proposal(command, (tile,))


def _one_of_many(table: Table, thrown: Sequence[Doubt]) -> Proposal:
    """The likeliest next of many tiles thrown while nobody looked: never sure, and people are asked once for all."""
    seat = table.hand.to_act
    doubt = min(thrown, key=lambda d: table.zones.throw_cost(seat, d.best.centre_mm))
    if len(thrown) == _MOST_IN_ORDER + 1:
        table.memory.disputed.append(doubt.best.centre_mm)
    command = RecordDiscard(
        t_ms=table.look.seen.t_ms,
        seat=seat,
        tile=tile_of(doubt.best.label),
        sure=False,
        source=camera_source(table.look.seen, (doubt.best,)),
    )
    return Proposal(command, (doubt.best,))


def _exchanged(table: Table, match: MiddleMatch) -> Proposal | None:
    """The last discard is gone and its player reached in to lay another: it was taken back for that one.

    If others threw at once upon it, the tiles lie before them as they would if that were so.
    """
    order = table.hand.discard_order
    if not order or order[-1] not in match.gone or table.look.seen.hands:
        return None
    seat = table.seat_of(order[-1])
    reached = {seat_of_side(side) for side in table.look.reached}
    if reached != {seat} and (seat not in reached or not _fits_better(table, match.new, seat)):
        return None
    source = camera_source(table.look.seen, match.new[:1])
    return Proposal(RetractDiscard(t_ms=table.look.seen.t_ms, of=order[-1], source=source), match.new[:1])


def _fits_better(table: Table, new: Sequence[SeenTile], first: int) -> bool:
    """Whether the new tiles lie clearly better before the seats from ``first`` on than from the one in turn on."""
    if len(new) > _MOST_IN_ORDER:
        return False

    def least(start: int) -> float:
        costs = (
            sum(table.zones.throw_cost((start + k) % 4, t.centre_mm) for k, t in enumerate(order))
            for order in permutations(new)
        )
        return min(costs)

    return least(first) + _CLEARLY < least(table.hand.to_act)


def wall_spent(table: Table) -> Proposal | None:
    """The wall has no draw left, its last tile is discarded and nobody claimed it: 荒庄 (B31)."""
    hand = table.hand
    if hand.wall_left != 0 or not hand.must_draw or not hand.discard_order or table.look.seen.hands:
        return None
    if table.look.seen.t_ms - hand.log[-1].t_ms < table.limits.wall_spent_ms:
        return None
    return Proposal(DrawHand(t_ms=table.look.seen.t_ms, source=rules_source()))


def swept(table: Table) -> Proposal | None:
    """Nothing lies on the table any more, walls included: the hand is over, whether or not the link told of it."""
    hand = table.hand
    if table.look.seen.tiles or table.look.seen.hands or not hand.discard_order:
        return None
    if any(review.about in _ABOUT_THE_END for review in table.reviews):
        return None
    t_ms = table.look.seen.t_ms
    if hand.wall_left == 0:
        return Proposal(DrawHand(t_ms=t_ms, source=rules_source()))
    source = Source(witness=Witness.CAMERA)
    return Proposal(
        OpenReview(
            t_ms=t_ms,
            about=ReviewKind.HAND_END,
            question=HAND_END_QUESTION,
            answers=HAND_END_ANSWERS,
            of=None,
            source=source,
        )
    )


def taken_back(table: Table) -> Proposal | None:
    """The last discard has been missing for a while, and no meld took it: it was taken back."""
    standing = [d for d in table.discards() if d.claimed_by is None]
    if not table.look.seen.tiles:
        return None  # swept away with all the rest, walls included
    if not standing or table.look.seen.hands or standing[-1].event != table.hand.discard_order[-1]:
        return None
    last = standing[-1]
    match = table.middle()
    if last.event in match.lying:
        table.memory.gone_looks.pop(last.event, None)
        return None
    missed = table.memory.gone_looks.setdefault(last.event, set())
    missed.add(table.look.seen.image_id)
    if len(missed) < table.limits.gone_looks or len(match.gone) >= table.limits.disturbed:
        return None
    source = Source(witness=Witness.CAMERA)
    return Proposal(RetractDiscard(t_ms=table.look.seen.t_ms, of=last.event, source=source))


def overtaken(table: Table) -> bool:
    """Whether a tile of an earlier look is still waiting in the middle to be read for sure."""
    known = [table.memory.doubt_about(t, table.limits) for t in table.middle().new]
    return any(d is not None and d.first_image != table.look.seen.image_id for d in known)


def _thrown_first(table: Table, new: Sequence[SeenTile]) -> list[Doubt]:
    """Of the new tiles those that were seen first; none while they should be looked at again.

    They are waited for together, since an unclear one may have been thrown before a clear one, and only until the next
    tile is thrown: play that goes on tells who threw what, a surer reading later does not.
    """
    image_id = table.look.seen.image_id
    clear = [table.memory.settle_doubt(t, image_id, table.limits) is not None for t in new]
    found = [table.memory.doubt_about(t, table.limits) for t in new]
    pairs = [(d, ok) for d, ok in zip(found, clear, strict=True) if d is not None]
    first = min(d.first_image for d, _ in pairs)
    earliest = [(d, ok) for d, ok in pairs if d.first_image == first]
    late = table.memory.hurry or len(earliest) < len(pairs)
    return [d for d, _ in earliest] if late or all(ok for _, ok in earliest) else []


def _by_turn(table: Table, thrown: Sequence[Doubt]) -> tuple[int, Doubt]:
    """Of tiles thrown since the same look, the first by turn order: each lies most in front of its player."""
    seats = [(table.hand.to_act + k) % 4 for k in range(len(thrown))]

    def cost(order: tuple[Doubt, ...]) -> float:
        return sum(table.zones.throw_cost(s, d.best.centre_mm) for s, d in zip(seats, order, strict=True))

    best = min(permutations(thrown), key=cost)
    return seats[0], best[0]


def seat_by_evidence(table: Table, expected: int, doubt: Doubt) -> int:
    """The seat a single new tile belongs to: the expected one unless both the hand and the place name another."""
    reached = {seat_of_side(side) for side in doubt.reached}
    if len(reached) != 1 or expected in reached:
        return expected
    other = reached.pop()
    costs = [table.zones.throw_cost(s, doubt.best.centre_mm) for s in range(4)]
    return other if costs[other] == min(costs) else expected


def _ask_who(table: Table) -> Proposal | None:
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
    )
    return Proposal(review, shown)
