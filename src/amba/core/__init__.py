"""What every game is made of. Pure: no input or output, no third-party imports."""
