"""``bestrun site``: the page as a website without a server."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from bestrun.commands import Command

KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
}

EPILOG = """\b
Examples:
  bestrun site -o public
  bestrun site -o public --serve
  bestrun site -o public --pyodide ~/node_modules/pyodide
"""


@click.command("site", cls=Command, epilog=EPILOG)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder to write."
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    default=Path("node_modules/pyodide"),
    show_default=True,
    help="The npm package, with the msgspec wheel beside it.",
)
@click.option(
    "--compressed", is_flag=True, help="Write .gz (and .br, with brotli) beside large files."
)
@click.option("--serve", is_flag=True, help="Serve it on this machine, to try it.")
def command(output: Path, pyodide: Path, *, compressed: bool, serve: bool) -> None:
    """Write the page as a static website: bestrun itself runs in the browser.

    Any web host can serve it, under any path; after the first visit it works offline.
    """
    from bestrun.page.bundle import write_site

    size = write_site(output, pyodide, compressed=compressed)
    click.echo(f"wrote {output} ({size / 1e6:.1f} MB): put it on any web host")
    if serve:
        _serve(output)


def _serve(folder: Path) -> None:
    """Serve a folder on this machine until Ctrl-C."""
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Handler(SimpleHTTPRequestHandler):
        """Names the kinds of files itself: what Windows says of scripts no browser takes."""

        extensions_map = SimpleHTTPRequestHandler.extensions_map | KINDS

    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        click.echo(f"it is at http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)")
        with suppress(KeyboardInterrupt):
            server.serve_forever()
