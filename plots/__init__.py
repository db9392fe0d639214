"""Pictures: boards, runs, claims and benchmarks.

Functions take a matplotlib ``ax`` and return it::

    from plots.board import draw_board      # draw_board(ax, board)
    from plots.picture import draw_plan     # draw_plan(ax, board, network, runs)
    from plots.bench import plot_solved     # plot_solved(ax, times)

``plots.picture.draw_panels`` makes whole pictures with a title line and legends. Drawing
is in two steps, so that a test can ask about a picture without rendering it: what is shown
where (:class:`plots.board.Scene`, :class:`plots.runs.RunView`) is geometry in board units,
and only then painted.
"""
