"""Old Maid.  Throw pairs and draw from each other until a single card is left, the old maid, whose holder loses."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from referee.cards import (
    JOKER_RANK,
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    Card,
    Cards,
    Pack,
    Rank,
    listed,
    read_cards,
    those_named,
)
from referee.game.asks import at
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
from referee.games._old_maid import Whereabouts, dealt_out, handed_on, known_pairs, thrown, turned_up
from referee.kit.dealing import DealtNumber, each_gets, misdealt, sizes_dealt, uneven, wrong_size
from referee.kit.endings import hands_played
from referee.kit.messages import entered_before, lines, together
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Answer,
    Reason,
    Rule,
    illegal,
    impossible,
    judges,
    miscounted,
    not_next,
    number,
    unjudged,
)

MAIDS: dict[str, tuple[Rank, ...]] = {"queen": (Rank("Q"),), "jack": (Rank("J"),), "joker": (JOKER_RANK,), "any": RANKS}
"""The ranks that the odd card may be of."""


# Reports


class Discards(Report, bare=True):
    """a player discards pairs: type the cards, or the number of cards"""

    cards: int | Cards

    @property
    def count(self) -> int:
        return self.cards if isinstance(self.cards, int) else len(self.cards)

    @property
    def named(self) -> Cards:
        return () if isinstance(self.cards, int) else self.cards

    @classmethod
    def options(cls, hand: OldMaid, seat: Seat) -> Iterable[Discards]:
        here = hand.bit(seat)
        known = Counter(hand.where.ranks[i] for i in hand.where.surely(here))
        yield from (cls(number, who=seat) for number in range(0, hand.cards(seat) + 1, 2))
        if pairs := [Card(rank) for rank in RANKS for _ in range(known[rank] // 2 * 2)]:
            yield cls(tuple(pairs), who=seat)
        yield from (cls((Card(r), Card(r)), who=seat) for r in RANKS if len(hand.where.may_be(Card(r), here)) > 1)


class Draws(Report, bare=True):
    """a player draws a card, named or not, from the nearest player on the right who has cards"""

    card: Card | None = None
    options = one_for_each(lambda hand, seat: (None, *hand.where.named(hand.bit(hand.giver(seat)))))


class Shows(Report, bare=True):
    """a player shows cards, which the rules forbid"""

    cards: Cards
    options = one_for_each(lambda hand, seat: [(card,) for card in hand.where.named(hand.bit(seat))])


class Holds(Report, bare=True, labels={"card": "card left"}):
    """a player is left with the odd card and loses"""

    card: Card | None = None


@dataclass
class Stand:
    """What a player kept at the end of a turn, as far as it is known by now."""

    told: Report
    kept: set[int]
    gone: Counter[Rank] = field(default_factory=Counter)  # ranks that left the hand since, minus those that were added
    spoilt: set[int] = field(default_factory=set)  # cards that may be among those
    proven: bool = False


@dataclass
class OldMaid(Hand):
    """One game of Old Maid."""

    where: Whereabouts = field(default_factory=lambda: dealt_out((), None))
    sizes: dict[Seat, int] = field(default_factory=dict)  # of the hands, as far as entered
    thrown: dict[Seat, Discards] = field(default_factory=dict)  # pairs discarded before the first draw
    drawn: Draws | None = None  # the latest draw,
    pair: Reason | None = None  # the pair it certainly made,
    paired: Discards | None = None  # and the pair discarded after it
    stands: dict[Seat, list[Stand]] = field(default_factory=dict)
    loser: Seat = NOBODY
    odd: Card | None = None  # the card that was left, as entered

    @property
    def removed(self) -> Card | None:
        return set_aside(self.house)

    @cached_property
    def colored(self) -> bool:
        """Whether pairs must be of one color."""
        return bool(self.house["pairs"] == "color")

    @property
    def maids(self) -> tuple[Rank, ...]:
        return (self.removed.rank,) if self.removed else MAIDS[self.house["maid"]]

    @cached_property
    def bits(self) -> dict[Seat, int]:
        """Each player's hand as a place."""
        return {seat: 1 << i for i, seat in enumerate(self.seats)}

    def bit(self, seat: Seat) -> int:
        return self.bits.get(seat, 0)

    def cards(self, seat: Seat) -> int:
        return self.where.room[self.bit(seat)] if self.dealer else 0

    @property
    def left(self) -> int:
        """The number of cards in all hands."""
        return sum([self.where.room[bit] for bit in self.bits.values()]) if self.dealer else 0

    def holders(self) -> list[Seat]:
        return [seat for seat, bit in self.bits.items() if self.where.room[bit]] if self.dealer else []

    def to_throw(self) -> tuple[Seat, ...]:
        """The players whose dealt pairs aren't entered yet."""
        return tuple([seat for seat in self.around(self.eldest) if seat not in self.thrown])

    def to_draw(self) -> tuple[Seat, ...]:
        if not self.dealer:
            return ()
        holders = self.holders()
        around = self.around(self.after(self.drawn.who if self.drawn else self.dealer))
        return tuple([seat for seat in around if seat in holders])[: len(holders) > 1]

    def to_pair(self) -> tuple[Seat, ...]:
        """The player who may discard the pair just made."""
        return (self.drawn.who,) if self.drawn else ()

    def left_alone(self) -> tuple[Seat, ...]:
        """The player who has cards when nobody else has."""
        holders = self.holders()
        return tuple(holders) if len(holders) == 1 else ()

    def giver(self, seat: Seat) -> Seat:
        """The player SEAT draws from: the nearest on the right with cards."""
        right = reversed(self.around(self.after(seat))[:-1])
        return next((seat for seat in right if self.cards(seat)), NOBODY)


# The hand


async def play_hand(hand: OldMaid) -> None:
    await hand.deal()
    hand.where = laid_out(hand, {}) or hand.where
    end = hand.ask(None, Shows, aside=True) | hand.ask(hand.left_alone, Holds, free=True)

    # Pairs
    report: Report
    pairs = hand.ask(hand.to_throw, Discards, matching_pair, in_hand) | hand.ask(None, DealtNumber, aside=True)
    while hand.to_throw() and not hand.loser:
        match report := await (pairs | end):
            case Discards():
                throw(hand, report)
                hand.thrown[report.who] = report
                hand.stands[report.who] = [stand(hand, report.who, report)]
            case DealtNumber():
                hand.sizes[report.who] = report.cards
                hand.where = laid_out(hand, hand.sizes) or hand.where
            case _:
                show_or_end(hand, report)

    # Draws
    draws = hand.ask(hand.to_draw, Draws, free=True)
    pair = hand.ask(hand.to_pair, Discards, one_pair, matching_pair, in_hand, turn=one_card, aside=True)
    while not hand.loser and hand.left > 1:
        match report := await (draws | pair | end):
            case Draws():
                draw(hand, report)
            case Discards():
                throw(hand, report)
                if report.count and report.who in hand.to_pair():
                    hand.paired, hand.pair = report, None
            case _:
                show_or_end(hand, report)
    hand.loser = hand.loser or (*hand.holders(), NOBODY)[0]
    if hand.loser:
        hand.book(hand.loser, last_holder, 1, "left with the old maid", report)


def show_or_end(hand: OldMaid, report: Report) -> None:
    if isinstance(report, Holds):
        hand.loser, hand.odd = report.who, report.card
        return
    assert isinstance(report, Shows)
    for card in report.cards:
        doubt(hand, report.who, card)
        tell(hand, report, card)
    hand.where = turned_up(hand.where, hand.bit(report.who), report.cards) or hand.where


def tell(hand: OldMaid, report: Report, card: Card) -> None:
    if card.suit:
        hand.tell(report, card)


# Where the cards lie


def take_up(hand: OldMaid, dealt: Dealt) -> None:
    hand.sizes[dealt.who] = len(dealt.cards)
    hand.where = laid_out(hand, hand.sizes, dealt) or hand.where
    for card in dealt.cards:
        tell(hand, dealt, card)


def laid_out(hand: OldMaid, entered: Mapping[Seat, int], *dealt: Dealt) -> Whereabouts | None:
    """Where cards may be before the first draw, given a hand. None if it can't be."""
    by_seat = sizes_dealt(hand, dealt_in_all(hand), entered)
    sizes = tuple(by_seat[seat] for seat in hand.seats)
    where: Whereabouts | None = hand.where
    if sizes != hand.where.dealt:  # then apply everything again
        maids, jokers = ((), 1) if hand.house["maid"] == "joker" else (hand.maids, 0)
        whole = dealt_out(sizes, hand.removed, maids, jokers, hand.house["packs"])
        where, dealt = whole, (*hand.dealt.values(), *dealt)
    for told_hand in dealt:
        where = where and turned_up(where, hand.bit(told_hand.who), tuple(those_named(told_hand.cards)))
    if sizes != hand.where.dealt:
        for discards in hand.thrown.values():
            where = where and without(hand, where, discards)
    return where


# Pairs


def throw(hand: OldMaid, discards: Discards) -> None:
    for card in discards.named:
        leave(hand, discards.who, card, discards)
        tell(hand, discards, card)
    hand.where = without(hand, hand.where, discards) or hand.where


def without(hand: OldMaid, where: Whereabouts, discards: Discards) -> Whereabouts | None:
    """Where cards may be after a discard. None if it can't be."""
    place = hand.bit(discards.who)
    pairs = known_pairs(where, place, discards.count, hand.colored) if hand.enforces(matching_pair) else None
    return thrown(where, place, discards.count, discards.named, pairs or ())


# Draws


def draw(hand: OldMaid, draws: Draws) -> None:
    who, giver = draws.who, hand.giver(draws.who)
    target, source = hand.bit(who), hand.bit(giver)
    if hand.drawn:
        hand.stands[hand.drawn.who].append(stand(hand, hand.drawn.who, hand.drawn))
    before, card = hand.where, draws.card
    if card:
        leave(hand, giver, card, draws)
        tell(hand, draws, card)
        come(hand, who, {card.rank})
    else:
        come(hand, who, {hand.where.ranks[i] for i, places in enumerate(hand.where.places) if places & source})
    after = handed_on(before, source, target, card)
    assert after
    hand.where = after
    hand.drawn, hand.paired, hand.pair = draws, None, made_pair(hand, draws, before)


def made_pair(hand: OldMaid, draws: Draws, before: Whereabouts) -> Reason | None:
    """The proof that a draw made a pair, or None."""
    here, colored, card = hand.bit(draws.who), hand.colored, draws.card
    had = before.surely_paired(here, colored) if colored else []
    if card and card.rank in hand.where.surely_paired(here, colored) and card.rank not in had:
        return Reason(f"{draws.who} drew {card.pretty} ({at(draws)}) and has another card of that rank", draws)
    if hand.where.can_be_unpaired(here, colored) or not before.can_be_unpaired(here, colored):
        return None
    return Reason(f"whatever {draws.who} drew ({at(draws)}), it made a pair", draws)


# Pairs that were kept


def stand(hand: OldMaid, seat: Seat, report: Report) -> Stand:
    """Stores the hand at the end of a turn, and finds a pair that was certainly kept."""
    kept = hand.where.surely(hand.bit(seat))
    pair = bool(hand.where.surely_paired(hand.bit(seat), hand.colored))
    if hand.pair:
        hand.find(all_pairs_out, seat, f"{hand.pair}, and didn't discard it", report)
    return Stand(report, kept, proven=pair or bool(hand.pair))


def come(hand: OldMaid, seat: Seat, ranks: set[Rank]) -> None:
    """Notes that a card of one of these ranks came to a hand."""
    for earlier in hand.stands.get(seat, ()):
        earlier.gone.subtract(ranks)


def doubt(hand: OldMaid, seat: Seat, card: Card) -> set[int]:
    """The cards a named card may be. If there are several, none of them can be traced."""
    may_be = set(hand.where.may_be(card, hand.bit(seat)))
    for earlier in itertools.chain(*hand.stands.values()) if len(may_be) > 1 else ():
        earlier.spoilt |= may_be
    return may_be


def alike_in_words(rank: Rank) -> str:
    """The name of several cards of a rank: ``queens``, ``sixes``."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def leave(hand: OldMaid, seat: Seat, card: Card, report: Report) -> None:
    """Notes that a card left a hand, and finds a pair kept back if this proves one."""
    may_be = doubt(hand, seat, card)
    for earlier in hand.stands.get(seat, ()):
        earlier.gone[card.rank] += 1
        earlier.spoilt |= may_be
        alike = {i for i in earlier.kept if hand.where.ranks[i] == card.rank}
        held = len(alike - earlier.spoilt) + max(len(alike & earlier.spoilt), earlier.gone[card.rank])
        if held > (2 if hand.colored else 1) and not earlier.proven:  # two may be one red and one black
            earlier.proven = True
            several = f"{'three' if hand.colored else 'two'} {alike_in_words(card.rank)}"
            why = f"{seat} still had {several} after `{earlier.told.text}`"
            hand.find(all_pairs_out, seat, why, earlier.told, report)


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left after every game.", turn=Deal)
even_deal = impossible("Deal all cards, one at a time. Some players may get one card more than others.")


@judges(even_deal)
def deals_all(hand: OldMaid, deal: Deal) -> str | None:
    return wrong_size(hand, dealt_in_all(hand), deal.size)


def dealt_in_all(hand: OldMaid) -> int:
    """The number of cards in the game: one is set aside, or a joker is added."""
    return cards_in(hand.house)


def cards_in(house: Mapping[str, Any]) -> int:
    return 52 * int(house["packs"]) + (1 if house["maid"] == "joker" else -1)


def whole_pack(players: int, house: Mapping[str, Any]) -> Pack:
    removed = set_aside(house)
    pack = Pack(packs=house["packs"], jokers=int(house["maid"] == "joker"))
    if removed:
        pack.copies[removed] -= 1
        pack.size -= 1
    if removed and not pack.copies[removed]:
        del pack.copies[removed]
    return pack


def set_aside(house: Mapping[str, Any]) -> Card | None:
    """The card that was set aside, if the table knows it."""
    (card,) = read_cards(house["removed"] or "?") or ()
    return card if card.suit else None


def no_maid(players: int, house: Mapping[str, Any]) -> str:
    """Rejects a card set aside that can't leave the odd one."""
    removed, maid = set_aside(house), house["maid"]
    if removed is None or removed.rank in MAIDS[maid]:
        return ""
    aside = "no card" if maid == "joker" else f"a {maid}"
    return f"removed={removed} and maid={maid} contradict each other: maid={maid} sets {aside} aside"


@judges(even_deal)
def even(hand: OldMaid, number: DealtNumber) -> str | None:
    why = wrong_number(hand, number.who, number.cards)
    if why and not misdealt(why):
        return why
    if laid_out(hand, {**hand.sizes, number.who: number.cards}):
        return why
    return (
        f"with {so_many(number.cards, 'card')} for {number.who}, another player has discarded more than they were dealt"
    )


def wrong_number(hand: OldMaid, seat: Seat, cards: int) -> Reason | None:
    if hand.sizes.get(seat, cards) != cards:
        return Reason(f"{seat} must be dealt {so_many(hand.sizes[seat], 'card')}, not {cards}")
    return uneven(hand, dealt_in_all(hand), {**hand.sizes, seat: cards})


pack_51 = impossible(
    "Use {packs:word deck} of 52 cards. {maid}. All other cards are in play.",
    maid={
        "queen": "set aside {removed}",
        "jack": "set aside a jack without looking which one it is",
        "joker": "add a joker, and set nothing aside",
        "any": "set aside a card without looking at it",
    },
    removed={
        "none": "a queen without looking which one it is",
        **{f"Q{suit}": f"the queen of {name}" for suit, name in SUIT_NAMES.items()},
    },
    packs=number(1, "decks shuffled together", least=1, most=4),
    asked="set aside queen, which queen, queen removed, jacks",
)


@judges(even_deal, pack_51)
def whole_hand(hand: OldMaid, dealt: Dealt) -> Answer:
    if before := entered_before(hand, dealt):
        return {pack_51: before}
    wrong = wrong_number(hand, dealt.who, len(dealt.cards))
    possible = not wrong or misdealt(wrong)
    if possible and laid_out(hand, {**hand.sizes, dealt.who: len(dealt.cards)}, dealt):
        return {even_deal: wrong}
    clash = [card for card in dealt.cards if card in hand.seen or (card.suit and dealt.cards.count(card) > 1)]
    proof = [hand.seen[card][-1] for card in clash if card in hand.seen]
    named = f"{listed(dict.fromkeys(clash))} {'is' if len({*clash}) == 1 else 'are'} elsewhere" if clash else ""
    if not possible and not clash:
        return {even_deal: wrong}
    return {
        even_deal: wrong,
        pack_51: Reason(named or "there aren't enough other cards left of a rank in this hand", *proof),
    }


# Rules: pairs


@illegal(
    place=Discards,
    pairs={"rank": "two cards of the same rank", "color": "two cards of the same rank and color"},
    asked="not pair, what pair, three of kind, color pair",
)
def matching_pair(hand: OldMaid, discards: Discards) -> str | None:
    """You can discard cards only in pairs: {pairs}."""
    ranks = dict.fromkeys(card.rank for card in discards.named)
    if odd := [rank for rank in ranks if not in_twos(hand, [card for card in discards.named if card.rank == rank])]:
        pair = "two cards of the same rank and color" if hand.colored else "two cards of the same rank"
        return f"a pair is {pair}, and {together(odd)} {'has' if len(odd) == 1 else 'have'} no partner here"
    if discards.count % 2:
        return f"a pair is two cards, so {discards.count} can't be right"
    pairs = known_pairs(hand.where, hand.bit(discards.who), discards.count, hand.colored)
    if pairs is not None and len(pairs) < discards.count <= hand.cards(discards.who):
        return f"{discards.who} has no {f'more than {len(pairs)} cards in pairs' if pairs else 'pair'}"
    return None


def in_twos(hand: OldMaid, alike: Sequence[Card]) -> bool:
    """Whether cards of one rank can be pairs. Cards without a suit may be of either color."""
    if len(alike) % 2 or not hand.colored:
        return not len(alike) % 2
    odd = [color for color in (True, False) if sum(bool(card.suit) and card.is_red == color for card in alike) % 2]
    return len(odd) <= sum(card.is_bare for card in alike)


all_pairs_out = illegal(
    "You can't keep a pair. Discard all pairs you are dealt before the first draw. When you draw a card that makes a"
    " pair, discard that pair at once.",
    finding="kept-pair",
    asked="keep pair, must discard pair, hold pair, when discard pairs, forget pair, keep back",
)
card_count = impossible("You can discard only cards that are in your hand.")


@judges(card_count, pack_51, all_pairs_out)
def in_hand(hand: OldMaid, discards: Discards) -> Answer:
    """Whether the cards can leave the hand, and no known pair stays in it."""
    cards = hand.cards(discards.who)
    where = without(hand, hand.where, discards) if discards.count >= 0 else None
    if not 0 <= discards.count <= cards:
        why = f"{discards.who} has {so_many(cards, 'card')}, not {discards.count}"
        if where:
            return {card_count: miscounted(why)}
        possible = all(hand.where.may_be(card, hand.bit(discards.who)) for card in discards.named)
        return ({} if possible else lacks(hand, discards.who, *discards.named)) | {card_count: why}
    if not where:
        return lacks(hand, discards.who, *discards.named)
    if not hand.drawn:
        return {all_pairs_out: pair_left(hand, discards, where)}
    made = hand.pair if not discards.count else None
    return {all_pairs_out: Reason(f"{made}, which must be discarded now", *made.reports) if made else None}


def pair_left(hand: OldMaid, discards: Discards, after: Whereabouts) -> Reason | None:
    """The proof that a pair is left in a hand, or None."""
    seat, here = discards.who, hand.bit(discards.who)
    pairs = known_pairs(hand.where, here, discards.count, hand.colored) or ()
    if after.can_be_unpaired(here, hand.colored) and (discards.named or len(pairs) <= discards.count):
        return None
    if (left := after.room[here]) > len(after.alike) and not hand.colored:
        return Reason(f"{seat} has {left} cards left of {len(after.alike)} ranks, so some of them are pairs")
    proof = [hand.dealt[seat]] if seat in hand.dealt else []
    if not discards.named:
        return Reason(f"{seat} has {so_many(len(pairs), 'card')} in pairs, not {discards.count}", *proof)
    ranks = [alike_in_words(rank) for rank in after.surely_paired(here, hand.colored)]
    return Reason(f"{seat} still has {together(f'two {rank}' for rank in ranks) if ranks else 'a pair'}", *proof)


def lacks(hand: OldMaid, seat: Seat, *cards: Card) -> dict[Rule, str | None]:
    """The rules broken by a card that isn't in the hand."""
    place = hand.bit(seat)
    missing = [card for card in cards if not hand.where.may_be(card, place)] or cards
    proof = [hand.seen[card][-1] for card in missing if card in hand.seen]
    return dict.fromkeys((card_count, pack_51), Reason(f"{seat} doesn't have {listed(missing)}{lines(proof)}", *proof))


# Rules: draws

draw_order = illegal(
    "When all players have discarded their pairs, the player on the dealer's left draws first. Then each player"
    " draws in turn, clockwise. Draw from the nearest player on your right who has cards.",
    asked="which neighbor, draw from right, take from whom",
)
one_card = illegal(
    "On your turn, draw one card. If it makes a pair, you discard that pair, and no more.",
    asked="many draw, draw two, take two",
)
sit_out = illegal(
    "If you have no cards, you are out and don't draw anymore.", asked="no cards, out cards, when out, am out"
)


@judges(draw_order, sit_out, one_card)
def in_turn(hand: OldMaid, draws: Draws) -> Answer:
    due = hand.to_draw()
    if draws.who in due:
        return None
    again = hand.drawn if hand.drawn and hand.drawn.who == draws.who and hand.cards(draws.who) else None
    return {
        draw_order: not_next(draws.who, due[0]) if due else "nobody else has a card to draw",
        sit_out: None if hand.cards(draws.who) else f"{draws.who} has no cards and is out",
        one_card: Reason(f"{draws.who} has already drawn a card ({at(again)})", again) if again else None,
    }


@judges(card_count, pack_51)
def has_it(hand: OldMaid, draws: Draws) -> Answer:
    giver = hand.giver(draws.who)
    if not giver:
        return {card_count: "nobody else has cards"}
    if not draws.card or handed_on(hand.where, hand.bit(giver), hand.bit(draws.who), draws.card):
        return None
    return lacks(hand, giver, draws.card)


@judges(all_pairs_out)
def pair_is_out(hand: OldMaid, draws: Draws) -> Reason | None:
    """The pair must be discarded before the next draw. A pair proven only by a hand entered later doesn't stop the next
    draw.
    """
    later = any(dealt.line > draws.line > 0 for dealt in hand.dealt.values())
    return (
        Reason(f"{hand.pair}, which must be discarded first", *hand.pair.reports) if hand.pair and not later else None
    )


@judges(one_card)
def one_pair(hand: OldMaid, discards: Discards) -> str | None:
    if hand.paired:
        return Reason(f"{hand.paired.who} has already discarded a pair this turn ({at(hand.paired)})", hand.paired)
    return (
        f"1 pair can be discarded after a draw, not {so_many(discards.count, 'card')}" if discards.count > 2 else None
    )


no_refusal = unjudged(
    "You must give up the card that was picked.",
    asked="refuse give, refuse card, give up, hold tight, say no, take back, not let take",
)
no_exposing = illegal(
    "You may say anything to get a card taken, but you can't show your cards.",
    asked="show cards, expose, look cards, lie about, show someone, trick them, say anything, flash, bluff",
)


@judges(no_exposing, pack_51)
def keeps_hidden(hand: OldMaid, shows: Shows) -> Answer:
    where = turned_up(hand.where, hand.bit(shows.who), shows.cards)
    return {
        no_exposing: f"{shows.who} may praise a card, but can't show it",
        pack_51: None if where else lacks(hand, shows.who, *shows.cards)[pack_51],
    }


# Rules: the end

last_holder = impossible(
    "At the end, one card is left without a partner: {maid}. The player who has it loses the game. A match has"
    " {games:word game}.",
    lines="old-maid",
    maid={
        "queen": "the odd queen, or old maid",
        "jack": "the odd jack",
        "joker": "the joker",
        "any": "a card of the same rank as the one set aside",
    },
    games=number(1, "games in a match", least=1),
    asked="who lose, old maid, odd queen, loser, win, end, who win",
)


@judges(last_holder)
def odd_card(hand: OldMaid, holds: Holds) -> str | None:
    if (card := holds.card) and (why := not_the_maid(hand, card)):
        return why
    if card and card.suit and hand.colored and hand.removed and card.is_red != hand.removed.is_red:
        return f"{card.pretty} has a partner: {hand.removed.pretty} was set aside"
    if card and card.suit and not hand.where.may_be(card, hand.where.heap - 1):
        return f"{card.pretty} is no longer in the game"
    out = (holds.who in hand.thrown or not hand.to_throw()) and not hand.cards(holds.who)
    return f"{holds.who} has no cards left" if out else None


@judges(last_holder, when="again")
def was_left(hand: OldMaid, holds: Holds) -> str | None:
    if holds.who != hand.loser:
        return f"{hand.loser or 'nobody'} was left with the old maid, not {holds.who}"
    if not (card := holds.card):
        return None
    if (why := not_the_maid(hand, card)) or card is hand.removed:
        return why or f"{card.pretty} was set aside"
    if card.suit and hand.odd and hand.odd.suit and card != hand.odd:
        return f"it was {hand.odd.pretty}, not {card.pretty}"
    if card.suit and hand.left == 1 and not hand.where.may_be(card, hand.bit(hand.loser)):
        return f"{card.pretty} wasn't the last card"
    return None


def not_the_maid(hand: OldMaid, card: Card) -> str | None:
    if card.rank in hand.maids:
        return None
    maid = RANK_NAMES[hand.maids[0]]
    return f"the last card is {'an' if maid[0] in 'ae' else 'a'} {maid}, not {card.pretty}"


class CardOption(Option):
    """A house rule that names a card."""

    def read(self, text: str, players: int) -> str:
        named = read_cards(text)
        if named and len(named) == 1 and named[0].suit and not named[0].says:
            return named[0].text
        raise ValueError(f"{self.name} must be a card with its suit, not {text!r}")


def aside_said(table: Table) -> str:
    if table.house["maid"] == "joker":
        return "no card, but a joker is added"
    maid = "card" if table.house["maid"] == "any" else table.house["maid"]
    removed = set_aside(table.house)
    return removed.text if removed else f"a {maid}, unseen"


GAME = Game(
    slug="old-maid",
    name="Old Maid",
    summary="Discard pairs and draw from each other until one queen is left. The player who has it loses.",
    family="matching",
    players=range(2, 11),
    pack=whole_pack,
    hand=OldMaid,
    play=play_hand,
    over=hands_played("games"),
    hands_due=lambda table: table.house["games"],
    lowest_wins=True,
    clashes=(no_maid,),
    verbs={
        Deal: "to start, and after a game",
        DealtNumber: "before the first draw",
        Discards: "once for each player after the deal, with all pairs; later, for the pair that a draw made",
        Draws: "on your turn, after all players have discarded their pairs",
        Shows: "during the game",
        Holds: "at any time after the deal; ends the game",
    },
    options=(
        Option("maid", "queen", "which card is the odd one", (pack_51, last_holder), choices=tuple(MAIDS)),
        Option(
            "pairs",
            "rank",
            "whether the two cards of a pair must also have the same color",
            (matching_pair,),
            choices=("rank", "color"),
        ),
        CardOption(
            "removed",
            None,
            "the card that was set aside, if you know it",
            (pack_51,),
            choices=("QS", "QH", "QD", "QC"),
        ),
    ),
    variants=(
        Variant("joker", "Add a joker. It is the old maid, and you set no card aside.", "maid=joker"),
        Variant("black-peter", "Set aside a jack. The player with the odd jack loses.", "maid=jack"),
        Variant("mystery", "Set aside any card unseen. Only the end shows which card is the odd one.", "maid=any"),
        Variant("two-packs", "Shuffle two decks together, for many players.", "packs=2"),
        Variant("same-color", "A pair must be of the same rank and color.", "pairs=color"),
        Variant("three-games", "The player with the fewest losses after three games wins.", "games=3"),
    ),
    facts={
        "left": Fact(lambda hand: hand.left, "cards in all hands"),
        "cards": Fact(lambda hand: {seat: hand.cards(seat) for seat in hand.seats}, "cards in each hand"),
        "from": Fact(lambda hand: next((hand.giver(seat) for seat in hand.to_draw()), None), "the player to draw from"),
        "game": Fact(lambda hand: hand.number, "its number"),
    },
    pack_rule=pack_51,
    deal_out=take_up,
    ends=(last_holder,),
    at_a_glance=(
        Glance("cards dealt to each player", lambda table: each_gets(cards_in(table.house)).at(table), even_deal),
        Glance("set aside", aside_said, pack_51),
    ),
    short_form="Type `deal`, and which player `holds` the old maid.",
    phrases={
        "draw from WHO": "draws",
        "pair RANK": "? Type how many cards or which, for example `Ann discards 2`.",
        "lay pair": "discards 2",
        "lay a pair": "discards 2",
        "have old maid": "holds",
        "be old maid": "holds",
        "be left with old maid": "holds",
        "old maid": "holds",
    },
    example=Example(
        "Ann Ben Cat",
        ("deal", "Cat holds"),
        "Ann 0, Ben 0, Cat 1",
    ),
    rulings=(
        "If a pair may be of any colors, three cards of a rank are a pair and a single card, and four are two pairs.",
        "If the cards don't divide equally, the first players on the dealer's left get one more each. If the extra"
        " cards went to others, type how many each player was `dealt`.",
        "If you have no cards before the first draw, you are already out, even as the dealer.",
        "You are out as soon as your last card is drawn, or you discard your last pair.",
        "A pair made by a draw is checked when the next card is drawn. If you draw a card and then discard a pair"
        " without it, you had kept that pair back.",
        "If you stop, the player with the fewest losses wins. An unfinished game doesn't count.",
    ),
)
