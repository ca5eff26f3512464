"""The trump suit, and who named it."""

from __future__ import annotations

from scoresheets.questions.about.cards_held import size_of
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, line, polar, suit_name


@asked(
    "CARD trump",
    "RANK trump",
    "what trump [suit card SUIT hand now]",
    "what suit trump [WHO]",
    "what trump suit",
    "what suit beat [other others all rest]",
    "trump SUIT",
    "trump",
    "who trump",
    "what trump/suit make [WHO]",
    "SUIT trump",
    "no trump [game hand]",
    "what turned [up]",
)
def trump(at: Position) -> Known | None:
    """The suit that is trump."""
    at = at.upcoming()
    if at.question.cards and at.question.polar and at.hand is not None and hasattr(at.hand, "suit_of"):
        wanted = at.question.cards[0]
        suit = getattr(at.hand, "trump", None)
        yes = suit is not None and at.hand.suit_of(wanted) == suit
        return polar(yes, f"trump: {suit_name(suit)}" if suit else "no trump yet")
    if at.question.cards or at.question.ranks or at.question.has("who"):
        return None
    facts = at.referee.game.facts
    if "trump" not in facts and not hasattr(at.current, "trump"):
        return _not_kept(at)
    if at.hand is None and at.question.hand.which == "next" and at.number == at.current.number:
        return Known("No trump yet.", ("none",))
    if at.hand is None:
        return at.no_such_hand()
    suit = at.fact("trump") if "trump" in facts else getattr(at.hand, "trump", None)
    if at.meant and at.question.seats:
        return None
    if at.question.has("turned") and any(report.verb == "upcard" for report in at.reports):
        return None
    if at.question.has("no"):
        if not at.question.polar:
            return None
        return polar(suit in (None, "", "none"), f"trump: {suit_name(suit)}" if suit else "no trump yet")
    if (suit is None or suit in ("", "none")) and at.earlier and _turned_up(at):
        return Known("That isn't known: no trump was entered.", ("unknown",))
    if suit is None or suit in ("", "none"):
        rule = next((name for name in ("trump-suit", "no-trump", "no-trumps") if name in at.referee.game.rules), "")
        to_come = not at.going and "trump-suit" in at.referee.game.rules and not at.referee.over
        none = not to_come and (not at.going or "trump" not in facts or any(at.taken.values()))
        text = "There is no trump." if none else "No trump yet."
        if at.question.polar:
            return polar(False, text)
        return Known(text, ("none",), (at.referee.rule_text(rule),) if rule else ())
    shown = [line(report) for report in at.reports if report.verb in ("trump", "upcard")]
    return Known(f"{suit_name(suit).capitalize()}{at.of_hand}", (suit,), tuple(shown[-1:]))


def _not_kept(at: Position) -> Known | None:
    """The honest answer in a game of tricks of which only numbers are entered."""
    numbers = at.has_tricks and not any(kind.verb in ("plays", "trump") for kind in at.referee.game.reports)
    if not numbers or any("trump" in at.referee.rule_text(rule).lower() for rule in at.referee.game.rules):
        return None  # a rule says
    return Known(
        f"That isn't known: in {at.referee.game.name}, only bids and tricks are entered, not the trump.", ("unknown",)
    )


def _turned_up(at: Position) -> bool:
    """Whether a trump is turned up in this game, and cards were left for it in the hand that is meant."""
    size = size_of(at) or 0
    upcard = any(kind.verb == "upcard" for kind in at.referee.game.reports)
    return upcard and 0 < size * len(at.played.seats) < len(at.played.pack)


@asked(
    "who make/name/choose/call/declare/pick trump [SUIT suit]",
    "who trump make/name/call/choose",
    "who named trump",
    "who chose/choose trump",
    "who SUIT trump [make call]",
)
def trump_maker(at: Position) -> Known | None:
    """Who named trumps."""
    reports = [report for report in at.reports if report.verb in ("trump", "trumps", "makes", "calls") and report.who]
    maker = at.fact("maker", "bidder")
    if reports:
        return Known(f"{reports[-1].who}", (reports[-1].who,), (line(reports[-1]),))
    if isinstance(maker, str) and maker:
        return Known(maker, (maker,))
    turned = [report for report in at.reports if report.verb in ("upcard", "trump")]
    return Known("Nobody: a card was turned up.", ("nobody",), (line(turned[-1]),)) if turned else None
