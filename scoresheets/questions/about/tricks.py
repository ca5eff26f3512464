"""Tricks: who led, who took them, and how many are left or needed."""

from __future__ import annotations

import re
from dataclasses import replace

from referee.game.game import leaders
from referee.language.words import so_many
from scoresheets.questions.about.bids import bids
from scoresheets.questions.facts import asked
from scoresheets.questions.parse import NOW, Question, When
from scoresheets.questions.position import Known, Position, Tricked, by_name, by_side, names, players, polar, suit_name

_LED = re.compile(r"\b(?:led|did|was|were|had)\b")
"""Words of a question about a lead that is over."""


@asked(
    "who win/take/get/make trick [last with card SUIT CARD RANK]",
    "who trick [win take last]",
    "who trick go [to]",
    "WHO win/take trick [last]",
    "who collect/pick trick [up]",
    "what card win/take trick",
    "what win/take trick",
    "trick who",
)
def trick_taken(at: Position) -> Known | None:
    """Who took the trick that is meant."""
    if not at.has_tricks or at.question.hand.which == "next":
        return None
    if (at.meant and not at.question.polar) or at.question.supposing or at.question.negated:
        return None
    which = at.question.trick.which
    if not which and not re.search(r"\b(?:won|took|taken|got|made|collected|picked)\b", at.question.plain):
        return None  # who takes a trick, not who took this one
    if which in ("", "this") and at.under_way and which:
        return winning_now(at)
    trick = at.trick
    if not which and (question := at.question).has("SUIT", "CARD", "RANK"):
        return _of_trick_with(at, question)
    if trick is None:
        if which == "number" and at.hand is not None:
            return Known("That trick hasn't been played, or its cards aren't known.", ("nobody",))
        return Known("No trick has been taken yet." if at.tricks or at.going else "That isn't known.", ("nobody",))
    return _of_trick(trick)


def _of_trick_with(at: Position, question: Question) -> Known:
    """Who took the last trick that has a card, or to which a suit was led."""
    for trick in reversed(at.tricks):
        cards = [played.card for played in trick.cards]
        led = cards[:1] if question.suits else cards
        if any(one in question.cards or one.rank in question.ranks or one.suit in question.suits for one in led):
            return _of_trick(trick) if trick.winner else Known("Nobody yet.", ("nobody",), (str(trick),))
    whole = all(trick.cards for trick in at.tricks)
    return Known("Nobody, so far." if whole else "That isn't known: not every card was entered.", ("nobody",))


def _of_trick(trick: Tricked) -> Known:
    winning = next((played for played in trick.cards if played.who == trick.winner), None)
    if winning and trick.count == 1:
        return Known(f"{trick.winner}, with {winning.card.pretty}", (trick.winner, winning.card), (str(trick),))
    cards = f"its cards aren't known (line {trick.line})"
    return Known(f"{trick.winner}: {cards}", (trick.winner,))


@asked(
    "who winning trick [now]",
    "what card winning [trick]",
    "who leading trick",
    "what winning [trick]",
    "winning trick WHO",
    "who/what most card trick",
)
def winning_now(at: Position) -> Known | None:
    """Who would take the trick in progress if it ended there."""
    trick = at.under_way
    if not hasattr(at.current, "trick") or not at.question.has("trick", "card", "what"):
        return None
    if trick is None:
        return Known("No card has been played to this trick yet.", ("nobody",))
    who = at.takes(at.played, trick.cards)
    card = next(played.card for played in trick.cards if played.who == who)
    return Known(f"{who} so far, with {card.pretty}", (who, card), (str(trick),))


@asked(
    "who lead [trick first card play this out]",
    "who lead/start trick [first]",
    "who play first trick",
    "who start/open trick",
    "who lead SUIT/CARD",
    "who lead WHO/turn",
    "who lead need [now trick]",
    "what first card [play lead trick]",
    "what card play/lead first [trick]",
    "who on lead",
    "who turn lead",
    "lead [WHO trick first]",
    "who start/play first [card trick]",
    "who play first [card lead trick]",
)
def who_led(at: Position) -> Known | None:
    """Who led, or is to lead."""
    if not hasattr(at.current, "trick"):
        return None
    if at.question.hand.which == "next" and re.search(r" after this\s*$", at.question.plain):  # this trick
        at = Position(at.referee, replace(at.question, hand=NOW, trick=When("next")), at.speaker)
    question, tricks = at.question, at.tricks
    which = question.trick.which
    if which == "next" or question.has("turn", "on") or re.search(r"\bnext\b", question.plain):
        if at.under_way:
            return Known("The player who takes this trick.", ("unknown",), (str(at.under_way),))
        leader = at.current.leader if hasattr(at.current, "leader") else ""
        return Known(f"{leader} leads.", (leader,)) if leader else None
    if not which and question.has("first") and tricks and tricks[0].cards:
        trick: Tricked | None = tricks[0]
    elif which in ("last", "number"):
        trick = at.trick
    elif question.hand.which and tricks:
        trick = tricks[0]
    else:
        trick = at.under_way
        if trick is None and _LED.search(question.plain):
            trick = at.trick
    if trick and trick.cards:
        first = trick.cards[0]
        if question.suits and first.card.suit not in question.suits and not question.polar:
            trick = next(
                (one for one in reversed(tricks) if one.cards and one.cards[0].card.suit in question.suits), None
            )
            if trick is None:
                return Known(f"Nobody led {suit_name(question.suits[0])}.", ("nobody",))
            first = trick.cards[0]
        return Known(
            f"{first.who} led {first.card.pretty}", (first.who,), (str(trick),) if len(trick.cards) > 1 else ()
        )
    if which == "number" and not tricks and not _LED.search(question.plain):
        return None  # who leads to it, by the rules
    if which in ("last", "number"):
        return Known("No trick has been played." if not tricks else "Its cards aren't known.", ("nobody",))
    leader = getattr(at.current, "leader", "")
    if leader and at.going and not getattr(at.current, "loose", False):
        return Known(f"{leader} leads.", (leader,))
    return None


@asked("who play trick [need left still]", "who need play [trick left]", "who play/left [trick]")
def still_to_play(at: Position) -> Known | None:
    """Who has still to play to the trick in progress."""
    trick = at.under_way
    not_yet = re.search(r"(?:n't|not) (?:yet )?played\b", at.question.text.lower())
    if not not_yet and not re.search(r" (?:to|not) play(?:ed)?\b| need |\bha(?:s|ve) played\b", at.question.plain):
        return None
    if at.question.words == ["who", "play"] and not re.search(r"\b(?:still|yet|left|played)\b", at.question.plain):
        return None  # whose turn it is
    if not at.going or not hasattr(at.current, "trick") or at.question.trick.which in ("last", "number"):
        return None
    played = [card.who for card in trick.cards] if trick else []
    if re.search(r" ha(?:s|ve) (?:already )?played\b", at.question.plain) and not at.question.negated:
        return Known(names(played) if played else "Nobody, so far.", tuple(played) or ("nobody",), (str(trick),))
    missing = [seat for seat in at.current.seats if seat not in played]
    return Known(names(missing), tuple(missing), (str(trick),) if trick else ())


@asked(
    "what lead [trick suit card WHO]",
    "what suit/card lead [trick]",
    "what suit follow [need must trick]",
    "what lead suit [need first]",
    "what suit lead first",
    "SUIT lead",
    "what WHO lead first [card trick]",
    "what play first trick [card]",
)
def what_led(at: Position) -> Known | None:
    """The card and the suit that were led."""
    if not hasattr(at.current, "trick"):
        return None
    trick = at.trick if at.question.trick.which in ("last", "number") else at.under_way
    if trick is None and _LED.search(at.question.plain):
        trick = at.trick
    if at.question.has("first") and at.tricks and not at.question.trick.which:
        trick = at.tricks[0]
    if trick is None or not trick.cards:
        return Known("No card has been led." if at.going else "Nothing: no hand is in progress.", ("nothing",))
    first = trick.cards[0]
    if at.meant and first.who not in at.meant and not at.question.polar:
        led = [one.cards[0] for one in at.tricks if one.cards and one.cards[0].who in at.meant]
        if not led:
            return Known(f"{names(at.meant)} hasn't led.", ("nothing",))
        first = led[0 if at.question.has("first") else -1]
    suit = at.played.suit_of(first.card) if hasattr(at.played, "suit_of") else first.card.suit
    card = f"{first.who} led {first.card.pretty}"
    if at.question.has("suit"):
        return Known(suit_name(suit).capitalize(), (suit,), (card,))
    return Known(f"{first.card.pretty}: {card}", (suit, first.card), (str(trick),))


@asked(
    "what trick [card in lie play board]", "what card trick [play in lie]", "what board trick", "what card play trick"
)
def trick_cards(at: Position) -> Known | None:
    """The cards of the trick that is meant."""
    if not hasattr(at.current, "trick") or at.meant or re.search(r"\btricks\b", at.question.plain):
        return None
    if at.question.words == ["what", "trick"] and re.search(
        r" what trick (?:is|are) (?:this|it|we)\b|^ which trick",
        f" {at.question.text.lower()}".replace("which", "what"),
    ):
        return tricks_done(at)
    trick = at.trick if at.question.trick.which in ("last", "number") else at.under_way
    if trick is None or not trick.cards:
        return Known("Its cards aren't known." if trick else "No card yet.", ("nothing",))
    taker = (f"{trick.winner} took it.",) if trick.winner else ()
    return Known(str(trick), tuple(played.card for played in trick.cards), taker)


@asked(
    "what WHO play [trick first card last]",
    "what card WHO play [trick first last]",
    "what WHO put/throw [trick card first last]",
    "what WHO lead [trick]",
    "what suit WHO play [trick]",
    "WHO play CARD/SUIT trick",
)
def card_of(at: Position) -> Known | None:
    """The card that somebody played to a trick."""
    if not hasattr(at.current, "trick") or not at.meant or at.question.plain.rstrip().endswith(" for"):
        return None
    who = at.meant[0]
    if at.question.trick.which:
        trick = at.under_way if at.question.trick.which == "this" else at.trick
        found = [played for played in (trick.cards if trick else []) if played.who == who]
        if not found:
            if trick is not None and not trick.cards:
                return Known("Its cards aren't known.", ("unknown",))
            return Known(f"{who} hasn't played to that trick.", ("nothing",))
    else:
        found = [played for trick in at.tricks for played in trick.cards if played.who == who]
        if not found:
            return None
        if at.question.has("first"):
            found = found[:1]
    played = found[-1]
    return Known(
        played.card.pretty, (played.card, played.card.suit), (f"{who} plays {played.card.pretty} (line {played.line})",)
    )


@asked("what leave WHO [trick]", "what left WHO")
def tricks_of(at: Position) -> Known | None:
    """What is left for a player: the tricks of the hand, or those that the last one brought."""
    if not at.has_tricks or at.question.polar or not re.search(r" (?:with|for)\b", f"{at.question.plain} "):
        return None
    if not at.going:
        at = at.in_hand(at.referee.last.number) if at.referee.last else at
        mine = {who: at.taken[who] for who in (*at.meant, *at.sides) if who in at.taken}
        return Known(f"{next(iter(mine.values()))}", tuple(mine.values()), (by_name(at.taken),)) if mine else None
    left = getattr(at.current, "tricks_left", None)
    return Known(str(left), (left,)) if isinstance(left, int) else None


@asked(
    "many trick left [game play there go hand win more after take]",
    "many more trick [left play]",
    "many trick most left",
    "many left trick",
    "what left [trick]",
    "most trick left [many play]",
    "many trick [left play there]",
)
def tricks_left(at: Position) -> Known | None:
    """How many tricks are to come."""
    if at.question.has("gone") and not at.question.has("left"):
        return None
    left = getattr(at.current, "tricks_left", None)
    if left is None or at.question.hand.which not in ("", "this", "next"):
        return None
    if at.question.hand.which == "next":  # after this one
        after = left - bool(getattr(at.current, "trick", ()))
        return Known(str(after), (after,))
    if at.meant or not (at.question.has("left", "most") or re.search(r"\bmore\b", at.question.plain)):
        return None
    if not at.going:
        return Known("0: no hand is in progress.", (0,))
    after = f", {left - 1} after this one" if at.under_way and left else ""
    size = getattr(at.current, "size", 0)
    return Known(
        f"{left}{after}",
        (left, left - 1) if after else (left,),
        (f"{so_many(size, 'trick')} in this hand",) if size else (),
    )


@asked(
    "many trick play/done/been/gone/over [have there]",
    "what trick [on number]",
    "what number trick",
    "many trick take [all]",
    "many trick been play/take",
)
def tricks_done(at: Position) -> Known | None:
    """How many tricks were played, or which one is in progress."""
    left = getattr(at.current, "tricks_left", None)
    if at.meant or (at.question.mine and at.question.has("take")):
        return None
    if left is None or at.earlier:
        total = sum(at.taken.values()) if at.has_tricks else 0
        return Known(f"{total}{at.of_hand}", (total,)) if total and not at.question.has("what") else None
    size = getattr(at.played, "size", 0)
    done = sum(getattr(at.played, "taken", {}).values())
    if at.question.has("what") and re.search(r"\btricks\b", at.question.plain):
        return None
    if at.question.has("what"):
        return Known(f"Trick {min(done + 1, size)} of {size}", (done + 1,))
    return Known(f"{done} of {size}", (done,))


def _in_all_hands(at: Position) -> Known | None:
    """How many tricks players have taken in all the hands of the game together."""
    by_hand = {hand.number: at.in_hand(hand.number).taken for hand in at.hands}
    found = {
        number: sum(count for who, count in taken.items() if who in (*at.meant, *at.sides))
        for number, taken in by_hand.items()
        if taken
    }
    shown = (", ".join(f"hand {number}: {count}" for number, count in found.items()),)
    return Known(str(sum(found.values())), (sum(found.values()),), shown) if found else None


@asked(
    "many trick WHO [win take get make now already has all of]",
    "many trick who [win take get make all]",
    "many WHO take/win/make [trick]",
    "who most/fewest trick [win take make]",
    "many trick take/win/make [all]",
    "who take/win most/fewest",
    "many trick all",
    "what trick WHO [win take]",
    "what WHO take",
    "what WHO win",
    "who no trick [take win]",
    "who N trick [take win make on]",
    "WHO take/win/get anything",
    "WHO take/win/make N trick",
    "WHO take/win trick",
    "WHO trick [N take win make no]",
    "trick WHO",
    "who take/win/make trick",
    "many trick [so]",
    "trick",
    "who winning/leading hand",
    "what trick [all count score total standing now]",
    "how trick [stand doing all]",
    "trick score/count/total/standing [what all]",
    "who take what",
    "who many trick",
    "many WHO",
    "trick team [many all what have take win make count]",
    "who/what team most/fewest trick [take win make have]",
)
def tricks_taken(at: Position) -> Known | None:
    """How many tricks players have taken."""
    if not at.has_tricks or at.question.trick.which:
        return None
    if re.match(r" many (?:is|does|do|for) (?!WHO)", at.question.plain):
        return None  # how much, not how many
    if at.question.words == ["many", "WHO"] and not re.search(r" many (?:did|has|have) WHO ", at.question.plain):
        return None
    if at.question.overall and at.meant and not at.question.hand.which and not at.question.polar:
        return _in_all_hands(at)
    count = at.taken
    if not count:
        return at.no_such_hand()
    bid = bids(at)
    whole = tuple(seat for seat in at.played.seats if at.played.side(seat) in at.sides)
    if (
        at.question.has("team")
        or (at.question.together and at.meant)
        or (len(at.sides) == 1 and {*whole} == {*at.meant})
    ):
        count = by_side(at.played, count)
        bid = by_side(at.played, bid)
    if at.question.has("most", "fewest", "winning", "leading"):
        best = leaders(dict(count), at.question.has("fewest"))
        return Known(f"{names(best)}, {count[best[0]]}{at.of_hand}", tuple(best), (by_name(count),))
    if at.question.has("N") and at.question.has("who") and not at.question.polar:
        same = [seat for seat, number in count.items() if number in at.question.numbers]
        return players(same, (by_name(count),))
    if at.question.has("who") and (at.question.has("no") or at.question.negated):
        none = [seat for seat, number in count.items() if not number]
        return Known(
            names(none) if none else "Nobody: everyone has a trick.", tuple(none) or ("nobody",), (by_name(count),)
        )
    if at.question.has("who") and not at.question.has("many", "what") and not at.question.polar:
        some = [seat for seat, number in count.items() if number]
        return Known(by_name({seat: count[seat] for seat in some}) or "Nobody", tuple(some))
    found = {seat: count[seat] for seat in at.meant if seat in count}
    if not found and at.meant:
        found = {side: count[side] for side in at.sides if side in count}
    if at.question.polar and len(found) == 1 and not at.question.numbers:
        ((who, number),) = found.items()
        return polar(bool(number), f"{who} has taken {so_many(number, 'trick')}.")
    if len(found) == 1:
        ((who, number),) = found.items()
        of = f" of {bid[who]}" if who in bid else ""
        return Known(f"{number}{of}{at.of_hand}", (number,), (by_name(count),))
    everybody = found or {**count}
    text = ", ".join(f"{who} {number}" + (f" of {bid[who]}" if who in bid else "") for who, number in everybody.items())
    total = sum(everybody.values())
    return Known(text + at.of_hand, (*everybody.values(), total), (f"{total} in all",))
