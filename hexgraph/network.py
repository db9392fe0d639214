"""The network of one company: stops, and links of track that join two of them.

Track between stops is contracted. A *link* runs from stop to stop over hexsides. Its mask has
a bit for each resource that it uses up: each hexside, each piece of track that joins two stops
inside a hex, each stem shared by several tracks, and each stop that only one train may visit.
Two links can be used in one plan exactly if their masks share no bit. So every rule about using
track twice is this one test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

if TYPE_CHECKING:
    import networkx as nx


TrackStep = tuple[str, int]
"""A hex and the index of a piece of track in its face."""


class Stop(Struct, frozen=True):
    """A stop as one company sees it.

    Attributes
    ----------
    id
        Its hex, with ``.index`` where the hex has several stops; for an off-board area of
        several hexes the first of ``hexes``.
    key
        Its hex and its index there.
    value
        Its value in this phase.
    figures
        Its values for trains that read a special figure, by the name of the figure.
    through
        Whether the company may run through it.
    blocked
        Whether other companies' markers fill it, so that the company may not run through.
    home
        Whether a marker of the company stands here and serves its routes.
    makes_route
        Whether it counts as one of the two different stops that a route needs.
    groups
        Names of groups; a route visits at most one stop of each.
    visit
        The number of visit places of a train that it takes.
    crowded
        Whether it would be blocked, but for neutral markers.
    """

    id: str
    key: tuple[str, int]
    name: str
    kind: str
    value: int
    hexes: tuple[str, ...]
    through: bool = True
    blocked: bool = False
    home: bool = False
    makes_route: bool = True
    figures: tuple[tuple[str, int], ...] = ()
    groups: tuple[str, ...] = ()
    visit: int = 1
    others: tuple[tuple[str, int], ...] = ()
    """Its keys in the other hexes of an off-board area."""
    crowded: bool = False

    def key_in(self, hex_id: str) -> tuple[str, int]:
        """Return its hex and index in ``hex_id``: an area has one in each of its hexes."""
        return next(key for key in (self.key, *self.others) if key[0] == hex_id)

    def figure(self, name: str | None) -> int:
        """Value for a train that reads the special figure ``name``, if there is one."""
        return dict(self.figures).get(name, self.value) if name else self.value


class Link(NamedTuple):
    """Track from stop ``a`` to stop ``b`` (indexes) that passes no other stop."""

    a: int
    b: int
    mask: int
    hexsides: int
    hexes: tuple[str, ...]
    marks: tuple[tuple[str, str], ...] = ()
    """Special track that it runs on: the kind of mark, and the hex."""
    pieces: tuple[tuple[str, int], ...] = ()
    """The track it runs on, from ``a`` to ``b``: hexes, and indexes of pieces in their faces."""
    dead_ends: tuple[int, ...] = ()
    """Those of its stops at which its track ends: a route over it ends there."""

    @property
    def gauges(self) -> frozenset[str]:
        """The gauges of its track; a piece without a mark is broad."""
        marked = [kind for kind, _ in self.marks]
        return frozenset(marked if len(marked) == len(self.pieces) else [*marked, "broad"])

    def other(self, stop: int) -> int:
        """Return the stop at the other end."""
        return self.b if stop == self.a else self.a

    def hexes_from(self, stop: int) -> tuple[str, ...]:
        """Return the hexes it runs through, beginning at ``stop``."""
        return self.hexes if stop == self.a else self.hexes[::-1]


class Network(Struct, frozen=True):
    """Stops and links; ``resources`` names what each bit of the masks stands for."""

    company: str
    stops: tuple[Stop, ...]
    links: tuple[Link, ...]
    resources: tuple[str, ...]

    def links_at(self) -> list[list[int]]:
        """The indexes of the links that end at each stop."""
        at: list[list[int]] = [[] for _ in self.stops]
        for index, link in enumerate(self.links):
            at[link.a].append(index)
            at[link.b].append(index)
        return at

    def graph(self) -> nx.MultiGraph:
        """Return a plain networkx multigraph: nodes are stop ids, edges are links.

        Node attributes are those of :class:`Stop`; edges carry ``ends`` (the ids of their stops,
        in the link's own direction), ``mask``, ``hexsides``, ``hexes``, ``marks``, ``pieces``,
        ``dead_ends`` and, as key, the index of the link. :meth:`from_graph` is the way back.
        """
        import networkx as nx

        graph = nx.MultiGraph(company=self.company, resources=self.resources)
        for stop in self.stops:
            graph.add_node(stop.id, **asdict(stop))
        for index, link in enumerate(self.links):
            attributes = link._asdict()
            ends = self.stops[attributes.pop("a")].id, self.stops[attributes.pop("b")].id
            graph.add_edge(*ends, key=index, ends=ends, **attributes)
        return graph

    @classmethod
    def from_graph(cls, graph: nx.MultiGraph) -> Network:
        """Return the network of a graph as :meth:`graph` makes it, or as a user has changed it.

        Stops keep the order of the nodes and links that of their keys, so that a network comes
        back equal. Attributes that neither stops nor links have are left alone.
        """
        stops = tuple(
            Stop(**{key: seen[key] for key in Stop.__struct_fields__ if key in seen})
            for _, seen in graph.nodes(data=True)
        )
        at = {node: index for index, node in enumerate(graph.nodes)}
        edges = sorted(graph.edges(keys=True, data=True), key=lambda edge: edge[2])
        links = []
        for one, two, _, seen in edges:
            ends = seen.get("ends", (one, two))
            rest = {key: seen[key] for key in Link._fields[2:] if key in seen}
            links.append(Link(at[ends[0]], at[ends[1]], **rest))
        return cls(graph.graph["company"], stops, tuple(links), tuple(graph.graph["resources"]))


def track_words(resource: str) -> str:
    """Return the name of a resource as people say it; ``K10|K8`` is a hexside."""
    one, bar, two = resource.partition("|")
    kind, _, where = resource.partition(" ")
    hex_id = where.partition(" ")[0].partition(".")[0]
    if bar:
        return f"the hexside between {one} and {two.partition(' ')[0]}"
    if kind == "visit":
        return f"the stop in {hex_id}, which one train may visit,"
    return f"the same track in {hex_id}"
