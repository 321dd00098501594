"""Every order of the game: what somebody may be told to do, and what dice and draws decide. One module for each part of a player turn."""
