"""Powers that give their owner an action or an import of its own, once, on fulfillment (R-POWER-3)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import OnFulfill, power
from explorer.language.events import emit, relied
from explorer.language.listing import BITS
from explorer.language.moves import draw, from_hand, gain, goods_room
from explorer.language.questions import allowed, performs_as, say_forbidden
from explorer.language.stepper import ask, done, go, push
from explorer.language.verbs import Axis, Check, Ctx, Draw, Gain, Move, Seq, Steps, prompt
from explorer.rules.declaring import NO_MATCH, PAIR_AXES, prepare_hand
from explorer.rules.importing import FREE, ONE_TELLS, ImportOne
from explorer.state import SEA, Frame, State
from explorer.terms import BARTER, CONTRACT, FIVE_ACTIONS, IMPORT

# AR Glasses: cards of your hand for two actions, performed alone.  n: those played, k: the action of the latest


def _ask_play(s: State, f: Frame) -> None:
    if f.n < 2:
        ask(s, f.who, "ar-glasses")
    else:
        done(f)


def _play(s: State, f: Frame) -> None:
    if f.r is None or f.r[0] == "stop":
        return done(f)
    _lay_down(s, f)
    if f.k != CONTRACT or f.n == 2 or s.rulings["ar-glasses-tier-skip"] == "barred":
        _perform(s, f)


def _lay_down(s: State, f: Frame) -> None:
    *cards, action = f.r[1:]
    for card in cards:
        from_hand(s, f.who, card)
        s.played.append((f.who, card))
    f.n += 1
    f.k = action
    emit(s, f, ev.ActionPlayed, "power ar-glasses", f.who, action, tuple(cards))
    _lead_alone(s, f, action, tuple(cards))


def _lead_alone(s: State, f: Frame, action: int, cards: tuple[int, ...]) -> None:
    """Tell that an action performed alone is led, where it counts as that (ruling solo-actions-lead)."""
    if s.rulings["solo-actions-lead"] == "leading":
        relied(s, f, "solo-actions-lead")
        emit(s, f, ev.ActionLed, "ruling solo-actions-lead", f.who, action, cards, 1)
        emit(s, f, ev.PerformanceStarted, "ruling solo-actions-lead", f.who, action, 1)


def _perform(s: State, f: Frame, together: bool = False) -> None:
    child = push(s, f, "perform", f.who, n=1 + together, x=f.k)
    child.y = "alone together" if together else "alone"
    go(f, _ask_play)


def _ask_second(s: State, f: Frame) -> None:
    ask(s, f.who, "ar-glasses/second")


def _second(s: State, f: Frame) -> None:
    """Perform the Contract action, or both together, so that one may stand for a tier (ruling ar-glasses-tier-skip)."""
    together = f.r[0] != "single"
    if together:
        relied(s, f, "ar-glasses-tier-skip")
        _lay_down(s, f)
    _perform(s, f, together)


def _actions(ctx: Ctx, *cards: int) -> tuple[int, ...]:
    barter = all(ctx.s.cat.action[card] == BARTER for card in cards)
    return (*FIVE_ACTIONS, BARTER) if barter else FIVE_ACTIONS


PAIRS = Check(
    "no-pairs-alone",
    "power ar-glasses",
    lambda ctx: ctx.s.rulings["ar-glasses-pair"] == "allowed",
    ruling="ar-glasses-pair",
)
ALLOWED = Check(
    "action-not-banned",
    "R-POWER-1",
    lambda ctx, *_: allowed(ctx.s, ctx.p),
    "allowed",
    say=lambda ctx, *args: say_forbidden(ctx.s, ctx.p, args[-1]),
)
ONLY_CONTRACT = Check("contract-together", "R-CONTRACT-6", lambda ctx, *_: 1 << CONTRACT)


def _as_performed(ctx: Ctx, card: int) -> int:
    """The actions for which a card may be played, those included that may be performed in place of its own."""
    s, stands = ctx.s, ctx.stands[card]
    if s.index.performs_as:
        for action in BITS[stands]:
            stands |= performs_as(s, ctx.p, action)
    return int(stands)


HAS_ACTION = Check("card-has-action", "power ar-glasses", _as_performed, "actions_of performs_as")


def _moves(*more: Check) -> tuple[Move, Move]:
    """Playing a card, or two of one color, for an action."""
    return (
        Move(
            "play",
            (
                Axis("card", lambda ctx: ctx.s.players[ctx.p].hand),
                Axis("action", lambda ctx, card: _actions(ctx, card), (HAS_ACTION, *more, ALLOWED), masked=True),
            ),
            prepare=prepare_hand,
            order=(1, 0),
        ),
        Move(
            "pair",
            (
                *PAIR_AXES,
                Axis("action", lambda ctx, a, b: _actions(ctx, a, b), (NO_MATCH, *more, ALLOWED), masked=True),
            ),
            gates=(PAIRS,),
            prepare=prepare_hand,
            order=(2, 0, 1),
        ),
    )


prompt("ar-glasses", *_moves(), Move("stop"), window="action")
prompt("ar-glasses/second", *_moves(ONLY_CONTRACT), Move("single"), window="action")
power(
    "AR Glasses",
    OnFulfill(
        Steps(
            _ask_play,
            _play,
            _ask_second,
            _second,
            emits=(ev.ActionPlayed,),
            performs=(*FIVE_ACTIONS, BARTER),
        )
    ),
)


# Glasses: an Import action alone, for nothing


def _ask_glasses(s: State, f: Frame) -> None:
    if allowed(s, f.who) >> IMPORT & 1:
        ask(s, f.who, "import alone")
    else:
        f.r = None


def _import_alone(s: State, f: Frame) -> None:
    if f.r is None:
        emit(s, f, ev.ActionLapsed, "R-TURN-7", f.who, IMPORT, 1)
        return done(f)
    _lead_alone(s, f, IMPORT, ())
    push(s, f, "lone import", f.who, n=f.r[1], x=FREE)


def _imported(s: State, f: Frame) -> None:
    emit(s, f, ev.ActionDone, "R-TURN-7", f.who, IMPORT)


power(
    "Glasses",
    OnFulfill(Steps(_ask_glasses, _import_alone, _imported, emits=(ev.AuctionStarted,), performs=(IMPORT,))),
)

power("Pocky", OnFulfill(Seq(Gain(2), Draw(2), ImportOne())))


# Stretch Goal: each player in turn draws, gains and imports a good, you first.  n counts the players


def _next_player(s: State, f: Frame) -> None:
    if f.n == len(s.players):
        return done(f)
    draw(s, f, _player(s, f), 2, "power stretch-goal")


def _player(s: State, f: Frame) -> int:
    """Whose turn it is: clockwise from you, as the text says itself."""
    return (f.who + f.n) % len(s.players)


def _two_credits(s: State, f: Frame) -> None:
    gain(s, f, _player(s, f), 2, "power stretch-goal")


def _import_good(s: State, f: Frame) -> None:
    if goods_room(s, _player(s, f)) <= 0 and any(ship.at == SEA and ship.cargo for ship in s.ships):
        relied(s, f, "stretch-goal-full-goods")
    push(s, f, "import one", _player(s, f), f.card, x=(("goods",), True, False, -1))
    f.n += 1
    go(f, _next_player)


power(
    "Stretch Goal",
    OnFulfill(
        Steps(
            _next_player,
            _two_credits,
            _import_good,
            emits=(ev.CardsDrawn, ev.CreditsGained, *ONE_TELLS),
        )
    ),
)
