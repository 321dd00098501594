"""Players that see only what their side may see."""
