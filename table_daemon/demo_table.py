"""The table process at work: takes cue after cue and shows it to the daemon, in lock-step or at human speed."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, assert_never

from table_daemon.demo_daemon import Patience
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
    MatchAgreed,
    Picture,
    PowerCut,
    ZuoWished,
)
from table_daemon.simulator.errors import DaemonLostError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from table_daemon.demo_daemon import DaemonProcess
    from table_daemon.demo_http import DaemonPages
    from table_daemon.demo_people import People
    from table_daemon.simulator.acts import Act
    from table_daemon.simulator.camera_view import CameraView
    from table_daemon.simulator.cues import Cue, Upset
    from table_daemon.simulator.link_view import LinkView
    from table_daemon.simulator.recorder import MatchRecorder
    from table_daemon.simulator.truth import HandTruth
    from vision.camera.server import PictureServer

IDS_A_PICTURE = 10
"""In lock-step the n-th picture has number 10 n; the numbers between are for showing it again."""
PICTURE_S = 0.25
"""Real time between two pictures at human speed."""
_STEP_S = 0.02
"""How often the line is served while nothing else happens."""
_LOOK_PATIENCE_S = 60.0
"""How long a picture may take the daemon in lock-step, a restart and loading its networks included."""
_LOOKS_AFTER_A_START = 2
"""A camera goes on looking while a daemon starts again; two pictures alike show what lies still."""
_READY_PATIENCE_S = 30.0
_LINE_S = 0.12
"""Real time for the daemon to hear what the controller said before it sees the next picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Everything that stands between the simulated table and the daemon."""

    camera: CameraView
    link: LinkView
    server: PictureServer
    people: People
    pages: DaemonPages
    daemon: DaemonProcess
    recorder: MatchRecorder | None
    linked: bool = True
    """Whether the table has a line at all."""


class Pace(Protocol):
    """How the table waits."""

    def until(self, t_ms: int) -> None:
        """Wait until game time ``t_ms``."""

    def show(self, picture: Picture) -> None:
        """Show a picture to the daemon."""

    def before_word(self) -> None:
        """Wait until the daemon can hear a button or a wish."""

    def line_upset(self) -> None:
        """Let the daemon notice what befell the line."""

    def look_away(self) -> None:
        """Give no picture until the next is shown."""

    def stand(self) -> bool:
        """Serve the daemon a moment while nothing happens; whether it has looked once more at the table as it is."""

    def forever(self) -> None:
        """Serve the daemon without anything happening, until interrupted."""


class Table:
    """Plays cues at a pace. ``on_act`` is told what truly happened, for people who watch."""

    def __init__(self, stage: Stage, pace: Pace, *, on_act: Callable[[Act], None]) -> None:
        self._stage = stage
        self._pace = pace
        self._on_act = on_act

    def hands(self, cues: Iterable[Cue]) -> Iterator[HandTruth]:
        """Play all cues; yield the truth of each hand when its end has been shown."""
        for cue in cues:
            self._pace.until(cue.t_ms)
            match cue:
                case Picture():
                    self._pace.show(cue)
                case LiftPressed() | DicePressed():
                    self._pace.before_word()
                    self._stage.link.press(cue)
                case MatchAgreed() | ZuoWished() | LaWished():
                    self._pace.before_word()
                    self._stage.people.say(cue)
                case Happened():
                    self._on_act(cue.act)
                case HandOver():
                    self._pace.before_word()
                    yield cue.truth
                case _:
                    self._befall(cue)

    def _befall(self, upset: Upset) -> None:
        match upset:
            case PowerCut():
                self._stage.daemon.kill()
            case LinkCut() | LinkMended() | LinkRestarted():
                if self._stage.linked:
                    self._stage.link.upset(upset)
                    self._pace.line_upset()
            case CameraBumped(_, shift_px, turn_deg):
                self._stage.camera.bump(shift_px=shift_px, turn_deg=turn_deg)
            case CameraLost():
                self._pace.look_away()
            case ClockJumped():
                pass  # the pictures to come are stamped by it
            case _:
                assert_never(upset)


def wait_ready(stage: Stage) -> None:
    """Wait until the daemon hears the line, however often it must be started; raises ``DaemonLostError``."""
    patience = Patience(stage.daemon, _READY_PATIENCE_S)
    while not (stage.pages.alive() if stage.link.cut else stage.daemon.ready()):
        stage.server.poll(_STEP_S)
        stage.link.pump()
        stage.daemon.keep_alive()
        if patience.over():
            raise DaemonLostError(
                f"the daemon does not hear the table's line within {_READY_PATIENCE_S:.0f} s; see its log"
            )


def _offer(stage: Stage, picture: Picture, jpeg: bytes, *, image_id: int) -> None:
    """Offer a picture to the daemon and to the recording."""
    if stage.recorder is not None:
        stage.recorder.image(jpeg, t_ms=picture.t_ms)
    stage.server.send(jpeg, image_id=image_id, t_ms=max(0, picture.t_ms + picture.clock_off_ms))


class LockStep:
    """As fast as the daemon goes: every picture waits until the one before has been dealt with."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._image_id = 0
        self._picture: Picture | None = None
        self._lines_heard = 0
        self._restarts = 0

    def until(self, t_ms: int) -> None:
        """Let the machine move on; no real time passes but what the line needs."""
        self._stage.link.advance(t_ms)

    def show(self, picture: Picture) -> None:
        """Take the picture while the daemon still looks at the one before, then offer it."""
        jpeg = self._stage.camera.jpeg(picture.scene, picture.spoilt)
        self._looked()
        self._line_heard()
        self._picture = picture
        self._image_id = (self._image_id // IDS_A_PICTURE + 1) * IDS_A_PICTURE
        _offer(self._stage, picture, jpeg, image_id=self._image_id)

    def before_word(self) -> None:
        """Wait until the last picture has been dealt with and the daemon hears."""
        self._looked()
        self._line_heard()
        wait_ready(self._stage)

    def line_upset(self) -> None:
        """Wait until the daemon has met it."""
        end = time.monotonic() + _LINE_S
        while time.monotonic() < end:
            self._serve()
        wait_ready(self._stage)

    def look_away(self) -> None:
        """Nothing: no picture is shown again."""

    def stand(self) -> bool:
        """Serve the line, and show a daemon that was started again how things lie."""
        self._serve()
        self._looked()
        return True

    def forever(self) -> None:
        """Serve the line until interrupted; nothing moves, so there is no new picture."""
        while True:
            self._serve()

    def _serve(self) -> None:
        self._stage.server.poll(_STEP_S)
        self._stage.link.pump()
        self._stage.daemon.keep_alive()

    def _looked(self) -> None:
        """Wait until the last picture has been dealt with, by a daemon that has seen the table standing still."""
        self._wait_consumed()
        while self._restarts != self._stage.daemon.restarts and self._picture is not None:
            self._restarts = self._stage.daemon.restarts
            if self._picture.scene.hands:
                return  # no hand is ever so still; what it did shows in the pictures to come
            for _ in range(_LOOKS_AFTER_A_START):
                self._image_id += 1
                jpeg = self._stage.camera.jpeg(self._picture.scene, self._picture.spoilt)
                _offer(self._stage, self._picture, jpeg, image_id=self._image_id)
                self._wait_consumed()

    def _wait_consumed(self) -> None:
        patience = Patience(self._stage.daemon, _LOOK_PATIENCE_S)
        while self._image_id and not self._stage.server.wait_consumed(self._image_id, _STEP_S):
            self._stage.link.pump()
            self._stage.daemon.keep_alive()
            if patience.over():
                raise DaemonLostError(
                    f"the daemon did not deal with picture {self._image_id} "
                    f"within {_LOOK_PATIENCE_S:.0f} s; see its log"
                )

    def _line_heard(self) -> None:
        """Give the line its real time after the controller spoke."""
        self._stage.link.pump()
        if self._stage.link.lines != self._lines_heard:
            end = time.monotonic() + _LINE_S
            while time.monotonic() < end:
                self._stage.server.poll(_STEP_S)
                self._stage.link.pump()
            self._lines_heard = self._stage.link.lines


class HumanSpeed:
    """Real time, ``speed`` times as fast; the camera looks about four times a second whatever happens."""

    def __init__(self, stage: Stage, *, speed: float, t_ms: int) -> None:
        self._stage = stage
        self._image_id = 0
        self._speed = speed
        self._begin_ms = t_ms
        self._begin_s = time.monotonic()
        self._picture: Picture | None = None
        self._shown_s = 0.0
        self._awaited = 0
        """A picture of the table as it is, which the daemon may not have dealt with yet."""

    def until(self, t_ms: int) -> None:
        """Wait, looking at the table all the while."""
        due_s = self._begin_s + (t_ms - self._begin_ms) / 1000 / self._speed
        while (left_s := due_s - time.monotonic()) > 0:
            if self._picture is not None and time.monotonic() - self._shown_s >= PICTURE_S:
                self._look(self._picture)
            self._serve(min(left_s, _STEP_S))
        self._serve(0.0)
        self._begin_s += max(0.0, -left_s - 1.0)  # a table that fell behind goes on from here

    def show(self, picture: Picture) -> None:
        """Offer a new look at once."""
        self._picture = picture
        self._look(picture)
        self._awaited = self._image_id

    def before_word(self) -> None:
        """Nothing: people do not wait for a computer."""

    def line_upset(self) -> None:
        """Nothing: time passes."""

    def look_away(self) -> None:
        """Stop looking."""
        self._picture = None

    def stand(self) -> bool:
        """Go on looking at the table as it stands for as long as a picture takes."""
        self.until(self._now_ms() + int(1000 * PICTURE_S * self._speed))
        looked = self._stage.server.wait_consumed(self._awaited, 0.0)
        if looked:
            self._awaited = self._image_id
        return looked

    def forever(self) -> None:
        """Go on looking at the table as it stands, until interrupted."""
        while True:
            self.stand()

    def _look(self, picture: Picture) -> None:
        self._shown_s = time.monotonic()
        self._image_id += 1
        jpeg = self._stage.camera.jpeg(picture.scene, picture.spoilt)
        _offer(self._stage, replace(picture, t_ms=self._now_ms()), jpeg, image_id=self._image_id)

    def _serve(self, wait_s: float) -> None:
        self._stage.server.poll(wait_s)
        self._stage.link.advance(self._now_ms())
        self._stage.daemon.keep_alive()

    def _now_ms(self) -> int:
        return self._begin_ms + int((time.monotonic() - self._begin_s) * 1000 * self._speed)
