"""A whole match as the daemon could come to know it: pictures, buttons and people's wishes in game time.

Decides how an act looks and how long it takes. Not responsible for rendering, sending or the play itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, assert_never

from firmware_bridge.emulator.mechanics import Timings
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.simulator.acts import (
    Act,
    Dealt,
    Discarded,
    Drew,
    IndicatorTurned,
    LaidDown,
    Melded,
    PickedUp,
    Showed,
    ThrewDice,
    TookBack,
    WallSpent,
    WallsRaised,
)
from table_daemon.simulator.cues import (
    Cue,
    DicePressed,
    HandOver,
    Happened,
    LaWished,
    LiftPressed,
    MatchAgreed,
    Picture,
    ZuoWished,
)
from table_daemon.simulator.layout import LAID_V_MM, MELD_V_MM, SIDES, to_table
from table_daemon.simulator.match import Match
from table_daemon.simulator.mishaps import NO_MISHAPS, Mishap
from table_daemon.simulator.outages import through_outages
from table_daemon.simulator.players import CHARACTERS
from table_daemon.simulator.spoiling import Spoiler
from table_daemon.simulator.table import Table
from table_daemon.simulator.upsets import Upsets
from vision.synthetic.scene import Pose, Scene, SceneHand

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from random import Random

    from table_daemon.simulator.match import Choices, HandPlan
    from table_daemon.simulator.mishaps import Mishaps
    from vision.observation import Point

IMAGE_MS = 250
"""Time between two pictures: the daemon looks about four times a second."""
MACHINE = Timings()
"""How long the machine's movements take."""
_AT_ONCE_MS = 50
"""Between two acts of hasty players; with a hand's picture that makes less than half a second."""
_LOOKS_AT_A_WIN = 6
"""Pictures of a laid-down hand before anybody touches it."""


@dataclass(slots=True)
class _Clock:
    t_ms: int

    def wait(self, ms: float) -> int:
        self.t_ms += max(1, round(ms))
        return self.t_ms


class Timeline:
    """The cues of a match of ``hands`` hands, endless when ``None``. Every run of a seed is the same.

    With ``first_hand`` the match begins as late as that; what went before was not seen.
    """

    def __init__(
        self,
        seed: int,
        *,
        hands: int | None,
        mishaps: Mishaps = NO_MISHAPS,
        profile: RuleProfile = TIANJIN,
        first_hand: int = 1,
        t_ms: int = 0,
        bare: Scene | None = None,
    ) -> None:
        self._bare = bare or Scene()
        self._match = Match(seed, mishaps=mishaps, profile=profile, bare=self._bare)
        self._profile = profile.name
        self._match.skip_to(first_hand)
        self._first = first_hand
        self._hands = hands
        self._mishaps = mishaps
        self._clock = _Clock(t_ms)
        self._told_choices: Choices | None = None
        self._upsets = Upsets()
        self._shuffled_ms = t_ms
        """When the next set lies ready below; before that the console does not rise."""

    def cues(self) -> Iterator[Cue]:
        """Everything in order."""
        spoiler = Spoiler(self._match.seed, self._mishaps)
        return spoiler.through(through_outages(self._all()))

    def _all(self) -> Iterator[Cue]:
        yield from self._sit_down()
        for number in count(self._first) if self._hands is None else range(self._first, self._first + self._hands):
            plan = self._match.plan(number)
            yield from self._wishes(plan)
            yield from self._begin()
            yield from self._play(plan)
            truth = self._match.finish(plan)
            self._clock.wait(3000)
            yield from self._push_in(plan.table)
            yield HandOver(self._clock.wait(200), truth)

    def _sit_down(self) -> Iterator[Cue]:
        """An empty table while the match is agreed on; the console goes up."""
        empty = Table(self._bare)
        yield from self._look(empty.scene(), 3)
        yield MatchAgreed(self._clock.wait(500), self._match.names, self._profile, self._match.first_dealer)
        yield from self._push_in(empty)

    def _wishes(self, plan: HandPlan) -> Iterator[Cue]:
        """Tell the 坐 and 拉 that changed; they stay as last chosen."""
        new, old = plan.choices, self._told_choices
        for seat in range(4):
            if new.zuo[seat] != (old.zuo[seat] if old else False):
                yield ZuoWished(self._clock.wait(200), seat, new.zuo[seat])
            if new.la[seat] != (old.la[seat] if old else 0):
                yield LaWished(self._clock.wait(200), seat, new.la[seat])
        self._told_choices = new

    def _push_in(self, played: Table) -> Iterator[Cue]:
        """Console up, the played tiles into the machine; the console stays up."""
        self._clock.wait(max(600, self._shuffled_ms - self._clock.t_ms + 500))
        yield LiftPressed(self._clock.t_ms)
        self._clock.wait(MACHINE.lift_ms + 100)
        before = self._lit(replace(played.scene(), console_up=True))
        if before.tiles:
            sweep = [_reach(seat, to_table(seat, 40.0 * seat - 60.0, 150.0)) for seat in range(4)]
            yield Picture(self._clock.wait(IMAGE_MS), replace(before, hands=tuple(sweep)))
            few = replace(before, tiles=before.tiles[::7], hands=tuple(sweep[:2]))
            yield Picture(self._clock.wait(4 * IMAGE_MS), few)
        played.clear()
        yield from self._look(replace(played.scene(), console_up=True), 2)

    def _begin(self) -> Iterator[Cue]:
        """Console down; the walls rise with the next act."""
        yield LiftPressed(self._clock.wait(500))
        self._clock.wait(MACHINE.lift_ms)
        self._shuffled_ms = self._clock.t_ms + MACHINE.shuffle_ms
        self._clock.wait(MACHINE.wall_ms + 500)

    def _play(self, plan: HandPlan) -> Iterator[Cue]:
        discards = 0
        self._upsets = Upsets.planned(f"{self._match.seed}/{plan.number}", self._mishaps)
        before = plan.table.scene()
        for act in plan.play.acts():
            yield Happened(self._clock.t_ms, act)
            after = self._lit(plan.table.scene())
            yield from self._show(act, before, after, plan.rng)
            before = after
            if isinstance(act, Discarded):
                discards += 1
                self._upsets.count(discards)
                yield from self._upsets.befalls(discards, self._clock.t_ms)
                before = yield from self._mishaps_after_discard(plan)
        self._upsets = Upsets()

    def _show(self, act: Act, before: Scene, after: Scene, rng: Random) -> Iterator[Cue]:
        """What an act looks and sounds like."""
        match act:
            case WallsRaised() | ThrewDice() | Dealt() | IndicatorTurned():
                yield from self._show_opening(act, before, after)
            case Drew():
                self._think(rng.uniform(400, 900))
            case Discarded(seat):
                self._think(rng.uniform(0.5, 1.5) * CHARACTERS[seat].pace_ms)
                self._upsets.choose_pace()
                at = _new_face(before, after) or to_table(seat, 0.0, 170.0)
                yield from self._act_at(seat, at, before, after, looks=0 if self._upsets.fast else 2)
            case TookBack(seat):
                self._think(rng.uniform(100, 600))
                at = _new_face(after, before) or to_table(seat, 0.0, 170.0)
                yield from self._act_at(seat, at, before, after)
            case Melded(seat):
                self._think(rng.uniform(500, 1500) * CHARACTERS[seat].hesitation)
                yield from self._act_at(seat, to_table(seat, 330.0, MELD_V_MM), before, after)
            case LaidDown(seat) | PickedUp(seat):
                self._clock.wait(rng.uniform(1000, 3000))
                yield from self._act_at(seat, to_table(seat, -60.0, LAID_V_MM), before, after)
                if isinstance(act, LaidDown):
                    yield from self._look(after, _LOOKS_AT_A_WIN)
            case Showed(seat):
                self._clock.wait(rng.uniform(300, 1500))
                yield from self._act_at(seat, to_table(seat, -60.0, LAID_V_MM), before, after)
            case WallSpent():
                self._clock.wait(2500)
                yield from self._look(after, 2)
            case _:
                assert_never(act)

    def _show_opening(
        self, act: WallsRaised | ThrewDice | Dealt | IndicatorTurned, before: Scene, after: Scene
    ) -> Iterator[Cue]:
        match act:
            case WallsRaised():
                yield from self._look(after, 3)
            case ThrewDice(seat, dice):
                yield DicePressed(self._clock.wait(1200), seat, dice)
                self._clock.wait(MACHINE.dice_ms + MACHINE.dice_value_ms + 100)
            case Dealt():
                hands = tuple(_reach(seat, to_table(seat, 0.0, 300.0)) for seat in range(4))
                yield Picture(self._clock.wait(4000), replace(before, hands=hands))
                yield from self._look(after, 2)
            case IndicatorTurned(seat):
                at = _new_face(before, after) or to_table(seat, 0.0, 290.0)
                yield from self._act_at(seat, at, before, after)
            case _:
                assert_never(act)

    def _act_at(self, seat: int, at: Point, before: Scene, after: Scene, *, looks: int = 2) -> Iterator[Cue]:
        """A hand reaches over the place, then what it did lies there, twice alike so that it counts as still."""
        yield Picture(self._clock.wait(IMAGE_MS), replace(before, hands=(_reach(seat, at),)))
        yield from self._look(after, looks)

    def _think(self, ms: float) -> None:
        """Let a player think, unless he plays at once upon the act before."""
        self._clock.wait(_AT_ONCE_MS if self._upsets.fast else ms)

    def _look(self, scene: Scene, times: int) -> Iterator[Cue]:
        lit = self._lit(scene)
        for _ in range(times):
            yield Picture(self._clock.wait(IMAGE_MS), lit)

    def _lit(self, scene: Scene) -> Scene:
        light = self._upsets.light
        return scene if light is None else replace(scene, light=light)

    def _mishaps_after_discard(self, plan: HandPlan) -> Generator[Cue, None, Scene]:
        """A hand left over the tiles, a tile pushed aside; answers the table as it then stands."""
        rng, table = plan.rng, plan.table
        if rng.random() < self._mishaps.rate(Mishap.NUDGE):
            seat = rng.randrange(4)
            scene = self._lit(table.scene())
            at = table.nudge(rng)
            if at is not None:
                yield from self._act_at(seat, at, scene, table.scene())
        scene = self._lit(table.scene())
        if not self._upsets.fast and rng.random() < self._mishaps.rate(Mishap.OCCLUSION):
            seat = rng.randrange(4)
            at = rng.choice(table.river).place.centre_mm if table.river else (0.0, 150.0)
            for _ in range(1 + int(29 * rng.random() ** 3)):
                tip = (at[0] + rng.uniform(-12, 12), at[1] + rng.uniform(-12, 12))
                yield Picture(self._clock.wait(IMAGE_MS), replace(scene, hands=(_reach(seat, tip),)))
            yield from self._look(scene, 2)
        return scene


def _reach(seat: int, tip: Point) -> SceneHand:
    return SceneHand(SIDES[seat], (round(tip[0], 1), round(tip[1], 1)))


def _new_face(before: Scene, after: Scene) -> Point | None:
    """Where a tile lies in ``after`` that did not lie like that in ``before``."""
    known = set(before.tiles)
    fresh = [tile for tile in after.tiles if tile not in known and tile.pose is Pose.FACE_UP]
    return fresh[-1].centre_mm if fresh else None
