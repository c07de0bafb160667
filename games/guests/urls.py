"""The addresses of the feature “guests”."""

from django.urls import path

from games.guests import views

PAGES = [path("guest/matches/", views.merge_guest, name="merge_guest")]
