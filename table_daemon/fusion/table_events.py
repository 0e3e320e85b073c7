"""The link's part of the story: walls rising begin a hand, dice, and a console that rises before anybody has won."""

from collections import deque
from typing import assert_never

from firmware_bridge.messages import (
    Button,
    Dealer,
    DiceRoll,
    DiceValue,
    Drop,
    Emergency,
    Fault,
    Lift,
    LiftPos,
    LinkEvent,
    LinkLost,
    LinkUp,
    Mode,
    Power,
    Ready,
    Repeat,
    Shuffle,
    Snapshot,
    TableEvent,
    TelemetryGap,
    TileCount,
    Wall,
    WallState,
)
from table_daemon.fusion.camera_dice import CameraDice
from table_daemon.fusion.proposal import Proposal, link_source, rules_source
from table_daemon.fusion.seats import TableZones, Zone
from table_daemon.game.asking import ReviewReason
from table_daemon.game.commands import DrawHand, OpenReview, RecordDice, StartHand
from table_daemon.game.events import ReviewKind, Source, Witness
from table_daemon.game.state import GameState, HandState, Phase
from table_daemon.rules.kaipai import sum_of, thrower_of, throws
from vision.labels import Label
from vision.observation import Observation

_CONSOLE_PATIENCE_MS = 1500
"""Pictures lag the link by at most about this; only then does a risen console end an unfinished hand."""

_ABOUT_THE_END = frozenset({ReviewKind.HAND_END, ReviewKind.WINNING_HAND, ReviewKind.WINNING_TILE})
"""Questions whose answer says how the hand ended: one of them is enough."""

_DICE_PATIENCE_MS = 20_000
"""The dealer throws sooner than this after the walls rose; a line that tells no dice is not waited for longer."""
_FULL_WALLS = 60
"""Backs seen on the walls that are whole: 68 stacks, a few of them missed. After the deal at most 42 are left."""

MISCOUNTED = 4
"""So many draws the count may be off: a tile too many taken, or none, and discards that nobody saw."""

HAND_END_QUESTION = "这一局怎么结束的?"
HAND_END_ANSWERS = ("荒庄", "0", "1", "2", "3")


class TableStory:
    """What the link said that the game does not know yet."""

    def __init__(self, zones: TableZones) -> None:
        self._zones = zones
        self._linked = False
        self._walls_rose_ms: int | None = None
        self._console_rose_ms: int | None = None
        self._found_up = False
        """The line began with a console that is up: when it rose nobody heard."""
        self._dice: deque[tuple[int, DiceValue]] = deque(maxlen=8)
        self._now_ms = 0
        self._seen_ms: int | None = None
        """When the last picture was taken: a camera that went blind before the console rose has nothing to add."""
        self._camera_dice = CameraDice()
        self._line_tells_dice = False
        self._hand: int | None = None
        """The hand being played, by its first event; the log's own times are of a clock that may have been set."""
        self._since_ms: int | None = None
        """When that hand began; ``None`` if it had begun before this process looked."""
        self._follows = False
        self._starts_ms: int | None = None
        """When the hand began whose start was just proposed."""

    def hear(self, heard: LinkEvent) -> None:
        """Take in one link event."""
        self._now_ms = max(self._now_ms, heard.t_ms)
        event: TableEvent = heard.event
        self._linked = not isinstance(event, LinkLost)
        match event:
            case Wall(state=WallState.RAISED):
                self._walls_rose_ms = heard.t_ms
            case Lift(pos=LiftPos.UP):
                self._console_rose_ms = heard.t_ms
            case Snapshot(lift=LiftPos.UP):
                self._found_up = True
            case DiceValue():
                self._dice.append((heard.t_ms, event))
                self._line_tells_dice = True
            case (
                Wall()
                | Lift()
                | DiceRoll()
                | Power()
                | Button()
                | Emergency()
                | Drop()
                | Shuffle()
                | TileCount()
                | Ready()
                | Dealer()
                | Repeat()
                | Mode()
                | Fault()
                | Snapshot()
                | LinkUp()
                | LinkLost()
                | TelemetryGap()
            ):
                pass
            case _:
                assert_never(event)

    def see(self, observation: Observation) -> None:
        """Learn the time from a picture and, where the link did not tell of it or was not heard, that full walls stand.

        A console that was up before anybody listened counts from the first picture: that may show a hand laid down.
        """
        self._now_ms = max(self._now_ms, observation.t_ms)
        self._seen_ms = observation.t_ms
        self._camera_dice.see(observation)
        if self._found_up and self._console_rose_ms is None:
            self._console_rose_ms = self._now_ms
        self._found_up = False
        if self._linked and self._walls_rose_ms is not None:
            return
        if observation.still and not observation.hands and self._full_walls(observation):
            self._walls_rose_ms = observation.t_ms

    def _full_walls(self, observation: Observation) -> bool:
        zones = [(tile.label, self._zones.zone(tile.centre_mm)) for tile in observation.tiles]
        backs = sum(1 for label, zone in zones if label is Label.BACK and zone is Zone.WALL)
        # A console is now and then taken for a tile face down; a discard shows its face.
        thrown = any(zone is Zone.MIDDLE and label is not Label.BACK for label, zone in zones)
        return backs >= _FULL_WALLS and not thrown

    def next(self, game: GameState, *, wall_seen_spent: bool = False) -> Proposal | None:
        """The next command the link asks for; ``wall_seen_spent``: the camera saw nothing left to draw."""
        hand = open_hand(game)
        self._note_hand(hand)
        ending = self._ending(hand, game, wall_seen_spent=wall_seen_spent)
        if ending is not None:
            return ending
        started = self._new_hand(hand)
        if started is not None:
            return started
        if self._dice and hand is not None and hand.phase is Phase.DEALING and len(hand.dice) < throws(hand.profile):
            t_ms, thrown = self._dice.popleft()
            return Proposal(RecordDice(t_ms=t_ms, seat=thrown.seat, dice=thrown.dice, source=link_source()))
        return self._seen_dice(hand)

    def _note_hand(self, hand: HandState | None) -> None:
        """Learn when a hand began: with its walls, or else at once."""
        started_ms, self._starts_ms = self._starts_ms, None
        begun = None if hand is None else hand.log[0].seq
        if begun != self._hand:
            self._hand = begun
            self._since_ms = (self._now_ms if started_ms is None else started_ms) if self._follows else None
        self._follows = True

    def _seen_dice(self, hand: HandState | None) -> Proposal | None:
        """Dice that only the camera saw: the dealer's, then those of the player opposite."""
        if hand is None or hand.phase is not Phase.DEALING or len(hand.dice) >= throws(hand.profile):
            return None
        if self._since_ms is None or (self._linked and self._line_tells_dice):
            return None
        number = len(hand.dice)
        thrown = self._camera_dice.throw(number, since_ms=self._since_ms, now_ms=self._now_ms, linked=self._linked)
        if thrown is None:
            return None
        first = sum_of(hand.dice[0].dice if number else thrown.dice)
        seat = None if first is None else thrower_of(number, hand.dealer, first, hand.profile)
        source = Source(witness=Witness.CAMERA)
        return Proposal(RecordDice(t_ms=thrown.t_ms, seat=seat, dice=thrown.dice, source=source))

    def _new_hand(self, hand: HandState | None) -> Proposal | None:
        """New walls begin a hand. After one that is still with people nobody knows who deals until the dice say it."""
        rose_ms = self._walls_rose_ms
        if rose_ms is None:
            return None
        if hand is not None and _untouched(hand):
            self._walls_rose_ms = None
            return None
        # What was thrown before the walls rose belongs to the hand before, or to nobody.
        self._dice = deque((d for d in self._dice if d[0] >= rose_ms), maxlen=self._dice.maxlen)
        unsettled = hand is not None and hand.settled is None
        if unsettled and self._linked and not self._dice and self._now_ms - rose_ms < _DICE_PATIENCE_MS:
            return None
        self._walls_rose_ms = None
        dealer = self._dice[0][1].seat if unsettled and self._dice else None
        source = link_source() if self._linked else Source(witness=Witness.CAMERA)
        self._starts_ms = rose_ms
        return Proposal(StartHand(t_ms=rose_ms, source=source, abandon=unsettled, dealer=dealer))

    def _ending(self, hand: HandState | None, game: GameState, *, wall_seen_spent: bool) -> Proposal | None:
        """An unfinished hand whose console has risen, or over which new walls rose, is drawn or is asked about."""
        if self._console_rose_ms is None and self._walls_rose_ms is None:
            return None
        if hand is None or hand.settled is not None or _untouched(hand):
            self._console_rose_ms = None
            return None
        waited = self._walls_rose_ms is not None or (
            self._console_rose_ms is not None
            and max(self._now_ms - self._console_rose_ms, self._console_rose_ms - (self._seen_ms or 0))
            >= _CONSOLE_PATIENCE_MS
        )
        if not waited or any(review.about in _ABOUT_THE_END for review in game.reviews):
            return None
        self._console_rose_ms = None
        if is_spent(hand, seen=wall_seen_spent):
            return Proposal(DrawHand(t_ms=self._now_ms, source=rules_source()))
        return Proposal(
            OpenReview(
                t_ms=self._now_ms,
                about=ReviewKind.HAND_END,
                question=HAND_END_QUESTION,
                answers=HAND_END_ANSWERS,
                of=None,
                source=rules_source(),
                reason=ReviewReason.END_UNSEEN,
            ),
        )


def open_hand(game: GameState) -> HandState | None:
    """The hand of the match being played; one of a match that was ended is nobody's business any more."""
    return None if game.match is None or game.match.ended else game.match.hand


def is_spent(hand: HandState, *, seen: bool) -> bool:
    """Whether nobody can draw any more: by count, or as ``seen`` where the count is unknown or may be a little off."""
    about = hand.wall_left is None or hand.wall_left <= MISCOUNTED
    return hand.wall_left == 0 or (seen and about and hand.must_draw)


def _untouched(hand: HandState) -> bool:
    """Whether nothing has been played in the hand yet: more walls rising belong to the same rise."""
    return hand.settled is None and not hand.discard_order and not any(seat.melds for seat in hand.seats)
