"""``bestrun serve``: the page for players, on the user's own machine."""

from __future__ import annotations

import socket
import threading
import webbrowser

import click

from bestrun.commands import Command
from mapdata.errors import InputError

PORT, TRIES = 1844, 20

EPILOG = """\b
Examples:
  bestrun serve
  bestrun serve --port 8000 --no-browser
  bestrun serve --host 0.0.0.0 --name best.example --workers 8
"""


@click.command("serve", cls=Command, epilog=EPILOG)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port; 1844 or the next free one.")
@click.option(
    "--name", "names", multiple=True, help="The name under which a public server is reached."
)
@click.option("--workers", type=click.IntRange(min=2), help="Questions answered at a time.")
@click.option(
    "--time-limit", type=click.FloatRange(min=0.1), help="Seconds for one question, at most."
)
@click.option(
    "--memory",
    type=click.IntRange(min=256),
    default=2048,
    show_default=True,
    help="Megabytes for one question, at most.",
)
@click.option(
    "--root-path", default="", help="The path under which a proxy serves it, such as /best."
)
@click.option("--log", is_flag=True, help="A line on stderr for each request, without contents.")
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
def command(
    host: str,
    port: int | None,
    names: tuple[str, ...],
    workers: int | None,
    time_limit: float | None,
    memory: int,
    root_path: str,
    log: bool,
    browser: bool,
) -> None:
    """Show the board in the browser: edit it and see the best run at once.

    The page loads nothing from elsewhere, and only this machine can use it unless --host allows
    others. Ctrl-C ends it.
    """
    from bestrun.batch import cores
    from bestrun.page.guard import LOOPBACK
    from bestrun.page.protocol import PageServer
    from bestrun.page.server import make_app

    if host not in LOOPBACK and not names:
        raise InputError(
            "a name is needed, so that no other site can ask through a visitor's browser: "
            "under which name or address is it reached? (--name best.example)",
            f"--host {host}",
        )
    listener = _listen(host, port)
    where = listener.getsockname()[1]
    app = make_app(
        workers or cores() + 1,
        hosts=(*LOOPBACK, *names),
        seconds=time_limit,
        memory=memory * 2**20,
        root=root_path.rstrip("/"),
        log=log,
    )
    address = f"http://{f'[{host}]' if ':' in host else host}:{where}/"
    click.echo(f"bestrun is at {address} (Ctrl-C ends it)")
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    PageServer(app).run([listener])


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket at the port, or at the first free one from 1844 on."""
    for tried in [port] if port else range(PORT, PORT + TRIES):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = socket.socket(family, socket.SOCK_STREAM)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, tried))
            listener.listen(128)
            return listener
        except OSError as error:
            listener.close()
            why = error.strerror or str(error)
    raise InputError(f"cannot listen at {host} port {port or f'{PORT} and after'}: {why}")
