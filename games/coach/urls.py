"""The addresses of the feature “coach”."""

from django.urls import path

from games.coach import views

PAGES = [path("settings/coach", views.choose_coach, name="choose_coach")]
