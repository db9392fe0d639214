"""1822 replayed: minors out of bidding boxes, destination tokens, trains with two sides."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from bestrun.importers.acquiring import Acquiring
from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.bid_boxes import BoxesTable, minor_stack
from bestrun.importers.clock import Begins
from bestrun.importers.coupling import Coupling, ImportCars
from bestrun.importers.depot import pile
from bestrun.importers.ground import City, CompanyToken
from bestrun.importers.lots import Lots
from bestrun.importers.shares import WHOLE
from bestrun.importers.state import BuiltHex
from mapdata.title import Title


class Import1822(ImportCars, frozen=True):
    """What exports of 1822 and its kin ask for.

    Attributes
    ----------
    boxes
        The cards that are bid for.
    destinations
        Company to the hex of its destination.
    sides
        Company to the side of that hex which leads to its city there.
    at_once
        The company that has its destination token from its first turn on.
    chooses_home
        Companies whose token gets a place of its own in the city that they choose.
    flip
        The first side of a train, and its other one, which begins a phase of that name.
    token_uses_up
        Privates that close with a token which they place.
    double_use
        Privates of which an upgrade, or a minor's lay, uses up two lays.
    cube
        The tile that stands for a cube, which makes a hex cheaper until a tile is laid there.
    with_card
        A card, and the minor that comes with it.
    """

    boxes: BoxesTable = BoxesTable()
    destinations: dict[str, str] = msgspec.field(default_factory=dict)
    sides: dict[str, int] = msgspec.field(default_factory=dict)
    at_once: str = ""
    chooses_home: tuple[str, ...] = ()
    flip: tuple[str, str] = ("L", "2")
    token_uses_up: tuple[str, ...] = ()
    double_use: tuple[str, ...] = ()
    cube: str = ""
    with_card: dict[str, str] = msgspec.field(default_factory=dict)


class Replay1822(Acquiring, Coupling):
    """A game of 1822."""

    TABLE: ClassVar = Import1822
    table: Import1822

    def __init__(self, export: Export, title: Title) -> None:
        self.destined: dict[str, CompanyToken] = {}
        """Company to its destination token."""
        self.closed: set[str] = set()
        """Minors that nobody wanted."""
        self.operated: set[str] = set()
        self.placing = ""
        """The major that chooses a city for the token of a minor out of the boxes."""
        self.cubes: dict[str, int] = {}
        """Hex to the cubes that lie there."""
        self.draws = Lots(export.seed)
        super().__init__(export, title)

    def set_up(self) -> None:
        """Shuffle the cards and fill the boxes."""
        super().set_up()
        self.stack = minor_stack(self.table.boxes, self.draws)
        self.stack.refill()

    # Bids

    def do_bid(self, step: StandingAction) -> None:
        """Note a bid for a minor; others are for a private or a concession."""
        card, player = step.action.company or "", step.action.entity
        if not card.startswith("M") or player is None:
            super().do_bid(step)
        elif not self.stack.bid(card[1:], step.action.price or 0, player):
            self.note(f"minor {card[1:]} is in no bidding box", 0)

    def begin(self, what: Begins, company: str) -> None:
        """Begin a turn; before a set of rounds, minors start and trains leave."""
        if what is Begins.SET:
            self.end_stock_round()
        super().begin(what, company)

    def end_set(self) -> None:
        """Fill the boxes for the next stock round."""
        super().end_set()
        self.stack.refill()

    def end_stock_round(self) -> None:
        """Start the minors that were bid for; trains leave for each of the others."""
        shown, bids = self.stack.in_boxes(), dict(self.stack.bids)
        self.stack.bids.clear()
        for minor in [each for each in shown if each in bids]:
            self.stack.take(minor)
            self.start_minor(minor, bids[minor][1])
        for card, minor in self.table.with_card.items():
            if card in self.bids and minor in self.stack.cards:
                self.stack.take(minor)
                self.start_minor(minor, self.bids[card][1])
        for _ in [each for each in shown if each not in bids]:
            if self.depot.supply and pile(self.depot.supply[0]) == self.table.flip[0]:
                self.train_leaves()
        unwanted = [each for each in shown[:1] if each not in bids]
        for minor in unwanted:
            self.train_leaves()
            self.minor_leaves(minor)
        self.stack.refill()
        if not unwanted and not self.stack.shown:
            self.boxes_empty()

    def boxes_empty(self) -> None:
        """Let a train leave where no minor is left that could."""
        self.train_leaves()

    def start_minor(self, minor: str, player: str | int) -> None:
        """Give a minor to who bid most for it."""
        self.shares.start(minor, player, WHOLE)

    def train_leaves(self) -> None:
        """Let the next train leave, with all effects of a purchase."""
        if self.depot.supply:
            self.leave(self.depot.supply[0])

    def minor_leaves(self, minor: str) -> None:
        """Close a minor that nobody wanted."""
        self.retire(minor)

    def retire(self, minor: str) -> None:
        """Let a minor out of the stack come no more."""
        self.stack.take(minor)
        self.closed.add(minor)
        self.ground.release_home(minor)

    def may_come(self, company: str) -> bool:
        """Whether a company may still be started."""
        return company not in self.closed and super().may_come(company)

    # Turns

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action; a new minor may buy a train before all else."""
        turn = (self.clock.number, self.clock.company)
        super().tick(step)
        begun = turn != (self.clock.number, self.clock.company)
        first = step.company == self.clock.company and step.company not in self.operated
        if step.action.type == "buy_train" and begun and first:
            self.clock.reached = -1

    def is_turn_action(self, step: StandingAction) -> bool:
        """Tell whether an action is part of a turn; the token of a minor taken over is not."""
        if step.action.type == "place_token" and step.company == self.placing:
            return False
        return super().is_turn_action(step)

    def end_turn(self, company: str) -> None:
        """End a turn."""
        super().end_turn(company)
        self.operated.add(company)

    # Trains

    def do_buy_train(self, step: StandingAction) -> None:
        """Move a train to its buyer; one that is flipped stays where it is.

        Older exports name the first train of its type, whichever is the next.
        """
        action, (first, second) = step.action, self.table.flip
        train = action.train or ""
        if action.exchange and action.variant == second:
            self.flip(train, step.company)
            return
        following = self.depot.supply[0] if self.depot.supply else ""
        there = (*self.depot.supply, *self.depot.pool)
        if pile(train) == first == pile(following) and train not in there:
            renamed = msgspec.structs.replace(action, train=following)
            step = StandingAction(step.id, renamed, step.automatic)
        super().do_buy_train(step)
        if action.variant == second:
            self.second_side()

    def flip(self, train: str, company: str) -> None:
        """Turn a train of a company to its other side."""
        if train not in self.depot.held.get(company, ()):
            self.note(f"{company} has no train {train} to flip")
        else:
            self.depot.names[train] = self.table.flip[1]
            self.second_side()

    def second_side(self) -> None:
        """Begin the phase of the first train that lies on its second side."""
        if self.depot.phase == self.depot.phases[0]:
            self.depot.start(self.table.flip[1])
            self.phase_started(self.table.flip[1])

    def sell(self, train: str, buyer: str = "", variant: str = "") -> None:
        """Take a train out of the supply; those of a later type end the first phase, too."""
        if pile(train) != self.table.flip[0]:
            self.second_side()
        super().sell(train, buyer, variant)

    def do_discard_train(self, step: StandingAction) -> None:
        """Take a train from its holder; those of privates leave the game."""
        train = step.action.train or ""
        if self.depot.holder(train) and not self.title.trains[self.depot.names[train]].counted:
            self.depot.scrap(train)
        else:
            super().do_discard_train(step)

    def do_choose(self, step: StandingAction) -> None:
        """Settle what becomes of a minor, or couple a car."""
        chosen = str(step.action.choice)
        if not self.settles(step) and (chosen.isdecimal() or chosen == "None"):
            self.couple(step, chosen)

    # Tokens

    def place_home(self, company: str) -> None:
        """Place the home token; a company may have its destination token as well."""
        super().place_home(company)
        if company == self.table.at_once and company not in self.destined:
            self.place_destination(company)

    def do_hex_token(self, step: StandingAction) -> None:
        """Place a destination token."""
        if step.company in self.destined or step.company not in self.table.destinations:
            self.note(f"{step.company} has no destination token to place")
        else:
            self.place_destination(step.company)

    def place_destination(self, company: str, chosen: City | None = None) -> None:
        """Place a destination token; another of the company's tokens there goes back."""
        city = chosen or self.destination(company)
        for token in self.ground.tokens.get(company, ()):
            if token.city == city:
                token.city = None
        token = self.ground.place_added(company, city)
        token.stays = True
        self.destined[company] = token

    def destination(self, company: str) -> City:
        """Return the city where a company's destination token goes."""
        cities = self.ground.cities(self.table.destinations[company])
        side = self.table.sides.get(company)
        facing = [each for each in cities if side in self.ground.edges(each)]
        return (facing or cities)[0]

    def do_place_token(self, step: StandingAction) -> None:
        """Place a token; some get a place of their own, or use up a private."""
        super().do_place_token(step)
        if step.company == self.placing:
            self.placing = ""
        by_private = step.action.entity_type == "company"
        if by_private and step.company in self.table.token_uses_up:
            self.holdings.close(step.company)

    def token_placed(self, step: StandingAction, company: str, city: City) -> None:
        """Do what comes with a token: a city that was chosen gets a place more."""
        super().token_placed(step, company, city)
        if company in (*self.table.chooses_home, self.placing):
            self.ground.widened.append(city)
        if company == self.placing:
            self.ground.holders(city)[company].given = True

    def replace_token(self, major: str, minor: str, token: str) -> None:
        """Replace the token of a minor; one out of the boxes has none, but its home."""
        if minor not in self.stack.cards:
            super().replace_token(major, minor, token)
            return
        home = next((each.city for each in self.ground.homes if each.company == minor), None)
        self.retire(minor)
        if token == "replace" and home is None:
            self.placing = major
        elif token == "replace" and home and major not in self.ground.holders(home):
            self.ground.place_given(major, home)
        elif token != "remove":
            self.release_token(major)

    def own_prices(self, company: str) -> tuple[int, ...]:
        """Return the prices of a company's tokens without that of its destination."""
        prices = super().own_prices(company)
        return prices[:-1] if company in self.table.destinations else prices

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment, with home and destination token."""
        fields = super().fields(company)
        token, placed = self.destined.get(company), self.ground.placed(company)
        if token is None or token.city is None:
            return fields | {"cubes": dict(self.cubes)}
        named = {"home": placed[0].city, "token": token.city}
        stops = {key: self.ground.stop_name(*city) for key, city in named.items() if city}
        return fields | {"destination": stops, "cubes": dict(self.cubes)}

    # Privates

    def do_lay_tile(self, step: StandingAction) -> None:
        """Lay a tile, or a cube on a hex that has none yet."""
        hex_id = step.action.hex or ""
        if not self.table.cube or pile(step.action.tile or "") != self.table.cube:
            self.cubes.pop(hex_id, None)
            super().do_lay_tile(step)
            return
        self.cubes[hex_id] = self.cubes.get(hex_id, 0) + 1
        if step.action.entity_type == "company":
            self.holdings.used(step.company)
        else:
            self.built.append(BuiltHex(step.company, hex_id, True, False))

    def tile_laid(self, step: StandingAction, hex_id: str) -> None:
        """Do what comes with a tile; some powers are used up by an upgrade at once."""
        super().tile_laid(step, hex_id)
        if step.action.entity_type == "company" and step.company in self.table.double_use:
            colour = self.title.tiles[self.ground.layers[hex_id][0].tile].colour
            kind = self.title.companies[self.actor(step)].kind
            if colour != "yellow" or kind == "minor":
                self.holdings.used(step.company)

    def do_choose_ability(self, step: StandingAction) -> None:
        """Take what a private offers instead of its power: a kept token, or a card moved."""
        private, chosen = step.company, str(step.action.choice)
        card, _, place = chosen.partition("_")
        owner = self.actor(step)
        if chosen in ("exchange", "available"):
            change = 1 if chosen == "exchange" else -1
            self.released[owner] = self.released.get(owner, 0) + change
            self.holdings.close(private)
        elif place in ("top", "bottom"):
            if card.startswith("M"):
                self.stack.move(card[1:], top=place == "top")
            self.holdings.close(private)
        else:
            super().do_choose_ability(step)


REPLAY = Replay1822
