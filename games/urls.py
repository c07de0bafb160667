"""Addresses of matches. A match is `/m/<id>/`, any earlier ply of it `/m/<id>/<ply>/`."""

from django.urls import include, path

from games import views, views_guide, views_house, views_lobby, views_people, views_talk, views_watch

urlpatterns = [
    path("", views.home, name="home"),
    path("api/", include("games.api.urls")),
    path("fairness/", views.fairness, name="fairness"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:slug>/", views.rules_of, name="rules_of"),
    path("matches/", views.my_matches, name="my_matches"),
    path("matches/next/", views.next_match, name="next_match"),
    path("invitations/", views_lobby.lobby_page, name="lobby"),
    path("invitations/new/", views_lobby.choose_game, name="invite"),
    path("invitations/new/<slug:slug>/", views_lobby.invite, name="invite_to"),
    path("i/<slug:public_id>/", views_lobby.invitation, name="invitation"),
    path("i/<slug:public_id>/join", views_lobby.join, name="join"),
    path("i/<slug:public_id>/withdraw", views_lobby.withdraw, name="withdraw"),
    path("i/<slug:public_id>/decline", views_lobby.decline, name="decline"),
    path("i/<slug:public_id>/leave", views_lobby.leave, name="leave"),
    path("players/<str:name>/", views_people.profile, name="profile"),
    path("settings/archive", views_people.my_archive, name="archive"),
    path("settings/leave/", views_people.leave, name="leave_site"),
    path("try/<slug:slug>", views_house.try_out, name="try_out"),
    path("house/<slug:slug>/", views_house.challenge, name="challenge"),
    path("m/<slug:public_id>/", views.match, name="match"),
    path("m/<slug:public_id>/<int:ply>/", views.match, name="match_ply"),
    path("m/<slug:public_id>/submit", views.submit, name="submit"),
    path("m/<slug:public_id>/plan", views.plan, name="plan"),
    path("m/<slug:public_id>/army", views.army, name="army"),
    path("m/<slug:public_id>/stamp", views.stamp, name="stamp"),
    path("m/<slug:public_id>/record.json", views.record, name="record"),
    path("m/<slug:public_id>/positions.json", views_watch.positions, name="positions"),
    path("m/<slug:public_id>/resign", views.resign, name="resign"),
    path("m/<slug:public_id>/offer/<slug:kind>", views_talk.offer, name="offer"),
    path("m/<slug:public_id>/chat", views_talk.chat, name="chat"),
    path("m/<slug:public_id>/mute", views_talk.mute, name="mute"),
    path("m/<slug:public_id>/rematch", views_talk.play_again, name="rematch"),
    path("m/<slug:public_id>/hints", views_guide.hints, name="hints"),
    path("m/<slug:public_id>/notes", views_talk.notes, name="notes"),
]
