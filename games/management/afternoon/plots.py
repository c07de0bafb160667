"""The plots of an afternoon of moderators: what happens among its people, who reports it, and what is hard about it."""

from collections.abc import Callable
from datetime import timedelta

from django.db.models import F

from accounts import blocks, guests
from accounts.models import User
from games.bots import services as bots
from games.chat import services as chat
from games.core.models import ChatLine
from games.core.services import leaving, play
from games.management.afternoon.town import Town
from games.measures import services as measures
from games.measures.models import Kind, Measure
from games.reports import services as reports
from games.reports.models import Report

DAY = timedelta(days=1)
INSULT = "insult"
NAME = "name"
CHEATING = "cheating"
SPOILING = "spoiling"
OTHER = "other"
"""The reasons of reports."""


# --- Insults --------------------------------------------------------------------------------------------------------


def chain_of_insults(town: Town) -> None:
    """Have one person insult four opponents, each in a match of their own."""
    kurt = town.person("Kurt77")
    insults = town.shuffled(
        [
            "You idiot, learn the rules.",
            "Are you stupid or just slow?",
            "Even my dog plays better than you, moron.",
            "Pathetic. Go and cry somewhere else.",
        ]
    )
    for insult in insults:
        victim = town.anybody()
        [line] = town.chat(town.match(kurt, victim), (kurt, insult))
        trap = "a chain of insults: each looks small, together they are four"
        solution = (
            "Take all four together, hide the lines, and keep Kurt77 from chats for a week. A warning for each "
            "would miss the chain."
        )
        town.file(victim, line, INSULT, "", trap, solution)


def same_words_to_three(town: Town) -> None:
    """Have one person send the same advertisement to three opponents."""
    pete = town.person("PromoPete")
    text = "Get 500 free coins at best-coins.example, code PETE!"
    for _ in range(3):
        reader = town.anybody()
        [line] = town.chat(town.match(pete, reader), (pete, text))
        trap = "the same line, reported by three people"
        solution = (
            "Take the three together, hide all three lines, no chat for PromoPete, and close them with one answer "
            "that names none of the reporters."
        )
        town.file(reader, line, OTHER, "Advertising.", trap, solution)


def threat(town: Town) -> None:
    """Have somebody threaten an opponent with violence."""
    jago = town.person("Jago")
    victim = town.anybody()
    [line] = town.chat(town.match(jago, victim), (jago, "I know where you live. You will be sorry."))
    solution = "Hide the line and suspend Jago at once. Tell an operator, who may have to answer the police."
    town.file(victim, line, INSULT, "This frightens me.", "a threat: graver than an insult", solution)


def mutual_insults(town: Town) -> None:
    """Have two people insult each other, and report each other."""
    one = town.anybody()
    other = town.anybody()
    lines = town.chat(town.match(one, other), (one, "Cheater."), (other, "Liar."), after=0)
    trap = "both have insulted each other, and both report it"
    solution = "Judge both alike: hide both lines and remind both. Whom you read first is no reason."
    town.file(other, lines[0], INSULT, "Calls me a cheater!", trap, solution)
    town.file(one, lines[1], INSULT, "Calls me a liar!", trap, solution)


def other_languages(town: Town) -> None:
    """Have insults in German and in Italian, by people who read these languages."""
    gerd = town.person("Gerd", "de")
    gino = town.person("Gino", "it")
    trap = "the person reads {language}: the reason must be in it"
    solution = "Hide the line and warn {name}. Begin with a sentence of the form: it comes in {language}."
    for author, language, called, said, why in (
        (gerd, "de", "German", "Halt die Klappe, du Volltrottel.", "Beleidigung. Bitte tut etwas."),
        (gino, "it", "Italian", "Sei proprio un cretino, lascia perdere.", "Mi insulta. Fate qualcosa, per favore."),
    ):
        reader = town.anybody()
        [line] = town.chat(town.match(author, reader), (author, said), language=language)
        filled = {"name": author.username, "language": called}
        town.file(reader, line, INSULT, why, trap.format(**filled), solution.format(**filled))


# --- Moderators who are involved ------------------------------------------------------------------------------------


def moderator_plays(town: Town) -> None:
    """Have a match reported in which the moderator of the afternoon plays."""
    nils = town.person("Nils")
    match = town.match(nils, town.mo, watchable=True)
    town.chat(match, (nils, "You take your time, don’t you?"))
    trap = "Mo plays in the match, so Mo is involved"
    solution = "Mo doesn’t find it, nor is it counted for Mo. Another moderator judges it."
    town.file(town.anybody(), match, SPOILING, "One of them lets the other wait.", trap, solution)


def moderator_has_blocked(town: Town) -> None:
    """Have somebody report a line whom the moderator of the afternoon has blocked."""
    quinn = town.person("Quinn")
    other = town.anybody()
    blocks.block(town.mo, quinn)
    [line] = town.chat(town.match(quinn, other), (other, "You play like a coward."))
    trap = "Mo has blocked the reporter, so Mo is involved"
    solution = "Mo doesn’t find it, nor is it counted for Mo. Another moderator judges it."
    town.file(quinn, line, INSULT, "", trap, solution)


def about_a_moderator(town: Town) -> None:
    """Have a line reported that another moderator wrote."""
    mia = town.moderator("Mia")
    reader = town.anybody()
    [line] = town.chat(town.match(mia, reader), (mia, "Stop whining. I’m a moderator, I know the rules."))
    trap = "the reported person is a moderator"
    solution = (
        "Hide the line if you must, but decide nothing about Mia: only an operator does. Write them, and close it "
        "with “the people who run the site”."
    )
    town.file(reader, line, INSULT, "Is that how moderators talk?", trap, solution)


# --- Reports that are not what they seem ----------------------------------------------------------------------------


def nothing_in_the_chat(town: Town) -> None:
    """Have somebody report insults in a match whose chat holds none."""
    reporter = town.anybody()
    other = town.anybody()
    match = town.match(reporter, other)
    town.chat(match, (other, "Sorry, I had to do that."))
    trap = "a false report: nothing is in the chat"
    solution = "Read the whole chat. Then close it with “nothing against the rules”, and write nothing to the player."
    town.file(reporter, match, INSULT, "Insults me all the time!!!", trap, solution)


def slow_opponent(town: Town) -> None:
    """Have somebody report an opponent who has not moved since yesterday."""
    reporter = town.anybody()
    match = town.match(reporter, town.anybody())
    town.chat(match, (reporter, "Are you still there?"), after=0)
    trap = "nothing is wrong: the clock decides"
    solution = "No ruling. The time runs out by itself. Close it with “nothing”, and say how the clock works."
    town.file(reporter, match, SPOILING, "Doesn’t move. Give me the win.", trap, solution)


def played_by_a_program(town: Town) -> None:
    """Have somebody reported for playing by a program."""
    reporter = town.anybody()
    match = town.match(reporter, town.anybody())
    town.chat(match, (reporter, "You answer within seconds, at night, too."))
    trap = "programs are allowed"
    solution = "Close it with “nothing”. The log says which moves came from a program."
    town.file(reporter, match, CHEATING, "That’s no human.", trap, solution)


def against_the_computer(town: Town) -> None:
    """Have somebody report a match against the computer."""
    reporter = town.anybody()
    match = bots.challenge(reporter, next(town.games), {})
    trap = "the opponent is the computer: nobody is reported"
    solution = "Close it with “nothing”. The draws can be checked once the match is over. Nobody can be told anything."
    town.file(reporter, match, CHEATING, "The dice are loaded. It always gets what it needs.", trap, solution)


def about_a_guest(town: Town) -> None:
    """Have a guest reported."""
    trap = "the reported person is a guest"
    solution = "Nothing to do: guests can’t chat, and the account ends by itself. Close it with “nothing”."
    town.file(town.anybody(), guests.create(), OTHER, "Has no name. Is that allowed?", trap, solution)


def harmless_name(town: Town) -> None:
    """Have somebody reported for a name that offends nobody."""
    first = town.person(town.shuffled(["Hugo", "Greta"])[0])
    other = town.anybody()
    reporter = other if other != first else town.anybody()
    trap = "the name is a common first name"
    solution = "Close it with “nothing”, and write nothing to the player."
    town.file(reporter, first, NAME, "I knew somebody of this name. Horrible person.", trap, solution)


def reports_everything(town: Town) -> None:
    """Have somebody report everybody, once with good reason."""
    wanda = town.person("Wanda")
    excuses = ("Too slow.", "Too fast.", "Looks suspicious.", "Has a silly picture.", "Never says hello.", "Wins.")
    trap = "Wanda reports everything, and seven of eight are nothing"
    solution = "Close it with “nothing”. Don’t take Wanda’s eight together: one of them is right."
    for excuse, name in zip(excuses, town.shuffled(["Alma", "Bruno", "Celia", "Dario", "Edda", "Felix"]), strict=True):
        town.file(wanda, town.person(name), OTHER, excuse, trap, solution)
    other = town.anybody()
    lines = town.chat(town.match(wanda, other), (other, "Well played."), (other, "Wanda, you are a stupid cow."))
    town.file(wanda, lines[0], INSULT, "Sarcasm!", trap, solution)
    trap = "Wanda reports everything, and this time Wanda is right"
    town.file(wanda, lines[1], INSULT, "", trap, "Hide the line and warn its author, as for anybody else.")


def family(town: Town) -> None:
    """Have two people of one household reported as one person with two accounts."""
    tina = town.person("TinaWeber")
    timo = town.person("TimoWeber")
    said = ((tina, "Dinner in ten minutes, Mum says."), (timo, "One more move! You had the laptop all day."))
    town.chat(town.match(tina, timo, moves=5), *said)
    rival = town.anybody()
    trap = "several accounts that are a family"
    solution = (
        "Close it with “nothing”. Two people who play from one home are no offence: they play each other to the end, "
        "at different hours, and talk like two."
    )
    for person in (tina, timo):
        town.file(rival, person, CHEATING, "Same surname, always together. Two accounts!", trap, solution)


def traded_matches(town: Town) -> None:
    """Have two accounts reported because one loses to the other on purpose."""
    viktor = town.person("Viktor")
    second = town.person("ViktorII")
    match = town.match(viktor, second, moves=1, rated=True, watchable=True)
    town.chat(match, (second, "Take this one too. 200 points to go."), (viktor, "Thanks, me."), after=0)
    play.resign(match.public_id, second.pk)
    trap = "matches lost on purpose, by what seems a second account"
    solution = "Exclude the match from ratings, and bar both from rated matches. That they are one person isn’t proved."
    for about in (match, viktor):
        town.file(town.anybody(), about, CHEATING, "Wins without a move.", trap, solution)


# --- What has changed since -----------------------------------------------------------------------------------------


def offensive_name(town: Town) -> None:
    """Have two people report an offensive name."""
    rude = town.person("YouAreTrash")
    for reporter in (town.anybody(), town.anybody()):
        trap = "an offensive name: no moderator can change it"
        solution = (
            "Ask a superuser, who changes the name, and remind the person. Close both reports with “the people who run "
            "the site”."
        )
        town.file(reporter, rude, NAME, "", trap, solution)


def left_since(town: Town) -> None:
    """Have somebody reported who then closes the account."""
    lars = town.person("Lars")
    victim = town.anybody()
    [line] = town.chat(town.match(lars, victim), (lars, "Get lost, you loser. I’m leaving this dump."))
    solution = "Hide the line. There is nobody left to decide about or to write to."
    town.file(victim, line, INSULT, "", "the reported person has left since", solution)
    leaving.close_account(lars)


def hidden_line_quoted(town: Town) -> None:
    """Have a decision about a match repeat the line that a moderator has hidden, and a player repeat it too."""
    author = town.anybody()
    victim = town.anybody()
    match = town.match(author, victim)
    said = ((author, "You smell, fatso."), (victim, "“You smell, fatso.” That’s what you wrote!"))
    insult, quote = town.chat(match, *said, after=0)
    chat.hide(insult, "An insult.")
    play.adjudicate(match.public_id, "!void", "Ended, because “You smell, fatso.” is no way to talk.")
    trap = "the log quotes the hidden line: in the reason of a decision"
    solution = (
        "A reason can’t be changed: close it with “You’re right, but there’s nothing we can do about it.” Note it in "
        "the case, and don’t quote the line again."
    )
    town.file(victim, match, OTHER, "The decision says it once more, for all to read.", trap, solution)
    trap = "the reported line only quotes another one, which is hidden"
    solution = "Hide the quote too, but warn nobody: its author was the one insulted."
    town.file(author, quote, INSULT, "Now it’s written there again.", trap, solution)


def suspended_and_answered(town: Town) -> None:
    """Have somebody suspended by another moderator answer the suspension."""
    ubald = town.person("Ubald")
    mia = town.moderator("Mia")
    victim = town.anybody()
    [line] = town.chat(town.match(ubald, victim), (ubald, "Shut up or I’ll make you."))
    trap = "closed by Mia; the suspended person has answered"
    solution = (
        "Judge the answer under “Measures”, since Mia can’t: she decided. The words were meant for another person, "
        "but they stand in the chat; a week is long for a first time."
    )
    report = town.file(victim, line, INSULT, "", trap, solution)
    _closed(report, mia, line)
    measure = measures.take(ubald, Kind.SUSPEND, "You’ve threatened another player.", 7, mia, report)
    measures.appeal(measure, ubald, "I meant my brother, who was shouting beside me. I’m sorry. It was the first time.")


def _closed(report: Report, moderator: User, line: ChatLine) -> None:
    reports.take_report(report.pk, moderator)
    chat.hide(line, "A threat.")
    reports.close_report(report.pk, moderator, Report.Outcome.HIDDEN, "You’re right, that was a threat.")


def ended_in_an_outage(town: Town) -> None:
    """Have somebody insult again whose term ended while nothing swept."""
    xaver = town.person("Xaver")
    mia = town.moderator("Mia")
    measure = measures.take(xaver, Kind.MUTE, "You’ve insulted other players in chats.", 1, mia)
    was = {"begun": F("begun") - 5 * DAY, "ends": F("ends") - 5 * DAY}
    Measure.objects.filter(pk=measure.pk).update(**was)
    victim = town.anybody()
    [line] = town.chat(town.match(xaver, victim), (xaver, "Back again, you clown."))
    trap = "a term that ended during an outage: the row has no end yet"
    solution = (
        "The first measure is over, no matter what swept. Hide the line and take a longer one: nothing is in the way."
    )
    town.file(victim, line, INSULT, "Wasn’t Xaver muted?", trap, solution)


PLOTS: tuple[Callable[[Town], None], ...] = (
    *(chain_of_insults, same_words_to_three, threat, mutual_insults, other_languages),
    *(moderator_plays, moderator_has_blocked, about_a_moderator),
    *(nothing_in_the_chat, slow_opponent, played_by_a_program, against_the_computer, about_a_guest, harmless_name),
    *(reports_everything, family, traded_matches),
    *(offensive_name, left_since, hidden_line_quoted, suspended_and_answered, ended_in_an_outage),
)
"""What happens in an afternoon, in an order that the seed draws."""
