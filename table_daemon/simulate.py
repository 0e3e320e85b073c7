"""``queyan simulate``: simulated hands straight into the daemon's judgement, without pictures or bytes.

Runs the very fusion, game and rules of the daemon in this process, on game time. The log is kept where that is asked.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from firmware_bridge.messages import LinkEvent
from table_daemon.clocks import PictureClock
from table_daemon.data_hold import DataHold
from table_daemon.demo_answers import MOST_ROUNDS, TruthfulPeople
from table_daemon.demo_judge import Judge
from table_daemon.demo_show import Show, Tally
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.game.commands import AnswerReview, ChooseLa, ChooseZuo, Command, EndMatch, StartMatch
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Source, Witness
from table_daemon.game.fold import fold
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.paths import database_file
from table_daemon.rules.profile import profile_named
from table_daemon.simulator.cues import HandOver, Happened, LaWished, MatchAgreed, PowerCut, ZuoWished
from table_daemon.simulator.errors import DaemonLostError
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.noise_profiles import what_goes_wrong
from table_daemon.store.codec import encode
from table_daemon.store.sqlite import EventStore
from vision.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from table_daemon.demo_judge import LogEvent
    from table_daemon.simulator.cues import Wish
    from table_daemon.simulator.feed import Fed
    from table_daemon.simulator.truth import HandTruth
    from table_daemon.store.port import Store

EXIT_SILENT_ERROR = 1
_MOST_PROPOSALS = 64
"""As the daemon allows after one look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateOptions:
    """What ``queyan simulate`` was asked for."""

    hands: int
    seed: int
    speed: float | None = None
    """Times human speed; ``None`` for as fast as it goes."""
    data_dir: Path | None = None
    """Where the log is kept; ``None`` for nowhere."""
    mishaps: str | None
    noise: str | None = None
    profile: str
    as_json: bool
    answered: bool = False
    """Whether people answer questions, by the truth, once each hand has been judged."""


def run_simulation(options: SimulateOptions, *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Play, judge and print; answers the exit status.

    Raises errors of the ``errors`` modules for wrong options and for a data directory that can't be used.
    """
    rules = profile_named(options.profile)
    chosen = what_goes_wrong(options.mishaps, options.noise)
    show = Show(as_json=options.as_json, out=sys.stdout, err=sys.stderr)
    began_s = time.monotonic()
    judge, tally, people = Judge(), Tally(), TruthfulPeople()
    with _log_in(options.data_dir) as store:
        mind = Mind(store, _Pace(options.speed, sleep))
        for fed in simulate_match_stream(options.seed, hands=options.hands, mishaps=chosen, profile=rules):
            truth = mind.take(fed)
            if truth is not None:
                told = mind.told()
                show.hands(judge.verdicts(truth, told), tally)
                if options.answered:
                    judge.follow(answered_by(mind, people, truth, told))
    show.hands(judge.rest(), tally)
    show.end(tally, wall_s=time.monotonic() - began_s)
    return EXIT_SILENT_ERROR if tally.silent_errors else 0


@contextmanager
def _log_in(folder: Path | None) -> Iterator[Store | None]:
    """The log of a data directory that nobody else uses, or none."""
    if folder is None:
        yield None
        return
    with DataHold(folder) as hold:
        hold.take()
        with closing(EventStore.open(database_file(folder))) as store:
            yield store


class _Pace:
    """Lets the time between two looks pass."""

    def __init__(self, speed: float | None, sleep: Callable[[float], None]) -> None:
        self._speed = speed
        self._sleep = sleep
        self._last_ms: int | None = None

    def until(self, steady_ms: int) -> None:
        if self._speed is not None and self._last_ms is not None and steady_ms > self._last_ms:
            self._sleep((steady_ms - self._last_ms) / 1000 / self._speed)
        self._last_ms = steady_ms


def answered_by(mind: Mind, people: TruthfulPeople, truth: HandTruth, told: list[LogEvent]) -> list[LogEvent]:
    """Let people answer what is open, and what that asks in turn; the log that came of it."""
    people.hear(told)
    since: list[LogEvent] = []
    for _ in range(MOST_ROUNDS):
        choices = list(people.answers(truth))
        if not choices:
            break
        for review, choice in choices:
            mind.answer(review, choice)
        told = mind.told()
        people.hear(told)
        since += told
    return since


class Mind:
    """The daemon's judgement alone: fusion proposes, the game decides, the log grows."""

    def __init__(self, store: Store | None = None, pace: _Pace | None = None) -> None:
        self._tracker = Tracker(TableZones())
        self._clock = PictureClock()
        self._store = store
        self._pace = pace
        self._state = GameState() if store is None else fold(store.read())
        self._log: list[LogEvent] = []

    def take(self, fed: Fed) -> HandTruth | None:
        """Take in what comes next; at the end of a hand its truth is handed back for judging."""
        match fed:
            case Observation():
                steady_ms = self._clock.picture_ms(fed.t_ms)
                if self._pace is not None:
                    self._pace.until(steady_ms)
                self._tracker.see(replace(fed, t_ms=steady_ms))
                self._work()
            case LinkEvent():
                self._tracker.hear(fed._replace(t_ms=self._clock.picture_ms(fed.t_ms)))
                self._work()
            case MatchAgreed() | ZuoWished() | LaWished():
                if isinstance(fed, MatchAgreed) and self._state.match is not None and not self._state.match.ended:
                    # Of those who sat here before; as people at a table end it.
                    self._obey(EndMatch(t_ms=fed.t_ms, source=Source(witness=Witness.PERSON)))
                self._obey(_command(fed))
            case PowerCut():
                self._tracker, self._clock = Tracker(TableZones()), PictureClock()
            case Happened():
                pass
            case HandOver():
                return fed.truth
            case _:
                assert_never(fed)
        return None

    def answer(self, review: int, choice: str) -> None:
        """People answer a question; one that was settled meanwhile is let be."""
        person = Source(witness=Witness.PERSON)
        self._carry_out(AnswerReview(t_ms=self._state.t_ms, review=review, choice=choice, source=person))

    def told(self) -> list[LogEvent]:
        """The log since this was last asked for."""
        log, self._log = self._log, []
        return log

    def _work(self) -> None:
        for _ in range(_MOST_PROPOSALS):
            proposal = self._tracker.next(self._state)
            if proposal is None:
                return
            command = proposal.command
            if self._carry_out(replace(command, t_ms=self._clock.wall_ms(command.t_ms))) is not None:
                self._tracker.refused(proposal)

    def _obey(self, command: Command) -> None:
        rejection = self._carry_out(command)
        if rejection is not None:
            raise DaemonLostError(f"people were refused {type(command).__name__}: {rejection.message_en}")

    def _carry_out(self, command: Command) -> Rejection | None:
        outcome = decide(self._state, command)
        if isinstance(outcome, Rejection):
            return outcome
        events = recorded(self._state, command, outcome)
        if self._store is not None:
            self._store.append(events)
        self._state = fold(events, self._state)
        self._log += [encode(event) for event in events]
        return None


def _command(wish: Wish) -> Command:
    person = Source(witness=Witness.PERSON)
    match wish:
        case MatchAgreed(t_ms, names, profile, first):
            return StartMatch(
                t_ms=t_ms, match="simulated", names=names, profile=profile, first_dealer=first, source=person
            )
        case ZuoWished(t_ms, seat, value):
            return ChooseZuo(t_ms=t_ms, seat=seat, value=value, source=person)
        case LaWished(t_ms, seat, times):
            return ChooseLa(t_ms=t_ms, seat=seat, value=times, source=person)
        case _:
            assert_never(wish)
