"""``queyan simulate``: simulated hands straight into the daemon's judgement, without pictures, bytes or a disk.

Runs the very fusion, game and rules of the daemon in this process, on game time.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from firmware_bridge.messages import LinkEvent
from table_daemon.clocks import PictureClock
from table_daemon.demo_answers import MOST_ROUNDS, TruthfulPeople
from table_daemon.demo_judge import Judge
from table_daemon.demo_show import Show, Tally
from table_daemon.fusion.reconcile import Tracker
from table_daemon.fusion.seats import TableZones
from table_daemon.game.commands import AnswerReview, ChooseLa, ChooseZuo, Command, StartMatch
from table_daemon.game.decide import decide, recorded
from table_daemon.game.events import Source, Witness
from table_daemon.game.fold import fold
from table_daemon.game.rejection import Rejection
from table_daemon.game.state import GameState
from table_daemon.rules.profile import profile_named
from table_daemon.simulator.cues import HandOver, Happened, LaWished, MatchAgreed, PowerCut, ZuoWished
from table_daemon.simulator.errors import DaemonLostError
from table_daemon.simulator.feed import simulate_match_stream
from table_daemon.simulator.mishaps import parse_mishaps
from table_daemon.store.codec import encode
from vision.observation import Observation

if TYPE_CHECKING:
    from table_daemon.demo_judge import LogEvent
    from table_daemon.simulator.cues import Wish
    from table_daemon.simulator.feed import Fed
    from table_daemon.simulator.truth import HandTruth

EXIT_SILENT_ERROR = 1
_MOST_PROPOSALS = 64
"""As the daemon allows after one look."""


def run_simulation(*, hands: int, seed: int, mishaps: str, profile: str, as_json: bool, answered: bool = False) -> int:
    """Play, judge and print; answers the exit status. Raises errors of the ``errors`` modules for wrong options."""
    rules = profile_named(profile)
    chosen = parse_mishaps(mishaps)
    show = Show(as_json=as_json, out=sys.stdout, err=sys.stderr)
    began_s = time.monotonic()
    mind, judge, tally, people = Mind(), Judge(), Tally(), TruthfulPeople()
    for fed in simulate_match_stream(seed, hands=hands, mishaps=chosen, profile=rules):
        truth = mind.take(fed)
        if truth is not None:
            told = mind.told()
            verdict = judge.judge(truth, told)
            tally.add(verdict)
            show.hand(verdict)
            if answered:
                judge.follow(answered_by(mind, people, truth, told))
    show.end(tally, wall_s=time.monotonic() - began_s)
    return EXIT_SILENT_ERROR if tally.silent_errors else 0


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

    def __init__(self) -> None:
        self._tracker = Tracker(TableZones())
        self._clock = PictureClock()
        self._state = GameState()
        self._log: list[LogEvent] = []

    def take(self, fed: Fed) -> HandTruth | None:
        """Take in what comes next; at the end of a hand its truth is handed back for judging."""
        match fed:
            case Observation():
                self._tracker.see(replace(fed, t_ms=self._clock.picture_ms(fed.t_ms)))
                self._work()
            case LinkEvent():
                self._tracker.hear(fed._replace(t_ms=self._clock.picture_ms(fed.t_ms)))
                self._work()
            case MatchAgreed() | ZuoWished() | LaWished():
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
