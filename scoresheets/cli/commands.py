"""The commands of `referee`: the module of each, its line of help, and its examples.

A command is the function of its name in the module given here. The module is imported when the command is used, so that
help and the library need neither the database nor every game. The examples are shown below its help, and tests run
them.
"""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

from scoresheets.errors import USAGE, CommandError


class Command(NamedTuple):
    """The module of a command, its line of help, and its examples; `tests/cli/test_examples.py` sets up their table.

    With ``reports``, a word like ``-10`` isn't an option. ``function`` is the function's name if it differs from the
    command's. A group of commands is a Typer application of that name.
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
        "start a game and show the house rules",
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
        "type what happens, line by line",
        TABLE,
        examples=("referee table",),
    ),
    "say": Command(
        "scoresheets.cli.table",
        "enter a line from the shell",
        TABLE,
        True,
        examples=("referee say Cat bids 1", 'referee say "Cat bids 0; Ann bids 1"'),
    ),
    "score": Command(
        "scoresheets.cli.table",
        "show the score sheet, the dealer and what is next",
        TABLE,
        examples=("referee score", "referee score 1 --plain"),
    ),
    "undo": Command(
        "scoresheets.cli.corrections", "undo the last lines", TABLE, examples=("referee undo", "referee undo 2")
    ),
    "redo": Command("scoresheets.cli.corrections", "redo what was undone", TABLE, examples=("referee redo",)),
    "fix": Command(
        "scoresheets.cli.corrections",
        "correct an earlier line",
        TABLE,
        True,
        examples=('referee fix 3 Ben bids 2 --why "misheard" --dry-run',),
    ),
    "void": Command(
        "scoresheets.cli.corrections",
        "delete an earlier line, or leave a whole game out",
        TABLE,
        examples=(
            'referee void 9 --why "said twice" --dry-run',
            'referee void session 1 --why "opened by mistake" --dry-run',
        ),
    ),
    "board": Command(
        "scoresheets.cli.paper",
        "show the score on a TV, or as a page",
        TABLE,
        examples=("referee board --html board.html", "referee board --json"),
    ),
    "phone": Command(
        "scoresheets.cli.phone",
        "let phones join",
        TABLE,
        examples=("referee phone --lan", "referee phone --lan --seats --verify"),
    ),
    "end": Command("scoresheets.cli.table", "finish the game, or stop it early", TABLE, examples=("referee end",)),
    "resume": Command(
        "scoresheets.cli.table", "continue a game that was closed", TABLE, examples=("referee resume 1",)
    ),
    "ask": Command(
        "scoresheets.cli.ask",
        "answer a question about the game or its rules",
        DISPUTE,
        True,
        examples=("referee ask who deals next?", 'referee ask "how many hands are left?"'),
    ),
    "can": Command(
        "scoresheets.cli.can",
        "check whether something would be allowed now",
        DISPUTE,
        True,
        examples=("referee can Cat bids 2",),
    ),
    "value": Command(
        "scoresheets.cli.value",
        "show what a bid or a declaration is worth, and what is in the pots",
        DISPUTE,
        True,
        examples=("referee value Cat bids 1", "referee value"),
    ),
    "legal": Command(
        "scoresheets.cli.can", "list everything that is allowed now", DISPUTE, examples=("referee legal",)
    ),
    "why": Command(
        "scoresheets.cli.look",
        "show where points come from, or why something was refused",
        DISPUTE,
        examples=("referee why", "referee why Ann", "referee why hand 1"),
    ),
    "rule": Command(
        "scoresheets.cli.rule",
        "find a rule by its id or by words",
        DISPUTE,
        examples=("referee rule follow suit", "referee rule dealer-overbids --game oh-hell"),
    ),
    "dispute": Command(
        "scoresheets.cli.dispute",
        "settle an argument about a line or a question",
        DISPUTE,
        True,
        examples=("referee dispute 8", "referee dispute did Cat make the bid?"),
    ),
    "rulings": Command(
        "scoresheets.cli.rulings",
        "show what this table decided before",
        DISPUTE,
        examples=(
            "referee rulings list",
            "referee rulings show 1",
            'referee rulings adopt 1 --as-words "Nobody looks at the stub." --costs 5 --house home',
        ),
    ),
    "penalty": Command(
        "scoresheets.cli.table",
        "charge what a house rule costs",
        DISPUTE,
        examples=("referee penalty Ben exposed-card",),
    ),
    "whatif": Command(
        "scoresheets.cli.whatif",
        "score a game, or all of them, again under other rules",
        DISPUTE,
        examples=("referee whatif --set first-hand=2", "referee whatif --all --set rates=double"),
    ),
    "reconcile": Command(
        "scoresheets.cli.whatif",
        "compare a paper sheet with the score",
        DISPUTE,
        examples=('referee reconcile "Ann=10 Ben=10 Cat=-10"', "referee reconcile 'Ann=10 Ben=10 Cat=-10' --json"),
    ),
    "sessions": Command(
        "scoresheets.cli.look",
        "list all saved games",
        BACK,
        examples=("referee sessions --game oh-hell", "referee sessions --json"),
    ),
    "show": Command(
        "scoresheets.cli.look",
        "show the score sheet of a saved game",
        BACK,
        examples=("referee show 1", "referee show 1 --at 21:30"),
    ),
    "log": Command(
        "scoresheets.cli.look",
        "list every line of a game, with its verdict",
        BACK,
        examples=("referee log", "referee log 1 --csv"),
    ),
    "standings": Command(
        "scoresheets.cli.history",
        "show who has played and won how much",
        BACK,
        examples=("referee standings", "referee standings --game put-and-take --csv"),
    ),
    "player": Command(
        "scoresheets.cli.history",
        "show one player: wins, best and worst games, rivals, partners",
        BACK,
        examples=("referee player Ann", "referee player Ann --vs Ben --season 2026"),
    ),
    "records": Command(
        "scoresheets.cli.history",
        "show the highest, lowest and closest games, and the biggest comeback",
        BACK,
        examples=("referee records",),
    ),
    "chart": Command(
        "scoresheets.cli.history",
        "show how the totals changed, hand by hand",
        BACK,
        examples=("referee chart 1", "referee chart --svg evening.svg"),
    ),
    "settle": Command(
        "scoresheets.cli.settle", "show who pays whom, in the fewest payments", BACK, examples=("referee settle",)
    ),
    "print": Command(
        "scoresheets.cli.paper",
        "print a score sheet, blank or filled in",
        BACK,
        examples=("referee print piquet --html piquet.html", "referee print 1 --pdf evening.pdf"),
        function="print_",
    ),
    "export": Command(
        "scoresheets.cli.import_export",
        "write games to files: record, json, csv, rows, md, html, bgstats, tidy",
        BACK,
        examples=(
            "referee export 1",
            "referee export --all --format rows",
            "referee export --all --format json,csv --out exported",
        ),
    ),
    "import": Command(
        "scoresheets.cli.import_export",
        "bring in games from records, exports, spreadsheets and other apps",
        BACK,
        examples=("referee import evening.record", "referee import totals.csv --game Hearts --low-wins --dry-run"),
        function="take_in",
    ),
    "games": Command(
        "scoresheets.cli.library", "list all games", LIBRARY, examples=("referee games", "referee games --players 2")
    ),
    "rules": Command(
        "scoresheets.cli.library",
        "show how a game is played, entered and scored",
        LIBRARY,
        examples=("referee rules piquet", "referee rules samba --set target=5000"),
    ),
    "players": Command(
        "scoresheets.cli.players",
        "list everyone who has played, and groups of players",
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
        "show and change house rules, game by game",
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
        "judge record files; print nothing if all is well",
        LIBRARY,
        examples=("referee check evening.record",),
    ),
    "config": Command(
        "scoresheets.cli.config",
        "show and change settings",
        LIBRARY,
        examples=("referee config show", "referee config set plain true"),
    ),
    "backup": Command(
        "scoresheets.cli.maintenance",
        "copy the file with all games",
        LIBRARY,
        examples=("referee backup", "referee backup evening-copy.db"),
    ),
    "restore": Command(
        "scoresheets.cli.maintenance",
        "put a backup back",
        LIBRARY,
        examples=("referee restore", "referee restore latest --yes"),
    ),
    "doctor": Command(
        "scoresheets.cli.maintenance",
        "check that everything is in order, and say what to do if not",
        LIBRARY,
        examples=("referee doctor", "referee doctor --quick --json"),
    ),
    "demo": Command(
        "scoresheets.cli.demo", "watch a whole evening in a scratch database", LIBRARY, examples=("referee demo",)
    ),
}

OTHER_WORDS = {
    "new": ("start", "begin", "play", "create"),
    "resume": ("continue", "reopen"),
    "sessions": ("list", "games-played", "history", "past"),
    "standings": ("stats", "statistics", "leaderboard", "winners", "ranking"),
    "void": ("delete", "remove", "drop"),
    "fix": ("edit", "correct", "change"),
    "end": ("stop", "finish", "close", "quit", "exit"),
    "say": ("enter", "add", "record"),
    "ask": ("question", "who", "what", "how"),
    "score": ("status", "totals", "points"),
}
"""Words that people try, by the command they look for."""


def split(text: str) -> list[str]:
    """The words of a command, split as a shell would, except that *I'm* needs no quotation marks.

    Raises CommandError if a quotation mark isn't closed.
    """
    try:
        return shlex.split(re.sub(r"(?<=\w)'(?=\w)", "\N{RIGHT SINGLE QUOTATION MARK}", text))
    except ValueError as error:
        raise CommandError(f"{error} in {text!r}", USAGE) from None
