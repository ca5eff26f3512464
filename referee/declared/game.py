"""Games made from declared sheets. One coroutine plays a round of any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeGuard

from referee.cards import SUITS, Pack
from referee.declared import sheet as declared
from referee.declared.bock import ASKED as BOCK_LEFT
from referee.declared.bock import BOCK, Bock, bock_left
from referee.declared.boxes import OF_BOXES, BonusAtWork, BoxAtWork, DoubleAtWork, FinalAtWork, ReachedAtWork
from referee.declared.column_reports import Done
from referee.declared.columns import ColumnAtWork, Round, Totals, by_players, dealing, listed
from referee.declared.contracts import BidAtWork, ContractAtWork, ShareAtWork
from referee.declared.counted import AllAtWork, CountAtWork, PointsAtWork, WhoAtWork
from referee.declared.deals import CONTRACTS, Contracts
from referee.declared.lines import Lines
from referee.declared.match import ASKED as GAMES_WON
from referee.declared.match import MATCH, Match, games_won
from referee.declared.minimums import MinimumAtWork
from referee.declared.play import PASSING, PlayAtWork, PlayedRound, declaration_brings, take_up
from referee.declared.sheet import BadSheet, Mistake, Sheet
from referee.declared.sitting_out import ASKED, sitting_out
from referee.declared.ties import PLAY_ON, TIES, WinsTie, choice_of_ties, plays_on, ties
from referee.game.asks import NOTHING, Asks, bar
from referee.game.common_reports import Deal, End, SitsOut
from referee.game.findings import Line
from referee.game.game import SITTING_OUT, Example, Game, Glance, Table, leaders
from referee.kit.tricks import on_the_table
from referee.language.reports import Report
from referee.language.words import Seat, so_many
from referee.rules.options import ByPlayers, Clash, Option, Variant, read_house
from referee.rules.rule import Check, Rule, cannot_happen, last, miscounted
from referee.table.rulings import ORDER, OVER

TOTALS = "only the totals"
KIND = f"{TOTALS}, not the cards played"
PLAYED = "the totals, and the cards played if you enter them"


@dataclass(eq=False, repr=False)
class DeclaredGame(Game[Round]):
    """A game declared by a sheet."""

    columns: tuple[ColumnAtWork[Any], ...] = ()
    declared: Sheet | None = None
    at_play: PlayAtWork | None = None
    contracts: Contracts | None = None
    match: Match | None = None
    bock: Bock | None = None

    @property
    def has_boxes(self) -> bool:
        return any(isinstance(column, BoxAtWork) for column in self.columns)


# A round


async def play_round(hand: Round) -> None:
    game = hand.game
    assert isinstance(game, DeclaredGame)
    hand.special = next(iter(hand.standing.coming), "")
    hand.begin()
    dealing = hand.ask(next_dealer(hand), Deal, NO_CARDS, aside=True, free=True) if Deal in game.verbs else NOTHING
    while not (hand.dealer and hand.adds_up):
        match await (what_may_come(hand) | (NOTHING if hand.dealer else dealing)):
            case Done() if not hand.dealer:
                continue  # the last round is over already
            case None | Done():
                break
            case WinsTie() as wins:
                hand.standing.tie = hand.scorer(wins.who)
            case Deal() as deal:
                hand.dealer = deal.who
                hand.deal_again()
            case SitsOut() as sits:
                hand.named_out += (sits.who,)
                hand.deal_again()
            case report if game.contracts and game.contracts.declares and isinstance(report, game.contracts.declares):
                hand.dealer = hand.dealer or report.who
                hand.contract = report.contract
            case report:
                if not hand.dealer and repeats_zero(hand, report):
                    continue
                hand.dealer = hand.dealer or next_dealer(hand)[0]
                hand.take(report)
                if game.declared and game.declared.at_once and game_over(hand):
                    break
    score(hand)


def next_dealer(hand: Round) -> tuple[Seat, ...]:
    return (hand.standing.dealer or hand.seats[0],)


def no_cards(hand: Round, deal: Deal) -> str | None:
    """Why a deal can't have this number of cards, or None."""
    game = hand.game
    assert isinstance(game, DeclaredGame)
    if game.contracts and game.contracts.declared and not game.contracts.left(hand, deal.who):
        return cannot_happen(f"{deal.who} has declared every contract")
    due = game.at_play.size(len(hand.seats)) if game.at_play else None
    if deal.size in (None, due):
        return None
    if due:
        return f"each player gets {so_many(due, 'card')}, not {deal.size}"
    return f"in this game you don't enter how many cards are dealt, so leave out the {deal.size}"


NO_CARDS = Check(no_cards, (ORDER,))


def what_may_come(hand: Round) -> Asks[Any]:
    """The reports that the round accepts now, and whether it can be closed."""
    asks: Asks[Any] = NOTHING
    game = hand.game
    assert isinstance(game, DeclaredGame)
    for column in game.columns:
        asks |= hand.ask_column(column)
    asks |= hand.ask_besides()
    if game.contracts and game.contracts.declares and not hand.contract:
        asks |= hand.ask((dealing(hand),), game.contracts.declares, turn=game.contracts.rule)
    if SitsOut in game.verbs:
        asks |= hand.ask(None, SitsOut, aside=True)
    if not hand.dealer:
        return asks | hand.ask(None, Done, aside=True) if hand.standing.nothing else asks
    if lacking := hand.lacking():
        rule, why = lacking
        return asks | bar(rule, miscounted(why), Deal, Done)
    if incomplete_column := hand.incomplete_column():
        rule, why = incomplete_column
        return asks | hand.ask(None, Done) | bar(rule, miscounted(why), Deal, End)
    return (asks | hand.ask(None, Done)).maybe()


def when_over(hand: Round) -> Asks[Any]:
    """What may be entered after the game: who wins a tie."""
    barred = bar(OVER, "the game is over", *(verb for verb in hand.game.verbs if verb is not WinsTie))
    return hand.ask(None, WinsTie, aside=True) | barred if WinsTie in hand.game.verbs else barred


def repeats_zero(hand: Round, report: Any) -> bool:
    """Whether a report only repeats a zero of the last round, which added up without it."""
    column = hand.column(type(report))
    if column is None or not of_everybody(column) or isinstance(report, column.row):
        return False
    entered = column.entered_by(hand, report)
    return not any(entered.values()) and all(f"{column.name} {seat}" in hand.standing.nothing for seat in entered)


def of_everybody(column: ColumnAtWork[Any]) -> TypeGuard[CountAtWork | PointsAtWork]:
    """Whether each player has a number in it, which may be zero."""
    return isinstance(column, CountAtWork) or (isinstance(column, PointsAtWork) and column.spec.told in ("all", "any"))


def without(hand: Round, column: CountAtWork | PointsAtWork) -> tuple[Seat, ...]:
    """Players without a number in a column, who have zero."""
    if isinstance(column, PointsAtWork):
        return () if column.shared(hand) else column.wanted(hand)
    return column.untold(hand)


def score(hand: Round) -> None:
    """Books the points of the round, and what depends on them."""
    columns, game = hand.columns, hand.game
    assert isinstance(game, DeclaredGame)
    if game.match:
        game.match.begin(hand)
    turned = {
        name for column in columns if isinstance(column, AllAtWork) and column.made_by(hand) for name in column.spec.of
    }
    for column in sorted(columns, key=lambda column: isinstance(column, ContractAtWork)):
        if column.name not in turned:
            column.score(hand)
    for column in columns:
        column.after(hand)
    if game.contracts:
        game.contracts.note(hand)
    if game.bock:
        game.bock.note(hand)
    hand.standing.nothing = [
        f"{column.name} {seat}" for column in columns if of_everybody(column) for seat in without(hand, column)
    ]
    hand.standing.by_cards = hand.by_cards
    hand.next_dealer = dealer_by_score(hand)


def settle(hand: Round, last: Round) -> None:
    """Books what the end of the game adds after the last round, instead of what it added before."""
    standing: Totals = hand.standing
    if standing.end_of != last.number:
        standing.at_the_end, standing.end_of = [], last.number
    brings = what_the_end_brings(last)
    if brings != standing.at_the_end:
        for line in standing.at_the_end:
            hand.enter(line._replace(points=-line.points, because="corrected"))
        for line in brings:
            hand.enter(line)
        standing.at_the_end = brings


def what_the_end_brings(last: Round) -> list[Line]:
    """The lines that the end of the game adds after this round. Empty if it goes on."""
    game, scores = last.game, played_for(last)
    assert isinstance(game, DeclaredGame)
    winners = best_of(last, scores) if game_over(last) else []
    finals = [column for column in last.columns if isinstance(column, FinalAtWork) and winners]
    brings = [line for column in finals for line in column.at_the_end(last, winners)]
    if game.match and game.match.on(last.house):
        game.match.note(last, scores, winners)
        if winners:
            points = {side: scores[side] + sum(line.points for line in brings if line.who == side) for side in scores}
            brings += game.match.at_the_end(last, scores, points)
    return brings


def played_for(hand: Round) -> dict[Seat, int]:
    """The scores without what the end of the game adds."""
    scores = {side: hand.standing.balance.get(side, 0) for side in hand.sides}
    for line in hand.standing.at_the_end if hand.standing.end_of == hand.number else ():
        if line.who in scores:
            scores[Seat(line.who)] -= line.points
    return scores


def ahead(hand: Round) -> list[Seat] | None:
    """The winners of a game that is over. None if those with the best score have won."""
    game = hand.game
    assert isinstance(game, DeclaredGame) and game.declared
    if game.match and game.match.on(hand.house):
        return game.match.ahead(hand)
    if not game.declared.counts_first:
        return None
    return best_of(hand, {side: hand.standing.balance.get(side, 0) for side in hand.sides})


def best_of(hand: Round, scores: Mapping[Seat, int]) -> list[Seat]:
    """The winners with these scores: the best, or the side that counts first and has reached the target."""
    game, target = hand.game, hand.house["target"]
    assert isinstance(game, DeclaredGame) and game.declared
    scores = {side: points for side, points in scores.items() if side not in hand.standing.conceded}
    first = next((column for column in game.columns if column.name == game.declared.counts_first), None)
    if first and target is not None:
        of_round = [line for line in hand.lines if line.hand == hand.number and line.rule != first.name]
        if isinstance(first, ContractAtWork):
            bidding = [hand.side(seat) for seat in hand.reports.get(first.name, {})]
            reached = {side: scores[side] for side in bidding if scores.get(side, 0) >= target}
        else:
            later = {side: sum(line.points for line in of_round if line.who == side) for side in scores}
            reached = {side: scores[side] - later[side] for side in scores if scores[side] - later[side] >= target}
        scores = reached or scores
    return leaders(scores, game.low_wins(hand.house))


def dealer_by_score(hand: Round) -> Seat:
    """The next dealer if that depends on the score; otherwise NOBODY."""
    game = hand.game
    assert isinstance(game, DeclaredGame) and game.declared
    if game.contracts and game.contracts.declared:
        return game.contracts.deals_next(hand)
    if game.declared.deals != "winner":
        return Seat("")
    best = leaders(hand.scores, game.low_wins(hand.house))
    return best[0] if len(best) == 1 and best[0] in hand.seats else Seat("")


def is_over(hand: Round) -> bool | None:
    """Whether the game is over, or the match if the house plays one. None if the game has no end."""
    game = hand.game
    assert isinstance(game, DeclaredGame)
    over = game_over(hand)
    return game.match.is_won(hand) if game.match and game.match.on(hand.house) else over


def game_over(hand: Round) -> bool | None:
    """Whether the game is at its end, and not played on because the leaders tie. None if the game has no end."""
    over = at_its_end(hand)
    return False if over and plays_on(hand, best_of(hand, played_for(hand))) else over


def at_its_end(hand: Round) -> bool | None:
    """Whether a player has reached the target, or all rounds are played. None if the game has no end."""
    target, rounds, floor = (hand.house[name] for name in declared.SHEET_NUMBERS)
    scores = played_for(hand).values()
    if target is not None and max(scores) >= target:
        return True
    if floor is not None and min(scores) <= floor:
        return True
    if rounds is not None and hand.number >= rounds:
        return True
    game = hand.game
    assert isinstance(game, DeclaredGame)
    if game.contracts:
        return hand.number >= game.contracts.rounds(len(hand.seats))
    boxes = [column for column in hand.columns if isinstance(column, BoxAtWork)]
    if boxes:
        return all(column.key(seat) in hand.standing.kept for column in boxes for seat in column.tellers(hand))
    return None if target is rounds is floor is None else False


def as_entered(hand: Round) -> Iterator[str]:
    """The numbers of the round so far, in words."""
    if out := hand.sitting_out:
        yield f"{listed(out)} sit{'s' if len(out) == 1 else ''} out"
    game = hand.game
    assert isinstance(game, DeclaredGame)
    yield from before_the_deal(hand)
    yield from (text for column in hand.columns if (text := column.now(hand)))
    if isinstance(hand, PlayedRound):
        if hand.by_cards and hand.rules.spec.points:
            yield f"card points: {', '.join(f'{seat} {points}' for seat, points in hand.card_points.items())}"
        yield from on_the_table(hand)


def before_the_deal(hand: Round) -> Iterator[str]:
    """What everybody wants to know before the round: its contract, and whether it counts more."""
    game = hand.game
    assert isinstance(game, DeclaredGame)
    if game.contracts:
        yield from game.contracts.shown(hand)
    if game.bock:
        yield from game.bock.shown(hand)


# The game


class Ending(Rule):
    """The rule that says when the game is over: at a score, after some rounds, or ``at_last``, and who wins then."""

    def __init__(self, sheet: Sheet, amounts: Mapping[str, Option], at_last: str = "") -> None:
        super().__init__(at_last, amounts=amounts)
        self.sheet = sheet

    def said(self, house: Mapping[str, Any], book: Mapping[str, Any]) -> str:
        given, standard = ({name for name in declared.SHEET_NUMBERS if of[name] is not None} for of in (house, book))
        same = given == standard
        ways = self.ways(given, house, book if same else house)
        beside = "" if same else f" (standard: {self.ways(standard, book, book) or 'when you stop'})"
        text = f"{ENDS}{ways}" if ways else f"{GOES_ON}until you stop it"
        return f"{text}{beside}.{self.winner('target' in given)}"

    def ways(self, names: set[str], house: Mapping[str, Any], book: Mapping[str, Any]) -> str:
        """What ends the game, by these numbers of a house."""
        return " or ".join((*self.by_numbers(names, house, book), *([self.template] if self.template else [])))

    def by_numbers(self, names: set[str], house: Mapping[str, Any], book: Mapping[str, Any]) -> Iterator[str]:
        scores = [does for name, does in SCORES.items() if name in names]
        if scores:
            when = "as soon as" if self.sheet.at_once else f"after the {self.sheet.unit} in which"
            yield self.filled_in(f"{when} a score {' or '.join(scores)}", house, book)
        if "rounds" in names and isinstance(rounds := house["rounds"], ByPlayers):
            (number, players), *others = rounds.spans.items()
            first = f"after {so_many(number, self.sheet.unit)} with {players} players"
            yield ", ".join((first, *(f"{number} with {players}" for number, players in others)))
        elif "rounds" in names:
            yield self.filled_in(f"after {{rounds:{self.sheet.unit}}}", house, book)

    def winner(self, by_target: bool) -> str:
        """Who wins, as far as it is the same with any house rules."""
        if not by_target or not self.sheet.counts_first:
            return ""
        first = self.sheet.columns[self.sheet.counts_first]
        title = first.title or self.sheet.counts_first.replace("-", " ")
        several = "both sides get there" if self.sheet.partners else "more than one player gets there"
        the_bidding = "the bidding side" if self.sheet.partners else "the bidder"
        if isinstance(first, declared.Contract):
            return f" If {several}, {the_bidding} wins, even with the same score or a lower one."
        return f" If {several}, {title} count first."


ENDS, GOES_ON = "The game ends ", "The game goes on "
SCORES = {"target": "reaches {target}", "floor": "falls to {floor}"}


def over_at(table: Table) -> str:
    """When the game is over, without the words before it: ``after 24 hands``."""
    text, _, _ = table.game.said(declared.ENDS, table.players, table.house).partition(". ")
    text = text.removesuffix(".")
    return text.removeprefix(ENDS) if text.startswith(ENDS) else "when you stop"


def when_all_played(sheet: Sheet) -> str:
    """When the game is over by its contracts, in words. Empty if it has none."""
    if not sheet.contract:
        return ""
    chosen = sheet.contracts == "dealer"
    return "when everyone has declared every contract" if chosen else "when all contracts have been played"


def ending(sheet: Sheet) -> Rule:
    """The rule that says when the game is over."""
    boxes = any(isinstance(column, declared.Box) for column in sheet.columns.values())
    ways = (
        ("target", by_players(sheet.target), 1, "score that ends the game"),
        ("rounds", by_players(sheet.rounds), 1, f"{sheet.unit}s in the game"),
        ("floor", sheet.floor, -declared.MOST, "score at or below which the game ends"),
    )
    numbers = {name: Option(name, book, text, least=least, or_none=True) for name, book, least, text in ways}
    at_last = "when every box is filled" if boxes else when_all_played(sheet)
    return Ending(sheet, numbers, at_last)


AT_WORK: dict[type[declared.Column], type[ColumnAtWork[Any]]] = {
    declared.Points: PointsAtWork,
    declared.Count: CountAtWork,
    declared.Who: WhoAtWork,
    declared.All: AllAtWork,
    declared.Bid: BidAtWork,
    declared.Contract: ContractAtWork,
    declared.Share: ShareAtWork,
    declared.Bonus: BonusAtWork,
    declared.Box: BoxAtWork,
    declared.Reached: ReachedAtWork,
    declared.Double: DoubleAtWork,
    declared.Final: FinalAtWork,
    declared.Minimum: MinimumAtWork,
}


def game_of(sheet: Sheet, slug: str, text: str = "", **otherwise: Any) -> DeclaredGame:
    """The game that a sheet declares."""
    make: dict[type[Any], type[ColumnAtWork[Any]]] = {**AT_WORK, **otherwise.pop("kinds", {})}
    columns = tuple(make[type(spec)](name, spec, sheet) for name, spec in sheet.columns.items())
    by_name = {column.name: column for column in columns}
    for column in columns:
        column.tie(by_name)
    ends = otherwise.pop("ends", None) or ending(sheet)
    rules: dict[str, Rule] = {}
    for column in columns:
        rules |= column.rules
    sits = otherwise.pop("sits", None) or sitting_out(sheet)
    if sits:
        rules[SITTING_OUT] = sits
    rules[declared.ENDS] = ends
    verbs: dict[type[Report], str] = {}
    if sheet.deals != "nobody":
        verbs[Deal] = f"needed only if somebody deals out of turn, or to close the previous {sheet.unit}"
        told = {getattr(spec, "told", "all") for spec in sheet.column.values()}
        if "often" in told <= {"once", "often"}:  # then only the next deal closes a hand
            verbs[Deal] = f"before each {sheet.unit} but the first; add a name only if somebody deals out of turn"
    for column in columns:
        verbs |= {kind: entered_when(column, kind, sheet.unit) for kind in column.kinds}
    if sits:
        verbs[SitsOut] = f"before the {sheet.unit}" + ", if someone other than the dealer sits out" * (
            sheet.seated is not None
        )
    contracts = Contracts(sheet) if sheet.contract else None
    if contracts:
        rules[CONTRACTS] = contracts.rule
        if contracts.declares:
            verbs[contracts.declares] = f"at the start of each {sheet.unit}"
    match = Match(sheet) if sheet.match is not None else None
    if match:
        rules[MATCH] = match.rule
    bock = Bock(sheet, columns) if sheet.bock is not None else None
    if bock:
        rules[BOCK] = bock.rule
    play = PlayAtWork(sheet.play, sheet) if sheet.play else None
    facts: dict[str, Any] = {name: fact_of(name) for name in sheet.columns if name not in TAKEN}
    if sits:
        facts[SITTING_OUT] = lambda hand: list(hand.sitting_out)
    if match:
        facts["games"] = games_won
    if bock:
        facts[BOCK] = bock_left
    if play:
        rules |= play.rules
        play.judge_games(columns)
        verbs |= play.reports()
        facts = {"tricks": lambda hand: dict(hand.taken)} | facts
        if play.spec.trump or play.spec.names:
            facts = {"trump": trump_of} | facts
        if play.spec.points:
            facts = {"card-points": lambda hand: hand.card_points} | facts
        last(*(rule for column in columns for rule in column.rules.values()), ends)
    for name in rules.keys() & sheet.asked.keys():
        rules[name].asked = sheet.asked[name]
    shares = [column for column in columns if isinstance(column, ShareAtWork)]
    declaring = [play.declares] if play and play.declares else []
    boxes = any(isinstance(column, BoxAtWork) for column in columns)
    verbs[Done] = (
        "not in this game: everybody must fill a box, if need be with 0"
        if boxes
        else f"to close a {sheet.unit} that isn't complete"
    )
    if not boxes and sheet.span[-1] > 1:
        rules[TIES] = ties(sheet.unit)
        verbs[WinsTie] = "at the end of the game, if the leaders tie"
    choices = [
        *(choice for column in columns for choice in column.choices),
        *([choice_of_ties()] if TIES in rules else []),
        *(bock.options if bock else ()),
    ]
    options = (*otherwise.pop("options", ()), *choices)
    example = sheet.example
    values: dict[str, Any] = {
        "name": sheet.name,
        "summary": sheet.summary,
        "family": sheet.family,
        "unit": sheet.unit,
        "players": sheet.span,
        "partners": partners_of(sheet),
        "playing": sheet.seated if sits else None,
        "lowest_wins": sheet.wins == "low",
        "winners": ahead if sheet.counts_first or match else None,
        "open_table": not (sheet.partners or sheet.contract)
        and not any(isinstance(column, BoxAtWork) for column in columns),
    }
    return DeclaredGame(
        slug=slug,
        pack=play.pack_for if play else Pack(),
        pack_rule=play.one_pack if play else ORDER,
        hand=PlayedRound if play else Round,
        deal_out=take_up if play else None,
        at_play=play,
        contracts=contracts,
        match=match,
        bock=bock,
        before_deal=before_the_deal,
        closing=match.close if match else None,
        play=play_round,
        over=is_over,
        settle=settle,
        when_over=when_over,
        plays_on=lambda house: house.get(TIES) == PLAY_ON,
        hands_due=lambda table: table.house["rounds"] or (contracts.rounds(table.players) if contracts else None),
        deal_passes=sheet.deals in ("left", "stays"),
        standing=Totals,
        verbs=verbs,
        written=rules,
        options=options,
        variants=tuple(
            Variant(name, variant.text, variant.house, variant.seats) for name, variant in sheet.variant.items()
        ),
        facts=facts,
        brings={
            kind: column.brings
            for column in columns
            if isinstance(column, BidAtWork | ContractAtWork)
            for kind in column.kinds
        }
        | {kind: partial(declaration_brings, share) for share in shares for kind in declaring},
        asked=(
            *(fact for column in columns for fact in column.asked),
            *((ASKED,) if sits else ()),
            *(contracts.asked if contracts else ()),
            *((GAMES_WON,) if match else ()),
            *((BOCK_LEFT,) if bock else ()),
            *(PASSING if play and play.passing else ()),
            *(OF_BOXES if any(isinstance(column, BoxAtWork) for column in columns) else ()),
        ),
        now=as_entered,
        at_a_glance=(
            Glance("checked", PLAYED if play else KIND if sheet.deals != "nobody" else TOTALS),
            *(play.glances() if play else ()),
            *(glance for column in columns if isinstance(column, MinimumAtWork) for glance in column.glances),
            Glance("the game ends", over_at, ends),
        ),
        short_form=sheet.told,
        phrases=sheet.phrases,
        clashes=(
            *otherwise.pop("clashes", ()),
            clash_of(columns),
            *((match.clash,) if match else ()),
        ),
        example=Example(example.players, tuple(example.told), example.score, example.house) if example else None,
        rulings=tuple(sheet.silent),
        edition=sheet.edition,
        sheet=text,
        columns=columns,
        of_a_sheet=True,
        declared=sheet,
        **(values | otherwise),
    )


def entered_when(column: ColumnAtWork[Any], kind: type[Report], unit: str) -> str:
    """When a report of a column is entered, in words."""
    spec = column.spec
    if kind is getattr(column, "passing", None):
        return "instead of a game"
    if isinstance(spec, declared.Bid):
        return "before the play"
    if isinstance(spec, declared.Contract):
        defends = kind is getattr(column, "defending", None)
        return "before the play" + ", if a player may defend alone" * defends
    if isinstance(spec, declared.Box):
        return f"one box a {unit}"
    if isinstance(spec, declared.Double):
        return "before the first card"
    if getattr(spec, "after", None) or (isinstance(spec, declared.Points) and spec.told in ("any", "often")):
        return f"at any time in the {unit}"
    return f"after the {unit}"


def partners_of(sheet: Sheet) -> bool | Callable[[int, Mapping[str, Any]], bool]:
    """Whether partners share a score, by the number of players. They don't if some sit out, because partners change."""
    if isinstance(sheet.partners, bool) and not (sheet.partners and sheet.seated):
        return sheet.partners
    number = sheet.seated if sheet.partners is True else sheet.partners
    return lambda players, house: players == number


def clash_of(columns: Iterable[ColumnAtWork[Any]]) -> Clash:
    """Why these house rules contradict each other, by the first column concerned, or an empty string."""
    columns = tuple(columns)
    return lambda players, house: next(
        (why for column in columns if (why := column.clash(players, house))), untold(columns, house)
    )


def untold(columns: Iterable[ColumnAtWork[Any]], house: Mapping[str, Any]) -> str:
    """Says if these house rules leave nothing to enter in a round."""
    played = (column for column in columns if column.kinds and not isinstance(column, AllAtWork))
    return "" if any(column.in_play(house) for column in played) else UNTOLD


UNTOLD = "a round needs a column that isn't worth 0, and of another kind than reached or final"

TAKEN = ("hand", "next", "dealer", "winner", "winners", "over", "not", "finding")
"""Words that a check in a record begins with."""


def trump_of(hand: PlayedRound) -> str | None:
    """The trump suit, or the game by its name if its trumps are of no suit."""
    return hand.trump if hand.trump in SUITS or not hand.declaration else hand.declaration.game.name


def fact_of(name: str) -> Callable[[Round], Mapping[Seat, int]]:
    """The numbers of a column, by player or team."""
    return lambda hand: dict(hand.so_far(name))


@lru_cache(maxsize=64)
def game_in(text: str, slug: str, *, sound: bool = False) -> DeclaredGame:
    """The game declared by the text of a sheet. Raises BadSheet. A ``sound`` text isn't validated."""
    if sound:
        return game_of(declared.saved_sheet(text), slug, text)
    game = game_of(declared.read(text), slug, text)
    lines = Lines(text)
    if mistakes := sorted(
        {*clashing_numbers(game, lines)}
        or {*impossible_variants(game, lines), *untrue_examples(game, lines), *unknown_rules(game, lines)}
    ):
        raise BadSheet(mistakes)
    return game


def clashing_numbers(game: DeclaredGame, lines: Lines) -> Iterator[Mistake]:
    """Why the numbers of a column contradict each other, for any number of players."""
    for players in game.players:
        house = {option.name: option.value(players) for option in game.options}
        for column in game.columns:
            if why := column.clash(players, house):
                yield Mistake(lines.of("column", column.name), why)
            if game.at_play and (why := game.at_play.clash(column, players, house)):
                yield Mistake(lines.of("column", column.name), why)
        if why := untold(game.columns, house):
            yield Mistake(lines.of("column"), why)


def unknown_rules(game: DeclaredGame, lines: Lines) -> Iterator[Mistake]:
    """Phrases for rules that the game doesn't have."""
    asked = game.declared.asked if game.declared else {}
    for name in asked.keys() - game.rules.keys():
        yield Mistake(lines.of("asked", name), f"there is no rule {name}: the rules are {', '.join(game.rules)}")


def impossible_variants(game: DeclaredGame, lines: Lines) -> Iterator[Mistake]:
    """Mistakes in variants that no number of players can play."""
    for name, _, house, seats in game.variants:
        why = ""
        for players in seats or game.players:
            try:
                game.house(players, read_house(house))
                break
            except ValueError as error:
                why = str(error)
        else:
            yield Mistake(lines.of("variant", name, "house"), why)


def untrue_examples(game: DeclaredGame, lines: Lines) -> Iterator[Mistake]:
    """Mistakes in the example of a sheet."""
    from referee.language.words import ParseError, pieces
    from referee.records.checks import differs
    from referee.table.referee import Referee

    if not (example := game.example):
        return
    players = example.players.split()
    try:
        referee = Referee(game, players, read_house(example.house))
    except ValueError as error:
        key = "house" if len(players) in game.players and example.house else "players"
        yield Mistake(lines.of("example", key), f"the example can't be played: {error}")
        return
    key, text = "told", ""
    try:
        for piece in (piece for text in example.lines for piece in pieces(text)):
            ruling = referee.hear(piece.text)
            if not ruling.accepted:
                text = f"{piece.text}: {ruling.verdict}[{', '.join(ruling.rules)}]: {ruling.message}"
                break
        else:
            key = "score"
            actual = differs(referee, example.score, 1, ())
            text = f"it adds up to {actual}" if actual else ""
    except ParseError as error:
        text = error.message
    if text:
        yield Mistake(lines.of("example", key), f"the example is wrong: {text}")
