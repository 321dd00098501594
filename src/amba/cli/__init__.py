"""The `amba` command."""
