"""Both ends of the picture socket, joined by a real one."""

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
import pytest

from vision.camera.base import CameraImage
from vision.camera.server import PictureServer
from vision.camera.socket import SocketCamera
from vision.camera.wire import LONGEST_LINE, Header, SocketAddress
from vision.errors import CameraUnavailableError, UnreadableImageError

T = TypeVar("T")
PATIENCE_S = 10.0


def jpeg(level: int) -> bytes:
    good, packed = cv2.imencode(".jpg", np.full((24, 32, 3), level, np.uint8))
    assert good
    return packed.tobytes()


@pytest.fixture
def address(tmp_path: Path) -> SocketAddress:
    return SocketAddress(path=tmp_path / "table.sock")


@pytest.fixture
def server(address: SocketAddress) -> Iterator[PictureServer]:
    with PictureServer(address) as made:
        yield made


def together(work: Callable[[], T], conversation: Coroutine[Any, Any, None]) -> T:
    """Run the blocking end in a thread beside the daemon's end; return what the former returns."""
    results: list[T] = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    try:
        asyncio.run(asyncio.wait_for(conversation, PATIENCE_S))
    finally:
        thread.join(PATIENCE_S)
    return results[0]


async def take(camera: SocketCamera, count: int) -> list[CameraImage]:
    images = []
    for _ in range(count):
        image = await camera.next_image()
        images.append(image)
        await camera.consumed(image)
    return images


def test_pictures_arrive_in_lock_step(server: PictureServer, address: SocketAddress) -> None:
    def table() -> list[bool]:
        answered = []
        for number in range(1, 5):
            server.send(jpeg(50 * number), image_id=number, t_ms=1000 * number, link_seq=number + 7)
            answered.append(server.wait_consumed(number, PATIENCE_S))
        return answered

    got: list[CameraImage] = []

    async def daemon() -> None:
        camera = SocketCamera(address)
        got.extend(await take(camera, 4))
        assert camera.connected
        await camera.close()
        await camera.close()

    assert together(table, daemon()) == [True] * 4
    assert [(image.image_id, image.t_ms, image.link_seq) for image in got] == [
        (number, 1000 * number, number + 7) for number in range(1, 5)
    ]
    assert [round(float(image.pixels.mean())) for image in got] == [50, 100, 150, 200]


def test_a_restarted_daemon_is_given_the_newest_unanswered_picture(
    server: PictureServer, address: SocketAddress
) -> None:
    def table() -> tuple[bool, bool]:
        server.send(jpeg(10), image_id=1, t_ms=0)
        first = server.wait_consumed(1, PATIENCE_S)
        server.send(jpeg(20), image_id=2, t_ms=1)
        return first, server.wait_consumed(2, PATIENCE_S)

    async def daemon() -> None:
        killed = SocketCamera(address)
        await take(killed, 1)
        assert (await killed.next_image()).image_id == 2
        await killed.close()
        restarted = SocketCamera(address)
        assert [image.image_id for image in await take(restarted, 1)] == [2]
        await restarted.close()

    assert together(table, daemon()) == (True, True)


def test_a_slow_daemon_gets_the_newest_picture_not_a_queue(server: PictureServer, address: SocketAddress) -> None:
    def table() -> tuple[list[bool], bool]:
        assert server.wait_for_client(PATIENCE_S)
        sent = [server.send(jpeg(number), image_id=number, t_ms=number) for number in range(1, 5)]
        ready.set()
        return sent, server.wait_consumed(4, PATIENCE_S)

    ready = threading.Event()

    async def daemon() -> None:
        camera = SocketCamera(address)
        image = await camera.next_image()
        await asyncio.to_thread(ready.wait, PATIENCE_S)
        await camera.consumed(image)
        assert [image.image_id for image in await take(camera, 1)] == [4]
        await camera.close()

    assert together(table, daemon()) == ([True, False, False, False], True)


def test_a_spoiled_picture_is_answered_and_passed_over(server: PictureServer, address: SocketAddress) -> None:
    def table() -> bool:
        server.send(b"no picture", image_id=1, t_ms=0)
        assert server.wait_consumed(1, PATIENCE_S)
        server.send(jpeg(90), image_id=2, t_ms=0)
        return server.wait_consumed(2, PATIENCE_S)

    async def daemon() -> None:
        camera = SocketCamera(address)
        with pytest.raises(UnreadableImageError, match=r"picture 1 from .* spoiled"):
            await camera.next_image()
        assert [image.image_id for image in await take(camera, 1)] == [2]
        assert camera.problem is None
        await camera.close()

    assert together(table, daemon())


def test_a_source_that_comes_late_is_found(address: SocketAddress) -> None:
    pauses: list[float] = []
    servers: list[PictureServer] = []

    async def start_source(pause_s: float) -> None:
        pauses.append(pause_s)
        if len(pauses) == 3:
            servers.append(PictureServer(address))
            servers[0].send(jpeg(5), image_id=1, t_ms=0)

    async def daemon() -> None:
        camera = SocketCamera(address, sleep=start_source)
        image = asyncio.ensure_future(camera.next_image())
        while not image.done():
            await asyncio.sleep(0)
            for server in servers:
                server.poll()
        assert (await image).image_id == 1
        await camera.close()

    asyncio.run(asyncio.wait_for(daemon(), PATIENCE_S))
    servers[0].close()
    assert pauses == sorted(pauses)
    assert not Path(str(address)).exists()


def test_no_source_at_all_is_one_clear_message(address: SocketAddress) -> None:
    async def no_time(_: float) -> None:
        pass

    async def daemon() -> None:
        camera = SocketCamera(address, sleep=no_time)
        with pytest.raises(CameraUnavailableError, match=r"no picture source at .*table\.sock"):
            await camera.next_image()

    asyncio.run(asyncio.wait_for(daemon(), PATIENCE_S))


def test_a_source_that_talks_nonsense_is_dropped_and_tried_again(tmp_path: Path) -> None:
    address = SocketAddress(path=tmp_path / "odd.sock")
    nonsense = [b"hello\n", b"x" * (LONGEST_LINE + 2) + b"\n", Header(1, 0, 50).to_line() + b"cut short"]

    async def daemon() -> None:
        waiting = [*nonsense, Header(9, 0, len(jpeg(1))).to_line() + jpeg(1)]
        served = asyncio.Event()

        async def source(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(waiting.pop(0))
            await writer.drain()
            if waiting:
                writer.close()
            else:
                await reader.readline()
                writer.close()
                served.set()

        async with await asyncio.start_unix_server(source, address.path):
            camera = SocketCamera(address)
            image = await camera.next_image()
            await camera.consumed(image)
            await served.wait()
            await camera.close()
        assert image.image_id == 9

    asyncio.run(asyncio.wait_for(daemon(), PATIENCE_S))


@pytest.mark.parametrize("answer", [b"consumed\n", b"x" * (LONGEST_LINE + 1), b'{"consumed":"1"}\n'])
def test_a_client_that_talks_nonsense_is_dropped(server: PictureServer, address: SocketAddress, answer: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(address))
        assert server.wait_for_client(PATIENCE_S)
        client.sendall(answer)
        server.poll(PATIENCE_S)
        assert not server.connected


def test_a_socket_left_by_a_killed_run_is_replaced_and_another_file_is_not(tmp_path: Path) -> None:
    path = tmp_path / "table.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    PictureServer(SocketAddress(path=path)).close()
    path.write_text("mine")
    with pytest.raises(CameraUnavailableError, match="choose another address"):
        PictureServer(SocketAddress(path=path))
    assert path.read_text() == "mine"


def test_it_works_over_tcp_as_well() -> None:
    with PictureServer(SocketAddress(host="127.0.0.1")) as server:
        address = SocketAddress(host="127.0.0.1", port=server.port)

        def table() -> bool:
            server.send(jpeg(77), image_id=3, t_ms=5)
            return server.wait_consumed(3, PATIENCE_S)

        async def daemon() -> None:
            camera = SocketCamera(address)
            await take(camera, 1)
            await camera.close()

        assert together(table, daemon())


@pytest.mark.parametrize("size", [0, 16 * 1024 * 1024 + 1])
def test_pictures_out_of_bounds_are_refused(server: PictureServer, size: int) -> None:
    with pytest.raises(ValueError, match="bytes"):
        server.send(bytes(size), image_id=1, t_ms=0)
