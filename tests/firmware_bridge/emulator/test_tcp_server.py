"""The TCP far end: one host at a time, the same port after the plug was out."""

import socket
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.emulator import TcpServer


@pytest.fixture
def server() -> Iterator[TcpServer]:
    made = TcpServer("127.0.0.1", 0)
    made.plug()
    yield made
    made.unplug()


def port_of(server: TcpServer) -> int:
    return int(server.path.rpartition(":")[2])


def until(holds: Callable[[], bool]) -> None:
    for _ in range(100_000):
        if holds():
            return
    pytest.fail("it never came")


def test_bytes_go_both_ways(server: TcpServer) -> None:
    assert server.write(b"x") == 0
    with socket.create_connection(("127.0.0.1", port_of(server))) as host:
        host.sendall(b"ping")
        got = bytearray()

        def heard() -> bool:
            got.extend(server.read())
            return got == b"ping"

        until(heard)
        assert server.write(b"pong") == 4
        assert host.recv(10) == b"pong"


def test_a_second_host_is_shown_out_and_a_new_one_is_welcome(server: TcpServer) -> None:
    with socket.create_connection(("127.0.0.1", port_of(server))) as first:
        first.sendall(b"1")
        until(lambda: server.read() == b"1")
        with socket.create_connection(("127.0.0.1", port_of(server))) as second:
            second.settimeout(0)
            until(lambda: server.read() == b"" and _ended(second))
    until(lambda: server.read() == b"" and server.write(b"x") == 0)
    with socket.create_connection(("127.0.0.1", port_of(server))) as third:
        third.sendall(b"3")
        until(lambda: server.read() == b"3")


def _ended(host: socket.socket) -> bool:
    try:
        return host.recv(1) == b""
    except BlockingIOError:
        return False


def test_the_plug_takes_the_port_along_and_brings_it_back(server: TcpServer) -> None:
    path = server.path
    server.unplug()
    assert (server.path, server.fileno(), server.read(), server.plugged) == ("", None, b"", False)
    server.plug()
    server.plug()  # twice is once
    assert server.path == path
