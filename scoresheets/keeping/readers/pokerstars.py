"""Hand histories of Razz from PokerStars, as text."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal, InvalidOperation

from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.database import here
from scoresheets.keeping.readers._razz import Hand, not_razz, plays_of
from scoresheets.keeping.reading import Known, Plays, Wishes, faults

READS = "hands of Razz as PokerStars writes them: PokerStars Game #1: Razz Limit ($0.04/$0.08)"

BEGINS = re.compile(r"^\ufeff?PokerStars (?:Home )?(?:Game|Hand|Zoom Hand) #", re.MULTILINE)
HEAD = re.compile(r"PokerStars .*?#(?P<number>\d+):\s*(?P<rest>.*)")
LIMITS = re.compile(r"Razz Limit.*\((?:\D?)(?P<small>[\d.,]+)/(?:\D?)(?P<big>[\d.,]+)[^)]*\)")
DAY = re.compile(r"(\d{4})/(\d\d)/(\d\d)\s+-?\s*(\d{1,2}):(\d\d):(\d\d)")
SEAT = re.compile(r"Seat (\d+): (.+) \((\D?[\d.,]+)(?: in chips)?\)( is sitting out| out of hand.*)?\s*$")
MONEY = r"\D?([\d.,]+)"
ACTS = (
    (re.compile(rf"brings? in for {MONEY}"), "bets"),
    (re.compile(rf"raises {MONEY} to {MONEY}"), "raises"),
    (re.compile(rf"completes? (?:it )?to {MONEY}"), "completes"),
    (re.compile(rf"bets {MONEY}"), "bets"),
    (re.compile(rf"calls {MONEY}"), "calls"),
    (re.compile("checks"), "checks"),
    (re.compile("folds"), "folds"),
)


def reads(text: str, name: str) -> bool:
    """Whether a text begins with a hand from PokerStars."""
    return bool(BEGINS.match(text.lstrip()))


def plays(text: str, name: str, wishes: Wishes, known: Known) -> Plays:
    """Every hand of Razz. Those of other games are skipped."""
    told, hands = Plays(), []
    starts = [match.start() for match in BEGINS.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        lines = [line.strip("\ufeff \r") for line in text[start:end].split("\n")]
        head = HEAD.match(lines[0])
        where = f"{name}, hand {head['number'] if head else lines[0][:30]}"
        limits = LIMITS.search(lines[0])
        if not limits:
            of = re.split(r" \(| - ", head["rest"])[0] if head else "no hand"
            told.skipped.append(not_razz(where, of or "another game"))
            continue
        try:
            hands.append(_hand(lines, where, amount(limits["small"]), amount(limits["big"])))
        except CommandError as trouble:
            told.skipped += faults([trouble])
        except ValueError as error:
            told.skipped += faults([CommandError(f"{where}: {error}", USAGE)])
    return plays_of(hands, told, wishes, known)


def amount(text: str) -> Decimal:
    """An amount that may have commas between thousands. Raises ValueError if it is none."""
    try:
        return Decimal(text.replace(",", "").rstrip("."))
    except InvalidOperation:
        raise ValueError(f"{text} isn't an amount") from None


def moment(line: str) -> datetime | None:
    """The day and time in a line, if there are any. Raises ValueError if the calendar doesn't have them."""
    if not (match := DAY.search(line)):
        return None
    try:
        return here(datetime(*map(int, match.groups())).astimezone())  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        raise ValueError(f"{match[0]} isn't a day and time") from None


def cards(text: str) -> list[str]:
    """The cards in one pair of brackets."""
    return text.split()


def _hand(lines: list[str], where: str, small: Decimal, big: Decimal) -> Hand:
    opened = moment(lines[0])
    body = lines[: lines.index("*** SUMMARY ***")] if "*** SUMMARY ***" in lines else lines
    table = next((match[1] for line in body if (match := re.match(r"Table '([^']*)'", line))), "")
    seated = [match[2] for line in body if (match := SEAT.match(line))]
    antes: dict[str, tuple[Decimal, bool]] = {}
    for line in body:
        if match := re.match(rf"(.+): posts the ante {MONEY}( and is all-in)?", line):
            antes[match[1]] = amount(match[2]), bool(match[3])
    players = [name for name in seated if name in antes] if antes else seated
    if len(players) < 2:
        raise CommandError(f"{where}: fewer than two players are named", USAGE)
    ante = max((chips for chips, _ in antes.values()), default=Decimal(0))
    hand = Hand(where, opened, players, ante, Decimal(0), small, big, table)
    hand.lines += [(who, "antes", chips, "all-in") for who, (chips, all_in) in antes.items() if all_in]
    if short := next((who for who, (chips, all_in) in antes.items() if chips < ante and not all_in), ""):
        raise CommandError(f"{where}: {short} antes less than others, and isn't all-in", USAGE)
    return _Reading(hand, lines, body).hand


class _Reading:
    """One hand, line by line."""

    def __init__(self, hand: Hand, lines: list[str], body: list[str]) -> None:
        self.hand = hand
        self.known: dict[str, list[str]] = {}  # down cards
        self.up: dict[str, str] = {}
        self.street, self.staying = 2, [*hand.players]
        self.paid = dict.fromkeys(hand.players, Decimal(0))
        self.in_round = dict(self.paid)
        self.shown: list[str] = []
        self.won = dict(self.paid)
        self.showdown = False
        names = sorted(hand.players, key=len, reverse=True)
        for line in body[1:]:
            who = next((name for name in names if line.startswith((f"{name}: ", f"{name} collected "))), "")
            self._line(line, who, line[len(who) :].lstrip(": ") if who else line)
        self._muck(lines[len(body) :], names)
        for who in self.staying if self.showdown else ():
            if who not in self.shown:
                hand.lines.append((who, "folds"))
        if any(self.won.values()):
            antes = {who: chips for who, word, chips, *_ in (line for line in hand.lines if len(line) > 2)
                     if word == "antes"}  # fmt: skip
            hand.won = {who: self.won[who] - self.paid[who] - antes.get(who, hand.ante) for who in hand.players}

    def _line(self, line: str, who: str, text: str) -> None:
        hand = self.hand
        if line.startswith("*** "):
            self._turn_up()
            self.street += "STREET" in line or "RIVER" in line
            self.showdown = self.showdown or "SHOW" in line
            self.in_round = dict.fromkeys(hand.players, Decimal(0))
        elif match := re.match(r"Dealt to (.+?)((?: \[[^\]]*\])+)$", line):
            if match[1] in self.paid:
                self._dealt(match[1], [cards(group) for group in re.findall(r"\[([^\]]*)\]", match[2])])
        elif match := re.match(rf"Uncalled bet \({MONEY}\) returned to (.+)", line):
            if match[2] in self.paid:
                self.paid[match[2]] -= amount(match[1])
        elif match := re.match(rf"collected {MONEY}", text) if who else None:
            self.won[who] += amount(match[1])
        elif who and (match := re.match(r"shows \[([^\]]*)\]", text)):
            self._turn_up()
            self._shows(who, cards(match[1]))
        elif who and not self.showdown:
            self._act(who, text)
        elif match := re.search(r"\[([^\]]*)\] *$", line) if self.street == 7 and "community" in line.lower() else None:
            hand.lines.append(("", "upcard", *cards(match[1])))

    def _dealt(self, who: str, groups: list[list[str]]) -> None:
        """Cards dealt to a player: the last is up on the first street, and down on the seventh."""
        new = groups[-1]
        if self.street == 3:
            self.known[who], self.up[who] = new[:-1], new[-1]
        elif self.street < 7:
            self.up[who] = new[-1]
        else:
            self.known.setdefault(who, []).append(new[-1])

    def _turn_up(self) -> None:
        """The open cards of a street, entered once all are known."""
        if not self.up:
            return
        if missing := [who for who in self.staying if who not in self.up]:
            raise CommandError(f"{self.hand.where}: no card is dealt to {missing[0]}", USAGE)
        self.hand.lines.append(("", "upcard", *(self.up[who] for who in self.staying)))
        self.up = {}
        for who, down in self.known.items() if self.street == 3 else ():
            if down:
                self.hand.lines.append((who, "dealt", *down))

    def _act(self, who: str, text: str) -> None:
        for pattern, verb in ACTS:
            if not (match := pattern.match(text)):
                continue
            self._turn_up()
            hand, before = self.hand, self.in_round[who]
            all_in = ("all-in",) * text.endswith("and is all-in")
            if verb in ("checks", "folds"):
                hand.lines.append((who, verb))
                self.staying = [other for other in self.staying if other != who or verb == "checks"]
                return
            chips = amount(match[match.lastindex or 1])
            stake = before + chips if verb == "calls" else chips
            if "bring" in match[0]:
                hand.bring_in = hand.bring_in if all_in else chips
            hand.lines.append((who, verb, chips, *all_in))
            self.paid[who] += stake - before
            self.in_round[who] = stake
            return

    def _shows(self, who: str, hand: list[str]) -> None:
        if who not in self.shown and len(hand) >= 7:
            self.shown.append(who)
            self.hand.lines.append((who, "shows", *hand))

    def _muck(self, summary: list[str], names: list[str]) -> None:
        """Hands that were mucked but are in the summary."""
        for line in summary if self.showdown else ():
            if match := re.match(r"Seat \d+: (.+?) mucked \[([^\]]*)\]", line):
                who = next((name for name in names if match[1] == name or match[1].startswith(f"{name} (")), "")
                if who in self.staying:
                    self._shows(who, cards(match[2]))
