"""Crazy Eights.  Be first without cards: match the upcard, or play a wild card and say what suit comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.cards import JOKER, SUITS, Card, Pack
from referee.core import Deal, Game, Option, Reason, Seat, Told, Verdict, check, illegal, impossible, worth
from referee.glance import Example, Glance
from referee.kit.endings import reached
from referee.kit.fans import as_dealt, hand_sizes, take_up
from referee.kit.going_out import WINS, WON, Out, has_won, score_won
from referee.kit.messages import cards_of
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
    "hand-size": impossible("Everybody is dealt eight cards, one more is turned up, and the others are the stock."),
    "turn-order": illegal("The dealer's left begins, and the turn goes to the left."),
    "one-card": illegal("A turn is one card."),
    "match": illegal("A card has the suit or the rank of the upcard; on a wild card played, the suit that it calls."),
    "eight-wild": illegal(
        "A wild card, in the book an eight, goes on anything; its player calls one of the suits, and nothing but that"
        " suit or a further wild card goes on it."
    ),
    "joker-wild": worth("A joker goes on anything and calls nothing, and anything goes on a joker."),
    "draw-until-play": illegal("Whoever can't play, or doesn't want to, draws until they play: a card ends the turn."),
    "restock": worth("When the stock is used up the pile under the upcard is shuffled to be the new one."),
    "stock-count": impossible("There is no more to draw than the stock and the pile under the upcard."),
    "one-pack": impossible("Each card is there once a pack, and is played from the hand that has it."),
    "empty-hand": illegal("Whoever is first without cards has won."),
}

HAND = 8
EFFECTS = {"wild": Effect("8", "eight-wild", "that is wild and calls a suit")}


@dataclass
class CrazyEights(SheddingHand):
    """One game of Crazy Eights; it has ``begun`` with the first card played."""

    winner: Seat = NOBODY

    def is_wild(self, card: Card) -> bool:
        return self.has(card, "wild")

    def calls(self, card: Card) -> Iterable[str]:
        return SUITS if self.is_wild(card) else ()

    def fits(self, card: Card) -> bool:
        return card is JOKER or self.top is JOKER or self.is_wild(card) or super().fits(card)

    def where(self) -> Iterator[str]:
        yield from super().where()
        yield f"{self.turn} plays or {'draws' if self.to_draw else 'passes'}"
        yield f"stock {self.stock}"


# The hand


async def play_hand(hand: CrazyEights) -> None:
    await hand.deal(size=HAND, sized="hand-size")
    hand.deal_out(HAND)
    hand.turn = hand.eldest
    await hand.ask_upcard(says_nothing)

    # Turns
    turn = (
        hand.ask(hand.to_play, Plays, one_card, matches, calls_suit, from_hand, turn="turn-order")
        | hand.ask(hand.to_play, Draws, enough_left, from_stock, turn="turn-order")
        | hand.ask(hand.to_play, Passes, nothing_left, turn="turn-order")
        | hand.ask(None, Out, still_has_cards, aside=True)
    )
    while not hand.winner:
        match report := await turn:
            case Plays():
                play(hand, report)
            case Draws():
                hand.draw(report, *report.drawn())
                hand.turn = report.who
            case Passes():
                hand.turn = hand.next_from(report.who)
            case _:
                hand.winner = report.who
    score_won(hand, report)


def play(hand: CrazyEights, play: Plays) -> None:
    hand.begun = True
    card = play.cards[-1]
    hand.lay(play, *play.cards)
    hand.called = suit_called(card) if hand.is_wild(card) else None
    if not hand.stock:
        hand.renew()
    hand.turn = hand.next_from(play.who)
    if not hand.fan(play.who):
        hand.winner = play.who


# Checks


@check("eight-wild")
def says_nothing(hand: CrazyEights, upcard: Upcard) -> str | None:
    return f"nobody played {upcard.card.face.pretty}, so it calls no suit" if upcard.card.says else None


@check("one-card")
def one_card(hand: CrazyEights, play: Plays) -> Reason | None:
    if len(play.cards) == 1:
        return None
    return Reason(f"a turn is one card, not {len(play.cards)}", verdict=None if play.cards else Verdict.IMPOSSIBLE)


@check("match")
def matches(hand: CrazyEights, play: Plays) -> str | None:
    return next((hand.why_not(card.face) for card in play.cards if not hand.fits(card.face)), None)


@check("eight-wild", "joker-wild")
def calls_suit(hand: CrazyEights, play: Plays) -> dict[str, str] | None:
    """A wild card calls a suit, unless it is the last of the hand; nothing else does."""
    goes_on = len(hand.fan(play.who)) > len(play.cards)
    for card in play.cards:
        if why := misnamed(hand, card, needed=goes_on):
            return dict.fromkeys(("eight-wild", "joker-wild") if card.is_joker else ("eight-wild",), why)
    return None


@check("stock-count")
def enough_left(hand: CrazyEights, draws: Draws) -> str | None:
    return enough_to_draw(hand, draws.number())


@check("draw-until-play")
def nothing_left(hand: CrazyEights, passes: Passes) -> str | None:
    if hand.to_draw:
        return f"{passes.who} plays or draws, for the stock and the pile have {cards_of(hand.to_draw)} to draw"
    return could_play(hand, passes.who)


GAME = Game(
    slug="crazy-eights",
    name="Crazy Eights",
    summary="Be first without cards: match the upcard, or play a wild card and say what suit comes next.",
    family="shedding",
    players=range(2, 11),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["jokers"]),
    hand=CrazyEights,
    play=play_hand,
    over=reached("wins"),
    rules=RULES,
    reports={
        Deal: Told("first, and when a game is over", "dealer-rotation", "hand-size"),
        Upcard: Told("after the deal; untold, it leaves the first play free", "one-pack"),
        Plays: Told("in turn", "turn-order", "one-card", "match", "eight-wild", "joker-wild", "one-pack"),
        Draws: Told("in turn, as often as wanted", "turn-order", "stock-count", "restock", "one-pack"),
        Passes: Told("when nothing is left to draw", "turn-order", "draw-until-play"),
        Out: Told("in place of the play", "empty-hand"),
    },
    categories=WON,
    options=(
        Option("jokers", 0, "jokers in all", ("joker-wild", "one-pack"), least=0, most=12),
        Option(
            "packs",
            lambda players: 1 if players < 6 else 2,
            "packs shuffled together",
            ("one-pack", "stock-count"),
            least=lambda players: 1 if players < 7 else 2,
            most=8,
        ),
        WINS,
        *effect_options(EFFECTS),
    ),
    facts={
        "suit": lambda hand: hand.suit or "any",
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
        ("deal", "Cat out"),
        "Ann 0, Ben 0, Cat 1",
    ),
    rulings=(
        "A wild card turned up is a card like any other, since nobody played it; on a joker turned up anything goes.",
        "The suit that was called stands while others draw; another wild card or a joker may be played on it.",
        "A player who could play may draw instead, and go on drawing, but plays in the end.",
        "The pile is shuffled as soon as the stock is empty, or when a card is played if there was nothing to shuffle.",
        "A wild card may be the last, and then calls nothing. Cards left in a hand cost nothing.",
        "Jokers are counted for the whole table. When the table stops, a game in progress counts for nothing.",
    ),
)
