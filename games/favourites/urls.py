"""The addresses of the feature “favourites”."""

from django.urls import path

from games.favourites import api

OPERATIONS = [path("v1/favourites/", api.FavouritesView.as_view(), name="api_favourites")]
