"""All settings, read from the environment. `docs/operations.md` lists every variable with its default."""

import re
import sys
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from accounts.channels.email.url import mail_settings
from fogsite import env
from fogsite.log_settings import log_settings
from fogsite.metrics import folder
from games import features
from games.rules.registry import PACKAGES

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"  # what a running development copy writes; never in version control

env.read_file("ENV_FILE")

# The development copy that `make run` starts: demo people, an inbox page, a key that is no secret.
DEVELOPMENT: bool = env.development("DEVELOPMENT")
DEBUG: bool = env.flag("DEBUG")

if DEVELOPMENT:
    SECRET_KEY = env.PUBLISHED_KEY + "x" * 40
    ALLOWED_HOSTS = env.development_hosts("HOST")
    EMAIL_URL = env.text("EMAIL_URL")
    DATABASE_URL = env.text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'db.sqlite3'}")
else:
    SECRET_KEY = env.secret_key("SECRET_KEY")
    ALLOWED_HOSTS = env.host_names("ALLOWED_HOSTS")
    EMAIL_URL = env.required("EMAIL_URL", "mails need a server, e.g. smtp+tls://user:password@mail.example.org:587.")
    DATABASE_URL = env.required(
        "DATABASE_URL", "matches need a database, e.g. postgres://user:password@host:5432/name."
    )

SECRET_KEY_FALLBACKS = env.former_keys("SECRET_KEY_FALLBACKS")  # former keys, whose signatures still hold

# Where links in mails point to; mails are sent by a worker that sees no request.
SITE_URL = env.site_url("SITE_URL", "http://localhost:8000" if DEVELOPMENT else f"https://{ALLOWED_HOSTS[0]}")
SITE_NAME = env.text("SITE_NAME", "Sealed Move")
SOURCE_URL = env.link("SOURCE_URL")  # named at the foot of every page, where set
PRIVACY_URL = env.link("PRIVACY_URL")  # instead of our own page
CONTACT_URL = env.link("CONTACT_URL")
# Who runs the site, by which law, and since when: the pages about, contact, privacy and terms say so.
OPERATOR_NAME = env.text("OPERATOR_NAME")
OPERATOR_ADDRESS = env.comma_list(env.text("OPERATOR_ADDRESS"))
OPERATOR_EMAIL = env.email("OPERATOR_EMAIL")
OPERATOR_COUNTRY = env.country("OPERATOR_COUNTRY")
TERMS_DATE = env.calendar_day("TERMS_DATE")
HTTPS: bool = urlsplit(SITE_URL).scheme == "https"
# Whether a worker asks SITE_URL once a minute, as players do, and no time runs out while it does not answer.
SITE_CHECK: bool = env.flag("SITE_CHECK", default=not DEVELOPMENT)
# Whether notices may be posted to this very machine, for trying webhooks and pushes.
OUTWARD_TO_LOOPBACK: bool = env.flag("OUTWARD_TO_LOOPBACK")
if OUTWARD_TO_LOOPBACK and not DEVELOPMENT:
    env.exit_with("OUTWARD_TO_LOOPBACK is for development copies alone: users could reach your own network.")
# Prefixes by which the server's own network leads to IPv4: nothing is posted to what may be a private address.
NAT64_PREFIXES = env.prefixes("NAT64_PREFIXES")
PING_URL = env.ping_url("PING_URL")  # told every minute that all is well; its silence is somebody else's alarm
BACKUP_STATUS = env.full_path("BACKUP_STATUS")  # the folder in which backups and restore drills note what came of them
# Where the processes count. prometheus_client learns of it here, before anything that counts imports it.
METRICS_DIR = env.text("METRICS_DIR")
METRICS_ADDRESS = env.address("METRICS_ADDRESS", "127.0.0.1:9109")
METRICS_FAULT = folder.open_folder(METRICS_DIR)
VERSION = env.text("VERSION")  # what /healthz says runs; the commit where it is empty

try:
    FEATURE_APPS = features.apps()
except ImproperlyConfigured as fault:  # every program then ends with this sentence alone
    sys.exit(str(fault))

INSTALLED_APPS = [
    "fogsite.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "knox",
    "drf_spectacular",
    "fogsite.apps.FogsiteConfig",
    "games.apps.GamesConfig",
    "games.rules.apps.RulesConfig",
    "accounts.apps.AccountsConfig",
    *(package.app for package in PACKAGES.values()),
    *FEATURE_APPS,
]

MIDDLEWARE = [
    "fogsite.request_ids.RequestIds",  # first, so that all lines of the log have the id
    "fogsite.metrics.requests.Requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "fogsite.compressed.Compressed",
    "accounts.usage.Usage",
    "accounts.middleware.PageHeaders",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PersonalSettings",
    "accounts.middleware.GuestDay",
    "accounts.middleware.Limits",
    "games.site.middleware.Waiting",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "fogsite.urls"
WSGI_APPLICATION = "fogsite.wsgi.application"

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "fogsite.formats"
LANGUAGES = [("en", _("English")), ("de", _("German")), ("it", _("Italian"))]

CONTEXT_PROCESSORS = [
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "fogsite.context.site",
]

TEMPLATES: list[dict[str, Any]] = [
    {  # pages: all that ends in .jinja
        "BACKEND": "fogsite.jinja.Pages",
        "DIRS": [
            BASE_DIR / "templates",
            *(each.folder / "templates" for each in PACKAGES.values()),
            *features.templates(),
        ],
        "OPTIONS": {"environment": "fogsite.jinja.environment", "context_processors": CONTEXT_PROCESSORS},
    },
    {  # the admin and mails
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request", *CONTEXT_PROCESSORS],
            "builtins": ["games.templatetags.moments"],
        },
    },
]

FORM_RENDERER = "fogsite.forms.Renderer"

# --- Database -------------------------------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",  # a writer waits its turn instead of failing half way
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


def default_database() -> dict[str, Any]:
    """Return the one database: PostgreSQL in production, SQLite in a development copy where nothing is named."""
    config = env.database_settings("DATABASE_URL", DATABASE_URL)
    if config["ENGINE"].endswith("sqlite3"):
        config["OPTIONS"] = SQLITE_OPTIONS
        if config["NAME"] == str(VAR_DIR / "db.sqlite3"):
            VAR_DIR.mkdir(exist_ok=True)
    else:
        config["CONN_MAX_AGE"] = env.number("DATABASE_CONN_MAX_AGE", 60)
        config["CONN_HEALTH_CHECKS"] = True
        config.setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
    return config


DATABASES = {"default": default_database()}
MIGRATION_LOCK_TIMEOUT = env.number("MIGRATION_LOCK_TIMEOUT", 5)  # seconds for which a migration, and pages, may wait
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis, Celery, cache -------------------------------------------------------------------------------------------

REDIS_URL = env.redis_url("REDIS_URL", "redis://localhost:6379/0")

CACHES = {
    "default": {
        "BACKEND": "fogsite.cache.FailOpenRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    },
}

# That the service is alive is noted before all other work: nobody can send so much of it that it looks dead.
FIRST = 0
AFTERWARDS = 5
CELERY_TASK_DEFAULT_PRIORITY = AFTERWARDS
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker outlives a Redis that is gone for the night
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # and one that answers and refuses: systemd would soon start it no more
# For everything that hands work over: a page waits half a second at most. Workers wait longer (`fogsite/celery.py`).
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "priority_steps": [FIRST, AFTERWARDS],
    "visibility_timeout": 600,
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.5,
    "max_retries": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 120
# Letters have a queue and workers of their own: a mail server that hangs holds up nothing else.
CELERY_TASK_ROUTES = {f"accounts.tasks.{name}": {"queue": "letters"} for name in ("deliver", "deliver_due")}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "fogsite.beat.Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = env.text("CELERY_BEAT_SCHEDULE_FILENAME", str(VAR_DIR / "celerybeat-schedule"))


def every(task: str, seconds: int, priority: int = AFTERWARDS) -> dict[str, Any]:
    """Return a beat entry that is dropped rather than piled up when the worker is behind."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds, "priority": priority}}


OUTBOX_SWEEP = 10  # seconds between two looks for mails that are due
OUTBOX_SWEEP_LASTS = 30  # seconds after which a look ends itself; with one letter more, well within the time limit
OUTBOX_STRANGERS_LAST = 10  # seconds more for what goes to webhooks, which may be slow on purpose
OUTBOX_KEPT = 90  # days for which it is remembered what was mailed
BOT_SWEEP = 10  # seconds between two looks for house opponents that owe a move

# Features add the sweeps of their own (`games/core/seams/sweeps.py`).
CELERY_BEAT_SCHEDULE = {
    "heartbeat": every("games.tasks.heartbeat", 60, FIRST),
    "ping": every("fogsite.tasks.ping", 60, FIRST),
    "deliver": every("accounts.tasks.deliver_due", OUTBOX_SWEEP),
    "deletions": every("accounts.tasks.note_deletions", 60),
    "remind": every("games.tasks.remind_due", 60),
    "expire": every("games.tasks.expire_due", 60),
    "answer": every("games.tasks.answer_owed", BOT_SWEEP),
    "award": every("games.tasks.award_due", 60),
    "dump": every("games.tasks.dump_due", 3600),  # whether there is one of this month
    "close guests": every("games.tasks.close_guests", 3600),
    "close unproved": every("games.tasks.close_unproved", 3600),
    "remove sessions": every("accounts.tasks.remove_sessions", 3600),
    "remove old": every("accounts.tasks.remove_old", 3600),
    "remove old of matches": every("games.tasks.remove_old", 3600),
}

# --- Mail -----------------------------------------------------------------------------------------------------------

if EMAIL_URL:
    try:
        globals().update(mail_settings(EMAIL_URL))
    except ImproperlyConfigured as fault:
        sys.exit(str(fault))
else:
    EMAIL_BACKEND = "accounts.channels.email.inbox.InboxBackend"
MAIL_DIR = VAR_DIR / "mail"  # what the development inbox shows
EMAIL_TIMEOUT = 20  # seconds to reach the mail server
EMAIL_LETTER_TIMEOUT = 40  # seconds for it to take one letter, which may be long: one not answered is sent again
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", SITE_NAME, urlsplit(SITE_URL).hostname)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
BOUNCE_ADDRESS = env.bounce_address("BOUNCE_ADDRESS")  # to which mail servers report what they cannot deliver
BOUNCE_IMAP_URL = env.text("BOUNCE_IMAP_URL")  # the folder in which such reports lie
VAPID_PRIVATE_KEY = env.text("VAPID_PRIVATE_KEY")  # by which browsers know us; without it none is notified
VAPID_SUBJECT = env.text("VAPID_SUBJECT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")  # whom push services turn to
if VAPID_PRIVATE_KEY and not re.fullmatch("[A-Za-z0-9_-]{43}=?", VAPID_PRIVATE_KEY):
    env.exit_with("VAPID_PRIVATE_KEY is no key; `manage.py push_keys` prints a new one.")
if VAPID_PRIVATE_KEY and not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+\.[^\s@.]+|https://\S+\.\S+", VAPID_SUBJECT):
    env.exit_with("VAPID_SUBJECT is where push services write to, e.g. mailto:us@example.org.")
TURN_MAIL_DELAY = env.number("TURN_MAIL_DELAY", 30)  # seconds in which a burst of moves becomes one mail

# --- Matches --------------------------------------------------------------------------------------------------------

# The folder of the public dumps, for the worker to write and the web to read; where none is named, none are made.
DUMP_DIR = env.text("DUMP_DIR", str(VAR_DIR / "dumps") if DEVELOPMENT else "")
VACATION_DAYS = env.number("VACATION_DAYS", 30, most=366, unit="days")  # of vacation that a player may take in a year

# --- People ---------------------------------------------------------------------------------------------------------

# The encrypted list of closed accounts, by which a restore closes them again; without a file there is none.
DELETIONS_FILE = env.full_path("DELETIONS_FILE")
# Whether sign-ins leave traces for two weeks, by which moderators learn of accounts in one network or one browser.
SIGN_IN_TRACES: bool = env.flag("SIGN_IN_TRACES", default=True)
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.Backend"]
PASSWORD_HASHERS = [
    "accounts.hashing.Argon2PasswordHasher",
    "accounts.hashing.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my_matches"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_TEMPLATE_EXTENSION = "jinja"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_FORMS = {
    "signup": "accounts.views.forms.SignUpForm",
    "login": "accounts.views.forms.SignInForm",
    "add_email": "accounts.views.forms.AddressForm",
    "request_login_code": "accounts.views.forms.AskCodeForm",
    "confirm_login_code": "accounts.views.forms.CodeForm",
    "reset_password": "accounts.views.forms.ForgottenForm",
    "change_password": "accounts.views.forms.ChangePasswordForm",
    "reset_password_from_key": "accounts.views.forms.ResetPasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one replaces it once it is verified
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.validators"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True  # queued like others and never sent, so that nothing tells who has an account
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
PASSWORD_RESET_TIMEOUT = 60 * 60
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"

ADMIN_SECOND_FACTOR = not DEVELOPMENT  # whether staff need one to enter the admin
MFA_ADAPTER = "accounts.second_factor.Adapter"
MFA_FORMS = {
    "activate_totp": "accounts.second_factor.ActivateForm",
    "add_webauthn": "accounts.views.passkeys.AddForm",
    "edit_webauthn": "accounts.views.passkeys.EditForm",
    "authenticate_webauthn": "accounts.views.passkeys.AuthenticateForm",
    "reauthenticate_webauthn": "accounts.views.passkeys.ReauthenticateForm",
    "login_webauthn": "accounts.views.passkeys.PasskeySignInForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # nobody signs in without a verified one; a new one on its way is no hindrance
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1  # codes: a phone's clock may be half a minute wrong

# --- Limits ---------------------------------------------------------------------------------------------------------

BEHIND_PROXY: bool = env.flag("BEHIND_PROXY")
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)  # elements of X-Forwarded-For that are its word

# What is asked for or posted, by name: so many in such a time by one user, from one address, for one key. Accounts are
# counted by user, guests by user and address, visitors by address; ten times as much may come from a wider network.
# What hashes, mails or makes rows is counted for all strangers together, and apart for known browsers; of passwords
# known browsers count nothing else (`accounts/limits.py`).
LIMITS = {
    "look": "600/m/user",  # what programs ask for
    "feed": "60/m/user",  # what calendars and feed readers ask for, which know less of a secret than a program does
    "play": "120/m/user,300/m/ip",  # everything that is posted, in any way
    "try": "20/h/ip,60/h/user,1000/h/site,60/h/known",  # requests for a match at a press, and with them guests made
    "begin": "60/h/user",  # requests to begin a match: with the house, again, with anyone found
    "sign_up": "40/h/ip,1000/h/site,40/h/known",
    "login": "30/m/ip,120/m/wide,300/m/site,30/m/known",  # passwords that are looked at, whosever, and passkeys
    "mail": "200/h/wide,1000/h/site,20/h/known",  # codes and new passwords asked for by email
    # Wrong passwords: from one address, and for one name from all addresses together or in the browsers known for it.
    "sign_in": "10/m/ip,100/h/key,20/h/known",
    "keep": "5/h/user,20/h/ip,1000/h/site,20/h/known",  # names and addresses that a guest tries
    "archive": "5/h/user",
    "try_endpoint": "20/h/user",  # tests sent to webhooks and devices
    "leave": "10/h/user",  # requests to close the account, and with them passwords tried
    "browse": "120/m/user,300/m/ip",  # looks at pages that take long to work out: profiles, searches, tables, replays
    "record": "30/m/user,60/m/ip",  # whole matches: records, and the positions from which they are checked
}
# Allauth counts its own pages. What it answers with a page (429) is counted by the minute (`handler429`). It knows no
# known browsers. So it counts nobody who signs in by address, or a neighbour could lock them out: LIMITS does that.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "5/5m/key,20/h/key",  # a key is a name as tried from one address (`adapter.py`), or codes of a user
    "signup": "20/m/ip",
    "confirm_email": "1/3m/key",
    "request_login_code": "20/m/ip,3/m/key",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
}
MFA_RATE_LIMITS = {"webauthn_login": None}

# --- Programs -------------------------------------------------------------------------------------------------------

KNOX_TOKEN_MODEL = "accounts.Token"
MIGRATION_MODULES = {"knox": None}  # its own table would stay empty
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "fog_", "TOKEN_TTL": None}
SPECTACULAR_SETTINGS = {
    "TITLE": SITE_NAME,
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_PUBLIC": True,
    "AUTHENTICATION_WHITELIST": [],
    "POSTPROCESSING_HOOKS": ["games.core.api.schema.with_components"],
}

# --- Language, time, files ------------------------------------------------------------------------------------------

LOCALE_PATHS = [BASE_DIR / "fogsite" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEVELOPMENT
        else "fogsite.static_files.HashedStorage",
    },
}
WHITENOISE_USE_FINDERS = DEVELOPMENT
WHITENOISE_AUTOREFRESH = DEVELOPMENT  # a file that you change is served as it is then

# --- Security -------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "object-src": [NONE],
        "img-src": [SELF, "data:"],
        "worker-src": [SELF],
    },
}
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # correspondence players come back after weeks
SESSION_COOKIE_SECURE = HTTPS
MESSAGE_STORAGE = "fogsite.messages.NewestMessages"
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = False  # the reverse proxy does it; /healthz must answer in plain HTTP behind it
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 60 * 60 * 24 * 30) if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
# Below these are addresses for their readers alone, of play links, of offer links and of calendars and feeds: neither
# our log nor browsers tell anybody. deploy/fogsite.nginx has them too.
SECRET_ADDRESSES = ("/t/", "/o/", "/f/")
PERMISSIONS_POLICY = ", ".join(f"{power}=()" for power in ("camera", "geolocation", "microphone", "payment", "usb"))
CSRF_FAILURE_VIEW = "fogsite.errors.form_refused"
CSRF_TRUSTED_ORIGINS = [SITE_URL] if HTTPS else []
X_FRAME_OPTIONS = "DENY"
# `check --deploy` would have us speak for all subdomains, and redirect where the proxy does it already; and our library
# `i18n` stands in for Django's on purpose.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021", "templates.W003"]

# --- Logging --------------------------------------------------------------------------------------------------------

LOG_LEVEL = env.one_of("LOG_LEVEL", "INFO", "DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMAT = env.one_of("LOG_FORMAT", "TEXT", "TEXT", "JSON")
SENTRY_DSN = env.text("SENTRY_DSN")  # where errors are sent; without it nowhere
LOGGING = log_settings(LOG_LEVEL, LOG_FORMAT, SENTRY_DSN if env.is_dsn(SENTRY_DSN) else "")
