"""The addresses of the feature “lobby”."""

from django.urls import path

from games.lobby import api, views

PAGES = [
    path("invitations/", views.lobby_page, name="lobby"),
    path("invitations/new/", views.new_match, name="invite"),
    path("invitations/new/<slug:slug>/", views.invite, name="invite_to"),
    path("invitations/new/<slug:slug>/clock", views.clock_words, name="clock_words"),
    path("invitations/new/<slug:slug>/words", views.terms_words, name="terms_words"),
    path("i/<slug:public_id>/", views.invitation, name="invitation"),
    path("i/<slug:public_id>/join", views.join, name="join"),
    path("i/<slug:public_id>/guest", views.join_as_guest, name="join_as_guest"),
    path("i/<slug:public_id>/withdraw", views.withdraw, name="withdraw"),
    path("i/<slug:public_id>/again", views.offer_again, name="offer_again"),
    path("i/<slug:public_id>/decline", views.decline, name="decline"),
    path("i/<slug:public_id>/leave", views.leave, name="leave"),
]
OPERATIONS = [
    path("v1/invitations/", api.InvitationsView.as_view(), name="api_invitations"),
    path("v1/invitations/<slug:public_id>/", api.InvitationView.as_view(), name="api_invitation"),
    path("v1/invitations/<slug:public_id>/join/", api.JoinView.as_view(), name="api_join"),
    path("v1/invitations/<slug:public_id>/leave/", api.LeaveView.as_view(), name="api_leave"),
    path("v1/invitations/<slug:public_id>/again/", api.OfferAgainView.as_view(), name="api_offer_again"),
    path(
        "v1/invitations/<slug:public_id>/decline/",
        api.DeclineInvitationView.as_view(),
        name="api_decline_invitation",
    ),
    path("v1/tickets/", api.TicketsView.as_view(), name="api_tickets"),
]
