"""With which status the firmware ends on a computer, where a Pico would start anew."""

EXIT_WATCHDOG = 3
"""The watchdog bit."""
EXIT_RESET = 4
"""A restart was asked for."""
EXIT_BOOTLOADER = 5
"""The boot ROM was asked for."""
