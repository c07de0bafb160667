"""Addresses of saved armies."""

from django.urls import path

from games.boards.fantasy_dice_battles import views

urlpatterns = [
    path("armies/", views.armies_page, name="armies"),
    path("armies/take", views.take, name="take_army"),
    path("armies/new/<slug:faction>/", views.new, name="new_army"),
    path("armies/<int:number>/", views.saved_army, name="saved_army"),
    path("armies/<int:number>/delete", views.delete, name="delete_army"),
]
