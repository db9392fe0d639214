"""Island Rails: its rules, its boards, its track and its deliveries.

``rules`` say what a turn may hold, ``boards`` makes boards out of seeds, ``track`` finds the
cheapest lines that join towns, ``deliveries`` the best plan for the cards in hand.
"""
