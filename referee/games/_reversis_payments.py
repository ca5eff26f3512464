"""What moves chips in Reversis: aces and the knave of hearts, the pots, a reversis, and the party."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from referee.cards import Card
from referee.core import Deal, Report, Seat, Standing, check, never
from referee.games._reversis import NINE
from referee.kit.ledger import holds, pay
from referee.notation import NOBODY

if TYPE_CHECKING:
    from referee.games.reversis import Reversis

QUINOLA = Card("J", "H")
HONOURS = (*(Card("A", suit) for suit in "SHDC"), QUINOLA)
SENT_BACK = ("ace", "quinola", "pot", "remise")  # by a reversis


# Reports


class Honour(Report):
    card: Card

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterable[Self]:
        return [cls(card, who=seat) for card in HONOURS]


class PlaysTo(Report, verb="plays"):
    """an ace or J♥ thrown off suit on a trick that another player takes"""

    card: Card
    to: Seat = field(kw_only=True)

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterable[PlaysTo]:
        return [cls(card, who=seat, to=to) for card in HONOURS for to in hand.seats if to != seat]


class PlaysOn(Report, verb="plays"):
    """an ace or J♥ played to another player's lead of its suit"""

    card: Card
    on: Seat = field(kw_only=True)

    @classmethod
    def options(cls, hand: Reversis, seat: Seat) -> Iterable[PlaysOn]:
        return [cls(card, who=seat, on=on) for card in HONOURS for on in hand.seats if on != seat]


class Leads(Honour):
    """an ace or J♥ led to a trick"""


class Claims(Honour):
    """the winner of the party asks to be paid for an ace or J♥ that was led"""


Fall = PlaysTo | PlaysOn | Leads  # how an ace or J♥ fell, where the trick isn't told


def captor(fall: Fall) -> Seat:
    """Who took the trick with an ace or J♥ in it, where that is told: an ace takes the trick of its suit."""
    if isinstance(fall, PlaysTo):
        return fall.to
    return NOBODY if fall.card is QUINOLA else fall.who


# The pots


@dataclass
class Pots(Standing):
    """The pots, and what may still be asked for from the hand just finished."""

    pots: list[int] = field(default_factory=list)  # that hold chips, in the order they were formed
    formed: int = 0  # since all were won
    remises: int = 0  # since all were won
    party_winner: Seat = NOBODY
    led: dict[str, Seat] = field(default_factory=dict)  # aces and J♥, and who led them
    collected: list[str] = field(default_factory=list)


def pot(number: int) -> str:
    return f"pot{number}"


def put_in_antes(hand: Reversis, deal: Deal) -> None:
    table, ante = hand.standing, hand.house["ante"]
    if table.pots:
        pay(hand, deal.who, pot(table.pots[-1]), ante, "ante", "ante", "the dealer feeds the last pot", deal)
        return
    rule = "pot-renewal" if table.formed else "ante"
    table.pots, table.formed, table.remises = [1], 1, 0
    for seat in hand.around(deal.who):
        chips = 2 * ante if seat == deal.who else ante
        pay(hand, seat, pot(1), chips, "ante", rule, "a new pot", deal)


def last_pot(hand: Reversis) -> int:
    """What the pot formed last holds."""
    return holds(hand, pot(hand.standing.pots[-1])) if hand.standing.pots else 0


def win_pot(hand: Reversis, seat: Seat, rule: str, because: str, told: Report) -> None:
    name = pot(hand.standing.pots.pop())
    pay(hand, name, seat, holds(hand, name), "pot", rule, because, told)


def owe_remise(hand: Reversis, seat: Seat, because: str, told: Report) -> None:
    """As much as the last pot holds: into it the first time, later into a new one."""
    table, chips = hand.standing, last_pot(hand)
    table.remises += 1
    if table.remises > 1:
        table.formed += 1
        table.pots.append(table.formed)
    pay(hand, seat, pot(table.pots[-1]), chips, "remise", "remise", because, told)


# Aces and the knave of hearts


def fall(hand: Reversis, told: Fall) -> None:
    """An ace or J♥ falls; nothing is paid for it once a reversis is undertaken, nor yet where it was led."""
    hand.falls[told.card] = told
    if hand.reversis or isinstance(told, Leads):
        return
    if isinstance(told, PlaysTo):
        because = f"{told.card.pretty} thrown on {told.to}'s trick"
        pay_for(hand, told.card, told.to, told.who, "off", because, told)
        if told.card is QUINOLA:
            win_pot(hand, told.who, "quinola-off", because, told)
    else:
        pay_for(hand, told.card, told.who, told.on, "forced", f"{told.card.pretty} on {told.on}'s lead", told)
        if told.card is QUINOLA:
            owe_remise(hand, told.who, f"{told.card.pretty} was forced", told)


def pay_for(
    hand: Reversis, card: Card, payer: Seat, payee: Seat, how: str, because: str, told: Report, of: int | None = None
) -> None:
    """An ace or J♥ costs one player so much; all others pay for J♥ too, unless it was thrown off."""
    if card is not QUINOLA:
        pay(hand, payer, payee, 2 if card.suit == "D" else 1, "ace", f"ace-{how}", because, told, belongs_to=of)
        return
    for seat in [payer] if how == "off" else hand.around(payer):
        chips = 10 if seat == payer and how != "off" else 5
        pay(hand, seat, payee, chips, "quinola", f"quinola-{how}", because, told, belongs_to=of)


def paid(hand: Reversis) -> list[tuple[str, str, int]]:
    """Who has paid whom for aces and J♥ in this hand, and how much."""
    booked = [one for one in hand.lines if one.hand == hand.number and one.category in SENT_BACK]
    return [(payer.who, payee.who, payee.points) for payer, payee in zip(booked[::2], booked[1::2], strict=True)]


def collect(hand: Reversis, claim: Claims) -> None:
    """What was led is paid for when its hand is over."""
    table, card = hand.standing, claim.card
    leader = table.led[card.text]
    table.collected.append(card.text)
    because = f"{leader} led {card.pretty}"
    pay_for(hand, card, leader, claim.who, "led", because, claim, of=hand.number - 1)


def let_pass(hand: Reversis, deal: Deal) -> None:
    """Says what the winner of the party hasn't asked for."""
    table = hand.standing
    for card, leader in table.led.items():
        if card not in table.collected and leader != table.party_winner:
            led = f"{leader} led {Card(card[:-1], card[-1]).pretty}"
            hand.find("unclaimed", table.party_winner, f"{led}, and {table.party_winner} didn't ask for it", deal)


# A reversis


def nine_in_a_row(hand: Reversis, seat: Seat, told: Report) -> None:
    """Whoever has the first nine tricks has undertaken it, willing or not."""
    if hand.taken[seat] == NINE == sum(hand.taken.values()) and not hand.untold:
        undertake(hand, seat, told)


def undertake(hand: Reversis, seat: Seat, told: Report, *, with_quinola: bool = False) -> None:
    """Nine tricks are in: what was paid for aces and J♥ goes back, pots and remises too."""
    if hand.reversis:
        return
    table = hand.standing
    for payer, payee, chips in reversed(paid(hand)):
        pay(hand, payee, payer, chips, "refund", "reversis", f"{seat} has nine tricks", told)
    table.pots, table.formed, table.remises = [*hand.opening.pots], hand.opening.formed, hand.opening.remises
    hand.reversis = hand.leader = seat
    hand.taken[seat] = NINE
    played = hand.falls.get(QUINOLA)
    hand.quinola_in_nine = with_quinola or (played is not None and played.who == seat)
    if with_quinola and not played:
        hand.hold(seat).lose(QUINOLA)
        hand.tell(told, QUINOLA)


def make_reversis(hand: Reversis, told: Report) -> None:
    seat = hand.reversis
    rule = "espagnolette-reversis" if hand.espagnolette else "reversis-made"
    for other in hand.around(seat)[1:]:
        chips = 32 if other == hand.after(seat, 2) else 16
        pay(hand, hand.espagnolette or other, seat, chips, "reversis", rule, f"{seat} took all eleven", told)
    if hand.quinola_in_nine:
        win_pot(hand, seat, "reversis-made", f"{QUINOLA.pretty} was played in the nine", told)


def break_reversis(hand: Reversis, breaker: Seat, told: Report, *, with_quinola: bool) -> None:
    """The first to take a trick from it is paid."""
    if hand.breaker:
        return
    hand.breaker, hand.broken_by_quinola = breaker, with_quinola
    because = f"{breaker} broke it with {QUINOLA.pretty}" if with_quinola else f"{breaker} broke it"
    pay(hand, hand.reversis, breaker, 54 if with_quinola else 64, "reversis", "reversis-broken", because, told)
    if hand.quinola_in_nine:
        owe_remise(hand, hand.reversis, f"broken, with {QUINOLA.pretty} in the nine", told)


# The party


def pay_party(hand: Reversis, told: Report, *, lost: bool) -> None:
    """The loser of the party pays its winner; an espagnolette may have LOST it."""
    talon, opposite = hand.talon_points or 0, hand.after(hand.loser, 2) == hand.winner
    chips = (4 + talon) * (2 if opposite else 1)
    rule = "espagnolette-lost" if lost else "espagnolette-made" if hand.winner == hand.espagnolette else "party"
    because = f"4 and {talon} in the talon{', face to face' if opposite else ''}"
    pay(hand, hand.loser, hand.winner, chips, "party", rule, because, told)
    if lost:
        lose_espagnolette(hand, hand.loser, told)


def lose_espagnolette(hand: Reversis, seat: Seat, told: Report) -> None:
    """Everybody is paid double what aces and J♥ cost them, and a pot won goes back with a remise."""
    got = [(payer, chips) for payer, payee, chips in paid(hand) if payee == seat]
    for other in hand.around(seat)[1:]:
        cost = sum(chips for payer, chips in got if payer == other)
        pay(hand, seat, other, 2 * cost, "espagnolette", "espagnolette-lost", f"double the {cost} paid", told)
    for payer, chips in got:
        if payer not in hand.seats:
            hand.standing.pots = [*hand.opening.pots]
            pay(hand, seat, payer, chips, "espagnolette", "espagnolette-lost", "the pot goes back", told)
            owe_remise(hand, seat, "a pot won and given back", told)


# Checks


@check("claim-in-time")
def in_time(hand: Reversis, claim: Claims) -> str | None:
    return f"hand {hand.number} has been dealt" if hand.dealer else None


@check("claim-by-winner")
def winner_collects(hand: Reversis, claim: Claims) -> str | None:
    table, card = hand.standing, claim.card
    leader = table.led.get(card.text)
    if not table.party_winner:
        return never("nobody has won a party that could be collected for")
    if leader is None:
        return never(f"nobody led {card.pretty} in the hand before")
    if card.text in table.collected:
        return f"{card.pretty} has been paid for"
    if claim.who == leader:
        return never(f"{leader} led {card.pretty}, and nobody pays for it but {leader}")
    return None if claim.who == table.party_winner else f"{table.party_winner} won the party, not {claim.who}"
