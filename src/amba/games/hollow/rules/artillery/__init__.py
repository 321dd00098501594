"""Smoke of guns and vehicles, artillery beyond the map, and aircraft."""
