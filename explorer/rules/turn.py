"""The course of a turn: draw or lead, follow or draw, perform, clean up, pass the buoy (R-TURN-1 … R-TURN-11)."""

from __future__ import annotations

from itertools import combinations

from explorer.language import events as ev
from explorer.language.abilities import POWERS, Entry
from explorer.language.checks import Axis, Move, Prompt
from explorer.language.events import emit, relied
from explorer.language.moves import discard, draw, end_effects, from_hand, gain
from explorer.language.questions import (
    COUNTS_AS,
    actions_of,
    crew_counts,
    draws_up_to,
    instead_of_drawing,
    performs_as,
)  # fmt: skip
from explorer.language.stepper import ask, done, go, proc, push
from explorer.rulebook import RULINGS
from explorer.rules.ending import check_end, check_end_of_turn, end_is_due, game_over
from explorer.rules.settling import at_once, forget_declined, look_again, over_limit
from explorer.rules.windows import pause
from explorer.state import Frame, State
from explorer.terms import BARTER, IMPORT

# The game: one turn after the other


def _next_turn(s: State, f: Frame) -> None:
    push(s, f, "turn", s.leader)


def _pass_buoy(s: State, f: Frame) -> None:
    if s.ending == "won, after this turn":
        return game_over(s, f)
    if s.ending and not _played_extra(s, f):
        push(s, f, "scoring", s.leader)
        return done(f)
    at_once = [entry for entry in s.extra if entry < 0]
    if at_once:  # out of order: n remembers where the buoy goes on from (ruling pirates-fulfilled-off-turn)
        s.extra.remove(at_once[0])
        f.n = f.n or s.leader + 1
        s.leader = -1 - at_once[0]
    elif s.leader in s.extra:
        s.extra.remove(s.leader)
    else:
        if f.n:
            s.leader, f.n = f.n - 1, 0
        if s.leader in s.extra:  # earned in the turn after which others played out of order
            s.extra.remove(s.leader)
        else:
            s.leader = (s.leader + 1) % len(s.players)
    push(s, f, "turn", s.leader)
    go(f, _pass_buoy)


def _played_extra(s: State, f: Frame) -> bool:
    """Whether an extra turn is still played although the end was triggered (ruling extra-turn-at-end)."""
    if s.leader not in s.extra and f.n - 1 not in s.extra and all(entry >= 0 for entry in s.extra):
        return False
    relied(s, f, "extra-turn-at-end")
    if s.rulings["extra-turn-at-end"] == "played":
        return True
    emit(s, f, ev.ExtraTurnLost, "ruling extra-turn-at-end", s.leader)
    return False


proc("game", _next_turn, _pass_buoy)


# The leader's choice (R-TURN-1)


def _start(s: State, f: Frame) -> None:
    s.turn += 1
    s.leader = f.who
    s.action = -1
    s.performing = -1
    s.phase = "declare"
    s.declared = [0] * len(s.players)
    s.doing = [-1] * len(s.players)
    if s.once:
        s.once[:] = [pair for pair in s.once if pair[1].startswith(COUNTS_AS)]
    if s.declined:
        forget_declined(s)
    f.cause = emit(s, f, ev.TurnStarted, "R-TURN-1", f.who, s.turn)
    end_effects(s, f, ("turn of", f.who))


def _ask_lead(s: State, f: Frame) -> None:
    ask(s, f.who, "lead")


def _lead(s: State, f: Frame) -> None:
    word = f.r[0]
    if word == "draw":
        if instead_of_drawing(s, f.who):
            return go(f, _ask_draw)
        draw_action(s, f, f.who, "R-TURN-2")
        return go(f, _after_draw)
    cards = f.r[1:-2]
    action, count = f.r[-2:]
    s.action = action
    f.cause = _declare(s, f, f.who, action, cards, count, ev.ActionLed, "R-TURN-3")
    go(f, _ask_lead_as)


def _ask_draw(s: State, f: Frame) -> None:
    ask(s, f.who, "draw or gain")


def _draw_or_gain(s: State, f: Frame) -> None:
    if f.r[0] == "draw":
        draw_action(s, f, f.who, "R-TURN-2")
    else:
        relied(s, f, "jidohanbaiki-is-drawing")
        if s.rulings["jidohanbaiki-is-drawing"] == "counts-as-draw-action":
            emit(s, f, ev.DrawChosen, "R-TURN-2", f.who)
        gain(s, f, f.who, f.r[1], _named(s.index.instead_of_drawing[f.who]))
    go(f, _after_draw)


def _named(answers: list[Entry]) -> str:
    """The power that lets a player do what the rules do not know, as a clause."""
    return POWERS[answers[0][0].power].citation


def _after_draw(s: State, f: Frame) -> None:
    check_end(s, f)
    go(f, _end)


def spend_turn(s: State) -> None:
    """The leader's choice of this turn is made by what a power does: nothing is led (ruling tsukiji-fish-timing)."""
    go(next(frame for frame in s.stack if frame.proc == "turn"), _after_draw)


def draw_action(s: State, f: Frame, p: int, clause: str) -> None:
    """Use the draw action: up to 5 cards, or 1 when holding 5 or more (R-TURN-2, R-TURN-6)."""
    emit(s, f, ev.DrawChosen, clause, p)
    # what comes first has a chance to (ruling chairs-moment)
    if s.triggers and any([at_once(trigger) for trigger in s.triggers]):
        child = push(s, f, "draw action", p, x=clause)
        child.y = tuple(trigger for trigger in s.triggers if not at_once(trigger))
        s.triggers[:] = [trigger for trigger in s.triggers if at_once(trigger)]
    else:
        _draw_up(s, f, p, clause)


def _draw_up(s: State, f: Frame, p: int, clause: str) -> None:
    lacking = draws_up_to(s, p) - len(s.players[p].hand)
    draw(s, f, p, lacking if lacking > 0 else 1, clause)


def _draw_then(s: State, f: Frame) -> None:
    s.triggers += f.y
    _draw_up(s, f, f.who, f.x)


proc("draw action", _draw_then)


def _declare(
    s: State, f: Frame, p: int, action: int, cards: tuple[int, ...], count: int, code: int, clause: str
) -> int:
    """Lay the played cards on the harbor and note the declared number; returns the event's number."""
    if len(cards) == 2:
        _rely_on_pair(s, f, p, cards)
    if s.effects and s.index.crew_counts:
        _rely_on_lent_crew(s, f, p, action)
    for card in cards:
        from_hand(s, p, card)
        s.played.append((p, card))
    s.declared[p] = count
    s.doing[p] = action
    if s.rulings["declared-number-fixed"] == "recomputed":
        _note_crew(s, p, action, cards, count)
    return emit(s, f, code, clause, p, action, cards, count)


def _rely_on_lent_crew(s: State, f: Frame, p: int, action: int) -> None:
    """Tell whether the crew counts as it does since an effect makes cards of it what they are not by their print."""
    counts, rulings = [], s.rulings
    for reading in RULINGS["cannons-and-cheese"].readings:
        s.rulings = {**rulings, "cannons-and-cheese": reading}
        counts.append(crew_counts(s, p)[action])
    s.rulings = rulings
    if len(set(counts)) > 1:
        relied(s, f, "cannons-and-cheese")


def _rely_on_pair(s: State, f: Frame, p: int, cards: tuple[int, ...]) -> None:
    """Tell which rulings a wild pair rests on."""
    if s.rulings["pair-needs-no-match"] == "always-allowed":
        if any(actions_of(s, p, card) >> s.action & 1 for card in s.players[p].hand):
            relied(s, f, "pair-needs-no-match")
    if s.rulings["pair-worth"] == "two-actions":
        relied(s, f, "pair-worth")
    if not s.cat.two_sided.isdisjoint(cards):
        relied(s, f, "flag-colour-unloaded")


# Numbers worked out again when acting (ruling declared-number-fixed).  A mark keeps the action, how many crew counted
# for it at the declaration, and how many of them were left out; a number declared without a mark stays.

CREW_THEN = "crew then "


def _note_crew(s: State, p: int, action: int, cards: tuple[int, ...], count: int) -> None:
    crew = crew_counts(s, p)[action]
    worth = 2 if len(cards) == 2 and s.rulings["pair-worth"] == "two-actions" else min(len(cards), 1)
    s.once.append((p, f"{CREW_THEN}{action} {crew} {max(0, worth + crew - count)}"))


def _count_anew(s: State, f: Frame, seat: int) -> None:
    """Let the declared number follow the crew that has come or gone since; those left out go first."""
    mark = next((mark for p, mark in s.once if p == seat and mark.startswith(CREW_THEN)), "")
    if mark:
        s.once.remove((seat, mark))
        action, crew, spare = (int(part) for part in mark.removeprefix(CREW_THEN).split())
        change = crew_counts(s, seat)[action] - crew
        count = max(0, s.declared[seat] + (change if change > 0 else min(0, change + spare)))
        if count != s.declared[seat]:
            relied(s, f, "declared-number-fixed")
        s.declared[seat] = count


# Who has declared one action and may perform another (power chopsticks)


def _may_change(s: State, seat: int) -> bool:
    """Whether a seat has a choice of what it performs for the led action that it has declared."""
    if not s.declared[seat] or s.doing[seat] != s.action:
        return False
    return bool(performs_as(s, seat, s.action) != 1 << s.action)


def _change(s: State, f: Frame, seat: int, action: int) -> None:
    if action == s.action:
        return
    s.doing[seat] = action
    emit(s, f, ev.ActionChanged, "R-POWER-1", seat, action, s.declared[seat])
    if seat == s.leader:
        relied(s, f, "chopsticks-led-action")
        if s.rulings["chopsticks-led-action"] == "the-action-performed":
            s.action = action


def _ask_lead_as(s: State, f: Frame) -> None:
    if s.index.performs_as and _may_change(s, f.who):
        ask(s, f.who, "perform as")
    else:
        go(f, _next_follower)


def _lead_as(s: State, f: Frame) -> None:
    if f.r is not None:
        _change(s, f, f.who, f.r[1])
    go(f, _next_follower)


def _ask_follow_as(s: State, f: Frame) -> None:
    if s.index.performs_as and _may_change(s, _follower(s, f)):
        ask(s, _follower(s, f), "perform as")
    else:
        go(f, _next_follower)


def _follow_as(s: State, f: Frame) -> None:
    if f.r is not None:
        _change(s, f, _follower(s, f), f.r[1])
    go(f, _next_follower)


# The others follow or draw (R-TURN-4)


def _next_follower(s: State, f: Frame) -> None:
    check_end(s, f)
    f.k += 1
    if f.k == len(s.players) or s.action == BARTER:  # nobody follows a Barter, nor draws (R-CAPITAL-4)
        f.k = 0
        go(f, _close_declarations)


def _follower(s: State, f: Frame) -> int:
    return (f.who + f.k) % len(s.players)


def _ask_follow(s: State, f: Frame) -> None:
    ask(s, _follower(s, f), "follow")


def _follow(s: State, f: Frame) -> None:
    seat = _follower(s, f)
    word = f.r[0]
    if word == "draw":
        draw_action(s, f, seat, "R-TURN-6")
    elif word == "pass":
        relied(s, f, "pass-without-drawing")
        go(f, _next_follower)
    elif word in ("instead", "pair-instead"):
        _word, *cards, action, count = f.r
        if action == BARTER:
            relied(s, f, "barter-follow")
        elif crew_counts(s, seat)[action]:
            relied(s, f, "neural-units-crew")
        clause = "R-CAPITAL-5" if action == BARTER else _named(s.index.follows_instead[seat])
        if word == "pair-instead":
            relied(s, f, "neural-units-pair")
        _declare(s, f, seat, action, tuple(cards), count, ev.ActionFollowed, clause)
        go(f, _next_follower)
    else:
        if len(f.r) == 3 and s.index.follow_actions and not actions_of(s, seat, f.r[1]) >> s.action & 1:
            relied(s, f, "3d-printers-crew")
        _declare(s, f, seat, s.action, f.r[1:-1], f.r[-1], ev.ActionFollowed, "R-TURN-5")
        go(f, _ask_follow_as)


def _after_follow_draw(s: State, f: Frame) -> None:
    check_end(s, f)


def _ask_count(s: State, f: Frame) -> None:
    ask(s, _follower(s, f), "declare")


def _count(s: State, f: Frame) -> None:
    word, *about = f.r or ("declare", 0)
    action, count = about if word == "instead" else (s.action, about[0])
    if count:
        clause = "R-TURN-6" if word == "declare" else "R-CAPITAL-5"
        _declare(s, f, _follower(s, f), action, (), count, ev.ActionFollowed, clause)
    go(f, _ask_follow_as)


# Performing (R-TURN-7)


def _close_declarations(s: State, f: Frame) -> None:
    s.phase = "perform"
    emit(s, f, ev.DeclarationsClosed, "R-TURN-7", f.who, s.action)


def performs_early(s: State, seat: int) -> bool:
    """Whether a seat that does not import acts before the bidding of a led Import (ruling barter-under-import)."""
    if s.doing[seat] == IMPORT:
        return False
    early = s.rulings["barter-under-import"] == "own-seat-before-rounds" and s.doing[seat] == BARTER
    return seat == s.leader or early


def _begin_performing(s: State, f: Frame) -> None:
    """With Import, ``k`` counts the seats twice: those who act before the bidding, then, after it, the others."""
    if s.action == IMPORT:
        go(f, _next_early)


def _next_early(s: State, f: Frame) -> None:
    check_end(s, f)
    seats = len(s.players)
    for offset in range(f.k, seats):
        seat = (f.who + offset) % seats
        if s.declared[seat] and performs_early(s, seat):
            f.k = offset + 1
            _perform(s, f, seat)
            return go(f, _next_early)
    f.k = 0
    if IMPORT in s.doing:
        for seat in range(seats):
            if s.doing[seat] == IMPORT and s.rulings["declared-number-fixed"] == "recomputed":
                _count_anew(s, f, seat)
        push(s, f, "import rounds", f.who)
    go(f, _next_performer)


def _next_performer(s: State, f: Frame) -> None:
    check_end(s, f)
    s.performing = -1
    seats = len(s.players)
    for offset in range(f.k, seats):
        seat = (f.who + offset) % seats
        if s.declared[seat] and (s.action != IMPORT or s.doing[seat] != IMPORT):  # the rounds have seen to those
            f.k = offset + 1
            _perform(s, f, seat)
            return go(f, _next_performer)
    go(f, _clean_up)


def _perform(s: State, f: Frame, seat: int) -> None:
    """Let a seat perform what it has declared."""
    s.performing = seat
    if s.rulings["declared-number-fixed"] == "recomputed":
        _count_anew(s, f, seat)
    action, count = s.doing[seat], s.declared[seat]
    if s.action == IMPORT and action == BARTER:
        relied(s, f, "barter-under-import")
    child = push(s, f, "perform", seat, n=count, x=action)
    child.cause = emit(s, f, ev.PerformanceStarted, "R-TURN-7", seat, action, count)


# Cleaning up and passing the buoy (R-TURN-8, R-TURN-9)

ENDING = "ending"  # as a turn's x: that it is about to end has been told


def _clean_up(s: State, f: Frame) -> None:
    check_end(s, f)
    s.phase = "clean-up"
    s.performing = -1
    if s.containers and s.rulings["discard-order"] == "owner-orders":
        return go(f, _ask_discard)
    if s.played:
        for seat in (*range(f.who, len(s.players)), *range(f.who)):
            for owner, card in s.played:
                if owner == seat:
                    discard(s, f, seat, card, "harbor", "R-TURN-8")
        s.played.clear()


def next_to_discard(s: State) -> list[int]:
    """The cards of the player whose turn it is to discard those played, the leader first, clockwise."""
    if not s.played:
        return []
    first = min((seat - s.leader) % len(s.players) for seat, _card in s.played)
    return [card for seat, card in s.played if (seat - s.leader) % len(s.players) == first]


def _ask_discard(s: State, f: Frame) -> None:
    """With containers the pile is searched from the top, so the order of cards of one color matters (R-VARIANT-3)."""
    cards = next_to_discard(s)
    if any(s.cat.colors[one] & s.cat.colors[other] for one, other in combinations(cards, 2)):
        ask(s, next(seat for seat, card in s.played if card == cards[0]), "discard first")
    else:
        f.r = None


def _discard_first(s: State, f: Frame) -> None:
    cards = next_to_discard(s)
    if not cards:
        return go(f, _end)
    if f.r is not None:
        relied(s, f, "discard-order")
    seat, card = next(pair for pair in s.played if pair[1] == (f.r[1] if f.r is not None else cards[0]))
    s.played.remove((seat, card))
    discard(s, f, seat, card, "harbor", "R-TURN-8")
    go(f, _ask_discard)


Prompt(
    "discard first",
    "ruling discard-order",
    (Move("first", (Axis("card", lambda ctx: next_to_discard(ctx.s)),)),),
)


def _end(s: State, f: Frame) -> None:
    if f.x == ENDING:  # what was played since is discarded too
        return go(f, _close)
    f.x = ENDING
    look_again(s, f)
    s.phase = "clean-up"
    s.performing = -1
    emit(s, f, ev.TurnEnding, "R-TURN-9", f.who)


def _last_window(s: State, f: Frame) -> None:
    pause(s, f, "turn end")


def _late_limits(s: State, f: Frame) -> bool:
    """Begin discarding down to the limits only now, under the reading check-at-turn-end."""
    over = over_limit(s)
    if over is None:
        return False
    over.cause = f.cause
    s.stack.append(over)
    return True


def _close(s: State, f: Frame) -> None:
    if s.played:  # by a power that came into force when the cleaning up was over, or in a turn without (ar-glasses)
        return go(f, _clean_up)
    if s.rulings["falling-limits"] == "check-at-turn-end" and _late_limits(s, f):
        return go(f, _close)
    check_end(s, f)
    check_end_of_turn(s, f)
    if s.ending in ("credits", "cards") and not end_is_due(s):
        relied(s, f, "end-check")
    end_effects(s, f, ("turn end",))
    emit(s, f, ev.TurnEnded, "R-TURN-9", f.who)
    done(f)


proc(
    "turn",
    _start, _ask_lead, _lead,
    _next_follower, _ask_follow, _follow, _after_follow_draw, _ask_count, _count,
    _close_declarations, _begin_performing, _next_performer,
    _clean_up, _end, _last_window, _close, _after_draw,
    _ask_lead_as, _lead_as, _ask_follow_as, _follow_as, _next_early, _ask_draw, _draw_or_gain,
    _ask_discard, _discard_first,
)  # fmt: skip
