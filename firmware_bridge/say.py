"""Says one command to a tap board and prints its answer: ``python -m firmware_bridge.say PORT CFG ch=3 deb=300``.

For whoever wires a table. It greets nobody, since a greeting would end an ARM; the daemon must not hold the port.
"""

import os
import random
import select
import sys
import time
from collections.abc import Callable, Sequence

from firmware_bridge.codec import AckFrame, Unreadable, decode_from_device, decode_from_host, encode_command
from firmware_bridge.errors import BadBodyError, BridgeError, FieldError
from firmware_bridge.exchange import ACK_WITHIN_MS, TRIES
from firmware_bridge.framing import MAX_BODY_FROM_DEVICE, MAX_BODY_TO_DEVICE, LineDecoder, encode_line
from firmware_bridge.messages import SEQ_MODULUS, Command
from firmware_bridge.ports import Port, open_port

READ_BYTES = 4096
_USAGE = "usage: python -m firmware_bridge.say PORT NAME [key=value ...]; names and keys are in serial_protocol.md\n"


def command_of(words: Sequence[str]) -> Command:
    """Return the command of a name and its ``key=value`` pairs. Raises FieldError saying what is wrong.

    >>> command_of(["ARM", "s=5"])
    Arm(for_s=5)
    """
    try:
        command = decode_from_host(",".join(["C", "0", *words])).command
    except BadBodyError as error:
        raise FieldError(str(error)) from error
    if isinstance(command, Unreadable):
        raise FieldError(f"{command.name}: {command.why}")
    return command


def say(port: Port, command: Command, *, seq: int, now_s: Callable[[], float] = time.monotonic) -> AckFrame | None:
    """Send a command as often as the protocol allows and return its answer; None when none came."""
    line = encode_line(encode_command(seq, command), max_body=MAX_BODY_TO_DEVICE)
    decoder = LineDecoder(max_body=MAX_BODY_FROM_DEVICE)
    for _ in range(TRIES):
        os.write(port.fileno(), line)
        until_s = now_s() + ACK_WITHIN_MS / 1000
        while (left_s := until_s - now_s()) > 0:
            if not select.select([port], [], [], left_s)[0]:
                break
            for body in decoder.feed(os.read(port.fileno(), READ_BYTES)):
                answer = _answer(body, seq)
                if answer is not None:
                    return answer
    return None


def _answer(body: str, seq: int) -> AckFrame | None:
    try:
        frame = decode_from_device(body)
    except BadBodyError:
        return None  # what the board said before we came may be cut
    return frame if isinstance(frame, AckFrame) and frame.seq == seq else None


def main(arguments: Sequence[str]) -> int:
    """Say it, print the answer, and return the exit status: 0 done, 1 refused or unanswered, 2 not sent."""
    if len(arguments) < 2:
        sys.stderr.write(_USAGE)
        return 2
    try:
        command = command_of(arguments[1:])
        port = open_port(arguments[0])
    except BridgeError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    try:
        # A number that the board has not just answered: a repeated one is not carried out again.
        answer = say(port, command, seq=random.SystemRandom().randrange(SEQ_MODULUS))
    finally:
        port.close()
    if answer is None:
        sys.stderr.write("no answer; is it the tap board's port, and does the board run its firmware?\n")
        return 1
    sys.stdout.write("OK\n" if answer.ok else f"refused: {answer.reason or 'no reason given'}\n")
    return 0 if answer.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
