"""What fusion remembers between looks: where known tiles lie, which readings are still doubtful, who reached in."""

from dataclasses import dataclass, field
from typing import Self

from table_daemon.fusion.middle import distance
from table_daemon.fusion.seats import TableZones, Zone
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.fusion.translate import is_face
from table_daemon.rules.melds import MeldKind
from table_daemon.rules.tiles import Tile
from vision.observation import Observation, Point, SeenTile, Side


@dataclass(slots=True)
class Doubt:
    """A new tile whose reading is not sure yet."""

    best: SeenTile
    looks: int
    image_id: int
    """The image that showed it last."""
    first_image: int
    reached: frozenset[Side] = frozenset()
    """Who had reached in when it was first seen: only then was it thrown, however long it takes to read."""

    crowd: bool = False
    """It came to lie with so many others while nobody looked that nobody can say their order."""
    mixed: bool = False
    """It came to lie with another that is not surely told from it: whose the one is the other may be."""
    held: bool = False
    """Order and place name different players for it: a meld that explains that may not be in sight yet."""

    def is_clear(self, limits: Thresholds) -> bool:
        """Whether it is sure and undisputed, or has been looked at for so long that it won't get surer."""
        return (self.best.confidence >= limits.sure and not self.held) or self.looks > limits.doubtful_looks


@dataclass(frozen=True, slots=True)
class Absence:
    """Nobody looked for a while."""

    since_ms: int
    until_ms: int
    discards: int
    """How many were recorded before."""


@dataclass(slots=True)
class Memory:
    """Everything fusion keeps of one hand beside the game's own state; it can be lost and is then built up again."""

    hand: int = 0
    """The hand this memory is about, by the sequence of its beginning (numbers begin again with each match)."""
    places: dict[int, Point] = field(default_factory=dict)
    """Discard event -> where it was last seen."""
    meld_places: dict[tuple[int, MeldKind, Tile], tuple[Point, ...]] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    reached: set[Side] = field(default_factory=set)
    """Sides from which a hand came in since the last still look."""
    gone_looks: dict[int, set[int]] = field(default_factory=dict)
    """Discard event -> images in which it has been missing."""
    hand_looks: dict[tuple[int, int], set[int]] = field(default_factory=dict)
    """Seat and number of tiles -> images in which so many were up there; a hand may be laid down tile by tile."""
    asked: set[tuple[int, Tile]] = field(default_factory=set)
    """Seat and face of melds that people have been asked about: an answered question is not put again."""
    hurry: bool = False
    """Play has gone on past a doubtful discard: it is recorded as it reads now, or the order would be lost."""
    disputed: list[Point] = field(default_factory=list)
    """Places of discards whose seat is in doubt and matters, and that people have not been asked about yet."""
    guessed: list[Point] = field(default_factory=list)
    """Places of discards whose seat is in doubt, which costs nobody anything yet: people are asked once it matters."""
    claims_seen: dict[tuple[int | None, Tile], int] = field(default_factory=dict)
    """Seat and face of a meld that is not explained yet -> the image that showed it first."""
    claimed_unseen: dict[int, Point] = field(default_factory=dict)
    """Image -> the place that stands for a discard which nobody saw lie and which a meld of that image took."""
    unordered: list[Point] = field(default_factory=list)
    """Places of discards that fell while nobody looked: recorded in an order that nobody saw."""
    retold: tuple[Tile, int] | None = None
    """A discard, with its player, that was taken out of such an order and is to be recorded as the last of them."""
    claim_margins: dict[tuple[int, Tile], float] = field(default_factory=dict)
    """Seat and face of a meld laid while nobody looked -> how surely its giver is known, nothing being guessed yet."""
    wall_spent: bool = False
    """The last good look showed that nothing was left to draw."""
    away: Absence | None = None
    """Nobody looked for a while, and what happened meanwhile is not all explained."""
    left_over: tuple[Point, ...] | None = None
    """Places of tiles that lay in the middle unrecorded when the hand was won."""
    went_on: set[int] = field(default_factory=set)
    """Images that show that play goes on after that."""
    judged: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Seat -> the laid-down hand already told to the game, as sorted labels."""
    last: int = 0
    """The last event of the hand that was met with, and below the look that met it: the log's own times are of a
    clock that may have been set since."""
    last_ms: int = 0

    def note_last(self, event: int, t_ms: int) -> None:
        """Learn at a look of time ``t_ms`` which event of the hand is the last one."""
        if event != self.last:
            self.last, self.last_ms = event, t_ms

    def settle_doubt(self, tile: SeenTile, image_id: int, limits: Thresholds) -> SeenTile | None:
        """The reading to record for a new tile, or ``None`` while it should be looked at again.

        A tile keeps its most confident reading; looking again does not by itself make a reading sure.
        """
        doubt = self.doubt_about(tile, limits)
        if doubt is None:
            doubt = Doubt(tile, 1, image_id, image_id, frozenset(self.reached))
            self.doubts.append(doubt)
        doubt.looks += image_id != doubt.image_id
        doubt.image_id = image_id
        if tile.confidence > doubt.best.confidence:
            doubt.best = tile
        return doubt.best if doubt.is_clear(limits) else None

    def doubt_about(self, tile: SeenTile, limits: Thresholds) -> Doubt | None:
        """What is known of a new tile from looks before, this one included once it has been worked on."""
        near = (d for d in self.doubts if distance(d.best.centre_mm, tile.centre_mm) <= limits.same_place_mm)
        return next(near, None)

    def forget_settled(self, image_id: int) -> None:
        """After a look: keep only doubts about tiles that it showed as new; also a clear one may wait for its turn."""
        self.doubts = [d for d in self.doubts if d.image_id == image_id]
        self.reached.clear()
        self.hurry = False


@dataclass(frozen=True, slots=True)
class Look:
    """One still observation in work, with what led up to it, its tiles sorted once by what their places are for."""

    seen: Observation
    reached: frozenset[Side]
    middle: tuple[SeenTile, ...] = ()
    """Faces in the middle that are probable enough to be believed."""
    wall: tuple[SeenTile, ...] = ()
    """The same upon the walls."""
    strips: tuple[tuple[SeenTile, ...], ...] = ((), (), (), ())
    """Everything in each seat's strip, backs included."""

    @classmethod
    def sorted(cls, seen: Observation, reached: frozenset[Side], zones: TableZones, limits: Thresholds) -> Self:
        """Sort what was seen."""
        faces: dict[Zone, list[SeenTile]] = {Zone.MIDDLE: [], Zone.WALL: []}
        strips: tuple[list[SeenTile], ...] = ([], [], [], [])
        for tile in seen.tiles:
            seat = zones.seat_of_strip(tile.centre_mm)
            if seat is not None:
                strips[seat].append(tile)
            if is_face(tile.label) and tile.confidence >= limits.face:
                zone = zones.zone(tile.centre_mm)
                if zone in faces:
                    faces[zone].append(tile)
        return cls(seen, reached, tuple(faces[Zone.MIDDLE]), tuple(faces[Zone.WALL]), tuple(map(tuple, strips)))
