"""Verbs: what the bodies of powers are made of.  A body is a few verbs, or a step class of its own.

Every verb knows its steps, what it touches (for the question whether order
matters), the events it may set off, and its sentence.  "You" is ``frame.who``,
this card ``frame.card``; a trigger's event lies in ``frame.x``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.abilities import ANYONE, OTHERS, YOU, PowerError
from explorer.language.body import Body, all_do
from explorer.language.checks import Axis, Check, Ctx, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import BANK, as_drawn, discard, draw, gain, give, lift, nothing_to_draw, pay, start_effect
from explorer.language.stepper import Step, ask, done, for_each, go, proc, push
from explorer.rulebook import RULINGS
from explorer.state import CHANCE, Frame, State
from explorer.terms import CAPITAL, FIVE_KINDS
from explorer.texts import shown, text

Amount = int | Callable[[State, Frame], int]  # a number, or what gives it when it is due

ACTOR: Final = "actor"  # the player whose event is answered

YOURS: Final = "credits"  # as what a body touches: your own credits, and those of all others
OF_OTHERS: Final = "others' credits"
CARDS: Final = frozenset({"deck", "hand"})


def clockwise(s: State, p: int) -> list[int]:
    """The other seats, clockwise from p (ruling multi-player-power-order)."""
    seats = len(s.players)
    start = p if s.rulings["multi-player-power-order"] == "clockwise-from-its-user" else s.leader - 1
    return [q for q in ((start + i) % seats for i in range(1, seats + 1)) if q != p]


def everyone(s: State, p: int) -> list[int]:
    """All seats as one power reaches them: p first, or the leader (ruling multi-player-power-order)."""
    seats = len(s.players)
    start = p if s.rulings["multi-player-power-order"] == "clockwise-from-its-user" else s.leader
    return [(start + i) % seats for i in range(seats)]


def _amount(verb: Body, n: Any) -> Any:
    """A number of cards or credits, or what gives it; raises PowerError for anything else."""
    if callable(n):
        return n
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise PowerError(text("error.power-amount", verb=type(verb).__name__, amount=shown(n)))
    return n


def _due(n: Amount, s: State, f: Frame) -> int:
    return n if isinstance(n, int) else n(s, f)


def _bodies(verb: Body, *bodies: object) -> None:
    """Check that a verb is made of verbs; raises PowerError otherwise."""
    for body in bodies:
        if not isinstance(body, Body):
            raise PowerError(text("error.power-body", verb=type(verb).__name__, what=shown(body)))


class Seq(Body):
    """Several verbs, one after the other."""

    def __init__(self, *verbs: Body) -> None:
        _bodies(self, *verbs)
        self.verbs = verbs
        self.touches = frozenset().union(*(v.touches for v in verbs))
        self.adds, self.looks = all_do(verbs, "adds"), all_do(verbs, "looks")
        self.emits = tuple(dict.fromkeys(e for v in verbs for e in v.emits))
        self.performs = tuple(dict.fromkeys(a for v in verbs for a in v.performs))
        self.asks_something = any(v.asks_something for v in verbs)

    def bind(self, power: str, id: str) -> None:
        for number, verb in enumerate(self.verbs):
            verb.bind(power, f"{id}.{number}")
        self.emits = tuple(dict.fromkeys(e for v in self.verbs for e in v.emits))
        super().bind(power, id)

    def alike(self) -> bool:
        return all(verb.alike() for verb in self.verbs)

    def void(self, s: State, f: Frame) -> bool:
        return all(verb.void(s, f) for verb in self.verbs)

    def steps(self) -> tuple[Step, ...]:
        return tuple(step for verb in self.verbs for step in verb.steps())


class Draw(Body):
    """You draw cards; ``n`` may be a function that counts them."""

    touches = CARDS
    emits = (ev.CardsDrawn,)

    def __init__(self, n: Amount) -> None:
        self.n = _amount(self, n)
        if isinstance(n, int):
            self.adds = CARDS

    def alike(self) -> bool:
        return isinstance(self.n, int)

    def void(self, s: State, f: Frame) -> bool:
        return nothing_to_draw(s)

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            draw(s, f, f.who, _due(self.n, s, f), self.citation)

        return (run,)


UNNAMED: Final = frozenset(RULINGS["unnamed-payer"].cards)  # powers whose gains name no payer


def gain_of(s: State, f: Frame, p: int, n: int, power: str, clause: str) -> None:
    """Let p gain credits by a power: from the bank, or where no payer is named from the others (unnamed-payer).

    These share it, 2 credits at a time clockwise, as far as they have any.
    """
    if n <= 0 or power not in UNNAMED or s.rulings["unnamed-payer"] == "bank":
        return gain(s, f, p, n, clause)
    relied(s, f, "unnamed-payer")
    order = clockwise(s, p)
    held = {q: s.players[q].credits for q in order}
    due = dict.fromkeys(order, 0)
    while n > 0 and any(held.values()):
        for q in order:
            part = min(2, n, held[q])
            due[q], held[q], n = due[q] + part, held[q] - part, n - part
    for q in order:
        pay(s, f, q, due[q], p, clause)


class Gain(Body):
    """You gain credits from the bank; ``n`` may be a function that counts them, ``counts`` names what it looks at."""

    touches = frozenset({YOURS})
    emits: tuple[int, ...] = (ev.CreditsGained,)

    def __init__(self, n: Amount, counts: str = "") -> None:
        self.n = _amount(self, n)
        if counts:
            self.touches = self.touches | {counts}
            self.looks = frozenset({counts}) - {YOURS}
        if counts or isinstance(n, int):  # else nobody knows what the number goes by
            self.adds = self.touches - {counts}

    def bind(self, power: str, id: str) -> None:
        super().bind(power, id)
        if power in UNNAMED:
            self.emits = (*self.emits, ev.CreditsPaid)

    def alike(self) -> bool:
        return isinstance(self.n, int)

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            gain_of(s, f, f.who, _due(self.n, s, f), self.power, self.citation)

        return (run,)


class ForEach(Body):
    """What each player of ``seats`` does in turn: one instruction, so that answers wait for all of them (AMB-71).

    Anything else that comes due is looked at after each, such as a win (AMB-64).
    """

    seats = staticmethod(clockwise)

    def steps(self) -> tuple[Step, ...]:
        @for_each
        def run(s: State, f: Frame) -> None:
            seats = self.seats(s, f.who)
            if f.n == len(seats):
                f.n = 0
                return
            f.n += 1
            go(f, run)
            self.one(s, f, seats[f.n - 1])

        return (run,)

    def one(self, s: State, f: Frame, q: int) -> None:
        """Do it for the player at seat q."""
        raise NotImplementedError


class EverybodyGains(ForEach):
    """Every player gains credits from the bank, you first."""

    touches = adds = frozenset({YOURS, OF_OTHERS})
    emits: tuple[int, ...] = (ev.CreditsGained,)
    seats = staticmethod(everyone)

    def __init__(self, n: int) -> None:
        self.n = _amount(self, n)

    def bind(self, power: str, id: str) -> None:
        super().bind(power, id)
        if power in UNNAMED:
            self.emits = (*self.emits, ev.CreditsPaid)

    def one(self, s: State, f: Frame, q: int) -> None:
        gain_of(s, f, q, self.n, self.power, self.citation)


def _told_by_payment(to: str | int, part: bool) -> tuple[int, ...]:
    """What a payment may tell: the bank gains nothing, and who pays what there is never fails to."""
    gained = (ev.CreditsGained,) if to != BANK else ()
    return (ev.CreditsPaid, *gained, *(() if part else (ev.PaymentFailed,)))


class Pay(Body):
    """A player pays credits: ``payer`` is YOU or ACTOR, ``to`` is YOU or the bank."""

    touches = frozenset({YOURS, OF_OTHERS})
    emits: tuple[int, ...] = (ev.CreditsPaid, ev.CreditsGained, ev.PaymentFailed)

    def __init__(self, n: int, payer: str = YOU, to: str | int = BANK) -> None:
        self.n = _amount(self, n)
        self.emits = _told_by_payment(to, part=False)
        if payer == ACTOR:
            self.adds = frozenset({YOURS})
        self.payer = payer
        self.to = to

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            payer = f.x[ev.SEAT] if self.payer == ACTOR else f.who
            pay(s, f, payer, self.n, f.who if self.to == YOU else BANK, self.citation)

        return (run,)


class EachPays(ForEach):
    """Each other player pays credits, clockwise from you; ``part`` takes what there is of it.

    ``times`` says how often the amount is due from a seat.
    """

    touches = frozenset({YOURS, OF_OTHERS})
    adds = frozenset({YOURS})
    emits: tuple[int, ...] = (ev.CreditsPaid, ev.CreditsGained, ev.PaymentFailed)

    def __init__(
        self,
        n: int,
        to: str | int = YOU,
        part: bool = False,
        times: Callable[[State, Frame, int], int] = lambda s, f, q: 1,
    ) -> None:
        self.n = _amount(self, n)
        self.emits = _told_by_payment(to, part)
        self.to = to
        self.part = part
        self.times = times

    def one(self, s: State, f: Frame, q: int) -> None:
        due = self.n * self.times(s, f, q)
        pay(s, f, q, due, f.who if self.to == YOU else BANK, self.citation, self.part)


class PayEach(ForEach):
    """You pay credits to each other player, all or nothing (D4, ruling flametorch-short)."""

    touches = frozenset({YOURS, OF_OTHERS})
    adds = frozenset({OF_OTHERS})
    emits = (ev.CreditsPaid, ev.CreditsGained, ev.PowerFails)

    def __init__(self, n: int) -> None:
        self.n = _amount(self, n)

    def steps(self) -> tuple[Step, ...]:
        def all_or_nothing(s: State, f: Frame) -> None:
            others = len(clockwise(s, f.who))
            if s.players[f.who].credits < self.n * others:
                relied(s, f, "flametorch-short")
                if s.rulings["flametorch-short"] == "nothing-paid":
                    emit(s, f, ev.PowerFails, "R-POWER-6", f.who, f.card, "credits")
                    f.n = others  # as if all were done

        return (all_or_nothing, *super().steps())

    def one(self, s: State, f: Frame, q: int) -> None:
        if s.players[f.who].credits >= self.n:
            pay(s, f, f.who, self.n, q, self.citation)


class EachDraws(ForEach):
    """Each other player draws cards, clockwise from you."""

    touches = frozenset({"deck", "hand"})
    emits = (ev.CardsDrawn,)

    def __init__(self, n: int) -> None:
        self.n = _amount(self, n)

    def one(self, s: State, f: Frame, q: int) -> None:
        draw(s, f, q, self.n, self.citation)


GIVER: Final = "giver"
USER: Final = "user"
RANDOM: Final = "random"


def gives(s: State, f: Frame, giver: int, n: int, picks: str = "", part: bool = False) -> None:
    """Begin that a player gives f.who cards of the hand.

    Args:
        giver: the seat that gives.
        n: how many.
        picks: GIVER, USER or RANDOM says who picks them; "" leaves that to the ruling who-picks-given-cards.
        part: who has too few gives all; else nothing (R-POWER-7, ruling partial-payment).
    """
    held = len(s.players[giver].hand)
    if held < n and not part:
        relied(s, f, "partial-payment")
        if s.rulings["partial-payment"] == "all-or-nothing":
            emit(s, f, ev.PowerFails, "R-POWER-7", giver, f.card, "cards")
            return
    if not picks:
        picks = s.rulings["who-picks-given-cards"]
        if held > n:
            relied(s, f, "who-picks-given-cards")
    child = push(s, f, "give cards", f.who, f.card, n=n, x=picks)
    child.k = giver
    child.y = ()


def _give_rest(s: State, f: Frame) -> None:
    """Where nothing is left to pick, give the rest at once."""
    hand = s.players[f.k].hand
    if f.n and len(hand) <= f.n:
        for card in hand[:]:
            _pass_on(s, f, card)
        f.n = 0
    if not f.n:
        as_drawn(s, f, f.who, f.y, deck=False)
        done(f)


def _ask_given(s: State, f: Frame) -> None:
    seat, kind = {GIVER: (f.k, "give card"), USER: (f.who, "take card"), RANDOM: (CHANCE, "random card")}[f.x]
    ask(s, seat, kind)


def _give_one(s: State, f: Frame) -> None:
    if f.r is not None:
        _pass_on(s, f, f.r[1])
        f.n -= 1
    go(f, _give_rest)


def _pass_on(s: State, f: Frame, card: int) -> None:
    give(s, f, f.k, card, f.who, "power " + kebab(f.by))
    f.y = (*f.y, card)


proc("give cards", _give_rest, _ask_given, _give_one)
_GIVEN = (Axis("card", lambda ctx: ctx.s.players[ctx.f.k].hand),)
Prompt("give card", "AMB-73", (Move("give", _GIVEN),))
Prompt("take card", "AMB-73", (Move("take", _GIVEN),))
Prompt("random card", "AMB-73", (Move("random", _GIVEN),))


class Gives(Body):
    """The player whose event is answered gives you cards of the hand; see ``gives`` for who picks them."""

    touches = frozenset({"hand"})
    emits = (ev.CardGiven,)
    asks_something = True

    def __init__(self, n: int, picks: str = "", part: bool = False) -> None:
        self.n = _amount(self, n)
        self.picks = picks
        self.part = part

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            gives(s, f, f.x[ev.SEAT], self.n, self.picks, self.part)

        return (run,)


class EachGives(ForEach, Gives):
    """Each other player gives you cards of the hand, clockwise from you; see ``gives`` for who picks them."""

    def one(self, s: State, f: Frame, q: int) -> None:
        gives(s, f, q, self.n, self.picks, self.part)


class DiscardThis(Body):
    """This card is discarded."""

    touches = frozenset({"fulfilled"})
    emits = (ev.CardDiscarded, ev.ContractUntucked)

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            place = "ship" if f.card in s.limbo else "fulfilled"  # it may never have been tucked
            if lift(s, f, f.card, self.citation):
                discard(s, f, f.who, f.card, place, self.citation)

        return (run,)


class If(Body):
    """A body that happens only where something holds; ``counts`` names what that looks at."""

    def __init__(self, holds: Callable[[State, Frame], bool], body: Body, counts: str = "") -> None:
        _bodies(self, body)
        self.holds = holds
        self.body = body
        self.touches = body.touches | ({counts} if counts else set())
        if counts:
            self.adds = body.adds - {counts}
            self.looks = body.looks | ({counts} - body.touches)
        self.emits = body.emits
        self.asks_something = body.asks_something

    def bind(self, power: str, id: str) -> None:
        self.body.bind(power, f"{id}.if")
        super().bind(power, id)

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            if self.holds(s, f):
                push(s, f, self.body.id, f.who, f.card, x=f.x)

        return (run,)


def ask_kind(s: State, f: Frame) -> None:
    """Step: you name a kind of good; the answer's second part is its number."""
    ask(s, f.who, "name kind")


def _nameable(ctx: Ctx, kind: int) -> bool:
    return kind != CAPITAL or bool(ctx.s.rulings["naming-capital"] == "capital-too")


_KIND = Check("kind-of-good", "ruling naming-capital", _nameable)
Prompt(
    "name kind", "ruling naming-capital", (Move("name", (Axis("kind", lambda ctx: (*FIVE_KINDS, CAPITAL), (_KIND,)),)),)
)


class Choose(Body):
    """You choose one of several things to do."""

    asks_something = True

    def __init__(self, *bodies: Body) -> None:
        _bodies(self, *bodies)
        self.bodies = bodies
        self.touches = frozenset().union(*(b.touches for b in bodies))
        self.adds, self.looks = all_do(bodies, "adds"), all_do(bodies, "looks")
        self.emits = tuple(dict.fromkeys(e for b in bodies for e in b.emits))
        self.performs = tuple(dict.fromkeys(a for b in bodies for a in b.performs))

    def bind(self, power: str, id: str) -> None:
        for number, body in enumerate(self.bodies):
            body.bind(power, f"{id}.{number}")
        self.emits = tuple(dict.fromkeys(e for b in self.bodies for e in b.emits))
        prompt(id, *(Move(word) for word in self.by_word()))
        super().bind(power, id)

    def alike(self) -> bool:
        return all(body.alike() for body in self.bodies)

    def steps(self) -> tuple[Step, ...]:
        def question(s: State, f: Frame) -> None:
            ask(s, f.who, self.id)

        def act(s: State, f: Frame) -> None:
            push(s, f, self.by_word()[f.r[0]].id, f.who, f.card, x=f.x)

        return (question, act)

    def by_word(self) -> dict[str, Body]:
        """The bodies by the word of the option that chooses them."""
        return {body.word(): body for body in self.bodies}


class May(Body):
    """You may do something."""

    asks_something = True

    def __init__(self, body: Body) -> None:
        _bodies(self, body)
        self.body = body
        self.touches = body.touches
        self.adds, self.looks = body.adds, body.looks
        self.emits = body.emits
        self.performs = body.performs

    def bind(self, power: str, id: str) -> None:
        self.body.bind(power, f"{id}.0")
        prompt(id, Move("use"), Move("pass"))
        super().bind(power, id)

    def alike(self) -> bool:
        return self.body.alike()

    def void(self, s: State, f: Frame) -> bool:
        return self.body.void(s, f)

    def steps(self) -> tuple[Step, ...]:
        def question(s: State, f: Frame) -> None:
            if not self.void(s, f):
                ask(s, f.who, self.id)

        def act(s: State, f: Frame) -> None:
            if f.r is not None and f.r[0] == "use":
                push(s, f, self.body.id, f.who, f.card, x=f.x)

        return (question, act)


class Coin(Body):
    """A coin is tossed: chance decides between two bodies."""

    def __init__(self, heads: Body, tails: Body) -> None:
        _bodies(self, heads, tails)
        self.heads = heads
        self.tails = tails
        self.touches = heads.touches | tails.touches
        self.adds, self.looks = all_do((heads, tails), "adds"), all_do((heads, tails), "looks")
        self.emits = (ev.CoinTossed, *heads.emits, *tails.emits)

    def bind(self, power: str, id: str) -> None:
        self.heads.bind(power, f"{id}.heads")
        self.tails.bind(power, f"{id}.tails")
        prompt(id, Move("heads"), Move("tails"))
        super().bind(power, id)

    def steps(self) -> tuple[Step, ...]:
        def toss(s: State, f: Frame) -> None:
            ask(s, CHANCE, self.id)

        def act(s: State, f: Frame) -> None:
            emit(s, f, ev.CoinTossed, self.citation, f.who, f.r[0])
            push(s, f, (self.heads if f.r[0] == "heads" else self.tails).id, f.who, f.card)

        return (toss, act)


class Lasting(Body):
    """Put the power's effect number n in force until something ends it; ``until`` may name YOU.

    The effect's parameter is the turn, if it begins after an action has been led in it, else 0.
    """

    touches = frozenset({"rules"})
    emits = (ev.EffectStarted,)

    def __init__(self, n: int, until: tuple[Any, ...]) -> None:
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise PowerError(text("error.power-effect", number=shown(n)))
        self.n = n
        self.until = until

    def steps(self) -> tuple[Step, ...]:
        def run(s: State, f: Frame) -> None:
            from explorer.language.abilities import POWERS

            until = tuple(f.who if part == YOU else part for part in self.until)
            begun = s.turn if s.action >= 0 and s.phase in ("declare", "perform") else 0
            start_effect(s, f, POWERS[self.power].effects[self.n].id, f.who, f.card, begun, until)

        return (run,)


class Steps(Body):
    """A procedure written out step by step, for a power that the verbs cannot say.

    Args:
        steps: the step functions; each either asks or changes.
        touches: what the outcome depends on or changes.
        spares: among these, what is out of reach of p's power as the table stands.
        adds: among these, what it only adds to, whatever is there.
        emits: events it may set off.
        performs: whole actions that it performs, as rules would.
        alike: whether it does the same whatever event it answers and through whichever card.
        idle: says whether nothing at all would come of it.
    """

    def __init__(
        self,
        *steps: Step,
        touches: frozenset[str] = frozenset({"all"}),
        spares: Callable[[State, int], frozenset[str]] = lambda s, p: frozenset(),
        adds: frozenset[str] = frozenset(),
        emits: tuple[int, ...] = (),
        asks: bool = True,
        performs: tuple[int, ...] = (),
        alike: bool = False,
        idle: Callable[[State], bool] = lambda s: False,
    ) -> None:
        self.own = steps
        self.idle = idle
        self.same = alike
        self.performs = performs
        self.touches = touches
        self.spares = spares
        self.adds = adds
        self.emits = emits
        self.asks_something = asks

    def touched(self, s: State, p: int) -> frozenset[str]:
        return self.touches - self.spares(s, p)

    def alike(self) -> bool:
        return self.same

    def void(self, s: State, f: Frame) -> bool:
        return self.idle(s)

    def steps(self) -> tuple[Step, ...]:
        return self.own


def prompt(kind: str, *moves: Move, clause: str = "", window: str = "") -> Prompt:
    """Declare the prompt of a power; declaring it anew replaces it."""
    from explorer.language.checks import PROMPTS

    PROMPTS.pop(kind, None)
    return Prompt(kind, clause or "power " + kind.partition("/")[0], moves, window)


__all__ = [
    "ACTOR", "ANYONE", "BANK", "OF_OTHERS", "YOURS", "Axis", "Body", "Check", "Choose", "Coin", "Ctx", "DiscardThis",
    "Draw", "EachDraws", "EachGives", "EachPays", "EverybodyGains", "GIVER", "Gain", "Gives", "If", "Lasting", "May",
    "Move", "OTHERS", "Pay", "PayEach", "RANDOM", "Seq", "Steps", "USER", "YOU", "ask_kind", "clockwise", "everyone",
    "gives", "prompt",
]  # fmt: skip
