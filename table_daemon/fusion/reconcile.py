"""The tracker: compares what is seen and heard with what is recorded, and proposes commands until they agree.

It never records anything itself and asks nothing of the clock: the times of what it is shown pass and never leap.
The game's state is the only truth it works from, so after a restart it goes on where the log ends. Order within one
look: indicator, melds, discards, hands laid down.
"""

from collections import deque
from dataclasses import replace

from firmware_bridge.messages import LinkEvent
from table_daemon.fusion import acts, claims, discards, hands, walls
from table_daemon.fusion.absence import shown_unseen
from table_daemon.fusion.aftermath import play_goes_on
from table_daemon.fusion.evidence import Absence, Look, Memory
from table_daemon.fusion.habits import Habits
from table_daemon.fusion.mixed_melds import mixed_meld
from table_daemon.fusion.proposal import Proposal
from table_daemon.fusion.seats import TableZones
from table_daemon.fusion.table import Table
from table_daemon.fusion.table_events import TableStory, open_hand
from table_daemon.fusion.thresholds import Thresholds
from table_daemon.game.commands import Command
from table_daemon.game.state import GameState, HandState, Phase
from vision.observation import Observation, Side


class Tracker:
    """Turns observations and link events of one table into proposals for its game."""

    def __init__(self, zones: TableZones, limits: Thresholds | None = None) -> None:
        self._zones = zones
        self._limits = limits or Thresholds()
        self._memory = Memory()
        self._look: Look | None = None
        self._story = TableStory(zones)
        self._seen_ms: int | None = None
        """When the picture before was taken."""
        self._blind: tuple[int | None, int] | None = None
        """From when (``None``: this process looked at nothing before) until when nobody looked."""
        self._refused: deque[Command] = deque(maxlen=32)

    def hear(self, event: LinkEvent) -> None:
        """Take in one event of the serial link."""
        self._story.hear(event)

    def see(self, observation: Observation) -> None:
        """Take in one observation; only a still one is worked on, the others tell who reached in."""
        if self._seen_ms is None or observation.t_ms - self._seen_ms > self._limits.blind_ms:
            self._memory.reached |= set(Side)
            self._blind = (self._seen_ms, observation.t_ms)
        self._seen_ms = observation.t_ms
        self._memory.reached |= observation.hands
        self._story.see(observation)
        self._look = None
        if observation.still and not observation.problems:
            self._look = Look.sorted(observation, frozenset(self._memory.reached), self._zones, self._limits)

    def refused(self, proposal: Proposal) -> None:
        """Remember that the game did not accept a proposal, so that it is not made again from this look."""
        self._refused.append(proposal.command)

    def next(self, game: GameState) -> Proposal | None:
        """The next command that explains a difference between the witnesses and ``game``; ``None`` if there is none."""
        hand = open_hand(game)
        known = hand is not None and self._memory.hand == hand.log[0].seq
        told = self._story.next(game, wall_seen_spent=known and self._memory.wall_spent)
        if told is not None:
            return told
        if self._look is None:
            return None
        if hand is None or hand.phase not in (Phase.DEALING, Phase.PLAYING, Phase.READING_HAND, Phase.SETTLED):
            # What lies there between hands tells nothing of the hand that begins next.
            self._look = None
            return None
        if self._memory.hand != hand.log[0].seq:
            # What was seen before the first hand that this process follows is of that hand already.
            reached = set() if self._memory.hand else self._memory.reached
            self._memory = Memory(hand=hand.log[0].seq, reached=reached)
        self._memory.note_last(hand.log[-1].seq, self._look.seen.t_ms)
        self._note_absence(hand)
        found = self._from_look(self._look, hand, game)
        if found is None:
            self._finish(self._look)
            return None
        return found

    def _note_absence(self, hand: HandState) -> None:
        """Remember that nobody looked for a while; before the first discard nothing can have been missed."""
        if self._blind is None:
            return
        since_ms, until_ms = self._blind
        self._blind = None
        away, thrown = self._memory.away, len(hand.discard_order)
        if away is not None:
            self._memory.away = replace(away, until_ms=until_ms)
        elif thrown and hand.phase is not Phase.SETTLED:
            # A session's time begins with the time of day: what the log says can only be compared with that.
            self._memory.away = Absence(hand.log[-1].t_ms if since_ms is None else since_ms, until_ms, thrown)

    def _from_look(self, look: Look, hand: HandState, game: GameState) -> Proposal | None:
        if game.match is None:
            return None
        table = Table(
            look=look,
            match=game.match,
            hand=hand,
            reviews=game.reviews,
            left=game.left,
            memory=self._memory,
            zones=self._zones,
            limits=self._limits,
            habits=Habits.of(game.match),
        )
        if hand.phase is Phase.SETTLED:
            return play_goes_on(table)
        hands.hasten(table)
        walls.watch(table)
        makers = (
            acts.indicator,
            claims.meld,
            mixed_meld,
            discards.discard,
            shown_unseen,
            hands.laid_down,
            discards.taken_back,
            acts.wall_spent,
            acts.swept,
        )
        for make in makers:
            proposal = make(table)
            if proposal is not None and proposal.command not in self._refused:
                return proposal
        return None

    def _finish(self, look: Look) -> None:
        """The look is explained: whoever reached in did so for what is now recorded."""
        self._look = None
        self._memory.forget_settled(look.seen.image_id)
