"""The words of the `referee` command, where each is written, and its examples.

A command is the function of its name in the module given here; the module is imported when the command is used, so
that help and the library need neither the database nor every game.  Its examples stand below its help, and are run in
tests.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command is written, its line of help, and examples; `tests/cli/test_examples.py` has the table for them.

    With ``reports`` a word like ``-10`` isn't an option.  ``function`` is its name in the module where that is another
    one; a group of commands is a Typer application of that name.
    """

    module: str
    help: str
    section: str
    reports: bool = False
    examples: tuple[str, ...] = ()
    function: str = ""


TABLE, DISPUTE, BACK, LIBRARY = "At the table", "A dispute", "Looking back", "Library"

COMMANDS = {
    "new": Command(
        "scoresheets.cli.table",
        "opens a session and prints the rules in force",
        TABLE,
        examples=(
            "referee new gops Ann Ben",
            "referee new oh-hell Ann Ben Cat --like no-hook --dealer Cat",
            "referee new gops --same",
            "referee new gops --group tuesday Ann Ben Cat",
        ),
    ),
    "table": Command(
        "scoresheets.cli.prompt",
        "the live prompt: one report a line",
        TABLE,
        examples=("referee table",),
    ),
    "say": Command(
        "scoresheets.cli.table",
        "takes a report from the shell",
        TABLE,
        True,
        examples=("referee say Cat bids 1", 'referee say "Cat bids 0; Ann bids 1"'),
    ),
    "score": Command(
        "scoresheets.cli.table",
        "the score sheet, who deals and what is awaited",
        TABLE,
        examples=("referee score", "referee score 1 --plain"),
    ),
    "undo": Command(
        "scoresheets.cli.corrections", "takes back the last reports", TABLE, examples=("referee undo", "referee undo 2")
    ),
    "redo": Command("scoresheets.cli.corrections", "puts back what was taken back", TABLE, examples=("referee redo",)),
    "fix": Command(
        "scoresheets.cli.corrections",
        "corrects an earlier report",
        TABLE,
        True,
        examples=('referee fix 3 Ben bids 2 --why "misheard" --dry-run',),
    ),
    "void": Command(
        "scoresheets.cli.corrections",
        "strikes out an earlier report, or sets a session aside",
        TABLE,
        examples=(
            'referee void 9 --why "said twice" --dry-run',
            'referee void session 1 --why "opened by mistake" --dry-run',
        ),
    ),
    "board": Command(
        "scoresheets.cli.paper",
        "big totals for the room: a page, or one that follows the game",
        TABLE,
        examples=("referee board --html board.html", "referee board --json"),
    ),
    "phone": Command(
        "scoresheets.cli.phone",
        "serves the table to the phones on it",
        TABLE,
        examples=("referee phone --lan", "referee phone --lan --seats --verify"),
    ),
    "end": Command("scoresheets.cli.table", "closes the session", TABLE, examples=("referee end",)),
    "resume": Command("scoresheets.cli.table", "opens a closed session again", TABLE, examples=("referee resume 1",)),
    "can": Command(
        "scoresheets.cli.can",
        "would this report be allowed now?",
        DISPUTE,
        True,
        examples=("referee can Cat bids 2",),
    ),
    "value": Command(
        "scoresheets.cli.value",
        "what a bid or a declaration would bring, and what lies in the pots",
        DISPUTE,
        True,
        examples=("referee value Cat bids 1", "referee value"),
    ),
    "legal": Command(
        "scoresheets.cli.can", "everything that may be reported now", DISPUTE, examples=("referee legal",)
    ),
    "why": Command(
        "scoresheets.cli.look",
        "how points or a refusal came about",
        DISPUTE,
        examples=("referee why", "referee why Ann", "referee why hand 1"),
    ),
    "rule": Command(
        "scoresheets.cli.rule",
        "looks a rule up, by its id or by words",
        DISPUTE,
        examples=("referee rule follow suit", "referee rule dealer-overbids --game oh-hell"),
    ),
    "dispute": Command(
        "scoresheets.cli.dispute",
        "a ruling on a report, a line or a question",
        DISPUTE,
        True,
        examples=("referee dispute 8", "referee dispute did Cat make the bid?"),
    ),
    "rulings": Command(
        "scoresheets.cli.rulings",
        "what this table decided before: list, show, adopt",
        DISPUTE,
        examples=(
            "referee rulings list",
            "referee rulings show 1",
            'referee rulings adopt 1 --as-words "Nobody looks at the stub." --costs 5 --house home',
        ),
    ),
    "penalty": Command(
        "scoresheets.cli.table",
        "books what a rule of the house's own costs",
        DISPUTE,
        examples=("referee penalty Ben exposed-card",),
    ),
    "whatif": Command(
        "scoresheets.cli.whatif",
        "scores the session, or all of them, again under other house rules",
        DISPUTE,
        examples=("referee whatif --set first-hand=2", "referee whatif --all --set rates=double"),
    ),
    "reconcile": Command(
        "scoresheets.cli.whatif",
        "compares a paper sheet with the score",
        DISPUTE,
        examples=('referee reconcile "Ann=10 Ben=10 Cat=-10"', "referee reconcile 'Ann=10 Ben=10 Cat=-10' --json"),
    ),
    "sessions": Command(
        "scoresheets.cli.look",
        "the sessions kept",
        BACK,
        examples=("referee sessions --game oh-hell", "referee sessions --json"),
    ),
    "show": Command(
        "scoresheets.cli.look",
        "the score sheet of a session",
        BACK,
        examples=("referee show 1", "referee show 1 --at 21:30"),
    ),
    "log": Command(
        "scoresheets.cli.look",
        "every report of a session, with its verdict",
        BACK,
        examples=("referee log", "referee log 1 --csv"),
    ),
    "standings": Command(
        "scoresheets.cli.history",
        "who has played and won how much",
        BACK,
        examples=("referee standings", "referee standings --game put-and-take --csv"),
    ),
    "player": Command(
        "scoresheets.cli.history",
        "one player: wins, best and worst, rival and partner, head to head",
        BACK,
        examples=("referee player Ann", "referee player Ann --vs Ben --season 2026"),
    ),
    "records": Command(
        "scoresheets.cli.history",
        "the table's records: highest, lowest, closest, biggest comeback",
        BACK,
        examples=("referee records",),
    ),
    "chart": Command(
        "scoresheets.cli.history",
        "how the totals ran, hand by hand",
        BACK,
        examples=("referee chart 1", "referee chart --svg evening.svg"),
    ),
    "settle": Command(
        "scoresheets.cli.settle", "who pays whom, in the fewest payments", BACK, examples=("referee settle",)
    ),
    "print": Command(
        "scoresheets.cli.paper",
        "a blank or filled score sheet to print",
        BACK,
        examples=("referee print piquet --html piquet.html", "referee print 1 --pdf evening.pdf"),
        function="print_",
    ),
    "export": Command(
        "scoresheets.cli.import_export",
        "writes sessions out: record, json, csv, rows, md, html, bgstats",
        BACK,
        examples=(
            "referee export 1",
            "referee export --all --format rows",
            "referee export --all --format json,csv --out exported",
        ),
    ),
    "import": Command(
        "scoresheets.cli.import_export",
        "takes in sessions from records, exports, or spreadsheets of past years",
        BACK,
        examples=("referee import evening.record", "referee import totals.csv --game Hearts --low-wins --dry-run"),
        function="take_in",
    ),
    "games": Command(
        "scoresheets.cli.library", "the games", LIBRARY, examples=("referee games", "referee games --players 2")
    ),
    "rules": Command(
        "scoresheets.cli.library",
        "how a game is played, reported and scored",
        LIBRARY,
        examples=("referee rules piquet", "referee rules samba --set target=5000"),
    ),
    "players": Command(
        "scoresheets.cli.players",
        "everybody who has played, and their groups",
        LIBRARY,
        examples=(
            "referee players list",
            "referee players add Dan",
            "referee players rename Cat Kate",
            "referee players group tuesday Ann Ben Cat",
        ),
    ),
    "house": Command(
        "scoresheets.cli.house",
        "house rules, game by game, and how they differ",
        LIBRARY,
        examples=(
            "referee house init club oh-hell razz",
            "referee house init oh-hell --like no-hook",
            "referee house set home razz ante=2 cap=3",
            "referee house show home",
            "referee house diff home 1",
            "referee house list",
            "referee house leaflet home",
        ),
    ),
    "check": Command(
        "scoresheets.cli.library",
        "judges record files; says nothing when all hold",
        LIBRARY,
        examples=("referee check evening.record",),
    ),
    "config": Command(
        "scoresheets.cli.config",
        "settings that are kept: show, set, unset",
        LIBRARY,
        examples=("referee config show", "referee config set plain true"),
    ),
    "backup": Command(
        "scoresheets.cli.maintenance",
        "copies the file with all sessions",
        LIBRARY,
        examples=("referee backup", "referee backup evening-copy.db"),
    ),
    "restore": Command(
        "scoresheets.cli.maintenance",
        "puts a backup in its place again",
        LIBRARY,
        examples=("referee restore", "referee restore latest --yes"),
    ),
    "doctor": Command(
        "scoresheets.cli.maintenance",
        "checks that all is well, and says what to do",
        LIBRARY,
        examples=("referee doctor", "referee doctor --quick --json"),
    ),
    "demo": Command(
        "scoresheets.cli.demo", "a whole evening in a scratch database", LIBRARY, examples=("referee demo",)
    ),
}
