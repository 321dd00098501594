"""What every game's table is made of: templates and data, with a few hooks for each game."""
