"""What the bots think; the rules never look here."""
