"""The dead man's switch: an address elsewhere hears once a minute that all is well. If it hears nothing, it alerts you.

It understands what healthchecks.io does: a request to PING_URL means that all is well, one to PING_URL/fail that
something is not.
"""

import logging

from django.conf import settings

from accounts.channels import DeliveryError, outward
from fogsite import health

logger = logging.getLogger(__name__)

FAIL = "/fail"
"""Added to the address if something is wrong. Only `/healthz` says what."""


def ping() -> None:
    """Say whether all is well, and nothing else. If nobody takes it, the log says so: the silence is the alarm."""
    if not settings.PING_URL:
        return
    address = settings.PING_URL + ("" if health.whole_report()["ok"] else FAIL)
    try:
        outward.post_nothing(address).require_taken()
    except DeliveryError as error:
        logger.warning("The ping to PING_URL was not taken: %s", error)
