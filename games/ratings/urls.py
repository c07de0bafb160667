"""The addresses of the feature “ratings”."""

from django.urls import path

from games.ratings import api, views

PAGES = [
    path("ratings/", views.ratings, name="ratings"),
    path("ratings/dump/", views.list_of_dumps, name="dumps"),
    path("ratings/dump/<str:name>", views.dump, name="dump"),
    path("ratings/<slug:slug>/", views.ratings_of, name="ratings_of"),
]
OPERATIONS = [
    path("v1/ratings/", api.RatingsView.as_view(), name="api_ratings"),
    path("v1/ratings/<slug:slug>/", api.RankingView.as_view(), name="api_ranking"),
]
