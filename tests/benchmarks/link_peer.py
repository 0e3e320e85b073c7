"""The board's end of a PTY in a process of its own: times round trips against whoever holds the other end.

``python link_peer.py FD ROUNDS bare|whole`` prints the nanoseconds of each round, one a line. Shares no code with the
link, so that both ends of a measurement cannot become faster or slower together.
"""

import binascii
import os
import sys
import time

EVENTS = (
    "DICE,act=start,seat=2",
    "DICE,act=stop,seat=2,ms=1800",
    "DICEV,v=3:5,src=led",
    "WALL,seat=1,st=raised",
    "LIFT,pos=moving",
    "BTN,id=lift1,act=up,dur=150",
    "READY,on=1",
    "TILE,port=3,n=34",
)
STEP_MS = 700
"""Controller's time between two events: slow enough that no input is taken for a stuck one."""

PAUSE_S = 0.0005


def line(body: str) -> bytes:
    raw = body.encode()
    return b"$%b*%04X\n" % (raw, binascii.crc_hqx(raw, 0xFFFF))


def answer(fd: int) -> bytes:
    """Read until a whole line has come."""
    data = b""
    while not data.endswith(b"\n"):
        data += os.read(fd, 4096)
    return data


def event(number: int) -> bytes:
    return line(f"E,{number % 65536},{number * STEP_MS % (1 << 30)},{EVENTS[number % len(EVENTS)]}")


def acknowledgement(command: bytes) -> bytes:
    return line(f"A,{command.split(b',')[1].decode()},OK")


def greet(fd: int) -> int:
    """Answer HELLO and SNAP as a board does; return the next event's number."""
    hello = answer(fd)
    os.write(fd, acknowledgement(hello) + line("E,0,0,HELLO,proto=1,caps=FFFF,ch=15,cfg=0"))
    snap = answer(fd)
    os.write(fd, acknowledgement(snap) + line("E,1,1,SNAP,in=4080,lift=down,shuf=0,ready=1"))
    return 2


def main() -> None:
    fd, rounds, kind = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    number = greet(fd) if kind == "whole" else 2
    if kind == "whole":
        os.write(fd, acknowledgement(answer(fd)))
    took_ns = []
    for _ in range(rounds):
        data = event(number)
        time.sleep(PAUSE_S)  # until what was sent last has been dealt with
        begun_ns = time.perf_counter_ns()
        os.write(fd, data)
        command = answer(fd)
        took_ns.append(time.perf_counter_ns() - begun_ns)
        if kind == "whole":
            os.write(fd, acknowledgement(command))
        number += 1
    sys.stdout.write("\n".join(map(str, took_ns)))


if __name__ == "__main__":
    main()
