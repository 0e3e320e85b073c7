"""Queyan on a machine of its own: releases, system files, the kiosk. Needs Python's standard library alone.

The installer runs it out of a wheel, before anything is installed.
"""
