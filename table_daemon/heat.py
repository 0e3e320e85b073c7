"""The processor's temperature, as a Raspberry Pi tells it."""

import shutil
import subprocess

_TIMEOUT_S = 2.0


def read_celsius() -> float | None:
    """Return the temperature, None on a machine that does not tell it."""
    program = shutil.which("vcgencmd")
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 -- a fixed command, no shell
            [program, "measure_temp"], capture_output=True, text=True, timeout=_TIMEOUT_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return celsius_in(done.stdout)


def celsius_in(answer: str) -> float | None:
    """Return the temperature in what ``vcgencmd measure_temp`` answers.

    >>> celsius_in("temp=47.2'C"), celsius_in("error")
    (47.2, None)
    """
    try:
        return float(answer.strip().partition("=")[2].removesuffix("'C"))
    except ValueError:
        return None
