"""One look at the table with all that is needed to understand it, what was worked out of it already included."""

from collections import Counter
from dataclasses import dataclass, field

from table_daemon.fusion.evidence import Doubt, Look, Memory
from table_daemon.fusion.habits import Habits
from table_daemon.fusion.middle import KnownDiscard, MiddleMatch, distance, match_middle
from table_daemon.fusion.seats import TableZones
from table_daemon.fusion.strips import KnownMeld, Strip, look_at_strip
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.throws import Throw
from table_daemon.game.events import Discarded, ReviewOpened
from table_daemon.game.state import DiscardOnTable, HandState, MatchState
from table_daemon.rules.tiles import Tile
from vision.observation import Point, Side


@dataclass(slots=True)
class _Found:
    """What was worked out of the look already; holds as long as the table does."""

    middle: MiddleMatch | None = None
    strips: dict[int, Strip] = field(default_factory=dict)
    claimed: Throw | None = None
    """A tile that lies in a new meld and was not recorded."""
    planned: Doubt | None = None
    """Of many tiles thrown while nobody looked the one that comes next."""
    waits: bool = False
    """What lies there new is left alone in this look."""


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

    def lies_at(self, event: int, place: Point) -> None:
        """Take the tile lying there for a discard whose place was not known."""
        self.memory.places[event] = place
        self.memory.gone_looks.pop(event, None)
        self._found.middle = None

    def fell_unseen(self, event: int) -> bool:
        """Whether a discard fell among so many while nobody looked that its turn is not known."""
        place, reach = self.place_of(event), self.limits.same_place_mm
        return place is not None and any(distance(place, other) <= reach for other in self.memory.unordered)

    def middle(self) -> MiddleMatch:
        """The middle compared with the standing, unclaimed discards; remembers where they lie."""
        if self._found.middle is None:
            self._found.middle = self._match_middle()
        return self._found.middle

    def _match_middle(self) -> MiddleMatch:
        known = [
            KnownDiscard(
                d.event,
                d.tile,
                self.place_of(d.event),
                missed=d.event in self.memory.gone_looks,
                unwatched=self._may_have_been_taken(d),
            )
            for d in self.discards()
            if d.claimed_by is None
        ]
        match = match_middle(known, self.look.middle, self.limits)
        for event, tile in match.lying.items():
            self.memory.places[event] = tile.centre_mm
        for discard in known:
            if discard.unwatched and discard.event in match.gone:
                self.memory.gone_looks.setdefault(discard.event, set())
        return match

    def _may_have_been_taken(self, discard: DiscardOnTable) -> bool:
        """Whether this is the last discard, and nobody saw who reached in since."""
        last = bool(self.hand.discard_order) and self.hand.discard_order[-1] == discard.event
        return last and discard.sure and len(self.look.reached) == len(Side)

    def known_melds(self, seat: int) -> list[KnownMeld]:
        """The recorded melds of a seat with where they were last seen."""
        return [
            KnownMeld(
                m.meld.kind,
                m.meld.tiles[0],
                self.memory.meld_places.get((seat, m.meld.kind, m.meld.tiles[0]), ()),
                m.meld.tiles if len(set(m.meld.tiles)) > 1 else (),
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

    def claimed(self) -> Throw | None:
        """The tile that a meld took before it was recorded, if one is known of."""
        return self._found.claimed

    def note_claimed(self, throw: Throw) -> None:
        """Remember for this look that a meld took a tile that is not recorded."""
        self._found.claimed = throw

    def planned(self) -> Doubt | None:
        """Of many tiles thrown while nobody looked the one that the player in turn threw first, if that is told."""
        return self._found.planned

    def plan(self, doubt: Doubt) -> None:
        """Have that tile recorded next in this look."""
        self._found.planned = doubt

    def waits(self) -> bool:
        """Whether what lies there new is left alone until more is seen."""
        return self._found.waits

    def wait(self) -> None:
        """Leave what lies there new alone in this look."""
        self._found.waits = True

    def open_tiles(self) -> Counter[Tile]:
        """How many of each tile are known to lie open: discards, melds and the indicator."""
        known = Counter(d.tile for d in self.discards() if d.claimed_by is None)
        known.update(tile for seat in self.hand.seats for m in seat.melds for tile in m.meld.tiles)
        if self.hand.indicator is not None:
            known[self.hand.indicator] += 1
        return known


def unrecorded(table: Table) -> list[Doubt]:
    """What is known of the new tiles in the middle, each looked at now at the latest."""
    image_id = table.look.seen.image_id
    for tile in table.middle().new:
        table.memory.settle_doubt(tile, image_id, table.limits)
    found = [table.memory.doubt_about(tile, table.limits) for tile in table.middle().new]
    return [doubt for doubt in found if doubt is not None]
