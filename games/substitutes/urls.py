"""The addresses of the feature “substitutes”."""

from django.urls import path

from games.substitutes import api, views

PAGES = [
    path("m/<slug:public_id>/seat", views.open_seat, name="open_seat"),
    path("m/<slug:public_id>/seat/take", views.take, name="take_seat"),
    path("m/<slug:public_id>/seat/close", views.close_seat, name="close_seat"),
]
OPERATIONS = [
    path("v1/seats/", api.OpenSeatsView.as_view(), name="api_open_seats"),
    path("v1/seats/<slug:public_id>/", api.OpenSeatView.as_view(), name="api_open_seat"),
]
