"""The drawings of hardware_docs about camera, light and table, made by code: every figure in them is worked out.

Nothing here runs in the daemon. ``python -m table_daemon.drawings`` writes all of them.
"""
