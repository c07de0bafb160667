"""The addresses of the feature “offers”."""

from django.urls import path

from games.offers import api, views, views_by_link

PAGES = [
    path("m/<slug:public_id>/offer", views.all_kinds, name="offers"),
    path("m/<slug:public_id>/offer/<slug:kind>", views.offer, name="offer"),
    path("o/<str:token>/", views_by_link.offer, name="offer_link"),
]
OPERATIONS = [
    path("v1/matches/<slug:public_id>/offer/", api.OfferView.as_view(), name="api_offer"),
    path("v1/matches/<slug:public_id>/offer/decline/", api.DeclineView.as_view(), name="api_decline_offer"),
]
