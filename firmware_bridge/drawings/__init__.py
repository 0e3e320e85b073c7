"""The drawings of hardware_docs, made by code: pins come from the firmware's and the panel's own wiring.

Nothing here runs in the daemon. ``python -m firmware_bridge.drawings`` writes all of them.
"""
