"""How the table waits: at human speed for time, never for a computer."""

import os
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table_daemon.demo_daemon import DaemonFiles, DaemonProcess
from table_daemon.demo_http import DaemonPages
from table_daemon.demo_people import People
from table_daemon.demo_table import PICTURE_S, HumanSpeed, Stage, Table
from table_daemon.rules.tiles import Tile
from table_daemon.simulator.acts import Act, Discarded
from table_daemon.simulator.camera_view import CameraView
from table_daemon.simulator.cues import Cue, Happened, LiftPressed, Picture
from table_daemon.simulator.link_view import LinkView
from table_daemon.simulator.noise_profiles import noise_named
from vision.camera.server import PictureServer
from vision.camera.wire import SocketAddress
from vision.geometry import TableCamera
from vision.synthetic.scene import Scene


class CountingServer(PictureServer):
    """Counts what is offered."""

    offered = 0

    def send(self, jpeg: bytes, *, image_id: int, t_ms: int, link_seq: int | None = None) -> bool:
        self.offered += 1
        return super().send(jpeg, image_id=image_id, t_ms=t_ms, link_seq=link_seq)


class NoDaemon(DaemonProcess):
    """Nothing to keep alive."""

    def keep_alive(self) -> None:
        pass


@contextmanager
def stage_in(folder: Path) -> Iterator[tuple[Stage, CountingServer]]:
    pages = DaemonPages(1)
    daemon = NoDaemon(DaemonFiles(data_dir=folder, run_dir=folder), pages)
    camera = TableCamera.overhead(width_px=64, height_px=48)
    link = LinkView(folder / "port", monotonic_ms=lambda: time.monotonic_ns() // 1_000_000)
    link.plug(t_ms=0)
    server = CountingServer(SocketAddress(path=folder / "camera"))
    try:
        yield (
            Stage(
                camera=CameraView(seed=1, noise=noise_named("none").sensor, camera=camera),
                link=link,
                server=server,
                people=People(pages, daemon, run_id="test", recorder=None, meanwhile=daemon.keep_alive),
                pages=pages,
                daemon=daemon,
                recorder=None,
            ),
            server,
        )
    finally:
        server.close()
        link.unplug()


def test_at_human_speed_game_time_passes_in_real_time_over_speed_and_the_camera_goes_on_looking(tmp_path: Path) -> None:
    cues: list[Cue] = [
        Picture(1_000, Scene()),
        Happened(20_000, Discarded(0, Tile.parse("5m"))),
        LiftPressed(20_000),
        Picture(100_000, Scene(console_up=True)),
    ]
    acts: list[Act] = []
    with stage_in(tmp_path) as (stage, server):
        begun = time.monotonic()
        table = Table(stage, HumanSpeed(stage, speed=100.0, t_ms=0), on_act=acts.append)
        assert list(table.hands(cues)) == []
        took = time.monotonic() - begun
        slave = os.open(stage.link.path, os.O_RDWR | os.O_NOCTTY)
        said = b""
        while b"LIFT,pos=up" not in said and select.select([slave], [], [], 5.0)[0]:
            said += os.read(slave, 4096)
        os.close(slave)
    assert took >= 1.0
    assert acts == [Discarded(0, Tile.parse("5m"))]
    assert 2 <= server.offered <= 2 + round(took / PICTURE_S)
    assert b"LIFT,pos=up" in said
