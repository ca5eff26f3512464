"""How players ask for rules that many games have, by their ids. A rule of one game has its phrases in ``asked``."""

KINDS = {
    "dealer-rotation deal-alternates": "who deal, whose deal, next dealer, turn to deal, winner deal, loser deal",
    "dealer-rotation": "wrong dealer, deal pass, deal twice, which way deal",
    "first-dealer": "who deal first, first dealer, cut",
    "sitting-out": "sit out, who sit out, dealer sit out, five players, who play",
    "one-pack pack packs": "many decks, many jokers, which cards use, what deck, same card twice, cards in deck, "
    "left out, remove cards",
    "one-pack": "card already played, strip",
    "turn-order lead-order": "who start, who begin, who go first, who play first, out turn, turn order, order play, "
    "which way, direction, clockwise, jump in, before turn, not turn",
    "turn-order": "whose turn, go again, twice row, another go, whose go",
    "lead-order": "who lead, first lead, winner lead, lead first",
    "bid-order": "before spoken, before bid, who bid first, who bid last, dealer bid last, out turn, bid order, "
    "order bid, change bid, take bid back, bid twice, bid again, who start bid",
    "draw-order": "who draw first, who start, who go first, out turn, order, who draw from",
    "follow-suit": "revoke, renege, off suit, follow suit, not follow, void, out hearts/spades/diamonds/clubs/suit, "
    "still have hearts/spades/diamonds/clubs/trumps, no hearts/spades/diamonds/clubs/suit, not have suit, "
    "must trump, must ruff, "
    "trump/ruff have hearts/spades/diamonds/clubs/suit, have/hold suit led, "
    "have/hold/keep hearts/spades/diamonds/clubs/trumps play/throw/discard/lay, throw/play any card, "
    "throw/play another/different/other suit, must follow, play suit led, slough",
    "trick-winner": "who win trick, who take trick, what win trick, which card win, highest trump, trump beat, "
    "is trump, there trump, no trump, ace high/low, which highest, what highest, what beat, nobody follow",
    "trick-count tricks": "many tricks",
    "hand-size hand-count": "many cards deal, many cards get, many cards start, many cards each, number cards",
    "hand-size": "cards each hand",
    "trump-suit": "what trump, who make/choose/pick/name trump, how trump, which suit trump, pick up top, turn up",
    "ends game-end match-end": "when end, when over, game end/over/finish, many/points play to, points win, win game, "
    "need win, score win, when win, who win game, how long",
    "ends": "what target, when lose",
    "game-end": "target, many hands, tie end, draw game, level end",
    "match-end": "match end/over, win match",
    "draw-first": "draw first, before draw, not draw, without draw, forget draw, must draw, where draw, start turn, "
    "take pile instead",
    "must-play": "must play can, have anything/something/nothing play, refuse play, hold back, keep back, "
    "pass when can play, pass could play, draw when/if/though can/could play, draw if can play, not want play, "
    "choose not play, draw playable, pass/draw have card fits/goes/play",
    "draw-one": "not play, nothing play, no card fits, no playable card, draw many, many draw, keep draw",
    "match": "what play on, what goes on, must match, not match, match suit, match rank, match number, match color, "
    "same number",
    "one-card": "two/three/both/several/multiple/many/more cards once/together/time/turn, two/three/several cards, "
    "pair together, play two/twos together, play two/three/four/several once, all same rank",
    "restock reshuffle stock-out stock-empty": "stock/deck run out, stock/deck empty, stock/deck gone, "
    "stock/deck used up, "
    "no cards left stock/deck/draw, nothing left draw, shuffle again, reshuffle, shuffle pile, run out cards",
    "reshuffle": "no cards left stock/deck",
    "empty-hand": "who win, how win, win game, last card, no cards left, go out, first out, get rid all cards, "
    "finish first",
    "hand-end hand-over": "when hand over/end, hand over, no cards left, round end",
    "ante": "what ante, must ante, who ante, put in before deal, pay to play, pot start, stake",
    "card-value": "card worth left, left in hand count, stuck with, face/court/picture card count, card points, "
    "what card worth, caught with",
    "card-points": "card points, what worth, ace/ten/king/queen/jack count, ace/ten/king/queen/jack worth, what count",
    "deadwood": "left in hand, stuck with, stuck in hand, caught with, cards left count, hold end, left over, "
    "lose cards hand",
    "went-out": "go out get, out bonus, go out bonus, out worth, what go out, bonus finish",
    "meld-shape": "what meld, what set, what run, how many set, many cards set/run/meld, ace high/low, ace around, "
    "joker in run/set/meld/sequence, wild in run/set/meld/sequence, jokers use, proper set, proper run, gap run, "
    "same rank suit, corner",
    "held-total": "points possible",
    "sweep": "what sweep, clear board, last card sweep, clear table, sweep last card",
    "last-capturer": "left board, left table, last cards board, who get rest, remaining board, rest board, left end",
    "on-board": "take not board",
    "capture-match": "what take, how take, take court/face/picture card, jack/queen/king take, "
    "jack/queen/king pick up, take more one, take several, add up take, ace worth, face/court/picture worth",
    "trail-only-if-no-capture": "must take, must capture, refuse take, trail when could take, not take, leave card, "
    "just put down, lay card instead take, have to take, pass",
    "most-cards": "most cards, more cards, tie cards, both 26, same number cards",
    "deal-when-done": "deal before end, deal early",
    "packets": "many cards deal, deal again, many cards get, deal more, when deal",
    "own-hand": "not own card",
    "all-accounted": "cards add up",
    "even-deal": "many cards deal, deal out, uneven, one more card, extra cards, same number cards, deal equal",
    "tiebreak": "tie, level end, tied, same score end, equal end, play off, draw",
    "two-cards": "many cards",
    "layout": "how lay out, how set up, layout look",
    "queen": "black lady, queen worth, queen count, black queen, worst card",
    "set": "set, not make, miss bid, fall short, fail contract, bid too high, fewer bid",
    "clean": "clean",
    "last-trick": "last trick",
    "most-chips": "who win, most chips, when end",
    "bid-range": "bid zero/nothing/none, bid nil, least bid, most bid, highest bid, maximum bid, lowest bid, "
    "minimum bid, bid more tricks, bid high, bid how many",
    "higher-bid": "bid same, bid equal, bid higher, bid lower, outbid, beat bid, same bid",
}
"""The ids of rules that are asked for alike, and their phrases."""

AT_A_GLANCE = {
    "players": "many players, how many play, many can play, partner across, partners face, partner opposite, "
    "partners sit, where partner",
    "if someone leaves": "join, come in, join in, join late, new player, someone new, player leave, someone leave, "
    "have leave, leave early, leave game, go home, drop out game, replace player, add player, another player",
    "scores": "low win, lowest win, fewest win, least points win, high win, highest win, most points win, high score, "
    "low score, score low, add up zero",
    "pack": "many cards pack, which cards",
    "the game ends": "end, stop, go on, finish, when over, how long",
}
"""The lines of the quick reference that every game has, and their phrases."""

ASKED: dict[str, str] = {}
"""For each id, its phrases."""

for _ids, _phrases in KINDS.items():
    for _id in _ids.split():
        ASKED[_id] = ", ".join(filter(None, (ASKED.get(_id), _phrases)))
