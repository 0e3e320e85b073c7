"""The simulated table without pictures or bytes: what a flawless camera and link would report.

    for item in simulate_hand_stream(seed=1, hand=2, mishaps=NO_MISHAPS):
        match item:
            case Observation(): ...   # as vision's looking loop gives it
            case LinkEvent(): ...     # as the link's session gives it
            case MatchAgreed() | ZuoWished() | LaWished(): ...  # people's wishes, in simulator.cues
            case PowerCut(): ...      # whatever is not in the log is forgotten now
            case Happened(): ...      # truth, just before the observations that show it
            case HandOver(): ...      # truth of the whole hand; the settlement must have been concluded by now

``simulate_match_stream(seed, hands=n, mishaps=...)`` gives whole matches; a hand alone starts a match whose first
dealer and 坐/拉 are those of that hand, so ``HandOver.truth`` is that of the match but for ``scores`` and ``hand``.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from math import hypot
from typing import TYPE_CHECKING, Protocol, TypeAlias, assert_never

from firmware_bridge.emulator.mechanics import Mechanics
from firmware_bridge.messages import Act, DiceRoll, DiceValue, LinkEvent
from table_daemon.rules.profile import TIANJIN, RuleProfile
from table_daemon.simulator.bit_noise import BitNoise
from table_daemon.simulator.bump import bumped
from table_daemon.simulator.cues import (
    CameraBumped,
    CameraLost,
    ClockJumped,
    DicePressed,
    HandOver,
    Happened,
    LaWished,
    LiftPressed,
    LinkCut,
    LinkMended,
    LinkRestarted,
    LinkUpset,
    MatchAgreed,
    Picture,
    PowerCut,
    ZuoWished,
)
from table_daemon.simulator.layout import SIZE, Place
from table_daemon.simulator.line import Line
from table_daemon.simulator.mishaps import NO_MISHAPS, Mishap
from table_daemon.simulator.noise import misread
from table_daemon.simulator.river import corners
from table_daemon.simulator.timeline import Timeline
from vision.geometry import TableCamera
from vision.labels import Label
from vision.observation import Observation, SeenTile, Side
from vision.synthetic.scene import Pose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from table_daemon.simulator.cues import Cue, Pressed
    from table_daemon.simulator.mishaps import Mishaps
    from vision.observation import Point
    from vision.synthetic.scene import Scene, SceneHand, SceneTile

Fed: TypeAlias = Observation | LinkEvent | MatchAgreed | ZuoWished | LaWished | PowerCut | Happened | HandOver

PERFECT_CONFIDENCE = 0.9995
_LOOKS_ASTRAY = 2
"""Pictures after a knock that are not read."""
_MOST_KNOWN = 2048
"""So many appearances of tiles are remembered, those of several hands, before the old ones are let go."""
_BEGIN_MS = 1_790_000_000_000
"""When a match begins whose clock will jump: in 2026, so that it can be set back."""


def simulate_match_stream(
    seed: int, *, hands: int, mishaps: Mishaps = NO_MISHAPS, profile: RuleProfile = TIANJIN
) -> Iterator[Fed]:
    """Everything fusion would hear of a match, in order, with truth marks between."""
    begin_ms = _BEGIN_MS if mishaps.rate(Mishap.CLOCK_JUMP) else 0
    unspoilt = mishaps.without(Mishap.MISREAD, Mishap.FIFTH_COPY)  # those are misread below, not in the picture
    cues = Timeline(seed, hands=hands, mishaps=unspoilt, profile=profile, t_ms=begin_ms).cues()
    fed = perfect_observations(cues, _machine(seed, mishaps))
    if mishaps.rate(Mishap.NO_LINK):
        fed = (item for item in fed if not isinstance(item, LinkEvent))
    rate, fifth = mishaps.rate(Mishap.MISREAD), mishaps.rate(Mishap.FIFTH_COPY)
    return misread(fed, rate=rate, fifth=fifth, seed=seed) if rate or fifth else fed


def simulate_hand_stream(seed: int, hand: int = 1, mishaps: Mishaps = NO_MISHAPS) -> Iterator[Fed]:
    """The same for hand ``hand`` of the match of that seed, alone."""
    return perfect_observations(Timeline(seed, hands=1, mishaps=mishaps, first_hand=hand).cues())


def perfect_observations(cues: Iterable[Cue], machine: Machine | None = None) -> Iterator[Fed]:
    """Turn pictures into what flawless vision says of them, and the controller's words into link events."""
    eye = _Eye()
    machine = machine or _FlawlessLine()
    clock_off_ms = 0
    for cue in cues:
        upset = machine.upset(cue) if isinstance(cue, LinkUpset) else ()
        for heard in chain(machine.until(cue.t_ms), upset):
            yield heard._replace(t_ms=heard.t_ms + clock_off_ms)
        match cue:
            case Picture():
                yield eye.look(cue)
            case LiftPressed() | DicePressed():
                machine.press(cue)
            case CameraBumped():
                eye.bump(cue)
            case ClockJumped(_, by_ms):
                clock_off_ms += by_ms
            case CameraLost() | LinkCut() | LinkMended() | LinkRestarted():
                pass
            case MatchAgreed() | ZuoWished() | LaWished() | PowerCut() | Happened() | HandOver():
                yield cue
            case _:
                assert_never(cue)


class Machine(Protocol):
    """The table's machine and its line, as the daemon hears them."""

    def until(self, t_ms: int) -> Iterable[LinkEvent]:
        """What is heard until ``t_ms``."""

    def press(self, button: Pressed) -> None:
        """A person presses a button."""

    def upset(self, upset: LinkUpset) -> Iterable[LinkEvent]:
        """What is heard because something befalls the line."""


def _machine(seed: int, mishaps: Mishaps) -> Machine:
    """The real protocol where its line can suffer, else an ear that costs nothing."""
    noise = mishaps.rate(Mishap.LINK_NOISE)
    if noise or mishaps.rate(Mishap.LINK_LOSS) or mishaps.rate(Mishap.LINK_REBOOT):
        return Line(noise=BitNoise(noise, seed=f"{seed}/line"))
    return _FlawlessLine()


class _FlawlessLine:
    """Hears the controller as the link's session does: it knows who threw from the start of the dice."""

    def __init__(self) -> None:
        self._mechanics = Mechanics()
        self._thrower: int | None = None

    def until(self, t_ms: int) -> Iterator[LinkEvent]:
        for at_ms, event in self._mechanics.tick(t_ms):
            match event:
                case DiceRoll(Act.START, seat):
                    self._thrower = seat
                    yield LinkEvent(at_ms, event)
                case DiceValue():
                    yield LinkEvent(at_ms, replace(event, seat=self._thrower))
                case _:
                    yield LinkEvent(at_ms, event)

    def press(self, button: Pressed) -> None:
        match button:
            case LiftPressed(t_ms):
                self._mechanics.press_lift(t_ms)
            case DicePressed(t_ms, seat, dice):
                self._mechanics.roll_dice(seat=seat, dice=dice, now_ms=t_ms)
            case _:
                assert_never(button)

    def upset(self, _upset: LinkUpset) -> Iterator[LinkEvent]:
        return iter(())


class _Eye:
    """Flawless vision: it needs two pictures to find its place again after a knock."""

    def __init__(self) -> None:
        self._camera = TableCamera.overhead()
        self._before: Scene | None = None
        self._taken = 0
        self._astray = 0
        self._known: dict[int, tuple[SceneTile, SeenTile]] = {}
        """What tiles look like from where the camera hangs, by identity; most lie there for many pictures."""

    def bump(self, bump: CameraBumped) -> None:
        self._camera = bumped(self._camera, shift_px=bump.shift_px, turn_deg=bump.turn_deg)
        self._astray = _LOOKS_ASTRAY
        self._known.clear()

    def look(self, picture: Picture) -> Observation:
        self._taken += 1
        t_ms, scene = picture.t_ms + picture.clock_off_ms, picture.scene
        if self._astray:
            self._astray -= 1
            hands = frozenset(hand.side for hand in scene.hands)
            return Observation(t_ms, self._taken, still=False, hands=hands, problems=("camera_moved",))
        still, self._before = scene == self._before, scene
        hands = frozenset(hand.side for hand in scene.hands)
        return Observation(t_ms, self._taken, still, self._seen(scene), hands, scene.dice)

    def _seen(self, scene: Scene) -> tuple[SeenTile, ...]:
        tiles = _visible(scene.tiles)
        for hand in scene.hands:
            tiles = [tile for tile in tiles if not _covers(hand, tile)]
        known = self._known
        fresh = [tile for tile in tiles if id(tile) not in known]
        if len(known) > _MOST_KNOWN:
            known = self._known = {id(tile): known[id(tile)] for tile in tiles if id(tile) in known}
        if fresh:
            quads = self._camera.project([(x, y, _top_mm(tile)) for tile in fresh for x, y in _quad(tile)])
            for k, tile in enumerate(fresh):
                seen = _seen(tile, [(float(x), float(y)) for x, y in quads[4 * k : 4 * k + 4]])
                known[id(tile)] = (tile, seen)
        return tuple([known[id(tile)][1] for tile in tiles])


def _visible(tiles: Iterable[SceneTile]) -> list[SceneTile]:
    """Lying tiles that no other tile lies upon; a standing one shows no face."""
    lying = [tile for tile in tiles if tile.pose is not Pose.STANDING]
    above = {tile.centre_mm for tile in lying if tile.level > 0}
    return [tile for tile in lying if tile.level > 0 or tile.centre_mm not in above]


def _covers(hand: SceneHand, tile: SceneTile) -> bool:
    """Whether a hand and its arm hide most of a tile."""
    x, y = tile.centre_mm
    tip_x, tip_y = hand.tip_mm
    match hand.side:
        case Side.BOTTOM:
            ahead, aside = y - tip_y, x - tip_x
        case Side.TOP:
            ahead, aside = tip_y - y, x - tip_x
        case Side.RIGHT:
            ahead, aside = x - tip_x, y - tip_y
        case Side.LEFT:
            ahead, aside = tip_x - x, y - tip_y
    if ahead < 0:
        return hypot(ahead, aside) < hand.width_mm / 2
    return abs(aside) < hand.width_mm / 2 + 6.0


def _seen(tile: SceneTile, quad: list[Point]) -> SeenTile:
    label = Label.BACK if tile.pose is Pose.FACE_DOWN else tile.label
    a, b, c, d = quad
    return SeenTile(
        label=label,
        confidence=PERFECT_CONFIDENCE,
        second=Label.OTHER,
        second_confidence=1.0 - PERFECT_CONFIDENCE,
        centre_mm=tile.centre_mm,
        angle_deg=tile.angle_deg,
        quad_px=(a, b, c, d),
    )


def _quad(tile: SceneTile) -> tuple[Point, ...]:
    """Corners clockwise from the top left of the upright face."""
    return corners(Place(tile.centre_mm, tile.angle_deg))


def _top_mm(tile: SceneTile) -> float:
    return SIZE.thickness_mm * (tile.level + 1)
