"""The addresses of the feature “rematch”."""

from django.urls import path

from games.rematch import views

PAGES = [path("m/<slug:public_id>/rematch", views.play_again, name="rematch")]
