"""Kabu: draw cards to come as close to nine as you can.  Only the last digit counts, and lower hands pay higher"
" ones."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Annotated, Any

from referee.cards import RANK_NAMES, UNKNOWN, Card, Cards, Pack, Rank, listed, those_named
from referee.game.asks import Asks, at, bar
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
from referee.game.quick_reference import by_points
from referee.kit.endings import all_played
from referee.kit.ledger import holds, pay
from referee.kit.messages import entered_before, named_twice
from referee.kit.rest import Rest, the_rest
from referee.language.reports import Blind, Report, one_for_each
from referee.language.words import NOBODY, Seat
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    miscounted,
    not_next,
    number,
    unjudged,
    worth,
)

SOME = 6  # the most unseen cards tried as the rest of a hand of unknown size


# Reports


class Draws(Report):
    """one more card; you needn't name it"""

    cards: Blind = Blind((UNKNOWN,))
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.unseen())])


class Passes(Report):
    """no more cards in this hand"""


class Shows(Report):
    """the whole hand"""

    cards: Cards

    @classmethod
    def options(cls, hand: Kabu, seat: Seat) -> Iterable[Shows]:
        """The possible hands; unknown cards are given by rank, because suits don't count."""
        known = those_named(hand.cards(seat))
        ranks = [Card(rank) for rank in hand.pack.ranks]
        more = itertools.combinations_with_replacement(ranks, hand.sizes(seat).start - len(known))
        return [cls((*known, *rest), who=seat) for rest in more]


class Holds(Report, labels={"score": "points"}):
    """a hand's score, 0 to 9"""

    score: Annotated[int, range(10)]


@dataclass
class Kabu(Hand):
    """One deal: who drew what, who passed, and the hands and scores entered."""

    drawer: Seat = NOBODY  # whose turn it is; nobody's after the drawing
    drew: dict[Seat, list[Draws]] = field(default_factory=dict)
    passed: dict[Seat, Passes] = field(default_factory=dict)
    shown: dict[Seat, Shows] = field(default_factory=dict)
    held: dict[Seat, Holds] = field(default_factory=dict)
    debtors: list[Seat] = field(default_factory=list)  # who couldn't pay
    rest: Rest | None = None

    @property
    def drawn(self) -> bool:
        """Whether any drawing was entered."""
        return bool(self.drew or self.passed)

    @property
    def draws(self) -> int:
        """The most cards a player may draw."""
        return int(self.house["draws"]) if self.enforces(draw_limit) else len(self.pack)

    @property
    def stock(self) -> int:
        """The number of cards left in the stock."""
        return len(self.pack) - sum(len(self.cards(seat)) for seat in self.seats)

    @cached_property
    def pips(self) -> dict[Rank, int]:
        """The last digit of each rank's value."""
        numbers = {Rank(str(pips)): pips % 10 for pips in range(2, 11)}
        return {Rank("A"): self.house["ace"], **numbers, **dict.fromkeys(map(Rank, "KQJ"), 0)}

    def last_digit(self, cards: Iterable[Card]) -> int:
        """The score of these cards, unknown ones left out."""
        return sum([self.pips.get(card.rank, 0) for card in cards]) % 10

    def done(self, seat: Seat) -> bool:
        """Whether SEAT is done drawing: has passed, has drawn the most, or the stock is empty.

        If you may draw after passing, draws may have come that weren't entered.
        """
        passed = seat in self.passed and (not self.rest or self.enforces(pass_final))
        return passed or len(self.drawn_by(seat)) >= self.draws or self.stock < 1

    def drawn_by(self, seat: Seat) -> list[Card]:
        cards: list[Card] = []
        for draws in self.drew.get(seat, ()):
            cards += draws.cards
        return cards

    def cards(self, seat: Seat) -> list[Card]:
        """The cards of a hand, unknown ones included, the dealt cards first."""
        if shown := self.shown.get(seat):
            return list(shown.cards)
        dealt = self.dealt[seat].cards if seat in self.dealt else (UNKNOWN,) * self.house["hand-size"]
        return [*dealt, *self.drawn_by(seat)]

    def sizes(self, seat: Seat) -> range:
        """The sizes a hand may have; several if the drawing wasn't entered in full."""
        size, entered = len(self.cards(seat)), self.drawn and not self.rest
        over = entered or seat in self.shown or self.done(seat)
        return range(size, size + 1 + (0 if over else min(self.draws - len(self.drawn_by(seat)), self.stock)))

    def score_of(self, seat: Seat) -> int | None:
        """The score of a hand, as entered or by its cards; None if it isn't known."""
        if seat in self.held:
            return self.held[seat].score
        cards = self.cards(seat)
        known = (seat in self.shown or self.done(seat)) and UNKNOWN not in cards
        return self.last_digit(cards) if known else None

    def untold(self) -> tuple[Seat, ...]:
        """The players whose scores are still needed, from the dealer's left."""
        return tuple(seat for seat in self.around(self.eldest) if self.score_of(seat) is None)

    def stack(self, seat: Seat) -> int:
        """SEAT's chips."""
        first: int = self.house["stack"]
        return first + holds(self, seat)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """A card without a suit; only ranks count."""
        return [Card(rank)]


# The hand


async def play_hand(hand: Kabu) -> None:
    deal = await hand.deal(size=hand.house["hand-size"], sized=two_cards, free=True)

    # Drawing
    hand.drawer = hand.eldest
    drawing = hand.ask(lambda: hand.drawer, Draws, free=True) | hand.ask(lambda: hand.drawer, Passes)
    at_once = drawing | scores(hand, aside=True)
    in_turn = drawing | the_rest(hand) | hand.ask((), Shows, Holds, aside=True)
    in_turn |= bar(
        draw_order,
        "not everybody has drawn or passed yet; to leave out the rest of the drawing, type `rest` first",
        Shows,
        Holds,
    )
    while hand.drawer and not (hand.shown or hand.held):
        match await (in_turn if hand.drawn else at_once):
            case (Draws() | Passes()) as act:
                draw_or_pass(hand, act)
            case Rest() as rest:
                hand.rest, hand.drawer = rest, NOBODY
            case score:
                take_score(hand, score)

    # Scores
    one_more = hand.ask((), Draws, free=lambda: hand.drawn, aside=True)
    telling = scores(hand) | one_more | bar(draw_order, "the drawing is over", Draws, Passes)
    while hand.untold():
        match await telling:
            case Draws() as draws:  # kept by the table
                draw_or_pass(hand, draws)
            case score:
                take_score(hand, score)

    # Payment
    settle(hand, deal)


def deal_out(hand: Kabu, dealt: Dealt) -> None:
    hand.tell(dealt, *those_named(dealt.cards))


def draw_or_pass(hand: Kabu, act: Draws | Passes) -> None:
    """Applies one turn of drawing; the turn passes to the next player who isn't done."""
    if isinstance(act, Draws):
        hand.drew.setdefault(act.who, []).append(act)
        hand.tell(act, *those_named(act.cards))
    else:
        hand.passed[act.who] = act
    hand.drawer = hand.next_matching(act.who, lambda seat: not hand.done(seat))


def scores(hand: Kabu, aside: bool = False) -> Asks[Shows | Holds]:
    """Asks for hands and scores, from anyone in any order."""
    return hand.ask(hand.untold, Shows, Holds, free=True, aside=aside)


def take_score(hand: Kabu, report: Shows | Holds) -> None:
    if isinstance(report, Holds):
        hand.held.setdefault(report.who, report)
        return
    known = hand.cards(report.who)
    hand.tell(report, *(card for card in report.cards if card not in known))
    hand.shown[report.who] = report
    if hand_score.name in hand.let_stand:
        hand.held.pop(report.who, None)


def settle(hand: Kabu, deal: Deal) -> None:
    """Pays the higher hands, unless a player can't pay."""
    score = {seat: hand.score_of(seat) or 0 for seat in hand.around(hand.eldest)}
    due = {(payer, payee): payment(hand, score, payer, payee) for payer, payee in itertools.permutations(score, 2)}
    owed = {seat: sum(chips for (payer, _), chips in due.items() if payer == seat) for seat in score}
    hand.debtors = [seat for seat in score if owed[seat] > max(0, hand.stack(seat))]
    for seat in hand.debtors:
        hand.find(cannot_pay, seat, f"{seat} owes {owed[seat]} and has only {hand.stack(seat)}, so nobody pays", deal)
    if hand.debtors:
        return
    for (payer, payee), chips in due.items():
        pay(hand, payer, payee, chips, pays_higher, f"{score[payer]} against {score[payee]}")


def payment(hand: Kabu, score: Mapping[Seat, int], payer: Seat, payee: Seat) -> int:
    """The chips that one hand pays another."""
    lower = score[payee] - score[payer]
    if lower <= 0 or (hand.house["paid"] == "highest" and score[payee] < max(score.values())):
        return 0
    return pays_higher(hand, 1 if hand.house["pays"] == "flat" else lower)


# Rules: the deal

one_pack = impossible(
    "Play with {courts}.",
    courts={"out": "forty cards: ace to ten in four suits", "in": "all fifty-two cards, face cards included"},
)
two_cards = arithmetic(
    "Deal {hand_size:word card} face down to each player. Those and any cards you draw are your hand.",
    place=Deal,
    hand_size=number(2, "cards dealt to each player", least=1, most=3),
    asked="many cards start, deal",
)


@judges(two_cards, one_pack)
def as_dealt(hand: Kabu, dealt: Dealt) -> Answer:
    if before := entered_before(hand, dealt):
        return before
    size: int = hand.house["hand-size"]
    count: str | None = None
    if len(dealt.cards) != size:
        count = miscounted(f"each player is dealt {size}, not {len(dealt.cards)}")
    return {two_cards: count, one_pack: elsewhere(hand, dealt.who, dealt.cards)}


# Rules: drawing

draw_order = illegal(
    "The player on the dealer's left goes first. In turn, clockwise, draw one card from the stock or pass, until nobody"
    " draws anymore.",
    turn=Passes,
)
pass_final = illegal(
    "Once you pass, you can't draw again in this hand.", asked="pass then draw, draw after pass, back in, pass again"
)
draw_limit = illegal(
    "You may draw at most {draws:word card}.",
    draws=number(2, "most cards you may draw", least=1, most=3),
    asked="many draw, more cards, draw three, limit draw, third card, draw most, most draw",
)


@judges(draw_order, pass_final, draw_limit)
def may_draw(hand: Kabu, draws: Draws) -> Answer:
    """A player who passed or drew the most is refused for that, not for being out of turn."""
    before, passed = hand.drew.get(draws.who, []), hand.passed.get(draws.who)
    most = hand.draws
    times = {1: "once", 2: "twice"}.get(most, f"{most} times")
    drawn = len(hand.drawn_by(draws.who)) + len(draws.cards)
    broken: dict[Rule, str | None] = {}
    if passed:
        broken[pass_final] = Reason(f"{draws.who} already passed ({at(passed)})", passed)
    if len(before) >= most and not passed:
        broken[draw_limit] = Reason(f"{draws.who} already drew {times} ({at(before[-1])})", *before)
    elif drawn > most:
        broken[draw_limit] = f"{draws.who} may draw at most {most}, not {drawn}"
    if len(draws.cards) > 1:
        broken[draw_order] = f"{draws.who} must draw 1 card at a time, not {len(draws.cards)}"
    elif not broken and draws.who != hand.drawer:
        broken[draw_order] = not_next(draws.who, *filter(None, (hand.drawer,)))
    return broken


@judges(one_pack)
def from_the_stock(hand: Kabu, draws: Draws) -> str | None:
    if len(draws.cards) > hand.stock:
        return "the stock is empty"
    return elsewhere(hand, draws.who, [*hand.cards(draws.who), *draws.cards], hand.held.get(draws.who))


# Rules: what a hand scores

hand_score = arithmetic(
    "Add up your cards: an ace counts {ace:word}, {courts}. Only the last digit of the total counts, so nine is the"
    " best score.",
    courts={"out": "and any other card its number", "in": "a face card ten, and any other card its number"},
    ace=number(1, "value of an ace", least=1, most=9),
    asked="what count, best hand, ten count, over nine, count hand, best score, nine, face value, add up, "
    "over ten, worth",
)


@judges(two_cards, one_pack, hand_score, when="always")
def whole_hand(hand: Kabu, shows: Shows) -> Answer:
    """The hand shown must have the known cards, the right size and the score entered."""
    cards, sizes, score = hand.cards(shows.who), hand.sizes(shows.who), hand.score_of(shows.who)
    lacking = left_out(cards, shows.cards)
    score_entered: str | None = None
    count: str | None = None
    if len(shows.cards) not in sizes:
        among = f"{sizes[0]} {'to' if len(sizes) > 2 else 'or'} {sizes[-1]}" if len(sizes) > 1 else sizes[0]
        count = miscounted(f"{shows.who} has {among} cards, not {len(shows.cards)}")
    elif lacking:
        count = cannot_happen(f"{shows.who} has {listed(lacking)} too", *hand.proof_of(lacking))
    if score is not None and score != hand.last_digit(shows.cards):
        before = hand.held.get(shows.who)
        says = f"{shows.who}'s score is {score}" + (f" ({at(before)})" if before else "")
        score_entered = f"these cards score {hand.last_digit(shows.cards)}, but {says}"
    return {two_cards: count, one_pack: elsewhere(hand, shows.who, shows.cards), hand_score: score_entered}


def left_out(cards: Iterable[Card], shown: Cards) -> list[Card]:
    """The known cards that aren't among those shown; a card without a suit may be any of its rank."""
    known = those_named(cards)
    fewer = Counter(card.rank for card in known) - Counter(card.rank for card in shown)
    return [card for card in known if fewer[card.rank] or not (card.is_bare or {card, Card(card.rank)} & {*shown})]


@judges(hand_score, when="always")
def can_be(hand: Kabu, report: Holds) -> str | None:
    score, cards = hand.score_of(report.who), hand.cards(report.who)
    if not 0 <= report.score <= 9:
        return f"a score is 0 to 9, not {report.score}"
    if score is not None:
        before = [hand.held[report.who]] if report.who in hand.held else hand.proof_of(cards)
        unlike = cannot_happen if report.who in hand.held else Reason
        return None if score == report.score else unlike(f"{report.who} has {score}, not {report.score}", *before)
    if fits(hand, report.who, cards, report):
        return None
    return Reason(f"with these cards {report.who} can't have {report.score}", *hand.proof_of(cards))


def elsewhere(hand: Kabu, seat: Seat, cards: Sequence[Card], report: Holds | None = None) -> str | None:
    """Why SEAT can't have these cards: they are in another hand, or the scores entered need them there."""
    known = those_named(cards)
    if twice := named_twice(known):
        return twice
    if missing := [card for card in known if card.is_bare and card.rank not in hand.pack.ranks]:
        return f"there is no {RANK_NAMES[missing[0].rank]} in this deck"
    for other in hand.seats:
        for card in hand.cards(other) if other != seat else ():
            if card in known and not card.is_bare and card is not UNKNOWN:
                return Reason(f"{other} has {card.pretty} ({at(hand.seen[card][-1])})", hand.seen[card][-1])
    if fits(hand, seat, cards, report):
        return None
    return f"{seat} can't have {listed(known)}, by the cards and scores already entered"


def fits(hand: Kabu, seat: Seat, cards: Sequence[Card], report: Holds | None) -> bool:
    """Whether everything entered is possible if SEAT has these cards and that score.

    Tries only the smallest sizes of hands that may have many; if none of them fits, it assumes that another one does.
    """
    of_a_suit = [hand.pips[rank] for rank in hand.pack.ranks]
    left, scores = [4 * of_a_suit.count(pips) for pips in range(10)], hand.sound(hand.held)
    wants, more = [], False
    for other in hand.seats:
        held, score = (cards, report) if other == seat else (hand.cards(other), scores.get(other))
        known = those_named(held)
        for card in known:
            left[hand.pips.get(card.rank, 0)] -= 1
        if score:
            least, sizes = len(held) - len(known), len(hand.sizes(other))
            more = more or sizes > SOME
            wants.append((least, least + min(sizes, SOME) - 1, (score.score - hand.last_digit(known)) % 10))
    return min(left) >= 0 and (can_be_laid(tuple(left), tuple(sorted(wants))) or more)


@lru_cache(maxsize=4096)
def can_be_laid(left: tuple[int, ...], wants: tuple[tuple[int, int, int], ...]) -> bool:
    """Whether the cards left, counted by value, can complete every hand.

    Each of ``wants`` is the fewest and the most cards that a hand needs, and the score they must add.
    """
    if not wants:
        return True
    (least, most, score), *others = wants
    for blind in range(least, most + 1):
        for laid in itertools.combinations_with_replacement(range(10), blind):
            rest = tuple(count - laid.count(pips) for pips, count in enumerate(left))
            if sum(laid) % 10 == score and min(rest) >= 0 and can_be_laid(rest, tuple(others)):
                return True
    return False


# Rules: payment


@worth(
    lines="difference",
    pays={"difference": "for each point of difference", "flat": "whatever the difference"},
    paid={"higher": "each player with a higher score", "highest": "only the player with the highest score"},
    asked="who pay, pay who, how much pay, lose, difference, tie",
)
def pays_higher(hand: Kabu, lower: int, *, point: int = number(1, "chips per point of difference")) -> int:
    """Pay {paid} {point:chip} {pays}. Players with equal scores don't pay each other."""
    return point * lower


cannot_pay = worth(
    "At the start, each player gets {stack:chip}. If a player doesn't have enough chips to pay, nobody pays, and"
    " the game ends.",
    stack=number(
        lambda players: 10 + 15 * players,
        "chips each player starts with",
        least=1,
        fixed="the game has already started with it",
    ),
    asked="afford, not pay, out chips, run out chips, broke, not enough chips, no chips, many chips start, bankrupt",
)
most_chips = unjudged("The player with the most chips wins. Tied players share the win.")


@worth
def game_end(
    hand: Kabu,
    *,
    hands: int | None = number(
        None,
        "hands to play",
        least=1,
        words={"none": "or when you stop", "N": "or after {N:word hand}"},
    ),
) -> bool:
    """The game ends when a player can't pay, {hands}."""
    return bool(hand.debtors) or all_played(hand, hands)


def values(table: Table) -> dict[str, int]:
    hand: Kabu = table.hand()
    return {card.text: hand.pips[card.rank] for card in table.pack}


def pack_for(players: int, house: Mapping[str, Any]) -> Pack:
    return Pack("10 9 8 7 6 5 4 3 2 A" if house["courts"] == "out" else "K Q J 10 9 8 7 6 5 4 3 2 A", ace="low")


GAME = Game(
    slug="kabu",
    name="Kabu",
    summary="Draw cards to come close to nine. Only the last digit counts, and lower hands pay higher ones.",
    family="drawing",
    players=range(2, 7),
    pack=pack_for,
    hand=Kabu,
    play=play_hand,
    over=game_end,
    chips=True,
    stack=lambda hand, seat: hand.stack(seat),
    verbs={
        Deal: "at the start of each hand",
        Draws: "on a player's turn",
        Passes: "on a player's turn",
        Shows: "after the drawing, or instead of it",
        Holds: "after the drawing, or instead of it",
        Rest: "during the drawing, to go straight to hands and scores",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "courts",
            "out",
            "face cards are taken out, or stay in and count as tens",
            (one_pack, hand_score),
            choices=("out", "in"),
        ),
        Option(
            "pays",
            "difference",
            "pay for each point of difference, or always the same",
            (pays_higher,),
            choices=("difference", "flat"),
        ),
        Option(
            "paid",
            "higher",
            "pay every higher hand, or only the highest",
            (pays_higher,),
            choices=("higher", "highest"),
        ),
    ),
    variants=(
        Variant("full-pack", "Face cards stay in and count ten, as in baccarat.", "courts=in"),
        Variant("three-cards", "You may draw only one card, as in oicho-kabu.", "draws=1"),
        Variant("highest-only", "Pay only the highest hand.", "paid=highest"),
        Variant("chip-a-hand", "Pay one chip to each higher hand, whatever the difference.", "pays=flat"),
        Variant("second-thoughts", "You may still draw after passing.", "without=pass-final"),
    ),
    asked=(Fact(lambda hand: {seat: hand.stack(seat) for seat in hand.seats}, "chips", "chips left", "stack"),),
    facts={
        "stack": Fact(lambda hand: hand.house["stack"], "chips at the start"),
        "chips": Fact(lambda hand: {seat: hand.stack(seat) for seat in hand.seats}, "chips each player has"),
        "score": Fact(
            lambda hand: {seat: score for seat in hand.seats if (score := hand.score_of(seat)) is not None},
            "of each hand",
        ),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    deal_out=deal_out,
    at_a_glance=(
        Glance(
            "cards dealt to each player",
            lambda table: f"{table.house['hand-size']}; draw up to {table.house['draws']}",
            two_cards,
            draw_limit,
        ),
        Glance("card values", values, hand_score, show=by_points),
        Glance("score of a hand", "the last digit of the total; 9 is best", hand_score),
        Glance("chips each", lambda table: table.house["stack"], cannot_pay),
    ),
    short_form=(
        "Type `deal`, then what each player's hand scores, as in `Ann holds 7`, unless you have entered all its cards."
        " If you stop entering draws in the middle of a hand, type `rest` before the totals."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann holds 7; Ben holds 9; Cat holds 2"),
        "Ann 3, Ben 9, Cat -12",
    ),
    rulings=(
        "A pass is final. The drawing ends when every player has passed or drawn the most cards allowed.",
        "Compare what a player owes with the chips the player has before this hand is paid. A player who has exactly"
        " enough can pay, and the game continues.",
        "The deal usually passes to the left, but anyone may deal.",
        "If you stop early with `end`, the player with the most chips wins.",
        "A payment you enter with `pays` doesn't end the game, even if it is more than the player has.",
    ),
    edition=3,
)
