"""Crazy Eights: get rid of your cards by matching the upcard, or play a wild card and call a suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.cards import JOKER, PIPS, SUITS, UNKNOWN, Card, Pack
from referee.game.asks import bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Table
from referee.kit import counted, going_out, left_over, shedding, stock
from referee.kit.claims import deals
from referee.kit.going_out import Out
from referee.kit.left_over import Holds, LeftOver
from referee.kit.messages import cards_of
from referee.kit.rest import IN_NUMBERS, TOLD_SO, Rest, the_rest
from referee.kit.shedding import A_RANK, Draws, Effect, Passes, Plays, Upcard
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Open,
    Reason,
    Verdict,
    arithmetic,
    illegal,
    impossible,
    judges,
    number,
    unjudged,
    worth,
)


@dataclass
class CrazyEights(LeftOver):
    """One game of Crazy Eights; ``begun`` after the first card is played."""

    drawn: int = 0  # cards drawn in this turn

    @property
    def counts(self) -> bool:
        """Whether cards left in hand score."""
        return bool(self.house["points"] != "games")

    @property
    def values(self) -> Mapping[str, int]:
        return card_value(self)

    @property
    def forced(self) -> bool:
        """Whether you must play if you can."""
        return bool(self.house["drawing"] == "forced")

    @property
    def due(self) -> int | None:
        """The number of cards in the next draw; None for any number."""
        return min(self.owed, self.to_draw) if self.owed else None

    def must_draw(self, seat: Seat) -> int:
        return self.due or 1

    def may_pass(self) -> bool:
        """Whether the player whose turn it is may pass: the limit is reached or no cards are left to draw."""
        limit = self.house["draw-limit"]
        return not self.to_draw or (not self.owed and limit is not None and self.drawn >= limit)

    def is_wild(self, card: Card) -> bool:
        return self.has(card, "wild")

    def calls(self, card: Card) -> Iterable[str]:
        return SUITS if self.is_wild(card) else ()

    def fits(self, card: Card) -> bool:
        return card is JOKER or self.top is JOKER or self.is_wild(card) or super().fits(card)

    def where(self) -> Iterator[str]:
        if self.winner:
            yield f"{self.winner} is out of cards"
            return
        yield from super().where()
        rest = "passes" if self.may_pass() else "draws"
        plays = f"plays a {self.house['draw-two']}" if self.owed else "plays"
        yield f"{self.turn} {plays} or {rest}"
        yield f"stock {self.stock}"


# The hand


async def play_hand(hand: CrazyEights) -> None:
    await hand.deal()
    hand.deal_out(hand.house["hand-size"])
    hand.turn, hand.playing = hand.eldest, hand.seats
    await hand.ask_upcard()

    # Turns
    turn = (
        hand.ask(hand.to_play, Plays, Draws, Passes)
        | hand.ask(None, Out, aside=True)
        | the_rest(hand)
        | bar(empty_hand, "nobody is out of cards yet", Holds)
    )
    while not hand.winner:
        match report := await turn:
            case Plays():
                play(hand, report)
            case Draws():
                draw(hand, report)
            case Passes():
                wait(hand, report, 0)
                next_turn(hand, report)
            case Rest():
                hand.begun, hand.in_numbers = False, True
                turn = hand.ask(None, Out, free=True) | bar(empty_hand, TOLD_SO, Plays, Draws, Passes, Holds)
            case _:
                hand.run_out(report.who)

    # Score
    counting = (
        hand.ask(hand.to_hold, Holds, free=True)
        | hand.ask(None, Out, aside=True)
        | bar(empty_hand, f"{hand.winner} is out of cards and has won", Plays, Draws, Passes)
    )
    while hand.counts and hand.to_hold():
        if isinstance(holds := await counting, Holds):
            hand.hear(holds)
    score(hand, report)


def play(hand: CrazyEights, play: Plays) -> None:
    hand.begun = True
    for card in play.cards:
        hand.bring_out(play, card)
    hand.lay(play, *play.cards)
    hand.called = shedding.suit_called(play.cards[-1]) if hand.is_wild(play.cards[-1]) else None
    if not hand.stock:
        hand.renew()
    effects = [effect for card in play.cards for effect in EFFECTS if hand.has(card, effect)]
    owed = hand.owed + draw_two(hand) * effects.count("draw-two") if "draw-two" in effects else 0
    for _ in range(effects.count("reverse") if len(hand.seats) > 2 else 0):
        hand.reverse()
    next_turn(hand, play, 1 + effects.count("skip"))
    hand.owed = owed
    if not hand.holding(play.who):
        hand.run_out(play.who)


def draw(hand: CrazyEights, draws: Draws) -> None:
    cards = draws.drawn(hand.due or 1)
    if draws.who != hand.turn:
        hand.turn, hand.drawn = draws.who, 0
    wait(hand, draws, len(cards))
    hand.draw(draws, *cards)
    hand.drawn += len(cards)
    if hand.owed:
        next_turn(hand, draws)


def wait(hand: CrazyEights, act: Draws | Passes, drawn: int) -> None:
    """Applies a draw or a pass.  If players must play when they can, it says something about the hand."""
    if hand.owed or not hand.forced or hand.sure_fit(act.who):
        hand.gain_more(act.who, drawn)
    else:
        hand.hold_back(act, drawn)


def next_turn(hand: CrazyEights, report: Report, steps: int = 1) -> None:
    hand.turn, hand.drawn, hand.owed = hand.next_from(report.who, steps), 0, 0


def score(hand: CrazyEights, last: Report) -> None:
    """Books a game won, or the cards left in hand: for the winner, or against the players who have them."""
    if not hand.counts:
        going_out.score_won(hand, last, empty_hand)
        return
    for seat in hand.all_but([hand.winner]):
        points, reports = hand.points(seat) or 0, [*filter(None, [hand.held.get(seat)])]
        if hand.house["points"] == "winner":
            hand.book(hand.winner, card_value, points, f"{seat} {hand.said(seat)}", *reports)
        else:
            hand.book(seat, card_value, -points, hand.said(seat), *reports)


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)


def fewest_packs(players: int) -> int:
    """The fewest decks for this many players."""
    return 1 if players < 7 else 2


hand_size = arithmetic(
    "Deal {hand_size:word card} to each player. The rest is the stock. Turn its top card face up to start the discard"
    " pile. The top card of the pile is the upcard.",
    deals(),
    hand_size=number(
        8, "cards dealt to each player", least=1, most=lambda players: (52 * fewest_packs(players) - 1) // players
    ),
    asked="start",
)


one_pack = impossible(
    "Play with {packs:word deck}. You can play only cards from your hand.",
    stock.fresh_upcard,
    packs=number(lambda players: 1 if players < 6 else 2, "decks shuffled together", least=fewest_packs, most=8),
)
judges(hand_size, one_pack)(counted.as_dealt)
eight_wild = illegal(
    "{wild} is wild. You may play a wild card on any card, and you call a suit. The next card must be of that suit or"
    " wild.",
    wild=A_RANK,
    asked="on eight, play eight, eight on anything, eight wild, what eight do, change suit, name suit, "
    "call suit, eight on eight, top eight, wild card, when eight",
)


@judges(eight_wild)
def says_nothing(hand: CrazyEights, upcard: Upcard) -> str | None:
    return f"{upcard.card.face.pretty} was turned up, not played, so it calls no suit" if upcard.card.says else None


# Rules: cards played

turn_order = illegal(
    "The player on the dealer's left goes first. Play is clockwise until a reverse card changes the direction.",
    turn=(Plays, Draws, Passes),
)


@illegal
def one_card(hand: CrazyEights, play: Plays) -> Reason | None:
    """Play one card on your turn."""
    if len(play.cards) == 1:
        return None
    why = f"{play.who} may play 1 card, not {len(play.cards)}"
    return Reason(why, verdict=None if play.cards else Verdict.IMPOSSIBLE)


@illegal
def match(hand: CrazyEights, play: Plays) -> str | None:
    """Your card must match the upcard's suit or rank. After a wild card, it must match the suit called."""
    return next((hand.why_not(card.face) for card in play.cards if not hand.fits(card.face)), None)


joker_wild = worth(
    "{jokers}. A joker is a card that goes on any other, and any card goes on it. It calls no suit.",
    jokers=number(
        0,
        "jokers in all",
        most=12,
        words={"0": "you play without jokers", "N": "you play with {N:word joker} in all"},
    ),
    asked="play joker, joker do, joker on, on joker, use jokers",
)


@judges(eight_wild, joker_wild)
def calls_suit(hand: CrazyEights, play: Plays) -> Answer:
    """A wild card must call a suit unless it is the player's last card; other cards can't call one."""
    goes_on = len(hand.holding(play.who)) > len(play.cards)
    for card in play.cards:
        if why := shedding.misnamed(hand, card, needed=goes_on):
            return dict.fromkeys((eight_wild, joker_wild) if card.is_joker else (eight_wild,), why)
    return None


judges(one_pack)(shedding.from_hand)

# Rules: what cards do

draw_two = illegal(
    "{draw_two} is a draw-two card. After a draw-two card, the next player must draw {draw_two_cards:word card} and"
    " lose the turn, or play another draw-two card. Then the player after that draws for both, or plays a third, and"
    " so on.",
    draw_two=A_RANK,
    draw_two_cards=number(2, "cards to draw for a draw-two card", least=1, most=12),
    asked="stack, draw two, answer draw two, pass on draw",
)
skip = worth(
    "{skip} is a skip card. A skip card makes the next player lose the turn.",
    skip=A_RANK,
    asked="skip card, lose turn, miss turn",
)
reverse = worth(
    "{reverse} is a reverse card. A reverse card reverses the direction of play if three or more are playing.",
    reverse=A_RANK,
    asked="reverse card, change direction, reverse",
)
EFFECTS = {
    "wild": Effect("8", eight_wild, "that is wild and calls a suit"),
    "draw-two": Effect("none", draw_two, "that makes the next player draw"),
    "skip": Effect("none", skip, "that skips the next player"),
    "reverse": Effect("none", reverse, "that reverses the direction of play"),
}


@judges(draw_two)
def answers(hand: CrazyEights, play: Plays) -> str | None:
    if not hand.owed or all(hand.has(card, "draw-two") for card in play.cards):
        return None
    return f"{play.who} must draw {cards_of(hand.owed)} or play a {hand.house['draw-two']}"


@judges(draw_two)
def draws_what_is_owed(hand: CrazyEights, draws: Draws) -> str | None:
    due, number = hand.due, draws.number(hand.due or 1)
    return f"{draws.who} must draw {cards_of(due)}, not {number}" if due is not None and number != due else None


# Rules: cards drawn


@impossible
def stock_count(hand: CrazyEights, draws: Draws) -> str | None:
    """You can't draw more cards than are in the stock and in the pile under the upcard."""
    return stock.enough_to_draw(hand, draws.number())


judges(one_pack)(stock.from_stock)


draw_until_play = illegal(
    "If you {drawing}, draw from the stock until you play a card. {draw_limit}.",
    drawing={"free": "can't play or don't want to", "forced": "can't play"},
    draw_limit=number(
        None,
        "most cards you may draw in a turn before you may pass",
        least=1,
        most=12,
        words={
            "none": "there is no limit to the cards you draw",
            "N": "once you have drawn {N:word card} in a turn, you may pass",
        },
    ),
    asked="draw until, many draw, must draw, nothing play, not play, no card fits, keep draw, "
    "many cards draw pass, play drawn card, card drew, limit draw, pass instead draw, can not go",
)


@judges(draw_until_play)
def within_limit(hand: CrazyEights, draws: Draws) -> str | None:
    limit = hand.house["draw-limit"]
    if hand.owed or limit is None or hand.drawn + draws.number() <= limit:
        return None
    return f"{draws.who} may draw at most {cards_of(limit)}, then must play or pass"


@judges(draw_until_play, draw_two)
def may_pass(hand: CrazyEights, passes: Passes) -> Answer:
    if hand.may_pass():
        return {draw_until_play: None if hand.to_draw or hand.owed else shedding.could_play(hand, passes.who)}
    left = f"{cards_of(hand.to_draw)} {'is' if hand.to_draw == 1 else 'are'} left to draw"
    why = f"{passes.who} must play or draw, because {left}"
    return {draw_two if hand.owed else draw_until_play: why}


def may_have_a_card(hand: CrazyEights, act: Draws | Passes) -> str | None:
    return shedding.may_have_to_play(hand, act.who) if hand.forced and not hand.owed else None


@illegal(
    finding="held-back",
    lax={"drawing": "free"},
    doubt=may_have_a_card,
    drawing={
        "free": "you may draw even if you could play",
        "forced": "you must play if you can, and as soon as you draw a card that you can play",
    },
    asked="draw even though play, draw have card fits",
)
def must_play(hand: CrazyEights, act: Draws | Passes) -> Reason | str | None:
    """{drawing}."""
    if not hand.forced or hand.owed:
        return None
    drawn = act.drawn()[:-1] if isinstance(act, Draws) else ()
    came = next((card for card in drawn if card is not UNKNOWN and hand.may_be_played(card)), None)
    why = f"{act.who} drew {came.pretty} and must play it" if came and not hand.open else None
    return shedding.could_play(hand, act.who) or why


restock = unjudged("When the stock is gone, leave the upcard and shuffle the rest of the pile into a new stock.")

# Rules: the end

empty_hand = illegal(
    "The first player without cards wins the game. Win {wins:word game} to win the match.",
    going_out.has_won,
    shedding.still_has_cards,
    lines="won",
    place=Holds,
    wins=number(1, "games you need to win the match", least=1),
)
judges(empty_hand)(left_over.out_once)

# Rules: cards left


@worth(
    lines="held",
    points={
        "games": "only games won count, not the cards left in hand",
        "winner": "the winner scores the cards left in the other players' hands",
        "holders": "you lose points for the cards left in your hand",
    },
)
def card_value(
    hand: CrazyEights, *, wild_card: int = 50, joker: int = 50, court: int = 10, ace: int = 1
) -> Mapping[str, int]:
    """{points}. If cards are counted, a wild card is worth {wild_card}, a joker {joker}, a face card {court}, an ace
    {ace}, and any other card its number."""
    wild = {hand.house["wild"]: wild_card} if hand.house["wild"] != "none" else {}
    return {**PIPS, **dict.fromkeys("KQJ", court), "A": ace, "JK": joker, **wild}


held_total = arithmetic("The points entered for a hand must be possible with the cards it has.")
judges(held_total, one_pack, when="always")(left_over.is_entered_rightly)


@judges(held_total, when="always")
def counted_here(hand: CrazyEights, holds: Holds) -> str | None:
    return None if hand.counts else "at this table only games won count, not the cards left in hand"


@worth
def match_end(hand: CrazyEights, *, goal: int = number(100, "points that end the match", least=1)) -> bool:
    """If cards left in hand score, the match ends when a player has scored or lost {goal:point}."""
    last = goal if hand.counts else hand.house["wins"]
    against = -1 if hand.house["points"] == "holders" else 1
    return any(against * points >= last for points in hand.standing.balance.values())


def target(table: Table) -> str:
    """The games or points you need to win the match."""
    if table.house["points"] != "games":
        return f"{table.house['goal']} points"
    return "one game" if table.house["wins"] == 1 else f"{table.house['wins']} games"


GAME = Game(
    slug="crazy-eights",
    name="Crazy Eights",
    summary="Get rid of your cards: match the upcard, or play a wild card and call a suit.",
    family="shedding",
    players=range(2, 11),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["jokers"]),
    hand=CrazyEights,
    play=play_hand,
    open_table=True,
    over=match_end,
    verbs={
        Deal: "at the start of each game",
        Upcard: "after the deal; if you leave it out, the first play isn't checked",
        Plays: "on a player's turn",
        Draws: "on a player's turn, any number of times",
        Passes: "on a player's turn",
        Out: "if you don't enter the plays, or stop entering them",
        Rest: IN_NUMBERS,
        Holds: "when a player is out, for the others, if cards left in hand score",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "points",
            "games",
            "count games won, or score the cards left in hand: for the winner, or against their holder",
            (card_value, match_end),
            choices=("games", "winner", "holders"),
        ),
        Option(
            "drawing",
            "free",
            "you may draw even if you could play, or you must play if you can",
            (draw_until_play, must_play),
            choices=("free", "forced"),
        ),
        *shedding.effect_options(EFFECTS),
    ),
    variants=(
        Variant("points", "The winner scores the cards left in the other hands.", "points=winner"),
        Variant("against-holders", "You lose points for the cards left in your hand.", "points=holders"),
        Variant("draw-one", "If you can't play, draw one card, then you may pass.", "draw-limit=1"),
        Variant("draw-three", "If you can't play, draw up to three cards, then you may pass.", "draw-limit=3"),
        Variant("forced-play", "You must play if you can.", "drawing=forced"),
        Variant("five-cards", "Each player is dealt five cards.", "hand-size=5"),
        Variant("twos-and-queens", "A two makes the next player draw two; a queen skips.", "draw-two=2, skip=Q"),
        Variant(
            "action-cards",
            "A two makes the next player draw two, a queen skips, and an ace reverses the direction.",
            "draw-two=2, skip=Q, reverse=A",
        ),
    ),
    facts={
        "suit": Fact(lambda hand: hand.suit or "any", "the suit to match, or any"),
        "direction": Fact(lambda hand: hand.towards, "left or right"),
        "penalty": Fact(lambda hand: hand.owed, "cards to draw"),
        "stock": Fact(lambda hand: None if hand.loose else hand.stock, "cards in the stock"),
        "pile": Fact(lambda hand: None if hand.loose else len(hand.pile), "cards in the discard pile"),
        "cards": Fact(lambda hand: {} if hand.loose else counted.hand_sizes(hand), "cards in each hand"),
        "game": Fact(lambda hand: hand.number, "its number"),
    },
    says=True,
    deal_out=counted.take_up,
    now=shedding.where,
    ends=(empty_hand,),
    at_a_glance=(
        Glance("cards dealt to each player", lambda table: table.house["hand-size"], hand_size),
        shedding.what_cards_do(EFFECTS),
        Glance("to win the match", target, empty_hand, match_end),
        left_over.card_values(card_value),
    ),
    short_form="Type `deal`, then the winner's name and `out`. If cards left in hand score, add `holds` and the points"
    " for each other player. If you stop entering cards in mid-hand, type `rest` before you type who is out.",
    phrases={
        "call SUIT": "? Type the card and the suit together, for example `Ann plays 8S=D`.",
        "want SUIT": "? Type the card and the suit together, for example `Ann plays 8S=D`.",
        "win": "out",
        "win this one": "out",
        "go out first": "out",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Cat out"),
        "Ann 0, Ben 0, Cat 1",
    ),
    rulings=(
        "If the first upcard is a wild card, it counts as an ordinary card. If it is a joker, you may play any card.",
        "A called suit stays in force while players draw. You may play another wild card or a joker on it.",
        "If you may draw although you could play, you may draw as often as you like, but you must play in the end. With"
        " `drawing=forced`, you must play even if all you can play is a wild card. If later plays show that you could"
        " have played when you drew, referee then reports that you held a card back.",
        "Shuffle the pile as soon as the stock is empty. If there is nothing to shuffle then, shuffle after the next"
        " play.",
        "Drawing for a draw-two card is your whole turn. You draw only as many cards as there are. With two players, a"
        " skip card gives you another turn.",
        Open(
            "Your last card may be wild and then calls no suit. Cards left in hand cost nothing unless you play for"
            " points.",
            "last card wild, finish eight, end eight, go out eight, last card eight",
        ),
        "The number of jokers is for all decks together. If you stop early, a game in progress doesn't count.",
    ),
    edition=2,
)
