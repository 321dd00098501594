"""People's data files become objects; an error names file, line, what was found and what was expected."""
