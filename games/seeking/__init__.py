"""Seeks as values, without rows."""
