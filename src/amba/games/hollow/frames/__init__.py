"""Every place in the sequence of play, and what each holds. One module for each part of a player turn."""
