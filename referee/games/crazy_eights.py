"""Crazy Eights.  Be first without cards: match the upcard, or play a wild card and say what suit comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.cards import JOKER, SUITS, Card, Pack
from referee.core import Deal, Game, Seat
from referee.glance import Example, Glance
from referee.kit import counted, endings, going_out, shedding, stock
from referee.kit.claims import deals
from referee.kit.going_out import Out
from referee.kit.messages import cards_of
from referee.kit.shedding import Draws, Effect, Passes, Plays, SheddingHand, Upcard
from referee.notation import NOBODY
from referee.rules import Answer, Reason, Verdict, illegal, impossible, judges, number, worth


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
    await hand.deal()
    hand.deal_out(hand.house["hand-size"])
    hand.turn = hand.eldest
    await hand.ask_upcard()

    # Turns
    turn = hand.ask(hand.to_play, Plays, Draws, Passes) | hand.ask(None, Out, aside=True)
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
    going_out.score_won(hand, report, empty_hand)


def play(hand: CrazyEights, play: Plays) -> None:
    hand.begun = True
    card = play.cards[-1]
    hand.lay(play, *play.cards)
    hand.called = shedding.suit_called(card) if hand.is_wild(card) else None
    if not hand.stock:
        hand.renew()
    hand.turn = hand.next_from(play.who)
    if not hand.holding(play.who):
        hand.winner = play.who


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left from game to game.", turn=Deal)


def fewest_packs(players: int) -> int:
    """Packs that so many players need."""
    return 1 if players < 7 else 2


hand_size = impossible(
    "Everybody is dealt {hand_size:word} cards, one more is turned up, and the others are the stock.",
    deals(),
    hand_size=number(8, "cards each", least=1, most=lambda players: (52 * fewest_packs(players) - 1) // players),
)


one_pack = impossible(
    "Each card is there once a pack, and is played from the hand that has it; packs in play: {packs}.",
    stock.fresh_upcard,
    packs=number(lambda players: 1 if players < 6 else 2, "packs shuffled together", least=fewest_packs, most=8),
)
judges(hand_size, one_pack)(counted.as_dealt)
eight_wild = illegal(
    "A wild card, in the book an eight, goes on anything; its player calls one of the suits, and nothing but that suit"
    " or a further wild card goes on it."
)


@judges(eight_wild)
def says_nothing(hand: CrazyEights, upcard: Upcard) -> str | None:
    return f"nobody played {upcard.card.face.pretty}, so it calls no suit" if upcard.card.says else None


# Rules: cards played

turn_order = illegal("The dealer's left begins, and the turn goes to the left.", turn=(Plays, Draws, Passes))


@illegal
def one_card(hand: CrazyEights, play: Plays) -> Reason | None:
    """A turn is one card."""
    if len(play.cards) == 1:
        return None
    return Reason(f"a turn is one card, not {len(play.cards)}", verdict=None if play.cards else Verdict.IMPOSSIBLE)


@illegal
def match(hand: CrazyEights, play: Plays) -> str | None:
    """A card has the suit or the rank of the upcard; on a wild card played, the suit that it calls."""
    return next((hand.why_not(card.face) for card in play.cards if not hand.fits(card.face)), None)


joker_wild = worth(
    "A joker goes on anything and calls nothing, and anything goes on a joker; jokers in all: {jokers}.",
    jokers=number(0, "jokers in all", most=12),
)


@judges(eight_wild, joker_wild)
def calls_suit(hand: CrazyEights, play: Plays) -> Answer:
    """A wild card calls a suit, unless it is the last of the hand; nothing else does."""
    goes_on = len(hand.holding(play.who)) > len(play.cards)
    for card in play.cards:
        if why := shedding.misnamed(hand, card, needed=goes_on):
            return dict.fromkeys((eight_wild, joker_wild) if card.is_joker else (eight_wild,), why)
    return None


judges(one_pack)(shedding.from_hand)
EFFECTS = {"wild": Effect("8", eight_wild, "that is wild and calls a suit")}

# Rules: cards drawn


@impossible
def stock_count(hand: CrazyEights, draws: Draws) -> str | None:
    """There is no more to draw than the stock and the pile under the upcard."""
    return stock.enough_to_draw(hand, draws.number())


judges(one_pack)(stock.from_stock)


@illegal
def draw_until_play(hand: CrazyEights, passes: Passes) -> str | None:
    """Whoever can't play, or doesn't want to, draws until they play: a card ends the turn."""
    if hand.to_draw:
        return f"{passes.who} plays or draws, for the stock and the pile have {cards_of(hand.to_draw)} to draw"
    return shedding.could_play(hand, passes.who)


restock = worth("When the stock is used up the pile under the upcard is shuffled to be the new one.")

# Rules: the end

empty_hand = illegal(
    "Whoever is first without cards has won; games to win: {wins}.",
    going_out.has_won,
    shedding.still_has_cards,
    lines="won",
    wins=number(1, "games won that decide the match", least=1),
)


GAME = Game(
    slug="crazy-eights",
    name="Crazy Eights",
    summary="Be first without cards: match the upcard, or play a wild card and say what suit comes next.",
    family="shedding",
    players=range(2, 11),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["jokers"]),
    hand=CrazyEights,
    play=play_hand,
    over=endings.reached("wins"),
    verbs={
        Deal: "first, and when a game is over",
        Upcard: "after the deal; untold, it leaves the first play free",
        Plays: "in turn",
        Draws: "in turn, as often as wanted",
        Passes: "when nothing is left to draw",
        Out: "in place of the play",
    },
    pack_rule=one_pack,
    options=shedding.effect_options(EFFECTS),
    facts={
        "suit": lambda hand: hand.suit or "any",
        "stock": lambda hand: hand.stock,
        "pile": lambda hand: len(hand.pile),
        "cards": counted.hand_sizes,
        "game": lambda hand: hand.number,
    },
    says=True,
    deal_out=counted.take_up,
    now=shedding.where,
    ends=empty_hand,
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"], hand_size),
        shedding.what_cards_do(EFFECTS),
        Glance("games to win", lambda table: table.house["wins"], empty_hand),
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
