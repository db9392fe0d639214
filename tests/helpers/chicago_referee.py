"""A second reading of Chicago Express: a whole game played move by move, with nothing clever.

It shares no code with the toolkit. A board is a plain table of what is printed, a state holds
everything that changes, and every move is either refused with the rule it breaks, or played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple


class Illegal(Exception):
    """A move that breaks a rule; the text is the rule's code."""


@dataclass(frozen=True)
class Printed:
    """What is printed on a board and in a rulebook, as the data of a title have it."""

    hexes: Mapping[str, Mapping[str, Any]]
    companies: Mapping[str, Mapping[str, Any]]
    industry: Mapping[str, Mapping[str, Any]]
    figures: Mapping[str, Any]

    @cached_property
    def near(self) -> dict[str, list[str]]:
        """Letters are columns; every second column lies half a hex lower."""
        found = {}
        for each in self.hexes:
            column, row = ord(each[0]) - ord("A"), int(each[1:])
            beside = (row, row + 1) if column % 2 else (row - 1, row)
            around = [(column, row - 1), (column, row + 1)]
            around += [(column + step, at) for step in (-1, 1) for at in beside]
            named = [f"{chr(ord('A') + c)}{r}" for c, r in around if c >= 0 and r >= 0]
            found[each] = [name for name in named if name in self.hexes]
        return found

    @cached_property
    def industry_at(self) -> dict[str, str]:
        return {each["hex"]: name for name, each in self.industry.items()}


class State(NamedTuple):
    """Everything that changes in a game; companies and players by their place in lists."""

    networks: tuple[frozenset[str] | None, ...]
    houses: frozenset[str]
    industry: tuple[int, ...]
    sold: tuple[int, ...]
    treasuries: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    cash: tuple[int, ...]
    dials: tuple[int, int, int]
    over: bool = False


DIALS = ("auction", "build", "develop")


class Referee:
    """Judges and plays moves on one board."""

    def __init__(self, printed: Printed, players: Iterable[str]) -> None:
        self.printed, self.players = printed, list(players)
        self.names = list(printed.companies)
        self.scales = {name: each["scale"] for name, each in printed.industry.items()}
        self.industries = list(printed.industry)
        self.late = printed.figures["opening"]["company"]
        self.goal = printed.figures["opening"]["hex"]

    def start(self, data: Mapping[str, Any]) -> State:
        """Return the state that a position file describes."""
        written = data.get("networks", {})
        networks: dict[str, frozenset[str] | None] = {}
        for name, each in self.printed.companies.items():
            hexes = frozenset(written.get(name, ())) | {each["start"]}
            networks[name] = hexes if name != self.late or written.get(name) else None
        if any(self.goal in (hexes or ()) for hexes in networks.values()):
            networks[self.late] = networks[self.late] or frozenset(
                {self.printed.companies[self.late]["start"]}
            )
        players = data.get("players", {})
        held = tuple(
            tuple(players.get(who, {}).get(name, 0) for name in self.names) for who in self.players
        )
        sold = tuple(
            data.get("shares_sold", {}).get(
                name,
                max(self.printed.companies[name]["sold"], sum(row[at] for row in held)),
            )
            for at, name in enumerate(self.names)
        )
        dials = data.get("dials", {})
        return State(
            networks=tuple(networks[name] for name in self.names),
            houses=frozenset(data.get("houses", ())),
            industry=tuple(
                data.get("industry", {}).get(name, self.scales[name][0]) for name in self.industries
            ),
            sold=sold,
            treasuries=tuple(data.get("treasuries", {}).get(name, 0) for name in self.names),
            held=held,
            cash=tuple(players.get(who, {}).get("cash", 0) for who in self.players),
            dials=(dials.get("auction", 0), dials.get("build", 0), dials.get("develop", 0)),
        )

    # Figures ------------------------------------------------------------------------------

    def pays(self, state: State, hex_id: str) -> int:
        place = self.printed.hexes[hex_id]
        if place["kind"] == "industry":
            return state.industry[self.industries.index(self.printed.industry_at[hex_id])]
        house = place.get("develop", 0) if hex_id in state.houses else 0
        return int(place.get("income", 0)) + int(house)

    def income(self, state: State, at: int) -> int:
        basic = int(self.printed.companies[self.names[at]]["income"])
        return basic + sum(self.pays(state, each) for each in state.networks[at] or ())

    def a_share(self, state: State, at: int) -> int:
        return -(-self.income(state, at) // state.sold[at]) if state.sold[at] else 0

    def standing(self, state: State, hex_id: str) -> int:
        return sum(hex_id in (network or ()) for network in state.networks)

    def opening_bid(self, state: State, company: str) -> int:
        at = self.names.index(company)
        return -(-self.income(state, at) // (state.sold[at] + 1))

    # Moves --------------------------------------------------------------------------------

    def _turned(self, state: State, kind: str) -> State:
        at = DIALS.index(kind)
        length = self.printed.figures.get("dials", {}).get(kind)
        if length is not None and state.dials[at] >= length:
            raise Illegal("dial-on-red")
        dials = list(state.dials)
        dials[at] += 1
        return state._replace(dials=(dials[0], dials[1], dials[2]))

    def due(self, state: State) -> bool:
        lengths = self.printed.figures.get("dials", {})
        red = sum(
            lengths.get(kind) == turned for kind, turned in zip(DIALS, state.dials, strict=True)
        )
        return red >= lengths.get("red", 2)

    def build(self, state: State, player: str, company: str, hexes: Iterable[str]) -> State:
        """Build hexes in this order; the Chicago phase follows the whole action."""
        hexes = list(hexes)
        at, who = self.names.index(company), self.players.index(player)
        state = self._turned(state, "build")
        network = state.networks[at]
        if network is None:
            raise Illegal("not-open")
        if not state.held[who][at]:
            raise Illegal("no-share")
        if len(hexes) > self.printed.figures["building"]["hexes"]:
            raise Illegal("too-many-hexes")
        if len(network) + len(hexes) > self.printed.companies[company]["locomotives"]:
            raise Illegal("no-locomotives-left")
        cost = 0
        grown = set(network)
        for each in hexes:
            place = self.printed.hexes[each]
            here = self.standing(state, each)
            if each in grown:
                raise Illegal("own-locomotive")
            if place["kind"] == "start":
                raise Illegal("start-hex")
            if place["kind"] in ("forest", "mountain") and here:
                raise Illegal("taken")
            if not grown & set(self.printed.near[each]):
                raise Illegal("not-connected")
            cost += place["cost"] * (here + 1)
            grown.add(each)
        if cost > state.treasuries[at]:
            raise Illegal("not-enough-money")
        treasuries = list(state.treasuries)
        treasuries[at] -= cost
        networks = list(state.networks)
        networks[at] = frozenset(grown)
        state = state._replace(treasuries=tuple(treasuries), networks=tuple(networks))
        return self._chicago(state, at) if self.goal in hexes else state

    def _chicago(self, state: State, at: int) -> State:
        paid = self.a_share(state, at)
        cash = tuple(
            money + paid * held[at] for money, held in zip(state.cash, state.held, strict=True)
        )
        late = self.names.index(self.late)
        networks = list(state.networks)
        if networks[late] is None:
            networks[late] = frozenset({self.printed.companies[self.late]["start"]})
        return state._replace(cash=cash, networks=tuple(networks))

    def develop(self, state: State, hex_id: str) -> State:
        state = self._turned(state, "develop")
        place = self.printed.hexes[hex_id]
        if place["kind"] == "industry":
            name = self.printed.industry_at[hex_id]
            if self.printed.industry[name]["by"] != "players":
                raise Illegal("not-developable")
            at, scale = self.industries.index(name), self.scales[name]
            step = scale.index(state.industry[at]) + 1
            if step == len(scale):
                raise Illegal("end-of-scale")
            if not self.standing(state, hex_id):
                raise Illegal("no-locomotive")
            industry = list(state.industry)
            industry[at] = scale[step]
            return state._replace(industry=tuple(industry))
        if place["kind"] not in ("city", "mountain", "forest"):
            raise Illegal("not-developable")
        if hex_id in state.houses:
            raise Illegal("developed-already")
        if len(state.houses) >= self.printed.figures["development"]["houses"]:
            raise Illegal("no-houses-left")
        if not self.standing(state, hex_id):
            raise Illegal("no-locomotive")
        treasuries = list(state.treasuries)
        if place["kind"] == "forest":
            (owner,) = [at for at, each in enumerate(state.networks) if hex_id in (each or ())]
            treasuries[owner] += self.printed.figures["development"]["forest"]
        return state._replace(houses=state.houses | {hex_id}, treasuries=tuple(treasuries))

    def auction(self, state: State, company: str, buyer: str, price: int) -> State:
        state = self._turned(state, "auction")
        at, who = self.names.index(company), self.players.index(buyer)
        if state.networks[at] is None:
            raise Illegal("not-open")
        if state.sold[at] >= self.printed.companies[company]["shares"]:
            raise Illegal("no-shares-left")
        if price < self.opening_bid(state, company):
            raise Illegal("bid-too-low")
        if price > state.cash[who]:
            raise Illegal("not-enough-cash")
        sold, treasuries, cash = list(state.sold), list(state.treasuries), list(state.cash)
        held = [list(row) for row in state.held]
        sold[at] += 1
        treasuries[at] += price
        cash[who] -= price
        held[who][at] += 1
        return state._replace(
            sold=tuple(sold),
            treasuries=tuple(treasuries),
            cash=tuple(cash),
            held=tuple(map(tuple, held)),
        )

    # Dividends ----------------------------------------------------------------------------

    def ends(self, state: State) -> bool:
        end = self.printed.figures["end"]
        companies = [self.printed.companies[name] for name in self.names]
        spent = sum(
            len(network or ()) == each["locomotives"]
            for network, each in zip(state.networks, companies, strict=True)
        )
        gone = sum(sold == each["shares"] for sold, each in zip(state.sold, companies, strict=True))
        houses = self.printed.figures["development"]["houses"] - len(state.houses)
        value = state.industry[self.industries.index(end["industry"])]
        return (
            spent >= end["without_locomotives"]
            or gone >= end["without_shares"]
            or houses <= end["houses_left"]
            or value == self.scales[end["industry"]][-1]
        )

    def dividend(self, state: State) -> State:
        """Pay everyone; then the game is over, or dials and industry move on."""
        paid = [self.a_share(state, at) if each else 0 for at, each in enumerate(state.networks)]
        cash = tuple(
            money + sum(a * b for a, b in zip(row, paid, strict=True))
            for money, row in zip(state.cash, state.held, strict=True)
        )
        state = state._replace(cash=cash)
        if self.ends(state):
            return state._replace(over=True)
        industry = tuple(
            scale[min(scale.index(value) + 1, len(scale) - 1)]
            if self.printed.industry[name]["by"] == "dividends"
            else value
            for value, (name, scale) in zip(state.industry, self.scales.items(), strict=True)
        )
        return state._replace(industry=industry, dials=(0, 0, 0))

    def after_dividends(self, state: State, number: int) -> State:
        for _ in range(number):
            if not state.over:
                state = self.dividend(state)
        return state

    # Everything that can be done ----------------------------------------------------------

    def builds(self, state: State, player: str) -> Iterator[State]:
        """Yield every state that a build of this player leads to."""
        who = self.players.index(player)
        for at, company in enumerate(self.names):
            network = state.networks[at]
            if network is None or not state.held[who][at]:
                continue
            wave = {(): network}
            seen: set[frozenset[str]] = set()
            for _ in range(self.printed.figures["building"]["hexes"]):
                wider = {}
                for hexes, grown in wave.items():
                    for each in {two for one in grown for two in self.printed.near[one]} - grown:
                        more = grown | {each}
                        if more in seen:
                            continue
                        seen.add(more)
                        try:
                            yield self.build(state, player, company, (*hexes, each))
                        except Illegal as refused:
                            if str(refused) == "dial-on-red":
                                return
                            continue
                        wider[*hexes, each] = more
                wave = wider

    def developments(self, state: State) -> Iterator[State]:
        for hex_id in self.printed.hexes:
            try:
                yield self.develop(state, hex_id)
            except Illegal:
                continue

    def purchases(self, state: State, player: str, companies: Iterable[str]) -> Iterator[State]:
        """Yield every state that a share bought by this player leads to, for every price."""
        for company in companies:
            for price in range(state.cash[self.players.index(player)] + 1):
                try:
                    yield self.auction(state, company, player, price)
                except Illegal:
                    continue

    def reached(
        self, state: State, player: str, actions: int, *, auctions: bool = False
    ) -> set[State]:
        """Return every state that a player's own next actions lead to, none included.

        With ``auctions`` he offers shares, too, and gets each for what he bids; not of a
        company that opens on the way, whose first share is auctioned at once.
        """
        first = [n for n, each in zip(self.names, state.networks, strict=True) if each is not None]
        companies = first if auctions else []
        found = wave = {state}
        for _ in range(actions):
            open_ones = [each for each in wave if not self.due(each)]
            wave = {
                after
                for each in open_ones
                for after in (
                    *self.builds(each, player),
                    *self.developments(each),
                    *self.purchases(each, player, companies),
                )
            }
            found = found | wave
        return found


def printed_of(title: Any) -> Printed:
    """Printed figures from the data of a title, without any rule."""
    import msgspec

    hexes = {
        each.id: {
            "kind": each.kind,
            "cost": each.cost,
            "income": each.income,
            "develop": each.develop,
        }
        for each in title.hexes.values()
    }
    return Printed(
        hexes=hexes,
        companies={name: msgspec.to_builtins(each) for name, each in title.companies.items()},
        industry={name: msgspec.to_builtins(each) for name, each in title.industry.items()},
        figures={
            key: msgspec.to_builtins(getattr(title, key))
            for key in ("building", "development", "opening", "dials", "end")
        },
    )
