"""The best plan of deliveries.

The words: a *job* is a delivery that a card offers, a *visit* a stop of the train for one. An
*order* puts visits in a row, and its beginnings are *labels*. No plan leaves goods in a town to
fetch them again. A *leg* leads from stop to stop, by land or over sea; the *route* of an order is
all its legs; a *way* is the points of one leg; a *path* is a route with all its ways. A *landfall*
is where the train comes ashore and what is to be joined from there. A *plan* is a path carried out
turn by turn. A *calendar* says how fast the train is in each turn, *terms* what a plan uses beside
own lines and hired ships. A *subproblem* is the plans with one beginning, on one kind of terms, by
one calendar.
"""
