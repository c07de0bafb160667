"""The service's own settings, as production reads them, with a test database and nothing to reach outside."""

import os
import secrets
import sys

from jinja2 import StrictUndefined

from games.features import FEATURES
from tests.parts import database as test_database, packages

os.environ.update(
    SECRET_KEY=secrets.token_urlsafe(50),
    ALLOWED_HOSTS="testserver,localhost,127.0.0.1",
    EMAIL_URL="smtp://mail.invalid:25",
    SITE_URL="http://testserver",
    SITE_CHECK="0",  # tests of it start one
    REDIS_URL="unix:///nonexistent/redis.sock",  # tests that want a Redis start one
    DATABASE_URL=test_database.url(),
)
os.environ.pop("DEVELOPMENT", None)
sys.path.append(packages.installed())
FEATURES.append("tests.applause")

from fogsite.settings import *  # noqa: E402, F403
from fogsite.settings import BASE_DIR, DATABASES, STORAGES, TEMPLATES  # noqa: E402

DATABASES["default"] |= test_database.settings()
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
STATIC_ROOT = BASE_DIR / "fogsite" / "static"  # nothing is collected, but WhiteNoise warns of a missing one
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # otherwise every new test client lists all static files
ADMIN_SECOND_FACTOR = False  # tests of it switch it on
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
TEMPLATES[0]["OPTIONS"]["undefined"] = StrictUndefined  # in production a missing name draws nothing and is logged
