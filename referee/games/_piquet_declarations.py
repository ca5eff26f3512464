"""Piquet's declarations: what is said of point, sequences and sets, who wins each round, and what can't be true."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from referee.cards import RANK_NAMES, Card, Cards, Rank, listed
from referee.core import (
    Answer,
    FunctionRule,
    Reason,
    Report,
    Rule,
    Seat,
    at,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    worth,
)
from referee.games._piquet import (
    HAND,
    ROUNDS,
    SEQUENCES,
    SETS,
    SUIT_BITS,
    VALUES,
    Claim,
    Round,
    below_ace,
    mask,
    point_ways,
    run_ways,
    set_ways,
    witness,
)
from referee.games._piquet_exchange import Shows, carte_blanche, first_face, in_time, no_face_dealt, not_there, one_pack
from referee.kit.messages import lines
from referee.notation import NOBODY

if TYPE_CHECKING:
    from referee.games.piquet import Piquet

# Reports


class DeclaresPoint(Report, verb="declares point"):
    """how many cards the longest suit has, and what they add up to"""

    size: Annotated[int, range(1, 9)]
    value: Annotated[int, range(7, 76)] | None = None


class DeclaresPointOf(Report, verb="declares point"):
    """the cards of the longest suit"""

    cards: Cards


class DeclaresRun(Report, verb="declares run", bare=True):
    """a sequence by its length, and the top card or its rank"""

    size: Annotated[int, range(3, 9)]
    top: Card | None = None


class DeclaresSequence(Report, verb="declares", bare=True):
    """a sequence by its name, and the top card or its rank, or all its cards"""

    name: Literal["tierce", "quart", "quint", "sixieme", "septieme", "huitieme", "run"]
    cards: Cards = ()


class DeclaresSet(Report, verb="declares"):
    """three or four of a rank"""

    name: Literal["trio", "quatorze"]
    rank: Rank


class DeclaresCards(Report, verb="declares"):
    """a point, a sequence or a set by its cards alone"""

    cards: Cards


class Good(Report):
    """the other's declaration isn't beaten"""


class Equal(Report):
    """the other's declaration is matched, in length or in all"""


Declaration = DeclaresPoint | DeclaresPointOf | DeclaresRun | DeclaresSequence | DeclaresSet | DeclaresCards
DECLARATIONS = (DeclaresPoint, DeclaresPointOf, DeclaresRun, DeclaresSequence, DeclaresSet, DeclaresCards)
SPOKEN = (*DECLARATIONS, Good, Equal)


# What is said


@dataclass
class Spoken:
    """What was said in one round of the declarations."""

    best: Claim | None = None
    due: Seat = NOBODY  # whose answer is awaited
    equal: bool = False  # that was the answer
    restated: bool = False  # the value or the top card was told after it
    settled: bool = False

    def told_more(self, claim: Claim) -> bool:
        """Whether a claim tells the value or the top card of the one before."""
        best = self.best
        if best is None or self.settled or best.who != claim.who or best.size != claim.size:
            return False
        if self.equal:
            return not self.restated and best.rank in (None, claim.rank)
        return bool(self.due) and claim.round == "point" and best.rank is None and claim.rank is not None

    def may_answer(self, who: Seat) -> bool:
        if self.best is None or self.best.who == who or self.settled:
            return False
        return self.due == who or (self.equal and not self.restated)


def declare(hand: Piquet, told: Declaration | Good | Equal) -> None:
    said = hand.said
    match told:
        case Good():
            said.equal = False
            settle(hand, said)
        case Equal():
            if said.best and not said.settled:
                if hand.round != "set":
                    believe(hand, equal_to(said.best, told))
                said.due, said.equal = NOBODY, True
            if said.restated:
                settle(hand, said)
        case _:
            claim = claim_of(hand, told)
            assert isinstance(claim, Claim)
            take_claim(hand, claim)


def take_claim(hand: Piquet, claim: Claim) -> None:
    """A claim opens its round, says more of the same player's, answers the other's, or adds to what has won."""
    believe(hand, claim)
    late = passed_over(hand, claim)
    if claim.round != hand.round and not late:
        settle(hand, hand.said)
        hand.round = claim.round
    said = hand.rounds[claim.round]
    if said.best is None:
        said.best, said.due = claim, hand.younger
        if claim.who == hand.younger or late:
            settle(hand, said)  # elder has passed, or the round is over and the table lets it stand
    elif said.told_more(claim):
        said.best, said.due, said.equal, said.restated = claim, hand.other(claim.who), False, True
    elif said.may_answer(claim.who):
        higher = claim.outranks(said.best)
        if higher is None and claim.rank is None:
            said.due, said.equal = NOBODY, True  # the same again is no more than equal
        elif higher is None:
            said.best, said.due, said.restated = claim, said.best.who, True  # who says what decides, or lets it be
        else:
            said.equal = (claim.size, claim.rank) == (said.best.size, said.best.rank)
            said.best = claim if higher else said.best
            settle(hand, said)
    else:
        settle(hand, said)
        add(hand, said, claim)


def add(hand: Piquet, said: Spoken, claim: Claim) -> None:
    """A claim in a round that is settled: more of the winner's, or one of the other's that the table lets stand."""
    best = said.best
    assert best
    if claim.who == best.who and not said.equal:
        if claim.round == "point":
            withdraw(hand, best)
        win(hand, claim)
        return
    equal = (claim.size, claim.rank) == (best.size, best.rank)
    if not claim.outranks(best) and not equal:
        return
    if not said.equal:
        withdraw(hand, best)
    said.equal = equal
    if not equal:
        said.best = claim
        win(hand, claim)


def believe(hand: Piquet, claim: Claim) -> None:
    """Keeps a claim that may be true, in place of what it tells more of."""
    mine = beside(hand, claim)
    cards = witness(hand.held(claim.who), [*mine, claim])
    if cards is not None:
        hand.claims = [other for other in hand.claims if other.who != claim.who or other in mine] + [claim]
        hand.proved[claim.who] = cards


def settle(hand: Piquet, said: Spoken) -> None:
    """Nothing more is answered in this round: what stands scores, unless it was equalled."""
    if said.best and not said.settled and not said.equal:
        win(hand, said.best)
    said.settled, said.due = True, NOBODY


def withdraw(hand: Piquet, claim: Claim) -> None:
    """What a round brought goes back: one side alone scores in it."""
    for line in [line for line in hand.lines if line.who == claim.who and line.rule == OF_ROUND[claim.round].name]:
        hand.lines.remove(line)
        hand.standing.balance[line.who] -= line.points


def win(hand: Piquet, claim: Claim) -> None:
    rule = OF_ROUND[claim.round]
    hand.book(claim.who, rule, rule(hand, claim), claim.text, claim.report)


def passed_over(hand: Piquet, claim: Claim) -> bool:
    """Whether a later round has begun than the one that a claim belongs to."""
    return hand.round is not None and ROUNDS.index(claim.round) < ROUNDS.index(hand.round)


def beside(hand: Piquet, claim: Claim) -> list[Claim]:
    """What the same player claims besides, but for what a claim tells more of."""
    said = hand.rounds[claim.round]
    replaces = isinstance(claim.report, Equal) or said.told_more(claim) or said.may_answer(claim.who)
    return [other for other in hand.claims if other.who == claim.who and not (replaces and other.round == claim.round)]


# What is found out


def expose(hand: Piquet, shown: Report) -> None:
    """Finds the declarations that can't have been true, now that cards are seen."""
    for seat in hand.seats if hand.claims or hand.plain else ():
        if seat in hand.plain and not hand.held(seat).fits(0):
            blanche = hand.plain.pop(seat)
            why = f"{seat} had a carte blanche ({at(blanche)}), and after {shown.text} it can't have been one"
            hand.find("false-declaration", seat, why, blanche, shown)
        mine, held = [claim for claim in hand.claims if claim.who == seat], hand.held(seat)
        while mine and not held.fits(hand.proved[seat]):
            if cards := witness(held, mine):
                hand.proved[seat] = cards
                break
            false = next((claim for claim in mine if witness(held, [claim]) is None), mine[-1])
            mine.remove(false)
            hand.claims.remove(false)
            why = f"{seat} declared {false.text} ({at(false.report)}), and after {shown.text} it can't have been there"
            hand.find("false-declaration", seat, why, false.report, shown)


# Rules: declarations

declaration_order = illegal(
    "The point comes first, then sequences, then sets; each time elder speaks first.", turn=DECLARATIONS
)
declaration_time = illegal("What was passed over can't be declared any more, nor anything once a card is led.")
counter_beats = illegal("Younger calls elder's declaration good or equal, or goes above it; less is no answer.")
extra_not_higher = illegal("Only the winner of a round adds to it, and nothing above what won.")


@judges(declaration_order, declaration_time, counter_beats, extra_not_higher)
def in_its_round(hand: Piquet, report: Declaration) -> Answer:
    claim = claim_of(hand, report)
    if isinstance(claim, dict):
        return None
    if passed_over(hand, claim):
        why = f"the {hand.round}s have been spoken of, so the {claim.round} before them was passed over"
        return {declaration_time: why, declaration_order: why}
    said = hand.rounds[claim.round]
    best, who = said.best, claim.who
    if best is None or said.told_more(claim):
        return None
    if said.may_answer(who):
        return no_answer(hand, claim, best)
    if best.who == who and claim.round != "point" and not said.equal:
        above = Reason(f"{claim.text} is above {best.text}, which won ({at(best.report)})", best.report)
        return {extra_not_higher: above} if claim.outranks(best) else None
    if best.who == who:
        why = Reason(f"{who} has declared {best.text} ({at(best.report)})", best.report)
    else:
        why = Reason(f"{best.who} declared {best.text} ({at(best.report)}), and {who} let that pass", best.report)
    order = why if who == hand.elder else None
    extra = why if claim.round != "point" else None
    return {declaration_time: why, declaration_order: order, extra_not_higher: extra}


def no_answer(hand: Piquet, claim: Claim, best: Claim) -> Answer:
    """Why a declaration doesn't answer the other's."""
    if claim.who == hand.elder and claim.size != best.size:  # elder only says what decides
        return {declaration_time: Reason(f"{claim.who} declared {best.size} cards", best.report)}
    higher = claim.outranks(best)
    if claim.who == hand.elder or higher or (higher is None and claim.rank is not None):
        return None
    if claim.size == best.size and (higher is None or claim.rank == best.rank):
        why = Reason(f"{claim.text} is no better than {best.text} ({at(best.report)}), but equal", best.report)
    else:
        why = Reason(f"{claim.text} is less than {best.text} ({at(best.report)})", best.report)
    return {counter_beats: why}


@judges(counter_beats)
def answers_the_other(hand: Piquet, answer: Good | Equal) -> str | None:
    said = hand.said
    best = said.best
    if best is None:
        return "nothing has been declared that could be answered"
    if best.who == answer.who:
        return Reason(f"{answer.who} declared {best.text} ({at(best.report)}): the other answers", best.report)
    if isinstance(answer, Good):
        return "nobody scores what was equalled" if said.equal and said.settled else None
    if best.round == "set":
        return Reason(f"no set is equal to {best.text} ({at(best.report)})", best.report)
    return None if said.due == answer.who else Reason(f"{best.text} ({at(best.report)}) was answered", best.report)


true_declaration = illegal("To declare less than there is, is fair; more isn't.", finding="false-declaration")


@judges(true_declaration)
def is_held(hand: Piquet, report: Declaration | Equal) -> str | None:
    """What known cards leave no room for, by itself or beside the player's other declarations."""
    if isinstance(report, Equal):
        best = hand.said.best
        claim: Claim | Strange = equal_to(best, report) if best and best.round != "set" else {}
    else:
        claim = claim_of(hand, report)
    if isinstance(claim, dict):
        return None
    held, mine, proof = hand.held(claim.who), beside(hand, claim), hand.proof(claim.who)
    if witness(held, [*mine, claim]) is not None:
        return None
    what = claim.text.removeprefix("a ")
    if witness(held, [claim]) is None:
        return Reason(f"{claim.who} has no {what}{lines(proof)}", *proof)
    before = ", ".join(f"{one.text} ({at(one.report)})" for one in mine)
    return Reason(f"no twelve cards are {claim.text} beside {before}", *(one.report for one in mine), *proof)


proof = worth("What scores or ties is shown to the opponent who asks; tricks taken may be looked through.", place=Shows)


@judges(carte_blanche, one_pack, proof)
def whole_hand_shown(hand: Piquet, shows: Shows) -> Answer:
    if shows.who in hand.thrown:
        return proves(hand, shows)
    wrong: Reason | None
    if face := first_face(shows.cards):
        wrong = cannot_happen(f"with {face.pretty} in it that is no carte blanche")
    elif len(shows.cards) != HAND:
        wrong = cannot_happen(f"before the exchange a whole hand is shown, not {len(shows.cards)} cards")
    else:
        wrong = no_face_dealt(hand, shows)
    return {carte_blanche: wrong, one_pack: not_there(hand, shows.who, shows.cards)}


@judges(proof, true_declaration, carte_blanche)
def proves(hand: Piquet, shows: Shows) -> Answer:
    mine = [claim for claim in hand.claims if claim.who == shows.who]
    if not mine:
        why = f"{shows.who} has declared nothing that could be shown"
        return {proof: why, carte_blanche: in_time(hand, shows) if len(shows.cards) == HAND else None}
    if any(not way & ~mask(shows.cards) for claim in mine for way in claim.ways):
        return None
    texts = " or ".join(claim.text for claim in mine)
    why = Reason(f"{listed(shows.cards)} don't prove {texts}", *(claim.report for claim in mine))
    return {true_declaration: why}


# Rules: the point

point_value = impossible("A point is one to eight cards of a suit, worth what so many of them can add up to.")


def point_claim(report: Report, size: int, value: int | None) -> Claim | Strange:
    if not 1 <= size <= 8:
        return {point_value: cannot_happen(f"a suit has eight cards, so nobody has a point of {size}")}
    if value is not None and value not in map(sum, itertools.combinations(VALUES, size)):
        return {point_value: cannot_happen(f"no {size} cards of a suit are worth {value}")}
    return Claim(report, "point", size, value, point_ways(size, value or 0))


def point_of_cards(report: Report, cards: Cards) -> Claim | Strange:
    suits = {card.suit for card in cards}
    if len(suits) > 1 or mask(cards).bit_count() < len(cards):
        return {point_value: cannot_happen(f"a point is cards of one suit, and these are {listed(cards)}")}
    value = sum(VALUES[below_ace(card.rank)] for card in cards)
    return Claim(report, "point", len(cards), value, (mask(cards),))


@worth(lines="point")
def point(hand: Piquet, claim: Claim, *, point: int = number(1, most=10)) -> int:
    """The longer suit wins, of equal ones the one worth more, else nobody: {point:word} for every card."""
    return point * claim.size


# Rules: sequences


@worth(lines="sequence")
def sequence(
    hand: Piquet, claim: Claim, *, sequences: tuple[int, ...] = number((3, 4, 15, 16, 17, 18), most=100)
) -> int:
    """The longest run wins, of equal ones the highest, else nobody; its holder scores every run: {sequences} from
    three cards to eight."""
    return sequences[claim.size - min(SEQUENCES)]


def run_claim(report: Report, size: int, cards: Cards) -> Claim | Strange:
    """A sequence of SIZE cards, given by its top card, the rank of that, all its cards, or nothing."""
    if size not in SEQUENCES:
        return {sequence: cannot_happen(f"a sequence is three to eight cards, not {size}")}
    if not cards:
        return Claim(report, "sequence", size, None, run_ways(size, None))
    top = min(below_ace(card.rank) for card in cards)
    if top + size > 8:
        return {sequence: cannot_happen(f"no {SEQUENCES[size]} begins with {cards[0].pretty}")}
    ways = tuple(way for way in run_ways(size, top) if not cards[0].suit or way & SUIT_BITS[cards[0].suit])
    if len(cards) > 1 and (mask(cards) not in ways or len(cards) != size):
        return {sequence: cannot_happen(f"{listed(cards)} are no {SEQUENCES[size]}")}
    return Claim(report, "sequence", size, 8 - top, ways)


# Rules: sets


@worth(lines="set")
def set_(hand: Piquet, claim: Claim, *, trio: int = number(3, most=100), quatorze: int = number(14, most=100)) -> int:
    """Four of a rank beat three, then the rank decides, ten and above; the winner scores every set: a trio is worth
    {trio}, a quatorze {quatorze}."""
    return quatorze if claim.size == 4 else trio


def set_claim(report: Report, size: int, rank: Rank, cards: int = 0) -> Claim | Strange:
    """A set of SIZE cards of a rank, any of them or these."""
    if size not in SETS or below_ace(rank) > 4:
        return {set_: cannot_happen(f"a set is three or four of a rank, ten or higher, not {size} {RANK_NAMES[rank]}s")}
    ways = (cards,) if cards else set_ways(size, below_ace(rank))
    return Claim(report, "set", size, 8 - below_ace(rank), ways)


# Rules: point, sequence or set

OF_ROUND: dict[Round, FunctionRule[..., int]] = {"point": point, "sequence": sequence, "set": set_}

Strange = dict[Rule, Reason]
"""Why something can't be declared at all, by the rule that says so."""


@judges(point_value, sequence, set_)
def there_is_such(hand: Piquet, report: Declaration) -> Answer:
    claim = claim_of(hand, report)
    return claim if isinstance(claim, dict) else None


def claim_of(hand: Piquet, report: Declaration) -> Claim | Strange:
    """What a declaration claims; cards alone are the point where it is spoken of and they may be it."""
    match report:
        case DeclaresPoint(size, value):
            return point_claim(report, size, value)
        case DeclaresPointOf(cards):
            return point_of_cards(report, cards)
        case DeclaresRun(size, top):
            return run_claim(report, size, (top,) if top else ())
        case DeclaresSequence(name, cards):
            size = next((size for size, one in SEQUENCES.items() if one == name), len(cards))
            return run_claim(report, size, cards)
        case DeclaresSet(name, rank):
            return set_claim(report, 4 if name == "quatorze" else 3, rank)
        case DeclaresCards(cards) if len(cards) > 1 and len({card.rank for card in cards}) == 1:
            return set_claim(report, mask(cards).bit_count(), cards[0].rank, mask(cards))
        case DeclaresCards(cards):
            claim, as_point = run_claim(report, len(cards), cards), point_of_cards(report, cards)
            return as_point if isinstance(claim, dict) or may_be_point(hand, report.who, as_point) else claim


def may_be_point(hand: Piquet, who: Seat, claim: Claim | Strange) -> bool:
    """Whether WHO names cards that are a run for the point: to begin with, or as an answer to the other's."""
    said = hand.rounds["point"]
    if not hand.round:
        return True
    if hand.round != "point" or not (said.due == who or (said.equal and not said.settled)):
        return False
    if said.best is None or not isinstance(claim, Claim):
        return True
    return said.told_more(claim) if said.best.who == who else not no_answer(hand, claim, said.best)


def equal_to(best: Claim, told: Report) -> Claim:
    """What *equal* claims: as many cards, and of as much worth where that was told."""
    if best.round == "point":
        ways = point_ways(best.size, best.rank or 0)
    else:
        ways = run_ways(best.size, None if best.rank is None else 8 - best.rank)
    return Claim(told, best.round, best.size, best.rank, ways)
