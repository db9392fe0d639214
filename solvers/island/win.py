"""The fewest turns to win: the sum, a clipper and all large towns joined.

Money comes from deliveries, so that the plan of deliveries that reaches what is needed soonest
is carried out, and ships and lines are added to its turns as soon as they can be paid. Beside it
stands a bound: no plan has the money sooner, or can spend so much in fewer turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from hexgraph.search import cheapest
from mapdata.island.position import IslandPosition
from solvers.clock import Clock
from solvers.island.deliveries.aim import NOTHING, Aim
from solvers.island.deliveries.plan import DeliveryPlan, joined
from solvers.island.deliveries.search import Deliveries
from solvers.island.deliveries.world import all_terms
from solvers.island.rules.actions import Action, Build, Buy, IslandTurn
from solvers.island.rules.game import Game
from solvers.island.rules.ground import IslandGround, islands

SHIP = "clipper"
"""The ship that a winner must own."""


def has_won(game: Game) -> bool:
    """Whether a player has all that it takes to win."""
    large = set(game.board.of_kind("large"))
    rich = game.money >= game.figures.game.win
    return rich and game.own_ship == SHIP and large <= game.joined_places


def fewest_turns(position: IslandPosition, time_limit: float | None = None) -> Deliveries:
    """The plan with which a player wins soonest from here, and a bound.

    Its value is how many turns before the end of the horizon he wins.
    """
    from solvers.island.deliveries.search import PATIENCE

    time = Clock(PATIENCE if time_limit is None else time_limit)
    aim, after = Aim.of(position), position.horizon + 1
    if has_won(Game(position)):
        return Deliveries(None, aim, Fraction(after), Fraction(after), time.seconds)
    with time.stopped_by_interrupt():
        first, known = _bound(position, aim, time)
        plan = None if first is None else _plan(position, first, known, time)
    value = Fraction(after - len(plan.turns)) if plan else NOTHING
    bound = NOTHING if first is None else Fraction(after - first)
    ended = "" if bound == value else "plans that earn later, and build sooner, are not looked for"
    if ended and not time.left:
        ended = "time is over"
    return Deliveries(plan, aim, value, bound, time.seconds, time.interrupted, ended=ended)


def _missing_ships(position: IslandPosition) -> list[str]:
    kinds = list(position.figures.ships)
    begin = 0 if position.own_ship is None else kinds.index(position.own_ship) + 1
    return kinds[begin : kinds.index(SHIP) + 1]


def _price(position: IslandPosition) -> int:
    return sum(position.figures.ships[kind].price for kind in _missing_ships(position))


def _bound(
    position: IslandPosition, aim: Aim, time: Clock
) -> tuple[int | None, list[DeliveryPlan]]:
    """The earliest turn in which anyone can win, and plans of deliveries that were found with it.

    The turn is ``None`` if it is beyond the horizon. Ships and lines that a winner lacks are spent
    on in every plan: a lower bound on that (the ``floor`` of the aim) is valid beside what the
    deliveries cost themselves, though not on top of it, as they may use the same lines. So are the
    trees that join these towns and those of the deliveries together.
    """
    from solvers.island.deliveries.search import Search

    limit, target = position.figures.build.limit, position.figures.game.win
    lines = _least_lines(position)
    if lines is None:
        return None, []
    spent, plans = _price(position) + lines, list[DeliveryPlan]()
    turn = max(1, -(-spent // limit))
    if position.money - spent < target:
        terms = [each for each in all_terms(position) if each.bought == SHIP]
        aim = replace(aim, floor=spent)
        towns = frozenset(position.board.of_kind("large")) - IslandGround.of(position).mine
        able = terms if position.own_ship != SHIP else None
        search = Search(position, aim, time, 0.5, able, towns)
        known = search.run() if position.cards else Fraction(0)
        if not known:
            return None, []
        plans = [plan for _, plan in search.by_cards.values()]
        turn = max(turn, position.horizon + 1 - int(known))
    return turn if turn <= position.horizon else None, plans


def _least_lines(position: IslandPosition) -> int | None:
    """A bound on the lines that join all large towns; ``None`` if none lead to one.

    Each costs at least the cheapest way from the network or from a port. Ways on different
    islands have nothing in common.
    """
    ground = IslandGround.of(position)
    if not ground.network:
        return 0
    costs, _ = _ways(position, ground.mine | _ports(position))
    links = [*ground.network, *((tail, head) for tail, head, _ in ground.arcs())]
    island = islands(len(position.board.points), links)
    dearest: dict[int, int] = {}
    for town in set(position.board.of_kind("large")) - ground.mine:
        if town not in costs:
            return None
        dearest[island[town]] = max(costs[town], dearest.get(island[town], 0))
    return sum(dearest.values())


def _ports(position: IslandPosition) -> set[int]:
    """The ports: the owner of a clipper may begin at any of them."""
    return set(position.board.of_kind("port"))


def _ways(position: IslandPosition, begin: Iterable[int]) -> tuple[dict[int, int], dict[int, int]]:
    """What it costs to join each point, from some on, and the point before it."""
    near: dict[int, list[tuple[int, int]]] = {}
    arcs = IslandGround.of(position).arcs()
    for tail, head, cost in arcs:
        near.setdefault(tail, []).append((head, cost))
    begin = set(begin)
    costs = cheapest(dict.fromkeys(begin, 0), lambda here: near.get(here, ()))
    before = {point: point for point in begin}
    for tail, head, cost in sorted(arcs):
        if tail in costs and costs[tail] + cost == costs[head]:
            before.setdefault(head, tail)
    return costs, before


def _plan(
    position: IslandPosition, first: int, known: list[DeliveryPlan], time: Clock
) -> DeliveryPlan | None:
    """The soonest plan that wins, if the deliveries bring in enough for one.

    Plans that are ``known`` may be short of money for lines that they do not use themselves. If
    none of them wins in the turn ``first``, which nobody undercuts, deliveries are looked for that
    pay for all of them.
    """
    best: DeliveryPlan | None = None
    for plan in known:
        won = None if _buys(plan) else _Spender(position, plan.start, plan.turns).run()
        if won is not None and (best is None or len(won.turns) < len(best.turns)):
            best = won
    if best is None or len(best.turns) > first:
        won = _paid_in_full(position, time)
        if won is not None and (best is None or len(won.turns) < len(best.turns)):
            best = won
    return best


def _buys(plan: DeliveryPlan) -> bool:
    return any(isinstance(action, Buy) for turn in plan.turns for action in turn.actions)


def _paid_in_full(position: IslandPosition, time: Clock) -> DeliveryPlan | None:
    """A plan whose deliveries pay for the ships and for the lines to each town by itself."""
    from solvers.island.deliveries.search import Search

    figures, spent = position.figures, _price(position)
    joined = IslandGround.of(position).mine
    costs, _ = _ways(position, joined | _ports(position))
    towns = set(position.board.of_kind("large")) - joined
    spent += sum(costs.get(town, 0) for town in towns)
    target = figures.game.win + spent
    turns: tuple[IslandTurn, ...] = ()
    start = position.at if position.at is not None else position.board.of_kind("large")[0]
    if position.money < target and position.cards:
        search = Search(position, Aim(position.money, position.horizon, True, target), time)
        search.run()
        if search.plan is None:
            return None
        turns, start = search.plan.turns, search.plan.start
    return _Spender(position, start, turns).run()


class _Spender:
    """Adds ships and lines to the turns of a plan, each as soon as it is legal and paid."""

    def __init__(self, position: IslandPosition, start: int, turns: Sequence[IslandTurn]) -> None:
        self.position, self.start = position, start
        self.turns: list[list[Action]] = [list(turn.actions) for turn in turns]

    def run(self) -> DeliveryPlan | None:
        """The plan up to the turn in which it wins, nothing if it never does."""
        while len(self.turns) < self.position.horizon:
            self.turns.append([])
        left = self._extras()
        if left is None:
            return None
        for number in range(self.position.horizon):
            left = self._added(left, number)
            game = self._played(number + 1)
            if game is not None and has_won(game):
                return self._as_plan(number + 1)
        return None

    def _added(self, extras: list[Action], number: int) -> list[Action]:
        """Add to a turn what can be added; return what is left for later ones."""
        left, limit = list[Action](), self.position.figures.build.limit
        for extra in extras:
            game = self._played(number + 1)
            if game is not None and game.rest.spent >= limit:
                left.append(extra)
                continue
            self.turns[number].append(extra)
            if self._played(len(self.turns)) is None:
                self.turns[number].pop()
                left.append(extra)
        return left

    def _played(self, many: int) -> Game | None:
        """The game after so many turns, nothing if a rule is broken."""
        game = Game(self.position, self.start)
        for actions in self.turns[:many]:
            game.begin_turn()
            for action in actions:
                game.do(action)
            if game.problems:
                return None
        return game

    def _extras(self) -> list[Action] | None:
        """What there is to buy and to build beside the plan, in a sensible order.

        Nothing if no lines lead to a large town.
        """
        game = self._played(len(self.turns))
        assert game is not None
        board, network = self.position.board, {end for link in game.network for end in link}
        after = replace(self.position, network=frozenset(game.network))
        ports = [port for port in board.of_kind("port") if port in network]
        ships = _missing_ships(self.position)
        found: list[Action] = []
        if ships and self.position.own_ship is None and not ports:
            inland, before = _ways(after, network)
            able = [port for port in board.of_kind("port") if port in inland]
            ports = sorted(able, key=lambda port: (inland[port], port))[:1]
            found += _lines(ports, before, network)
        for ship in ships:
            port = ports[0] if ports and ship != SHIP else None
            found.append(Buy(ship, port, self.position.figures.ships[ship].price))
        for town in board.of_kind("large"):
            if town not in network:
                _, before = _ways(after, network | _ports(after))
                if town not in before:
                    return None
                added = _lines([town], before, network)
                found += added
                network |= {end for line in added for end in line.path}
        return found

    def _as_plan(self, many: int) -> DeliveryPlan:
        turns, money = [], []
        game = Game(self.position, self.start)
        for actions in self.turns[:many]:
            game.begin_turn()
            priced: list[Action] = []
            for action in actions:
                before = game.money
                game.do(action)
                if isinstance(action, Build):
                    action = replace(action, cost=before - game.money)
                priced.append(action)
            turns.append(IslandTurn(tuple(joined(priced))))
            money.append(game.money)
        return DeliveryPlan(self.start, tuple(turns), tuple(money), game.income)


def _lines(ends: Iterable[int], before: dict[int, int], network: Iterable[int]) -> list[Build]:
    """The lines that lead to some points, one by one from where they begin."""
    joined, found = set(network), list[Build]()
    for end in ends:
        way = [end]
        while way[-1] not in joined and before[way[-1]] != way[-1]:
            way.append(before[way[-1]])
        found += [Build((b, a)) for a, b in pairwise(way)][::-1]
    return found
