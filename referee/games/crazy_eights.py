"""Crazy Eights.  Be first without cards: match the upcard, or play a wild card and say what suit comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.cards import JOKER, PIPS, SUITS, UNKNOWN, Card, Pack
from referee.game.asks import bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Table
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
from referee.rules.rule import Answer, Reason, Verdict, arithmetic, illegal, impossible, judges, number, unjudged, worth


@dataclass
class CrazyEights(LeftOver):
    """One game of Crazy Eights; it has ``begun`` with the first card played."""

    drawn: int = 0  # cards drawn in this turn

    @property
    def counts(self) -> bool:
        """Whether cards that are left count, so that they are told."""
        return bool(self.house["points"] != "games")

    @property
    def values(self) -> Mapping[str, int]:
        return card_value(self)

    @property
    def forced(self) -> bool:
        """Whether whoever can play has to."""
        return bool(self.house["drawing"] == "forced")

    @property
    def due(self) -> int | None:
        """Cards in the next draw; as many as somebody likes where it is None."""
        return min(self.owed, self.to_draw) if self.owed else None

    def must_draw(self, seat: Seat) -> int:
        return self.due or 1

    def may_pass(self) -> bool:
        """Whether whoever is in turn has drawn as many cards as may be, or there are none."""
        limit = self.house["draw-limit"]
        return not self.to_draw or (not self.owed and limit is not None and self.drawn >= limit)

    def is_wild(self, card: Card) -> bool:
        return self.has(card, "wild")

    def calls(self, card: Card) -> Iterable[str]:
        return SUITS if self.is_wild(card) else ()

    def fits(self, card: Card) -> bool:
        return card is JOKER or self.top is JOKER or self.is_wild(card) or super().fits(card)

    def where(self) -> Iterator[str]:
        yield from super().where()
        rest = "passes" if self.may_pass() else "draws"
        plays = f"answers with a {self.house['draw-two']}," if self.owed else "plays"
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
        | bar(empty_hand, "cards are counted when somebody is out", Holds)
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
                hand.begun = False
                turn = hand.ask(None, Out, free=True) | bar(empty_hand, TOLD_SO, Plays, Draws, Passes, Holds)
            case _:
                hand.run_out(report.who)

    # Score
    counting = (
        hand.ask(hand.to_hold, Holds, free=True)
        | hand.ask(None, Out, aside=True)
        | bar(empty_hand, f"{hand.winner} is out of cards", Plays, Draws, Passes)
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
    """Somebody plays no card; where whoever can play has to, that says something of their hand."""
    if hand.owed or not hand.forced or hand.sure_fit(act.who):
        hand.gain_more(act.who, drawn)
    else:
        hand.hold_back(act, drawn)


def next_turn(hand: CrazyEights, report: Report, steps: int = 1) -> None:
    hand.turn, hand.drawn, hand.owed = hand.next_from(report.who, steps), 0, 0


def score(hand: CrazyEights, last: Report) -> None:
    """A game won, or the cards left: for the winner, or against whoever has them."""
    if not hand.counts:
        going_out.score_won(hand, last, empty_hand)
        return
    for seat in hand.all_but([hand.winner]):
        points, told = hand.points(seat) or 0, [*filter(None, [hand.held.get(seat)])]
        if hand.house["points"] == "winner":
            hand.book(hand.winner, card_value, points, f"{seat} {hand.said(seat)}", *told)
        else:
            hand.book(seat, card_value, -points, hand.said(seat), *told)


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left from game to game.", turn=Deal)


def fewest_packs(players: int) -> int:
    """Packs that so many players need."""
    return 1 if players < 7 else 2


hand_size = arithmetic(
    "Everybody is dealt {hand_size:word card}, one more is turned up, and the others are the stock.",
    deals(),
    hand_size=number(8, "cards each", least=1, most=lambda players: (52 * fewest_packs(players) - 1) // players),
)


one_pack = impossible(
    "Each card is there once in each pack, and is played from the hand that has it; packs in play: {packs}.",
    stock.fresh_upcard,
    packs=number(lambda players: 1 if players < 6 else 2, "packs shuffled together", least=fewest_packs, most=8),
)
judges(hand_size, one_pack)(counted.as_dealt)
eight_wild = illegal(
    "{wild} is wild. A wild card goes on anything, and its player calls one of the suits; nothing but that suit or a"
    " further wild card goes on it.",
    wild=A_RANK,
)


@judges(eight_wild)
def says_nothing(hand: CrazyEights, upcard: Upcard) -> str | None:
    return f"nobody played {upcard.card.face.pretty}, so it calls no suit" if upcard.card.says else None


# Rules: cards played

turn_order = illegal(
    "The player on the dealer's left begins, and the turn goes to the left, or as skip and reverse cards have it.",
    turn=(Plays, Draws, Passes),
)


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

# Rules: what cards do

draw_two = illegal(
    "{draw_two} is a draw-two card, for which the next player draws {draw_two_cards:word} in place of a turn, or puts"
    " another on it; then the player after draws as many for each, and so on.",
    draw_two=A_RANK,
    draw_two_cards=number(2, "cards that a draw-two card gives", least=1, most=12),
)
skip = worth("{skip} is a skip card, after which the next player loses the turn.", skip=A_RANK)
reverse = worth(
    "{reverse} is a reverse card, which turns the direction of play round with three or more at the table.",
    reverse=A_RANK,
)
EFFECTS = {
    "wild": Effect("8", eight_wild, "that is wild and calls a suit"),
    "draw-two": Effect("none", draw_two, "that makes the next player draw"),
    "skip": Effect("none", skip, "that skips the next player"),
    "reverse": Effect("none", reverse, "that turns the direction round"),
}


@judges(draw_two)
def answers(hand: CrazyEights, play: Plays) -> str | None:
    if not hand.owed or all(hand.has(card, "draw-two") for card in play.cards):
        return None
    return f"{play.who} draws {cards_of(hand.owed)}, or plays a {hand.house['draw-two']}"


@judges(draw_two)
def draws_what_is_owed(hand: CrazyEights, draws: Draws) -> str | None:
    due, number = hand.due, draws.number(hand.due or 1)
    return f"{draws.who} draws {cards_of(due)}, not {number}" if due is not None and number != due else None


# Rules: cards drawn


@impossible
def stock_count(hand: CrazyEights, draws: Draws) -> str | None:
    """There is no more to draw than the stock and the pile under the upcard."""
    return stock.enough_to_draw(hand, draws.number())


judges(one_pack)(stock.from_stock)


draw_until_play = illegal(
    "{drawing} draws until they play: a card ends the turn. {draw_limit}.",
    drawing={"free": "whoever can't play or doesn't want to", "forced": "whoever can't play"},
    draw_limit=number(
        None,
        "the most cards drawn in a turn, after which it may be passed on",
        least=1,
        most=12,
        words={
            "none": "there is no limit to the cards drawn in a turn",
            "N": "after {N:word card} drawn in a turn it may be passed on",
        },
    ),
)


@judges(draw_until_play)
def within_limit(hand: CrazyEights, draws: Draws) -> str | None:
    limit = hand.house["draw-limit"]
    if hand.owed or limit is None or hand.drawn + draws.number() <= limit:
        return None
    return f"{draws.who} draws {cards_of(limit)} at most, then plays or passes"


@judges(draw_until_play, draw_two)
def may_pass(hand: CrazyEights, passes: Passes) -> Answer:
    if hand.may_pass():
        return {draw_until_play: None if hand.to_draw or hand.owed else shedding.could_play(hand, passes.who)}
    why = f"{passes.who} plays or draws, for the stock and the pile have {cards_of(hand.to_draw)} to draw"
    return {draw_two if hand.owed else draw_until_play: why}


def may_have_a_card(hand: CrazyEights, act: Draws | Passes) -> str | None:
    return shedding.may_have_to_play(hand, act.who) if hand.forced and not hand.owed else None


@illegal(
    finding="held-back",
    doubt=may_have_a_card,
    drawing={
        "free": "you may keep a card that fits and draw",
        "forced": "a card that fits is laid at once, out of the hand or when it comes from the stock",
    },
)
def must_play(hand: CrazyEights, act: Draws | Passes) -> Reason | str | None:
    """{drawing}."""
    if not hand.forced or hand.owed:
        return None
    drawn = act.drawn()[:-1] if isinstance(act, Draws) else ()
    came = next((card for card in drawn if card is not UNKNOWN and hand.may_be_played(card)), None)
    why = f"{came.pretty} came up, so {act.who} plays that" if came and not hand.open else None
    return shedding.could_play(hand, act.who) or why


restock = unjudged("When the stock is used up the pile under the upcard is shuffled to be the new one.")

# Rules: the end

empty_hand = illegal(
    "Whoever is first without cards has won; games to win: {wins}.",
    going_out.has_won,
    shedding.still_has_cards,
    lines="won",
    place=Holds,
    wins=number(1, "games won that decide the match", least=1),
)
judges(empty_hand)(left_over.out_once)

# Rules: cards left


@worth(
    lines="held",
    points={
        "games": "games are counted, not the cards left",
        "winner": "the cards left to the others count for the winner",
        "holders": "the cards left count off the score of whoever has them",
    },
)
def card_value(
    hand: CrazyEights, *, wild_card: int = 50, joker: int = 50, court: int = 10, ace: int = 1
) -> Mapping[str, int]:
    """{points}. A wild card left is {wild_card}, a joker {joker}, a court card {court}, an ace {ace}, any other its
    pips."""
    wild = {hand.house["wild"]: wild_card} if hand.house["wild"] != "none" else {}
    return {**PIPS, **dict.fromkeys("KQJ", court), "A": ace, "JK": joker, **wild}


held_total = arithmetic("A hand counts what so many cards of the pack can count.")
judges(held_total, one_pack, when="always")(left_over.is_told_rightly)


@judges(held_total, when="always")
def counted_here(hand: CrazyEights, holds: Holds) -> str | None:
    return None if hand.counts else "games are counted here, not the cards left"


@worth
def match_end(hand: CrazyEights, *, goal: int = number(100, "points that end the match", least=1)) -> bool:
    """Where cards left are counted, the match ends when somebody has won or lost {goal} points."""
    last = goal if hand.counts else hand.house["wins"]
    against = -1 if hand.house["points"] == "holders" else 1
    return any(against * points >= last for points in hand.standing.balance.values())


def target(table: Table) -> str:
    """How many games or points decide the match."""
    if table.house["points"] != "games":
        return f"{table.house['goal']} points"
    return "one game" if table.house["wins"] == 1 else f"{table.house['wins']} games"


GAME = Game(
    slug="crazy-eights",
    name="Crazy Eights",
    summary="Be first without cards: match the upcard, or play a wild card and say what suit comes next.",
    family="shedding",
    players=range(2, 11),
    pack=lambda players, house: Pack(packs=house["packs"], jokers=house["jokers"]),
    hand=CrazyEights,
    play=play_hand,
    open_table=True,
    over=match_end,
    verbs={
        Deal: "first, and when a game is over",
        Upcard: "after the deal; untold, it leaves the first play free",
        Plays: "in turn",
        Draws: "in turn, as often as wanted",
        Passes: "when nothing is left to draw",
        Out: "in place of the play, or of the rest of it",
        Rest: IN_NUMBERS,
        Holds: "when somebody is out, of the others, where cards left are counted",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "points",
            "games",
            "whether games are counted, or the cards left: for the winner, or off their holder's score",
            (card_value, match_end),
            choices=("games", "winner", "holders"),
        ),
        Option(
            "drawing",
            "free",
            "whether whoever could play may draw instead",
            (draw_until_play, must_play),
            choices=("free", "forced"),
        ),
        *shedding.effect_options(EFFECTS),
    ),
    variants=(
        Variant("points", "The cards left to the others count for the winner.", "points=winner"),
        Variant("against-holders", "Cards left count against whoever has them.", "points=holders"),
        Variant("draw-one", "Whoever can't play draws a single card.", "draw-limit=1"),
        Variant("draw-three", "Whoever can't play draws three cards at most.", "draw-limit=3"),
        Variant("forced-play", "Whoever can play has to.", "drawing=forced"),
        Variant("five-cards", "Five cards each.", "hand-size=5"),
        Variant("twos-and-queens", "A two makes the next player draw, a queen skips.", "draw-two=2, skip=Q"),
        Variant(
            "action-cards",
            "A two makes the next player draw, a queen skips, and an ace turns the direction round.",
            "draw-two=2, skip=Q, reverse=A",
        ),
    ),
    facts={
        "suit": lambda hand: hand.suit or "any",
        "direction": lambda hand: hand.towards,
        "penalty": lambda hand: hand.owed,
        "stock": lambda hand: None if hand.loose else hand.stock,
        "pile": lambda hand: None if hand.loose else len(hand.pile),
        "cards": lambda hand: {} if hand.loose else counted.hand_sizes(hand),
        "game": lambda hand: hand.number,
    },
    says=True,
    deal_out=counted.take_up,
    now=shedding.where,
    ends=(empty_hand,),
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"], hand_size),
        shedding.what_cards_do(EFFECTS),
        Glance("the match is won with", target, empty_hand, match_end),
        left_over.card_values(card_value),
    ),
    short_form="`deal`, and `out` for the winner; where cards left are counted, `holds` for everybody else; in"
    " mid-game after `rest`.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Cat out"),
        "Ann 0, Ben 0, Cat 1",
    ),
    rulings=(
        "A wild card turned up is a card like any other, since nobody played it; on a joker turned up anything goes.",
        "The suit that was called stands while others draw; another wild card or a joker may be played on it.",
        "Where you may draw though you could play, you may go on drawing, but play in the end. With drawing=forced a"
        " wild card is to be played too, and somebody held a card back who has since played more cards that would have"
        " been legal at a draw than were drawn since, that draw included.",
        "The pile is shuffled as soon as the stock is empty, or when a card is played if there was nothing to shuffle.",
        "The draw for a draw-two card is the whole turn; it is no more cards than there are. A skip card gives the turn"
        " back where there are two.",
        "A wild card may be the last, and then calls nothing. Cards left in a hand cost nothing, but for points=.",
        "Jokers are counted for the whole table. When the table stops, a game in progress counts for nothing.",
    ),
    edition=2,
)
