"""The commands that compare: with other rules, or with a paper sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.game.game import Game
from referee.rules.custom import is_own
from referee.rules.options import read_house
from referee.table.referee import Referee
from scoresheets.book.house import fault_everywhere, variants
from scoresheets.catalogue import game_called
from scoresheets.cli import console
from scoresheets.cli.history import STANDINGS
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.look import slug_of
from scoresheets.cli.options import Chosen, Csv, Db, Json, Like, Plain
from scoresheets.cli.progress import followed
from scoresheets.cli.times import day, iso, local
from scoresheets.display.reasons import asked_side
from scoresheets.errors import FINE, REFUSED, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from scoresheets.looking_back.reconcile import Reconciled
    from scoresheets.looking_back.season import Rescored, Season
    from scoresheets.looking_back.standings import PlayerRecord
    from scoresheets.looking_back.whatif import Otherwise

Which = Annotated[
    int, typer.Option("--session", metavar="N", help="Use session N, not the one in play.", show_default=False)
]


def whatif(
    options: Chosen = None,
    like: Like = None,
    session: Which = 0,
    every: Annotated[bool, typer.Option("--all", help="Rescore all finished games, and show who would lead.")] = False,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="With --all: only this game.", show_default=False)
    ] = "",
    since: Annotated[
        str,
        typer.Option(metavar="DATE", help="With --all: only from this day on, such as 2026-01-01.", show_default=False),
    ] = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Score the session again under other house rules, or with `--all` every finished game. Nothing is saved.

    If a report isn't allowed under those rules, the score stops there. With `--all`, a game like that counts unchanged,
    and is listed with the reason. Exit code 1 in both cases.
    """
    if not (options or like):
        raise CommandError("say which rules to try: `whatif --set OPTION=VALUE` or `whatif --like VARIANT`", USAGE)
    try:
        chosen = read_house(", ".join(options or ()))
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    if every:
        if session:
            raise CommandError("choose one: --all or --session", USAGE)
        raise typer.Exit(_of_all(chosen, like or (), game, since, json=json, csv=csv, plain=plain))
    if game or since:
        raise CommandError("--game and --since need --all", USAGE)
    with open_journal() as journal:
        looked_at = journal.session(session) if session else journal.open_session()
    result = otherwise(looked_at, variants([looked_at.game], like or ())[looked_at.slug] | chosen)
    if json:
        console.json_out({"session": looked_at.number} | whatif_object(result))
    elif csv:
        rows = ((hand.hand, who, hand.before.get(who, 0), hand.after.get(who, 0))
                for hand in result.hands for who in result.before.scores)  # fmt: skip
        console.csv_out(("hand", "who", "before", "after"), rows)
    else:
        show_otherwise(result, plain)
    raise typer.Exit(REFUSED if result.clash else FINE)


def otherwise(session: Session, other: Mapping[str, str]) -> Otherwise:
    """A session scored under other rules. Raises CommandError for invalid rules."""
    from scoresheets.looking_back.whatif import whatif

    reports, players = session.course.standing, list(session.players)
    try:
        return whatif(session.game, players, session.house, reports, other=other, dealer=session.dealer)
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None


def whatif_object(result: Otherwise) -> dict[str, Any]:
    clash = None
    if result.clash:
        report, ruling = result.clash
        clash = {"line": report.line, "text": report.text, "verdict": str(ruling.verdict),
                 "rules": list(ruling.rules), "message": ruling.message}  # fmt: skip
    return {
        "house": {
            name: shown(value) for name, value in result.after.house.items() if result.before.house.get(name) != value
        },
        "rows": [
            {"hand": hand.hand, "before": hand.before, "after": hand.after} for hand in result.hands if hand.parts
        ],
        "before": {
            "scores": dict(result.before.scores),
            "over": result.before.over,
            "winners": result.before.winners(),
        },
        "after": {"scores": dict(result.after.scores), "over": result.after.over, "winners": result.after.winners()},
        "winner_changes": result.winner_changes,
        "unheard": result.unheard,
        "clash": clash,
    }


def show_otherwise(result: Otherwise, plain: bool) -> None:
    before, after = result.before, result.after
    changed = [f"{name}={shown(value)} (was {shown(before.house.get(name))})" for name, value in after.house.items()
               if before.house.get(name) != value]  # fmt: skip
    console.say(", ".join(changed) or "Those are the rules you played by.")
    sides = list(map(str, before.scores))
    rows: list[tuple[object, ...]] = [
        (hand.hand or "", *(_arrow(hand.before.get(side, 0), hand.after.get(side, 0)) for side in sides))
        for hand in result.hands
        if any(hand.before.get(side, 0) != hand.after.get(side, 0) for side in sides)
    ]
    rows.append(("total", *(_arrow(before.scores[side], after.scores[side]) for side in before.scores)))
    console.show(console.table(("hand", *sides), rows, numeric=("hand", *sides), apart=sides, plain=plain), plain)
    if result.clash:
        report, ruling = result.clash
        cited = f"[{ruling.rules[0]}]" if ruling.rules else ""
        console.say(f"line {report.line}, {report.text}, would be refused: {ruling.verdict}{cited}: {ruling.message}")
        console.say("Scored up to there.")
    elif result.unheard:
        reports = "report comes" if result.unheard == 1 else "reports come"
        console.say(f"the game ends earlier: {result.unheard} {reports} after it")
    if result.winner_changes:
        console.say(f"{_leads(before)} → {_leads(after)}")
    else:
        console.say(f"Same winner: {_leads(before)}" if before.over else "Still no winner.")


def shown(value: object) -> str:
    """The value of a house rule."""
    return "none" if value is None else str(value)


def _arrow(before: object, after: object) -> str:
    return f"{before} → {after}" if before != after else str(before)


def _leads(referee: Referee) -> str:
    winners = referee.winners()
    return " and ".join(winners) if winners else "nobody has won"


# All games


def _of_all(
    chosen: dict[str, str], like: Sequence[str], game: str, since: str, *, json: bool, csv: bool, plain: bool
) -> int:
    from scoresheets.looking_back.finished import Chosen
    from scoresheets.looking_back.season import Season, of_all

    slug, begin = slug_of(game), day(since)
    known: set[str] = set()

    def wanted(played: Game[Any]) -> dict[str, str]:
        """The requested rules that a game has."""
        ways = [name for name in like if any(variant.name == name.lower() for variant in played.variants)]
        own = {name: value for name, value in chosen.items() if is_own(name) or played.option(name)}
        known.update(own, ways)
        for name, value in own.items():
            if (option := played.option(name)) and (fault := fault_everywhere(played, option, option.spelt(value))):
                raise CommandError(fault, USAGE)
        return variants([played], ways)[played.slug] | own

    season = Season([], [], [])
    if is_there(database.place()):
        with open_journal() as journal:
            season = of_all(journal, Chosen(slug, begin), wanted, followed)
    if slug:
        wanted(game_called(slug))
    if (slug or season.games) and (strange := [name for name in (*chosen, *like) if name not in known]):
        which = f"{slug} has no" if slug else "no game that was played has an"
        raise CommandError(f"{which} option or variant {strange[0]!r}", USAGE)
    before = {(row.game, row.player): row for row in season.before}
    pairs = [(before[row.game, row.player], row) for row in season.after]
    if json:
        rows = [{"game": row.game, "player": row.player, "before": STANDS.object(was), "after": STANDS.object(row)}
                for was, row in pairs]  # fmt: skip
        console.json_out({"house": chosen, "like": [*like], "rows": rows,
                       "sessions": [_again(again) for again in season.games]})  # fmt: skip
    elif csv:
        names = [column.key for column in STANDS.columns]
        flat = (
            [row.game, row.player, *STANDS.object(was).values(), *STANDS.object(row).values()] for was, row in pairs
        )
        console.csv_out(("game", "player", *names, *(f"{name}_then" for name in names)), flat)
    elif season.games:
        _show_season(season, pairs, plain)
    else:
        console.tell(
            "No finished games match your search." if slug or begin else "No finished game has a rule like that."
        )
    return REFUSED if any(again.why for again in season.games) else FINE


STANDS: Listing[PlayerRecord] = Listing(
    Column("played", int), Column("won", int), *STANDINGS.only("share", "place").columns, Column("points", int)
)


def _again(again: Rescored) -> dict[str, Any]:
    return {"session": again.session, "game": again.game, "opened": iso(again.opened),
            "before": again.before, "after": None if again.why else again.after,
            "changes": again.changes, "why": again.why or None}  # fmt: skip


def _show_season(season: Season, pairs: Iterable[tuple[PlayerRecord, PlayerRecord]], plain: bool) -> None:
    """Prints the standings as they are and as they would be, in the order of those they are now."""
    names = [column.key for column in STANDS.columns]
    shown = [
        (row.game, row.player, *(_arrow(*column.cells([was, row])) for column in STANDS.columns)) for was, row in pairs
    ]
    console.show(console.table(("game", "player", *names), shown, numeric=names, whole=("player",), plain=plain), plain)
    for game in dict.fromkeys(row.game for row in season.after):
        now, instead = (_ahead(standings, game) for standings in (season.before, season.after))
        console.say(f"{game}: {instead} would lead, not {now}" if now != instead else f"{game}: {now} would still lead")
    moved = [again for again in season.games if again.changes]
    console.say(f"A different winner in {len(moved)} of {_counted(len(season.games))}" + (":" if moved else ""))
    for again in moved:
        won, instead = (" and ".join(winners) or "nobody" for winners in (again.before, again.after))
        console.say(f"  {_of(again)}: {won} → {instead}")
    if left := [again for again in season.games if again.why]:
        as_it_was = "keeps its score" if len(left) == 1 else "keep their scores"
        console.say(f"{_counted(len(left))} can't be rescored, and {as_it_was}:")
    for again in left:
        console.say(f"  {_of(again)}: {again.why}")


def _of(again: Rescored) -> str:
    return f"session {again.session}, {local(again.opened)}"


def _counted(games: int) -> str:
    return f"{games} game{'s' * (games != 1)}"


def _ahead(rows: Sequence[PlayerRecord], game: str) -> str:
    """The leaders in the standings of a game."""
    of_game = [row for row in rows if row.game == game]
    return " and ".join(row.player for row in of_game if (row.share, row.place) == (of_game[0].share, of_game[0].place))


# The paper sheet


def reconcile(
    paper: Annotated[list[str], typer.Argument(metavar="TOTALS…", show_default=False)],
    session: Which = 0,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Compare a paper sheet with the score. Type its totals, such as `"Ann=20 Ben=-10"`.

    To compare hand by hand, give the totals after each hand, the first hand first. You see the first hand that differs
    and the likeliest slips. The exit code is then 1.
    """
    from scoresheets.looking_back.reconcile import reconcile

    with open_journal() as journal:
        chosen = journal.session(session) if session else journal.open_session()
    try:
        result = reconcile(chosen.referee, _rows(chosen.referee, paper))
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    if json:
        console.json_out({"session": chosen.number} | reconciled_object(result))
    else:
        _show_reconciled(result, plain)
    raise typer.Exit(REFUSED if result.parts else FINE)


def _rows(referee: Referee, paper: Sequence[str]) -> list[dict[str, int]]:
    """Rows of totals. ``Ann=20 Ben=-10`` is one row, even if the shell has split it."""
    rows = [_totals(referee, text) for text in paper]
    row = {who: points for totals in rows for who, points in totals.items()}
    return [row] if len(row) == len(rows) == sum(map(len, rows)) else rows


_TOTAL = re.compile(r"""\s*("[^"]*"|[^=]+?)\s*=\s*([+-]?\d{1,9})\s*(?:,|(?=\s)|$)""")


def _totals(referee: Referee, text: str) -> dict[str, int]:
    """The players and totals in ``Ann=20 Ben=-10``."""
    totals: dict[str, int] = {}
    at = 0
    while at < len(text.rstrip()):
        match = _TOTAL.match(text, at)
        if match is None:
            raise CommandError(f"write totals as Ann=20 Ben=-10, not {text[at:].strip()!r}", USAGE)
        who = asked_side(referee, match[1].strip('"'))
        if who in totals:
            raise CommandError(f"{who} is named twice", USAGE)
        totals[who] = int(match[2])
        at = match.end()
    if not totals:
        raise CommandError("write totals as Ann=20 Ben=-10", USAGE)
    return totals


def reconciled_object(result: Reconciled) -> dict[str, Any]:
    rows = [{"hand": row.hand, "ours": row.ours, "paper": row.paper, "apart": row.apart} for row in result.rows]
    return {
        "rows": rows,
        "agrees": result.parts is None,
        "hand": result.parts.hand if result.parts else None,
        "slips": [{"hand": slip.hand, "text": slip.text} for slip in result.slips],
    }


MANY = 5


def _show_reconciled(result: Reconciled, plain: bool) -> None:
    if result.parts is None:
        console.say("The paper agrees.")
        return
    row = result.parts
    sides = [who for who in row.ours if who in row.paper]
    shown = [(name, *(sums[who] for who in sides)) for name, sums in (("here", row.ours), ("paper", row.paper))]
    shown.append(("difference", *(f"{row.apart[who]:+d}" if who in row.apart else "" for who in sides)))
    console.say(f"The scores on paper differ from hand {row.hand} on." if row.hand else "The scores on paper differ.")
    console.show(console.table(("", *sides), shown, numeric=sides, apart=sides, plain=plain), plain)
    for slip in result.slips[:MANY]:
        console.say(f"  {slip.text}")
    if not result.slips:
        console.say("  No single mistake explains that. To find the first difference, give the totals after each hand.")
