"""Jack Change It: get rid of your cards by matching the upcard, with trick cards against the next player."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from referee.cards import RANK_NAMES, RANKS, SUITS, UNKNOWN, Card, Cards, Pack
from referee.game.asks import bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Table
from referee.kit import counted, endings, going_out, shedding, stock
from referee.kit.claims import deals
from referee.kit.going_out import Out
from referee.kit.messages import cards_of, lines
from referee.kit.rest import TOLD_SO, Rest, the_rest
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
    judges,
    number,
    unjudged,
    worth,
)

OF_HEARTS = ("draw-five", "block")
MOST_TOGETHER = 4  # cards of one rank that are listed


@dataclass
class JackChangeIt(SheddingHand):
    """One game of Jack Change It; ``begun`` after the first card is played.

    ``owing`` has the effects that make up the current penalty, each with the last play of it.
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
        """The ranks that have a trick card in at least one suit."""
        return {self.house[effect] for effect in EFFECTS if effect != "block"}

    def is_trick(self, card: Card) -> bool:
        if card.rank not in self.trick_ranks:
            return False
        return any(self.has(card, effect) for effect in EFFECTS if effect != "block")

    def is_pair(self, cards: Cards) -> bool:
        """Whether these are the draw-five card and a draw-two card, which may be played together."""
        ways = [(first, second) for first, second in (cards, cards[::-1]) if first.face is not second.face]
        return any(self.has(first, "draw-five") and self.has(second, "draw-two") for first, second in ways)

    def is_set(self, cards: Cards) -> bool:
        """Whether these are cards of one rank that a house rule allows together."""
        return self.house["together"] == "rank" and len({card.rank for card in cards}) == 1

    def answers(self, card: Card) -> bool:
        """Whether a card may be played on the current penalty."""
        with_two, with_five = (effect in self.owing for effect in PENALTIES)
        return (with_two and self.has(card, "draw-two")) or (with_five and self.has(card, "block"))

    @property
    def due(self) -> int:
        """The number of cards in the next draw."""
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
        """Cards of one rank in every order; the last of them calls a suit if it can."""
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
        """Whether a card's rank is next to the upcard's, at a table that allows it."""
        if self.house["match"] == "rank" or not (top := self.top) or card.rank not in RANKS:
            return False
        return abs(RANKS.index(card.rank) - RANKS.index(top.rank)) in (1, len(RANKS) - 1)

    def why_not(self, card: Card) -> str:
        why = super().why_not(card)
        return why if self.called or self.house["match"] == "rank" else f"{why}, nor the rank above or below"

    def may_be_played(self, card: Card) -> bool:
        may_end = not self.is_trick(card) or not self.enforces(no_trick_finish)
        return self.fits(card) and (may_end or len(self.holding(self.turn)) > 1)

    def where(self) -> Iterator[str]:
        yield from super().where()
        rest = "draws" if self.to_draw and not self.paid else "passes"
        answers = {"draw-two": f"a {self.house['draw-two']}", "draw-five": f"{self.house['block']}♥"}
        answer = " or ".join(answers[effect] for effect in self.owing if "none" not in answers[effect])
        yield f"{self.turn} plays {answer}, or {rest}" if answer else f"{self.turn} plays or {rest}"


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
                hand.begun, hand.in_numbers = False, True
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
    """Clears the penalty."""
    hand.owed, hand.paid = 0, False
    hand.owing.clear()


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)


hand_size = arithmetic(
    "Deal {hand_size:word card} to each player. The rest is the stock. Turn its top card face up to start the discard"
    " pile. The top card of the pile is the upcard.",
    deals(),
    hand_size=number(7, "cards dealt to each player", least=1, most=lambda players: 51 // players),
)


one_pack = impossible(
    "Play with {packs:word deck} of 52 cards. You can play only cards from your hand.",
    stock.fresh_upcard,
    packs=number(1, "decks shuffled together", least=1, most=4),
)
judges(hand_size, one_pack)(counted.as_dealt)
change_suit = illegal(
    "{change_suit} is a suit-changer. If you play a suit-changer, name {jack}: the next card must be of that suit.",
    change_suit=A_RANK,
    jack={"other": "a suit other than the card's own", "any": "any suit"},
    asked="jack, what jack, play jack, change suit, name suit, same suit jack, jack on jack",
)


@judges(change_suit)
def says_nothing(hand: JackChangeIt, upcard: Upcard) -> str | None:
    return f"{upcard.card.face.pretty} was turned up, not played, so it names no suit" if upcard.card.says else None


# Rules: cards played

turn_order = illegal(
    "The player on the dealer's left goes first. Play is clockwise until a reverse card changes the direction.",
    turn=(Plays, Draws, Passes),
)
match = illegal(
    "Your card must match the upcard's suit or {match}. After a suit-changer, it must match the suit named.",
    match={
        "rank": "its rank",
        "sequence": "its rank, or be the next rank up or down, with ace next to both king and two",
    },
)
pay_penalty = illegal(
    "A draw-two or draw-five card gives the next player a penalty: cards to draw. If you face a penalty, draw all of"
    " them, or play a card that answers it. {after_penalty}.",
    after_penalty={"pass": "drawing ends your turn", "play": "after drawing you may play a card"},
    asked="penalty, answer penalty, refuse draw, must draw penalty, not pick up cards, not draw cards",
)


@illegal(
    together={
        "pair": "you can't play other cards together",
        "rank": "you may also play several cards of one rank: the first must match, and the last is the new upcard",
    },
    asked="two together, both together",
)
def one_card(hand: JackChangeIt, play: Plays) -> Reason | None:
    """Play one card on your turn. You may play the draw-five card and a draw-two card together; {together}."""
    if len(play.cards) == 1 or (len(play.cards) == 2 and hand.is_pair(play.cards)) or hand.is_set(play.cards):
        return None
    five, two = hand.house["draw-five"], hand.house["draw-two"]
    why = f"{play.who} may play one card"
    why += f", or {five}♥ together with a {two}" if "none" not in (five, two) else ""
    return Reason(why, verdict=None if play.cards else Verdict.IMPOSSIBLE)


@judges(match)
def matches(hand: JackChangeIt, play: Plays) -> str | None:
    """The first card must match, unless it answers a penalty; cards played with it needn't."""
    card = next(iter(play.cards), UNKNOWN).face
    return None if hand.fits(card) or hand.answers(card) else hand.why_not(card)


@judges(pay_penalty)
def answers_penalty(hand: JackChangeIt, play: Plays) -> Reason | None:
    card = next(iter(play.cards), UNKNOWN)
    if not hand.owed or hand.answers(card):
        return None
    reports = list(hand.owing.values())
    why = f"{play.who} must draw {cards_of(hand.owed)}{lines(reports)}, and {card.face.pretty} doesn't answer that"
    return Reason(why, *reports)


@judges(change_suit)
def names_suit(hand: JackChangeIt, play: Plays) -> str | None:
    """A suit-changer must name a suit, and no other card can."""
    amiss = (shedding.misnamed(hand, card, needed=card is play.cards[-1]) for card in play.cards)
    return next(filter(None, amiss), None)


@illegal(
    asked="finish trick card, last card, go out jack/two/eight/queen/ace, finish jack/two/eight/queen/ace, "
    "end trick card, win with trick card, out on"
)
def no_trick_finish(hand: JackChangeIt, play: Plays) -> str | None:
    """Your last card can't be a trick card: a draw-two, draw-five or skip card, a suit-changer, or with three or more
    players a reverse card."""
    card = next(reversed(play.cards), UNKNOWN).face
    if len(hand.holding(play.who)) > len(play.cards) or not hand.is_trick(card):
        return None
    return f"{card.pretty} is a trick card and can't be {play.who}'s last"


judges(one_pack)(shedding.from_hand)

# Rules: what cards do


two = worth(
    "{draw_two} is a draw-two card. After a draw-two card, the next player must draw {draw_two_cards:word card}, or"
    " answer with another draw-two card. Then the player after that must draw {draw_two_cards:word card} for each"
    " of those cards, or answer too.",
    draw_two=A_RANK,
    draw_two_cards=number(2, "cards to draw for a draw-two card", least=1, most=12),
    asked="draw two, stack, two on two, what two, answer two, stack twos",
)
A_HEART: dict[str, str] = {**{rank: f"the {RANK_NAMES[rank]} of hearts" for rank in RANKS}, "none": "no card"}
ace_of_hearts = worth(
    "{draw_five} is the draw-five card. After the draw-five card, the next player must draw {draw_five_cards:word"
    " card}, plus those for a draw-two card played with it.",
    draw_five=A_HEART,
    draw_five_cards=number(5, "cards to draw for the draw-five card", least=1, most=12),
    asked="ace hearts, draw five, what ace hearts",
)


PENALTIES: dict[str, Rule] = {"draw-two": two, "draw-five": ace_of_hearts}


def penalties(table: Table) -> dict[str, int]:
    return {"a draw-two card": two(table), "the draw-five card": ace_of_hearts(table)}


five_of_hearts = worth(
    "{block} is the blocking card. The blocking card answers a penalty that includes the draw-five card: nobody draws.",
    block=A_HEART,
    asked="five hearts, block, cancel",
)
eight_skips = worth(
    "{skip} is a skip card. After a skip card, the next player loses a turn.",
    skip=A_RANK,
    asked="eight, skip, miss turn, what eight",
)
queen_reverses = worth(
    "{reverse} is a reverse card. If three or more are playing, a reverse card reverses the direction of play.",
    reverse=A_RANK,
    asked="queen, reverse, what queen, change direction",
)
EFFECTS = {
    "draw-two": Effect("2", two, "that makes the next player draw"),
    "draw-five": Effect("A", ace_of_hearts, "that makes the next player draw, if it is a heart"),
    "block": Effect("5", five_of_hearts, "that cancels the draw-five card, if it is a heart"),
    "skip": Effect("8", eight_skips, "that skips the next player"),
    "change-suit": Effect("J", change_suit, "that changes the suit"),
    "reverse": Effect("Q", queen_reverses, "that reverses the direction of play"),
}

# Rules: cards drawn

draw_one = illegal(
    "If you can't play, draw {draw:word card} from the stock, and your turn is over. If there are no cards to draw,"
    " pass.",
    draw=number(1, "cards you draw if you can't play", least=1, most=12),
    asked="many draw, no card play, nothing to play",
)


@judges(draw_one, pay_penalty)
def as_many_as_due(hand: JackChangeIt, draws: Draws) -> Answer:
    number, reports = draws.number(hand.due), list(hand.owing.values())
    wrong: dict[Rule, str] = {}
    if why := stock.enough_to_draw(hand, number):
        wrong[draw_one] = cannot_happen(why)
    elif hand.paid:
        wrong[draw_one] = f"{draws.who} has drawn the penalty and must play a card or pass"
    elif not hand.owed and number != hand.due:
        wrong[draw_one] = f"{draws.who} must draw {hand.due} card{'s' * (hand.due > 1)}, not {number}"
    if hand.owed and number != hand.due:
        wrong[pay_penalty] = Reason(
            f"{draws.who} must draw {cards_of(hand.due)}{lines(reports)}, not {number}", *reports
        )
    return wrong


def may_have_a_card(hand: JackChangeIt, draws: Draws) -> str | None:
    return None if hand.owed or hand.paid else shedding.may_have_to_play(hand, draws.who)


@illegal(finding="held-back", doubt=may_have_a_card)
def must_play(hand: JackChangeIt, draws: Draws) -> Reason | None:
    """You must play if you can. You may draw only if you have no card to play."""
    return None if hand.owed or hand.paid else shedding.could_play(hand, draws.who)


judges(one_pack)(stock.from_stock)


@judges(draw_one, must_play, pay_penalty)
def nothing_left(hand: JackChangeIt, passes: Passes) -> Answer:
    if hand.paid:
        return None
    if hand.to_draw:
        left = f"{cards_of(hand.to_draw)} {'is' if hand.to_draw == 1 else 'are'} left to draw"
        why = f"{passes.who} must play or draw, because {left}"
        return {draw_one: why, pay_penalty: why if hand.owed else None}
    return None if hand.owed else dict.fromkeys((draw_one, must_play), shedding.could_play(hand, passes.who))


restock = unjudged("When the stock is gone, leave the upcard and shuffle the rest of the pile into a new stock.")

# Rules: the end

empty_hand = illegal(
    "The first player without cards wins the game. Win {wins:word game} to win the match.",
    going_out.has_won,
    shedding.still_has_cards,
    lines="won",
    wins=number(1, "games you need to win the match", least=1),
)


GAME = Game(
    slug="jack-change-it",
    name="Jack Change It",
    summary="Get rid of your cards: match the upcard, and play trick cards on the next player.",
    family="shedding",
    players=range(2, 7),
    pack=lambda players, house: Pack(packs=house["packs"]),
    hand=JackChangeIt,
    play=play_hand,
    open_table=True,
    over=endings.reached("wins"),
    clashes=(apart(("draw-five", "block")),),
    verbs={
        Deal: "at the start of each game",
        Upcard: "after the deal; if you leave it out, the first play isn't checked",
        Plays: "on a player's turn",
        Draws: "on a player's turn, one card or the penalty",
        Passes: "on a player's turn, or after drawing a penalty if you may still play",
        Out: "if you don't enter the plays, or stop entering them",
        Rest: "in the middle of a game, before you type who is out",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "match",
            "rank",
            "besides the suit, cards match by rank only, or by the next rank too",
            (match,),
            choices=("rank", "sequence"),
        ),
        Option(
            "together",
            "pair",
            "cards you may play together: only draw-five with draw-two, or cards of one rank too",
            (one_card,),
            choices=("pair", "rank"),
        ),
        Option(
            "jack",
            "other",
            "a suit-changer may name any suit but its own, or any suit",
            (change_suit,),
            choices=("other", "any"),
        ),
        Option(
            "after-penalty",
            "pass",
            "drawing a penalty ends the turn, or you may play a card after it",
            (pay_penalty, draw_one),
            choices=("pass", "play"),
        ),
        *shedding.effect_options(EFFECTS),
    ),
    variants=(
        Variant("sequence", "The next rank up or down matches too.", "match=sequence"),
        Variant("any-last-card", "Your last card may be a trick card.", "without=no-trick-finish"),
        Variant("play-on", "After drawing a penalty you may play a card.", "after-penalty=play"),
        Variant(
            "aces-change-it",
            "An ace changes the suit, and no heart is special.",
            "change-suit=A, draw-five=none, block=none",
        ),
        Variant("one-rank-together", "You may play several cards of one rank together.", "together=rank"),
        Variant("any-suit", "A jack may name its own suit too.", "jack=any"),
        Variant("two-packs", "Shuffle two decks together.", "packs=2"),
        Variant("best-of-five", "Win three games to win the match.", "wins=3"),
    ),
    facts={
        "penalty": Fact(lambda hand: hand.owed, "cards to draw"),
        "suit": Fact(lambda hand: hand.suit or "any", "the suit to match, or any"),
        "direction": Fact(lambda hand: hand.towards, "left or right"),
        "stock": Fact(lambda hand: hand.stock, "cards in the stock"),
        "pile": Fact(lambda hand: len(hand.pile), "cards in the discard pile"),
        "cards": Fact(counted.hand_sizes, "cards in each hand"),
        "game": Fact(lambda hand: hand.number, "its number"),
    },
    says=True,
    deal_out=counted.take_up,
    now=shedding.where,
    ends=(empty_hand,),
    at_a_glance=(
        Glance("cards dealt to each player", lambda table: table.house["hand-size"], hand_size),
        shedding.what_cards_do(EFFECTS),
        Glance("cards to draw", penalties, two, ace_of_hearts),
        Glance("games to win", lambda table: table.house["wins"], empty_hand),
    ),
    short_form="Type `deal`, then the winner's name and `out`."
    " If you stop entering cards in mid-game, type `rest` before you type who is out.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben out"),
        "Ann 0, Ben 1, Cat 0",
    ),
    rulings=(
        "If the first upcard is a trick card, it has no effect.",
        "After a penalty is drawn, the next player matches the upcard as usual.",
        "A draw-two card answers any penalty that includes a draw-two card, even if another card is on top. The"
        " draw-five card alone doesn't answer a penalty, but you may play it with a draw-two card that does. The"
        " blocking card cancels the whole penalty.",
        "A suit-changer must match like any other card. On a suit-changer you can't play another one unless it is of"
        " the suit named.",
        "The blocking card isn't a trick card. With two players, a reverse card isn't one either. Your last play"
        " can't be two trick cards together either.",
        "With two players, a skip card gives you another turn.",
        "Shuffle the pile as soon as the stock is empty. If there is nothing to shuffle then, shuffle at the next draw."
        " You draw only as many cards as there are, and if you can neither play nor draw, you pass.",
        "You held a card back if later plays show that you could have played when you drew.",
        "Each game starts clockwise again. If you stop early, a game in progress doesn't count.",
    ),
    edition=2,
)
