"""The tap board's firmware for a Raspberry Pi Pico, in MicroPython.

Runs unchanged on MicroPython's Unix port, where the tests hold its pins. Nothing here is imported by the daemon.
What both ends must agree on is in ``table``, which is written from ``firmware_bridge.messages``.
"""
