"""What the board does at each command, and what it answers. One answer is kept: a repeated number acts only once."""

from firmware_bridge.pico.command import Command
from firmware_bridge.pico.parts import Parts
from firmware_bridge.pico.table import PROTOCOL, UNSUPPORTED
from firmware_bridge.pico.ticks import elapsed_ms

_FAREWELL_MS = 200
"""How long a restart waits for its answer to be read; a host that does not read must not keep it from coming."""
_LEVELS = ("debug", "info", "warn", "error")


class Obedience:
    """The commands of one host, carried out on the parts of the board."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._watchdog_runs = False
        self._answered_seq = -1
        self._answer = ""
        self._farewell = ""
        """What comes once the answer is sent: ``reset``, ``bootloader``, or nothing."""
        self._farewell_ms = 0
        self._buzz_ms = 0
        self._buzz_for_ms = 0
        self._log_level = _LEVELS.index("info")
        self._epoch_ms = 0
        self._acts = {
            "HELLO": self._hello,
            "PING": self._nothing,
            "SNAP": self._nothing,
            "TIME": self._time,
            "SUB": self._subscribe,
            "CFG": self._configure,
            "CFGSAVE": self._save,
            "OUT": self._output,
            "ARM": self._arm,
            "PRESS": self._press,
            "DISARM": self._disarm,
            "WDT": self._watchdog,
            "REBOOT": self._reboot,
            "BOOTSEL": self._bootloader,
            "LOG": self._log,
        }

    def obey(self, command: Command, now_ms: int) -> None:
        """Carry out and answer; a number that was just answered is answered again and not carried out twice.

        HELLO is carried out each time: a host that has just started counts from 0 again.
        """
        outbox = self._parts.outbox
        if command.seq == self._answered_seq and command.name != "HELLO":
            outbox.answer(self._answer)
            return
        refusal = self._acts[command.name](command, now_ms) if command.readable else f"unreadable {command.name}"
        self._answered_seq = command.seq
        self._answer = f"A,{command.seq}," + ("OK" if refusal is None else f"ERR,{refusal}")
        outbox.answer(self._answer)
        self._note("info" if refusal is None else "warn", "{}: {}".format(command.name, refusal or "done"), now_ms)
        if refusal is None:
            self._follow(command.name, now_ms)

    def tick(self, now_ms: int, *, sent: bool) -> None:
        """Do what was put off: end a sound, restart once the answer is ``sent``."""
        if self._buzz_for_ms and elapsed_ms(now_ms, self._buzz_ms) >= self._buzz_for_ms:
            self._buzz_for_ms = 0
            self._parts.hal.buzz(on=False)
        if self._farewell and (sent or elapsed_ms(now_ms, self._farewell_ms) >= _FAREWELL_MS):
            self._parts.driver.disarm()
            if self._farewell == "reset":
                self._parts.hal.reset()
            else:
                self._parts.hal.bootloader()

    def _note(self, level: str, text: str, now_ms: int) -> None:
        """Write to the board's own console, where it has one and the host wants so much to be written."""
        hal = self._parts.hal
        if hal.has_console and _LEVELS.index(level) >= self._log_level:
            hal.log(f"{self._epoch_ms + now_ms} {level} {text}")

    def _follow(self, name: str, now_ms: int) -> None:
        """Tell what comes after the answer."""
        parts = self._parts
        if name == "HELLO":
            caps, cfg = f"{parts.capabilities():X}", f"{parts.config.check():X}"
            parts.outbox.tell(now_ms, "HELLO", proto=PROTOCOL, caps=caps, ch=parts.wired(), cfg=cfg)
        elif name == "SNAP":
            parts.state.tell_snapshot(now_ms)

    def _hello(self, command: Command, _now_ms: int) -> str | None:
        if command.number("proto") != PROTOCOL:
            return f"speaks {PROTOCOL}"
        self._parts.driver.disarm()  # whoever armed it is gone
        self._parts.sampler.watched = 0
        # Until the first greeting somebody may be at the board with mpremote, whom a reset would throw out.
        self._start_watchdog()
        return None

    def _nothing(self, _command: Command, _now_ms: int) -> str | None:
        return None

    def _time(self, command: Command, now_ms: int) -> str | None:
        self._epoch_ms = command.number("ms") - now_ms
        return None

    def _subscribe(self, command: Command, _now_ms: int) -> str | None:
        sampler, mask = self._parts.sampler, command.number("mask")
        if mask >> sampler.count:
            return UNSUPPORTED
        sampler.watched = mask
        return None

    def _configure(self, command: Command, _now_ms: int) -> str | None:
        refusal = self._parts.config.change(
            command.number("ch"),
            name=command.text("name") if command.has("name") else None,
            inverted=command.number("inv") == 1 if command.has("inv") else None,
            debounce_ms=command.number("deb") if command.has("deb") else None,
        )
        if refusal is None:
            self._parts.rewire()
        return refusal

    def _save(self, _command: Command, _now_ms: int) -> str | None:
        try:
            self._parts.hal.save(self._parts.config.text())
        except OSError:
            return "flash full"
        return None

    def _output(self, command: Command, now_ms: int) -> str | None:
        hal = self._parts.hal
        if command.has("buzz") and not hal.has_buzzer:
            return UNSUPPORTED
        if command.has("led"):
            hal.led(on=command.number("led") == 1)
        if command.has("buzz"):
            self._buzz_ms, self._buzz_for_ms = now_ms, command.number("buzz")
            hal.buzz(on=self._buzz_for_ms > 0)
        return None

    def _arm(self, command: Command, now_ms: int) -> str | None:
        return self._parts.driver.arm(command.number("s"), now_ms)

    def _press(self, command: Command, now_ms: int) -> str | None:
        parts = self._parts
        moves = parts.lift.moves(parts.hal.levels()) or parts.state.position == "moving"
        return parts.driver.press(
            command.text("id"), command.number("ms"), now_ms, sensed=parts.lift.sensed, moves=moves
        )

    def _disarm(self, _command: Command, _now_ms: int) -> str | None:
        self._parts.driver.disarm()
        return None

    def _watchdog(self, command: Command, _now_ms: int) -> str | None:
        if command.number("on"):
            self._start_watchdog()
            return None
        return "cannot be stopped" if self._watchdog_runs else None

    def _start_watchdog(self) -> None:
        if not self._watchdog_runs:
            self._parts.hal.start_watchdog()
            self._watchdog_runs = True

    def _reboot(self, _command: Command, now_ms: int) -> str | None:
        self._farewell, self._farewell_ms = "reset", now_ms
        return None

    def _bootloader(self, _command: Command, now_ms: int) -> str | None:
        self._farewell, self._farewell_ms = "bootloader", now_ms
        return None

    def _log(self, command: Command, _now_ms: int) -> str | None:
        if not self._parts.hal.has_console:
            return UNSUPPORTED
        self._log_level = _LEVELS.index(command.text("level"))
        return None
