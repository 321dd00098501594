"""The table's server."""
