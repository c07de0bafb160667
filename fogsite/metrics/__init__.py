"""What is counted for Prometheus, and how it is read: docs/operations.md, Metrics.

What a feature counts stands beside its code. What no feature owns is counted here.
"""
