"""Paths of a route as CP-SAT variables: steps of each leg, lines they share, tolls.

A toll is paid once for each turn in which the train goes over lines of a player. Time is kept for
each point of a leg, so that the model may let the train wait before another player's line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from typing import Any

from mapdata.island.board import PointPair, pair
from solvers.island.deliveries.calendar import Calendar
from solvers.island.deliveries.route import DeliveryRoute, Leg
from solvers.island.deliveries.world import World


class PathVariables:
    """Variables for the ways by land, no longer than ``longest``, and what they cost.

    ``moves`` has the steps of each leg; ``used`` and ``joined`` the lines that are built and
    the new points they join by the end of each leg by land. With ``precise`` every line
    counts at its full cost.
    """

    def __init__(
        self, model: Any, world: World, route: DeliveryRoute, longest: list[int], *, precise: bool
    ) -> None:
        self.model, self.world, self.route = model, world, route
        self.moves: list[dict[tuple[int, int], Any]] = []
        self.used: list[dict[PointPair, Any]] = []
        self.joined: list[dict[int, Any]] = []
        self._paths(longest)
        self.joins: list[dict[tuple[PointPair, int], Any]] = []
        if precise:
            self._heads()

    def _paths(self, longest: list[int]) -> None:
        """Choose a path for each leg by land, and what must be built for it."""
        landed: set[int] = set()
        loose = {self.world.start} if self.world.loose else set()
        begins = self.world.beginnings if loose else ()
        fixed = (self.world.base | self.world.begin_ports).union(begins) - loose
        loose |= self.world.abroad - fixed
        stage_lines: dict[PointPair, Any] = {}
        stage_nodes: dict[int, Any] = {}
        for number, leg in enumerate(self.route.legs):
            if leg.sails:
                landed.add(leg.end)
                self.moves.append({})
                continue
            arcs = self._corridor(leg, longest[number])
            moves = {arc: self.model.new_bool_var("") for arc in arcs}
            self._flow(leg, moves)
            self.moves.append(moves)
            for (a, b), move in moves.items():
                if self.world.new(a, b):
                    self._imply(stage_lines, pair(a, b), move)
                    for point in ({b} | ({a} & loose)) - fixed - landed:
                        self._imply(stage_nodes, point, move)
            self.used.append(dict(stage_lines))
            self.joined.append(dict(stage_nodes))
            stage_lines = self._carried(stage_lines)
            stage_nodes = self._carried(stage_nodes)

    def _imply(self, table: dict[Any, Any], key: Any, move: Any) -> None:
        if key not in table:
            table[key] = self.model.new_bool_var("")
        self.model.add_implication(move, table[key])

    def _carried(self, table: dict[Any, Any]) -> dict[Any, Any]:
        """New variables for the next visit: what was there stays."""
        found = {}
        for key, before in table.items():
            found[key] = self.model.new_bool_var("")
            self.model.add_implication(before, found[key])
        return found

    def _corridor(self, leg: Leg, longest: int) -> list[tuple[int, int]]:
        world = self.world
        there, back = world.lengths(leg.start), world.lengths(leg.end)
        far = longest + 1
        return [
            (a, b)
            for a in there
            for b in world.steps[a]
            if (a == leg.start or a not in world.dead_ends)
            and b != leg.start
            and a != leg.end
            and there[a] + 1 + back.get(b, far) <= longest
        ]

    def _flow(self, leg: Leg, moves: dict[tuple[int, int], Any]) -> None:
        if leg.start == leg.end:
            return
        out, into = defaultdict(list), defaultdict(list)
        for (a, b), move in moves.items():
            out[a].append(move)
            into[b].append(move)
        for point in {*out, *into}:
            if point == leg.start:
                self.model.add_exactly_one(out[point])
            elif point == leg.end:
                self.model.add_exactly_one(into[point])
            else:
                self.model.add(sum(out[point]) == sum(into[point]))
                self.model.add_at_most_one(out[point])

    def _heads(self) -> None:
        """Say which of its ends each line joins: it is paid for that one.

        Every point that is new is joined by some line; the start, if it is new, possibly by
        one that the train does not use.
        """
        for lines, nodes in zip(self.used, self.joined, strict=True):
            at_point = defaultdict(list)
            joins: dict[tuple[PointPair, int], Any] = {}
            for link, used in lines.items():
                second = self.model.new_bool_var("")
                self.model.add_implication(second, used)
                for point, head in (link[0], used - second), (link[1], second):
                    joins[link, point] = head
                    at_point[point].append(head)
                    if self.joins and (link, point) in self.joins[-1]:
                        self.model.add(self.joins[-1][link, point] <= head)
            for point, joined in nodes.items():
                if point == self.world.start or point in self.world.abroad:
                    aside = joins[(point, point), point] = self.model.new_bool_var("")
                    at_point[point].append(aside)
                self.model.add(sum(at_point[point]) >= joined)
            self.joins.append(joins)

    def cost(self, stage: int, island: int | None = None) -> Any:
        """A bound on what the lines of so many legs cost, as an expression."""
        if self.joins:
            return self._full_cost(stage, island)
        world, nodes = self.world, self.joined[stage]
        total = 0
        for link, used in self.used[stage].items():
            if island in (None, world.island[link[0]]):
                total += self._least(link, nodes) * used
        for point, joined in nodes.items():
            if island in (None, world.island[point]):
                total += (world.figures.joining(world.board.kind(point)) - world.cheapest) * joined
        return total

    def _least(self, link: PointPair, nodes: Container[int]) -> int:
        """What a line costs at least, apart from new points.

        These are paid once each; every line counts as one of the cheapest for that.
        """
        world = self.world
        if link[0] in nodes or link[1] in nodes:
            river = link in world.board.rivers
            return world.cheapest + river * world.figures.build.river
        return min(world.ground.cost(*link), world.ground.cost(*link[::-1]))

    def _full_cost(self, stage: int, island: int | None) -> Any:
        """What the lines of so many legs cost, by the ends they join."""
        world = self.world
        return sum(
            world.ground.cost(link[0] + link[1] - point, point) * head
            for (link, point), head in self.joins[stage].items()
            if island in (None, world.island[point])
        )


PaidTurn = tuple[str, int]
"""A player to whom toll is paid, and the turn."""


class TollVariables:
    """``paid`` has, for each leg by land, a variable for each toll that is paid by its end."""

    def __init__(
        self, model: Any, world: World, calendar: Calendar, paths: PathVariables, turn: int
    ) -> None:
        self._model, self._world, self._calendar, self._turn = model, world, calendar, turn
        self._paths = paths
        self.paid: list[dict[PaidTurn, Any]] = []

    def leg(self, number: int, leave: Any, then: Any) -> None:
        """Add a leg by land that begins and ends at these moments."""
        moves, leg = self._paths.moves[number], self._paths.route.legs[number]
        before = self.paid[-1] if self.paid else {}
        paid = {toll: self._model.new_bool_var("") for toll in before}
        for toll, variable in before.items():
            self._model.add_implication(variable, paid[toll])
        self.paid.append(paid)
        owners = {arc: self._world.foreign.get(pair(*arc)) for arc in moves}
        if not any(owners.values()):
            return
        last = self._calendar.ends[self._turn]
        at = {point: self._model.new_int_var(0, last, "") for arc in moves for point in arc}
        for (tail, head), move in moves.items():
            since = leave if tail == leg.start else at[tail]
            self._model.add(at[head] >= since + 1).only_enforce_if(move)
        self._model.add(then >= at[leg.end])
        turns = {head: self._turns(at[head]) for (_, head), owner in owners.items() if owner}
        for (tail, head), owner in owners.items():
            if owner is not None:
                for turn, here in turns[head].items():
                    toll = paid.setdefault((owner, turn), self._model.new_bool_var(""))
                    self._model.add_bool_or(~moves[tail, head], ~here, toll)

    def _turns(self, moment: Any) -> dict[int, Any]:
        """A variable for each turn: the moment lies in it."""
        found = {turn: self._model.new_bool_var("") for turn in range(1, self._turn + 1)}
        self._model.add_exactly_one(found.values())
        for turn, here in found.items():
            self._model.add(moment <= self._calendar.end(turn)).only_enforce_if(here)
            self._model.add(moment > self._calendar.end(turn - 1)).only_enforce_if(here)
        return found

    def cost(self, stage: int) -> Any:
        """The tolls that are paid by the end of so many legs by land, as an expression."""
        return self._world.figures.game.toll * sum(self.paid[stage].values())
