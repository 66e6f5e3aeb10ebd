"""What can be done to the table, as functions: the only code besides setup that touches zones and credits.

Each move does one thing, tells it as an event with its clause, and keeps every
card in exactly one place.  Legality belongs to the checks of whoever calls.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from explorer.card import kebab
from explorer.language import events as ev
from explorer.language.abilities import CONTAINER_ABOARD, POWERS, aboard, power_of, reindex
from explorer.language.events import emit, relied
from explorer.language.listing import BITS
from explorer.language.questions import (
    ALL_COLORS,
    ANY,
    crew_limit,
    deck_is_open,
    fills,
    goods_limit,
    goods_used,
    half_loads,
    kind_of_good,
    load_needs,
    pair_fills,
    pairs,
    ship_capacity,
    takes_any,
)
from explorer.state import GONE, HARBOR, JOINED, SAILING, SEA, Frame, Ship, State, is_extra, shuffle
from explorer.terms import CAPITAL, FIVE_KINDS, KINDS, NO_COLOR, RAINBOW

BANK = -1


# Deck and discard pile


def reshuffle(s: State, f: Frame) -> None:
    """Turn the shuffled discard pile into the new deck (R-TURN-10)."""
    s.deck = s.discard[:]
    s.discard.clear()
    shuffle(s, s.deck)
    emit(s, f, ev.DeckReshuffled, "R-TURN-10", -1, len(s.deck))


def take_top(s: State, f: Frame) -> int:
    """Take the top card of the deck, -1 when there is none; the deck is renewed when it runs empty (AMB-19)."""
    if not s.deck:
        if not s.discard:
            return -1
        reshuffle(s, f)
    s.revealed += 1
    card = s.deck.pop()
    if not s.deck and s.discard and s.rulings["reshuffle-moment"] == "when-deck-runs-empty":
        reshuffle(s, f)
    return card


def draw(s: State, f: Frame, p: int, n: int, clause: str) -> int:
    """Let p draw up to n cards; returns how many there were (R-TURN-2, AMB-20)."""
    if 0 < n < len(s.deck):  # as mostly: it does not run empty
        cards = s.deck[: -n - 1 : -1]
        del s.deck[-n:]
        s.revealed += n
    else:
        cards = _draw_to_the_last(s, f, n)
    if cards:
        s.players[p].hand += cards
        if s.index.deck_is_open and deck_is_open(s, p):  # everybody has seen them go
            emit(s, f, ev.HandShown, "power yerba-mate", p, tuple(cards))
        emit(s, f, ev.CardsDrawn, clause, p, len(cards), tuple(cards))
    return len(cards)


def _draw_to_the_last(s: State, f: Frame, n: int) -> list[int]:
    """Take n cards of a deck that may have to be renewed meanwhile, or fewer if there are no more."""
    cards: list[int] = []
    if 0 < len(s.deck) < n and s.discard:
        relied(s, f, "short-draw")
        if s.rulings["short-draw"] == "stop-at-once":
            n = len(s.deck)
    for _ in range(n):
        card = take_top(s, f)
        if card < 0:
            break
        cards.append(card)
    return cards


def reveal_top(s: State, f: Frame, p: int, clause: str) -> int:
    """Turn up the top card of the deck, which then lies in limbo; -1 when there is none (AMB-20)."""
    card = take_top(s, f)
    if card >= 0:
        s.limbo.append(card)
        emit(s, f, ev.CardRevealed, clause, p, card)
    return card


def lay_back(s: State, card: int) -> None:
    """Lay a card that was turned up back on top of the deck."""
    s.limbo.remove(card)
    s.deck.append(card)


def search(s: State, f: Frame, card: int) -> None:
    """Take a card out of the deck, wherever it lies there; the caller puts it somewhere and shuffles."""
    s.deck.remove(card)


def shuffle_deck(s: State, f: Frame, clause: str) -> None:
    """Shuffle the deck, renewed first when it has run empty (AMB-19)."""
    if not s.deck and s.discard:
        reshuffle(s, f)
    else:
        shuffle(s, s.deck)
        emit(s, f, ev.DeckShuffled, clause, -1, len(s.deck))


def turn_deck(s: State, f: Frame, clause: str) -> None:
    """Turn the deck face up; as a block, its former bottom card comes to lie on top (ruling yerba-mate-flip)."""
    relied(s, f, "yerba-mate-flip")
    if s.rulings["yerba-mate-flip"] == "former-bottom-card":
        s.deck.reverse()
    emit(s, f, ev.DeckTurned, clause, -1)


def as_drawn(s: State, f: Frame, p: int, cards: Iterable[int], deck: bool) -> None:
    """Tell that p drew cards gained in another way, where that counts as drawing (ruling what-is-drawing).

    ``deck`` says whether they came from the deck.
    """
    reading, cards = s.rulings["what-is-drawing"], tuple(cards)
    if cards and (reading == "any-card-gained" or (deck and reading == "any-card-from-the-deck")):
        relied(s, f, "what-is-drawing")
        emit(s, f, ev.CardsDrawn, "ruling what-is-drawing", p, len(cards), cards)


def give(s: State, f: Frame, giver: int, card: int, p: int, clause: str) -> None:
    """Let a card pass from the giver's hand to p's, seen by these two alone."""
    s.players[giver].hand.remove(card)
    s.players[p].hand.append(card)
    emit(s, f, ev.CardGiven, clause, p, card, giver)


def found(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Put a card from the deck, which is nowhere else now, into p's hand unseen by the others."""
    s.players[p].hand.append(card)
    emit(s, f, ev.CardGiven, clause, p, card, -1)


def discard(s: State, f: Frame, p: int, card: int, place: str, clause: str) -> None:
    """Lay a card that is nowhere else face up on the discard pile, a container into its supply (R-DISCARD-1)."""
    card = s.cat.base[card]
    (s.tokens if s.containers and is_token(s, card) else s.discard).append(card)
    emit(s, f, ev.CardDiscarded, clause, p, card, place)


# Flag cards and the hand.  A Flag card is one of its faces while it is a contract, container, good or crew, and
# itself everywhere else (R-FLAG-1, R-FLAG-2): the moves below and above see to that.

FLAG_FEE = 2
SIDE_OPEN = "side "  # the mark of a Flag card among crew or goods whose owner has yet to say which side is up


def faces(s: State, cards: Iterable[int]) -> list[int]:
    """What some cards may be played as: each Flag card stands there twice, once for each side (R-FLAG-1, R-FLAG-2).

    The list that was given comes back where there is none; it is not to be changed.
    """
    if s.cat.two_sided.isdisjoint(cards):
        return cards if isinstance(cards, list) else list(cards)
    of = s.cat.faces
    return [face for card in cards for face in of[card]]


def from_hand(s: State, p: int, card: int) -> None:
    """Take a card, or the Flag card that this is a face of, out of p's hand; the caller puts it somewhere."""
    s.players[p].hand.remove(s.cat.base[card])


def to_hand(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Put a card that is nowhere else into p's hand; that is not drawing (ruling what-is-drawing)."""
    if is_token(s, card):
        card = _card_for(s, f, p, card)
        if card < 0:
            return
    card = s.cat.base[card]
    s.players[p].hand.append(card)
    emit(s, f, ev.CardMoved, clause, p, card, "hand")


def flag_fee(s: State, card: int, how: str, from_ship: bool = False) -> int:
    """What loading this card costs: 2 for a face of a Flag card (R-FLAG-2, ruling flag-fee)."""
    if s.cat.base[card] == card:
        return 0
    reading = s.rulings["flag-fee"]
    due = how == "load" if reading == "load-action-only" else not from_ship or reading == "every-loading"
    return FLAG_FEE if due else 0


def pay_flag_fee(s: State, f: Frame, p: int, card: int, how: str, from_ship: bool = False) -> None:
    """Let p pay the bank for loading a Flag card; ``load`` does so by itself (R-FLAG-2)."""
    fee = flag_fee(s, card, how, from_ship)
    if fee or (how != "load" and s.cat.base[card] != card):
        relied(s, f, "flag-fee")
    if fee:
        pay(s, f, p, fee, BANK, "R-FLAG-2")


def _open_side(s: State, p: int, card: int) -> bool:
    """Whether a card has come as crew or goods with no side up: its owner is asked before anything else (AMB-92)."""
    if len(s.cat.faces[card]) == 1:
        return False
    s.once.append((p, f"{SIDE_OPEN}{card}"))
    s.dirty = s.dirty or s.events
    return True


def turn_up(s: State, f: Frame, p: int, card: int, face: int, area: str, clause: str) -> None:
    """Turn one side of a Flag card up among p's crew or goods, where it counts from now on (AMB-92)."""
    cards = getattr(s.players[p], area)
    at = cards.index(card)
    cards[at] = shown = boxed(s, f, p, face, "R-VARIANT-4") if s.containers == 2 else face
    if area == "crew":
        emit(s, f, ev.CrewAdded, clause, p, shown)
    else:
        _good_came(s, f, p, shown, clause, face)


# Credits


def gain(s: State, f: Frame, p: int, n: int, clause: str) -> None:
    """Give p credits from the bank."""
    if n > 0:
        s.players[p].credits += n
        emit(s, f, ev.CreditsGained, clause, p, n)


def pay(s: State, f: Frame, p: int, n: int, to: int, clause: str, part: bool = False) -> int:
    """Let p pay n credits to a seat or the bank; returns what was paid.

    Who cannot pay in full pays nothing (R-POWER-7), unless ``part`` or the
    ruling partial-payment lets them pay what they have.
    """
    held = s.players[p].credits
    if held < n:
        if not part:
            relied(s, f, "partial-payment")
        if part or s.rulings["partial-payment"] == "as-much-as-held":
            n = held
        else:
            emit(s, f, ev.PaymentFailed, "R-POWER-7", p, n, to)
            return 0
    if n <= 0:
        return 0
    s.players[p].credits -= n
    emit(s, f, ev.CreditsPaid, clause, p, n, to)
    if to >= 0:
        s.players[to].credits += n
        emit(s, f, ev.CreditsGained, clause, to, n)
    return n


# Crew and goods


def crew_room(s: State, p: int) -> int:
    """How many crew p may still take (R-LIMIT-1)."""
    return crew_limit(s, p) - len(s.players[p].crew)


def goods_room(s: State, p: int, card: int = -1) -> int:
    """How many goods p may still place (R-LIMIT-2); above 0 with ``card`` if there is room for just this one."""
    if card >= 0:
        return goods_limit(s, p) - goods_used(s, p, card) + 1
    return goods_limit(s, p) - goods_used(s, p)


def goods_places(s: State, p: int) -> int:
    """How many goods would fill p's area beside those that lie there, whatever they count as (power scotch)."""
    return len(s.players[p].goods) + goods_room(s, p)


def add_crew(s: State, f: Frame, p: int, card: int, clause: str) -> bool:
    """Tuck a card into p's crew; of a Flag card from where no side is up, its owner chooses one first (AMB-92).

    False if nothing comes of it, as can be where a physical container finds no card (ruling variant-import-no-match).
    """
    if s.containers:
        card = _as_area_card(s, f, p, card)
        if card < 0:
            return False
    s.players[p].crew.append(card)
    if not (_open_side(s, p, card) or (s.containers == 2 and _open_color(s, p, card, "crew"))):
        emit(s, f, ev.CrewAdded, clause, p, card)
    return True


def add_good(s: State, f: Frame, p: int, card: int, clause: str) -> bool:
    """Place a card in p's goods area, to the right of those already there (R-CAPITAL-7); else as for crew."""
    if s.containers:
        card = _as_area_card(s, f, p, card)
        if card < 0:
            return False
    s.players[p].goods.append(card)
    if not (_open_side(s, p, card) or (s.containers == 2 and _open_color(s, p, card, "goods"))):
        _good_came(s, f, p, card, clause)
    return True


def _good_came(s: State, f: Frame, p: int, card: int, clause: str, was: int = -1) -> None:
    """Tell that a good has come to lie in p's goods area; its marker rises where there is a Market (R-MARKET-2).

    ``was`` is the card that a container has taken the place of only now.
    """
    emit(s, f, ev.GoodAdded, clause, p, card)
    if not s.market:
        return
    kind = kind_of_good(s, p, card)
    if s.cat.color[card] == CAPITAL:
        relied(s, f, "market-capital-goods")
        if s.rulings["market-capital-goods"] == "none":
            return
    if not clause.startswith("R-IMPORT"):
        relied(s, f, "market-arrivals")
        if s.rulings["market-arrivals"] == "imports-only" and not _just_imported(s, card if was < 0 else was):
            return
    shift_market(s, f, p, kind, 1, "R-MARKET-2")


def _just_imported(s: State, card: int) -> bool:
    """Whether a card whose side or color is known only now has been imported from the island (R-IMPORT-4)."""
    log = s.log
    while log is not None:
        log, event = log
        if event[ev.CODE] == ev.CardImported and s.cat.base[event[ev.FIELDS]] == s.cat.base[card]:
            return True
        if event[ev.CODE] == ev.IslandCardTaken:
            return False
    return False


def remove_good(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a card out of p's goods area; the caller puts it somewhere."""
    s.players[p].goods.remove(card)
    emit(s, f, ev.GoodRemoved, clause, p, card)


def remove_crew(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a card out of p's crew; the caller puts it somewhere."""
    s.players[p].crew.remove(card)
    emit(s, f, ev.CrewRemoved, clause, p, card)
    end_effects(s, f, ("crew", card))


def swap_areas(s: State, f: Frame, p: int, clause: str, told: bool = True) -> None:
    """Let all of p's crew and goods change places; the goods count as what they are when all of them lie there.

    Unless it is told at once, ``tell_areas`` has to follow (ruling sanitizer-added).
    """
    player = s.players[p]
    crew, goods = player.crew[:], player.goods[:]
    for card in crew:
        remove_crew(s, f, p, card, clause)
    for card in goods:
        remove_good(s, f, p, card, clause)
    if s.containers == 2:
        crew, goods = ([boxed(s, f, p, card, "R-VARIANT-4") for card in cards] for cards in (crew, goods))
    player.crew += goods
    player.goods += crew
    if told:
        tell_areas(s, f, p, clause)


def tell_areas(s: State, f: Frame, p: int, clause: str) -> None:
    """Tell that all of p's crew and goods have been added."""
    player = s.players[p]
    for card in player.crew[:]:
        if s.containers < 2 or not _open_color(s, p, card, "crew"):
            emit(s, f, ev.CrewAdded, clause, p, card)
    for card in player.goods[:]:
        if s.containers < 2 or not _open_color(s, p, card, "goods"):
            _good_came(s, f, p, card, clause)


# The Commodities Market

MARKET_END = 2  # how far a marker goes, up and down


def shift_market(s: State, f: Frame, p: int, kind: int, step: int, clause: str) -> None:
    """Move the marker of a kind, if it has one, a step up or down, but not past the end (R-MARKET-2, R-MARKET-4)."""
    if kind in FIVE_KINDS and abs(s.market[kind] + step) <= MARKET_END:
        level = s.market[kind] + step
        s.market = (*s.market[:kind], level, *s.market[kind + 1 :])
        emit(s, f, ev.MarketMoved, clause, p, KINDS[kind], level)


# Physical containers: in the variants they lie on ships in place of cards, in the second also among crew and goods


TOKEN_NAMES = tuple(f"{KINDS[kind].title()} Container" for kind in FIVE_KINDS)


def is_token(s: State, card: int) -> bool:
    """Whether this is a physical container and no card (R-VARIANT-1)."""
    return bool(s.containers) and s.cat.name[card] in TOKEN_NAMES


COLOR_OPEN = "color "  # the mark of a Capital card whose user has yet to say which container it becomes


def tokens_of(s: State, color: int) -> list[int]:
    """The physical containers of a color that are left in the supply."""
    return [token for token in s.tokens if s.cat.color[token] == color]


def boxed(s: State, f: Frame, p: int, card: int, clause: str, color: int = -1) -> int:
    """Discard a card that is nowhere else for a physical container of its color, which the caller puts somewhere.

    A card stays what it is where its color is not known yet, and where the supply has run out.
    """
    if is_token(s, card) or len(s.cat.faces[card]) > 1:
        return card
    color = s.cat.color[card] if color < 0 else color
    left = tokens_of(s, color)
    if not left:
        if color != CAPITAL:  # whose container has a color only once somebody has said which (R-VARIANT-5)
            _none_left(s, f, p, card, clause)
        return card
    s.tokens.remove(left[0])
    discard(s, f, p, card, "variant", clause)
    return left[0]


def _none_left(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Tell that the supply has run out; that is nothing which a power at work does."""
    emit(s, Frame("supply", f.who, cause=f.cause), ev.NoContainerLeft, clause, p, card)


def _open_color(s: State, p: int, card: int, how: str) -> bool:
    """Whether a Capital card is to become a container: p is asked for the color before anything else (R-VARIANT-5).

    ``how`` is its area, or the way in which it was loaded.
    """
    if s.cat.color[card] != CAPITAL:
        return False
    s.once.append((p, f"{COLOR_OPEN}{card} {how}"))
    s.dirty = s.dirty or s.events
    return True


def take_color(s: State, f: Frame, p: int, card: int, color: int, how: str) -> None:
    """Put a container of the chosen color in a Capital card's place; -1: it stays itself (R-VARIANT-5)."""
    aboard_of = next((i for i, ship in enumerate(s.ships) if card in ship.cargo), -1)
    cards = getattr(s.players[p], how) if how in ("crew", "goods") else s.ships[aboard_of].cargo
    token = boxed(s, f, p, card, "R-VARIANT-5", color) if color >= 0 else card
    if color < 0:  # there is no container of any color
        _none_left(s, f, p, card, "R-VARIANT-5")
    cards[cards.index(card)] = token
    if how == "crew":
        emit(s, f, ev.CrewAdded, "R-VARIANT-5", p, token)
    elif how == "goods":
        _good_came(s, f, p, token, "R-VARIANT-5", card)
    else:
        aboard(s, card)
        _came_aboard(s, f, p, token, aboard_of, how, "R-VARIANT-5")


def redeemed(s: State, f: Frame, p: int, token: int) -> int:
    """Give a container back and take the first discard of its color (R-VARIANT-3).

    Without one the container stays, or a card of the deck is taken, or there is nothing: -1 (AMB-99).
    """
    card = _first_of(s, s.discard, s.cat.color[token])
    if card >= 0:
        return _redeem(s, f, p, token, s.discard, card, "R-VARIANT-3")
    relied(s, f, "variant-import-no-match")
    reading = s.rulings["variant-import-no-match"]
    card = _first_of(s, s.deck, s.cat.color[token]) if reading == "search-the-deck" else -1
    if card >= 0:
        found = _redeem(s, f, p, token, s.deck, card, "ruling variant-import-no-match")
        shuffle_deck(s, f, "ruling variant-import-no-match")
        return found
    if reading == "nothing":
        discard(s, f, p, token, "import", "ruling variant-import-no-match")
        return -1
    return token


def _first_of(s: State, pile: list[int], color: int) -> int:
    """The uppermost card of a pile that bears a color, -1 when there is none."""
    return next((card for card in reversed(pile) if s.cat.colors[card] >> color & 1), -1)


def _redeem(s: State, f: Frame, p: int, token: int, pile: list[int], card: int, clause: str) -> int:
    pile.remove(card)
    s.tokens.append(token)
    emit(s, f, ev.CardRevealed, clause, p, card)
    return next(face for face in s.cat.faces[card] if s.cat.color[face] == s.cat.color[token])


def _card_for(s: State, f: Frame, p: int, token: int) -> int:
    """The card that comes to a hand for a container, -1 for none (ruling variant-named-containers)."""
    relied(s, f, "variant-named-containers")
    if s.rulings["variant-named-containers"] != "lost":
        token = redeemed(s, f, p, token)
    if token >= 0 and is_token(s, token):  # no container goes to a hand
        s.tokens.append(token)
        return -1
    return token


def _as_area_card(s: State, f: Frame, p: int, card: int) -> int:
    """What comes to lie among crew or goods for a card or container that would (R-VARIANT-3, R-VARIANT-4)."""
    if s.containers == 1 and f.proc == IMPORTING:  # it has been searched for already
        return card
    if is_token(s, card):
        if s.containers == 2 and f.proc == IMPORTING:
            relied(s, f, "variant-2-import")
        fetched = s.rulings["variant-2-import"] == "card-fetched-and-discarded" and f.proc == IMPORTING
        if s.containers == 2 and not fetched:
            return card
        card = redeemed(s, f, p, card)
    return card if s.containers == 1 or card < 0 else boxed(s, f, p, card, "R-VARIANT-4")


IMPORTING = "take cards"  # the procedure that takes what is imported


def stays_itself(s: State, card: int) -> bool:
    """Whether a power works with this very card aboard (ruling variant-named-containers)."""
    return s.rulings["variant-named-containers"] != "lost" and _works_itself(s, card)


def _works_itself(s: State, card: int) -> bool:
    if any(effect[4] == ("aboard", card) for effect in s.effects):
        return True
    named = POWERS.get(power_of(s, card) or "")
    return named is not None and any(_works_aboard(ability) for ability in named.abilities)


def as_container(s: State, f: Frame, p: int, card: int) -> int:
    """What goes aboard for a card that is nowhere else: itself, or a container (ruling variant-named-containers)."""
    if not s.containers or is_token(s, card):
        return card
    if _works_itself(s, card):
        relied(s, f, "variant-named-containers")
        if stays_itself(s, card):
            return card
        end_effects(s, f, ("aboard", card))
    return boxed(s, f, p, card, "R-VARIANT-1")


def _works_aboard(ability: Any) -> bool:
    """Whether an ability belongs to its card as a container, or hears of its own loading."""
    own = getattr(ability, "on_self", False) and ability.event in (ev.ContainerLoaded, ev.ContainerPirated)
    return bool(own or getattr(ability, "zone", "") == CONTAINER_ABOARD)


# The Supply Island


def to_island(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Lay a card face up on the Supply Island."""
    if is_token(s, card):
        return discard(s, f, p, card, "goods", clause)
    card = s.cat.base[card]
    s.island.append(card)
    emit(s, f, ev.IslandCardAdded, clause, p, card)


def good_to_island(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Lay one of p's goods on the Supply Island; for a container, the card that it is given back for, if any."""
    remove_good(s, f, p, card, clause)
    if is_token(s, card) and s.rulings["variant-named-containers"] != "lost":
        card = _card_for(s, f, p, card)
    if card >= 0:
        to_island(s, f, p, card, clause)


def from_island(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a card, or the Flag card that this is a face of, off the Supply Island; the caller puts it somewhere."""
    s.island.remove(s.cat.base[card])
    emit(s, f, ev.IslandCardTaken, clause, p, card)


# Fulfilled contracts


def tuck(s: State, f: Frame, p: int, card: int, how: str, clause: str) -> None:
    """Tuck a contract into p's fulfilled area (R-FULFIL-3, D19).

    ``how`` is "fulfillment", "power" (as though just fulfilled) or "arrival" (no fulfillment at all).
    """
    s.players[p].fulfilled.append(card)
    reading = s.rulings["arrival-without-fulfilment"]
    name = power_of(s, card)
    if how == "arrival" and name in POWERS:
        relied(s, f, "arrival-without-fulfilment")
        if reading == "neither":
            s.copied.append((card, None))
    reindex(s)
    emit(s, f, ev.ContractTucked, clause, p, card, how)
    if name is not None and name not in POWERS:
        emit(s, f, ev.PowerMissing, "power " + kebab(name), p, card)


def untuck(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Take a contract out of p's fulfilled area; a copied text stays behind (power wind-turbines)."""
    s.players[p].fulfilled.remove(card)
    reindex(s)
    emit(s, f, ev.ContractUntucked, clause, p, card)


def forget_copy(s: State, card: int) -> None:
    """Outside a fulfilled area a card is again what is printed on it (INT-75)."""
    s.copied[:] = [pair for pair in s.copied if pair[0] != card]


def lift(s: State, f: Frame, card: int, clause: str, keeps_copy: bool = False) -> bool:
    """Take the card whose power runs from limbo or a fulfilled area, to be put elsewhere; False if it is in neither."""
    if card in s.limbo:
        s.limbo.remove(card)
        return True
    for seat, player in enumerate(s.players):
        if card in player.fulfilled:
            untuck(s, f, seat, card, clause)
            if not keeps_copy:
                forget_copy(s, card)
            return True
    return False


# Ships, contracts and containers


def need(s: State, ship: int) -> list[int]:
    """How many containers of each kind the contracts of a ship ask for together, rainbow last (R-FULFIL-1)."""
    return load_needs(s, s.ships[ship].owner, ship)


def need_total(s: State, ship: int) -> int:
    """The total load requirement of a ship (R-CONTRACT-2)."""
    hull, changed = s.ships[ship], s.index.load_needs
    if changed and changed[hull.owner]:
        return sum(need(s, ship))
    load_total = s.cat.load_total
    total = 0
    for card in hull.contracts:
        total += load_total[card]
    return total


def matching(s: State, ship: int) -> tuple[list[int], list[list[int]]]:
    """Assign the containers aboard to requirements, as many as possible (AMB-47).

    Returns how many requirements of each kind stay open, and for each kind the
    masks of the containers assigned to it.
    """
    return assigned(need(s, ship), cargo_masks(s, ship))


def cargo_masks(s: State, ship: int) -> list[int]:
    """What each container aboard can meet, as bits of kinds; two that count as one stand there once."""
    hull = s.ships[ship]
    owner = hull.owner
    joined = pairs(s, owner, ship) if s.index.pairs else ()
    if not joined:
        return [fills(s, owner, card) for card in hull.cargo]
    apart = [card for card in hull.cargo if not any(card in pair for pair in joined)]
    return [fills(s, owner, card) for card in apart] + [pair_fills(s, owner)] * len(joined)


def containers(s: State, ship: int) -> int:
    """How many containers a ship carries where two may count as one."""
    hull = s.ships[ship]
    return len(hull.cargo) - (len(pairs(s, hull.owner, ship)) if s.index.pairs else 0)


def assigned(wanted: list[int], masks: list[int]) -> tuple[list[int], list[list[int]]]:
    """Assign containers, by what each can meet, to requirements; returns what ``matching`` does."""
    free = wanted[:]
    held: list[list[int]] = [[] for _ in free]
    for mask in masks:
        _place(mask, free, held, 0)
    return free, held


def _place(mask: int, free: list[int], held: list[list[int]], seen: int) -> int:
    """Find a requirement for a container, moving others if need be; returns the kinds tried, -1 when placed."""
    for kind in BITS[mask & ~seen & ALL_COLORS]:
        if free[kind]:
            free[kind] -= 1
            held[kind].append(mask)
            return -1
    for kind in range(7):
        if mask >> kind & 1 and not seen >> kind & 1 and held[kind]:
            seen |= 1 << kind
            for at, other in enumerate(held[kind]):
                tried = _place(other, free, held, seen)
                if tried < 0:
                    held[kind][at] = mask
                    return -1
                seen |= tried
    return seen


def open_kinds(s: State, ship: int) -> int:
    """Which kinds of container would meet a further requirement of this ship, as bits (R-LOAD-1, R-LOAD-3, D12)."""
    hull = s.ships[ship]
    if not hull.contracts:
        return 0
    owner, index = hull.owner, s.index
    if not (s.slots or (index.fills and index.fills[owner]) or (index.pairs and index.pairs[owner])):
        free = load_needs(s, owner, ship)
        colors = s.cat.colors
        asked = 0
        for kind in range(6):
            if free[kind]:
                asked |= 1 << kind
        found = asked
        for card in hull.cargo:
            mask = colors[card]
            if mask & (mask - 1) or mask == 1 << 5:
                break
            kind = mask.bit_length() - 1
            if kind == NO_COLOR:  # it meets nothing
                continue
            if free[kind] > 0:
                free[kind] -= 1
                if not free[kind]:
                    found ^= mask
            else:
                free[RAINBOW] -= 1
        else:  # each container has a color of its own, which it meets first
            return asked | 1 << RAINBOW if free[RAINBOW] > 0 else found
    free, held = matching(s, ship)
    found = 0
    for kind in range(7):
        if free[kind]:
            found |= 1 << kind
    grown = bool(found)
    while grown:  # a kind is open too if one of its containers could move to an open kind
        grown = False
        for kind in range(7):
            if held[kind] and not found >> kind & 1 and any([mask & found for mask in held[kind]]):
                found |= 1 << kind
                grown = True
    return found


def complete(s: State, ship: int) -> bool:
    """Whether the containers aboard meet all requirements of all contracts together (R-FULFIL-1)."""
    hull = s.ships[ship]
    if not hull.contracts:
        return False
    held = containers(s, ship) if s.index.pairs else len(hull.cargo)
    wanted = need_total(s, ship)
    if held < wanted or open_kinds(s, ship):
        return False
    return held == wanted or s.rulings["surplus-containers"] != "block-fulfilment"


def half_complete(s: State, ship: int) -> bool:
    """Whether some of the contracts are met by half and the others in full (power prefab-home)."""
    return bool(half_needs(s, ship))


def half_needs(s: State, ship: int) -> list[list[int]]:
    """What the containers aboard meet of a ship's contracts where some are halved, for each choice of the halves."""
    hull = s.ships[ship]
    colors = half_loads(s, hull.owner)
    halved = [card for card in hull.contracts if s.cat.colors[card] & colors]
    if not (halved and hull.cargo):
        return []
    rest, halves = _by_halves(s, ship, halved)
    wanted = {tuple(rest)}
    for parts in halves:
        wanted = {tuple(map(sum, zip(one, part, strict=True))) for one in wanted for part in parts}
    masks = cargo_masks(s, ship)
    return [list(one) for one in sorted(wanted) if sum(one) <= len(masks) and not any(assigned(list(one), masks)[0])]


def _by_halves(s: State, ship: int, halved: list[int]) -> tuple[list[int], list[list[tuple[int, ...]]]]:
    """What the other contracts ask for, and for each halved one every half that its owner may pick."""
    hull = s.ships[ship]
    contracts, rest, halves = hull.contracts, need(s, ship), []
    for card in halved:
        hull.contracts = [other for other in contracts if other != card]
        without = need(s, ship) if hull.contracts else [0] * 7
        hull.contracts = contracts
        own = [max(0, n - m) for n, m in zip(need(s, ship), without, strict=True)]
        rest = [max(0, n - m) for n, m in zip(rest, own, strict=True)]
        up = s.rulings["prefab-home-rounding"] == "up"
        halves.append(_parts(tuple(own), max(1, (sum(own) + up) // 2)))
    return rest, halves


def _parts(wanted: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """Every way to pick so many of these requirements, by kind."""
    return [part for part in product(*(range(n + 1) for n in wanted)) if sum(part) == min(size, sum(wanted))]


def room_aboard(s: State, ship: int) -> bool:
    """Whether the ship can carry one more container (AMB-45)."""
    hull = s.ships[ship]
    if s.rulings["container-capacity"] == "contracts-only":
        return True
    return slots_used(s, ship) < ship_capacity(s, hull.owner, ship)


def slots_used(s: State, ship: int) -> int:
    """How much of a ship's capacity its containers use (AMB-45, ruling robo-cats-capacity)."""
    return containers(s, ship) if s.rulings["robo-cats-capacity"] == "one-slot" else len(s.ships[ship].cargo)


def load(
    s: State,
    f: Frame,
    p: int,
    card: int,
    ship: int,
    how: str,
    clause: str,
    from_ship: bool = False,
    free: bool = False,
) -> None:
    """Put a card that is nowhere else aboard a ship as a container; ``how`` is "load", "pirate" or "power".

    For a Flag card p pays its fee, unless it comes from another ship (R-FLAG-2, R-FLAG-3) or its text says ``free``.
    """
    if not free:
        pay_flag_fee(s, f, p, card, how, from_ship)
    if s.cat.color[card] == CAPITAL:
        relied(s, f, "grey-loaded-by-powers")
    card = as_container(s, f, p, card)
    s.ships[ship].cargo.append(card)
    if s.claimed and s.ships[ship].at == SEA:
        _unclaim(s, ship)
    if not s.containers or stays_itself(s, card) or not _open_color(s, p, card, how):
        _came_aboard(s, f, p, card, ship, how, clause)


def _came_aboard(s: State, f: Frame, p: int, card: int, ship: int, how: str, clause: str) -> None:
    """Tell that a container has been loaded."""
    aboard(s, card)
    if s.rulings["fulfilled-without-loading"] == "only-by-loading":
        s.loaded += (ship,)
    if s.rulings["wild-container-assignment"] == "fixed-when-loaded":
        _note_slot(s, f, p, card, ship)
    elif s.rulings["wild-power-lost"] == "keep-their-slot" and (s.index.fills or s.index.takes_any):
        _note_slot_kept(s, f, p, card)
    emit(s, f, ev.ContainerLoaded, clause, p, card, ship, how)


# What wild containers cover, where that is fixed when they are loaded (ruling wild-container-assignment)

SLOT_OPEN = "slot "  # the mark of a wild container whose loader has yet to say which requirement it covers


def _note_slot(s: State, f: Frame, p: int, card: int, ship: int) -> None:
    """Fix what a wild container covers: at once where only one kind is open, else its loader is asked."""
    kinds = slot_kinds(s, card)
    if not kinds or not fills(s, s.ships[ship].owner, card) & ~(s.cat.colors[card] | ANY):
        return
    relied(s, f, "wild-container-assignment")
    _fix_slot(s, p, card, kinds)


def _fix_slot(s: State, p: int, card: int, kinds: list[int]) -> None:
    if len(kinds) == 1:
        s.slots += ((card, kinds[0]),)
    else:
        s.once.append((p, f"{SLOT_OPEN}{card}"))


def _note_slot_kept(s: State, f: Frame, p: int, card: int) -> None:
    """Note what a container covers by a power alone; one that its own color has room for needs none."""
    kinds = slot_kinds(s, card)
    if kinds and not any(s.cat.colors[card] >> kind & 1 for kind in kinds) and kinds != [RAINBOW]:
        relied(s, f, "wild-power-lost")
        _fix_slot(s, p, card, kinds)


def slot_kinds(s: State, card: int) -> list[int]:
    """The kinds of requirement that a container aboard in a harbor could cover, left without it."""
    hull = next((ship for ship in s.ships if card in ship.cargo and ship.at == HARBOR), None)
    if hull is None:
        return []
    cargo = hull.cargo
    hull.cargo = [other for other in cargo if other != card]
    found = open_kinds(s, s.ships.index(hull)) & fills(s, hull.owner, card)
    if found >> RAINBOW & 1 and s.index.takes_any and s.rulings["wild-power-lost"] == "keep-their-slot":
        found = (found & ~ANY) | _printed_kinds(s, s.ships.index(hull))
    hull.cargo = cargo
    return [kind for kind in range(7) if found >> kind & 1]


def _printed_kinds(s: State, ship: int) -> int:
    """Which printed requirements of contracts that take any container nothing aboard is meant for, as bits."""
    free = [sum(s.cat.load[card][kind] for card in takes_any(s, s.ships[ship].owner, ship)) for kind in range(7)]
    meant = dict(s.slots)
    for card in s.ships[ship].cargo:
        kind = meant.get(card, s.cat.color[card])
        if kind < 7:
            free[kind] -= 1
    return sum(1 << kind for kind in range(7) if free[kind] > 0)


def free_slots(s: State, cards: Iterable[int]) -> None:
    """Containers that leave a harbor are tied to no requirement any more."""
    if s.slots:
        s.slots = tuple(pair for pair in s.slots if pair[0] not in cards)


def unload(s: State, f: Frame, card: int, ship: int, clause: str, moves_on: bool = False) -> None:
    """Take a container off a ship; the caller puts it somewhere: onto another ship, as what it is, if it moves on."""
    s.ships[ship].cargo.remove(card)
    free_slots(s, (card,))
    aboard(s, card)
    emit(s, f, ev.ContainerRemoved, clause, s.ships[ship].owner, card, ship)
    if not moves_on:
        end_effects(s, f, ("aboard", card))


def place_contract(s: State, f: Frame, p: int, card: int, ship: int, skipped: int, clause: str) -> None:
    """Slide a card that is nowhere else under a ship as a contract (R-CONTRACT-1)."""
    s.ships[ship].contracts.append(card)
    aboard(s, card)
    emit(s, f, ev.ContractPlaced, clause, p, card, ship, skipped)


def come_home(s: State, f: Frame, ship: int, clause: str) -> None:
    """Bring a ship back to its harbor; an empty super-ship comes back as two (R-IMPORT-6, power partnership)."""
    hull = s.ships[ship]
    if is_extra(s, ship) and not hull.cargo and hull.partner < 0:
        return retire(s, f, ship)
    hull.at = HARBOR
    _unclaim(s, ship)
    emit(s, f, ev.ShipReturned, clause, hull.owner, ship, len(hull.cargo))
    if hull.partner >= 0 and not hull.cargo and not hull.contracts:
        other = hull.partner
        split(s, f, ship)
        if ev.ShipReturned in s.index.hears:
            relied(s, f, "super-ship-returns")
        if s.rulings["super-ship-returns"] == "two" and s.ships[other].at == HARBOR:
            emit(s, f, ev.ShipReturned, clause, hull.owner, other, 0)


def _unclaim(s: State, ship: int) -> None:
    """A ship that stayed at sea without cargo is one like any other again (ruling ship-sails-empty)."""
    if ship in s.claimed:
        s.claimed = tuple(i for i in s.claimed if i != ship)


def split(s: State, f: Frame, ship: int) -> None:
    """Part the two hulls of an empty super-ship (power partnership)."""
    hull = s.ships[ship]
    other = s.ships[hull.partner]
    other.at = HARBOR
    hull.partner = other.partner = -1
    end_effects(s, f, ("split", ship))
    for one in (ship, s.ships.index(other)):
        if is_extra(s, one):
            retire(s, f, one)


# Cards under ships, and ships that are cards


def slip_under(s: State, f: Frame, card: int, ship: int, clause: str) -> None:
    """Slip a card that is nowhere else under a ship, where its power works on."""
    s.ships[ship].under.append(card)
    reindex(s)
    emit(s, f, ev.CardSlipped, clause, s.ships[ship].owner, card, ship)


def build_ship(s: State, f: Frame, p: int, card: int, clause: str) -> None:
    """Make a card that is nowhere else a further ship in p's harbor."""
    number = next((i for i, ship in enumerate(s.ships) if ship.at == GONE and ship.owner == p), len(s.ships))
    if number == len(s.ships):
        s.ships.append(Ship(p, HARBOR))
    s.ships[number].at = HARBOR
    s.ships[number].under.append(card)
    reindex(s)
    emit(s, f, ev.ShipBuilt, clause, p, number)


def retire(s: State, f: Frame, ship: int) -> None:
    """Take a ship that is a card out of the game: what lies under it is discarded (power diesel-engine)."""
    hull = s.ships[ship]
    under, hull.under = hull.under, []
    hull.at = GONE
    emit(s, f, ev.ShipRetired, "power diesel-engine", hull.owner, ship)
    for card in under:
        forget_copy(s, card)
        discard(s, f, hull.owner, card, "ship", "power diesel-engine")
    reindex(s)
    end_effects(s, f, ("ship", ship))


# Effects that last


def start_effect(s: State, f: Frame, id: str, owner: int, card: int, parameter: Any, until: tuple[Any, ...]) -> None:
    """Put an ability in force without a fulfilled card.

    ``until`` is its end: ("turn end",), ("turn of", seat), ("split", ship), ("aboard", card), ("game end",),
    ("voyage", ship): once its contracts are fulfilled, or ("fulfilled", card): while it is fulfilled.
    """
    s.effects.append((id, owner, card, parameter, until))
    reindex(s)
    emit(s, f, ev.EffectStarted, "power " + id.partition("/")[0], owner, card, id)


def end_effects(s: State, f: Frame, until: tuple[Any, ...]) -> None:
    """End the effects that last until just this."""
    ending = s.effects and [effect for effect in s.effects if effect[4] == until]
    if ending:
        s.effects[:] = [effect for effect in s.effects if effect[4] != until]
        reindex(s)
        for id, owner, card, _parameter, _until in ending:
            emit(s, f, ev.EffectEnded, "power " + id.partition("/")[0], owner, card, id)


def stored(s: State, card: int) -> int:
    """How many credits lie on a fulfilled card (power helicopter)."""
    return sum(effect[3] for effect in s.effects if effect[4] == ("fulfilled", card))


def set_aside(s: State, p: int) -> int:
    """How many credits lie on p's fulfilled cards (power helicopter)."""
    return sum(effect[3] for effect in s.effects if effect[4][0] == "fulfilled" and effect[1] == p)


def store(s: State, f: Frame, id: str, owner: int, card: int, n: int, clause: str) -> None:
    """Lay credits of the bank on a fulfilled card; the effect that keeps them stays as long as the card does."""
    before = stored(s, card)
    until = ("fulfilled", card)
    s.effects[:] = [effect for effect in s.effects if effect[4] != until]
    s.effects.append((id, owner, card, before + n, until))
    reindex(s)
    emit(s, f, ev.CreditsStored, clause, owner, card, n)


def follow_stores(s: State, f: Frame) -> None:
    """Let stored credits go with their card to a new owner, or be lost with it (ruling helicopter-store)."""
    for effect in [e for e in s.effects if e[4][0] == "fulfilled"]:
        id, owner, card, n, until = effect
        holder = next((q for q, player in enumerate(s.players) if card in player.fulfilled), -1)
        if holder == owner or (holder < 0 and card in s.limbo):
            continue
        relied(s, f, "helicopter-store")
        collected = s.rulings["helicopter-store"] == "collected-at-once"
        if collected or s.phase == "scoring":  # the owner takes them before the card goes
            gain(s, f, owner, n, "power helicopter")
        elif holder >= 0:
            s.effects[s.effects.index(effect)] = (id, holder, card, n, until)
            reindex(s)
            continue
        end_effects(s, f, until)


def harbor_ships(s: State, p: int) -> list[int]:
    """Ships in p's harbor (R-TERM-5)."""
    return [i for i, ship in enumerate(s.ships) if ship.owner == p and ship.at == HARBOR]


def ships_at_sea(s: State) -> list[int]:
    """Ships at sea (R-TERM-5)."""
    return [i for i, ship in enumerate(s.ships) if ship.at == SEA]


__all__ = [
    "ANY", "BANK", "HARBOR", "JOINED", "SAILING", "SEA", "add_crew", "add_good", "come_home", "complete", "crew_room",
    "discard", "draw", "end_effects", "faces", "flag_fee", "forget_copy", "from_hand", "from_island", "gain",
    "goods_places", "goods_room", "harbor_ships", "lift", "load", "matching", "need", "need_total", "open_kinds", "pay",
    "pay_flag_fee", "place_contract", "remove_crew", "remove_good", "reshuffle", "room_aboard", "ships_at_sea", "split",
    "start_effect", "take_top", "to_hand", "to_island", "tuck", "turn_up", "unload", "untuck",
]  # fmt: skip
