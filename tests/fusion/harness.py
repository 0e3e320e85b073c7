"""Tracker and game joined as the daemon joins them, without store, pictures or clock."""

from dataclasses import dataclass, field

from firmware_bridge.messages import LinkEvent
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.game.commands import ChooseLa, ChooseZuo, Command, StartMatch
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Recorded, ReviewOpened, Settled, Source, Witness
from table_daemon.game.fold import fold
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.simulator.cues import HandOver, Happened, LaWished, MatchAgreed, ZuoWished
from table_daemon.simulator.feed import Fed
from vision.observation import Observation

PERSON = Source(witness=Witness.PERSON)


@dataclass
class Joined:
    """A tracker, its game, and everything that was recorded."""

    tracker: Tracker = field(default_factory=lambda: Tracker(TableZones()))
    state: GameState = field(default_factory=GameState)
    log: list[Recorded] = field(default_factory=list)
    rejections: list[tuple[Command, Rejection]] = field(default_factory=list)

    def feed(self, item: Fed) -> None:
        """Give the tracker or the game one item of a simulated stream; truth marks are ignored."""
        match item:
            case Observation():
                self.tracker.see(item)
            case LinkEvent():
                self.tracker.hear(item)
            case MatchAgreed(t_ms, names, profile, first_dealer):
                self.carry_out(
                    StartMatch(
                        t_ms=t_ms, match="m", names=names, profile=profile, first_dealer=first_dealer, source=PERSON
                    )
                )
            case ZuoWished(t_ms, seat, value):
                self.carry_out(ChooseZuo(t_ms=t_ms, seat=seat, value=value, source=PERSON))
            case LaWished(t_ms, seat, times):
                self.carry_out(ChooseLa(t_ms=t_ms, seat=seat, value=times, source=PERSON))
            case Happened() | HandOver():
                return
        self.settle_down()

    def settle_down(self) -> None:
        """Let the tracker propose until it agrees with the game."""
        for _ in range(40):
            proposal = self.tracker.next(self.state)
            if proposal is None:
                return
            rejection = self.carry_out(proposal.command)
            if rejection is not None:
                self.tracker.refused(proposal)
        raise AssertionError("the tracker never agrees with the game")

    def carry_out(self, command: Command) -> Rejection | None:
        """Decide and fold one command."""
        outcome = decide(self.state, command)
        if isinstance(outcome, Rejection):
            self.rejections.append((command, outcome))
            return outcome
        events = recorded(self.state, command, outcome)
        self.log += events
        self.state = fold(events, self.state)
        return None

    def questions(self) -> int:
        """Reviews opened so far."""
        return sum(isinstance(r.event, ReviewOpened) for r in self.log)

    def settlements(self) -> list[Settled]:
        """Settlements so far."""
        return [r.event for r in self.log if isinstance(r.event, Settled)]
