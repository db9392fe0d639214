"""Pictures: boards, runs, claims and benchmarks.

A picture is laid out once (:class:`plots.drawing.Drawing`, in board units) and painted by
:mod:`plots.svg` (text, no library) or :mod:`plots.paint` (matplotlib)::

    from plots.board import set_scene       # svg.write(set_scene(board).drawing())
    from plots.board import draw_board      # draw_board(ax, board)
    from plots.picture import draw_plan     # draw_plan(ax, board, network, runs)
    from plots.bench import plot_solved     # plot_solved(ax, times)

``plots.picture.draw_panels`` makes whole pictures with a title line and legends. A test can
ask about a picture without painting it.
"""
