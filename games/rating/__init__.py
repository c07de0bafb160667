"""Ratings as values, without rows: what counts, what it changes, and the replay of all that has counted.

docs/ratings.md says the same to whoever wants to recompute them.
"""
