"""A game replayed far enough to know each run: what all titles have in common.

What follows from the rules without an action of its own is said by the title's
``[import]`` table; what a table cannot say, by a module that extends this replay.
"""

from __future__ import annotations

from bestrun.importers.actions import StandingAction
from bestrun.importers.rounds import Rounds


class Replay(Rounds):
    """The moves of one game, made one after the other.

    Modules of titles add what happens there without an action, by extending :meth:`tick`
    (before an action: what the time brings), the ``do`` methods (what it does) and the
    methods that tell of an event.
    """

    def do_buy_company(self, step: StandingAction) -> None:
        """Give a private to the company that buys it, with the train that comes with it."""
        private, buyer = step.action.company or "", step.company
        if not buyer or step.action.entity_type == "player":
            return
        self.private_comes(private, buyer)

    do_acquire_company = do_buy_company

    def private_comes(self, private: str, buyer: str) -> None:
        """Give a private to a company, with all that comes with it."""
        self.holdings.buy(private, buyer)
        table = self.holdings.table(private)
        if table.train and not self.phase_reached(table.train_until):
            limit = self.train_limit(buyer)
            full = limit is not None and len(self.depot.held.get(buyer, ())) >= limit
            if not full or self.table.trains_over_limit:
                self.depot.give(table.train, buyer)
        if self.holdings.marks_buyer(private):
            self.holdings.mark_company(buyer, private)
        if table.marker:
            self.holdings.mark_company(buyer, table.marker, shared=True)
        for ability in table.grants:
            self.holdings.grant(buyer, ability, director=self.shares.director(buyer))

    def do_close_company(self, step: StandingAction) -> None:
        """Close a private whose owner wants it to."""
        self.holdings.close(step.action.company or step.company)

    do_manual_close_company = do_close_company

    def do_assign(self, step: StandingAction) -> None:
        """Put the marker of a private on a hex, or give it to a company."""
        target, kind = step.action.target, step.action.target_type
        if step.action.entity_type != "company" or not isinstance(target, str):
            return
        if kind == "hex":
            table = self.holdings.table(step.company)
            if not table.mark:
                self.holdings.lift(step.company)
            self.holdings.mark_hex(target, table.mark or step.company)
            if table.marks_company:
                self.holdings.mark_company(self.acting_for(step), table.mark or step.company)
            marks = table.marks
            if marks is not None:
                self.holdings.grant(self.actor(step), marks, (target,))
            self.holdings.used(step.company)
        elif kind in ("corporation", "minor"):
            self.holdings.mark_company(target, step.company)

    def do_choose(self, step: StandingAction) -> None:
        """Give a company what it has chosen."""
        chosen, company = step.action.choice, self.actor(step)
        choice = self.table.choices.get(chosen) if isinstance(chosen, str) else None
        if choice is None:
            return
        if company in choice.marks:
            self.holdings.mark_hex(choice.marks[company], company)
        if choice.marker:
            self.holdings.mark_company(company, choice.marker, shared=True)
        self.holdings.turn_markers(choice.turns)
        if choice.closes:
            self.holdings.close(choice.closes)

    do_choose_ability = do_choose

    def do_par(self, step: StandingAction) -> None:
        """Start a company."""
        company = step.action.corporation or ""
        if company not in self.title.companies:
            self.note(f"there is no company {company}")
            return
        if step.action.entity is not None:
            self.shares.follow(step.action, step.action.entity)
        self.fresh.add(company)
        if self.table.home == "par":
            self.place_home(company)
        self.float_companies()

    def do_buy_shares(self, step: StandingAction) -> None:
        """Move shares, by which directors change and companies float."""
        holder = step.action.entity
        if step.action.entity_type == "company":  # exchanged for a share
            holder = self.holdings.owner(step.company) or self.director(step.company)
            self.holdings.close(step.company)
        if holder is not None:
            self.shares.follow(step.action, holder)
        for company in list(self.holdings.granted):
            self.holdings.directed_by(company, self.shares.director(company))
        self.float_companies()

    do_sell_shares = do_buy_shares
    do_corporate_buy_shares = do_buy_shares
    do_corporate_sell_shares = do_buy_shares

    def float_companies(self) -> None:
        """Place the homes of companies that have floated, if that is the time."""
        if self.table.home == "float":
            for company in self.title.companies:
                enough = self.shares.sold(company) * 10 >= self.table.float_percent
                if enough and company not in self.founded:
                    self.founded.add(company)
                    self.place_home(company)

    def do_run_routes(self, step: StandingAction) -> None:
        """Note which trains have run; obsolete ones have for the last time."""
        trains = [route.train for route in step.action.routes or ()]
        if not self.ground.placed(step.company):
            self.note(f"{step.company} runs, but has no token on the board", self.began)
        for train in trains:
            self.believe(train, step.company)
        self.depot.ran |= dict.fromkeys(trains, step.company)
        self.depot.paid_out(step.company)
        if self.table.idle:
            self.holdings.end(step.company, self.table.idle.type)

    def believe(self, train: str, company: str) -> None:
        """Take it that a company holds the train that it runs, however it came by it.

        If no company has held it, the phase may be another as well.
        """
        holder = self.depot.holder(train)
        if holder == company:
            return
        if holder:
            self.note(f"train {train} runs, but {holder} has it")
            self.depot.give(train, company)
        else:
            self.note(f"train {train} runs, but nobody has it", self.unseen_since())

    def do_dividend(self, step: StandingAction) -> None:
        """Let the obsolete trains go, if the company had none to run."""
        self.depot.paid_out(step.company)

    def do_bankrupt(self, step: StandingAction) -> None:
        """End the game, unless it goes on without the player."""
        own = step.action.entity if step.action.entity_type == "player" else None
        player = self.director(step.company) if own is None else own
        if player is not None:
            self.shares.bankrupt(player)
        self.clock.over = self.clock.over or not self.table.plays_on

    def do_end_game(self, step: StandingAction) -> None:
        """End the game."""
        self.clock.over = True


REPLAY = Replay
