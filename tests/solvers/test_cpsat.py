"""How CP-SAT is asked."""

from solvers.clock import Clock
from solvers.cpsat import new_solver


def test_local_search_over_circuits_is_off_since_it_kills_the_process() -> None:
    parameters = new_solver(Clock()).parameters
    assert "num_violation_ls: 0" in str(parameters)  # by default it depends on the workers
    assert not parameters.use_feasibility_jump
