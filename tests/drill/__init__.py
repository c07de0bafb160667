"""Fault drills: the service as docs/operations.md has it run, people playing, and one part after the other failing."""
