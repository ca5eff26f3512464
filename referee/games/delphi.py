"""Delphi: guess whether each card turned up fits the oracle's secret rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Literal, get_args

from referee.cards import Card, Pack
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Hand, Table, struck_in
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
    """the card that starts the line, and later each card to guess"""

    card: Card


class Guesses(Report, verb="declares", labels={"said": "guess"}):
    """a player's guess: does the card fit the rule?"""

    said: Yes


class Judges(Report, verb="declares", labels={"said": "the oracle's answer"}):
    """the oracle's answer"""

    said: Correct


@dataclass(frozen=True)
class Voters:
    """Players who made the same guess; empty for all of them."""

    seats: tuple[Seat, ...] = ()

    metavar: ClassVar[str] = "WHO … or all"

    @staticmethod
    def pieces(hand: Delphi) -> tuple[str, ...]:
        """The words it may have: the players' names, or ``all``."""
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


class Turn(
    Report,
    speaker="none",
    verb="upcard",
    labels={"judged": "the oracle's answer", "said": "guess", "voters": "players who guessed it"},
):
    """a card, the oracle's answer, and the players who guessed yes or no; the others guessed the opposite"""

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


class Holds(Report, limits={"tokens": lambda hand, seat: all_right(hand, seat)}):
    """a player's tokens at the end of the hand; in the middle of a hand, it only checks the count"""

    tokens: int
    options = one_for_each(lambda hand, seat: range(min(tokens_left(hand, seat)), all_right(hand, seat) + 1))


@dataclass
class Office(Standing):
    """The oracles so far, in order."""

    oracles: list[Seat] = field(default_factory=list)


@dataclass
class Delphi(Hand):
    """One oracle's hand: the line, the card to guess, the guesses and the tokens."""

    line: list[Card] = field(default_factory=list)
    card: Upcard | Turn | None = None
    guesses: dict[Seat, Guesses] = field(default_factory=dict)
    turned: int = 0  # cards judged
    tokens: dict[Seat, int] = field(default_factory=dict)
    held: dict[Seat, Holds] = field(default_factory=dict)
    rest: Rest | None = None
    to_come: int = 0  # guesses that won't be entered

    @property
    def guessers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat != self.dealer)

    @property
    def left(self) -> int:
        return 0 if self.counted else max(0, 1 + guesses(self) - len(self.seen))

    @property
    def by_card(self) -> bool:
        """Whether the hand is entered card by card."""
        return len(self.seen) > 1 and not self.rest

    @property
    def counted(self) -> bool:
        """Whether tokens are entered instead of cards."""
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
    no_card = "there is no card to guess yet"
    closed = bar(one_decision, no_card, Guesses) | bar(all_decide, no_card, Judges) | counting
    starting = hand.ask(None, Upcard) | bar(all_decide, "the first card isn't guessed: enter it alone", Turn) | closed
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
    too_late = bar(all_decide, "you are already entering tokens for this hand", Upcard, Turn, Judges, Guesses)
    while hand.counted and hand.uncounted():
        count(hand, await (telling | too_late))

    # Score
    for seat in hand.guessers:
        others = [hand.tokens[other] for other in hand.guessers if other != seat]
        because = f"{so_many(hand.tokens[seat], 'token')}, the others {messages.together(map(str, others))}"
        hand.book(seat, hand_score, hand_score(hand, seat), because, *reports_of(hand, seat))
    because = f"the others have {messages.together(map(str, hand.tokens.values()))} left"
    hand.book(hand.dealer, oracle_score, oracle_score(hand), because, *hand.held.values())
    hand.standing.oracles.append(hand.dealer)
    fewest = min(map(hand.standing.oracles.count, hand.seats))
    hand.next_dealer = hand.next_matching(hand.dealer, lambda seat: hand.standing.oracles.count(seat) == fewest)


def cards(hand: Delphi, aside: bool = False) -> Asks[Upcard | Turn]:
    return hand.ask(None, Upcard, aside=aside) | hand.ask(None, Turn, aside=True)


def turn_up(hand: Delphi, turned: Upcard | Turn) -> None:
    """Turns up a card; the first one starts the line."""
    hand.guesses.clear()
    if hand.line:
        hand.card = turned
    else:
        hand.line.append(turned.card)
    hand.tell(turned, turned.card)


def judge(hand: Delphi, judged: Correct, said: Mapping[Seat, Yes]) -> None:
    """Pays tokens to players who guessed right, and takes them from players who guessed wrong."""
    right = "yes" if judged == "correct" else "no"
    for seat, guess in said.items():
        hand.tokens[seat] = token_pays(hand, hand.tokens[seat], guess == right)
    if hand.card and right == "yes":
        hand.line.append(hand.card.card)
    hand.turned += 1
    hand.card = None
    hand.guesses.clear()


def count(hand: Delphi, holds: Holds) -> None:
    """Applies a count of tokens; in a hand entered card by card it only confirms the count."""
    if not hand.by_card:
        hand.tokens[holds.who] = holds.tokens
        hand.held[holds.who] = holds


def reports_of(hand: Delphi, seat: Seat) -> list[Report]:
    return [hand.held[seat]] if seat in hand.held else []


def tokens(hand: Delphi) -> dict[Seat, int]:
    """Each player's tokens, if known."""
    return {seat: hand.tokens[seat] for seat in hand.held} if hand.counted else hand.tokens


def oracle(hand: Delphi) -> Seat:
    """The oracle of the hand in progress, or of the next hand."""
    return hand.dealer if hand.dealer and not hand.finished else hand.standing.dealer or hand.seats[0]


# Rules: the oracle

oracle_rotation = illegal(
    "The dealer is the oracle. The next oracle is the player on the left.", turn=Deal, asked="who oracle, next oracle"
)
secret_rule = unjudged(
    "The oracle thinks of a rule, writes it down and keeps it secret. Whether a card is correct may depend only on that"
    " card and the cards before it.",
    asked="what rule, secret rule, allowed rule, rule depend",
)
first_token = worth(
    "Each player except the oracle starts the hand with {first_token:word token}.",
    first_token=number(1, "tokens at the start of a hand", most=25),
    asked="many tokens start",
)


# Rules: a card

all_decide = illegal(
    "Turn up a card. When all players have guessed whether it is correct, the oracle answers. Then turn up the next"
    " card."
)


@judges(all_decide)
def judged_before(hand: Delphi, turned: Upcard | Turn) -> str | None:
    if not hand.card:
        return None
    return Reason(f"the oracle hasn't answered for {hand.card.card.pretty} yet ({at(hand.card)})", hand.card)


one_pack = impossible(
    "Play with 52 cards. Turn up one card to start the line, then {guesses} more to guess.",
    messages.no_hands("players have no hands here: all cards come from the stock"),
    guesses=number(51, "cards to guess in a hand", least=1, most=51),
)


def guesses(hand: Delphi | Table) -> int:
    return int(hand.house["guesses"])


@judges(one_pack)
def is_new(hand: Delphi, turned: Upcard | Turn) -> str | None:
    if reports := hand.seen.get(turned.card):
        return Reason(f"{turned.card.pretty} was already turned up ({at(reports[0])})", reports[0])
    return f"all {so_many(guesses(hand), 'card')} to guess have been turned up" if hand.line and not hand.left else None


oracle_silent = illegal("The oracle doesn't guess and has no tokens.", asked="oracle guess, oracle token")


@judges(oracle_silent)
def oracle_declares(hand: Delphi, guess: Guesses) -> str | None:
    return f"{guess.who} is the oracle and can't guess" if guess.who == hand.dealer else None


@judges(oracle_silent)
def oracle_votes(hand: Delphi, turn: Turn) -> str | None:
    return f"{hand.dealer} is the oracle and can't guess" if hand.dealer in turn.voters.seats else None


@illegal(place=Guesses, asked="change guess, guess twice, change mind, guess again")
def one_decision(hand: Delphi, guess: Guesses) -> str | None:
    """Guess once for each card, in secret. You can't change your guess."""
    before = hand.guesses.get(guess.who)
    return Reason(f"{guess.who} already guessed {before.said} ({at(before)})", before) if before else None


@judges(all_decide)
def all_decided(hand: Delphi, judged: Judges) -> str | None:
    return f"{messages.together(hand.missing())} must guess first" if hand.missing() else None


@illegal
def oracle_judges(hand: Delphi, judged: Judges) -> str | None:
    """Only the oracle says whether a card is correct."""
    return None if judged.who == hand.dealer else f"{hand.dealer} is the oracle, not {judged.who}"


line = unjudged(
    "Put a correct card at the right end of the line, and an incorrect card below the last correct one.",
    asked="where put, incorrect card, correct card",
)


@worth(
    debts={
        "none": "you can't have fewer than none",
        "owed": "if you have fewer, you owe the rest",
    },
    asked="right guess, wrong guess, guess wrong, guess right, lose token",
)
def token_pays(
    hand: Delphi,
    tokens: int,
    is_right: bool,
    *,
    right: int = number(1, "tokens for a right guess", least=1, most=10),
    wrong: int = number(1, "tokens lost for a wrong guess", most=10),
) -> int:
    """A right guess wins {right:word token}. A wrong guess loses {wrong:word token}; {debts}."""
    lost = tokens - wrong
    return tokens + right if is_right else lost if hand.house["debts"] == "owed" else max(0, lost)


# Rules: tokens at the end


@arithmetic(place=Holds, when="always")
def token_count(hand: Delphi, holds: Holds, *, guesses: int = 51) -> str | None:
    """The number of tokens you enter must be possible after {guesses} guesses."""
    who, said = holds.who, holds.tokens
    if hand.by_card or who in hand.held or hand.finished:
        counted = hand.tokens.get(who, said)
        return (
            None
            if said == counted
            else Reason(f"{who} has {so_many(counted, 'token')}, not {said}", *reports_of(hand, who))
        )
    left, most = tokens_left(hand, who), all_right(hand, who)
    least, below = min(left), max(left - {most}, default=most)
    if said in left:
        return None
    count = hand.to_come
    all_entered = "1 guess" if count == 1 else f"{count} guesses"
    if hand.rest:
        more = "1 more guess" if count == 1 else f"{count} more guesses"
        all_entered = f"{more} from {so_many(hand.tokens.get(who, 0), 'token')}"
    if least <= said <= below:
        return f"{all_entered} can't leave {so_many(said, 'token')}"
    few = f"{least} to {below} tokens" if least != below else so_many(below, "token")
    return f"{all_entered} can leave {few}, or {most} if all were right, but not {said}"


@judges(oracle_silent, token_count, when="always")
def oracle_has_none(hand: Delphi, holds: Holds) -> Answer:
    if holds.who != hand.dealer:
        return None
    why = cannot_happen(f"{holds.who} is the oracle and has no tokens")
    return dict.fromkeys((oracle_silent, token_count), why)


def all_right(hand: Delphi | Table, who: Seat = NOBODY) -> int:
    """The most tokens a player can have."""
    return max(tokens_left(hand, who))


def tokens_left(hand: Delphi | Table, who: Seat = NOBODY) -> frozenset[int]:
    """The numbers of tokens a player may have at the end, from the tokens known so far."""
    house = hand.house
    owed, skipped = house["debts"] == "owed", all_decide.name in struck_in(house)
    so_far, to_come = house["first-token"], house["guesses"]
    if isinstance(hand, Delphi) and hand.rest:
        so_far, to_come = hand.tokens.get(who, so_far), hand.to_come
    return left_by(to_come, so_far, house["right"], house["wrong"], owed, skipped)


@cache
def left_by(guesses: int, tokens: int, right: int, wrong: int, owed: bool, skipped: bool) -> frozenset[int]:
    """The numbers of tokens that GUESSES guesses can leave; with ``skipped``, a player may not have guessed."""
    left = {tokens}
    for _ in range(guesses):
        lost = {tokens - wrong if owed else max(0, tokens - wrong) for tokens in left}
        left = {tokens + right for tokens in left} | lost | (left if skipped else set())
    return frozenset(left)


# Rules: the score


@worth(lines="guesses", asked="score, count tokens, end hand")
def hand_score(hand: Delphi, seat: Seat) -> int:
    """Compare your tokens with each other player's except the oracle's. Score the difference if you have more, and lose
    it if you have fewer."""
    return sum(hand.tokens[seat] - hand.tokens[other] for other in hand.guessers)


@worth(lines="oracle", asked="oracle score, oracle get")
def oracle_score(hand: Delphi) -> int:
    """For each pair of other players, the oracle scores the difference between their tokens."""
    return sum(abs(tokens - other) for tokens, other in itertools.combinations(hand.tokens.values(), 2))


@worth
def game_end(hand: Delphi, *, rounds: int = number(1, "times each player is the oracle", least=1)) -> bool:
    """The game ends when each player has been the oracle {rounds:times}. The highest score wins; tied players share the
    win."""
    return all(hand.standing.oracles.count(seat) >= rounds for seat in hand.seats)


GAME = Game(
    slug="delphi",
    name="Delphi",
    summary="Guess whether each card turned up fits the oracle's secret rule.",
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
        Deal: "at the start of each hand; WHO is the oracle",
        Turn: "for a whole turn at once",
        Upcard: "at the start, then for each card to guess",
        Guesses: "after a card is turned up",
        Judges: "after all guesses; you needn't name the oracle",
        Holds: "instead of the cards or the rest of them, for each player except the oracle",
        Rest: IN_NUMBERS,
    },
    options=(
        Option(
            "debts",
            "none",
            "whether your tokens stop at zero, or you may owe some",
            (token_pays, token_count),
            choices=("none", "owed"),
        ),
    ),
    variants=(
        Variant("half-pack", "A hand has only twenty-five cards to guess.", "guesses=25"),
        Variant("two-rounds", "Each player is the oracle twice.", "rounds=2"),
        Variant("no-penalty", "A wrong guess costs nothing.", "wrong=0"),
        Variant("debts", "You may owe tokens, so your count can go below zero.", "debts=owed"),
    ),
    facts={
        "oracle": Fact(oracle, "who it is"),
        "tokens": Fact(tokens, "of each player"),
        "turned": Fact(lambda hand: guesses(hand) if hand.counted else hand.turned, "cards turned up to guess"),
        "line": Fact(lambda hand: None if hand.counted else len(hand.line), "correct cards in it"),
        "last": Fact(
            lambda hand: None if hand.counted or not hand.line else hand.line[-1].text, "the last correct card"
        ),
        "left": Fact(lambda hand: hand.left, "cards left to guess"),
    },
    now=lambda hand: [f"cards guessed {hand.turned}", *(f"last in line {card.pretty}" for card in hand.line[-1:])],
    at_a_glance=(
        Glance("tokens at the start", lambda table: table.house["first-token"], first_token),
        Glance("most tokens possible", all_right, token_count),
        Glance("cards to guess", guesses, one_pack),
        Glance("hands with each player as oracle", lambda table: table.house["rounds"], game_end),
    ),
    short_form=(
        "Type `deal`, then `holds` and the number of tokens for each player except the oracle. If you stop entering"
        " cards in the middle of a hand, type `rest` before the totals."
    ),
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ben holds 30; Cat holds 20; Dan holds 25"),
        "Ann 20, Ben 15, Cat -15, Dan 0",
    ),
    rulings=(
        "The oracle scores the difference for each pair once: as much as the player with fewer tokens loses in that"
        " pair.",
        "The first card of the line counts as correct.",
        "Return all tokens to the bank after each hand. The points stay.",
        "With three players, two guess and one is the oracle; the scoring is the same.",
        "An unfinished hand doesn't count.",
        "You decide whether the oracle kept to the written rule. To correct a score, type `adjust`.",
        "You can keep a report that breaks a rule: type `~` in front of it. A second guess then replaces the first,"
        " another player's answer counts as the oracle's, and a guess by the oracle doesn't count. A player who"
        " didn't guess neither wins nor loses tokens. A card without an answer is out of play.",
    ),
    edition=2,
)
