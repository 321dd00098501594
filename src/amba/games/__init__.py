"""The games. Each is found through an entry point, so a game may live in another package."""
