"""``python -m bestrun``, and what the script ``bestrun`` calls."""

from __future__ import annotations

import gc
import signal

SELDOM = 50_000
"""Objects after which garbage is looked for. There is none while modules and titles are read, and
looking for it every 700 objects takes a twelfth of the time of a small position."""


def main() -> None:
    """Run the command line.

    While the program loads, and after it has printed everything, Ctrl-C ends the process
    silently, as it does other programs.
    """
    gc.set_threshold(SELDOM)
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from bestrun import cli

    try:
        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        cli.main()
    finally:
        if heard:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
