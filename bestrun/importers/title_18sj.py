"""18SJ replayed: nationalisation, the minor that is bought, marks of the canal company."""

from __future__ import annotations

from typing import Any, ClassVar

from bestrun.importers.actions import Export, StandingAction
from bestrun.importers.common import Replay
from bestrun.importers.data import ImportTable
from bestrun.importers.lots import Lots
from mapdata.errors import InputError
from mapdata.title import Title


class Import18SJ(ImportTable, frozen=True):
    """What 18SJ asks for beside.

    Attributes
    ----------
    drawn
        Groups of which one each is taken out by lot, privates and companies.
    minor
        The minor that is a private at the same time.
    nationalises
        The event by which a company without a train is taken over.
    national
        The company that takes over its tokens.
    electric
        The train whose owner passes the tokens of that company.
    canal, canal_marks
        A private, and the marks that it places one after the other, the best first.
    early_trains
        The private whose owner may buy trains before it runs.
    """

    drawn: tuple[tuple[str, ...], ...] = ()
    minor: str = ""
    nationalises: str = ""
    national: str = ""
    electric: str = ""
    canal: str = ""
    canal_marks: tuple[str, ...] = ()
    early_trains: str = ""


class Replay18SJ(Replay):
    """A game of 18SJ."""

    TABLE: ClassVar = Import18SJ
    table: Import18SJ

    def __init__(self, export: Export, title: Title) -> None:
        if len(export.players) == 2:
            text = "a game of 18SJ for two: the moves of its third player are not followed yet"
            raise InputError(text, export.place)
        self.operated: set[str] = set()
        self.due = False
        """Whether a company is to be taken over after this purchase."""
        super().__init__(export, title)

    def set_up(self) -> None:
        """Take privates and a company out by lot."""
        super().set_up()
        draws = Lots(self.export.seed)
        started = {step.action.corporation for step in self.export.steps}
        for group in self.table.drawn:
            out = group[draws.draw() % len(group)]
            if out in self.title.companies and out not in started:
                self.taken_out.add(out)
                self.ground.release_home(out)

    # Turns

    def tick(self, step: StandingAction) -> None:
        """Bring the clock to an action; some trains are bought before a run."""
        reached, company = self.clock.reached, self.clock.company
        super().tick(step)
        early = self.holdings.owner(self.table.early_trains) == step.company
        if step.action.type == "buy_train" and early and step.company == self.clock.company:
            before = reached if company == step.company else -1
            if before < self.clock.order["run_routes"]:
                self.clock.reached = before

    def end_turn(self, company: str) -> None:
        """End a turn."""
        super().end_turn(company)
        self.operated.add(company)

    # Companies

    def private_comes(self, private: str, buyer: str) -> None:
        """Give a private to a company; a minor leaves train and token."""
        if private != self.table.minor:
            super().private_comes(private, buyer)
            return
        self.holdings.close(private)
        self.depot.hand_over(private, buyer)
        self.ground.hand_over(private, buyer)

    def event(self, name: str) -> None:
        """Do what comes with the first train of a type."""
        super().event(name)
        if name == self.table.nationalises:
            self.due = True
        elif name == "close_companies":
            self.depot.scrap_all_of(self.table.minor)
            self.ground.tokens.pop(self.table.minor, None)

    def do_buy_train(self, step: StandingAction) -> None:
        """Move a train to its buyer; then a company without one may be taken over."""
        super().do_buy_train(step)
        if self.due:
            self.due = False
            self.take_over_one()

    def take_over_one(self) -> None:
        """Take over the company without a train that stands highest: it acts no more."""
        acting = {*self.operated, *self.clock.had_turn} - {self.table.minor}
        without = [
            each for each in acting if self.ground.placed(each) and not self.depot.held.get(each)
        ]
        later = {step.company for step in self.ahead()}
        ended = [each for each in without if each not in later]
        if len(ended) == 1:
            self.nationalise(ended[0])
        elif without:
            self.note("which of several companies without a train is taken over is not known")

    def nationalise(self, company: str) -> None:
        """Make a company's tokens those of the national one, one a hex."""
        self.ground.hand_over(company, self.table.national, one_a_hex=True)
        self.taken_out.add(company)
        self.founded.add(company)
        for private in list(self.holdings.owned.get(company, ())):
            self.holdings.close(private)
        self.shares.end(company)

    def fields(self, company: str) -> dict[str, Any]:
        """The position of this moment; an electric train passes the national tokens."""
        fields = super().fields(company)
        if self.table.electric not in self.depot.trains_of(company):
            return fields
        placed = self.ground.placed(self.table.national)
        return fields | {"neutral": tuple(self.ground.stop_name(*t.city) for t in placed if t.city)}

    # Marks

    def do_assign(self, step: StandingAction) -> None:
        """Put a mark on a hex: the canal company's are worth less and less."""
        target = step.action.target
        if step.action.entity_type == "company" or not isinstance(target, str):
            super().do_assign(step)
        elif self.holdings.owner(self.table.canal) == step.company:
            used = self.holdings.uses.get(self.table.canal, 0)
            self.holdings.uses[self.table.canal] = used + 1
            if used < len(self.table.canal_marks):
                self.holdings.mark_hex(target, self.table.canal_marks[used])
            else:
                self.note("the canal company has no mark left")
        else:
            self.note(f"nothing is known about marks of {step.company}")

    def do_run_routes(self, step: StandingAction) -> None:
        """Note which trains have run; the best mark that paid leaves the game."""
        super().do_run_routes(step)
        if self.holdings.owner(self.table.canal) != step.company:
            return
        routes = step.action.routes or ()
        seen = {hex_id for route in routes for hex_id in route.hexes or ()}
        seen |= {node.rpartition("-")[0] for route in routes for node in route.nodes or ()}
        for mark in self.table.canal_marks:
            if any(mark in marks and at in seen for at, marks in self.holdings.assigned.items()):
                self.holdings.lift(mark)
                return


REPLAY = Replay18SJ
