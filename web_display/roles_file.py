"""The machine's PINs in one file that only its owner may read; made at the first start.

Deleting the file and starting again gives new PINs and ends every key given before.
"""

from __future__ import annotations

import json
import os
import secrets
from typing import TYPE_CHECKING, Final

from web_display.roles import Secrets, signing_key

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME: Final = "pins.json"


def load_or_make(folder: Path) -> Secrets:
    """The PINs kept in ``folder``, made anew where there are none or the file is spoiled. Raises ``OSError``."""
    return load(folder) or make(folder)


def load(folder: Path) -> Secrets | None:
    """The PINs kept in ``folder``; ``None`` where there are none or the file is spoiled. Raises ``OSError``."""
    path = folder / FILE_NAME
    try:
        kept = _read(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return kept


def make(folder: Path) -> Secrets:
    """New PINs, kept in ``folder``: every key given before ends. Raises ``OSError``."""
    made = fresh()
    _write(folder / FILE_NAME, made)
    return made


def _read(text: str) -> Secrets:
    found = json.loads(text)
    pins = [str(found[name]) for name in ("seat", "table", "setup")]
    if len(set(pins)) < 3 or any(len(pin) < 4 for pin in pins):
        raise ValueError("the PINs are too short or alike")
    seat, table, setup = pins
    return Secrets(seat_pin=seat, table_pin=table, setup_pin=setup, signing=signing_key(str(found["signing"])))


def fresh() -> Secrets:
    """New PINs that are not kept anywhere."""
    return Secrets(seat_pin=_digits(4), table_pin=_digits(6), setup_pin=_digits(8), signing=secrets.token_bytes(32))


def _digits(count: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(count))


def _write(path: Path, made: Secrets) -> None:
    """Write a whole file or none, never readable by others, not even for a moment."""
    told = {"seat": made.seat_pin, "table": made.table_pin, "setup": made.setup_pin, "signing": made.signing.hex()}
    beside = path.with_suffix(".new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(told, file)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
