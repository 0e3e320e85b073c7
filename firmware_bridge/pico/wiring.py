"""What is connected where on the board. Edit this file for your own table; the host may change it with CFG.

A channel is one tapped pin; its number is its place in CHANNELS and stays when the rest is changed. An input
that is not wired gets the name "off": its events are then not promised to the host.
"""

LINK: str = "usb"
"""``usb``: the line goes over the USB cable. ``uart``: over UART 0 on GP0 (out) and GP1 (in), 115,200 baud."""

BUTTON_MS = 60
"""Worn contacts bounce for up to 50 ms; a finger stays on a button for 80 ms at least."""
SENSOR_MS = 20
"""Longer than brush noise and the chatter of a limit switch, shorter than any movement of the table."""
TILE_MS = 3
"""Tiles pass twice a second at most, but their gap before the sensor may last only tens of milliseconds."""
POWER_MS = 5
"""Shorter than every other: when the table's supply goes, that must be known before the inputs go dark."""

# Pin (GP number), name, active when low, debounce in milliseconds. An optocoupler's transistor pulls its pin down.
CHANNELS = (
    (2, "ready", True, SENSOR_MS),
    (3, "dice_motor", True, SENSOR_MS),
    (4, "lift1", True, BUTTON_MS),
    (5, "lift2", True, BUTTON_MS),
    (6, "dice0", True, BUTTON_MS),
    (7, "dice1", True, BUTTON_MS),
    (8, "dice2", True, BUTTON_MS),
    (9, "dice3", True, BUTTON_MS),
    (10, "tile0", True, TILE_MS),
    (11, "wall0", True, SENSOR_MS),
    (12, "wall1", True, SENSOR_MS),
    (13, "wall2", True, SENSOR_MS),
    (14, "wall3", True, SENSOR_MS),
    (15, "lift_down", True, SENSOR_MS),
    (26, "lift_up", True, SENSOR_MS),
    (27, "shuffle_motor", True, SENSOR_MS),
    (28, "off", True, POWER_MS),
)

# Which pin closes which of the table's button contacts (tier 4). Empty: the board has no part that could.
DRIVERS = (
    ("lift1", 16),
    ("dice0", 17),
    ("dice1", 18),
    ("dice2", 19),
    ("dice3", 20),
)
JUMPER_PIN = 22
"""The common return of the drivers' LEDs. The jumper joins it to ground: without it no current can flow at all."""
RESCUE_PIN = 21
"""Held to ground at start, the firmware does not begin: a bad file or a running watchdog can lock nobody out."""
BUZZER_PIN: int | None = None
"""A pin with an active buzzer behind a transistor, or None."""
