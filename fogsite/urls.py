"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from fogsite.errors import no_stream
from fogsite.health import healthz

handler404 = "fogsite.errors.not_found"
handler429 = "accounts.limits.too_many"  # of allauth's own limits
handler500 = "fogsite.errors.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("stream/", no_stream, name="stream"),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
