"""The site's addresses, and one whose view has a fault."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from fogsite.urls import handler500, urlpatterns

__all__ = ["handler500", "urlpatterns"]


def fail(request: HttpRequest) -> HttpResponse:
    raise ValueError("a secret in a traceback")


urlpatterns = [path("fail", fail), *urlpatterns]
