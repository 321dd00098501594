"""The rules of Keren, chapter by chapter."""
