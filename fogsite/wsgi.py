"""The WSGI entry point that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")

application = get_wsgi_application()

from fogsite import version  # noqa: E402
from fogsite.start import refuse_demo_people  # noqa: E402  it asks the database, once Django is ready

refuse_demo_people()
version.running()  # of the code that was just read: the checkout may soon be another
