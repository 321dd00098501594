"""How bots play Keren 1941: they use the rules, the rules never use them."""
