"""Fan Tan.  Build rows from the sevens, up and down; a pass costs a chip, and the first without cards has the pot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import takewhile
from typing import Annotated

from referee.cards import SUIT_NAMES, SUIT_SIGNS, SUITS, UNKNOWN, UPWARD, Card, Cards, Pack, Rank, Suit, listed
from referee.core import (
    Blind,
    Category,
    Deal,
    Dealt,
    Game,
    Hand,
    Reason,
    Report,
    Seat,
    Told,
    at,
    check,
    illegal,
    impossible,
    unclear,
    worth,
)
from referee.glance import Example, Glance
from referee.kit.dealing import each_gets, sizes_dealt, wrong_size
from referee.kit.endings import no_end
from referee.kit.ledger import holds, pay
from referee.kit.messages import told_before, would_tell
from referee.notation import NOBODY

RULES = {
    "deal-out": impossible(
        "All 52 cards are dealt singly from the dealer's left, so the first players may have one more than the rest."
    ),
    "ante": worth("Everybody antes a chip, and a second one for a hand that is a card short."),
    "one-pack": impossible("Every card is there once, in one hand or on the table."),
    "turn-order": illegal("From the dealer's left everybody in turn plays one card or passes."),
    "in-sequence": illegal("A seven begins the row of its suit; any other card goes on at one end of the row."),
    "must-play": illegal("Nobody passes with a card that fits; of several any will do.", finding="held-back"),
    "pass-pays": worth("Each pass costs a chip."),
    "held-back": worth(
        "A pass with a card that fitted costs three chips more, and for a seven kept back five each to the holders of"
        " its six and its eight."
    ),
    "first-out": worth("The hand ends when somebody has no cards left, and the pot is theirs."),
    "left-over": worth("First everybody else puts in a chip for every card still held."),
    "turn-count": impossible(
        "A turn is a card or a pass: up to the winner everybody has had the same number, those who sit behind one less."
    ),
}

POT = "pot"
ENDLESS = 10**9
LADDERS = {suit: tuple(Card(rank, suit) for rank in UPWARD) for suit in SUITS}
SEVENS = tuple(ladder[6] for ladder in LADDERS.values())


def neighbours(seven: Card) -> tuple[Card, Card]:
    """The six and the eight of a seven."""
    return LADDERS[seven.suit][5], LADDERS[seven.suit][7]


# Reports


class Plays(Report):
    """one card to its row"""

    card: Card

    @classmethod
    def options(cls, hand: FanTan, seat: Seat) -> Iterable[Plays]:
        return [cls(card, who=seat) for card in hand.may_hold(seat)]


class Passes(Report):
    """no card fits"""


class PassesInAll(Report, verb="passes"):
    """short form: so many passes in the whole hand"""

    count: Annotated[int, range(60)]


class Shows(Report):
    """cards that a player still holds, as when a pass is called in question"""

    cards: Cards

    @classmethod
    def options(cls, hand: FanTan, seat: Seat) -> Iterable[Shows]:
        return [cls((card,), who=seat) for card in hand.may_hold(seat)]


class Fails(Report):
    """a pass that the table found out; a seven kept back, and who had its six and its eight"""

    seven: Card | None = None
    six: Seat = NOBODY
    eight: Seat = NOBODY

    @classmethod
    def options(cls, hand: FanTan, seat: Seat) -> Iterable[Fails]:
        sevens = [card for card in hand.may_hold(seat) if card in SEVENS]
        pairs = [(six, eight) for six in hand.seats for eight in hand.seats]
        return [cls(who=seat), *(cls(card, *pair, who=seat) for card in sevens for pair in pairs)]

    @property
    def claims(self) -> list[tuple[Card, Seat]]:
        """Whose cards it says the seven, its six and its eight were."""
        if self.seven is None:
            return []
        return list(zip((self.seven, *neighbours(self.seven)), (self.who, self.six, self.eight), strict=True))


class Out(Report, also=("outs",)):
    """short form: this player was the first without cards"""


class Holds(Report):
    """cards left at the end, by number or by name"""

    cards: int | Blind

    @property
    def count(self) -> int:
        return self.cards if isinstance(self.cards, int) else len(self.cards)

    @property
    def named(self) -> Cards:
        return () if isinstance(self.cards, int) else tuple(card for card in self.cards if card is not UNKNOWN)

    @classmethod
    def options(cls, hand: FanTan, seat: Seat) -> Iterable[Holds]:
        return [cls(n, who=seat) for n in range(hand.sizes.get(seat, 0) + 1)]


@dataclass
class Pass:
    """One pass: what fitted then, and what has come of it."""

    told: Passes | Fails
    fitting: Cards
    failed: bool = False  # the table has fined it
    found: bool = False  # the cards have
    paid: set[Card] = field(default_factory=set)  # sixes and eights

    @property
    def who(self) -> Seat:
        return self.told.who

    @cached_property
    def depends_on(self) -> set[Card]:
        """The cards whose holders decide what it costs."""
        return {*self.fitting, *(card for seven in self.fitting if seven in SEVENS for card in neighbours(seven))}


@dataclass
class FanTan(Hand):
    """One deal.  Nobody draws, so a card that is told was in the same hand from the deal on."""

    sizes: dict[Seat, int] = field(default_factory=dict)
    whose: dict[Card, Seat] = field(default_factory=dict)  # who was dealt each card, as far as the reports prove
    blind: dict[Seat, int] = field(default_factory=dict)  # cards of each hand that nobody knows
    playing: bool = False  # cards and passes are told one by one
    turn: Seat = NOBODY
    played: dict[Card, Plays] = field(default_factory=dict)
    passed: list[Pass] = field(default_factory=list)  # in the short form only those that were found out
    left: dict[Seat, int] = field(default_factory=dict)
    passes: dict[Seat, int] = field(default_factory=dict)
    rest: dict[Seat, set[Card]] = field(default_factory=dict)  # cards named as left

    @property
    def winner(self) -> Seat:
        return next((seat for seat, cards in self.left.items() if cards == 0), NOBODY)

    @property
    def complete(self) -> bool:
        return bool(self.winner and (self.playing or (self.passes and not self.untold())))

    def untold(self) -> tuple[Seat, ...]:
        """Whose number of cards is awaited, in the short form."""
        return self.all_but(self.left)

    def untallied(self) -> tuple[Seat, ...]:
        """Of whom anybody's passes are awaited, in the short form."""
        return () if self.passes else self.seats

    def row(self, suit: Suit) -> Cards:
        """The row of a suit from its lowest card to its highest."""
        ladder, lies = LADDERS[suit], self.played.__contains__
        down = tuple(takewhile(lies, ladder[6::-1]))
        return (*down[::-1], *takewhile(lies, ladder[7:])) if down else ()

    def fitting(self) -> Cards:
        """Every card that fits now."""
        some: list[Card] = []
        for suit, ladder in LADDERS.items():
            if row := self.row(suit):
                low, high = ladder.index(row[0]), ladder.index(row[-1])
                some += ladder[max(low - 1, 0) : low] + ladder[high + 1 : high + 2]
            else:
                some.append(ladder[6])
        return tuple(some)

    def may_hold(self, seat: Seat) -> list[Card]:
        """Cards not played yet that SEAT may have."""
        holder = (seat, NOBODY) if self.blind.get(seat) else (seat,)
        return [card for card in self.pack if card not in self.played and self.whose.get(card, NOBODY) in holder]

    def meant(self, report: Report, rank: Rank) -> list[Card]:
        some = [card for card in self.may_hold(report.who) if card.rank == rank]
        fitting = self.fitting() if isinstance(report, Plays) else ()
        return [card for card in some if card in fitting] or some


# The hand


async def play_hand(hand: FanTan) -> None:
    deal = await hand.deal(size_dealt, turn="", free=True)
    hand.sizes = sizes_dealt(hand, len(hand.pack), {})
    hand.blind = dict(hand.sizes)
    for seat, size in hand.sizes.items():
        short = size < max(hand.sizes.values())
        because = f"{size} cards, one fewer than others" if short else ""
        pay(hand, seat, POT, 1 + short, "ante", "ante", because, deal)

    # Rows, or what was counted in the end
    hand.turn = hand.eldest
    winner_untold = lambda: () if hand.winner else hand.untold()  # noqa: E731
    asides = (
        hand.ask(None, Shows, still_held, aside=True)
        | hand.ask(None, Fails, had_the_seven, turns_add_up, aside=True)
        | hand.ask(None, Holds, cards_left, turns_add_up, aside=True)
    )
    rows = (
        hand.ask(lambda: hand.turn, Plays, from_hand, fits, turn="turn-order")
        | hand.ask(lambda: hand.turn, Passes, nothing_fits, turn="turn-order")
        | asides
    )
    totals = (
        hand.ask(hand.untold, Holds, cards_left, turns_add_up, free=True)
        | hand.ask(winner_untold, Out, first_out, turns_add_up, free=True)
        | hand.ask(hand.untallied, PassesInAll, turns_add_up, free=True)
        | asides
    )
    either = rows | hand.ask(None, Out, first_out, aside=True) | hand.ask(None, PassesInAll, turns_add_up, aside=True)
    while not hand.complete:
        counting = hand.left or hand.passes or hand.passed
        match report := await (rows if hand.playing else totals if counting else either):
            case Plays() | Passes():
                play_or_pass(hand, report)
            case Shows():
                tell(hand, report, report.who, *report.cards)
            case Fails():
                fail(hand, report)
            case Holds():
                tell(hand, report, report.who, *report.named)
                hand.left[report.who] = report.count
                if not hand.playing:
                    hand.rest.setdefault(report.who, set()).update(report.named)
            case Out():
                hand.left[report.who] = 0
            case PassesInAll():
                hand.passes[report.who] = report.count
    if not hand.playing:
        pay_passes(hand)

    # Score
    for seat in hand.around(hand.after(hand.winner)):
        pay(hand, seat, POT, hand.left[seat], "cards", "left-over", f"{hand.left[seat]} left")
    for wrong in hand.passed:
        for seven in sevens_held(hand, wrong):
            if nobodys := [card for card in neighbours(seven) if card not in hand.whose]:
                why = f"{wrong.who} passed with {seven.pretty}, and nobody knows who had {listed(nobodys)}"
                hand.find("unpaid-seven", wrong.who, why, wrong.told)
    pay(hand, POT, hand.winner, holds(hand, POT), "pot", "first-out", f"{hand.winner} has no cards left")


# Rows


def play_or_pass(hand: FanTan, report: Plays | Passes) -> None:
    if not hand.playing:
        hand.playing, hand.left, hand.passes = True, dict(hand.sizes), dict.fromkeys(hand.seats, 0)
    hand.turn = hand.after(report.who)
    if isinstance(report, Plays):
        hand.played[report.card] = report
        hand.left[report.who] -= 1
        tell(hand, report, report.who, report.card)
    else:
        hand.passes[report.who] += 1
        pay(hand, report.who, POT, 1, "pass", "pass-pays", "", report)
        hand.passed.append(Pass(report, hand.fitting()))
        settle(hand, hand.passed[-1])


# Cards that come to light


def take_up(hand: FanTan, dealt: Dealt) -> None:
    tell(hand, dealt, dealt.who, *(card for card in dealt.cards if card is not UNKNOWN))


def tell(hand: FanTan, report: Report, seat: Seat, *cards: Card) -> None:
    """Cards are known to be SEAT's; when all hands but one are known, what is left is the last one's."""
    new = {card: seat for card in cards if card not in hand.whose}
    hand.tell(report, *cards)
    hand.blind[seat] -= len(new)
    if len(last := [one for one, unknown in hand.blind.items() if unknown]) == 1:
        latest = max((report, *hand.dealt.values()), key=lambda one: one.line)
        for card in list(hand.unseen()):
            hand.tell(latest, card)
            new[card] = last[0]
        hand.blind[last[0]] = 0
    hand.whose |= new
    for wrong in hand.passed:
        if not wrong.depends_on.isdisjoint(new):
            settle(hand, wrong)


def settle(hand: FanTan, wrong: Pass) -> None:
    """Fines a pass once it is proven wrong, and pays for the sevens held at it."""
    if not wrong.found and (why := could_play(hand, wrong.who, wrong.fitting)):
        wrong.found = True
        hand.find("held-back", wrong.who, f"{wrong.told.text}: {why}", wrong.told, *why.told)
        if not wrong.failed:
            pay(hand, wrong.who, POT, 3, "held-back", "held-back", why, wrong.told, *why.told)
    for seven in sevens_held(hand, wrong):
        for card in neighbours(seven):
            if card in hand.whose and card not in wrong.paid:
                wrong.paid.add(card)
                proof = (wrong.told, hand.seen[seven][0], hand.seen[card][0])
                because = f"passed with {seven.pretty}, for {card.pretty}"
                pay(hand, wrong.who, hand.whose[card], 5, "held-seven", "held-back", because, *proof)


def sevens_held(hand: FanTan, wrong: Pass) -> list[Card]:
    return [card for card in wrong.fitting if card.rank == "7" and hand.whose.get(card) == wrong.who]


def fail(hand: FanTan, fails: Fails) -> None:
    """The table fines the latest pass that wasn't; in the short form one that nobody told."""
    wrong = unfined(hand, fails)
    if not wrong or not hand.playing:
        wrong = Pass(fails, (fails.seven,) if fails.seven else ())
        hand.passed.append(wrong)
    if not wrong.found:
        pay(hand, wrong.who, POT, 3, "held-back", "held-back", "found out by the table", fails)
    wrong.failed = True
    wrong.found |= fails.seven is not None
    for card, seat in fails.claims:
        tell(hand, fails, seat, card)
    settle(hand, wrong)


def unfined(hand: FanTan, fails: Fails) -> Pass | None:
    """The latest pass that nothing told before FAILS has fined; hands told later stand before it all the same."""
    for one in reversed(hand.passed):
        told = [told for card in one.fitting if hand.whose.get(card) == one.who for told in hand.seen[card]]
        if one.who == fails.who and not one.failed and all(0 < fails.line < proof.line for proof in told):
            return one
    return None


# The short form


def turns(
    hand: FanTan, winner: Seat, left: Mapping[Seat, int], passes: Mapping[Seat, int], fines: Mapping[Seat, int]
) -> tuple[tuple[int, Seat], tuple[int, Seat]]:
    """The fewest and the most turns WINNER can have had, and by whose cards and passes.

    Of everybody who sits up to the winner, cards played and passes make as many, of the others one fewer.
    """
    order = hand.around(hand.eldest)
    fewest, most = [], []
    for place, seat in enumerate(order):
        ahead = hand.sizes[seat] + (place > order.index(winner))
        few, many = (0, 0) if seat == winner else (left.get(seat, 1), left.get(seat, hand.sizes[seat]))
        fewest.append((ahead - many + passes.get(seat, fines.get(seat, 0)), seat))
        most.append((ahead - few + passes.get(seat, ENDLESS), seat))
    return max(fewest), min(most)


def pay_passes(hand: FanTan) -> None:
    """From the passes of one player follow those of everybody."""
    (most, _), _ = turns(hand, hand.winner, hand.left, hand.passes, {})
    order = hand.around(hand.eldest)
    for place, seat in enumerate(order):
        hand.passes[seat] = most - (place > order.index(hand.winner)) - hand.sizes[seat] + hand.left[seat]
        pay(hand, seat, POT, hand.passes[seat], "pass", "pass-pays", f"passes: {hand.passes[seat]}")


# Checks: the deal, and whose a card can be


@check("deal-out")
def size_dealt(hand: FanTan, deal: Deal) -> str | None:
    return wrong_size(hand, len(hand.pack), deal.size)


def elsewhere(hand: FanTan, *claims: tuple[Card, Seat]) -> Reason | None:
    """Why these cards can't have been dealt so."""
    named: set[Card] = set()
    blind = dict(hand.blind)
    for card, seat in claims:
        owner = hand.whose.get(card)
        if card in named:
            return Reason(f"{card.pretty} is named twice")
        if owner and owner != seat:
            told = hand.seen[card][0]
            return Reason(f"{owner} was dealt {card.pretty} ({at(told)})", told)
        if card is not UNKNOWN:
            named.add(card)
        if card is not UNKNOWN and not owner:
            blind[seat] = blind.get(seat, 0) - 1
            if blind[seat] < 0:
                proof = (hand.dealt[seat],) if seat in hand.dealt else ()
                return Reason(f"all of {seat}'s cards are known, and {card.pretty} isn't one of them", *proof)
    return None


@check("deal-out", "one-pack")
def whole_hand(hand: FanTan, dealt: Dealt) -> Mapping[str, str | None]:
    if before := told_before(hand, dealt):
        return {"one-pack": before}
    size = hand.sizes[dealt.who]
    wrong = len(dealt.cards) != size
    return {
        "deal-out": f"{dealt.who} was dealt {size} cards, not {len(dealt.cards)}" if wrong else None,
        "one-pack": elsewhere(hand, *((card, dealt.who) for card in dealt.cards)),
    }


# Checks: a card or a pass


@check("one-pack")
def from_hand(hand: FanTan, play: Plays) -> Reason | None:
    return on_table(hand, play.card) or elsewhere(hand, (play.card, play.who))


def on_table(hand: FanTan, *cards: Card) -> Reason | None:
    told = next((hand.played[card] for card in cards if card in hand.played), None)
    return Reason(f"{told.card.pretty} lies on the table ({at(told)}: {told.text})", told) if told else None


@check("in-sequence")
def fits(hand: FanTan, play: Plays) -> Reason | None:
    if play.card in hand.fitting() or play.card in hand.played or play.card not in hand.pack:
        return None
    row = hand.row(play.card.suit)
    if not row:
        return Reason(f"no seven of {SUIT_NAMES[play.card.suit]} has been played, so {play.card.pretty} doesn't fit")
    proof = [hand.played[card] for card in dict.fromkeys((row[0], row[-1]))]
    return Reason(f"the row goes from {row[0].pretty} to {row[-1].pretty}, so {play.card.pretty} doesn't fit", *proof)


def could_play(hand: FanTan, seat: Seat, fitting: Cards) -> Reason | None:
    """What proves that SEAT had a card that fitted."""
    card = next((card for card in fitting if hand.whose.get(card) == seat), None)
    if card is None:
        return None
    told = hand.seen[card][0]
    return Reason(f"{seat} has {card.pretty} ({at(told)}), which fits, so can't pass", told)


@check("must-play")
def may_have_to_play(hand: FanTan, passes: Passes) -> str | None:
    some = [card.pretty for card in hand.may_hold(passes.who) if card in hand.fitting()]
    return would_tell(passes.who, f"may hold {' or '.join(some)}") if some else None


@check("must-play", doubt=may_have_to_play)
def nothing_fits(hand: FanTan, passes: Passes) -> Reason | None:
    return could_play(hand, passes.who, hand.fitting())


# Checks: cards shown or left, fines, and what was counted


@check("one-pack")
def still_held(hand: FanTan, report: Shows | Holds) -> Reason | None:
    """Cards that are shown or left haven't been played, and there are no more of them than the hand has."""
    cards = report.named if isinstance(report, Holds) else report.cards
    if why := on_table(hand, *cards) or elsewhere(hand, *((card, report.who) for card in cards)):
        return why
    left = hand.left.get(report.who)
    if left is not None and len({*cards, *hand.rest.get(report.who, ())}) > left:
        return Reason(f"{report.who} has {left} cards left, and {listed(cards)} can't be all of them")
    return None


@check("deal-out", "one-pack")
def cards_left(hand: FanTan, report: Holds) -> Mapping[str, str | None]:
    """As many as are left; at the end somebody has none, and all others one at least."""
    left, size = hand.left.get(report.who), hand.sizes[report.who]
    why = None
    if left is not None and left != report.count:
        why = f"{report.who} has {left} cards left, not {report.count}"
    elif left is None and not 1 <= report.count <= size:
        why = f"whoever isn't out holds 1 to {size} of {size} cards, not {report.count}"
    elif hand.untold() == (report.who,) and not hand.winner:
        why = f"all others hold cards, so {report.who} is out"
    return {"deal-out": why, "one-pack": still_held(hand, report)}


@check("deal-out")
def first_out(hand: FanTan, out: Out) -> str | None:
    if left := hand.left.get(out.who):
        return f"{out.who} holds {left}"
    return f"{hand.winner} is out" if hand.winner not in (NOBODY, out.who) else None


@check("turn-count", "one-pack")
def had_the_seven(hand: FanTan, fails: Fails) -> Mapping[str, str | None] | None:
    """A fine names nothing, or a seven that was held at the pass and whose its six and its eight were."""
    if fails.seven and fails.seven not in SEVENS:
        return {"turn-count": f"a seven is named here, not {fails.seven.pretty}"}
    if len({bool(one) for one in (fails.seven, fails.six, fails.eight)}) > 1:
        return {"turn-count": unclear("which seven, who had its six and who its eight?")}
    wrong = unfined(hand, fails)
    lay = on_table(hand, *(card for card, _ in fails.claims[:1] if wrong and card not in wrong.fitting))
    return {"one-pack": lay or elsewhere(hand, *fails.claims)}


@check("turn-count")
def turns_add_up(hand: FanTan, report: Out | Holds | PassesInAll | Fails) -> Mapping[str, str] | None:
    """Whether what was counted can still be completed to a whole hand."""
    who, left, passes = report.who, dict(hand.left), dict(hand.passes)
    fines = Counter(wrong.told.who for wrong in hand.passed)
    match report:
        case Out():
            left[who] = 0
        case Holds():
            left[who] = report.count
        case PassesInAll():
            if (before := passes.setdefault(who, report.count)) != report.count:
                return {"turn-count": f"{who}'s passes are {before}, not {report.count}"}
        case Fails():
            fines[who] += 1
    if hand.playing and isinstance(report, Fails) and not unfined(hand, report):
        return {"turn-count": f"{who} has no pass that wasn't fined, of {passes[who]} passes"}
    if hand.playing:
        return None
    if few := next((seat for seat in passes if passes[seat] < fines[seat]), None):
        return {"turn-count": f"{few} is fined for more passes ({fines[few]}) than there were ({passes[few]})"}
    out = [seat for seat, cards in left.items() if not cards] or [seat for seat in hand.seats if seat not in left]
    for winner in out:
        (least, one), (most, other) = turns(hand, winner, left, passes, fines)
        if least <= most:
            return None
        why = f"by {one}'s cards and passes {winner} had {least} turns at least, by {other}'s {most} at most"
    return dict.fromkeys(("turn-count", "deal-out")[: 1 + isinstance(report, Out)], why) if out else None


def row_text(suit: Suit, hand: FanTan) -> str | None:
    row = hand.row(suit)
    return "-".join(dict.fromkeys((row[0].rank, row[-1].rank))) if row else None


def where(hand: FanTan) -> Iterator[str]:
    yield f"pot {holds(hand, POT)}"
    yield from (f"{SUIT_SIGNS[suit]} {text}" for suit in SUITS if (text := row_text(suit, hand)))


GAME = Game(
    slug="fan-tan",
    name="Fan Tan",
    summary="Build rows from the sevens; a pass costs a chip, and the first without cards has the pot.",
    family="stops",
    players=range(3, 9),
    pack=Pack(ace="low"),
    hand=FanTan,
    play=play_hand,
    over=no_end,
    open_table=True,
    rules=RULES,
    reports={
        Deal: Told("first, and when a hand is finished; books the antes", "ante", "deal-out"),
        Plays: Told("in turn", "turn-order", "in-sequence", "one-pack"),
        Passes: Told("in turn", "turn-order", "must-play"),
        Shows: Told("in the hand, or after it", "one-pack", "must-play"),
        Fails: Told("when a pass is found out", "turn-count", "one-pack"),
        Out: Told("short form: who ran out first", "deal-out", "turn-count"),
        Holds: Told("short form, or to tell which cards are left", "deal-out", "turn-count", "one-pack"),
        PassesInAll: Told("short form: passes in the whole hand", "turn-count"),
    },
    categories={
        "ante": Category("1 to the pot, 2 for a hand that is a card short", "ante"),
        "pass": Category("1 to the pot", "pass-pays"),
        "held-back": Category("3 to the pot for each pass with a card that fitted", "held-back"),
        "held-seven": Category("5 each to the holders of the six and the eight", "held-back"),
        "cards": Category("1 to the pot for every card left", "left-over"),
        "pot": Category("all of the pot to the first without cards", "first-out"),
    },
    facts={
        "pot": lambda hand: holds(hand, POT),
        "size": lambda hand: hand.sizes,
        "left": lambda hand: hand.left or hand.sizes,
        "passes": lambda hand: hand.passes,
        **{f"row-{suit}": partial(row_text, suit) for suit in SUITS},
    },
    accounts=(POT,),
    chips=True,
    dealt=(whole_hand,),
    deal_out=take_up,
    told_again={Shows: still_held, Holds: cards_left, Out: first_out, PassesInAll: turns_add_up},
    now=where,
    ends="first-out",
    at_a_glance=(
        each_gets(0, "deal-out"),
        Glance("rows", f"from a {SEVENS[0].rank} down to the {UPWARD[0]}, and up to the {UPWARD[-1]}", "in-sequence"),
    ),
    short_form="`deal`, `out` for the winner, `holds` for the others, the passes of one player, and `fails` for fines.",
    example=Example(
        "Ann Ben Cat",
        ("deal", "Ben out", "Ann holds 3; Cat holds 2", "Ben passes 4"),
        "Ann -12, Ben 22, Cat -10",
    ),
    rulings=(
        "Every pass costs a chip; the three for one with a card that fitted, and the fives for a seven, come on top.",
        "The fives go to whoever held the six and the eight; nobody pays for a six or an eight of their own. They are"
        " booked when it is known who held them.",
        "Nobody draws, so a card that comes to light was held at every earlier pass, and each of those is fined once.",
        "A pass that the table lets stand against a hand that was told is fined at once; one that is refused costs"
        " nothing.",
        "The deal goes to the left by custom only.",
        "What is found out when the pot is gone books nothing; the players pay each other.",
    ),
    edition=2,
)
