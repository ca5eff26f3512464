"""Jack Change It.  Be first without cards: match the upcard, and use trick cards against whoever comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.cards import RANKS, SUITS, UNKNOWN, Card, Cards, Pack
from referee.core import (
    Deal,
    Game,
    Option,
    Reason,
    Report,
    Seat,
    Told,
    Verdict,
    check,
    illegal,
    impossible,
    never,
    worth,
)
from referee.glance import Example, Glance
from referee.kit.endings import reached
from referee.kit.fans import as_dealt, hand_sizes, take_up
from referee.kit.going_out import WINS, WON, Out, has_won, score_won
from referee.kit.messages import cards_of, lines
from referee.kit.shedding import (
    Draws,
    Effect,
    Passes,
    Plays,
    SheddingHand,
    Upcard,
    could_play,
    effect_options,
    from_hand,
    may_have_to_play,
    misnamed,
    still_has_cards,
    suit_called,
    what_cards_do,
    where,
)
from referee.kit.stock import enough_to_draw, from_stock
from referee.notation import NOBODY

RULES = {
    "dealer-rotation": illegal("The deal passes to the left from game to game."),
    "hand-size": impossible("Everybody is dealt seven cards, one more is turned up, and the others are the stock."),
    "turn-order": illegal("The dealer's left begins; the turn goes in the direction of play, past whoever is skipped."),
    "match": illegal(
        "A card has the suit or the rank of the upcard, with match=sequence a neighbouring rank will do too (an ace"
        " lies between king and deuce); on a suit-changer played, only the suit that was named."
    ),
    "must-play": illegal("Only a player without a legal card draws.", finding="held-back"),
    "draw-one": illegal("Whoever can't play draws one card and waits; where there is nothing to draw, they pass."),
    "one-card": illegal("A turn is one card, or the draw-five card and a draw-two card together."),
    "two": worth(
        "After a draw-two card, in the book a deuce, the next player draws two, unless they put another on it; then the"
        " one behind draws two for each, and so on."
    ),
    "ace-of-hearts": worth(
        "After the draw-five card, in the book the ace of hearts, the next player draws five, and seven where a"
        " draw-two card came with it."
    ),
    "five-of-hearts": worth(
        "The blocking card, in the book the five of hearts, cancels a penalty that has the draw-five card in it."
    ),
    "pay-penalty": illegal("Whoever faces a penalty answers it with a card that may, or draws just so many cards."),
    "eight-skips": worth("After a skip card, in the book an eight, the next player loses the turn."),
    "change-suit": illegal(
        "A suit-changer, in the book a jack, names one of the other three suits, which the next card must be of."
    ),
    "queen-reverses": worth(
        "With three or more at the table a reverse card, in the book a queen, turns the direction of play round."
    ),
    "no-trick-finish": illegal(
        "Nobody's last card is a trick card: draw-two, draw-five, skip, suit-changer or, with three or more, reverse."
    ),
    "restock": worth("When the stock is used up the pile under the upcard is shuffled to be the new one."),
    "one-pack": impossible("Each card is there once, and is played from the hand that has it."),
    "empty-hand": illegal("Whoever is first without cards has won."),
}

HAND = 7
EFFECTS = {
    "draw-two": Effect("2", "two", "that makes the next player draw two"),
    "draw-five": Effect("A", "ace-of-hearts", "whose heart makes the next player draw five"),
    "block": Effect("5", "five-of-hearts", "whose heart cancels a penalty with draw-five in it"),
    "skip": Effect("8", "eight-skips", "that skips the next player"),
    "change-suit": Effect("J", "change-suit", "that changes the suit"),
    "reverse": Effect("Q", "queen-reverses", "that turns the direction round"),
}
OF_HEARTS = ("draw-five", "block")
PENALTY = {"draw-two": 2, "draw-five": 5}


@dataclass
class JackChangeIt(SheddingHand):
    """One game of Jack Change It; it has ``begun`` with the first card played.

    ``owing`` has the effects that made the running penalty, with who played them last.
    """

    owing: dict[str, Report] = field(default_factory=dict)
    paid: bool = False  # the penalty has been drawn in this turn, and a card may follow
    winner: Seat = NOBODY

    def has(self, card: Card, effect: str) -> bool:
        if (effect in OF_HEARTS and card.suit != "H") or (effect == "reverse" and len(self.seats) == 2):
            return False
        return super().has(card, effect)

    def is_trick(self, card: Card) -> bool:
        return any(self.has(card, effect) for effect in EFFECTS if effect != "block")

    def is_pair(self, cards: Cards) -> bool:
        """The two cards that may be played at once."""
        both = [(one, two) for one, two in (cards, cards[::-1]) if one.face is not two.face]
        return any(self.has(one, "draw-five") and self.has(two, "draw-two") for one, two in both)

    def answers(self, card: Card) -> bool:
        """Whether a card may be played on the penalty."""
        two, five = (effect in self.owing for effect in PENALTY)
        return (two and self.has(card, "draw-two")) or (five and self.has(card, "block"))

    @property
    def due(self) -> int:
        """Cards in the next draw."""
        return min(self.owed, self.to_draw) or 1

    def must_draw(self, seat: Seat) -> int:
        return self.due

    def calls(self, card: Card) -> Iterable[str]:
        return (suit for suit in SUITS if suit != card.suit) if self.has(card, "change-suit") else ()

    def choices(self, seat: Seat) -> Iterator[Cards]:
        single = [*super().choices(seat)]
        yield from single
        fives = [card for (card,) in single if self.has(card, "draw-five")]
        pairs = [(five, two) for five in fives for (two,) in single if self.is_pair((five, two))]
        yield from (cards for pair in pairs for cards in (pair, pair[::-1]))

    def fits(self, card: Card) -> bool:
        return super().fits(card) or (not self.called and self.is_next_to(card))

    def is_next_to(self, card: Card) -> bool:
        """The house plays sequences, and a card's rank is a neighbour of the upcard's."""
        if self.house["match"] == "rank" or not self.top or card.rank not in RANKS:
            return False
        return abs(RANKS.index(card.rank) - RANKS.index(self.top.rank)) in (1, len(RANKS) - 1)

    def why_not(self, card: Card) -> str:
        why = super().why_not(card)
        return why if self.called or self.house["match"] == "rank" else f"{why}, nor a rank beside it"

    def may_be_played(self, card: Card) -> bool:
        return self.fits(card) and (len(self.fan(self.turn)) > 1 or not self.is_trick(card))

    def where(self) -> Iterator[str]:
        yield from super().where()
        rest = "draws" if self.to_draw and not self.paid else "passes"
        answers = {"draw-two": f"a {self.house['draw-two']}", "draw-five": f"{self.house['block']}♥"}
        some = " or ".join(answers[effect] for effect in self.owing)
        yield f"{self.turn} answers with {some}, or {rest}" if self.owed else f"{self.turn} plays or {rest}"


# The hand


async def play_hand(hand: JackChangeIt) -> None:
    await hand.deal(size=HAND, sized="hand-size")
    hand.deal_out(HAND)
    hand.turn = hand.eldest
    await hand.ask_upcard(says_nothing)

    # Turns
    plays = (one_card, matches, answers_penalty, names_suit, no_trick_last, from_hand)
    turn = (
        hand.ask(hand.to_play, Plays, *plays, turn="turn-order")
        | hand.ask(hand.to_play, Draws, as_many_as_due, has_no_card, from_stock, turn="turn-order")
        | hand.ask(hand.to_play, Passes, nothing_left, turn="turn-order")
        | hand.ask(None, Out, still_has_cards, aside=True)
    )
    while not hand.winner:
        match report := await turn:
            case Plays():
                play(hand, report)
            case Draws():
                draw(hand, report)
            case Passes():
                draw_none(hand, report)
            case _:
                hand.winner = report.who
    score_won(hand, report)


def play(hand: JackChangeIt, play: Plays) -> None:
    hand.begun = True
    hand.turn = play.who
    for card in play.cards:
        hand.bring_out(play, card)
    hand.lay(play, *play.cards)
    effects = [effect for card in play.cards for effect in EFFECTS if hand.has(card, effect)]
    added = [effect for effect in effects if effect in PENALTY]
    if not added or ("block" in effects and "draw-five" in hand.owing):
        pay(hand)
    hand.paid = False
    hand.owed += sum(PENALTY[effect] for effect in added)
    hand.owing |= dict.fromkeys(added, play)
    for _ in range(effects.count("reverse")):
        hand.reverse()
    card = play.cards[-1]
    hand.called = suit_called(card) if hand.has(card, "change-suit") else None
    hand.turn = hand.next_from(play.who, 1 + effects.count("skip"))
    if not hand.fan(play.who):
        hand.winner = play.who


def draw(hand: JackChangeIt, draws: Draws) -> None:
    drawn = draws.drawn(hand.due)
    hand.turn = draws.who
    penalty = hand.owed
    if penalty or hand.paid or hand.sure_fit(draws.who):
        hand.gain_more(draws.who, len(drawn))
    else:
        hand.hold_back(draws, len(drawn))
    hand.draw(draws, *drawn)
    pay(hand)
    if penalty and hand.house["after-penalty"] == "play":
        hand.paid = True
    else:
        hand.turn = hand.next_from(draws.who)


def draw_none(hand: JackChangeIt, passes: Passes) -> None:
    hand.turn = passes.who
    if not (hand.owed or hand.paid or hand.sure_fit(passes.who)):
        hand.hold_back(passes, 0)
    pay(hand)
    hand.turn = hand.next_from(passes.who)


def pay(hand: JackChangeIt) -> None:
    """Nothing is owed any more."""
    hand.owed, hand.paid = 0, False
    hand.owing.clear()


# Checks


@check("change-suit")
def says_nothing(hand: JackChangeIt, upcard: Upcard) -> str | None:
    return f"nobody played {upcard.card.face.pretty}, so it names no suit" if upcard.card.says else None


@check("one-card")
def one_card(hand: JackChangeIt, play: Plays) -> Reason | None:
    if len(play.cards) == 1 or (len(play.cards) == 2 and hand.is_pair(play.cards)):
        return None
    why = f"a turn is one card, but for {hand.house['draw-five']}♥ together with a {hand.house['draw-two']}"
    return Reason(why, verdict=None if play.cards else Verdict.IMPOSSIBLE)


@check("match")
def matches(hand: JackChangeIt, play: Plays) -> str | None:
    """The first card matches, unless it answers a penalty; what comes with it rides along."""
    card = next(iter(play.cards), UNKNOWN).face
    return None if hand.fits(card) or hand.answers(card) else hand.why_not(card)


@check("pay-penalty")
def answers_penalty(hand: JackChangeIt, play: Plays) -> Reason | None:
    card = next(iter(play.cards), UNKNOWN)
    if not hand.owed or hand.answers(card):
        return None
    told = list(hand.owing.values())
    return Reason(f"{play.who} faces {cards_of(hand.owed)}{lines(told)}, and {card.face.pretty} is no answer", *told)


@check("change-suit")
def names_suit(hand: JackChangeIt, play: Plays) -> str | None:
    """A suit-changer names another suit than its own; nothing else does."""
    some = (misnamed(hand, card, needed=card is play.cards[-1]) for card in play.cards)
    return next(filter(None, some), None)


@check("no-trick-finish")
def no_trick_last(hand: JackChangeIt, play: Plays) -> str | None:
    card = next(reversed(play.cards), UNKNOWN).face
    if len(hand.fan(play.who)) > len(play.cards) or not hand.is_trick(card):
        return None
    return f"{card.pretty} is a trick card and can't be {play.who}'s last"


@check("draw-one", "pay-penalty")
def as_many_as_due(hand: JackChangeIt, draws: Draws) -> dict[str, str]:
    number, told = draws.number(hand.due), list(hand.owing.values())
    found: dict[str, str] = {}
    if why := enough_to_draw(hand, number):
        found["draw-one"] = never(why)
    elif hand.paid:
        found["draw-one"] = f"{draws.who} has drawn the penalty, and now plays a card or passes"
    elif not hand.owed and number != 1:
        found["draw-one"] = f"{draws.who} draws one card, not {number}"
    if hand.owed and number != hand.due:
        found["pay-penalty"] = Reason(f"{draws.who} draws {hand.due}{lines(told)}, not {number}", *told)
    return found


@check("must-play")
def may_have_a_card(hand: JackChangeIt, draws: Draws) -> str | None:
    return None if hand.owed or hand.paid else may_have_to_play(hand, draws.who)


@check("must-play", doubt=may_have_a_card)
def has_no_card(hand: JackChangeIt, draws: Draws) -> Reason | None:
    return None if hand.owed or hand.paid else could_play(hand, draws.who)


@check("draw-one", "must-play", "pay-penalty")
def nothing_left(hand: JackChangeIt, passes: Passes) -> dict[str, str | None]:
    if hand.paid:
        return {}
    if hand.to_draw:
        why = f"{passes.who} plays or draws, for the stock and the pile have {cards_of(hand.to_draw)} to draw"
        return {"draw-one": why, "pay-penalty": why if hand.owed else None}
    return {} if hand.owed else dict.fromkeys(("draw-one", "must-play"), could_play(hand, passes.who))


GAME = Game(
    slug="jack-change-it",
    name="Jack Change It",
    summary="Be first without cards: match the upcard, and use trick cards against whoever comes next.",
    family="shedding",
    players=range(2, 7),
    pack=Pack(),
    hand=JackChangeIt,
    play=play_hand,
    over=reached("wins"),
    rules=RULES,
    reports={
        Deal: Told("first, and when a game is over", "dealer-rotation", "hand-size"),
        Upcard: Told("after the deal; untold, it leaves the first play free", "one-pack"),
        Plays: Told(
            "in turn", "turn-order", "one-card", "match", "pay-penalty", "change-suit", "no-trick-finish", "one-pack"
        ),
        Draws: Told(
            "in turn, one card or the penalty", "turn-order", "must-play", "draw-one", "pay-penalty", "one-pack"
        ),
        Passes: Told("when nothing is left to draw, or behind a penalty drawn", "turn-order", "draw-one"),
        Out: Told("in place of the play", "empty-hand"),
    },
    categories=WON,
    options=(
        WINS,
        Option("match", "rank", "what matches besides the suit", ("match",), choices=("rank", "sequence")),
        Option(
            "after-penalty",
            "pass",
            "what follows penalty cards: nothing, or a card if they like",
            ("pay-penalty", "draw-one"),
            choices=("pass", "play"),
        ),
        *effect_options(EFFECTS),
    ),
    facts={
        "penalty": lambda hand: hand.owed,
        "suit": lambda hand: hand.suit or "any",
        "direction": lambda hand: hand.towards,
        "stock": lambda hand: hand.stock,
        "pile": lambda hand: len(hand.pile),
        "cards": hand_sizes,
        "game": lambda hand: hand.number,
    },
    says=True,
    dealt=(as_dealt,),
    deal_out=take_up,
    told_again={Out: has_won},
    now=where,
    ends="empty-hand",
    at_a_glance=(
        Glance("cards each", HAND, "hand-size"),
        what_cards_do(EFFECTS),
        Glance("games to win", lambda table: table.house["wins"], "empty-hand"),
    ),
    short_form="`deal`, and `out` for the winner.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben out"),
        "Ann 0, Ben 1, Cat 0",
    ),
    rulings=(
        "A trick card turned up is a card like any other, since nobody played it.",
        "A penalty drawn is the whole turn unless after-penalty=play; the next player follows the upcard as usual.",
        "A draw-two card answers as long as one is in the penalty, whatever lies on top. The draw-five card alone"
        " answers nothing, but may come with an answering draw-two card. The blocking card clears the whole penalty.",
        "A suit-changer must match to be played, and another one of a suit that wasn't named doesn't follow it.",
        "The blocking card is no trick card, nor is a reverse card between two players. Two trick cards together can't"
        " be the last of a hand either.",
        "Between two players a skip card gives its player another turn.",
        "The pile is shuffled as soon as the stock is empty, or at the next draw if there was nothing to shuffle. A"
        " penalty is no more cards than there are, and whoever can neither play nor draw passes.",
        "Somebody held a card back who has since played more cards that would have been legal at a draw than were drawn"
        " since, that draw included.",
        "Every game begins to the left again. When the table stops, a game in progress counts for nothing.",
    ),
)
