"""Telling by mail."""
