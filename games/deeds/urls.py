"""The addresses of the feature “deeds”."""

from django.urls import path

from games.deeds import api, views

PAGES = [path("deeds/<slug:slug>/", views.deeds_of, name="deeds_of")]
OPERATIONS = [path("v1/deeds/", api.DeedsView.as_view(), name="api_deeds")]
