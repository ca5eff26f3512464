"""Piquet before the declarations: who deals, which cards are changed, and a carte blanche."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from referee.cards import Card, Cards, listed, those_named
from referee.core import (
    Answer,
    Deal,
    Dealt,
    Reason,
    Report,
    Seat,
    at,
    cannot_happen,
    illegal,
    impossible,
    judges,
    number,
    worth,
)
from referee.games._piquet import ALL, BITS, FACES, HAND, TALON, mask
from referee.kit.exchanges import Changes
from referee.kit.messages import lines, named_twice, told_before
from referee.kit.tricks import Plays
from referee.rules import in_letters

if TYPE_CHECKING:
    from referee.games.piquet import Piquet

# Reports


class Cuts(Report):
    """the card a player cuts for the first deal"""

    card: Card


class DeclaresCarteBlanche(Report, verb="declares carte-blanche"):
    """no face card was dealt; and how many cards will be changed"""

    change: int | None = None

    @classmethod
    def options(cls, hand: Piquet, seat: Seat) -> Iterator[DeclaresCarteBlanche]:
        yield cls(who=seat)
        changes = range(hand.house["least-changed"], hand.house["most-changed"] + 1)
        yield from (cls(change, who=seat) for change in changes)


class Discards(Changes):
    """cards thrown in the exchange, or their number"""


class Draws(Changes):
    """the cards drawn for those thrown, or their number"""


class Talon(Report, speaker="none"):
    """what younger turns up of the talon when both have changed cards"""

    cards: Cards


class Shows(Report):
    """a hand for its carte blanche, or the cards that prove a declaration"""

    cards: Cards


# Rules: the deal

first_dealer = illegal("Both cut, and whoever shows the higher card deals first; equal cards are cut again.")


@judges(first_dealer)
def each_cuts_once(hand: Piquet, cut: Cuts) -> str | None:
    if len(hand.cuts) == 2:
        high = hand.cuts.get(hand.standing.dealer)
        return Reason(f"{high.who} has the higher card and deals ({at(high)})", *hand.cuts.values()) if high else None
    before = hand.cuts.get(cut.who)
    return Reason(f"{cut.who} has cut {before.card.pretty} ({at(before)})", before) if before else None


@judges(first_dealer)
def equals_cut_again(hand: Piquet, deal: Deal) -> str | None:
    if len(hand.cuts) < 2 or hand.standing.dealer:
        return None
    return Reason("the two cards cut are equal, so both cut again", *hand.cuts.values())


deal_alternates = illegal("The two players deal by turns, and each gets twelve cards.", turn=Deal)
one_pack = impossible("There are 32 cards, ace to seven, each once; with cards changed both hold twelve again.")


@judges(one_pack)
def another_card(hand: Piquet, cut: Cuts) -> str | None:
    same = next((one for one in hand.cuts.values() if len(hand.cuts) == 1 and one.card == cut.card), None)
    return Reason(f"{same.who} has cut {cut.card.pretty} ({at(same)})", same) if same else None


@judges(one_pack)
def twelve_dealt(hand: Piquet, dealt: Dealt) -> str | None:
    if len(dealt.cards) != HAND and dealt.who not in hand.dealt:
        return f"{dealt.who} was dealt twelve cards, not {len(dealt.cards)}"
    return told_before(hand, dealt) or not_there(hand, dealt.who, dealt.cards)


def not_there(hand: Piquet, who: Seat, cards: Iterable[Card]) -> Reason | None:
    """Why WHO can't have these cards: they are elsewhere, or what is known of the hand leaves no room for them."""
    named = those_named(cards)
    if why := named_twice(named):
        return why
    for card in named:
        told = hand.seen.get(card, [])
        if told and told[0].who != who:
            whose = f"is {told[0].who}'s" if told[0].who else "lies in the talon"
            return Reason(f"{card.pretty} {whose} ({at(told[0])})", told[0])
        if gone := next((report for report in told if isinstance(report, (Discards, Plays))), None):
            return Reason(f"{card.pretty} has gone ({at(gone)}: {gone.text})", gone)
    held, proof = hand.held(who)._replace(faces=12), hand.proof(who)
    if held.fits(mask(named)):
        return None
    missing = next((card for card in named if not held.fits(mask([card]))), None)
    what = f"holds no {missing.pretty}" if missing else f"can't hold {listed(named)} together"
    return Reason(f"{who} {what}{lines(proof)}", *proof)


# Rules: the exchange


@illegal(turn=(Discards, Draws))
def exchange_order(hand: Piquet, discards: Discards) -> Reason | None:
    """Both change cards once, elder before younger, but behind younger after calling carte blanche."""
    before = hand.thrown.get(discards.who)
    if before is None:
        return None
    return cannot_happen(f"{discards.who} has changed cards ({at(before)})", before)


exchange_limit = illegal(
    "Everybody throws {least_changed} to {most_changed} cards, as far as the talon reaches.",
    least_changed=number(1, "cards that everybody changes at least", most=1),
    most_changed=number(5, "cards that anybody changes at most", least=1, most=TALON - 1),
)


@judges(exchange_limit)
def in_limits(hand: Piquet, discards: Discards) -> str | None:
    said = hand.announced(discards.who)
    if said and said.change != discards.count:
        return Reason(f"{discards.who} set {said.change} cards aside ({at(said)}), and changes as many", said)
    return too_many(hand, discards.who, discards.count)


def too_many(hand: Piquet, who: Seat, count: int) -> Reason | None:
    """Why WHO can't change so many cards: the talon must have them, behind what the other took or set aside."""
    least, limit = hand.house["least-changed"], hand.house["most-changed"]
    other = hand.thrown.get(hand.other(who)) or hand.announced(hand.other(who))
    taken = 0 if other is None else other.count if isinstance(other, Discards) else other.change or 0
    most = max(0, min(limit, TALON - taken))
    if least <= count <= most:
        return None
    if other is None or most == limit or count < least:
        return Reason(
            f"{f'{in_letters(least)} to' if least else 'up to'} {in_letters(limit)} cards are changed, not {count}"
        )
    return Reason(f"the talon has {most} cards for {who} ({at(other)}), not {count}", other)


exchange_draw = impossible("Whoever throws draws that many from the talon, and nothing thrown comes back.")


@judges(exchange_draw, one_pack)
def as_many_as_thrown(hand: Piquet, draws: Draws) -> Answer:
    thrown, before = hand.thrown.get(draws.who), hand.drawn.get(draws.who)
    if before:
        return Reason(f"{draws.who} has drawn ({at(before)})", before)
    if thrown and draws.count == thrown.count:
        return None
    threw = f"threw {thrown.count} cards ({at(thrown)})" if thrown else "hasn't thrown anything"
    why = Reason(
        f"{draws.who} {threw}, and with {draws.count} drawn doesn't hold twelve", *([thrown] if thrown else [])
    )
    return {exchange_draw: why, one_pack: why}


@judges(one_pack, exchange_draw)
def from_the_talon(hand: Piquet, draws: Draws) -> Answer:
    for card in draws.named:
        if told := hand.seen.get(card):
            why = Reason(f"{card.pretty} wasn't in the talon ({at(told[-1])}: {told[-1].text})", told[-1])
            return {one_pack: why, exchange_draw: why if isinstance(told[-1], Discards) else None}
    return named_twice(draws.named)


talon_peek = worth(
    "Elder may look at those of the top {most_changed:word} not taken; younger may turn up what is left over.",
    most_changed=5,
)


@judges(one_pack)
def what_is_left(hand: Piquet, talon: Talon) -> str | None:
    if hand.talon:
        return Reason(f"the talon was turned up before ({at(hand.talon)})", hand.talon)
    left, untold = TALON - sum(discards.count for discards in hand.thrown.values()), 2 - len(hand.thrown)
    fewest = max(0, left - hand.house["most-changed"] * untold)
    most = max(0, left - hand.house["least-changed"] * untold)
    if not fewest <= len(talon.cards) <= most:
        there = f"{most} cards are" if most == fewest else f"{fewest} to {most} cards are"
        return Reason(f"{there} left in the talon, not {len(talon.cards)}", *hand.thrown.values())
    for card in talon.cards:
        if told := hand.seen.get(card):
            return Reason(f"{card.pretty} is {told[0].who}'s ({at(told[0])})", told[0])
    return named_twice(talon.cards)


# Rules: carte blanche

carte_blanche = illegal(
    "Twelve cards dealt without king, queen or jack bring {carte_blanche}, shown before any is changed.",
    lines="carte-blanche",
    carte_blanche=number(10, most=100),
)


@judges(carte_blanche)
def in_time(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> str | None:
    before = next((line for line in hand.lines if line.rule == carte_blanche.name and line.who == blanche.who), None)
    if before:
        return cannot_happen(f"{blanche.who} has scored it (line {before.lines[0]})")
    if changed := hand.thrown.get(blanche.who):
        return Reason(f"{blanche.who} has changed cards ({at(changed)}), and it is shown before that", changed)
    return None if hand.exchanging else "it is shown before cards are changed, and the declarations have begun"


@judges(carte_blanche)
def no_face_dealt(hand: Piquet, blanche: DeclaresCarteBlanche | Shows) -> Reason | None:
    who, other = blanche.who, hand.blanche.get(hand.other(blanche.who))
    if face := first_face(card for card, bit in BITS.items() if bit & hand.first[who]):
        first = hand.seen[face][0]
        return cannot_happen(f"{who} was dealt {face.pretty} ({at(first)})", first)
    if other:
        why = f"{other.who} has one ({at(other)}), and the pack hasn't cards enough without a face for two"
        return cannot_happen(why, other)
    if (ALL & ~FACES & ~hand.own[hand.other(who)]).bit_count() < HAND:
        return cannot_happen(f"{hand.other(who)} has too many cards without a face for that")
    return None


@judges(exchange_limit)
def change_in_limits(hand: Piquet, blanche: DeclaresCarteBlanche) -> str | None:
    return None if blanche.change is None else too_many(hand, blanche.who, blanche.change)


@judges(one_pack, carte_blanche)
def from_the_deal(hand: Piquet, discards: Discards) -> Answer:
    if not 0 <= discards.count <= HAND:
        return f"a hand is twelve cards, so nobody throws {discards.count}"
    face, blanche = first_face(discards.named), hand.blanche.get(discards.who)
    if face and blanche:
        text = f"{discards.who} had a carte blanche ({at(blanche)}), so no {face.pretty}"
        why = cannot_happen(text, blanche)
        return {one_pack: why, carte_blanche: why}
    return not_there(hand, discards.who, discards.named)


def first_face(cards: Iterable[Card]) -> Card | None:
    return next((card for card in cards if mask([card]) & FACES), None)
