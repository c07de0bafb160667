"""Who I am and what waits for me; which games there are."""

from django.utils.translation import gettext as _

from accounts.links import absolute
from games.core.api import showing
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.pagination import paginate, with_query
from games.core.api.shapes import ChoiceSeen, CursorQuery, Games, GameSeen, Me, OptionSeen, Turn, Turns
from games.core.api.view import ApiView
from games.core.clock.terms import BANKS, INCREMENTS, PACES, TOTALS
from games.core.pages import lists, rulebook
from games.core.reading import level_words, reliability
from games.rules import registry
from games.rules.game import Option


class MeView(ApiView):
    @endpoint("who_am_i")
    def get(self, request: AllowedRequest) -> Me:
        """Return who am I, and what may this token do?"""
        user = request.user
        return Me(
            name=user.username,
            language=user.language,
            time_zone=user.time_zone,
            token=request.auth.name,
            scopes=request.auth.scopes,
            waiting=lists.matches_waiting(user),
            reliability=showing.reliable(reliability.reliability_of(user.pk)),
            vacations=showing.vacations(user.vacations.spans()),
            is_program=user.is_program,
        )


class TurnsView(ApiView):
    @endpoint("my_turns")
    def get(self, request: AllowedRequest, query: CursorQuery) -> Turns:
        """Return the matches that wait for me, most urgent first."""
        turns = lists.waiting_turns(request.user)
        found, rest = paginate(turns, query.cursor, time="deadline", name="match__public_id", soonest=True)
        rows = lists.waiting_rows(found, request.user)
        return Turns(results=[_turn(row) for row in rows], next=with_query(request, cursor=rest) if rest else None)


def _turn(row: lists.MatchRow) -> Turn:
    assert row.since is not None
    assert row.deadline is not None
    return Turn(
        match=row.match.public_id,
        game=row.match.game,
        title=row.title,
        opponents=row.opponents,
        since=row.since,
        deadline=row.deadline,
        asked=row.asked,
        page=absolute("match", row.match.public_id),
    )


class GamesView(ApiView):
    @endpoint("games")
    def get(self, request: AllowedRequest) -> Games:
        """Return the games that can be played here, with their options."""
        return Games(
            results=[_game(slug) for slug in registry.slugs()],
            paces=list(PACES),
            banks=list(BANKS),
            increments=list(INCREMENTS),
            totals=list(TOTALS),
        )


def _game(slug: str) -> GameSeen:
    meta = registry.current(slug).meta
    return GameSeen(
        slug=slug,
        title=_(meta.title),
        version=meta.version,
        seats=[_(name) for name in meta.seat_names],
        options=[_option(option) for option in meta.options],
        levels=[ChoiceSeen(value=name, label=title) for name, title in level_words.titles(slug).items()],
        rules=absolute("rules_of", slug) if rulebook.rules_url(slug) else "",
    )


def _option(option: Option) -> OptionSeen:
    choices = [ChoiceSeen(value=choice.value, label=_(choice.label)) for choice in option.choices]
    return OptionSeen(
        name=option.name, title=_(option.title), help=_(option.help), choices=choices, default=option.default
    )
