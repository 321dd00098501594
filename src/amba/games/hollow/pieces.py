"""The counters: whose they are, how many of each kind there are, and the boxes beside the map."""

from __future__ import annotations

SIDES = ("allied", "axis")
ALLIED, AXIS = 0, 1
BOXES = ("unused", "spare", "allied-entry", "axis-entry", "eliminated", "allied-prisoners", "axis-prisoners", "allied-exited", "axis-exited")
MEN, LEADERS, WEAPONS, DUMMIES, WORKS = 32, 8, 14, 10, 30
"""Counters of each side."""
SMOKE = 12
WORK_KINDS = ("foxhole", "sangar", "trench", "wire", "mines", "known mines", "mine line", "dummy mines", "mines 6", "mines 8", "mines 12", "ditch")
SMOKE_KINDS = ("smoke", "dispersed smoke", "starshell")
