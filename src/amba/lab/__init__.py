"""Self-play at scale."""
