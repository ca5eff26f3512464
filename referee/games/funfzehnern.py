"""Fünfzehnern.  Fifteen card points are the goal, and a lead once taken in a suit goes on in that suit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.cards import RANK_NAMES, SUIT_NAMES, SUITS, UNKNOWN, Card, Pack, Rank, Suit, read_suit
from referee.game.asks import at
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Example, Fact, Game, Glance, Table
from referee.game.quick_reference import by_points
from referee.kit import holdings, tricks
from referee.kit.claims import claims
from referee.kit.endings import all_played
from referee.kit.evidence import Evidence, Void, must_hold
from referee.kit.ledger import holds, pay
from referee.kit.messages import doubt_in_words, lines, together
from referee.kit.tricks import Plays, Takes, Trick, TrickHand
from referee.kit.worlds import shares_of, sums_of
from referee.language.reports import Report, one_for_each
from referee.language.words import Seat, so_many
from referee.rules.options import Option, Scale, Variant
from referee.rules.rule import Answer, Reason, Rule, arithmetic, illegal, impossible, judges, not_next, number, worth

HAND = 8  # cards each, and tricks
POOL = "pool"
ACE, KING, QUEEN = Rank("A"), Rank("K"), Rank("Q")
COUNTED = ("A", "K", "Q", "J", "10")

# Reports


class DeclaresZwang(Report):
    """a player announces a zwang: the queen led next calls for the ace of its suit"""


class Holds(Report, limits={"points": lambda hand, seat: hand.all_points}):
    """a player's card points for the whole hand"""

    points: int
    options = one_for_each(lambda hand, seat: range(hand.all_points + 1))


@dataclass
class Funfzehnern(TrickHand):
    """One hand of Fünfzehnern.

    ``bound`` is the player who must go on leading a suit, with the suit. ``zwang`` is the announcement for the current
    lead or trick.
    """

    bound: tuple[Seat, Suit] | None = None
    zwang: DeclaresZwang | None = None
    claimed: dict[Card, DeclaresZwang] = field(default_factory=dict)  # kings that must be in the hand
    ignored: list[Card] = field(default_factory=list)  # aces that weren't played to a zwang
    untold: dict[Seat, int] = field(default_factory=dict)  # tricks reported only by number
    holds: dict[Seat, Holds] = field(default_factory=dict)

    # Which suit is out

    @property
    def suits_entered(self) -> set[Suit]:
        known = {card.suit for holding in self.holdings.values() for card in holding.known}
        return known | {card.suit for card in self.seen}

    @property
    def suits_left_out(self) -> list[Suit]:
        """The suits that may be the one left out."""
        if len(self.seats) * HAND == len(self.pack):
            return []
        texts = self.suits_entered
        return [suit for suit in SUITS if suit not in texts]

    def unseen(self) -> list[Card]:
        unseen, out = super().unseen(), self.suits_left_out
        return [card for card in unseen if card.suit != out[0]] if len(out) == 1 else unseen

    def unseen_ways(self) -> list[list[Card]]:
        unseen, out = super().unseen(), self.suits_left_out
        return [[card for card in unseen if card.suit != suit] for suit in out] or [unseen]

    # Points

    def worth(self, card: Card) -> int:
        """The card points of a card."""
        values: Scale = self.house["values"]
        return values[COUNTED.index(card.rank)] if card.rank in COUNTED else 0

    def points_of(self, cards: Iterable[Card]) -> int:
        return sum(map(self.worth, cards))

    @property
    def all_points(self) -> int:
        """All card points in the deck."""
        values: Scale = self.house["values"]
        return len(self.seats) * sum(values)

    def points(self) -> dict[Seat, int]:
        """Each player's card points, as far as they are known."""
        entered = {seat: self.points_of(self.piles.get(seat, [])) for seat in self.seats}
        return entered | {seat: held.points for seat, held in self.holds.items()}

    def unnamed(self) -> tuple[Seat, ...]:
        return self.all_but(self.holds)

    @property
    def duty(self) -> Suit | None:
        """The suit the leader must lead, or None if the cards show that there is none left."""
        if self.bound is None:
            return None
        seat, suit = self.bound
        return suit if Evidence(self, seat).may_hold(suit) else None

    # What is found

    @property
    def called_for(self) -> Collection[Card]:
        return self.ignored

    def comes_late(self, void: Void, play: Plays) -> str:
        if void.finding == follow_suit.called:
            return super().comes_late(void, play)
        if void.finding == zwang_answer.called:
            had = f"{play.who} had {play.card.pretty}"
            return f"{had}, but didn't play it when a zwang called for it ({at(void.play)})"
        bound = f"{play.who} had {play.card.pretty}, so had to lead {SUIT_NAMES[void.suit]}"
        return f"{bound}, not {void.play.card.pretty} ({at(void.play)})"


# The hand


async def play_hand(hand: Funfzehnern) -> None:
    deal = await hand.deal(size=HAND, whole=True)
    hand.deal_cards(HAND, deal)
    hand.untold = dict.fromkeys(hand.seats, 0)

    # Tricks
    hand.leader = hand.eldest
    counts = hand.ask(hand.unnamed, Holds, free=True)
    numbers = hand.ask(None, Takes, aside=True) | hand.ask(hand.unnamed, Holds, free=True, aside=True)
    playing = hand.ask_play() | numbers
    leading = playing | hand.ask(hand.to_play, DeclaresZwang, free=True, aside=True)
    while hand.tricks_left:
        match await (playing if hand.trick or hand.zwang else leading):
            case Plays() as play:
                play_card(hand, play)
            case DeclaresZwang() as call:
                hand.leader, hand.zwang = call.who, call
            case Takes() as takes:
                take_unnamed(hand, takes)
            case Holds() as counted:
                if count_points(hand, counted):
                    break
    else:
        while any(hand.untold.values()) and not count_points(hand, await counts):
            pass

    # Score
    for seat, taken in hand.points().items():
        reports, chips = [hand.holds[seat]] if seat in hand.holds else [], fifteen(hand, taken)
        payer, payee = (POOL, seat) if chips > 0 else (seat, POOL)
        pay(hand, payer, payee, abs(chips), fifteen, f"{so_many(taken, 'card point')}", *reports)


def play_card(hand: Funfzehnern, play: Plays) -> None:
    lead = not hand.trick
    if lead:
        heed_duty(hand, play)
        heed_zwang(hand, play)
    elif gives_ace(hand, play):
        hand.zwang = None  # the table keeps it
    if (claim := hand.claimed.pop(play.card, None)) and claim.who != play.who:
        why = f"{play.who} plays {play.card.pretty}, so {claim.who}'s zwang ({at(claim)}) was false"
        hand.find(zwang, claim.who, why, claim, play)
    trick = [*hand.trick, play]
    if winner := hand.put(play):
        end_trick(hand, trick, winner)


def heed_duty(hand: Funfzehnern, play: Plays) -> None:
    """Notes that a leader of another suit has none left, unless the card is unbeatable or the table keeps it.

    The leader is then free, or bound to the new suit.
    """
    if hand.bound is None or hand.bound[0] != play.who:
        hand.bound = None
    elif play.card.suit != hand.bound[1] and not unbeatable_lead(hand, play.card) and not lead_suit(hand, play):
        hand.seems_out(Void(play.who, hand.bound[1], play, lead_suit.called))
        hand.bound = (play.who, play.card.suit) if hand.house["lead"] == "strict" else None


def heed_zwang(hand: Funfzehnern, play: Plays) -> None:
    """Applies a zwang to the queen led. It also holds if the table keeps one without the king."""
    if hand.zwang is None:
        return
    broken = calls_for_ace(hand, play) or {}
    ace, king = Card(ACE, play.card.suit), Card(KING, play.card.suit)
    if hand.zwang.who != play.who or play.card.rank != QUEEN or ace in hand.seen or zwang_answer in broken:
        hand.zwang = None
    elif not broken:
        hand.claimed[king] = hand.zwang


def end_trick(hand: Funfzehnern, trick: list[Plays], winner: Seat) -> None:
    """Binds a player who takes the lead from another to the suit of that trick."""
    suit = trick[0].card.suit
    if winner != trick[0].who and hand.enforces(lead_suit):
        hand.bound = winner, suit
    ace = Card(ACE, suit)
    if hand.zwang and ace not in hand.seen and hand.enforces(zwang_answer):
        hand.ignored.append(ace)
        for play in trick:
            hand.seems_out(Void(play.who, Suit(ace.text), play, zwang_answer.called))
        hand.prove(trick[-1])
    hand.zwang = None


def take_unnamed(hand: Funfzehnern, takes: Takes) -> None:
    if takes.tricks:
        hand.take_unnamed(takes.who, takes.tricks)
        hand.untold[takes.who] += takes.tricks
        hand.bound = hand.zwang = None


def count_points(hand: Funfzehnern, counted: Holds) -> bool:
    """Applies card points. Returns whether all points or all players are entered."""
    hand.holds[counted.who] = counted
    return sum(hand.points().values()) == hand.all_points or not hand.unnamed()


# Rules: the deal

dealer_rotation = illegal("The deal passes to the left.", turn=Deal)

# Rules: tricks

lead_order = illegal(
    "The player on the dealer's left leads to the first trick. After that, the player who took the last trick leads."
    " Play is clockwise.",
    tricks.whole_trick,
    tricks.one_card_each,
    turn=Plays,
)
one_pack = impossible(
    "The deck has 32 cards, ace to seven in each suit. With three players, leave out {out}. Deal all cards, eight to"
    " each player. You can play only cards that are in your hand.",
    tricks.from_hand,
    holdings.from_the_pack,
    out={"none": "one suit", **SUIT_NAMES},
)


@judges(one_pack)
def of_three_suits(hand: Funfzehnern, report: Plays | Dealt) -> str | None:
    """With three players a fourth suit can't come."""
    if len(hand.seats) * HAND == len(hand.pack):
        return None
    named = report.cards if isinstance(report, Dealt) else (report.card,)
    strange = {card.suit for card in named if card is not UNKNOWN and card.suit} | hand.suits_entered
    return "three players leave out one suit, and these cards are of four" if len(strange) > 3 else None


follow_suit = illegal("You must follow suit if you can. Otherwise you may play any card.", finding="revoke")
trick_winner = worth(
    "The highest card of the suit led takes the trick. Ace is high, then king, queen, jack, ten. There is no trump."
)
trick_count = impossible(
    "A hand has eight tricks.",
    tricks.enough_tricks,
    claims(
        Takes,
        "tricks",
        lambda hand, takes: range((least := hand.taken[takes.who]), least + hand.tricks_left + 1),
        f"{{who}} took {{}} of {HAND} tricks",
    ),
)


# Rules: the lead


def off_duty(hand: Funfzehnern, play: Plays) -> bool:
    """Whether a lead is off the suit its player must lead, with a card that can be beaten."""
    if hand.trick or hand.bound is None or hand.bound[0] != play.who or play.card not in hand.pack:
        return False
    return play.card.suit != hand.bound[1] and not unbeatable_lead(hand, play.card)


def may_have_to_go_on(hand: Funfzehnern, play: Plays) -> Reason | None:
    if not off_duty(hand, play) or not hand.bound or play.who not in hand.holdings:
        return None
    if not Evidence(hand, play.who, play.card).may_hold(hand.bound[1]):
        return None
    return doubt_in_words(play.who, f"may still have {SUIT_NAMES[hand.bound[1]]}")


@illegal(
    finding="lead-revoke",
    doubt=may_have_to_go_on,
    lead={
        "free": "when you have none left, you may lead any suit",
        "strict": "when you have none left, the next suit you lead is your suit, too",
    },
    asked="what lead, lead other suit, must lead same suit, change suit, keep lead, lead any",
)
def lead_suit(hand: Funfzehnern, play: Plays) -> Reason | None:
    """If you take the lead from another player, keep leading the suit in which you took it, as long as you have cards
    of that suit. {lead}. The first leader of the hand may lead anything.
    """
    if not off_duty(hand, play) or not hand.bound or play.who not in hand.holdings:
        return None
    suit = hand.bound[1]
    if why := tricks.surely_holds(hand, play.who, suit, play.card):
        return Reason(f"{why} and must lead {SUIT_NAMES[suit]}: {play.card.pretty} can be beaten", *why.reports)
    return None


@worth(asked="unbeatable, lead ace")
def unbeatable_lead(hand: Funfzehnern, card: Card) -> bool:
    """You may always lead an unbeatable card of another suit: an ace, or any other card once all higher cards of its
    suit have been played. After that, go back to your own suit.
    """
    better = [Card(rank, card.suit) for rank in hand.pack.ranks[: hand.pack.ranks.index(card.rank)]]
    untold = any(hand.untold.values())
    return all(card in hand.seen or (untold and not in_a_hand(hand, card)) for card in better)


def in_a_hand(hand: Funfzehnern, card: Card) -> bool:
    """Whether a card is certainly still in a hand."""
    return any(holding.surely(lambda held: held is card) for holding in hand.holdings.values())


def may_have(hand: Funfzehnern, seat: Seat, card: Card, playing: Card | None = None) -> bool:
    """Whether SEAT may have a card besides the one played."""
    if card in hand.seen:
        return False
    return seat not in hand.holdings or Evidence(hand, seat, playing, apart=card).may_hold(Suit(card.text))


def surely_has(hand: Funfzehnern, seat: Seat, card: Card, playing: Card | None = None) -> Reason | None:
    """The proof that SEAT has a card besides the one played, or None."""
    if seat not in hand.holdings or card is playing or card in hand.seen:
        return None
    if hand.holdings[seat].surely(lambda held: held is card):
        proof = hand.holdings[seat].known[card]
        return Reason(f"{seat} has {card.pretty} ({at(proof)})", proof)
    if Evidence(hand, seat, playing, apart=card).may_lack(Suit(card.text)):
        return None
    return must_hold(hand, seat, Suit(card.text))


# Rules: the zwang

zwang = illegal(
    'If you have the king and queen of a suit, and another player still has its ace, you may say "zwang" and lead'
    " the queen. That forces the ace.",
    finding="zwang-false",
    asked="zwang",
)
zwang_answer = illegal(
    "When a zwang is led, the player with the ace of that suit must play it to that trick.",
    finding="zwang-ignored",
    asked="answer zwang, must play ace",
)


@judges(zwang, lead_order)
def leader_calls(hand: Funfzehnern, declares: DeclaresZwang) -> Answer:
    leader = hand.to_play()
    if hand.loose or not isinstance(leader, str) or not declares.who or declares.who == leader:
        return None
    return dict.fromkeys((zwang, lead_order), not_next(declares.who, leader))


@judges(zwang)
def has_a_pair(hand: Funfzehnern, declares: DeclaresZwang) -> Reason | None:
    """Whether another hand can have an ace to call, and this hand its king and queen."""
    holding = hand.hold(declares.who)
    for suit in SUITS:
        ace, *pair = (Card(rank, suit) for rank in (ACE, KING, QUEEN))
        blind = sum(card not in holding.known for card in pair)
        out = ace in hand.pack and ace not in hand.seen and blind <= holding.blind
        if out and all(may_have(hand, declares.who, card) for card in pair) and not surely_has(hand, declares.who, ace):
            return None
    proof = tuple(dict.fromkeys((*holding.known.values(), *reports_of(hand, declares.who))))
    return Reason(
        f"{declares.who} can't have the king and queen of a suit whose ace another player has{lines(proof[:1])}", *proof
    )


def may_lack_king(hand: Funfzehnern, play: Plays) -> Reason | None:
    if not calling(hand, play) or surely_has(hand, play.who, Card(KING, play.card.suit), play.card):
        return None
    return doubt_in_words(play.who, f"may not have the {RANK_NAMES['K']}")


@judges(zwang, zwang_answer, doubt=may_lack_king)
def calls_for_ace(hand: Funfzehnern, play: Plays) -> Mapping[Rule, str] | None:
    """A zwang is led with a queen, beside its king, while the ace is out and in another hand."""
    if not calling(hand, play) or hand.zwang is None:
        return None
    if play.card.rank != QUEEN:
        return {zwang: Reason(f"a zwang ({at(hand.zwang)}) must be a queen, not {play.card.pretty}", hand.zwang)}
    ace, king = Card(ACE, play.card.suit), Card(KING, play.card.suit)
    if reports := hand.seen.get(ace):
        return {zwang: Reason(f"{ace.pretty} has already been played ({at(reports[-1])})", reports[-1])}
    broken: dict[Rule, str] = {}
    if not has_a_pair(hand, hand.zwang) and not may_have(hand, play.who, king, play.card):
        holder = hand.holder(king)
        proof = (*hand.seen.get(king, ()), *((holder[1],) if holder else reports_of(hand, play.who)))
        broken[zwang] = Reason(f"{play.who} doesn't have {king.pretty}{lines(proof[:1])}", *proof)
    if why := surely_has(hand, play.who, ace, play.card):
        broken[zwang_answer] = Reason(f"{why}, so nobody else can be forced", *why.reports)
    return broken


def may_have_ace(hand: Funfzehnern, play: Plays) -> Reason | None:
    if not called(hand, play) or not may_have(hand, play.who, Card(ACE, hand.trick[0].card.suit), play.card):
        return None
    return doubt_in_words(play.who, "may have the ace", hand.trick[0])


@judges(zwang_answer, doubt=may_have_ace)
def gives_ace(hand: Funfzehnern, play: Plays) -> Reason | None:
    if not called(hand, play):
        return None
    if why := surely_has(hand, play.who, Card(ACE, hand.trick[0].card.suit), play.card):
        return Reason(f"{why} and must play it to {hand.trick[0].who}'s zwang ({at(hand.trick[0])})", *why.reports)
    return None


def calling(hand: Funfzehnern, play: Plays) -> bool:
    """Whether this is the lead of an announced zwang."""
    return bool(hand.zwang and not hand.trick and play.who == hand.zwang.who)


def called(hand: Funfzehnern, play: Plays) -> bool:
    """Whether this is a card other than the ace, played to a trick that calls for it."""
    return bool(hand.zwang and hand.trick and play.card is not Card(ACE, hand.trick[0].card.suit))


def reports_of(hand: Funfzehnern, seat: Seat) -> tuple[Report, ...]:
    return (hand.dealt[seat],) if seat in hand.dealt else ()


# Rules: card points

card_points = arithmetic(
    "An ace counts {values:first} card points, a king {values:second}, a queen {values:third}, a jack {values:fourth}"
    " and a ten {values:fifth}. Other cards count nothing. After"
    " the last trick, count the cards you took.",
    claims(Holds, "points", lambda hand, holds: hand.points()[holds.who], "{who} had {} card points"),
    values=number((5, 4, 3, 2, 1), "card points of an ace, king, queen, jack and ten", most=50),
    asked="ace worth",
)


@judges(card_points)
def adds_up(hand: Funfzehnern, counted: Holds) -> str | None:
    before = hand.holds.get(counted.who)
    if before and before.points != counted.points:
        return Reason(f"{counted.who} has {before.points} ({at(before)}), not {counted.points}", before)
    if not 0 <= counted.points <= hand.all_points:
        return f"there are {hand.all_points} card points in all"
    return clash(hand, points_named(hand) | {counted.who: counted.points}, hand.piles, hand.untold, lying(hand))


@judges(card_points)
def fits_points(hand: Funfzehnern, play: Plays) -> str | None:
    """Whether the trick leaves room for the card points entered."""
    if not hand.holds or play.card not in hand.pack or play.card in hand.seen:
        return None
    cards = [*lying(hand), play.card]
    if len(cards) < len(hand.seats):
        return clash(hand, points_named(hand), hand.piles, hand.untold, cards)
    winner = max([*hand.trick, play], key=lambda play: hand.strength(play.card)).who
    return clash(hand, points_named(hand), hand.piles | {winner: hand.piles[winner] + cards}, hand.untold)


judges(follow_suit)(tricks.follows_suit)


@judges(card_points)
def leave_points(hand: Funfzehnern, takes: Takes) -> str | None:
    """Whether the tricks leave room for the card points entered."""
    if not hand.holds or not takes.who or not 0 <= takes.tricks <= hand.tricks_left:
        return None
    untold = hand.untold | {takes.who: hand.untold[takes.who] + takes.tricks}
    return clash(hand, points_named(hand), hand.piles, untold)


def lying(hand: Funfzehnern) -> list[Card]:
    return [play.card for play in hand.trick]


def points_named(hand: Funfzehnern) -> dict[Seat, int]:
    return {seat: held.points for seat, held in hand.holds.items()}


def clash(
    hand: Funfzehnern,
    entered: Mapping[Seat, int],
    won: Mapping[Seat, list[Card]],
    untold: Mapping[Seat, int],
    begun: Sequence[Card] = (),
) -> str | None:
    """Why these card points can't add up to a whole hand, or None. ``begun`` has the cards of the current trick."""
    brought = {seat: hand.points_of(cards) for seat, cards in won.items()}
    for seat, n in entered.items():
        if n < brought[seat]:
            return f"{seat} already has {brought[seat]} in known tricks, so can't have {n}"
    left = HAND - sum(map(len, won.values())) // len(hand.seats) - sum(untold.values())
    rest = hand.all_points - sum(entered.get(seat, brought[seat]) for seat in hand.seats)
    others = [seat for seat in hand.seats if seat not in entered and untold[seat] + left]
    if rest < 0 or (rest and not others):
        total = hand.all_points
        nobody = f", and nobody is left to have the other {rest}" if rest > 0 else f", but there are only {total}"
        return f"that makes {so_many(total - rest, 'card point')}{nobody}"
    more = {seat: n - brought[seat] for seat, n in entered.items()}
    if len(others) == 1 or not rest:
        more |= dict.fromkeys(others, rest)
    out = still_out(hand, won, begun)
    sums = sums_of(tuple(map(hand.worth, out)), len(out))

    def brings(seats: Sequence[Seat], need: int, winner: Seat, share: Mapping[Seat, int]) -> bool:
        """Whether the unknown tricks can bring these players this many points together."""
        mine = begun if winner in seats else ()
        size = sum(untold[seat] + share[seat] for seat in seats) * len(hand.seats) - len(mine)
        need -= hand.points_of(mine)
        return size < len(sums) and need >= 0 and bool(sums[size] >> need & 1)

    open_to = [seat for seat in others if seat not in more]
    groups = [((seat,), need) for seat, need in more.items()] + ([(tuple(open_to), rest)] if open_to else [])
    for winner in hand.seats if begun else hand.seats[:1]:
        for numbers in shares_of(left, len(hand.seats)):
            share = dict(zip(hand.seats, numbers, strict=True))
            has_trick = share[winner] or not begun
            if has_trick and all(brings(seats, need, winner, share) for seats, need in groups):
                return None
    needs = together(f"{together(seats)} {need}" for seats, need in groups)
    return f"the tricks that weren't entered can't give {needs}"


def still_out(hand: Funfzehnern, won: Mapping[Seat, list[Card]], begun: Sequence[Card]) -> list[Card]:
    """The cards that aren't in known tricks or the current one."""
    told = {*begun, *(card for cards in won.values() for card in cards)}
    out = [suit for suit in hand.suits_left_out if all(card.suit != suit for card in told)][:1]
    return [card for card in hand.pack if card not in told and card.suit not in out]


# Rules: the score


@worth(lines="fifteen", asked="score, pay, fifteen, pool")
def fifteen(
    hand: Funfzehnern,
    taken: int,
    *,
    goal: int = number(15, "card points at which you neither win nor lose", most=150),
) -> int:
    """The score is your card points minus {goal}. Take a chip from the pool for each point above {goal}, and pay a chip
    for each point below.
    """
    return taken - goal


@worth
def game_end(
    hand: Funfzehnern,
    *,
    hands: int | None = number(
        None,
        "hands in the game; without a number, it ends when you stop",
        least=1,
        words={"none": "the game goes on until you stop", "N": "the game ends after {N:word hand}"},
    ),
) -> bool | None:
    """{hands}."""
    return None if hands is None else all_played(hand, hands)


# The table


class SuitOption(Option):
    """An option whose value is a suit."""

    def read(self, text: str, players: int) -> str:
        if suit := read_suit(text):
            return suit
        raise ValueError(f"{self.name} must be a suit, not {text!r}")


def card_values(table: Table) -> dict[str, int]:
    return {card.text: table.hand().worth(card) for card in table.pack}


def pack(players: int, house: Mapping[str, Any]) -> Pack:
    """The deck. Three players leave out a suit, which the table may name beforehand."""
    out = house["out"] if players == 3 else None
    return Pack("A K Q J 10 9 8 7", without=f"AKQJT987{out}" if out else "", ace="high")


def state_of(hand: Funfzehnern) -> Iterator[str]:
    """Each player's card points, as far as they are known, and the current trick."""
    if points := {seat: number for seat, number in hand.points().items() if number}:
        yield "card points " + ", ".join(f"{seat} {number}" for seat, number in points.items())
    yield from tricks.on_the_table(hand)


GAME = Game(
    slug="funfzehnern",
    name="Fünfzehnern",
    summary="Take 15 card points or more. After you win the lead, you must go on leading the suit you won it with.",
    family="trick-taking",
    players=range(3, 5),
    pack=pack,
    hand=Funfzehnern,
    play=play_hand,
    over=game_end,
    verbs={
        Deal: "to start, and after a hand is over",
        Plays: "on your turn",
        Trick: "on the leader's turn",
        DeclaresZwang: "on the leader's turn, just before the queen",
        Holds: "instead of tricks, or after them; the hand is over when all points are entered",
        Takes: "for tricks whose cards you don't enter, so that referee knows who leads",
    },
    pack_rule=one_pack,
    options=(
        Option(
            "lead",
            "free",
            "what you may lead when you have none left of your suit: any suit each time, or one suit until it is gone",
            (lead_suit,),
            choices=("free", "strict"),
        ),
        SuitOption(
            "out", None, "the suit that three players leave out; none: any suit", (one_pack,), choices=tuple(SUITS)
        ),
    ),
    variants=(
        Variant("strict", "When your suit is gone, the next suit you lead becomes your suit.", "lead=strict"),
        Variant("free-leads", "You may always lead any card.", "without=lead-suit"),
        Variant("four-hands", "A game has four hands.", "hands=4"),
    ),
    facts={
        "duty": Fact(lambda hand: hand.duty, "the suit that must be led"),
        "points": Fact(lambda hand: hand.points(), "card points of each player"),
        "pool": Fact(lambda hand: holds(hand, POOL), "its chips"),
        "hand": Fact(lambda hand: hand.number, "its number"),
    },
    chips=True,
    accounts=(POOL,),
    deal_out=holdings.take_up,
    now=state_of,
    ends=(trick_count,),
    at_a_glance=(
        Glance("cards dealt to each player", HAND, trick_count),
        tricks.trick_ranking(trick_winner),
        Glance("card values", card_values, card_points, show=by_points),
        Glance("score", lambda table: f"card points minus {table.house['goal']}", fifteen),
    ),
    short_form="Type `deal`, then how many card points each player `holds`. A player you leave out has none.",
    example=Example(
        "Ann Ben Cat Dan",
        ("deal", "Ann holds 22; Ben holds 18; Cat holds 20"),
        "Ann 7, Ben 3, Cat 5, Dan -15",
    ),
    rulings=(
        "A card is unbeatable no matter who has played the higher cards of its suit. If you have a higher card"
        " yourself, the card isn't unbeatable, so lead the higher one first.",
        "After an unbeatable card, you may lead another one, or go back to your suit.",
        "When you have none left of your suit, you are free until you lose the lead. So is the first leader.",
        "The queen of a zwang must be a card you may lead.",
        "If nobody plays the ace to a zwang, the player who plays it later has ignored the zwang, even if"
        " that is the leader.",
        "When you stop, the highest total wins. Players who tie share the win.",
    ),
    edition=3,
)
