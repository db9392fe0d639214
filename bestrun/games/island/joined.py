"""Island Rails: which towns a claimed track leaves unconnected."""

from __future__ import annotations

from collections import defaultdict

from bestrun.claims.island import IslandClaim
from hexgraph.search import reached
from mapdata.island.position import IslandPosition
from solvers.island.rules.actions import Build, Sail
from solvers.island.rules.game import Game


def towns_apart(position: IslandPosition, claim: IslandClaim, game: Game) -> list[int]:
    """Return the towns that are not connected with the network by lines or crossings."""
    near: dict[int, list[int]] = defaultdict(list)
    actions = [said.action for turn in claim.turns for said in turn.actions]
    crossings = [(sail.path[0], sail.path[-1]) for sail in actions if isinstance(sail, Sail)]
    for a, b in (*game.network, *crossings):
        near[a].append(b)
        near[b].append(a)
    joined = reached(_roots(position, claim), lambda point: near[point])
    return [town for town in position.connect if town not in joined]


def _roots(position: IslandPosition, claim: IslandClaim) -> set[int]:
    """Return the points that towns must be connected with: the network, or where it begins.

    Without a network that is the large town of the train, or of the first line; a large town
    alone is joined without any line.
    """
    roots = {end for link in position.network for end in link}
    if position.at is not None and position.board.kind(position.at) in ("port", "sea"):
        roots.add(position.at)
    if roots:
        return roots
    large = position.board.of_kind("large")
    train = claim.start if claim.start is not None else position.at
    actions = [said.action for turn in claim.turns for said in turn.actions]
    if train in large:
        return {train}
    begins = [action.path[0] for action in actions if isinstance(action, Build)]
    return {*begins[:1]} or {*[town for town in position.connect if town in large][:1]}
