"""The addresses of the feature “rematch”."""

from django.urls import path

from games.rematch import api, views

PAGES = [path("m/<slug:public_id>/rematch", views.play_again, name="rematch")]
OPERATIONS = [path("v1/matches/<slug:public_id>/rematch/", api.RematchView.as_view(), name="api_rematch")]
