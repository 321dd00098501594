"""Boards: their geometry, files, joins and how new ones are drawn."""
