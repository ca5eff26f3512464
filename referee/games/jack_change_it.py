"""Jack Change It.  Be first without cards: match the upcard, and use trick cards against whoever comes next."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from referee.cards import RANK_NAMES, RANKS, SUITS, UNKNOWN, Card, Cards, Pack
from referee.game.asks import bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Game, Glance, Table
from referee.kit import counted, endings, going_out, shedding, stock
from referee.kit.claims import deals
from referee.kit.going_out import Out
from referee.kit.messages import cards_of, lines
from referee.kit.rest import IN_NUMBERS, TOLD_SO, Rest, the_rest
from referee.kit.shedding import A_RANK, Draws, Effect, Passes, Plays, SheddingHand, Upcard
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option, Variant, apart
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    Verdict,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    in_letters,
    judges,
    number,
    unjudged,
    worth,
)

OF_HEARTS = ("draw-five", "block")
MOST_TOGETHER = 4  # cards of one rank that are listed


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

    @cached_property
    def trick_ranks(self) -> set[str]:
        """The ranks of trick cards, in one suit at least."""
        return {self.house[effect] for effect in EFFECTS if effect != "block"}

    def is_trick(self, card: Card) -> bool:
        if card.rank not in self.trick_ranks:
            return False
        return any(self.has(card, effect) for effect in EFFECTS if effect != "block")

    def is_pair(self, cards: Cards) -> bool:
        """The two cards that may be played at once."""
        ways = [(first, second) for first, second in (cards, cards[::-1]) if first.face is not second.face]
        return any(self.has(first, "draw-five") and self.has(second, "draw-two") for first, second in ways)

    def is_set(self, cards: Cards) -> bool:
        """Cards of one rank that a house lets somebody play together."""
        return self.house["together"] == "rank" and len({card.rank for card in cards}) == 1

    def answers(self, card: Card) -> bool:
        """Whether a card may be played on the penalty."""
        with_two, with_five = (effect in self.owing for effect in PENALTIES)
        return (with_two and self.has(card, "draw-two")) or (with_five and self.has(card, "block"))

    @property
    def due(self) -> int:
        """Cards in the next draw."""
        return min(self.owed or self.house["draw"], self.to_draw) or 1

    def must_draw(self, seat: Seat) -> int:
        return self.due

    def calls(self, card: Card) -> Iterable[str]:
        own = self.house["jack"] == "any"
        return (suit for suit in SUITS if own or suit != card.suit) if self.has(card, "change-suit") else ()

    def choices(self, seat: Seat) -> Iterator[Cards]:
        single = [*super().choices(seat)]
        yield from single
        fives = [card for (card,) in single if self.has(card, "draw-five")]
        pairs = [(five, other) for five in fives for (other,) in single if self.is_pair((five, other))]
        yield from (cards for pair in pairs for cards in (pair, pair[::-1]))
        if self.house["together"] == "rank":
            yield from self.sets(seat)

    def sets(self, seat: Seat) -> Iterator[Cards]:
        """Cards of one rank in every order; the last of them names a suit where it can."""
        may_hold, ranks = self.may_hold(seat), dict.fromkeys(card.rank for card in self.pack)
        for rank in ranks:
            alike = [card for card in may_hold.elements() if card.rank == rank][: len(self.holding(seat))]
            for size in range(2, min(len(alike), MOST_TOGETHER) + 1):
                for *under, last in dict.fromkeys(itertools.permutations(alike, size)):
                    yield from ((*under, Card(rank, last.suit, suit)) for suit in self.calls(last))
                    yield (*under, last)

    def fits(self, card: Card) -> bool:
        return super().fits(card) or (not self.called and self.is_next_to(card))

    def is_next_to(self, card: Card) -> bool:
        """The house plays sequences, and a card's rank is a neighbour of the upcard's."""
        if self.house["match"] == "rank" or not (top := self.top) or card.rank not in RANKS:
            return False
        return abs(RANKS.index(card.rank) - RANKS.index(top.rank)) in (1, len(RANKS) - 1)

    def why_not(self, card: Card) -> str:
        why = super().why_not(card)
        return why if self.called or self.house["match"] == "rank" else f"{why}, nor a rank beside it"

    def may_be_played(self, card: Card) -> bool:
        may_end = not self.is_trick(card) or not self.enforces(no_trick_finish)
        return self.fits(card) and (may_end or len(self.holding(self.turn)) > 1)

    def where(self) -> Iterator[str]:
        yield from super().where()
        rest = "draws" if self.to_draw and not self.paid else "passes"
        answers = {"draw-two": f"a {self.house['draw-two']}", "draw-five": f"{self.house['block']}♥"}
        answer = " or ".join(answers[effect] for effect in self.owing if "none" not in answers[effect])
        yield f"{self.turn} answers with {answer}, or {rest}" if answer else f"{self.turn} plays or {rest}"


# The hand


async def play_hand(hand: JackChangeIt) -> None:
    await hand.deal()
    hand.deal_out(hand.house["hand-size"])
    hand.turn = hand.eldest
    await hand.ask_upcard()

    # Turns
    turn = hand.ask(hand.to_play, Plays, Draws, Passes) | hand.ask(None, Out, aside=True) | the_rest(hand)
    while not hand.winner:
        match report := await turn:
            case Plays():
                play(hand, report)
            case Draws():
                draw(hand, report)
            case Passes():
                draw_none(hand, report)
            case Rest():
                hand.begun = False
                turn = hand.ask(None, Out, free=True) | bar(empty_hand, TOLD_SO, Plays, Draws, Passes)
            case _:
                hand.winner = report.who
    going_out.score_won(hand, report, empty_hand)


def play(hand: JackChangeIt, play: Plays) -> None:
    hand.begun = True
    hand.turn = play.who
    for card in play.cards:
        hand.bring_out(play, card)
    hand.lay(play, *play.cards)
    effects = [effect for card in play.cards for effect in EFFECTS if hand.has(card, effect)]
    added = [effect for effect in effects if effect in PENALTIES]
    if not added or ("block" in effects and "draw-five" in hand.owing):
        pay(hand)
    hand.paid = False
    hand.owed += sum(PENALTIES[effect](hand) for effect in added)
    hand.owing |= dict.fromkeys(added, play)
    for _ in range(effects.count("reverse")):
        hand.reverse()
    card = play.cards[-1]
    hand.called = shedding.suit_called(card) if hand.has(card, "change-suit") else None
    hand.turn = hand.next_from(play.who, 1 + effects.count("skip"))
    if not hand.holding(play.who):
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


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left from game to game.", turn=Deal)


hand_size = arithmetic(
    "Everybody is dealt {hand_size:word card}, one more is turned up, and the others are the stock.",
    deals(),
    hand_size=number(7, "cards each", least=1, most=lambda players: 51 // players),
)


one_pack = impossible(
    "Each card is there once in each pack, and is played from the hand that has it; packs in play: {packs}.",
    stock.fresh_upcard,
    packs=number(1, "packs shuffled together", least=1, most=4),
)
judges(hand_size, one_pack)(counted.as_dealt)
change_suit = illegal(
    "{change_suit} is a suit-changer, which names {jack}; the next card must be of that.",
    change_suit=A_RANK,
    jack={"other": "a suit other than its own", "any": "any suit"},
)


@judges(change_suit)
def says_nothing(hand: JackChangeIt, upcard: Upcard) -> str | None:
    return f"nobody played {upcard.card.face.pretty}, so it names no suit" if upcard.card.says else None


# Rules: cards played

turn_order = illegal(
    "The player on the dealer's left begins; the turn goes in the direction of play, past whoever is skipped.",
    turn=(Plays, Draws, Passes),
)
match = illegal(
    "A card has the suit of the upcard or {match}; on a suit-changer played, only the suit that was named.",
    match={
        "rank": "its rank",
        "sequence": "its rank, or one next to that, where an ace lies between king and deuce",
    },
)
pay_penalty = illegal(
    "Whoever faces a penalty answers it with a card that may, or draws exactly as many cards; {after_penalty}.",
    after_penalty={"pass": "that is the whole turn", "play": "after drawing they may play a card"},
)


@illegal(
    together={
        "pair": "other cards are played one by one",
        "rank": "so may cards of one rank, of which the first matches and the last is followed",
    }
)
def one_card(hand: JackChangeIt, play: Plays) -> Reason | None:
    """A turn is one card. The draw-five card and a draw-two card may come together; {together}."""
    if len(play.cards) == 1 or (len(play.cards) == 2 and hand.is_pair(play.cards)) or hand.is_set(play.cards):
        return None
    why, five, two = "a turn is one card", hand.house["draw-five"], hand.house["draw-two"]
    why += f", but for {five}♥ together with a {two}" if "none" not in (five, two) else ""
    return Reason(why, verdict=None if play.cards else Verdict.IMPOSSIBLE)


@judges(match)
def matches(hand: JackChangeIt, play: Plays) -> str | None:
    """The first card matches, unless it answers a penalty; what comes with it rides along."""
    card = next(iter(play.cards), UNKNOWN).face
    return None if hand.fits(card) or hand.answers(card) else hand.why_not(card)


@judges(pay_penalty)
def answers_penalty(hand: JackChangeIt, play: Plays) -> Reason | None:
    card = next(iter(play.cards), UNKNOWN)
    if not hand.owed or hand.answers(card):
        return None
    told = list(hand.owing.values())
    return Reason(f"{play.who} faces {cards_of(hand.owed)}{lines(told)}, and {card.face.pretty} isn't an answer", *told)


@judges(change_suit)
def names_suit(hand: JackChangeIt, play: Plays) -> str | None:
    """A suit-changer names a suit; nothing else does."""
    amiss = (shedding.misnamed(hand, card, needed=card is play.cards[-1]) for card in play.cards)
    return next(filter(None, amiss), None)


@illegal
def no_trick_finish(hand: JackChangeIt, play: Plays) -> str | None:
    """Nobody's last card is a trick card: draw-two, draw-five, skip, suit-changer or, with three or more, reverse."""
    card = next(reversed(play.cards), UNKNOWN).face
    if len(hand.holding(play.who)) > len(play.cards) or not hand.is_trick(card):
        return None
    return f"{card.pretty} is a trick card and can't be {play.who}'s last"


judges(one_pack)(shedding.from_hand)

# Rules: what cards do


two = worth(
    "{draw_two} is a draw-two card, after which the next player draws {draw_two_cards:word}, unless they put another"
    " on it; then the player after draws as many for each, and so on.",
    draw_two=A_RANK,
    draw_two_cards=number(2, "cards that a draw-two card gives", least=1, most=12),
)
A_HEART: dict[str, str] = {**{rank: f"the {RANK_NAMES[rank]} of hearts" for rank in RANKS}, "none": "no card"}
ace_of_hearts = worth(
    "{draw_five} is the draw-five card, after which the next player draws {draw_five_cards:word}, and what a draw-two"
    " card gives besides where one came with it.",
    draw_five=A_HEART,
    draw_five_cards=number(5, "cards that the draw-five card gives", least=1, most=12),
)


PENALTIES: dict[str, Rule] = {"draw-two": two, "draw-five": ace_of_hearts}


def penalties(table: Table) -> dict[str, int]:
    return {"a draw-two card": two(table), "the draw-five card": ace_of_hearts(table)}


five_of_hearts = worth(
    "{block} is the blocking card, which cancels a penalty that has the draw-five card in it.", block=A_HEART
)
eight_skips = worth("{skip} is a skip card, after which the next player loses the turn.", skip=A_RANK)
queen_reverses = worth(
    "{reverse} is a reverse card, which turns the direction of play round with three or more at the table.",
    reverse=A_RANK,
)
EFFECTS = {
    "draw-two": Effect("2", two, "that makes the next player draw"),
    "draw-five": Effect("A", ace_of_hearts, "whose heart makes the next player draw"),
    "block": Effect("5", five_of_hearts, "whose heart cancels a penalty with draw-five in it"),
    "skip": Effect("8", eight_skips, "that skips the next player"),
    "change-suit": Effect("J", change_suit, "that changes the suit"),
    "reverse": Effect("Q", queen_reverses, "that turns the direction round"),
}

# Rules: cards drawn

draw_one = illegal(
    "Whoever can't play draws {draw:word} from the stock and waits; where there is nothing to draw, they pass.",
    draw=number(1, "cards drawn by whoever can't play", least=1, most=12),
)


@judges(draw_one, pay_penalty)
def as_many_as_due(hand: JackChangeIt, draws: Draws) -> Answer:
    number, told = draws.number(hand.due), list(hand.owing.values())
    wrong: dict[Rule, str] = {}
    if why := stock.enough_to_draw(hand, number):
        wrong[draw_one] = cannot_happen(why)
    elif hand.paid:
        wrong[draw_one] = f"{draws.who} has drawn the penalty, and now plays a card or passes"
    elif not hand.owed and number != hand.due:
        wrong[draw_one] = f"{draws.who} draws {in_letters(hand.due)} card{'s' * (hand.due > 1)}, not {number}"
    if hand.owed and number != hand.due:
        wrong[pay_penalty] = Reason(f"{draws.who} draws {hand.due}{lines(told)}, not {number}", *told)
    return wrong


def may_have_a_card(hand: JackChangeIt, draws: Draws) -> str | None:
    return None if hand.owed or hand.paid else shedding.may_have_to_play(hand, draws.who)


@illegal(finding="held-back", doubt=may_have_a_card)
def must_play(hand: JackChangeIt, draws: Draws) -> Reason | None:
    """Only a player without a legal card draws."""
    return None if hand.owed or hand.paid else shedding.could_play(hand, draws.who)


judges(one_pack)(stock.from_stock)


@judges(draw_one, must_play, pay_penalty)
def nothing_left(hand: JackChangeIt, passes: Passes) -> Answer:
    if hand.paid:
        return None
    if hand.to_draw:
        why = f"{passes.who} plays or draws, for the stock and the pile have {cards_of(hand.to_draw)} to draw"
        return {draw_one: why, pay_penalty: why if hand.owed else None}
    return None if hand.owed else dict.fromkeys((draw_one, must_play), shedding.could_play(hand, passes.who))


restock = unjudged("When the stock is used up the pile under the upcard is shuffled to be the new one.")

# Rules: the end

empty_hand = illegal(
    "Whoever is first without cards has won; games to win: {wins}.",
    going_out.has_won,
    shedding.still_has_cards,
    lines="won",
    wins=number(1, "games won that decide the match", least=1),
)


GAME = Game(
    slug="jack-change-it",
    name="Jack Change It",
    summary="Be first without cards: match the upcard, and use trick cards against whoever comes next.",
    family="shedding",
    players=range(2, 7),
    pack=lambda players, house: Pack(packs=house["packs"]),
    hand=JackChangeIt,
    play=play_hand,
    open_table=True,
    over=endings.reached("wins"),
    clashes=(apart(("draw-five", "block")),),
    verbs={
        Deal: "first, and when a game is over",
        Upcard: "after the deal; untold, it leaves the first play free",
        Plays: "in turn",
        Draws: "in turn, one card or the penalty",
        Passes: "when nothing is left to draw, or after a penalty drawn",
        Out: "in place of the play, or of the rest of it",
        Rest: IN_NUMBERS,
    },
    pack_rule=one_pack,
    options=(
        Option("match", "rank", "what matches besides the suit", (match,), choices=("rank", "sequence")),
        Option(
            "together",
            "pair",
            "what is played in one turn besides a single card: the pair of penalties, or cards of one rank too",
            (one_card,),
            choices=("pair", "rank"),
        ),
        Option(
            "jack",
            "other",
            "which suits a suit-changer may name: another than its own, or any",
            (change_suit,),
            choices=("other", "any"),
        ),
        Option(
            "after-penalty",
            "pass",
            "what follows penalty cards: nothing, or a card if they like",
            (pay_penalty, draw_one),
            choices=("pass", "play"),
        ),
        *shedding.effect_options(EFFECTS),
    ),
    variants=(
        Variant("sequence", "A neighbouring rank will do too.", "match=sequence"),
        Variant("any-last-card", "A trick card may be the last.", "without=no-trick-finish"),
        Variant("play-on", "Whoever has drawn a penalty may play a card.", "after-penalty=play"),
        Variant(
            "aces-change-it",
            "An ace changes the suit, and no heart is special.",
            "change-suit=A, draw-five=none, block=none",
        ),
        Variant("one-rank-together", "Cards of one rank may be played together.", "together=rank"),
        Variant("any-suit", "A jack may name its own suit too.", "jack=any"),
        Variant("two-packs", "Two packs are shuffled together.", "packs=2"),
        Variant("best-of-five", "Three games won decide the match.", "wins=3"),
    ),
    facts={
        "penalty": lambda hand: hand.owed,
        "suit": lambda hand: hand.suit or "any",
        "direction": lambda hand: hand.towards,
        "stock": lambda hand: hand.stock,
        "pile": lambda hand: len(hand.pile),
        "cards": counted.hand_sizes,
        "game": lambda hand: hand.number,
    },
    says=True,
    deal_out=counted.take_up,
    now=shedding.where,
    ends=(empty_hand,),
    at_a_glance=(
        Glance("cards each", lambda table: table.house["hand-size"], hand_size),
        shedding.what_cards_do(EFFECTS),
        Glance("cards to draw", penalties, two, ace_of_hearts),
        Glance("games to win", lambda table: table.house["wins"], empty_hand),
    ),
    short_form="`deal`, and `out` for the winner; in mid-game after `rest`.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben out"),
        "Ann 0, Ben 1, Cat 0",
    ),
    rulings=(
        "A trick card turned up is a card like any other, since nobody played it.",
        "After a penalty the next player follows the upcard as usual.",
        "A draw-two card answers as long as one is in the penalty, whatever lies on top. The draw-five card alone"
        " answers nothing, but may come with an answering draw-two card. The blocking card clears the whole penalty.",
        "A suit-changer must match to be played, and another one of a suit that wasn't named doesn't follow it.",
        "The blocking card isn't a trick card, and neither is a reverse card between two players. Two trick"
        " cards together can't"
        " be the last of a hand either.",
        "Between two players a skip card gives its player another turn.",
        "The pile is shuffled as soon as the stock is empty, or at the next draw if there was nothing to shuffle. A"
        " penalty is no more cards than there are, and whoever can neither play nor draw passes.",
        "Somebody held a card back who has since played more cards that would have been legal at a draw than were drawn"
        " since, that draw included.",
        "Every game begins to the left again. When the table stops, a game in progress counts for nothing.",
    ),
    edition=2,
)
