"""Poker hand histories of Razz in the PHH format: https://phh.readthedocs.io, one hand or many to a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from typing import Any

from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.database import here
from scoresheets.keeping.readers._razz import Hand, not_razz, plays_of
from scoresheets.keeping.reading import Known, Plays, Wishes, faults

READS = "poker hands in the PHH format, those of Razz: variant = 'FR'"

VARIANT = re.compile(r"^\s*variant\s*=\s*['\"]", re.MULTILINE)
ACTIONS = re.compile(r"^\s*actions\s*=\s*\[", re.MULTILINE)
CARD = re.compile(r"[2-9TJQKA?][cdhs?]")


def reads(text: str, name: str) -> bool:
    """Whether a text has a variant and actions in PHH's form."""
    return bool(VARIANT.search(text) and ACTIONS.search(text))


def plays(text: str, name: str, wishes: Wishes, known: Known) -> Plays:
    """Every hand of Razz. Those of other games are skipped."""
    try:
        document = tomllib.loads(text.lstrip("\ufeff").replace("\r\n", "\n"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, InvalidOperation, RecursionError) as error:
        raise CommandError(f"{name} isn't whole: {error}", USAGE) from None
    told, hands = Plays(), []
    sections = {key: part for key, part in document.items() if isinstance(part, dict) and "actions" in part}
    for key, hand in sections.items() if "actions" not in document else [("", document)]:
        where = f"{name}, hand {key or hand.get('hand', 1)}"
        if hand.get("variant") != "FR":
            told.skipped.append(not_razz(where, f"variant {str(hand.get('variant'))[:20]}"))
            continue
        try:
            hands.append(_Reading(hand, where).hand)
        except CommandError as trouble:
            told.skipped += faults([trouble])
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            told.skipped += faults([CommandError(f"{where}: {what}", USAGE)])
    return plays_of(hands, told, wishes, known)


def number(value: Any) -> Decimal:
    """An amount without conversion. Raises ValueError if it isn't one."""
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)) or not Decimal(value).is_finite():
        raise ValueError(f"{str(value)[:20]} isn't an amount")
    return Decimal(value)


def moment(hand: Mapping[str, Any]) -> datetime | None:
    """When a hand was played; noon if only the day is known."""
    parts = [hand.get(part) for part in ("year", "month", "day")]
    if not all(isinstance(part, int) for part in parts):
        return None
    at = hand.get("time")
    day = date(*parts)  # type: ignore[arg-type]
    return here(datetime.combine(day, at if isinstance(at, time) else time(12)).astimezone())


class _Reading:
    """One hand, action by action."""

    def __init__(self, entered: Mapping[str, Any], where: str) -> None:
        antes = [number(chips) for chips in entered["antes"]]
        players = [f"p{i}" for i in range(1, len(antes) + 1)]
        names = entered.get("players") or [f"Player {i}" for i in range(1, len(antes) + 1)]
        bring_in, small, big = (number(entered[name]) for name in ("bring_in", "small_bet", "big_bet"))
        if len({*names}) != len(players) or not all(isinstance(name, str) and name.strip() for name in names):
            raise ValueError("there must be one name and one ante for each player")
        if len({*antes}) > 1:
            raise ValueError("not everybody has the same ante")
        self.name = dict(zip(players, names, strict=True))
        self.left = {who: number(chips) for who, chips in zip(players, entered["starting_stacks"], strict=True)}
        self.hand = Hand(
            where, moment(entered), list(names), antes[0], bring_in, small, big, str(entered.get("table", ""))
        )
        self.down: dict[str, list[str]] = {who: [] for who in players}
        self.staying = [*players]
        self.stake = Decimal(0)
        self.open: dict[str, str] = {}
        self.in_round: dict[str, Decimal] = {}
        self.dealt = dict.fromkeys(players, 0)
        for who in players:
            self._pay(who, antes[0])
            if not self.left[who]:
                paid = min(antes[0], number(entered["starting_stacks"][players.index(who)]))
                self.hand.lines.append((names[players.index(who)], "antes", paid, "all-in"))
        for action in entered["actions"]:
            self._action(str(action).split("#")[0].split())
        self._end()
        if "finishing_stacks" in entered:
            pairs = zip(names, entered["starting_stacks"], entered["finishing_stacks"], strict=True)
            self.hand.won = {who: number(after) - number(before) for who, before, after in pairs}

    def _pay(self, who: str, chips: Decimal) -> Decimal:
        paid = min(chips, self.left[who])
        self.left[who] -= paid
        return paid

    def _action(self, words: list[str]) -> None:
        match words:
            case []:
                return
            case ["d", "dh", who, held]:
                self._dealt(who, CARD.findall(held))
            case ["d", "db", card]:
                self._turn_up()
                self.hand.lines.append(("", "upcard", card))
            case [who, "pb"]:
                self._wager(who, "bets", self.hand.bring_in)
            case [who, "cbr", chips]:
                self._turn_up()
                self._wager(who, "raises" if self.stake else "bets", Decimal(chips))
            case [who, "cc"]:
                self._turn_up()
                owes = self.stake - self.in_round.get(who, Decimal(0))
                if owes > 0:
                    paid = self._pay(who, owes)
                    self.in_round[who] = self.in_round.get(who, Decimal(0)) + paid
                    all_in = ("all-in",) * (not self.left[who])
                    self.hand.lines.append((self.name[who], "calls", paid, *all_in))
                else:
                    self.hand.lines.append((self.name[who], "checks"))
            case [who, "f"]:
                self._turn_up()
                self.staying.remove(who)
                self.hand.lines.append((self.name[who], "folds"))
            case [who, "sm"]:
                self._mucks(who)
            case [who, "sm", held]:
                self._shows(who, CARD.findall(held))
            case _:
                raise ValueError(f"{' '.join(words)[:40]!r} isn't an action of Razz")

    def _dealt(self, who: str, held: list[str]) -> None:
        if not self.dealt[who] or len({self.dealt[other] for other in self.staying}) == 1:
            if self.dealt[who]:
                self._turn_up()
            self.stake, self.in_round = Decimal(0), {}
        for card in held:
            self.dealt[who] += 1
            if self.dealt[who] in (1, 2, 7):
                self.down[who].append(card)
            else:
                self.open[who] = card

    def _turn_up(self) -> None:
        if self.open:
            if missing := [who for who in self.staying if who not in self.open]:
                raise ValueError(f"no card is dealt to {missing[0]}")
            self.hand.lines.append(("", "upcard", *(self.open[who] for who in self.staying)))
            self.open = {}

    def _wager(self, who: str, verb: str, stake: Decimal) -> None:
        self._turn_up()
        before = self.in_round.get(who, Decimal(0))
        stake = before + self._pay(who, stake - before)
        self.stake, self.in_round[who] = max(stake, self.stake), stake
        all_in = ("all-in",) * (not self.left[who])
        self.hand.lines.append((self.name[who], verb, stake, *all_in))

    def _shows(self, who: str, held: list[str]) -> None:
        if held and not any("?" in card for card in held):
            self.down[who] = [card for place, card in enumerate(held) if place in (0, 1, 6)]

    def _mucks(self, who: str) -> None:
        self.staying.remove(who)
        self.hand.lines.append((self.name[who], "folds"))

    def _end(self) -> None:
        self._turn_up()
        if len(self.staying) < 2:
            return
        for who in self.staying:
            if not self.down[who] or any("?" in card for card in self.down[who]):
                raise ValueError(f"the cards of {self.name[who]} aren't known")
            self.hand.lines.append((self.name[who], "shows", *self.down[who]))
