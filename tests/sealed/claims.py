"""The sealed auction has no hints."""

from tests.rules.claims import Claims

CLAIMS = Claims({}, matches=1)
