"""The commands at the table: opening and closing a session, its score, and entering reports."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.game.common_reports import Deal
from referee.game.game import struck_in
from referee.game.ruleset import WITHOUT
from referee.kit.messages import together
from referee.language.words import folded, quoted
from referee.rules.custom import in_words as own_rules_in_words
from referee.rules.options import read_house
from referee.table.objects import table_object
from referee.table.referee import Referee
from scoresheets.catalogue import TALLY, NoGame, counts_as, game_called, name_in, titled, whole_name
from scoresheets.cli import console, tally
from scoresheets.cli.answers import say as say_words
from scoresheets.cli.options import Chosen, Db, House, Json, Like, Number, Plain, Verify, Words, Yes
from scoresheets.display import phrases
from scoresheets.display.plain import struck
from scoresheets.display.rulings import Said
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from referee.game.game import Game

# Opening, closing


def new(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[list[str] | None, typer.Argument(metavar="PLAYER…", show_default=False)] = None,
    same: Annotated[
        bool, typer.Option("--same", help="The same players and rules as last time; the next player deals first.")
    ] = False,
    group: Annotated[
        str, typer.Option("--group", metavar="GROUP", help="The players of a saved group.", show_default=False)
    ] = "",
    options: Chosen = None,
    house: House = "",
    like: Like = None,
    dealer: Annotated[str, typer.Option(metavar="WHO", help="Who deals first.")] = "",
    draw: Annotated[bool, typer.Option("--draw", help="Draw lots for the seats and the dealer.")] = False,
    title: Annotated[str, typer.Option(metavar="TEXT", help="A title for this game.")] = "",
    name: Annotated[str, typer.Option(metavar="TEXT", help="What you play, if you keep a tally.")] = "",
    low_wins: Annotated[
        bool | None,
        typer.Option(
            "--low-wins/--high-wins", help="In a tally, whether the fewest or the most points win.", show_default=False
        ),
    ] = None,
    place: Annotated[str, typer.Option(metavar="TEXT", help="Where you play.")] = "",
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Start a game. Then run `referee table` and type what happens.

    Name the players clockwise around the table. If you add `--group NAME`, they are saved as a group; next time,
    `--group NAME` is enough.

    You play by the standard rules unless you change them with `--house`, `--like` or `--set`. That counts only for
    this game. If two of them change the same rule, `--set` overrides `--like`, and `--like`
    overrides `--house`.
    """
    game, players = whole_name(game, players or [])
    known_or_tally(game, same)
    played = game_called(game)
    last: Session | None = None
    if same or group:
        with open_journal(create=bool(players)) as journal:
            last = _last_table(journal) if same else None
            players = seated(journal, players, group, last)
    if not players:
        clockwise = f"Name the players clockwise, as in `referee new {game} PLAYER…`"
        raise CommandError(f"Who's playing? {clockwise}, or use --group GROUP or --same.", USAGE)
    before = last.house if last and last.slug == played.slug and not house else None
    profile = house or (last.profile if last else "")
    if low_wins is not None:
        if played.slug != TALLY:
            raise CommandError(
                f"--low-wins and --high-wins work only with `tally`. {played.name} has its own rules.", USAGE
            )
        options = [*(options or ()), f"{tally.OPTION}={'yes' if low_wins else 'no'}"]
    title = title_of(played, name, title, last)
    if before and last and last.counts_as != counts_as(played.slug, title):
        before = {option: value for option, value in before.items() if option != tally.OPTION}  # of another game
    profile, chosen = agreed(played, len(players), profile, options or (), like or (), before)
    seats, seed = players, None
    if draw:
        seats, dealer, seed = drawn(players, dealer)
    with open_journal(create=True) as journal:
        if played.slug == TALLY:
            chosen = tally.with_a_winner(journal, name_in(title), chosen, tally.at_the_terminal())
        begun(
            journal,
            game,
            seats,
            chosen,
            dealer=dealer,
            title=title,
            place=place,
            seed=seed,
            profile=profile,
            plain=plain,
            shell=console.in_a_shell(),
        )
        if group:
            _remember(journal, group, players)


def title_of(game: Game[Any], name: str, title: str, last: Session | None) -> str:
    """The title of a session. A tally repeats the title of the ``last`` one."""
    if game.slug == TALLY and last and last.slug == TALLY and not name:
        return titled(name_in(last.title), title) if title else last.title
    return titled(name, title)


def _last_table(journal: Journal) -> Session:
    """The session resumed last. Raises CommandError if there is none."""
    if (number := journal.latest()) is None:
        raise CommandError("Nobody has played yet. Name the players clockwise.", NOTHING)
    return journal.readable(number)


def seated(journal: Journal, players: Sequence[str], group: str, last: Session | None) -> list[str]:
    """The players: those of the last session, with the seats turned by one, or those of a group. Raises CommandError.

    A group that isn't known yet is made of ``players``.
    """
    if last and (players or group):
        raise CommandError(f"--same uses the players of session {last.number}: don't name any.", USAGE)
    if last:
        return turned(last)
    from scoresheets.keeping import groups

    known = groups.find(journal, group) if players else groups.called(journal, group)
    if known and players and {folded(name) for name in players} != {folded(name) for name in known.players}:
        text = f"{known.name} is {', '.join(known.players)}"
        raise CommandError(f"{text}. To change that, run `referee players group`.", REFUSED)
    return [*players] or [*(known.players if known else ())]


def _remember(journal: Journal, group: str, players: Sequence[str]) -> None:
    """Saves a new group."""
    from scoresheets.keeping import groups

    if not groups.find(journal, group):
        remembered = groups.remember(journal, group, players)
        console.tell(f"Saved group {remembered.name}: {', '.join(remembered.players)}")


def turned(session: Session) -> list[str]:
    """The players of a session, with the seats turned by one so that another player deals first."""
    from scoresheets.keeping.unreplayable import UnreplayableSession

    if isinstance(session, UnreplayableSession):
        console.tell(
            f"{session.slug} is no longer installed. These are the players who started session {session.number}."
        )
        seats = [str(seat) for seat in session.players]
    else:
        seats = [str(seat) for seat in session.referee.seats]
    return seats[1:] + seats[:1]


def begun(
    journal: Journal,
    game: str,
    players: Sequence[str],
    chosen: dict[str, str],
    *,
    dealer: str = "",
    title: str = "",
    place: str = "",
    seed: int | None = None,
    profile: str = "",
    plain: bool = False,
    shell: bool = False,
) -> Session:
    """Opens a session, and prints the rules it is played by, and what to type: at the prompt, or in a ``shell``."""
    if not (mine := database.own_session()):
        _close_finished(journal)
    session = journal.new(game, players, chosen, dealer=dealer, title=title, place=place, seed=seed, profile=profile)
    with console.after_saving():
        for line in contract(session, shell):
            console.marked(line, plain)
    if mine:
        console.tell(f"REFEREE_SESSION is still set: what you type goes to session {mine}.")
    return session


def known_or_tally(game: str, same: bool = False) -> None:
    """Raises CommandError if there is no such game, and suggests how to keep its score anyway.

    If it is for the ``same`` table as last time, says what happened to the game.
    """
    try:
        game_called(game)
    except CommandError as error:
        if same and (gone := _gone(game)):
            raise CommandError(gone, NOTHING) from None
        if not isinstance(error, NoGame) or error.broken:
            raise
        instead = f"To keep score of any game, run `referee new tally PLAYER… --name {quoted(game)}`."
        text = f"{phrases.ended(error.message)} {instead}"
        raise CommandError(text, NOTHING) from None


def _gone(game: str) -> str:
    """Says that the game of the last session isn't installed any more. "" if another was played."""
    with open_journal() as sessions:
        last = _last_table(sessions)
    if last.slug != folded(game):
        return ""
    if not last.sheet:
        return f"{last.slug}, the game of session {last.number}, is no longer installed or can't be played"
    return (
        f"{last.slug} was started from a file. To play it again, name the file, for example"
        f" `referee new ./{last.slug}.toml --same`"
    )


def agreed(
    played: Game[Any],
    players: int,
    house: str,
    options: Sequence[str],
    like: Sequence[str] = (),
    before: Mapping[str, str] | None = None,
) -> tuple[str, dict[str, str]]:
    """The house, and the options that it and the table choose. Raises CommandError.

    Other options stay as they were ``before``.
    """
    from scoresheets.book import house as houses
    from scoresheets.keeping.config import setting

    try:
        chosen = read_house(", ".join(options))
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    chosen = dict(before or {}) | houses.variants([played], like, players)[played.slug] | chosen
    profile = house or setting("profile").value or houses.STANDARD
    if houses.is_standard(profile):
        return "", chosen
    own_house = houses.read(profile)
    if not own_house.plays(played):
        console.tell(f"The house {own_house.name} has no rules for {played.slug}, so you play by the standard rules.")
    return own_house.name, own_house.of(played, players if players in played.players else 0) | chosen


def drawn(players: Sequence[str], dealer: str) -> tuple[list[str], str, int]:
    """The players in seats drawn by lot, a dealer, and the seed for repeating the draw."""
    import random
    import secrets

    seed = secrets.randbelow(2**31)
    luck = random.Random(seed)
    seats = list(players)
    luck.shuffle(seats)
    return seats, dealer or luck.choice(seats), seed


def _close_finished(journal: Journal) -> None:
    """Closes a finished game, to make room for the next."""
    number = journal.in_play()
    if number is None:
        return
    try:
        session = journal.session(number)
    except NoGame:
        return  # its game isn't installed, which mustn't block another game
    if session.referee.over:
        session.end()
        console.tell(f"Saved session {number}: {phrases.won(session.referee)}")


SOME_RULES = 4
"""House rules to name when a game begins. `house` lists them all."""


def contract(session: Session, shell: bool = False) -> Iterator[str]:
    """The summary of a new game: players, dealer, what differs from the standard rules, and what can be changed."""
    referee = session.referee
    game = referee.game
    seats = ", ".join(referee.seats)
    teams = f"{' against '.join(referee.hand.sides)}. " if len(referee.hand.sides) < len(referee.seats) else ""
    yield f"{session.title or game.name} (session {session.number}). {teams}Clockwise: {seats}."
    if Deal in game.reports:
        first = session.dealer or referee.dealer
        other = next((seat for seat in referee.seats if seat != first), "")
        deals = f"{quoted(other)} deals" if other else ""
        typed = f"run `referee say {deals}`" if shell else f"type `{deals}`"
        named = f" To change that, {typed}." if other and not session.dealer else ""
        yield f"{first} deals first.{named}"
    book = game.house(len(referee.seats), {})
    changed = [name for name, value in referee.house.items() if value != book.get(name)]
    if session.profile or changed:
        whose = f"House rules of {session.profile}" if session.profile else "House rules"
        yield f"{whose}{':' if changed else ': the standard rules.'}"
    bare: dict[str, list[str]] = {}  # numbers without a description, by the rule with their sentence
    for option in game.options:
        value, books = (
            "none" if number is None else number for number in (referee.house[option.name], book[option.name])
        )
        if option.name == WITHOUT:
            gone = [rule for rule in game.rules if rule in struck_in(referee.house)]
            yield from (f"  not played: {struck(f'{rule}  {game.rules[rule].text}')}" for rule in gone)
        elif option.name in changed:
            said = [rule for rule in option.rules if game.rules[rule].is_about(option.name)]
            if option.in_words and not (said and option.choices):
                yield f"  {option.name}={value}  {option.text} (standard: {books})"
            else:
                bare.setdefault((said or option.rules)[0], []).append(f"{option.name}={value}")
    for rule, numbers in bare.items():
        yield f"  {', '.join(numbers)}  {game.said(rule, len(referee.seats), referee.house)}"
    yield from (f"  {rule}" for rule in own_rules_in_words(referee.house))
    choices = [option.name for option in game.options if option.choices and option.name not in (*changed, WITHOUT)]
    if choices:
        some = together([f"`{name}`" for name in choices[:SOME_RULES]])
        lists = "run `referee house`" if shell else "type `house`"
        yield f"You can change house rules, such as {some}. To see them all, {lists}."
    if game.short_form:
        how = game.short_form.removeprefix("Type ")
        if how != game.short_form or how[0] == "`":
            yield f"To enter a hand, {'run `referee table` and ' if shell else ''}type {how}"
        else:
            yield f"{'Run `referee table` to enter the hands. ' if shell else ''}{how}"
    yield phrases.awaits(referee, besides=False)


def end(
    yes: Yes = False,
    count: Annotated[bool, typer.Option("--count", help="If the game stops early, count the score so far.")] = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Close the session. A game that stops early has no winner, unless you count the score so far.

    In the middle of a hand, `end` says what won't count. At a terminal, it asks before it closes the
    session. `resume` undoes it.
    """
    with open_journal() as journal:
        session = journal.open_session()
        close(session, confirmed if sys.stdin.isatty() and not yes else None, plain, count=count)


def confirmed() -> bool:
    """The user's answer at the terminal."""
    return typer.confirm("Stop the game?", err=True)


def close(session: Session, confirm: Callable[[], bool] | None, plain: bool, *, count: bool = False) -> None:
    """Closes a session and prints its result. Raises CommandError if ``confirm`` says no."""
    dropped = phrases.dropped(session.referee)
    said: Said = [(dropped, "")] if dropped else []
    ask = confirm if dropped else None
    early, hands = session.unplayed, session.referee.standing.hands
    count = count and bool(hands)  # else there is nothing to count
    if ask:
        console.lines_out(said, plain)
        if not ask():
            raise CommandError(f"Session {session.number} stays open.", REFUSED)
    session.end(count=early and count)
    with console.after_saving():
        if not ask:
            console.lines_out(said, plain)
        show_closed(session, plain)
        ahead = session.referee.ahead() if early and hands else []
        if ahead and count:
            console.say(f"Counted as a win for {together(ahead)}.")
        elif early:
            then = " To count it as a win for {}, run `referee end --count` after that."
            counted = then.format(together(ahead)) if ahead else ""
            console.say(f"To continue, run `referee resume {session.number}`.{counted}")


def show_closed(session: Session, plain: bool) -> None:
    """Shows the score sheet of a closed session, and who pays whom."""
    draw(session, plain)
    console.say(f"Saved as session {session.number}.")
    if session.referee.chips:
        from scoresheets.looking_back.settle import KITTY, fewest, in_kitty, in_words, of_table

        chips = of_table(session.referee)
        payments = fewest(chips)
        if payments:
            console.say("To settle up:")
        if left := chips.get(KITTY):
            console.say(f"  {in_kitty(left)}")
        for payment in payments:
            console.say(f"  {in_words(payment)}")


def resume(
    session: Annotated[int, typer.Argument(metavar="SESSION")],
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Continue a closed session, switch to another open one, or count one again that was set aside."""
    with open_journal() as journal:
        taken_up = journal.session(session)
        was_aside = taken_up.aside
        taken_up.resume()
        with console.after_saving():
            if was_aside and taken_up.ended:
                console.say(f"Session {session} counts again. It is still closed.")
                return
            console.say(f"Session {taken_up.number}: {heading(taken_up)}")
            show_where_we_are(taken_up)


def heading(session: Session) -> str:
    text = f"{session.title or session.name} ({', '.join(session.players)})"
    return f"{text}, totals only" if session.only_totals else text


def show_where_we_are(session: Session) -> None:
    """Shows the last saved report, the totals and what is next."""
    if session.course.standing:
        last = session.course.standing[-1]
        console.say(f"  Last entry: {last.text} (line {last.line})")
    console.say(f"  {phrases.totals(session.referee)}")
    for text in (phrases.now(session.referee), phrases.awaits(session.referee)):
        if text:
            console.say(f"  {text}")


# The score sheet


def score(
    session: Number = 0,
    verify: Verify = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show the score sheet, the dealer and what is next."""
    with open_journal() as journal:
        chosen = journal.session(session) if session else journal.open_session()
        if json:
            console.json_out({"session": chosen.number} | table_object(chosen.referee))
        else:
            draw(chosen, plain, verify=verify)


def draw(session: Session, plain: bool, referee: Referee | None = None, *, verify: bool = False) -> None:
    """Prints the score sheet of a session, or of an earlier ``referee`` of it."""
    from scoresheets.display.sheets import sheet

    title = f"session {session.number}" + (f": {session.title}" if session.title else "")
    chain = session.chain if verify else ""
    console.show(sheet(referee or session.referee, title=title, chain=chain, plain=plain), plain)
    if referee in (None, session.referee) and (hands := session.unconfirmed):
        console.say(phrases.to_confirm(hands))


# Telling


def say(
    report: Words,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Save nothing.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Enter a line from the shell.

    Put `;` between several reports. With `-`, it reads lines from stdin. An accepted report is saved before you see
    the answer. If a report is refused, the rest of its line is ignored.
    """
    raise typer.Exit(say_words(report, dry=dry_run, json=json, plain=plain))


def penalty(
    words: Annotated[list[str], typer.Argument(metavar="WHO RULE", show_default=False)],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Save nothing.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Charge a player for breaking a house rule. If the rule has no price, the breach is only noted.

    At the table, type `penalty WHO RULE`. To add a rule there, type `house rule NAME = POINTS DESCRIPTION`.
    """
    raise typer.Exit(say_words(["penalty", *words], dry=dry_run, json=json, plain=plain))
