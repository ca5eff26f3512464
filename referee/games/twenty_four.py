"""Twenty-Four.  Make twenty-four of four cards before the others do, and get rid of your stack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

from referee.cards import SUITS, UPWARD, Card, Cards, Pack, listed
from referee.game.asks import at, bar
from referee.game.common_reports import Deal
from referee.game.game import Example, Fact, Game, Glance, Hand, Table
from referee.game.quick_reference import by_points
from referee.game.standing import Standing
from referee.games._twenty_four import (
    COURTS,
    OPERATIONS,
    VALUES,
    Expression,
    Layer,
    Stack,
    agreed,
    alike,
    exchange,
    known,
    size,
    sum_to,
    top,
    turn_over,
    under,
    wrong,
)
from referee.kit.claims import claims
from referee.kit.messages import together
from referee.language.reports import Report, one_for_each
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.options import Option, Variant
from referee.rules.rule import (
    Reason,
    Rule,
    arithmetic,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    unjudged,
    worth,
)

CARDS = 4  # in a set: one or two from each player

# Reports


class Upcard(Report, speaker="none", bare=True, sampled=True, as_said="the upcards"):
    """the four cards of a set, in the order of the players; entered again for new cards on the table"""

    cards: Cards

    @classmethod
    def options(cls, hand: TwentyFour, seat: Seat) -> Iterable[Upcard]:
        """Some boards. All of them would be too many."""
        for pick in range(12):
            board: list[Card] = []
            for owner, stack in hand.standing.stacks.items():
                old = hand.board.get(owner, ())
                board += old if not stack else old[:1] if hand.each == 2 and pick % 2 else ()
                while len(board) < hand.each * (hand.seats.index(owner) + 1):
                    tops = hand.may_come(owner, stack, board)
                    board.append(tops[pick * 7 % len(tops)])
                    stack = next(top(stack, board[-1], ()), ())
            yield cls(tuple(board))


class Slaps(Report):
    """a player has a solution, and slaps the table"""


class Doubts(Report, labels={"whom": "player doubted"}):
    """the player who didn't slap picks who must state the solution"""

    whom: Seat


class Claims(Report):
    """a player states a solution, or `none`; type only `Ann claims` if it was right but nobody noted it"""

    solution: Expression | Literal["none"] | None = None

    @classmethod
    def options(cls, hand: TwentyFour, seat: Seat) -> Iterable[Claims]:
        return cls(None, who=seat), cls("none", who=seat)


class TakesPile(Report, as_said="takes the cards"):
    """a player takes the cards of a set"""


class Holds(Report, labels={"cards": "cards won"}, limits={"cards": lambda hand, seat: len(hand.pack)}):
    """how many cards a player's stack has"""

    cards: int
    options = one_for_each(lambda hand, seat: range(len(hand.pack) + 1))


@dataclass
class Stacks(Standing):
    """What is known of each stack, and the number of sets entered to their end."""

    stacks: dict[Seat, Stack] = field(default_factory=dict)
    sets: int = 0


@dataclass
class TwentyFour(Hand):
    """One set, with counts entered before it."""

    board: dict[Seat, Cards] = field(default_factory=dict)
    slaps: dict[Seat, Slaps] = field(default_factory=dict)
    picked: Doubts | None = None
    checked: dict[Seat, int] = field(default_factory=dict)  # counts that match the sets entered
    counted: dict[Seat, int] = field(default_factory=dict)  # counts since one that didn't match

    @property
    def each(self) -> int:
        """The cards each player puts on the table in a set."""
        return CARDS // len(self.seats)

    @property
    def odd(self) -> Seat:
        """With four players, the one who picks, once that is known."""
        if self.picked:
            return self.picked.who
        return self.to_pick()[0] if len(self.slaps) == 3 else NOBODY

    def to_pick(self) -> tuple[Seat, ...]:
        return () if self.picked else self.all_but(self.slaps)

    def to_claim(self) -> tuple[Seat, ...]:
        if len(self.seats) == 2:
            return tuple(self.slaps) or self.seats
        return (self.picked.whom,) if self.picked else ()

    def to_count(self) -> tuple[Seat, ...]:
        open_ = self.all_but(self.counted)
        return tuple(seat for seat in open_ if seat not in self.checked) or open_

    def located(self, seat: Seat, *also: Card) -> set[Card]:
        """The cards that are known not to be in SEAT's stack or in front of SEAT."""
        others = [other for other in self.standing.stacks if other != seat]
        ranks = [card.rank for cards in self.board.values() for card in cards]
        return {
            *also,
            *(card for card in self.pack if ranks and ranks.count(card.rank) == len(SUITS)),
            *chain.from_iterable(known(self.standing.stacks[other]) for other in others),
            *chain.from_iterable(self.board.get(other, ()) for other in others),
        }

    def may_come(self, seat: Seat, stack: Stack, board: Iterable[Card]) -> list[Card]:
        """The cards that may be on top of a stack."""
        first = stack[0] if stack else Layer(1)
        elsewhere = self.located(seat, *board) | {*known(stack)}
        unknown = first.size > len(first.known)
        may = [card for card in self.pack if card in first.known or (unknown and card not in elsewhere)]
        return may or [Card(rank) for rank in values(self.house)]

    def found(self) -> str | None:
        """A solution for the cards on the table, or None."""
        house, counts = self.house, values(self.house)
        cards = tuple(sorted(counts.get(card.rank, 0) for card in chain.from_iterable(self.board.values())))
        return sum_to(house["target"], cards, house["operations"])


# The hand


async def play_hand(hand: TwentyFour) -> None:
    while CARDS % len(hand.seats):
        await bar(player_count, f"the game is for 2 or 4 players, not {len(hand.seats)}", Deal)
    standing: Stacks = hand.standing
    while standing.over:
        out = bar(out_of_cards, "a player is out of cards", Upcard, Slaps, Doubts, Claims, TakesPile, Holds)
        await (out | hand.ask(None, Deal, aside=True))
    if not standing.goes_on:
        await deal_all(hand)
    hand.next_dealer = standing.dealer or hand.dealer

    # Between sets
    once = bar(player_count, "all cards are dealt once, at the start", Deal)
    turning = hand.ask(None, Upcard)
    taking = hand.ask(None, TakesPile, aside=True)
    untold = turning | taking | hand.ask(None, Holds, aside=True) | once
    counting = hand.ask(hand.to_count, Holds, free=True)
    counting |= bar(stack_count, "count the other stacks first", Upcard, TakesPile) | once
    while not hand.board:
        match report := await (counting if hand.counted else untold):
            case Upcard():
                turn_up(hand, report)
            case TakesPile():
                hand.dealer = hand.next_dealer
                decide(hand, report.who, f"{report.who} took the cards", report)
                return
            case _:
                count(hand, report)
                if hand.dealer and not hand.counted:
                    return

    # The set on the table
    asks = turning | taking | hand.ask(None, Slaps, aside=True) | once
    if len(hand.seats) == 2:
        asks |= hand.ask(hand.to_claim, Claims, solution, turn=slapper_claims)
    else:
        asks |= hand.ask(hand.to_pick, Doubts, free=True)
    stating = hand.ask(hand.to_claim, Claims, free=True)
    too_soon = bar(odd_player_calls, "three players must slap first, then the fourth picks one of them", Claims)
    while True:
        match report := await (asks if len(hand.seats) == 2 else asks | (stating if hand.odd else too_soon)):
            case Upcard():
                give_up(hand, NOBODY, "nobody saw", report)
                turn_up(hand, report)
            case Slaps():
                slap(hand, report)
            case Doubts():
                hand.picked = report
            case TakesPile():
                decide(hand, report.who, f"{report.who} took the cards", report)
                return
            case claims:
                judge(hand, claims)
                return


async def deal_all(hand: TwentyFour) -> None:
    """Deals the whole deck into equal stacks."""
    standing: Stacks = hand.standing
    each = share(len(hand.pack), len(hand.seats))
    for seat in hand.seats:
        standing.stacks[seat] = (Layer(each),)
        standing.balance[seat] += each
    await hand.deal(size=each, whole=True, barred=bar(set_open, "the cards haven't been dealt", Upcard))
    standing.goes_on = True
    standing.dealer = hand.dealer


def turn_up(hand: TwentyFour, upcard: Upcard) -> None:
    hand.dealer = hand.next_dealer
    board = shares(hand, upcard)
    left = {seat: agreed(came_up(hand, seat, cards)[0]) for seat, cards in board.items()}
    hand.standing.stacks.update(left)
    hand.board = board
    hand.slaps.clear()
    hand.picked = None


def slap(hand: TwentyFour, slap: Slaps) -> None:
    """Stores a slap. If the table keeps one too many, the first is forgotten."""
    before = [other for seat, other in hand.slaps.items() if seat != slap.who]
    hand.slaps = {other.who: other for other in (*before, slap)[1 - len(hand.seats) :]}


def shares(hand: TwentyFour, upcard: Upcard) -> dict[Seat, Cards]:
    """The cards on the table, by player."""
    each = hand.each
    return {seat: upcard.cards[i * each : (i + 1) * each] for i, seat in enumerate(hand.seats)}


# Sets decided


def judge(hand: TwentyFour, claims: Claims) -> None:
    """Checks the claim, unless the table keeps it."""
    wrong = solution(hand, claims) if hand.enforces(solution) else None
    why = "" if solution.name in hand.let_stand else wrong
    if why:
        best = hand.found()
        hand.find(solution, claims.who, f"{why}; {best} makes it" if best else why, claims)
        decide(hand, claims.who, f"{claims.who} had a wrong solution", claims)
    elif claims.solution == "none":
        give_up(hand, claims.who, f"{claims.who} missed", claims)
        decide(hand, claims.who, f"{claims.who} had no solution", claims)
    else:
        loser = hand.after(claims.who) if len(hand.seats) == 2 else hand.odd
        because = f"{claims.who}'s solution was kept as played" if wrong else f"{claims.who} had a solution"
        decide(hand, loser, because, claims)


def give_up(hand: TwentyFour, who: Seat, whose: str, report: Report) -> None:
    """Finds the solution that was missed."""
    if best := hand.found():
        hand.find("missed-solution", who, f"{whose} {best}", report)


def decide(hand: TwentyFour, loser: Seat, because: str, report: Report) -> None:
    """Gives the four cards to the loser. If they aren't known, neither is the order of the stacks."""
    standing: Stacks = hand.standing
    if not hand.board:
        for seat, stack in standing.stacks.items():
            sure = frozenset(known(stack)) if seat == loser else frozenset()
            count = size(stack) + (4 if seat == loser else 0) - hand.each
            standing.stacks[seat] = (Layer(count, sure),) if count else ()
    else:
        standing.stacks[loser] = under(standing.stacks[loser], chain.from_iterable(hand.board.values()))
    rule = two_loser if len(hand.seats) == 2 else four_loser
    for seat in hand.seats:
        points, category = (4 - hand.each, "lost") if seat == loser else (-hand.each, "won")
        hand.book(seat, rule, points, because, report, line=category)
    standing.sets += 1


# Counts


def count(hand: TwentyFour, holds: Holds) -> None:
    """Applies a count. With two players one count gives both; with four all are needed."""
    stacks = {seat: size(stack) for seat, stack in hand.standing.stacks.items()}
    if not hand.counted and holds.cards == stacks[holds.who]:
        hand.checked[holds.who] = holds.cards
        return
    hand.dealer = hand.next_dealer
    hand.counted[holds.who] = holds.cards
    total = hand.checked | hand.counted
    if len(hand.seats) == 2:
        total = dict.fromkeys(hand.seats, len(hand.pack) - holds.cards) | {holds.who: holds.cards}
    kept = any(stack_count.name in rules for rules in hand.let_be.values())
    if len(total) < len(hand.seats) or (cannot_be(hand, total) and not kept):
        return
    for seat, cards in total.items():
        if cards != stacks[seat]:
            hand.book(seat, stack_count, cards - stacks[seat], f"{seat} has {so_many(cards, 'card')}", holds)
        hand.standing.stacks[seat] = (Layer(cards),) if cards else ()
    hand.counted.clear()


# Rules: the deal

player_count = illegal("Twenty-Four is for two or four players.", place=Deal, asked="many players, three players")
face_down = unjudged("Deal all cards. Put yours face down in a stack, and don't look at them.")


def share(pack: int, players: int) -> int:
    """How many cards each player starts with. Zero if this number of players can't play."""
    return 0 if CARDS % players else pack // players


# Rules: the cards of a set


@impossible
def four_cards(hand: TwentyFour, upcard: Upcard) -> str | None:
    """A set is four cards face up on the table: two from each of two players, or one from each of four."""
    count = len(upcard.cards)
    return None if count == 4 else f"a set is four cards, {hand.each} from each player, not {count}"


@impossible(
    courts={
        "out": "40 cards: ace to ten in four suits",
        "eleven-up": "52 cards, with jacks, queens and kings",
        "ten": "52 cards, with jacks, queens and kings",
    }
)
def one_pack(hand: TwentyFour, upcard: Upcard) -> str | None:
    """The deck has {courts}. There is one of each."""
    for place, card in enumerate(upcard.cards):
        if card.rank not in values(hand.house):
            return f"there is no {card.face.pretty} in this deck"
        if card.suit and card in upcard.cards[:place]:
            return f"there is only one {card.pretty}"
    return None


def values(house: Mapping[str, Any]) -> dict[str, int]:
    """What each card of the deck counts."""
    return VALUES | COURTS[house["courts"]]


def out_of_reach(players: int, house: Mapping[str, Any]) -> str:
    """Rejects a target that four cards can't reach with + and −."""
    most, target = 4 * max(values(house).values()), house["target"]
    if house["operations"] != "plus-minus" or target <= most:
        return ""
    return f"target={target} can't be reached with operations=plus-minus: four cards make at most {most}"


def whole_pack(players: int, house: Mapping[str, Any]) -> Pack:
    return Pack(" ".join(rank for rank in reversed(UPWARD) if rank in values(house)), ace="low")


@illegal
def set_open(hand: TwentyFour, upcard: Upcard) -> str | None:
    """Finish a set before you turn up the next. You can put new cards on the table only while nobody has a solution."""
    return solved(hand)


def solved(hand: TwentyFour) -> str | None:
    """Who has a solution, once enough players have."""
    if hand.picked:
        return Reason(f"{hand.picked.who} picked {hand.picked.whom} ({at(hand.picked)})", hand.picked)
    if len(hand.slaps) < len(hand.seats) - 1:
        return None
    slaps = tuple(hand.slaps.values())
    return Reason(f"{together(hand.slaps)} slapped ({at(slaps[-1])}), so finish this set first", *slaps)


stack_order = impossible(
    "Turn up the top cards of your stack. A card you put under your stack comes back only after all others."
)
swap = unjudged(
    "With two players, if neither finds a solution, each may put one of their two cards under their stack and turn up"
    " another.",
    asked="no solution, nobody solution, swap",
)
swap_one = illegal("You can put back only one of your two cards.")
swap_all = illegal(
    "With four players, if nobody finds a solution, all put their card under their stack and turn up another."
)
empty_stack = impossible("If you have nothing left to turn up, leave your cards on the table.", asked="stack empty")


@judges(stack_order, swap_one, swap_all, empty_stack)
def from_the_stacks(hand: TwentyFour, upcard: Upcard) -> Mapping[Rule, str]:
    if four_cards(hand, upcard) or one_pack(hand, upcard):
        return {}
    broken = (came_up(hand, seat, cards)[1] for seat, cards in shares(hand, upcard).items())
    return {rule: why for breaches in broken for rule, why in breaches.items()}


def came_up(hand: TwentyFour, seat: Seat, new: Cards) -> tuple[set[Stack], dict[Rule, str]]:
    """What may be left of a stack after these cards came up, and the rules they break."""
    stack, old, located = hand.standing.stacks[seat], hand.board.get(seat, ()), hand.located(seat)
    if not old:
        left = turn_over(stack, new, located)
        return left, {} if left else {stack_order: f"{listed(new)} can't come from {seat}'s stack now"}
    ways = [exchange(stack, old, new, count, located) for count in range(hand.each + 1)]
    as_due = ways[:2] if hand.each == 2 else ways[1:]
    allowed = ways[:1] if not stack else as_due if hand.enforces(swap_one if hand.each == 2 else swap_all) else ways
    left = set().union(*(allowed if any(allowed) else ways))
    if any(allowed):
        return left, {}
    if not stack:
        return left, {empty_stack: f"{seat} has nothing left to turn up, so {listed(old)} must stay"}
    broken: dict[Rule, str] = {}
    if hand.each == 1 and alike(*old, *new):
        broken[swap_all] = f"{seat} must put {listed(old)} back, like all players"
    if hand.each == 2 and not any(alike(before, now) for before in old for now in new):
        broken[swap_one] = f"{seat} had {listed(old)} and can put back only one of them"
    if not left:
        broken[stack_order] = f"{seat} had {listed(old)}, and {listed(new)} can't be next in {seat}'s stack"
    return left, broken


# Rules: slaps and solutions


@impossible(asked="slap twice, slap again")
def slap_once(hand: TwentyFour, slap: Slaps) -> str | None:
    """Slap the table when you have a solution. You can't slap twice in a set."""
    before = hand.slaps.get(slap.who)
    return Reason(f"{slap.who} has already slapped ({at(before)})", before) if before else None


@illegal(asked="who slap first, both slap, same time slap")
def slap_order(hand: TwentyFour, slap: Slaps) -> str | None:
    """With two players, only the first to slap counts; with four, the first three."""
    return solved(hand)


slapper_claims = illegal("With two players, the player who slapped must state the solution.", place=Claims)
odd_player_calls = illegal(
    "With four players, the player who didn't slap picks one of the others, who must state a solution."
)


@judges(odd_player_calls)
def is_odd(hand: TwentyFour, doubts: Doubts) -> str | None:
    if hand.picked:
        return solved(hand)
    if slap := hand.slaps.get(doubts.who):
        return Reason(f"{doubts.who} slapped ({at(slap)}), so another player picks", slap)
    return f"{doubts.who} must pick another player" if doubts.whom == doubts.who else None


@judges(odd_player_calls)
def was_picked(hand: TwentyFour, claims: Claims) -> str | None:
    if not hand.picked:
        return f"{hand.odd} didn't slap, and must first pick who states the solution"
    if claims.who == hand.picked.whom:
        return None
    return solved(hand)


@illegal(
    finding="wrong-solution",
    settled=True,
    courts={
        "out": "an ace counts 1, any other card its number",
        "eleven-up": "an ace counts 1, a jack 11, a queen 12, a king 13, any other card its number",
        "ten": "an ace counts 1, a jack, queen or king 10, any other card its number",
    },
    operations={
        "plus-minus": "+, − and parentheses",
        "no-division": "+, −, × and parentheses",
        "four": "+, −, ×, ÷ and parentheses",
        "powers": "+, −, ×, ÷, powers and parentheses",
    },
    asked="wrong solution, what solution, allowed use, ace worth, use once",
)
def solution(
    hand: TwentyFour,
    claims: Claims,
    *,
    target: int = number(24, "number to make", least=1, most=10000),
) -> str | None:
    """A solution makes exactly {target} from the values of all four cards. Use each card once, with {operations}.
    {courts}. A wrong solution loses the set.
    """
    match claims.solution:
        case Expression() as stated:
            ranks = [card.rank for cards in hand.board.values() for card in cards]
            why = wrong(stated, ranks, target, hand.house["courts"], hand.house["operations"])
            return f"{stated} isn't a solution: {why}" if why else None
        case None if not hand.found():  # wrong only if the cards have no solution
            return "these four cards have no solution"
    return None


# Rules: the score

two_loser = worth(
    "With two players, if the player who slapped states a right solution, the other player takes the four cards."
    " Otherwise the player who slapped takes them. The loser then has two cards more than before, and the other player"
    " two fewer.",
    place=TakesPile,
    lines=("won", "lost"),
    asked="who take, lose set",
)
four_loser = worth(
    "With four players, if the player who was picked states a right solution, the player who didn't slap takes the"
    " four cards. Otherwise the player who was picked takes them. The loser then has three cards more than before,"
    " and each other player one fewer.",
    place=TakesPile,
    lines=("won", "lost"),
)
pile_under = unjudged("Put cards you take under your stack.")
stack_count = arithmetic(
    "All cards of the deck are in the stacks. With two players, each stack has an even number of cards. With four,"
    " all stacks leave the same remainder when you divide by four. Your score is the number of cards in your stack."
    " If you count the stacks, the scores follow the count.",
    claims(Holds, "cards", lambda hand, holds: size(hand.standing.stacks[holds.who]), "{who} has {} cards"),
    lines="count",
)


@judges(stack_count)
def counts_up(hand: TwentyFour, holds: Holds) -> str | None:
    if (before := hand.counted.get(holds.who)) not in (None, holds.cards):
        return f"{holds.who} has {so_many(before, 'card')}, as just entered"
    return cannot_be(hand, hand.counted | {holds.who: holds.cards})


def cannot_be(hand: TwentyFour, total: Mapping[Seat, int]) -> str | None:
    """Why stacks can't have these sizes, or None. With two players one count gives both."""
    whole, text = len(hand.pack), " and ".join(map(str, total.values()))
    if not all(0 <= cards <= whole for cards in total.values()):
        return cannot_happen(f"there are {so_many(whole, 'card')} in all, not {text}")
    if len(hand.seats) == 2:
        return (
            f"{text} is odd, but cards change hands two at a time"
            if any(cards % 2 for cards in total.values())
            else None
        )
    left = {cards % 4 for cards in total.values()}
    if len(left) > 1:
        return f"{together(map(str, total.values()))} can't all be right: the remainders after dividing by four differ"
    least = sum(total.values()) + sum(left) * (len(hand.seats) - len(total))
    if least > whole or (least < whole and len(total) == len(hand.seats)):
        return f"with {text}, the stacks add up to {least}, not {whole}"
    return None


@worth(asked="who win, win")
def out_of_cards(hand: TwentyFour) -> bool:
    """The first player without cards after a set wins the game."""
    return not all(hand.standing.stacks.values())


def values_shown(table: Table) -> dict[str, int]:
    counts = values(table.house)
    return {card.text: counts[card.rank] for card in table.pack}


def solvable(hand: TwentyFour) -> str | None:
    return ("yes" if hand.found() else "no") if hand.board else None


GAME = Game(
    slug="twenty-four",
    name="Twenty-Four",
    summary="Make 24 from four cards with +, −, × and ÷. The first player without cards wins.",
    family="arithmetic",
    players=range(2, 5, 2),
    pack=whole_pack,
    hand=TwentyFour,
    play=play_hand,
    over=out_of_cards,
    clashes=(out_of_reach,),
    dealt_once=True,
    deal_passes=False,
    lowest_wins=True,
    standing=Stacks,
    verbs={
        Deal: "once, to start",
        Upcard: "for a new set, and again if nobody finds a solution",
        Slaps: "when a set is on the table; optional",
        Doubts: "with four players, when three have a solution",
        Claims: "when a set is on the table; with four players, when one is picked",
        TakesPile: "for a set that isn't entered to its end",
        Holds: "between sets, if some weren't entered",
    },
    options=(
        Option(
            "courts",
            "out",
            "whether jacks, queens and kings are in the deck, and what they count",
            (one_pack, solution),
            choices=tuple(COURTS),
            fixed="the stacks were dealt from the deck",
        ),
        Option("operations", "four", "which operations you may use", (solution,), choices=tuple(OPERATIONS)),
    ),
    variants=(
        Variant("court-cards", "Use all 52 cards: a jack counts 11, a queen 12, a king 13.", "courts=eleven-up"),
        Variant("courts-ten", "Use all 52 cards: jacks, queens and kings count 10.", "courts=ten"),
        Variant("powers", "You may use powers with whole exponents.", "operations=powers"),
        Variant("no-division", "You can't divide: use only +, − and ×.", "operations=no-division"),
        Variant("thirty-six", "The cards must make 36.", "target=36"),
    ),
    pack_rule=one_pack,
    facts={
        "solvable": Fact(solvable, "yes or no"),
        "sets": Fact(lambda hand: hand.standing.sets, "sets played"),
        "table": Fact(lambda hand: 4 if hand.board and not hand.finished else 0, "cards on the table"),
    },
    at_a_glance=(
        Glance(
            "cards dealt to each player", lambda table: share(len(table.pack), table.players) or "no game", stack_order
        ),
        Glance("card values", values_shown, solution, show=by_points),
        Glance("number to make", lambda table: table.house["target"], solution),
    ),
    short_form=(
        "For each set of four cards, type who lost it: `Ann takes pile`. Or play some sets, then type how many cards"
        " a stack has: `Ann holds 22`. With two players, one stack is enough; with four, type all four."
    ),
    example=Example(
        "Ann Ben",
        ("deal", "Ann takes pile", "Ben takes pile", "Ann takes pile"),
        "Ann 22, Ben 18",
    ),
    rulings=(
        "Fractions on the way are fine. You can't use negative signs or powers, join cards into one number such as"
        " 24, or leave a card out. If your table allows powers, exponents must be whole numbers.",
        "The arithmetic decides, whatever the players said. To count a wrong claim as right anyway, type `~` in"
        " front of the report.",
        "Cards on the table belong to their players until the set is decided, so nobody is out before that.",
        "With four players, several may run out of cards in the same set. They share the win.",
        "With four players, the player who was picked takes the cards after any wrong solution, or after stating none.",
        "If your stack is empty, a card put back would come up again, so leave it on the table.",
        "If you name cards without suits, or don't enter a set, the order of a stack may be unknown.",
        "A count that differs from the score stands in for sets that weren't entered. After it, nobody knows where"
        " each card is.",
        "To take back the deal with all its sets, type `misdeal`. If you type `end`, the player with the fewest"
        " cards wins. An adjusted score moves no cards.",
    ),
    edition=2,
)
