"""Pirate.  Two build ships together, up from the ace and down from the king, for the player who joins the halves."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

from referee.cards import (
    PIPS,
    SUIT_NAMES,
    SUIT_SIGNS,
    SUITS,
    UPWARD,
    Card,
    Cards,
    Pack,
    Rank,
    Suit,
    listed,
    read_cards,
    read_suit,
)
from referee.game.asks import NOTHING, at, bar
from referee.game.game import Example, Fact, Game, Glance, Hand
from referee.kit.endings import one_hand
from referee.kit.messages import together
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat, Seats, Words, either, so_many
from referee.rules.options import Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    cannot_happen,
    illegal,
    impossible,
    judges,
    last,
    number,
    unclear,
    unjudged,
    worth,
)

KEELS = {"A": 1, "K": 13}


# Reports


class Cuts(Report, bare=True):
    """the card a player cuts before the game; its rank will do"""

    card: Card


class Declares(Report, labels={"role": "cut"}):
    """a player is the low or the high player, if the cuts aren't entered"""

    role: Literal["low", "high"]


class Plays(Report):
    """a player adds cards to ships, in order; a suit alone means the next card on the player's half of that ship"""

    cards: Cards

    @classmethod
    def spell_out(cls, words: Words, reader: Any, who: Seats) -> None:
        """Replaces each suit, as in ``H H``, with the next card on the player's half."""
        texts = [word.text for word in words.list[words.at :]]
        if len(who) == 1 and isinstance(reader, Pirate) and reader.laid and any(map(read_suit, texts)):
            words.instead(*next_on(reader, who[0], texts, words))

    @classmethod
    def options(cls, hand: Pirate, seat: Seat) -> Iterator[Plays]:
        """Every single card, and every run that continues a half."""
        yield from (cls((card,), who=seat) for card in hand.unseen())
        for suit in SUITS:
            firsts = [value for value in range(1, 14) if not misfit(hand.fleet, seat, laddered(value, suit))]
            for first, step in ((value, step) for value in firsts for step in (1, -1)):
                run = [laddered(value, suit) for value in range(first, 14 if step > 0 else 0, step)]
                yield from (cls(tuple(run[:length]), who=seat) for length in range(2, len(run) + 1))


class Out(Report, also=("outs",)):
    """a player has no stock and no waste pile left; not needed if all 52 cards were entered"""


class Claims(Report):
    """a player claims a card the opponent turned up"""

    card: Card


class Sinks(Report, speaker="none", as_said="a sunk ship"):
    """a ship is sunk"""

    suit: Suit | None = None


class Captures(Report, adds=True, labels={"what": "ships", "what word": "suit of the ship"}):
    """a player captures a ship whose cards weren't all entered, or this many ships"""

    what: Annotated[int, range(1, 9)] | Suit | None = None

    @property
    def number(self) -> int:
        return self.what if isinstance(self.what, int) else 1

    @property
    def suit(self) -> Suit | None:
        return None if isinstance(self.what, int) else self.what


Act = Cuts | Declares | Plays | Out | Claims | Sinks | Captures


# Ships


class Ship(NamedTuple):
    """A ship being built: first or second of its suit, who builds up from the ace, and how far each half goes."""

    number: int
    aces: Seat
    up: int = 0
    down: int = 14
    entered: int = 0  # number of cards entered

    @property
    def lacks(self) -> int:
        return self.down - self.up - 1

    def begun(self, who: Seat) -> bool:
        return self.up > 0 if who == self.aces else self.down < 14

    def ends(self, who: Seat) -> tuple[int, int]:
        """The next values on a player's half and on the other half."""
        return (self.up + 1, self.down - 1) if who == self.aces else (self.down - 1, self.up + 1)

    def grown(self, who: Seat, value: int) -> Ship:
        """The ship after a card of WHO. The table may have kept one on the wrong half or after a gap."""
        mine, theirs = self.ends(who)
        if (who == self.aces) == (value == mine or value != theirs):
            return self._replace(up=max(self.up, value), entered=self.entered + 1)
        return self._replace(down=min(self.down, value), entered=self.entered + 1)


@dataclass
class Fleet:
    """The ships afloat and those gone. ``gone`` has every possible number of ships gone, by suit."""

    seats: tuple[Seat, ...]
    enough: int
    enough_after_a_sinking: int
    low: Seat = NOBODY
    afloat: dict[Suit, Ship] = field(default_factory=dict)
    gone: list[tuple[int, ...]] = field(default_factory=lambda: [(0, 0, 0, 0)])
    captured: Counter[Seat] = field(default_factory=Counter)
    sunk: int = 0
    own_halves: bool = True  # players can't build on the other half

    def copy(self) -> Fleet:
        twin = copy.copy(self)
        twin.afloat, twin.captured = self.afloat.copy(), self.captured.copy()
        return twin

    def other(self, who: Seat) -> Seat:
        return self.seats[self.seats[0] == who]

    @property
    def total(self) -> int:
        """The number of ships captured or sunk."""
        return self.captured.total() + self.sunk

    @property
    def needed(self) -> int:
        return self.enough_after_a_sinking if self.sunk else self.enough

    @property
    def winning(self) -> Rule:
        """The rule by which a player wins now."""
        return four_ships if self.sunk else five_ships

    @property
    def ended(self) -> Rule | None:
        """The rule that ended the game, or None."""
        if max(self.captured.values(), default=0) >= self.needed:
            return self.winning
        return eight_ships if self.total >= 8 else None

    def gone_of(self, suit: Suit) -> list[int]:
        """The possible numbers of ships gone in a suit, ascending."""
        return sorted({ships[SUITS.index(suit)] for ships in self.gone})

    def keels(self, suit: Suit) -> list[Ship]:
        """The ships that can be started in a suit now."""
        lows = [self.low] if self.low else self.seats
        numbers = [gone + 1 for gone in self.gone_of(suit) if gone < 2]
        return [Ship(number, low if number == 1 else self.other(low)) for number in numbers for low in lows]

    def copies(self, card: Card) -> int:
        """How many of a card have certainly been played."""
        ship, value = self.afloat.get(card.suit), PIPS[card.rank]
        return self.gone_of(card.suit)[0] + bool(ship and (value <= ship.up or value >= ship.down))

    def begin(self, who: Seat, card: Card) -> Ship:
        """The ship a first card starts. If the table kept a wrong card, it decides who has which side."""
        first = KEELS.get(card.rank)
        ships = self.keels(card.suit)
        ship = next((ship for ship in ships if ship.ends(who)[0] == first), ships[0])
        if first:
            ship = ship._replace(aces=who if first == 1 else self.other(who))
            self.low = self.low or (ship.aces if ship.number == 1 else self.other(ship.aces))
        place = SUITS.index(card.suit)
        self.gone = [ships for ships in self.gone if ships[place] == ship.number - 1]
        return ship

    def lay(self, who: Seat, card: Card) -> Ship | None:
        """Plays a card. Returns the ship it completes, or None."""
        ship = (self.afloat.get(card.suit) or self.begin(who, card)).grown(who, PIPS[card.rank])
        self.afloat[card.suit] = ship
        if ship.lacks > 0:
            return None
        self.close(card.suit)
        self.captured[who] += 1
        return ship

    def close(self, suit: Suit | None, ships: int = 1) -> Ship | None:
        """Removes ships of a suit, or of unknown suits."""
        places = [SUITS.index(suit)] if suit else range(len(SUITS))
        for _ in range(ships):
            more = {(*n[:at], n[at] + 1, *n[at + 1 :]) for n in self.gone for at in places if n[at] < 2}
            self.gone = sorted(more)
        return self.afloat.pop(suit, None) if suit else None


def laddered(value: int, suit: Suit) -> Card:
    return Card(UPWARD[value - 1], suit)


def misfit(fleet: Fleet, who: Seat, card: Card) -> dict[Rule, str]:
    """The rules that a card breaks if WHO plays it, with the reasons."""
    value, ship, other = PIPS[card.rank], fleet.afloat.get(card.suit), fleet.other(who)
    name = SUIT_NAMES[card.suit]
    if ship is None:
        first = dict.fromkeys(laddered(ship.ends(who)[0], card.suit) for ship in fleet.keels(card.suit))
        if not first or card in first:
            return {}
        due = " or ".join(card.pretty for card in first)
        return {keel: f"{who} starts a new ship of {name} with {due}, not {card.pretty}"}
    mine, theirs = ship.ends(who)
    if value == mine or (value == theirs and ship.begun(other) and not fleet.own_halves):
        return {}
    due = laddered(mine, card.suit).pretty
    begins = "continues" if ship.begun(who) else "starts"
    broken = {sequence if ship.begun(who) else keel: f"{who}'s half of {name} {begins} with {due}, not {card.pretty}"}
    if value == theirs:
        broken[own_ship if ship.begun(other) else keel] = (
            f"{card.pretty} belongs on {other}'s half, and {who}'s half needs {due}"
        )
    return broken


def next_on(hand: Pirate, who: Seat, texts: list[str], words: Words) -> Iterator[str]:
    """The cards as typed. A suit alone becomes the next card of that half. Raises ParseError."""
    fleet = hand.fleet.copy()
    for text in texts:
        if suit := read_suit(text):
            afloat = fleet.afloat.get(suit)
            due = dict.fromkeys(
                laddered(ship.ends(who)[0], suit) for ship in ([afloat] if afloat else fleet.keels(suit))
            )
            if not due:
                raise words.unread(f"both ships of {SUIT_NAMES[suit]} are gone")
            if len(due) > 1:
                raise words.unread(f"which card of {SUIT_NAMES[suit]}: {either(card.pretty for card in due)}?")
            text = next(iter(due)).text
        yield text
        for card in read_cards(text, hand.pack) or ():
            if card.suit in fleet.afloat or (card.suit and fleet.keels(card.suit)):
                fleet.lay(who, card)


@dataclass
class Pirate(Hand):
    """A game. ``laid`` maps each card and its owner to the report of it."""

    cuts: dict[Seat, Cuts] = field(default_factory=dict)
    settled: Report | None = None  # the report that settled the roles
    laid: dict[tuple[Seat, Card], Report] = field(default_factory=dict)
    outs: dict[Seat, Report] = field(default_factory=dict)
    untold: bool = False  # a ship is gone whose cards weren't all entered
    fleet: Fleet = field(init=False)

    def __post_init__(self) -> None:
        self.fleet = Fleet(self.seats, self.house["ships"], self.house["after-a-sinking"])
        self.fleet.own_halves = self.enforces(own_ship)

    def to_cut(self) -> tuple[Seat, ...]:
        """The players who must cut. Nobody, if ships were entered without a cut."""
        begun = self.settled or self.fleet.total or self.fleet.afloat
        return () if begun else self.all_but(self.cuts)

    def has_laid(self, seat: Seat, card: Card) -> bool:
        """Whether SEAT has certainly played the card."""
        return (seat, card) in self.laid or self.fleet.copies(card) > 1

    def holds(self, seat: Seat, card: Card) -> bool:
        """Whether SEAT certainly still has the card."""
        other = self.fleet.other(seat)
        blind = self.fleet.copies(card) - ((other, card) in self.laid)
        return (seat, card) not in self.laid and (not blind or (other in self.outs and (other, card) not in self.laid))

    def may_hold(self, seat: Seat, card: Card) -> bool:
        return (seat, card) not in self.laid and seat not in self.outs and self.fleet.copies(card) < 2

    def may_claim(self, seat: Seat, card: Card) -> bool:
        """Whether the opponent may turn the card up while SEAT may claim it."""
        return self.may_hold(self.fleet.other(seat), card) and (
            not self.enforces(claim_when_out) or self.may_be_out(seat)
        )

    def may_be_out(self, seat: Seat) -> bool:
        """Whether SEAT may have played every card by now, counting unseen cards on unfinished ships."""
        if self.untold or seat in self.outs:
            return True
        untold = {card for suit in SUITS for card in self.may_have_laid(seat, suit)}
        return all(card in untold for card in self.pack if self.holds(seat, card))

    def may_have_laid(self, seat: Seat, suit: Suit) -> Iterator[Card]:
        """Cards that may be on SEAT's half unseen, in a ship that still lacks one."""
        afloat = self.fleet.afloat.get(suit)
        for ship in [afloat] if afloat else self.fleet.keels(suit):
            first, step = ship.ends(seat)[0], 1 if seat == ship.aces else -1
            yield from (laddered(first + step * place, suit) for place in range(ship.lacks - 1))

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """Cards of this rank that fit one of the player's halves."""
        cards = [card for card in self.unseen() if card.rank == rank]
        return [card for card in cards if not misfit(self.fleet, report.who, card)] or cards


# The hand


async def play_hand(hand: Pirate) -> None:
    while hand.standing.over:
        await NOTHING
    sailing = hand.ask(None, Plays) | hand.ask(None, Claims, Out, Sinks, Captures, Declares, aside=True)
    cutting = sailing | hand.ask(None, Cuts, aside=True) | hand.ask(hand.to_cut, Cuts)
    settled = sailing | bar(cut, "it is already settled who is the low player", Cuts)
    while not hand.fleet.ended:
        report = await (settled if hand.settled else cutting)
        hand.dealer = hand.seats[0]  # nobody deals, but the game has started
        match report:
            case Cuts() as cuts:
                take_cut(hand, cuts)
            case Declares() as declares:
                hand.settled = hand.settled or declares
                hand.fleet.low = declares.who if declares.role == "low" else hand.fleet.other(declares.who)
            case Plays(cards=cards) as plays:
                for card in cards:
                    lay(hand, plays, card, plays.who)
            case Claims(card=card) as claims:
                lay(hand, claims, card, hand.fleet.other(claims.who))
            case Out():
                hand.outs.setdefault(report.who, report)
            case Sinks() as sinks:
                lose_ship(hand, sinks)
            case Captures() as captures:
                take_ships(hand, captures)
        for seat in hand.seats:
            if seat not in hand.outs and all(hand.has_laid(seat, card) for card in hand.pack):
                hand.outs[seat] = report


def take_cut(hand: Pirate, cuts: Cuts) -> None:
    hand.cuts[cuts.who] = cuts
    if len(hand.cuts) == 2:
        low, high = sorted(hand.cuts.values(), key=lambda cuts: PIPS[cuts.card.rank])
        if low.card.rank == high.card.rank:
            hand.cuts.clear()
        else:
            hand.settled, hand.fleet.low = cuts, low.who


def lay(hand: Pirate, report: Plays | Claims, card: Card, owner: Seat) -> None:
    hand.laid[owner, card] = report
    hand.tell(report, card)
    if ship := hand.fleet.lay(report.who, card):
        hand.untold |= ship.entered < 13
        hand.book(report.who, capture, 1, f"{SUIT_NAMES[card.suit]}, completed with {card.pretty}", report)


def lose_ship(hand: Pirate, sinks: Sinks) -> None:
    """Removes a sunk ship. One copy of the last card goes with it, and nobody knows whose."""
    ship = hand.fleet.close(sinks.suit or lacking_one(hand))
    hand.untold |= ship is None or ship.entered < 12
    hand.fleet.sunk += 1


def take_ships(hand: Pirate, captures: Captures) -> None:
    who, number = captures.who, captures.number
    hand.fleet.close(captures.suit, number)
    hand.fleet.captured[who] += number
    hand.untold |= number > 0
    if number:
        because = SUIT_NAMES[captures.suit] if captures.suit else "suit not named"
        hand.book(who, capture, number, because, captures)


def lacking_one(hand: Pirate) -> Suit | None:
    """The suit of the only ship that can sink now."""
    suits = [suit for suit, ship in hand.fleet.afloat.items() if ship.lacks == 1]
    return suits[0] if len(suits) == 1 else None


def ships_afloat(hand: Pirate) -> list[str]:
    """One row for each ship: how far its halves go."""
    rows = []
    for suit, ship in hand.fleet.afloat.items():
        up = laddered(ship.up, suit).rank if ship.up else "–"
        down = laddered(ship.down, suit).rank if ship.down < 14 else "–"
        rows.append(f"{SUIT_SIGNS[suit]} {up} | {down}")
    return rows


# Rules: the cut

cut = worth(
    "Each player shuffles the other's deck and cuts their own. The player with the lower card, ace low, is the low"
    " player; the other is the high player. If the cards are equal, cut again.",
    asked="who low, low player, cut, who start",
)


@judges(cut)
def cuts_once(hand: Pirate, cuts: Cuts) -> str | None:
    before = hand.cuts.get(cuts.who)
    return Reason(f"{cuts.who} has already cut {before.card.pretty} ({at(before)})", before) if before else None


@judges(cut)
def as_settled(hand: Pirate, declares: Declares) -> str | None:
    if not hand.settled or (declares.who == hand.fleet.low) == (declares.role == "low"):
        return None
    why = f"{hand.fleet.low} is the low player ({at(hand.settled)})"
    return cannot_happen(why, hand.settled)


@illegal(asked="play before cut")
def cut_first(hand: Pirate, plays: Plays) -> str | None:
    """You can't play a card until you know who is the low player."""
    return None if hand.fleet.low else "it isn't known yet who is the low player"


# Rules: the decks


@illegal(asked="claim out, after out")
def claim_when_out(hand: Pirate, claims: Claims) -> str | None:
    """You may claim a card your opponent turns up only if you are out."""
    return None if claims.who in hand.outs else f"{claims.who} isn't out yet, so {claims.who} can't claim cards"


own_stock = unjudged(
    "There are no turns: both players play at the same time. Turn cards from your own stock face up onto your waste"
    " pile, and add them to ships as you can. When your stock is gone, turn your waste pile over.",
    asked="whose turn, turns, same time, take turns, stock runs out, my stock gone, waste pile",
)
own_deck = impossible(
    "Each player has a deck of 52 cards, so there are two of each card in the game. You can play each of yours only"
    " once.",
    asked="many decks",
)


@judges(own_deck)
def laid_once(hand: Pirate, report: Plays | Claims) -> str | None:
    who, cards = report.who, report.cards if isinstance(report, Plays) else (report.card,)
    owner = who if isinstance(report, Plays) else hand.fleet.other(who)
    for place, card in enumerate(cards):
        if card not in hand.pack:
            continue
        if before := hand.laid.get((owner, card)):
            return Reason(f"{owner}'s {card.pretty} has already been played ({at(before)})", before)
        if hand.fleet.copies(card) > 1 or card in cards[:place]:
            return f"{owner} has only one {card.pretty}, and has already played it"
    if isinstance(report, Claims) and (entered := hand.outs.get(owner)):
        return Reason(f"{owner} is out ({at(entered)}) and has no card to turn up", entered)
    return None


# Rules: how many ships

two_ships = impossible("Each suit makes two ships.", asked="many ships suit")
eight_ships = impossible("Two decks make eight ships.", asked="many ships")
five_ships = illegal(
    "The first player to capture {ships:word ship} wins, and the game is over.",
    ships=number(5, "ships captured to win", least=1, most=8),
    asked="win game, many ships win, when over, who win, ships need",
)
four_ships = illegal(
    "After a ship has been sunk, the first player with {after_a_sinking:word ship} wins. Ships captured before the"
    " sinking count, too.",
    after_a_sinking=number(4, "ships captured to win after one is sunk", least=1, most=7),
    asked="after sink win, four ships",
)

# Rules: building

keel = illegal(
    "A ship is a suit from ace to king, built from both ends. Its first cards are the keels. In the first ship of a"
    " suit, the low player starts with the ace, and the high player with the king. In the second ship, they swap.",
    asked="keel, what keel, who start ace, first card ship, start ship, who ace",
)
sequence = illegal(
    "Add cards to your half of a ship in suit and in order: up from the ace, or down from the king.",
    asked="what order, add card, next card, build up, build down",
)
own_ship = illegal(
    "You can add cards only to your own half of a ship.", asked="other half, opponent half, play on his half, his side"
)


@judges(keel, sequence, own_ship, five_ships, four_ships)
def fits(hand: Pirate, plays: Plays) -> Answer:
    """Each card is judged as if the cards before it in the report had been played."""
    fleet = hand.fleet.copy()
    for card in plays.cards:
        if card not in hand.pack or not (card.suit in fleet.afloat or fleet.keels(card.suit)):
            return None
        if fleet.ended:
            return {fleet.ended: f"the game was over before {card.pretty}"}
        if broken := misfit(fleet, plays.who, card):
            return broken
        fleet.lay(plays.who, card)
    return None


claim = illegal(
    "If you may claim a card your opponent turned up, do it before your opponent plays it or turns up another. It"
    " must go on your half of a ship at once. If"
    " it completes the ship, you capture the ship.",
    asked="claim, take his card, opponent's card, steal card, want card",
)


@judges(claim, keel, sequence, own_ship)
def claim_fits(hand: Pirate, claims: Claims) -> Answer:
    broken = misfit(hand.fleet, claims.who, claims.card) if claims.card in hand.pack else {}
    return {claim: next(iter(broken.values())), **broken} if broken else None


# Rules: who is out


@illegal(asked="when out, out, no cards left, out cards")
def out(hand: Pirate, plays: Plays) -> str | None:
    """If you have no stock and no waste pile left, you are out. You have no cards to play, but you may claim cards
    that your opponent turns up.
    """
    report = hand.outs.get(plays.who)
    return Reason(f"{plays.who} is out ({at(report)})", report) if report else None


@impossible
def still_holds(hand: Pirate, report: Out) -> str | None:
    """You can't be out before you have played all your cards."""
    if (
        hand.untold
        or report.who in hand.outs
        or not (held := [other for other in hand.pack if hand.holds(report.who, other)])
    ):
        return None
    more = f" and {len(held) - 3} more" if len(held) > 3 else ""
    return f"{report.who} hasn't played {', '.join(card.pretty for card in held[:3]) if more else listed(held)}{more}"


# Rules: captured and sunk

capture = worth(
    "When the halves meet and a ship has all thirteen cards, the player who played the last card captures it.",
    lines="ship",
    asked="who get ship, capture, who win ship, finish ship, last card ship, complete ship",
)
sink = unjudged(
    "If both players play or claim the last card at the same time, the ship is sunk. Nobody scores it.",
    asked="sink, both together, both last card, same time last, tie ship, both play last, both same time",
)
sink_needs_gap = impossible("A ship can sink only when it lacks just one card.", asked="when sink, sink before")
new_ship = unjudged(
    "When a ship is captured or sunk, put it aside. Then start the next ship of that suit.",
    asked="next ship, after ship, second ship",
)


@judges(sink_needs_gap, two_ships, eight_ships)
def lacks_one(hand: Pirate, sinks: Sinks) -> Answer:
    suit = sinks.suit or lacking_one(hand)
    ship = hand.fleet.afloat.get(suit) if suit else None
    if not suit and hand.fleet.afloat:
        return {sink_needs_gap: unclear("which ship sinks? Name its suit")}
    if ship and ship.lacks > 1:
        return {sink_needs_gap: f"the ship of {SUIT_NAMES[suit or '']} still lacks {so_many(ship.lacks, 'card')}"}
    return enough_ships(hand, suit, 1)


@judges(own_deck)
def both_may_join(hand: Pirate, sinks: Sinks) -> str | None:
    """Whether both players can have the last card, or one is out and both claim it."""
    suit = sinks.suit or lacking_one(hand)
    ship = hand.fleet.afloat.get(suit) if suit else None
    if not suit or not ship or ship.lacks != 1:
        return None
    card = laddered(ship.up + 1, suit)
    if not hand.fleet.copies(card) and all(hand.may_hold(seat, card) for seat in hand.seats):
        return None
    if any(hand.may_claim(seat, card) for seat in hand.seats):
        return None
    return laid_before(hand, card, "and nobody is out, so only one player can have had it for")


@judges(two_ships, eight_ships, five_ships, four_ships)
def can_be_captured(hand: Pirate, captures: Captures) -> Answer:
    fleet, number = hand.fleet, captures.number
    broken = enough_ships(hand, captures.suit, number)
    if not captures.suit and fleet.afloat:
        names = together(SUIT_NAMES[suit] for suit in fleet.afloat)
        ships = f"ships of {names} are" if len(fleet.afloat) > 1 else f"a ship of {names} is"
        broken[two_ships] = unclear(f"name the suit: {ships} being built")
    if fleet.captured[captures.who] + number > fleet.needed:
        before = f"{captures.who} has {fleet.captured[captures.who]}"
        broken[fleet.winning] = f"{fleet.needed} ships win: {before} and can't capture {number} more"
    return broken


@judges(own_deck)
def may_join(hand: Pirate, captures: Captures) -> str | None:
    """Whether the missing cards can be divided so that the captor plays at least one."""
    suit, who = captures.suit, captures.who
    ship = hand.fleet.afloat.get(suit) if suit else None
    if not suit or not ship:
        return None
    lacking = [laddered(value, suit) for value in range(ship.up + 1, ship.down)]
    if who != ship.aces:
        lacking.reverse()
    may_lay = {
        seat: [hand.may_hold(seat, card) or hand.may_claim(seat, card) for card in lacking] for seat in hand.seats
    }
    mine, theirs = may_lay[who], may_lay[hand.fleet.other(who)]
    if any(all(mine[:own]) and all(theirs[own:]) for own in range(1, len(lacking) + 1)):
        return None
    if not hand.fleet.own_halves and any(mine) and all(map(max, mine, theirs)):
        return None
    blocked = lacking[0] if not mine[0] or all(theirs) else lacking[theirs.index(False)]
    return laid_before(hand, blocked, f"so {who} can't have completed")


def laid_before(hand: Pirate, card: Card, then: str) -> str:
    """Says that a card went into an earlier ship, and whose it was if known."""
    owner, report = next(
        ((seat, entered) for (seat, laid), entered in hand.laid.items() if laid == card), (NOBODY, None)
    )
    ships = SUIT_NAMES[card.suit]
    if report is None:
        return f"one {card.pretty} went into an earlier ship, {then} the ship of {ships}"
    return Reason(f"{owner}'s {card.pretty} has already been played ({at(report)}), {then} the ship of {ships}", report)


def enough_ships(hand: Pirate, suit: Suit | None, number: int) -> dict[Rule, str]:
    """The rules against this many more ships, with the reasons."""
    broken: dict[Rule, str] = {}
    if suit and hand.fleet.gone_of(suit)[0] == 2:
        broken[two_ships] = f"both ships of {SUIT_NAMES[suit]} are gone"
    if not 0 <= number <= 8 - hand.fleet.total:
        gone = so_many(hand.fleet.total, "ship is", "ships are")
        broken[eight_ships] = f"{gone} gone of eight, so there can't be {number} more"
    return broken


# Rules: the end


@judges(five_ships, four_ships, eight_ships, two_ships, own_deck, when="again")
def after_the_end(hand: Pirate, report: Act) -> Answer:
    """Reports that agree with a finished game are accepted. Further ships and cards aren't."""
    fleet = hand.fleet
    match report:
        case Captures(what=int(number)) if number == fleet.captured[report.who]:
            return None
        case Out() if report.who in hand.outs:
            return None
        case Declares() if hand.settled and not as_settled(hand, report):
            return None
    ships = ", ".join(f"{seat} {fleet.captured[seat]}" for seat in hand.seats)
    over = {fleet.ended: f"the game is over: {ships}, and {fleet.sunk} sunk"}
    if isinstance(report, Captures | Sinks):
        return {**over, **enough_ships(hand, report.suit, getattr(report, "number", 1))}
    return {**over, own_deck: laid_once(hand, report) if isinstance(report, Plays | Claims) else None}


last(claim, out, claim_when_out, still_holds, capture, sink, sink_needs_gap, new_ship)
last(two_ships, eight_ships, five_ships, four_ships)

GAME = Game(
    slug="pirate",
    name="Pirate",
    summary="Build ships from ace to king, one player from each end, and be the player who joins the halves.",
    family="competitive patience",
    players=range(2, 3),
    pack=Pack(packs=2, ace="low"),
    pack_rule=own_deck,
    hand=Pirate,
    play=play_hand,
    over=one_hand,
    ends=(five_ships, four_ships, eight_ships),
    dealt_once=True,
    deal_passes=False,
    verbs={
        Cuts: "to start, by both players",
        Declares: "instead of the cuts",
        Plays: "at any time after the cut",
        Out: "when a player's stock and waste pile are gone",
        Claims: "when the player who claims is out",
        Sinks: (
            "when both players play or claim the last card at once; name the suit, if you enter cards and more than"
            " one ship may lack just one card"
        ),
        Captures: "instead of the cards; name the suit if you entered cards of ships that aren't finished",
    },
    variants=(
        Variant("five-ships", "You need five ships to win, even if one was sunk.", "after-a-sinking=5"),
        Variant("three-ships", "You need three ships to win.", "ships=3, after-a-sinking=3"),
        Variant(
            "to-the-last",
            "All eight ships are built, and the player with more of them wins.",
            "ships=8, after-a-sinking=7",
        ),
        Variant("free-claims", "You may claim your opponent's cards at any time.", "without=claim-when-out"),
        Variant("any-half", "You may add cards to either half of a ship.", "without=own-ship"),
    ),
    facts={
        "low": Fact(lambda hand: hand.fleet.low or None, "the low player"),
        "sunk": Fact(lambda hand: hand.fleet.sunk, "ships sunk"),
        "needed": Fact(lambda hand: hand.fleet.needed, "ships needed to win"),
        "afloat": Fact(lambda hand: len(hand.fleet.afloat), "ships begun"),
        "gone": Fact(lambda hand: hand.fleet.total, "ships captured or sunk"),
    },
    now=ships_afloat,
    at_a_glance=(
        Glance("a ship", " ".join(UPWARD), sequence),
        Glance(
            "ships to win",
            lambda table: f"{table.house['ships']}, or {table.house['after-a-sinking']} after one is sunk",
            five_ships,
            four_ships,
        ),
    ),
    short_form="Type who `captures` a ship, and `sinks` for a sunk one. You may leave out the cuts.",
    example=Example(
        "Ann Ben",
        ("Ann captures 3", "Ben captures 1", "sinks", "Ann captures"),
        "Ann 4, Ben 1",
    ),
    rulings=(
        "An ace is low in the cut, too.",
        "Keels are swapped only once. After its second ship, a suit has no cards left.",
        "If both players play the last card at once, only one of the two cards sinks with the ship. You needn't say"
        " whose. The player who keeps the other card may play it later. If one player claims the card that the other"
        " plays, that card sinks.",
        "A sinking counts at once. A player who then has enough ships wins at once.",
        "If all eight ships are gone and nobody has enough to win, the player with more ships wins. If they"
        " tie, they share the win.",
        "The table decides who got to a card first, and which cards were turned up.",
        "You capture a ship even if you played all thirteen of its cards yourself.",
    ),
    edition=2,
)
