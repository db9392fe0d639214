"""Small exported games in the format of 18xx.games, written action by action."""

from __future__ import annotations

import json
from typing import Any

from bestrun.importers import Export, RecordedRun, Replay, parse_export, replay
from mapdata.position import Position

Fields = dict[str, Any]


class Exported:
    """An export in the making; every method adds actions and returns the id of the last."""

    def __init__(
        self, title: str = "1844", *rules: str, players: int = 2, seed: int | None = None
    ) -> None:
        names = ("First", "Second", "Third", "Fourth", "Fifth")[:players]
        settings: Fields = {"optional_rules": list(rules)}
        if seed is not None:
            settings["seed"] = seed
        self.data: Fields = {
            "title": title,
            "players": [{"id": at, "name": name} for at, name in enumerate(names, 1)],
            "settings": settings,
            "status": "active",
            "actions": [],
        }

    def add(self, kind: str, entity: str | int, *auto: Fields, by: str = "", **fields: Any) -> int:
        """Add an action; ids have gaps, as real ones do. ``by`` is the type of the entity."""
        number = 2 * len(self.data["actions"]) + 1
        action = acted(kind, entity, **fields) | {"id": number}
        if by:
            action["entity_type"] = by
        if auto:
            action["auto_actions"] = list(auto)
        self.data["actions"].append(action)
        return number

    def undo(self, back_to: int | None = None) -> int:
        return self.add("undo", 1, **({} if back_to is None else {"action_id": back_to}))

    def redo(self) -> int:
        return self.add("redo", 1)

    # Players

    def par(self, company: str, by: str | int = 1) -> int:
        return self.add("par", by, corporation=company, share_price="100,0,0")

    def stock_round(self) -> int:
        """A stock round in which somebody only passes."""
        return self.add("pass", 1)

    def shares(self, player: int, *shares: str) -> int:
        return self.add("buy_shares", player, shares=list(shares))

    # Privates

    def private(self, private: str, company: str) -> int:
        """A company buys a private."""
        return self.add("buy_company", company, company=private, price=1)

    def assign(self, private: str, target: str, kind: str = "hex") -> int:
        return self.add("assign", private, by="company", target=target, target_type=kind)

    # Companies

    def lay(self, company: str, hex_id: str, tile: str, rotation: int = 0) -> int:
        return self.add("lay_tile", company, hex=hex_id, tile=tile, rotation=rotation)

    def token(self, company: str, city: str, slot: int = 0) -> int:
        return self.add("place_token", company, city=city, slot=slot, tokener=company)

    def buy(self, company: str, train: str, side: str | None = None) -> int:
        variant = {} if side is None else {"variant": side}
        return self.add("buy_train", company, train=train, price=1, **variant)

    def discard(self, company: str, train: str) -> int:
        return self.add("discard_train", company, train=train)

    def passes(self, company: str) -> int:
        """A turn of 1844 in which a company does nothing: two passes come by themselves."""
        return self.add("pass", company, acted("pass", company), acted("pass", company))

    def run(self, company: str, *routes: Fields) -> int:
        return self.add("run_routes", company, routes=list(routes))

    def turn(self, company: str, *trains: tuple[str, str]) -> int:
        """A turn of 1844 in which a company does nothing but buy trains."""
        number = self.passes(company)
        for train, side in trains:
            number = self.buy(company, train, side)
        return number

    # What bestrun makes of it

    def export(self, name: str = "game") -> Export:
        return parse_export(json.dumps(self.data), name)

    def replayed(self) -> Replay:
        game = replay(self.export())
        for _ in game.moments():
            pass
        return game

    def runs(self) -> list[RecordedRun]:
        return list(replay(self.export()).runs())

    def now(self, company: str) -> Position:
        return self.replayed().position(company)

    def tokens(self, company: str) -> list[str]:
        return sorted(self.now(company).tokens.get(company, ()))

    def trains(self, company: str) -> list[str]:
        return list(self.now(company).trains)

    def notes(self) -> list[str]:
        return [note.message for note in self.replayed().notes]


def acted(kind: str, entity: str | int, **fields: Any) -> Fields:
    """An action without an id, as automatic ones are."""
    if isinstance(entity, int):
        by = "player"
    else:
        by = "company" if entity[0] in "PBT" and entity[1:].isdigit() else "corporation"
    return {"type": kind, "entity": entity, "entity_type": by, "created_at": 0} | fields


def route(train: str, revenue: int, *connections: str, nodes: str = "", hexes: str = "") -> Fields:
    """A route: connections such as ``G18 F17``, nodes such as ``G18-0 F17-0``."""
    ways = [connection.split() for connection in connections]
    return {
        "train": train,
        "connections": ways,
        "hexes": hexes.split() or [node.rpartition("-")[0] for node in nodes.split()],
        "revenue": revenue,
        "revenue_str": "",
        "nodes": nodes.split(),
    }


def bought(game: Exported, company: str, *trains: str) -> Exported:
    game.add("pass", company)
    for train in trains:
        game.buy(company, train)
    return game


def some(*piles: tuple[object, int]) -> list[str]:
    """Ids of the first trains of some types."""
    return [f"{name}-{copy}" for name, count in piles for copy in range(count)]


def started(title: str, *companies: str, players: int = 5, seed: int | None = None) -> Exported:
    """A game in which the first player has started companies, and a stock round has passed."""
    game = Exported(title, players=players, seed=seed)
    for company in companies:
        game.par(company)
    game.stock_round()
    return game
