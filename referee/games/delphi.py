"""Delphi.  Guess of each card turned whether it fits the oracle's secret rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, get_args

from referee.cards import Card, Pack
from referee.core import (
    Asks,
    Category,
    Deal,
    Game,
    Hand,
    Reason,
    Report,
    Seat,
    Standing,
    Told,
    at,
    bar,
    check,
    illegal,
    impossible,
    never,
    worth,
)
from referee.glance import Example, Glance
from referee.kit.messages import no_hands
from referee.notation import Words, quoted

RULES = {
    "oracle-rotation": illegal("The oracle's office goes to the left, and everybody has it for one hand."),
    "secret-rule": worth(
        "The oracle's rule is written down beforehand and kept secret; it judges a card by the cards before it alone."
    ),
    "one-pack": impossible("Each of the 52 cards is turned once: one to start with, and 51 to be guessed."),
    "first-token": worth("Everybody who guesses has one token to begin with."),
    "oracle-silent": illegal("The oracle neither guesses nor has tokens."),
    "one-decision": illegal("Everybody decides once on a card, unseen by the others, and stays with it."),
    "all-decide": illegal("A card is judged once everybody has decided on it, and then comes the next."),
    "oracle-judges": illegal("Nobody but the oracle says whether a card was right."),
    "line": worth("A correct card prolongs the line to the right, any other lies below its last card."),
    "token-pays": worth("A right guess brings a token, a wrong one costs a token if there is one to lose."),
    "token-count": impossible("After 51 guesses a player has at most 50 tokens, or 52 if every guess was right."),
    "hand-score": worth("A guesser scores the differences to all the other guessers, above or below, added up."),
    "oracle-score": worth("The oracle scores the difference between every two guessers."),
    "game-end": worth("The game is over when each has been the oracle; most points win, and equals share it."),
}

FIRST, ALL_RIGHT = 1, 52  # tokens

Yes = Literal["yes", "no"]
Correct = Literal["correct", "incorrect"]


# Reports


class Upcard(Report, speaker="none"):
    """the card that starts the line, later each card to be guessed"""

    card: Card


class Guesses(Report, verb="declares"):
    """what a player thinks of the card: does it fit?"""

    said: Yes


class Judges(Report, verb="declares"):
    """what the oracle says of it"""

    said: Correct


@dataclass(frozen=True)
class Voters:
    """Players who said the same of a card; everybody where nobody is named."""

    seats: tuple[Seat, ...] = ()

    metavar: ClassVar[str] = "WHO … or all"

    @staticmethod
    def read(words: Words, reader: Any) -> Voters:
        if (word := words.next) and word.text.lower() == "all" and not reader.names.whole("all"):
            words.at += 1
            return Voters()
        found = set(reader.names.group(words, words.take()))
        while words:
            found.update(reader.names.group(words, words.take()))
        return Voters(tuple(seat for seat in reader.names.seats if seat in found))

    def __str__(self) -> str:
        return " ".join(quoted(seat) for seat in self.seats) or "all"


class Turn(Report, speaker="none", verb="upcard"):
    """a card with its judgement, and who said the one or the other of it; the rest said the opposite"""

    card: Card
    judged: Correct
    said: Yes
    voters: Voters

    def guess(self, seat: Seat) -> Yes:
        if not self.voters.seats or seat in self.voters.seats:
            return self.said
        return "no" if self.said == "yes" else "yes"

    @classmethod
    def options(cls, hand: Delphi, seat: Seat) -> Iterator[Turn]:
        for said in itertools.product(get_args(Yes), repeat=len(hand.guessers)):
            voters = Voters(tuple(seat for seat, one in zip(hand.guessers, said, strict=True) if one == said[0]))
            for judged, card in itertools.product(get_args(Correct), hand.unseen()):
                yield cls(card, judged, said[0], voters)


class Holds(Report):
    """tokens at the end, or so far where the cards are told"""

    tokens: Annotated[int, range(ALL_RIGHT + 1)]


@dataclass
class Office(Standing):
    """Who has been the oracle."""

    oracles: list[Seat] = field(default_factory=list)


@dataclass
class Delphi(Hand):
    """One oracle's hand: the line, the card to be guessed, the guesses, and the tokens they brought."""

    line: list[Card] = field(default_factory=list)
    card: Upcard | Turn | None = None
    guesses: dict[Seat, Guesses] = field(default_factory=dict)
    turned: int = 0  # cards judged
    tokens: dict[Seat, int] = field(default_factory=dict)
    held: dict[Seat, Holds] = field(default_factory=dict)

    @property
    def guessers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat != self.dealer)

    @property
    def left(self) -> int:
        return 0 if self.held else len(self.pack) - len(self.seen)

    @property
    def by_card(self) -> bool:
        """The hand is told card by card."""
        return len(self.seen) > 1

    def missing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.guessers if self.card and seat not in self.guesses)

    def uncounted(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.guessers if seat not in self.held)


# The hand


async def play_hand(hand: Delphi) -> None:
    await hand.deal(turn="oracle-rotation")
    hand.tokens = dict.fromkeys(hand.guessers, FIRST)

    # Cards
    counting = hand.ask(hand.uncounted, Holds, oracle_has_none, can_hold, free=True, aside=True)
    closed = (
        bar("one-decision", "no card lies open", Guesses) | bar("all-decide", "no card lies open", Judges) | counting
    )
    starting = hand.ask(None, Upcard, is_new) | bar("all-decide", "nobody guesses the first card", Turn) | closed
    turning = cards(hand) | closed
    deciding = guesses(hand) | judgement(hand, aside=True) | cards(hand, aside=True) | counting
    judging = judgement(hand) | guesses(hand, aside=True) | cards(hand, aside=True) | counting
    while not hand.held and (hand.left or hand.card):
        asked = (deciding if hand.missing() else judging) if hand.card else turning if hand.line else starting
        match await asked:
            case Turn() as turn:
                turn_up(hand, turn)
                judge(hand, turn.judged, {seat: turn.guess(seat) for seat in hand.guessers})
            case Upcard() as upcard:
                turn_up(hand, upcard)
            case Guesses() as guess:
                hand.guesses |= {guess.who: guess} if guess.who in hand.tokens else {}
            case Judges() as judged:
                judge(hand, judged.said, {seat: guess.said for seat, guess in hand.guesses.items()})
            case Holds() as holds:
                count(hand, holds)

    # Tokens
    telling = hand.ask(hand.uncounted, Holds, oracle_has_none, can_hold, free=True)
    too_late = bar("all-decide", "the tokens are being counted", Upcard, Turn, Judges, Guesses)
    while hand.held and hand.uncounted():
        count(hand, await (telling | too_late))

    # Score
    for seat in hand.guessers:
        others = [hand.tokens[other] for other in hand.guessers if other != seat]
        points = sum(hand.tokens[seat] - other for other in others)
        because = f"{hand.tokens[seat]} tokens against {' and '.join(map(str, others))}"
        hand.score(seat, points, "guesses", "hand-score", because, *told_of(hand, seat))
    points = sum(abs(one - other) for one, other in itertools.combinations(hand.tokens.values(), 2))
    because = f"the tokens were {' and '.join(map(str, hand.tokens.values()))}"
    hand.score(hand.dealer, points, "oracle", "oracle-score", because, *hand.held.values())
    hand.standing.oracles.append(hand.dealer)
    around = hand.around(hand.eldest)
    hand.next_dealer = next((seat for seat in around if seat not in hand.standing.oracles), hand.eldest)


def cards(hand: Delphi, aside: bool = False) -> Asks[Upcard | Turn]:
    one, whole = (judged_before, is_new), (judged_before, is_new, oracle_votes)
    return hand.ask(None, Upcard, *one, aside=aside) | hand.ask(None, Turn, *whole, aside=True)


def guesses(hand: Delphi, aside: bool = False) -> Asks[Guesses]:
    return hand.ask(hand.missing, Guesses, oracle_silent, one_decision, free=True, aside=aside)


def judgement(hand: Delphi, aside: bool = False) -> Asks[Judges]:
    return hand.ask(hand.dealer, Judges, all_decided, oracle_judges, free=True, aside=aside)


def turn_up(hand: Delphi, turned: Upcard | Turn) -> None:
    """The first card starts the line; where the table lets one come too soon, nobody guessed the last."""
    hand.guesses.clear()
    if hand.line:
        hand.card = turned
    else:
        hand.line.append(turned.card)
    hand.tell(turned, turned.card)


def judge(hand: Delphi, judged: Correct, said: Mapping[Seat, Yes]) -> None:
    """Tokens go to those who were right, and come from the others who guessed."""
    right = "yes" if judged == "correct" else "no"
    for seat, guess in said.items():
        hand.tokens[seat] = hand.tokens[seat] + 1 if guess == right else max(0, hand.tokens[seat] - 1)
    if hand.card and right == "yes":
        hand.line.append(hand.card.card)
    hand.turned += 1
    hand.card = None
    hand.guesses.clear()


def count(hand: Delphi, holds: Holds) -> None:
    """In a hand told card by card a number only confirms what is known."""
    if not hand.by_card:
        hand.tokens[holds.who] = holds.tokens
        hand.held[holds.who] = holds


def told_of(hand: Delphi, seat: Seat) -> list[Report]:
    return [hand.held[seat]] if seat in hand.held else []


def tokens(hand: Delphi) -> dict[Seat, int]:
    """Everybody's tokens as far as they are known."""
    return {seat: hand.tokens[seat] for seat in hand.held} if hand.held else hand.tokens


def oracle(hand: Delphi) -> Seat:
    """The oracle of the hand in progress, else the next."""
    return hand.dealer if hand.dealer and not hand.finished else hand.standing.dealer or hand.seats[0]


def is_over(hand: Delphi) -> bool:
    return set(hand.seats) <= set(hand.standing.oracles)


# Checks


@check("all-decide")
def judged_before(hand: Delphi, turned: Upcard | Turn) -> str | None:
    if not hand.card:
        return None
    return Reason(f"{hand.card.card.pretty} lies open and isn't judged ({at(hand.card)})", hand.card)


@check("one-pack")
def is_new(hand: Delphi, turned: Upcard | Turn) -> str | None:
    told = hand.seen.get(turned.card)
    return Reason(f"{turned.card.pretty} was turned before ({at(told[0])})", told[0]) if told else None


@check("oracle-silent")
def oracle_silent(hand: Delphi, guess: Guesses) -> str | None:
    return f"{guess.who} is the oracle, and doesn't guess" if guess.who == hand.dealer else None


@check("oracle-silent")
def oracle_votes(hand: Delphi, turn: Turn) -> str | None:
    return f"{hand.dealer} is the oracle, and doesn't guess" if hand.dealer in turn.voters.seats else None


@check("one-decision")
def one_decision(hand: Delphi, guess: Guesses) -> str | None:
    before = hand.guesses.get(guess.who)
    return Reason(f"{guess.who} has said {before.said} ({at(before)})", before) if before else None


@check("all-decide")
def all_decided(hand: Delphi, judged: Judges) -> str | None:
    return f"{' and '.join(hand.missing())} must decide first" if hand.missing() else None


@check("oracle-judges")
def oracle_judges(hand: Delphi, judged: Judges) -> str | None:
    return None if judged.who == hand.dealer else f"{hand.dealer} is the oracle, not {judged.who}"


@check("oracle-silent")
def oracle_has_none(hand: Delphi, holds: Holds) -> Reason | None:
    if holds.who != hand.dealer:
        return None
    return never(f"{holds.who} is the oracle, and has no tokens")


@check("token-count")
def can_hold(hand: Delphi, holds: Holds) -> str | None:
    who, said = holds.who, holds.tokens
    if hand.by_card or who in hand.held or hand.finished:
        counted = hand.tokens.get(who, said)
        return None if said == counted else Reason(f"{who} has {counted} tokens, not {said}", *told_of(hand, who))
    if 0 <= said <= 50 or said == ALL_RIGHT:
        return None
    return f"51 guesses leave 0 to 50 tokens, or {ALL_RIGHT} if none was wrong: {said} can't be"


@check("oracle-silent", "token-count")
def counted_before(hand: Delphi, holds: Holds) -> dict[str, str | None]:
    return {"oracle-silent": oracle_has_none(hand, holds), "token-count": can_hold(hand, holds)}


GAME = Game(
    slug="delphi",
    name="Delphi",
    summary="Guess of each card turned whether it fits the oracle's secret rule.",
    family="induction",
    players=range(3, 8),
    pack=Pack(),
    hand=Delphi,
    play=play_hand,
    over=is_over,
    standing=Office,
    rules=RULES,
    reports={
        Deal: Told("first, and when a hand is finished; WHO is the oracle", "oracle-rotation"),
        Turn: Told("a whole turn in one report", "all-decide", "one-pack", "oracle-silent"),
        Upcard: Told("first the starter, then the card to be guessed", "all-decide", "one-pack"),
        Guesses: Told("when a card lies open", "one-decision", "oracle-silent"),
        Judges: Told("when all have guessed; the oracle needs no naming", "all-decide", "oracle-judges"),
        Holds: Told("in place of the cards, by every guesser; with them, a check", "token-count", "oracle-silent"),
    },
    categories={
        "guesses": Category("own tokens less those of each other guesser, added up", "hand-score"),
        "oracle": Category("the difference of tokens between every two guessers, added up", "oracle-score"),
    },
    facts={
        "oracle": oracle,
        "tokens": tokens,
        "turned": lambda hand: len(hand.pack) - 1 if hand.held else hand.turned,
        "line": lambda hand: None if hand.held else len(hand.line),
        "last": lambda hand: None if hand.held or not hand.line else hand.line[-1].text,
        "left": lambda hand: hand.left,
    },
    dealt=(no_hands("one-pack", "nobody has a card here: they are turned from the stock"),),
    told_again={Holds: counted_before},
    now=lambda hand: [f"{hand.turned} judged", *(f"{card.pretty} last in line" for card in hand.line[-1:])],
    at_a_glance=(
        Glance("tokens to begin with", FIRST, "first-token"),
        Glance("most tokens", ALL_RIGHT, "token-count"),
        Glance("hands", "one with each player as oracle", "game-end"),
    ),
    short_form="`deal`, then `holds N` for everybody but the oracle, in any order.",
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ben holds 30; Cat holds 20; Dan holds 25"),
        "Ann 20, Ben 15, Cat -15, Dan 0",
    ),
    rulings=(
        "The oracle scores the difference between every two guessers once, which is all that is subtracted in their"
        " own scores.",
        "The starter opens the line and counts as correct.",
        "Tokens go back after each hand; the points stay.",
        "Three players are two guessers and an oracle, reckoned alike.",
        "A hand broken off counts nothing.",
        "Whether the oracle kept to the written rule is for the table; `adjust` corrects a score.",
        "Where the table lets it stand, a second decision takes the place of the first, a judgement by another is the"
        " oracle's, a guess of the oracle's counts for nothing, and whoever didn't decide neither wins nor loses. A"
        " card left without a judgement is out of the game.",
    ),
)
