"""Delphi.  Guess of each card turned whether it fits the oracle's secret rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Literal, get_args

from referee.cards import Card, Pack
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Hand, Table, struck_in
from referee.game.standing import Standing
from referee.kit import messages
from referee.kit.rest import IN_NUMBERS, Rest, the_rest
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat, Words, quoted, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    unjudged,
    worth,
)

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
    def pieces(hand: Delphi) -> tuple[str, ...]:
        """What it is put together of: the players, or all of them at once."""
        return (*map(quoted, hand.guessers), "all")

    @staticmethod
    def read(words: Words, reader: Any) -> Voters:
        if (word := words.next) and word.text.lower() == "all" and not reader.names.whole("all"):
            words.at += 1
            return Voters()
        named = set(reader.names.group(words, words.take()))
        while words:
            named.update(reader.names.group(words, words.take()))
        return Voters(tuple(seat for seat in reader.names.seats if seat in named))

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
            voters = Voters(tuple(seat for seat, guess in zip(hand.guessers, said, strict=True) if guess == said[0]))
            for judged, card in itertools.product(get_args(Correct), hand.unseen()):
                yield cls(card, judged, said[0], voters)


class Holds(Report):
    """tokens at the end, or so far where the cards are told"""

    tokens: int
    options = one_for_each(lambda hand, seat: range(min(tokens_left(hand, seat)), all_right(hand, seat) + 1))


@dataclass
class Office(Standing):
    """Who has been the oracle, as often as they were."""

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
    rest: Rest | None = None
    to_come: int = 0  # guesses that nobody tells

    @property
    def guessers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat != self.dealer)

    @property
    def left(self) -> int:
        return 0 if self.counted else max(0, 1 + guesses(self) - len(self.seen))

    @property
    def by_card(self) -> bool:
        """The hand is told card by card."""
        return len(self.seen) > 1 and not self.rest

    @property
    def counted(self) -> bool:
        """The tokens are being counted in place of the cards."""
        return bool(self.held or self.rest)

    def missing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.guessers if self.card and seat not in self.guesses)

    def uncounted(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.guessers if seat not in self.held)


# The hand


async def play_hand(hand: Delphi) -> None:
    await hand.deal()
    hand.tokens = dict.fromkeys(hand.guessers, first_token(hand))
    hand.to_come = guesses(hand)

    # Cards
    counting = hand.ask(hand.uncounted, Holds, free=True, aside=True) | the_rest(hand)
    closed = bar(one_decision, "no card lies open", Guesses) | bar(all_decide, "no card lies open", Judges) | counting
    starting = hand.ask(None, Upcard) | bar(all_decide, "nobody guesses the first card", Turn) | closed
    turning = cards(hand) | closed
    aside = cards(hand, aside=True) | counting
    deciding = hand.ask(hand.missing, Guesses, free=True) | hand.ask(hand.dealer, Judges, free=True, aside=True) | aside
    judging = hand.ask(hand.dealer, Judges, free=True) | hand.ask(hand.missing, Guesses, free=True, aside=True) | aside
    while not hand.counted and (hand.left or hand.card):
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
            case Rest() as rest:
                hand.to_come = hand.left - (not hand.line) + bool(hand.card)
                hand.rest = rest

    # Tokens
    telling = hand.ask(hand.uncounted, Holds, free=True)
    too_late = bar(all_decide, "the tokens are being counted", Upcard, Turn, Judges, Guesses)
    while hand.counted and hand.uncounted():
        count(hand, await (telling | too_late))

    # Score
    for seat in hand.guessers:
        others = [hand.tokens[other] for other in hand.guessers if other != seat]
        because = f"{so_many(hand.tokens[seat], 'token')} against {messages.together(map(str, others))}"
        hand.book(seat, hand_score, hand_score(hand, seat), because, *told_of(hand, seat))
    because = f"the tokens were {messages.together(map(str, hand.tokens.values()))}"
    hand.book(hand.dealer, oracle_score, oracle_score(hand), because, *hand.held.values())
    hand.standing.oracles.append(hand.dealer)
    fewest = min(map(hand.standing.oracles.count, hand.seats))
    hand.next_dealer = hand.next_matching(hand.dealer, lambda seat: hand.standing.oracles.count(seat) == fewest)


def cards(hand: Delphi, aside: bool = False) -> Asks[Upcard | Turn]:
    return hand.ask(None, Upcard, aside=aside) | hand.ask(None, Turn, aside=True)


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
        hand.tokens[seat] = token_pays(hand, hand.tokens[seat], guess == right)
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
    return {seat: hand.tokens[seat] for seat in hand.held} if hand.counted else hand.tokens


def oracle(hand: Delphi) -> Seat:
    """The oracle of the hand in progress, else the next."""
    return hand.dealer if hand.dealer and not hand.finished else hand.standing.dealer or hand.seats[0]


# Rules: the oracle

oracle_rotation = illegal("The role of oracle passes to the left from hand to hand.", turn=Deal)
secret_rule = unjudged(
    "The oracle's rule is written down beforehand and kept secret; it judges a card by the cards before it alone."
)
first_token = worth(
    "In tokens, everybody who guesses has {first_token:word} to begin with.",
    first_token=number(1, "tokens to begin with", most=25),
)


# Rules: a card

all_decide = illegal("A card is judged once everybody has decided on it, and then comes the next.")


@judges(all_decide)
def judged_before(hand: Delphi, turned: Upcard | Turn) -> str | None:
    if not hand.card:
        return None
    return Reason(f"{hand.card.card.pretty} lies open and isn't judged ({at(hand.card)})", hand.card)


one_pack = impossible(
    "Each of the 52 cards is turned once at most: one to start with, and {guesses} to be guessed.",
    messages.no_hands("nobody has a card here: they are turned from the stock"),
    guesses=number(51, "cards to be guessed in a hand", least=1, most=51),
)


def guesses(hand: Delphi | Table) -> int:
    return int(hand.house["guesses"])


@judges(one_pack)
def is_new(hand: Delphi, turned: Upcard | Turn) -> str | None:
    if told := hand.seen.get(turned.card):
        return Reason(f"{turned.card.pretty} was turned before ({at(told[0])})", told[0])
    return f"the {guesses(hand)} cards to be guessed were all turned" if hand.line and not hand.left else None


oracle_silent = illegal("The oracle neither guesses nor has tokens.")


@judges(oracle_silent)
def oracle_declares(hand: Delphi, guess: Guesses) -> str | None:
    return f"{guess.who} is the oracle, and doesn't guess" if guess.who == hand.dealer else None


@judges(oracle_silent)
def oracle_votes(hand: Delphi, turn: Turn) -> str | None:
    return f"{hand.dealer} is the oracle, and doesn't guess" if hand.dealer in turn.voters.seats else None


@illegal(place=Guesses)
def one_decision(hand: Delphi, guess: Guesses) -> str | None:
    """Everybody decides once on a card, unseen by the others, and stays with it."""
    before = hand.guesses.get(guess.who)
    return Reason(f"{guess.who} has said {before.said} ({at(before)})", before) if before else None


@judges(all_decide)
def all_decided(hand: Delphi, judged: Judges) -> str | None:
    return f"{messages.together(hand.missing())} must decide first" if hand.missing() else None


@illegal
def oracle_judges(hand: Delphi, judged: Judges) -> str | None:
    """Nobody but the oracle says whether a card was right."""
    return None if judged.who == hand.dealer else f"{hand.dealer} is the oracle, not {judged.who}"


line = unjudged("A correct card extends the line to the right, any other lies below its last card.")


@worth(
    debts={
        "none": "with fewer than that you lose all you have",
        "owed": "with fewer than that you owe the rest",
    }
)
def token_pays(
    hand: Delphi,
    tokens: int,
    is_right: bool,
    *,
    right: int = number(1, "tokens for a right guess", least=1, most=10),
    wrong: int = number(1, "tokens that a wrong guess costs", most=10),
) -> int:
    """A right guess brings {right:word} of the bank's tokens, a wrong one costs {wrong:word}; {debts}."""
    lost = tokens - wrong
    return tokens + right if is_right else lost if hand.house["debts"] == "owed" else max(0, lost)


# Rules: tokens at the end


@arithmetic(place=Holds, when="always")
def token_count(hand: Delphi, holds: Holds, *, guesses: int = 51) -> str | None:
    """A player's tokens at the end must be as many as the guesses can leave, of which there are {guesses}."""
    who, said = holds.who, holds.tokens
    if hand.by_card or who in hand.held or hand.finished:
        counted = hand.tokens.get(who, said)
        return (
            None
            if said == counted
            else Reason(f"{who} has {so_many(counted, 'token')}, not {said}", *told_of(hand, who))
        )
    left, most = tokens_left(hand, who), all_right(hand, who)
    least, below = min(left), max(left - {most}, default=most)
    if said in left:
        return None
    count = hand.to_come
    all_told = "1 guess" if count == 1 else f"{count} guesses"
    if hand.rest:
        all_told += f" more, from {hand.tokens.get(who, 0)}"
    if least <= said <= below:
        return f"{all_told}{',' if hand.rest else ''} can't leave {so_many(said, 'token')}"
    return f"{least} to {below} tokens are left after {all_told}, or {most} if none was wrong, and not {said}"


@judges(oracle_silent, token_count, when="always")
def oracle_has_none(hand: Delphi, holds: Holds) -> Answer:
    if holds.who != hand.dealer:
        return None
    why = cannot_happen(f"{holds.who} is the oracle, and has no tokens")
    return dict.fromkeys((oracle_silent, token_count), why)


def all_right(hand: Delphi | Table, who: Seat = NOBODY) -> int:
    """The most tokens there can be."""
    return max(tokens_left(hand, who))


def tokens_left(hand: Delphi | Table, who: Seat = NOBODY) -> frozenset[int]:
    """What the guesses to come can leave a player, from the tokens that the cards told have left."""
    house = hand.house
    owed, skipped = house["debts"] == "owed", all_decide.name in struck_in(house)
    so_far, to_come = house["first-token"], house["guesses"]
    if isinstance(hand, Delphi) and hand.rest:
        so_far, to_come = hand.tokens.get(who, so_far), hand.to_come
    return left_by(to_come, so_far, house["right"], house["wrong"], owed, skipped)


@cache
def left_by(guesses: int, tokens: int, right: int, wrong: int, owed: bool, skipped: bool) -> frozenset[int]:
    """What so many guesses can leave of so many tokens, or so many at most."""
    left = {tokens}
    for _ in range(guesses):
        lost = {tokens - wrong if owed else max(0, tokens - wrong) for tokens in left}
        left = {tokens + right for tokens in left} | lost | (left if skipped else set())
    return frozenset(left)


# Rules: the score


@worth(lines="guesses")
def hand_score(hand: Delphi, seat: Seat) -> int:
    """A guesser scores the differences to all the other guessers, above or below, added up."""
    return sum(hand.tokens[seat] - hand.tokens[other] for other in hand.guessers)


@worth(lines="oracle")
def oracle_score(hand: Delphi) -> int:
    """The oracle scores the difference between every two guessers."""
    return sum(abs(tokens - other) for tokens, other in itertools.combinations(hand.tokens.values(), 2))


@worth
def game_end(hand: Delphi, *, rounds: int = number(1, "hands that everybody is the oracle for", least=1)) -> bool:
    """The game is over when each has been the oracle {rounds:times}; most points win, and equals share it."""
    return all(hand.standing.oracles.count(seat) >= rounds for seat in hand.seats)


GAME = Game(
    slug="delphi",
    name="Delphi",
    summary="Guess of each card turned whether it fits the oracle's secret rule.",
    family="induction",
    players=range(3, 8),
    pack=Pack(),
    pack_rule=one_pack,
    hand=Delphi,
    play=play_hand,
    over=game_end,
    hands_due=lambda table: table.house["rounds"] * table.players,
    deal_passes=False,
    standing=Office,
    verbs={
        Deal: "first, and when a hand is finished; WHO is the oracle",
        Turn: "a whole turn in one report",
        Upcard: "first the starter, then the card to be guessed",
        Guesses: "when a card lies open",
        Judges: "when all have guessed; the oracle needs no naming",
        Holds: "in place of the cards, or of the rest of them, by every guesser; with them, a check",
        Rest: IN_NUMBERS,
    },
    options=(
        Option("debts", "none", "whether tokens may be owed", (token_pays, token_count), choices=("none", "owed")),
    ),
    variants=(
        Variant("half-pack", "A hand ends with twenty-five cards to be guessed.", "guesses=25"),
        Variant("two-rounds", "Everybody is the oracle twice.", "rounds=2"),
        Variant("no-penalty", "A wrong guess costs nothing.", "wrong=0"),
        Variant("debts", "Whoever has no token left owes it, and the count goes below nought.", "debts=owed"),
    ),
    facts={
        "oracle": oracle,
        "tokens": tokens,
        "turned": lambda hand: guesses(hand) if hand.counted else hand.turned,
        "line": lambda hand: None if hand.counted else len(hand.line),
        "last": lambda hand: None if hand.counted or not hand.line else hand.line[-1].text,
        "left": lambda hand: hand.left,
    },
    now=lambda hand: [f"{hand.turned} judged", *(f"{card.pretty} last in line" for card in hand.line[-1:])],
    at_a_glance=(
        Glance("tokens to begin with", lambda table: table.house["first-token"], first_token),
        Glance("most tokens", all_right, token_count),
        Glance("cards to be guessed", guesses, one_pack),
        Glance("hands with each player as oracle", lambda table: table.house["rounds"], game_end),
    ),
    short_form=(
        "`deal`, then `holds N` for everybody but the oracle, in any order; in mid-hand after `rest`, for `holds N`"
        " alone says how many there are so far."
    ),
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
    edition=2,
)
