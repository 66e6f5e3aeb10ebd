"""Powers that resolve once, when their contract is fulfilled, and move cards of hands and deck (R-POWER-3)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import ANYONE, POWERS, Answers, AnyTime, Instead, OnFulfill, power
from explorer.language.events import emit, relied
from explorer.language.moves import (
    BANK,
    as_drawn,
    discard,
    draw,
    found,
    from_hand,
    from_island,
    lay_back,
    nothing_to_draw,
    pay,
    rely_on_flag_colors,
    reshuffle,
    reveal_top,
    search,
    shuffle_deck,
    start_effect,
    to_hand,
    to_island,
    turn_deck,
)
from explorer.language.questions import deck_is_open
from explorer.language.stepper import Step, ask, done, go
from explorer.language.verbs import (
    GIVER,
    RANDOM,
    YOURS,
    Axis,
    Check,
    Ctx,
    DiscardThis,
    Draw,
    EachDraws,
    EachGives,
    Move,
    Seq,
    Steps,
    ask_kind,
    everyone,
    gain_of,
    prompt,
)  # fmt: skip
from explorer.powers.own_turn import BETWEEN_EVENTS, OWN_MOMENTS
from explorer.rules.ending import win_now
from explorer.rules.windows import OWN_TURN
from explorer.state import Frame, State
from explorer.terms import ILLEGAL, KINDS

# Antiquities: an Illegal card out of the deck


def _renew_deck(s: State, f: Frame) -> None:
    if not s.deck and s.discard:
        reshuffle(s, f)


def _ask_find(s: State, f: Frame) -> None:
    ask(s, f.who, "antiquities")


def _find(s: State, f: Frame) -> None:
    if f.r is None:
        emit(s, f, ev.PowerFails, "power antiquities", f.who, f.card, "no target")
    else:
        card = f.r[1]
        relied(s, f, "antiquities-shown")
        search(s, f, card)
        if s.rulings["antiquities-shown"] == "shown":
            to_hand(s, f, f.who, card, "power antiquities")
        else:
            found(s, f, f.who, card, "power antiquities")
        as_drawn(s, f, f.who, (card,), deck=True)
    shuffle_deck(s, f, "power antiquities")


def _is_illegal(ctx: Ctx, card: int) -> bool:
    return bool(ctx.s.cat.colors[card] >> ILLEGAL & 1)


prompt(
    "antiquities",
    Move(
        "take",
        (
            Axis(
                "card",
                lambda ctx: sorted(ctx.s.deck),  # not in the order in which they lie there
                (Check("card-is-illegal", "power antiquities", _is_illegal),),
            ),
        ),
    ),
)
power(
    "Antiquities",
    OnFulfill(
        Steps(
            _renew_deck,
            _ask_find,
            _find,
            touches=frozenset({"deck", "hand"}),
            emits=(ev.CardMoved, ev.CardGiven, ev.CardsDrawn, ev.PowerFails, ev.DeckShuffled, ev.DeckReshuffled),
        )
    ),
)

power("Cups", OnFulfill(Draw(5)))


# Lucky Cards: 30 credits, a kind, a card; k is the kind named, n how many cards of that kind have been drawn


def _ask_bet(s: State, f: Frame) -> None:
    ask(s, f.who, "lucky-cards")


def _bet(s: State, f: Frame) -> None:
    relied(s, f, "lucky-cards-use")
    if f.r[0] == "pass":
        if s.players[f.who].credits < 30:
            emit(s, f, ev.PowerFails, "R-POWER-6", f.who, f.card, "credits")
        return done(f)
    pay(s, f, f.who, 30, BANK, "power lucky-cards")


def _bet_drawn(s: State, f: Frame) -> None:
    _draw_named(s, f, 1)


def _bet_result(s: State, f: Frame) -> None:
    """Pay for a hit, after all that answers the drawing (ruling triggers-mid-effect)."""
    if f.n:
        gain_of(s, f, f.who, 50, f.by, "power lucky-cards")


def _ask_kind(s: State, f: Frame) -> None:
    """Ask for a kind, if there is a card at all that could be of it."""
    if nothing_to_draw(s):
        done(f)
    else:
        ask_kind(s, f)


def _name_kind(s: State, f: Frame) -> None:
    """Say which kind has been named."""
    f.k = f.r[1]
    emit(s, f, ev.Answered, POWERS[f.by].citation, f.who, KINDS[f.k])


def _draw_named(s: State, f: Frame, n: int) -> None:
    """Draw n cards, show them, and count those of the kind just named (ruling naming-capital)."""
    before = len(s.players[f.who].hand)
    draw(s, f, f.who, n, POWERS[f.by].citation)
    cards = s.players[f.who].hand[before:]
    if cards:
        emit(s, f, ev.HandShown, POWERS[f.by].citation, f.who, tuple(cards))
    rely_on_flag_colors(s, f, cards, f.k)
    f.n = sum(_is_of_kind(s, card, f.k) for card in cards)


def _is_of_kind(s: State, card: int, kind: int) -> bool:
    return bool(s.cat.colors[card] >> kind & 1)


def _has_thirty(ctx: Ctx) -> bool:
    return bool(ctx.s.players[ctx.p].credits >= 30)


def _may_pass(ctx: Ctx) -> bool:
    return ctx.s.rulings["lucky-cards-use"] != "once-compulsory" or not _has_thirty(ctx)


prompt(
    "lucky-cards",
    Move("use", gates=(Check("thirty-credits", "R-POWER-6", _has_thirty),)),
    Move("pass", gates=(Check("lucky-cards-compulsory", "ruling lucky-cards-use", _may_pass),)),
)
_BET_TELLS = (ev.CreditsPaid, ev.Answered, ev.CardsDrawn, ev.HandShown, ev.CreditsGained)


def _stake(s: State, f: Frame) -> None:
    relied(s, f, "lucky-cards-use")
    pay(s, f, f.who, 30, BANK, "power lucky-cards")


def _bets(*first: Step) -> Steps:
    touches = frozenset({"credits", "deck", "hand"})
    fails = (ev.PowerFails,) if _bet in first else ()
    return Steps(*first, _ask_kind, _name_kind, _bet_drawn, _bet_result, touches=touches, emits=(*fails, *_BET_TELLS))


power(
    "Lucky Cards",
    OnFulfill(_bets(_ask_bet, _bet), under=("lucky-cards-use", "once-optional")),
    OnFulfill(_bets(_ask_bet, _bet), under=("lucky-cards-use", "once-compulsory")),
    AnyTime(
        "fulfilled",
        Move("bet", gates=(OWN_TURN, BETWEEN_EVENTS, Check("thirty-credits", "R-POWER-6", _has_thirty))),
        do=_bets(_stake),
        windows=OWN_MOMENTS,
        under=("lucky-cards-use", "own-turns-repeatable"),
    ),
)

power("Market Data", Instead(Seq(EachGives(2, part=True), DiscardThis()), besides=True))


# Massage Tables: reveal until two cards are of one kind, a credit for each, and take them all


def _reveal_pair(s: State, f: Frame) -> None:
    revealed: list[int] = []
    most = len(s.deck) if s.rulings["short-draw"] == "stop-at-once" and s.deck else len(s.cat.name)
    while len(revealed) < most and not _some_pair(s, revealed):
        card = reveal_top(s, f, f.who, "power massage-tables")
        if card < 0:
            break
        revealed.append(card)
    count = len(revealed)
    gain_of(s, f, f.who, count + count % 2, f.by, "power massage-tables")
    for card in revealed:
        s.limbo.remove(card)
        to_hand(s, f, f.who, card, "power massage-tables")
    as_drawn(s, f, f.who, revealed, deck=True)


def _some_pair(s: State, cards: list[int]) -> bool:
    """Whether two cards share a kind; gray is one here, and a Flag card is of either of its two (INT-100)."""
    colors = s.cat.colors
    return any(colors[one] & colors[other] for i, one in enumerate(cards) for other in cards[:i])


power(
    "Massage Tables",
    OnFulfill(
        Steps(
            _reveal_pair,
            touches=frozenset({YOURS, "deck", "hand"}),
            adds=frozenset({YOURS}),
            emits=(
                ev.CardRevealed,
                ev.CreditsGained,
                ev.CreditsPaid,
                ev.CardMoved,
                ev.CardsDrawn,
                ev.DeckReshuffled,
            ),
            asks=False,
        )
    ),
)

power("Merino Wool", OnFulfill(Draw(lambda s, f: len(s.players[f.who].hand))))


# Muji Pens: your hand onto the island, then three random cards of each other hand


def _lay_hand(s: State, f: Frame) -> None:
    for card in s.players[f.who].hand[:]:
        from_hand(s, f.who, card)
        to_island(s, f, f.who, card, "power muji-pens")


power(
    "Muji Pens",
    OnFulfill(
        Seq(
            Steps(
                _lay_hand,
                touches=frozenset({"hand", "island"}),
                emits=(ev.IslandCardAdded,),
                asks=False,
            ),
            EachGives(3, picks=RANDOM, part=True),
        )
    ),
)


# Opposition Leaflets: everybody picks a card in secret, then all are discarded; y holds (seat, card) pairs


def _next_leaflet(s: State, f: Frame) -> None:
    """Find who has yet to pick a card that is still in their hand; then discard all."""
    f.y = tuple((seat, card) for seat, card in f.y or () if card in s.players[seat].hand)
    chosen = dict(f.y)
    for seat in everyone(s, f.who):
        if seat not in chosen and s.players[seat].hand:
            f.k = seat
            return
    for seat in everyone(s, f.who):
        if seat in chosen:
            from_hand(s, seat, chosen[seat])
            discard(s, f, seat, chosen[seat], "hand", "power opposition-leaflets")
    done(f)


def _ask_leaflet(s: State, f: Frame) -> None:
    ask(s, f.k, "opposition-leaflets")


def _keep_leaflet(s: State, f: Frame) -> None:
    if f.r is not None:
        f.y = (*f.y, (f.k, f.r[1]))
    go(f, _next_leaflet)


prompt("opposition-leaflets", Move("discard", (Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),)))
power(
    "Opposition Leaflets",
    OnFulfill(
        Steps(
            _next_leaflet, _ask_leaflet, _keep_leaflet, touches=frozenset({"hand", "deck"}), emits=(ev.CardDiscarded,)
        )
    ),
)


# Rolls Royce: name a kind, reveal the top card, win with it or take it


def _reveal_named(s: State, f: Frame) -> None:
    card = reveal_top(s, f, f.who, "power rolls-royce")
    if card < 0:
        return
    rely_on_flag_colors(s, f, (card,), f.k)
    if _is_of_kind(s, card, f.k):  # then it stays where it was: only a miss is taken
        lay_back(s, card)
        win_now(s, f, f.who, f.card, "power rolls-royce")
    else:
        s.limbo.remove(card)
        to_hand(s, f, f.who, card, "power rolls-royce")
        as_drawn(s, f, f.who, (card,), deck=True)


power(
    "Rolls Royce",
    OnFulfill(
        Steps(
            _ask_kind,
            _name_kind,
            _reveal_named,
            touches=frozenset({"deck", "hand"}),
            emits=(ev.Answered, ev.CardRevealed, ev.CardMoved, ev.CardsDrawn, ev.GameWon, ev.GameEnding, ev.GameOver),
        )
    ),
)

power("Sculptures", OnFulfill(Seq(EachDraws(3), EachGives(2, picks=GIVER))))


# Showers: name a kind, draw two; k and n as for Lucky Cards


def _shower(s: State, f: Frame) -> None:
    _draw_named(s, f, 2)


def _shower_result(s: State, f: Frame) -> None:
    """Pay for the hits, after all that answers the drawing (ruling triggers-mid-effect)."""
    if f.n > 1:
        relied(s, f, "showers-amount")
    hits = f.n if s.rulings["showers-amount"] == "eight-each" else min(f.n, 1)
    gain_of(s, f, f.who, 8 * hits, f.by, "power showers")


power(
    "Showers",
    OnFulfill(
        Steps(
            _ask_kind,
            _name_kind,
            _shower,
            _shower_result,
            touches=frozenset({YOURS, "deck", "hand"}),
            adds=frozenset({YOURS}),
            emits=(ev.Answered, ev.CardsDrawn, ev.HandShown, ev.CreditsGained, ev.CreditsPaid),
        )
    ),
)


# Vaccines: the whole Supply Island


def _take_island(s: State, f: Frame) -> None:
    cards = s.island[:]
    for card in cards:
        from_island(s, f, f.who, card, "power vaccines")
        to_hand(s, f, f.who, card, "power vaccines")
    as_drawn(s, f, f.who, cards, deck=False)


power(
    "Vaccines",
    OnFulfill(
        Steps(
            _take_island,
            touches=frozenset({"hand", "island"}),
            adds=frozenset({"hand"}),
            emits=(ev.IslandCardTaken, ev.CardMoved, ev.CardsDrawn),
            asks=False,
        )
    ),
)


# Yerba Mate: the deck lies face up for the rest of the game


def _open_deck(s: State, f: Frame) -> None:
    if not deck_is_open(s, f.who):
        turn_deck(s, f, "power yerba-mate")
        start_effect(s, f, _OPEN.id, f.who, f.card, None, ("game end",))


_OPEN = Answers("deck_is_open", of=ANYONE, with_=True, tells=(ev.HandShown,))
power(
    "Yerba Mate",
    OnFulfill(
        Steps(
            _open_deck,
            touches=frozenset({"deck"}),
            emits=(ev.DeckTurned, ev.EffectStarted),
            asks=False,
        )
    ),
    effects=(_OPEN,),
)
