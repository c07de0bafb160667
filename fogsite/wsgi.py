"""The WSGI entry point that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")

application = get_wsgi_application()

from django.urls import get_resolver  # noqa: E402

from fogsite import version  # noqa: E402
from fogsite.start import refuse_demo_people  # noqa: E402  it asks the database, once Django is ready

# Django reads addresses and views when it is first asked for a page: after a restart every worker would do so while
# somebody waits, and an error in them would be found by a visitor. Read here they are there before gunicorn forks.
get_resolver().url_patterns  # noqa: B018
refuse_demo_people()
version.running_version()  # of the code that was just read: the checkout may soon be another
