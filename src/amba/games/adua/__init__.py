"""Adua 1896: the battle of 1 March 1896."""
