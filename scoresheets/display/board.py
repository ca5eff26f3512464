"""The board: large totals that the whole room can read, and a self-contained page of them.

The page includes its style, and its policy lets a browser load nothing else. What people typed is escaped.
`scoresheets.web` serves the board live.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from referee.game.common_reports import Deal
from referee.language.words import Seat, so_many
from referee.table.hand_run import TABLE
from referee.table.hands import Entry
from referee.table.referee import Referee
from scoresheets.book.house import digest
from scoresheets.display.phrases import GAMES, awaits, changes, facts_now, other_rules, to_confirm, won
from scoresheets.display.plain import visible, with_strokes
from scoresheets.keeping.session import Session

WEB = Path(__file__).parent / "web"
STYLE = (WEB / "board.css").read_text(encoding="utf-8")

LAST = 5  # reports to show
LONGEST = 160  # characters of one
BESIDE = {"bid": "bid", "bidding": "bid", "tricks": "tricks", "cards": "cards", GAMES: "games"}
"""Facts that are shown next to their player, and their labels."""
UNSEEN = ("dealt", "draws", "keeps", "exchanges")
"""Facts that a scorekeeper may see of a closed hand, but the room may not."""


@dataclass
class Side:
    """A player or a team on the board; ``chips`` is None if they are the score, or if there are none."""

    name: str
    score: int
    moved: int | None = None  # in the last finished hand
    chips: int | None = None
    deals: bool = False
    awaited: bool = False
    leads: bool = False
    conceded: bool = False
    so_far: dict[str, dict[str, int]] = field(default_factory=dict)  # bids, tricks or cards, and whose they are

    @property
    def facts(self) -> list[str]:
        """The facts of this hand: ``bid 2``, ``8 cards``, ``cards Ann 7, Cat 9``."""
        each = {
            name: ", ".join(f"{who} {number}" if who != self.name else str(number) for who, number in entered.items())
            for name, entered in self.so_far.items()
        }
        return [
            so_many(int(numbers), name.removesuffix("s"))
            if numbers.isdigit() and name != "bid"
            else f"{name} {numbers}"
            for name, numbers in each.items()
        ]


@dataclass
class Board:
    """The content of the board for a session."""

    session: int
    game: str
    title: str
    hand: int  # in progress, otherwise finished
    sides: list[Side]
    pots: dict[str, int]
    now: str
    awaits: str
    over: bool
    closed: bool
    last: list[str] = field(default_factory=list)  # reports, newest first
    rules: str = ""
    unconfirmed: list[int] = field(default_factory=list)  # hands that another player must still confirm
    not_played: str = ""  # the dropped rules, as a marked line of the page

    def object(self) -> dict[str, Any]:
        """The board in the form of ``--json``."""
        content = {"schema": 1} | asdict(self)
        del content["not_played"]
        return content


def board(session: Session) -> Board:
    referee = session.referee
    over = referee.over and not referee.hand.dealer
    return Board(
        session.number,
        session.played,
        session.evening,
        referee.hand.number if referee.hand.dealer else referee.standing.hands,
        _sides(referee, over),
        _pots(referee),
        "" if over else _now(referee),
        won(referee) if over else awaits(referee, besides=False),
        over,
        session.ended is not None,
        _last(referee),
        digest(referee.game, len(referee.seats), referee.in_force),
        session.unconfirmed,
        other_rules(referee.game, changes(referee.in_force, referee.game.house(len(referee.seats), {}))),
    )


def _last(referee: Referee) -> list[str]:
    """The last reports, without cards that are face down."""
    return [f"{'~ ' * entry.overrule}{openly(entry, referee)}" for entry in referee.entries[: -LAST - 1 : -1]]


def openly(entry: Entry, referee: Referee) -> str:
    """A report in the form that everybody may read."""
    verb = entry.report.verb
    hidden = verb in UNSEEN or (verb == "discards" and referee.game.family == "trick-taking")
    return f"{entry.report.who} {verb} …".strip() if hidden else entry.ruling.text


def _sides(referee: Referee, over: bool) -> list[Side]:
    hand, conceded = referee.hand, referee.standing.conceded
    awaited = {hand.scorer(Seat(one)) for seat in referee.next() for one in seat.split("+")} if not over else set()
    deals = hand.scorer(referee.dealer) if not over and Deal in referee.game.reports else None
    moved = referee.hand_scores()
    purse = referee.accounts if referee.chips == "beside" else {}
    leading = _leading(referee, over)
    facts = _facts(referee)
    return [
        Side(side, points, moved.get(side), purse.get(side), side == deals, side in awaited, side in leading,
             side in conceded, _so_far(referee, side, facts))
        for side, points in referee.scores.items()
    ]  # fmt: skip


def _facts(referee: Referee) -> dict[str, Mapping[str, int]]:
    """Everybody's bids, tricks or cards in the hand in play, and the games of a match, if the game has them."""
    shown = [name for name in BESIDE if name in referee.game.facts and (referee.playing or name == GAMES)]
    facts = {BESIDE[name]: referee.fact(name) for name in shown if name != GAMES or not referee.over}
    return {name: entered for name, entered in facts.items() if isinstance(entered, Mapping)}


def _now(referee: Referee) -> str:
    """The state of play, without the facts that are shown next to each player."""
    facts = [name for name, entered in _facts(referee).items() if entered]
    return " · ".join(fact for fact in facts_now(referee) if fact.partition(" ")[0].rstrip(":") not in facts)


def _so_far(referee: Referee, side: str, facts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """The facts of a side or its partners."""
    whose = [side, *(seat for seat in referee.seats if seat != side and referee.hand.side(seat) == side)]
    begun = {name: entered for name, entered in facts.items() if name != "tricks" or any(entered.values())}
    of_side = {name: {who: entered[who] for who in whose if who in entered} for name, entered in begun.items()}
    return {name: entered for name, entered in of_side.items() if entered}


def _leading(referee: Referee, over: bool) -> list[Seat]:
    """The winner, or the side that would win now. "" if all are level."""
    if over:
        return referee.ahead()
    scores = {side: points for side, points in referee.scores.items() if side not in referee.standing.conceded}
    if len(set(scores.values())) < 2:
        return []
    best = (min if referee.game.low_wins(referee.in_force) else max)(scores.values())
    return [side for side, points in scores.items() if points == best]


def _pots(referee: Referee) -> dict[str, int]:
    """The accounts without an owner: those of the game always, others if there are chips in them."""
    sides = {*referee.scores, *referee.seats}
    return {name: chips for name, chips in referee.accounts.items() if name not in sides and name != TABLE and chips}


# The page


def page(board: Board) -> str:
    """A static page."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{_text(heading(board))}</title>\n<style>{STYLE}</style>\n</head>\n"
        f'<body>\n<main aria-live="polite">\n{fragment(board)}</main>\n</body>\n</html>\n'
    )


def heading(board: Board) -> str:
    return f"{board.game}: {', '.join(f'{side.name} {side.score}' for side in board.sides)}"


def policy() -> str:
    """The content security policy: only the page's own style."""
    return f"default-src 'none'; style-src {_hash(STYLE)}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def fragment(board: Board) -> str:
    """The part of the page that changes."""
    state = "closed" if board.closed else "over" if board.over else ""
    where = f"hand {board.hand}" if board.hand else "before the first hand"
    line = " · ".join([board.title] * bool(board.title) + [f"session {board.session}", where] + [state] * bool(state))
    longest = min(8, max(len(str(side.score)) for side in board.sides))
    sides = "".join(map(_side, board.sides))
    pots = "".join(f"<li><bdi>{_text(name)}</bdi> <b>{chips}</b></li>" for name, chips in board.pots.items())
    last = "".join(f"<li><bdi>{_text(_short(text))}</bdi></li>" for text in board.last)
    title = _text(heading(board))
    return "\n".join([
        f'<header data-title="{title}"><h1>{_text(board.game)}</h1><p><bdi>{_text(line)}</bdi></p></header>',
        f'<ul class="sides n{min(13, len(board.sides))} w{longest}">{sides}</ul>',
        f'<ul class="pots">{pots}</ul>' if pots else "",
        "<footer>",
        f'<p class="{"won" if board.over else "next"}"><bdi>{_text(board.awaits)}</bdi></p>',
        f'<p class="now"><bdi>{_text(board.now)}</bdi></p>' if board.now else "",
        f'<p class="now" data-unconfirmed="{" ".join(map(str, board.unconfirmed))}">{to_confirm(board.unconfirmed)}</p>'
        if board.unconfirmed
        else "",
        f'<ol class="last">{last}</ol>' if last else "",
        f'<p class="rules">rules {" · ".join(filter(None, (_text(board.rules), with_strokes(board.not_played))))}</p>',
        "</footer>\n",
    ])  # fmt: skip


def _side(side: Side) -> str:
    marks = {"awaited": side.awaited, "leads": side.leads, "conceded": side.conceded, "long": len(side.name) > 12}
    notes = [*side.facts]
    notes += [f"{side.moved:+d} last hand"] if side.moved else []
    notes += [f"{side.chips:+d} chips"] if side.chips is not None else []
    notes += ["deals"] * side.deals + ["has conceded"] * side.conceded
    return (
        f'<li class="{" ".join(name for name, applies in marks.items() if applies)}">'
        f'<span class="name"><bdi>{_text(side.name)}</bdi></span> <span class="score">{minus(side.score)}</span> '
        f'<span class="notes">{" · ".join(map(_text, notes)).replace("-", "−")}</span></li>'
    )


def minus(points: int) -> str:
    return str(points).replace("-", "−")


def sentence(text: str, below: str = "") -> str:
    """A message on the page, above its last state."""
    return f'<p class="trouble" role="alert">{_text(text)}</p>\n{below}'


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _text(text: str) -> str:
    return escape(visible(text))
