"""What only the bots use: advice on single orders, estimates of fights, and what a position is worth. The rules never look in here."""
