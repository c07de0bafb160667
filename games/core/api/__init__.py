"""Matches for programs: the same as the pages, in JSON."""
