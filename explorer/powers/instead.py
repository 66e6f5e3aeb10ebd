"""Powers that send their own card elsewhere instead of the fulfilled area (R-POWER-8, D6)."""

from __future__ import annotations

from explorer.language import events as ev
from explorer.language.abilities import Answers, Instead, When, power
from explorer.language.checks import Ctx
from explorer.language.events import relied
from explorer.language.moves import discard, end_effects, lift, pay, start_effect, tuck
from explorer.language.ships import load, open_kinds, room_aboard, unload
from explorer.language.stepper import ask, done, go
from explorer.language.verbs import Axis, Check, Move, Steps, clockwise, prompt
from explorer.rules.arrivals import as_any_kind
from explorer.rules.fulfill import resolve_power
from explorer.state import HARBOR, Frame, State, ships_of

# Bird Feed: the others, clockwise, may buy it for 6; n counts those asked


def _next_buyer(s: State, f: Frame) -> None:
    if f.n == len(s.players) - 1:
        if f.card in s.limbo:
            s.limbo.remove(f.card)
            tuck(s, f, f.who, f.card, "fulfillment", "R-FULFIL-3")
        done(f)


def _ask_buyer(s: State, f: Frame) -> None:
    ask(s, clockwise(s, f.who)[f.n], "bird-feed")


def _buy(s: State, f: Frame) -> None:
    seat = clockwise(s, f.who)[f.n]
    f.n += 1
    if f.r[0] == "pass":
        return go(f, _next_buyer)
    later = clockwise(s, f.who)[f.n :]
    if any(s.players[q].credits >= 6 for q in later):
        relied(s, f, "bird-feed-first")
    pay(s, f, seat, 6, f.who, "power bird-feed")
    if lift(s, f, f.card, "power bird-feed"):
        tuck(s, f, seat, f.card, "arrival", "power bird-feed")
        if s.rulings["arrival-without-fulfilment"] == "both":
            resolve_power(s, f, seat, f.card)


prompt(
    "bird-feed",
    Move("buy", gates=(Check("six-credits", "R-POWER-6", lambda ctx: ctx.s.players[ctx.p].credits >= 6),)),
    Move("pass"),
)
power(
    "Bird Feed",
    Instead(
        Steps(
            _next_buyer,
            _ask_buyer,
            _buy,
            emits=(ev.CreditsPaid, ev.CreditsGained, ev.ContractTucked, ev.ContractUntucked),
        )
    ),
)


# Automation: loads itself as a rainbow container, and moves on when its ship is fulfilled


def _eligible(ctx: Ctx, ship: int) -> bool:
    s = ctx.s
    if ctx.f.x is not None and ctx.f.x[ev.FIELDS] == ship:  # moving on, it needs another ship
        return False
    return bool(s.ships[ship].at == HARBOR and s.ships[ship].contracts and room_aboard(s, ship) and open_kinds(s, ship))


def _own(ctx: Ctx) -> list[int]:
    return ships_of(ctx.s, ctx.p)


prompt("automation", Move("board", (Axis("ship", _own, (Check("ship-eligible", "power automation", _eligible),)),)))


def _ask_ship(s: State, f: Frame) -> None:
    ask(s, f.who, "automation")


def _board(s: State, f: Frame) -> None:
    place = "ship" if f.card in s.limbo else "fulfilled"
    if not lift(s, f, f.card, "power automation"):
        return
    if f.r is None:
        discard(s, f, f.who, f.card, place, "power automation")
        return
    _become_container(s, f)
    load(s, f, f.who, f.card, f.r[1], "power", "power automation")


def _become_container(s: State, f: Frame) -> None:
    for ability in (_RAINBOW, _HOP):
        start_effect(s, f, ability.id, f.who, f.card, None, ("aboard", f.card))


def _hop(s: State, f: Frame) -> None:
    ship = f.x[ev.FIELDS]
    if f.card not in s.ships[ship].cargo:
        return
    if f.r is None:
        end_effects(s, f, ("aboard", f.card))
        return
    relied(s, f, "automation-moment")
    unload(s, f, f.card, ship, "power automation", moves_on=True)
    load(s, f, f.who, f.card, f.r[1], "power", "power automation")


def _aboard(s: State, owner: int, card: int, event: tuple[object, ...]) -> bool:
    """This card lies on a ship of its owner that is about to sail."""
    ship = s.ships[event[ev.FIELDS]]  # type: ignore[call-overload]
    before_payout = event[ev.CLAUSE] == "ruling automation-moment"
    if before_payout != (s.rulings["automation-moment"] == "before-payout"):
        return False
    return ship.owner == owner and card in ship.cargo


_RAINBOW = Answers("fills", by=as_any_kind)
_HOP = When(
    ev.BeforeSail,
    given=_aboard,
    at_once=True,
    do=Steps(_ask_ship, _hop, emits=(ev.ContainerRemoved, ev.ContainerLoaded, ev.EffectEnded)),
)
power(
    "Automation",
    Instead(
        Steps(
            _ask_ship,
            _board,
            emits=(ev.ContainerLoaded, ev.EffectStarted, ev.CardDiscarded, ev.ContractUntucked),
        )
    ),
    effects=(_RAINBOW, _HOP),
)
