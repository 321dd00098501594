"""What bots know about this game: advice, evaluation, estimates. The rules never look here."""
