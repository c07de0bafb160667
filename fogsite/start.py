"""What web and worker look at once before they begin, as far as the environment alone cannot tell."""

import logging

from django.conf import settings
from django.db import Error, connections

from accounts import demo
from fogsite import env, outside

logger = logging.getLogger(__name__)
KNOWN = "The database has demo people with the password that everybody knows"


def refuse_demo_people() -> None:
    """End the program if anybody could sign in to a production copy as one of the demo people.

    If the database can't be asked, log that and let the start go on. Leave no connection open: the caller may be about
    to fork.
    """
    if settings.DEVELOPMENT:
        return
    try:
        names = demo.signed_in_by_anybody()
    except Error as error:
        logger.warning("Whether there are demo people could not be looked up: %s", outside.fault(error))
        return
    finally:
        connections.close_all()
    if names:
        env.exit_with(f"{KNOWN}: {', '.join(names)}. Give them other passwords, or name another database.")
