"""What hex wargames share. Behaviour comes in as arguments, never as flags for one game."""
