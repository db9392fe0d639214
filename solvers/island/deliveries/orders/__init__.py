"""Orders of visits, grown many at a time.

The best order is looked for among very many, so that their beginnings are kept in tables, a
column for each thing that is known of them, and some hundreds grow by a visit at once.
"""
