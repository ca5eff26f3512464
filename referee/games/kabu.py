"""Kabu.  Draw to a nine: only the last digit of a hand counts, and every lower hand pays the higher ones."""

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
from referee.kit.messages import named_twice, told_before
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
    in_letters,
    judges,
    miscounted,
    not_next,
    number,
    unjudged,
    worth,
)

SOME = 6  # unseen cards tried as the rest of a hand where nobody knows how many there are


# Reports


class Draws(Report):
    """one card more; which, may stay untold"""

    cards: Blind = Blind((UNKNOWN,))
    options = one_for_each(lambda hand, seat: [Blind((card,)) for card in (UNKNOWN, *hand.unseen())])


class Passes(Report):
    """no card more in this hand"""


class Shows(Report):
    """the whole hand"""

    cards: Cards

    @classmethod
    def options(cls, hand: Kabu, seat: Seat) -> Iterable[Shows]:
        """What nobody named yet is shown by rank: suits don't count."""
        known = those_named(hand.cards(seat))
        ranks = [Card(rank) for rank in hand.pack.ranks]
        more = itertools.combinations_with_replacement(ranks, hand.sizes(seat).start - len(known))
        return [cls((*known, *rest), who=seat) for rest in more]


class Holds(Report):
    """the score of a hand"""

    score: Annotated[int, range(10)]


@dataclass
class Kabu(Hand):
    """One deal: who drew what, who passed, and the hands and scores that were told."""

    drawer: Seat = NOBODY  # whose turn it is; nobody's when the drawing is over
    drew: dict[Seat, list[Draws]] = field(default_factory=dict)
    passed: dict[Seat, Passes] = field(default_factory=dict)
    shown: dict[Seat, Shows] = field(default_factory=dict)
    held: dict[Seat, Holds] = field(default_factory=dict)
    debtors: list[Seat] = field(default_factory=list)  # who couldn't pay
    rest: Rest | None = None

    @property
    def drawn(self) -> bool:
        """Somebody's drawing was told."""
        return bool(self.drew or self.passed)

    @property
    def draws(self) -> int:
        """The most cards that anybody draws."""
        return int(self.house["draws"]) if self.enforces(draw_limit) else len(self.pack)

    @property
    def stock(self) -> int:
        """How many cards nobody has."""
        return len(self.pack) - sum(len(self.cards(seat)) for seat in self.seats)

    @cached_property
    def pips(self) -> dict[Rank, int]:
        """What the ranks count, of which only the last digit matters."""
        numbers = {Rank(str(pips)): pips % 10 for pips in range(2, 11)}
        return {Rank("A"): self.house["ace"], **numbers, **dict.fromkeys(map(Rank, "KQJ"), 0)}

    def last_digit(self, cards: Iterable[Card]) -> int:
        """What cards score, those nobody named left out."""
        return sum([self.pips.get(card.rank, 0) for card in cards]) % 10

    def done(self, seat: Seat) -> bool:
        """Whether SEAT draws no more: has passed, has drawn enough, or finds nothing to draw."""
        return seat in self.passed or len(self.drawn_by(seat)) >= self.draws or self.stock < 1

    def drawn_by(self, seat: Seat) -> list[Card]:
        cards: list[Card] = []
        for draws in self.drew.get(seat, ()):
            cards += draws.cards
        return cards

    def cards(self, seat: Seat) -> list[Card]:
        """The cards of a hand as far as they were told, those dealt first."""
        if shown := self.shown.get(seat):
            return list(shown.cards)
        dealt = self.dealt[seat].cards if seat in self.dealt else (UNKNOWN,) * self.house["hand-size"]
        return [*dealt, *self.drawn_by(seat)]

    def sizes(self, seat: Seat) -> range:
        """How many cards a hand may have; more where no drawing was told, or not all of it."""
        size, told = len(self.cards(seat)), self.drawn and not self.rest
        over = told or seat in self.shown or self.done(seat)
        return range(size, size + 1 + (0 if over else min(self.draws - len(self.drawn_by(seat)), self.stock)))

    def score_of(self, seat: Seat) -> int | None:
        """The score of a hand once it is told, or proved by its cards."""
        if seat in self.held:
            return self.held[seat].score
        cards = self.cards(seat)
        known = (seat in self.shown or self.done(seat)) and UNKNOWN not in cards
        return self.last_digit(cards) if known else None

    def untold(self) -> tuple[Seat, ...]:
        """Whose scores are awaited, from the dealer's left."""
        return tuple(seat for seat in self.around(self.eldest) if self.score_of(seat) is None)

    def stack(self, seat: Seat) -> int:
        """The chips that SEAT has."""
        first: int = self.house["stack"]
        return first + holds(self, seat)

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        """Only ranks count, so a bare one stands as it is."""
        return [Card(rank)]


# The hand


async def play_hand(hand: Kabu) -> None:
    deal = await hand.deal(size=hand.house["hand-size"], sized=two_cards, free=True)

    # Drawing
    hand.drawer = hand.eldest
    drawing = hand.ask(lambda: hand.drawer, Draws, free=True) | hand.ask(lambda: hand.drawer, Passes)
    at_once = drawing | scores(hand, aside=True)
    in_turn = drawing | the_rest(hand) | hand.ask((), Shows, Holds, aside=True)
    in_turn |= bar(draw_order, "hands are told when the drawing is over", Shows, Holds)
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
            case Draws() as draws:  # the table lets somebody
                draw_or_pass(hand, draws)
            case score:
                take_score(hand, score)

    # Payment
    settle(hand, deal)


def deal_out(hand: Kabu, dealt: Dealt) -> None:
    hand.tell(dealt, *those_named(dealt.cards))


def draw_or_pass(hand: Kabu, act: Draws | Passes) -> None:
    """One turn; it goes on to the next who hasn't passed, nor drawn all there is to draw."""
    if isinstance(act, Draws):
        hand.drew.setdefault(act.who, []).append(act)
        hand.tell(act, *those_named(act.cards))
    else:
        hand.passed[act.who] = act
    hand.drawer = hand.next_matching(act.who, lambda seat: not hand.done(seat))


def scores(hand: Kabu, aside: bool = False) -> Asks[Shows | Holds]:
    """Hands and scores may come from anybody; those not known are awaited, once nobody draws."""
    return hand.ask(hand.untold, Shows, Holds, free=True, aside=aside)


def take_score(hand: Kabu, told: Shows | Holds) -> None:
    if isinstance(told, Holds):
        hand.held.setdefault(told.who, told)
        return
    known = hand.cards(told.who)
    hand.tell(told, *(card for card in told.cards if card not in known))
    hand.shown[told.who] = told
    if hand_score.name in hand.let_stand:
        hand.held.pop(told.who, None)


def settle(hand: Kabu, deal: Deal) -> None:
    """Every lower hand pays the higher ones, unless somebody can't."""
    score = {seat: hand.score_of(seat) or 0 for seat in hand.around(hand.eldest)}
    due = {(payer, payee): payment(hand, score, payer, payee) for payer, payee in itertools.permutations(score, 2)}
    owed = {seat: sum(chips for (payer, _), chips in due.items() if payer == seat) for seat in score}
    hand.debtors = [seat for seat in score if owed[seat] > max(0, hand.stack(seat))]
    for seat in hand.debtors:
        hand.find(cannot_pay, seat, f"{seat} owes {owed[seat]} and has {hand.stack(seat)}, so nobody pays", deal)
    if hand.debtors:
        return
    for (payer, payee), chips in due.items():
        pay(hand, payer, payee, chips, pays_higher, f"{score[payer]} against {score[payee]}")


def payment(hand: Kabu, score: Mapping[Seat, int], payer: Seat, payee: Seat) -> int:
    """What one hand pays another."""
    lower = score[payee] - score[payer]
    if lower <= 0 or (hand.house["paid"] == "highest" and score[payee] < max(score.values())):
        return 0
    return pays_higher(hand, 1 if hand.house["pays"] == "flat" else lower)


# Rules: the deal

one_pack = impossible(
    "The pack has {courts}, each there once.",
    courts={"out": "forty cards, ace to ten in four suits", "in": "all fifty-two cards, the court cards too"},
)
two_cards = arithmetic(
    "Everybody is dealt {hand_size:word} cards face down, and in the end has those and what was drawn.",
    place=Deal,
    hand_size=number(2, "cards each", least=1, most=3),
)


@judges(two_cards, one_pack)
def as_dealt(hand: Kabu, dealt: Dealt) -> Answer:
    if before := told_before(hand, dealt):
        return before
    size: int = hand.house["hand-size"]
    count: str | None = None
    if len(dealt.cards) != size:
        count = miscounted(f"{in_letters(size)} cards are dealt, not {len(dealt.cards)}")
    return {two_cards: count, one_pack: elsewhere(hand, dealt.who, dealt.cards)}


# Rules: drawing

draw_order = illegal(
    "From the dealer's left everybody in turn draws a single card or passes, round and round.", turn=Passes
)
pass_final = illegal("Whoever has passed is out of the drawing.")
draw_limit = illegal(
    "Nobody draws more than {draws:word} cards.", draws=number(2, "cards that may be drawn", least=1, most=3)
)


@judges(draw_order, pass_final, draw_limit)
def may_draw(hand: Kabu, draws: Draws) -> Answer:
    """Whoever has passed or drawn enough is told so, and not that it is another's turn."""
    before, passed = hand.drew.get(draws.who, []), hand.passed.get(draws.who)
    most = hand.draws
    times = {1: "once", 2: "twice"}.get(most, f"{most} times")
    drawn = len(hand.drawn_by(draws.who)) + len(draws.cards)
    broken: dict[Rule, str | None] = {}
    if passed:
        broken[pass_final] = Reason(f"{draws.who} has passed ({at(passed)})", passed)
    if len(before) >= most and not passed:
        broken[draw_limit] = Reason(f"{draws.who} has drawn {times} ({at(before[-1])})", *before)
    elif drawn > most:
        broken[draw_limit] = f"that would make {drawn} cards drawn"
    if len(draws.cards) > 1:
        broken[draw_order] = f"cards are drawn one at a time, not {len(draws.cards)}"
    elif not broken and draws.who != hand.drawer:
        broken[draw_order] = not_next(draws.who, *filter(None, (hand.drawer,)))
    return broken


@judges(one_pack)
def from_the_stock(hand: Kabu, draws: Draws) -> str | None:
    if len(draws.cards) > hand.stock:
        return "no card is left to draw"
    return elsewhere(hand, draws.who, [*hand.cards(draws.who), *draws.cards], hand.held.get(draws.who))


# Rules: what a hand scores

hand_score = arithmetic(
    "An ace counts {ace:word}, {courts}; of the total only the last digit counts.",
    courts={"out": "any other card its pips", "in": "a court card ten, any other card its pips"},
    ace=number(1, "what an ace counts", least=1, most=9),
)


@judges(two_cards, one_pack, hand_score, when="always")
def whole_hand(hand: Kabu, shows: Shows) -> Answer:
    """The cards dealt and drawn, and of the score that was told."""
    cards, sizes, score = hand.cards(shows.who), hand.sizes(shows.who), hand.score_of(shows.who)
    lacking = left_out(cards, shows.cards)
    score_told: str | None = None
    count: str | None = None
    if len(shows.cards) not in sizes:
        among = f"{sizes[0]} {'to' if len(sizes) > 2 else 'or'} {sizes[-1]}" if len(sizes) > 1 else sizes[0]
        count = miscounted(f"{shows.who} has {among} cards, not {len(shows.cards)}")
    elif lacking:
        count = cannot_happen(f"{shows.who} has {listed(lacking)} too", *hand.proof_of(lacking))
    if score is not None and score != hand.last_digit(shows.cards):
        score_told = f"that makes {hand.last_digit(shows.cards)}, and {shows.who} has {score}"
    return {two_cards: count, one_pack: elsewhere(hand, shows.who, shows.cards), hand_score: score_told}


def left_out(cards: Iterable[Card], shown: Cards) -> list[Card]:
    """Known cards that aren't among those shown; a bare rank may be any card of it."""
    known = those_named(cards)
    fewer = Counter(card.rank for card in known) - Counter(card.rank for card in shown)
    return [card for card in known if fewer[card.rank] or not (card.is_bare or {card, Card(card.rank)} & {*shown})]


@judges(hand_score, when="always")
def can_be(hand: Kabu, told: Holds) -> str | None:
    score, cards = hand.score_of(told.who), hand.cards(told.who)
    if not 0 <= told.score <= 9:
        return f"a score is 0 to 9, not {told.score}"
    if score is not None:
        before = [hand.held[told.who]] if told.who in hand.held else hand.proof_of(cards)
        unlike = cannot_happen if told.who in hand.held else Reason
        return None if score == told.score else unlike(f"{told.who} has {score}, not {told.score}", *before)
    if fits(hand, told.who, cards, told):
        return None
    return Reason(f"by the cards told {told.who} can't have {told.score}", *hand.proof_of(cards))


def elsewhere(hand: Kabu, seat: Seat, cards: Sequence[Card], told: Holds | None = None) -> str | None:
    """Why these can't be the cards of SEAT: they are in another hand, or the scores told need them there."""
    known = those_named(cards)
    if twice := named_twice(known):
        return twice
    if missing := [card for card in known if card.is_bare and card.rank not in hand.pack.ranks]:
        return f"there is no {RANK_NAMES[missing[0].rank]} in this pack"
    for other in hand.seats:
        for card in hand.cards(other) if other != seat else ():
            if card in known and not card.is_bare and card is not UNKNOWN:
                return Reason(f"{other} has {card.pretty} ({at(hand.seen[card][-1])})", hand.seen[card][-1])
    if fits(hand, seat, cards, told):
        return None
    return f"by all that was told, {listed(known)} can't be there"


def fits(hand: Kabu, seat: Seat, cards: Sequence[Card], told: Holds | None) -> bool:
    """Whether the pack has all that was told, SEAT having these cards and that score; of hands that may be of many
    sizes the first few are tried, and what isn't found so is believed."""
    of_a_suit = [hand.pips[rank] for rank in hand.pack.ranks]
    left, scores = [4 * of_a_suit.count(pips) for pips in range(10)], hand.sound(hand.held)
    wants, more = [], False
    for other in hand.seats:
        held, score = (cards, told) if other == seat else (hand.cards(other), scores.get(other))
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
    """Whether the cards left, by their pips, complete every hand: it wants so many, or up to so many, of a score."""
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
    pays={"difference": "for every point that it is lower", "flat": "however much it is lower"},
    paid={"higher": "each higher one", "highest": "only the highest"},
)
def pays_higher(hand: Kabu, lower: int, *, point: int = number(1, "chips for each point that a hand is lower")) -> int:
    """A hand pays {paid} {point:chip} {pays}; equal hands pay each other nothing."""
    return point * lower


cannot_pay = worth(
    "Everybody begins with {stack} chips. Where somebody owes more than they have, nobody pays, and the game ends.",
    stack=number(
        lambda players: 10 + 15 * players,
        "chips each player starts with",
        least=1,
        fixed="everybody has begun with it",
    ),
)
most_chips = unjudged("Whoever has the most chips wins; several may share that.")


@worth
def game_end(
    hand: Kabu,
    *,
    hands: int | None = number(
        None,
        "hands that the game lasts for",
        least=1,
        words={"none": "or when the table stops", "N": "or after {N:word hand}"},
    ),
) -> bool:
    """The game ends when somebody can't pay, {hands}."""
    return bool(hand.debtors) or all_played(hand, hands)


def values(table: Table) -> dict[str, int]:
    hand: Kabu = table.hand()
    return {card.text: hand.pips[card.rank] for card in table.pack}


def pack_for(players: int, house: Mapping[str, Any]) -> Pack:
    return Pack("10 9 8 7 6 5 4 3 2 A" if house["courts"] == "out" else "K Q J 10 9 8 7 6 5 4 3 2 A", ace="low")


GAME = Game(
    slug="kabu",
    name="Kabu",
    summary="Draw to a nine: only the last digit of a hand counts, and every lower hand pays the higher ones.",
    family="drawing",
    players=range(2, 7),
    pack=pack_for,
    hand=Kabu,
    play=play_hand,
    over=game_end,
    chips=True,
    stack=lambda hand, seat: hand.stack(seat),
    verbs={
        Deal: "first, and when a hand is finished",
        Draws: "on WHO's turn",
        Passes: "on WHO's turn",
        Shows: "after the drawing, or where no drawing is told",
        Holds: "after the drawing, or where no drawing is told",
        Rest: "while cards are drawn, before hands and scores",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "courts",
            "out",
            "whether court cards are taken out of the pack, or count ten, and so nothing",
            (one_pack, hand_score),
            choices=("out", "in"),
        ),
        Option(
            "pays",
            "difference",
            "what a lower hand pays: as much as it is lower, or the same for every lower hand (flat)",
            (pays_higher,),
            choices=("difference", "flat"),
        ),
        Option(
            "paid",
            "higher",
            "whom a lower hand pays: every higher one, or the highest only",
            (pays_higher,),
            choices=("higher", "highest"),
        ),
    ),
    variants=(
        Variant("full-pack", "The court cards stay in and count ten, as at baccarat.", "courts=in"),
        Variant("three-cards", "Nobody has more than three cards, as at oicho-kabu.", "draws=1"),
        Variant("highest-only", "Lower hands pay nobody but the highest.", "paid=highest"),
        Variant("chip-a-hand", "A lower hand pays one chip, however much it is lower.", "pays=flat"),
        Variant("second-thoughts", "Whoever has passed may still draw.", "without=pass-final"),
    ),
    asked=(Fact(lambda hand: {seat: hand.stack(seat) for seat in hand.seats}, "chips", "chips left", "stack"),),
    facts={
        "stack": lambda hand: hand.house["stack"],
        "chips": lambda hand: {seat: hand.stack(seat) for seat in hand.seats},
        "score": lambda hand: {seat: score for seat in hand.seats if (score := hand.score_of(seat)) is not None},
        "hand": lambda hand: hand.number,
    },
    deal_out=deal_out,
    at_a_glance=(
        Glance(
            "cards each",
            lambda table: f"{table.house['hand-size']}, and up to {table.house['draws']} drawn",
            two_cards,
            draw_limit,
        ),
        Glance("card values", values, hand_score, show=by_points),
        Glance("hand", "the last digit of its total, 9 at best", hand_score),
        Glance("chips each", lambda table: table.house["stack"], cannot_pay),
    ),
    short_form=(
        "`deal`, then `holds N` for everybody in any order; a hand whose cards were all told needs nothing. While cards"
        " are drawn these come after `rest`."
    ),
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ann holds 7; Ben holds 9; Cat holds 2"),
        "Ann 3, Ben 9, Cat -12",
    ),
    rulings=(
        "A pass is final, so the drawing lasts until everybody has passed or drawn as often as may be.",
        "What counts is what a player has before the hand is paid, against all that is owed to higher hands; owing"
        " exactly that is enough, and play goes on.",
        "Where one player can't pay, nothing is paid for that hand.",
        "The deal passes to the left by custom, and `deal` for somebody else is accepted.",
        "`end` may come earlier: the chips are counted as they stand.",
        "Chips that somebody paid away outside the hands, and didn't have, aren't a debt that ends the game.",
    ),
    edition=3,
)
