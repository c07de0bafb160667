"""All addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from fogsite.errors import no_stream
from fogsite.health import healthz

handler400 = "fogsite.errors.bad_request"
handler403 = "fogsite.errors.not_allowed"
handler404 = "fogsite.errors.not_found"
handler429 = "accounts.limits.too_many"  # of allauth's own limits
handler500 = "fogsite.errors.server_error"

admin.site.site_header = settings.SITE_NAME

urlpatterns = [
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("stream/", no_stream, name="stream"),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
