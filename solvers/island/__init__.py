"""Island Rails: boards, contracts, the cheapest track, delivery plans, and a referee."""
