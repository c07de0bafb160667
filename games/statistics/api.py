"""Statistics of the site, of a game and of a player."""

from django.http import Http404

from accounts import people
from games.core.api.access import AllowedRequest
from games.core.api.endpoint import endpoint
from games.core.api.view import ApiView
from games.core.reading import access
from games.statistics import balances, pages, queries as statistics, shapes as shown
from games.statistics.shapes import GameCount, GameStatistics, PlayerStatistics, SiteStatistics


class StatisticsView(ApiView):
    @endpoint("statistics")
    def get(self, request: AllowedRequest) -> SiteStatistics:
        """Return what came of the matches of all games."""
        found = statistics.ended()
        games = sorted(statistics.number_of_matches(found, lambda each: each.game).items())
        return SiteStatistics(
            games=[GameCount(game=game, matches=number) for game, number in games],
            ends=shown.endings_by_reason(found),
            lengths=shown.lengths(found),
        )


class GameStatisticsView(ApiView):
    @endpoint("game_statistics", 404)
    def get(self, request: AllowedRequest, slug: str) -> GameStatistics:
        """Return what came of the matches of a game."""
        seats = access.game_of(slug).meta.seats
        found = statistics.ended(slug)
        return GameStatistics(
            game=slug,
            matches=sum(each.number for each in found),
            sides=shown.sides(found, seats),
            armies=shown.army_balances(pages.armies_of(slug)),
            ends=shown.endings_by_reason(found),
            lengths=shown.lengths(found),
        )


class PlayerStatisticsView(ApiView):
    @endpoint("player_statistics", 404)
    def get(self, request: AllowedRequest, name: str) -> PlayerStatistics:
        """Return what came of a player's matches, by game, side and army, and against whom."""
        person = people.by_name(name)
        if person is None:
            raise Http404
        return PlayerStatistics(
            player=person.username,
            games=[shown.game_balance(each) for each in balances.in_games(balances.of_person(person, request.user.pk))],
            opponents=[shown.opponent(each) for each in balances.balances_by_opponent(person, request.user.pk)],
        )
