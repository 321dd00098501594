"""Hollow Legions: North Africa: infantry in the desert."""
