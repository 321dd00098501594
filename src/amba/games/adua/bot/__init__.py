"""What only bots ask: advice on single orders, the evaluation of a position, estimates of fights. The rules never look here."""
