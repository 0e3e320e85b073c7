"""The loop that everything runs on."""

import asyncio
import os
import pty

import pytest
import uvloop

from table_daemon import event_loop


def test_work_runs_on_libuv_and_its_result_comes_back() -> None:
    async def work() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    assert isinstance(event_loop.run(work()), uvloop.Loop)


def test_a_byte_on_a_terminal_wakes_it() -> None:
    master, slave = pty.openpty()

    async def heard() -> bytes:
        loop = asyncio.get_running_loop()
        got: asyncio.Future[bytes] = loop.create_future()
        loop.add_reader(slave, lambda: got.set_result(os.read(slave, 16)))
        os.write(master, b"7\n")
        try:
            return await got
        finally:
            loop.remove_reader(slave)

    try:
        assert event_loop.run(heard()) == b"7\n"
    finally:
        os.close(master)
        os.close(slave)


def test_an_error_of_the_work_is_the_callers() -> None:
    async def work() -> None:
        raise LookupError("nothing here")

    with pytest.raises(LookupError, match="nothing here"):
        event_loop.run(work())
