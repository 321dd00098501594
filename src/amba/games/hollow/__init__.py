"""Hollow Legions: North Africa: squads, guns and tanks in the desert."""
