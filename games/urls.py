"""Addresses of matches. A match is `/m/<id>/`, any earlier ply of it `/m/<id>/<ply>/`."""

from django.urls import path

from games import views, views_armies

urlpatterns = [
    path("", views.home, name="home"),
    path("fairness/", views.fairness, name="fairness"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:slug>/", views.rules_of, name="rules_of"),
    path("matches/", views.my_matches, name="my_matches"),
    path("invitations/", views.lobby_page, name="lobby"),
    path("invitations/new/", views.choose_game, name="invite"),
    path("invitations/new/<slug:slug>/", views.invite, name="invite_to"),
    path("armies/", views_armies.armies_page, name="armies"),
    path("armies/take", views_armies.take, name="take_army"),
    path("armies/new/<slug:faction>/", views_armies.new, name="new_army"),
    path("armies/<int:number>/", views_armies.saved_army, name="saved_army"),
    path("armies/<int:number>/delete", views_armies.delete, name="delete_army"),
    path("i/<slug:public_id>/", views.invitation, name="invitation"),
    path("i/<slug:public_id>/join", views.join, name="join"),
    path("i/<slug:public_id>/withdraw", views.withdraw, name="withdraw"),
    path("m/<slug:public_id>/", views.match, name="match"),
    path("m/<slug:public_id>/<int:ply>/", views.match, name="match_ply"),
    path("m/<slug:public_id>/submit", views.submit, name="submit"),
    path("m/<slug:public_id>/plan", views.plan, name="plan"),
    path("m/<slug:public_id>/army", views.army, name="army"),
    path("m/<slug:public_id>/stamp", views.stamp, name="stamp"),
    path("m/<slug:public_id>/record.json", views.record, name="record"),
    path("m/<slug:public_id>/resign", views.resign, name="resign"),
]
