"""Telling a program: a post to an address that its user has given."""
