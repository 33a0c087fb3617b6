"""`realms serve`: tables over the network."""

from __future__ import annotations

from typing import Annotated

import typer

from realms.cli.arguments import Lang, language_for

Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", envvar="REALMS_DATABASE")
]


def serve(
    host: Annotated[str, typer.Option("--host", metavar="H")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="P", min=0, max=65535)] = 8000,
    database: Database = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64)] = 1,
    bots: Annotated[int, typer.Option("--bots", metavar="N", min=0, max=256)] = 0,
    absence: Annotated[int, typer.Option("--absence", metavar="H", min=1, max=8760)] = 72,
    content: Annotated[list[str] | None, typer.Option("--content", metavar="FILE")] = None,
    unlimited: Annotated[bool, typer.Option("--unlimited")] = False,
    lang: Lang = None,
) -> None:
    """Serve the tables of a database."""
    import asyncio
    import logging
    import os

    from realms.kernel.compiled import switch

    switch.prefer(switch.LATER)
    from realms.cli.compiling.background import prepare_beside
    from realms.kernel.content_files import serve_content
    from realms.kernel.text import say
    from realms.tables.database import default_url
    from realms.tables.maintenance import readable_errors
    from realms.tables.permissions import HOUR
    from realms.web import building, server

    os.umask(0o077)  # the database has secrets in it: for its owner alone
    building.check_built()
    if content:
        serve_content(content)
    language, address = language_for(lang), database or default_url()
    with readable_errors(address):
        asyncio.run(server.check_database(address, workers))
    server.exit_when_asked()
    with server.bind_socket(host, port) as bound:
        shown = f"[{host}]" if ":" in host else host
        url = f"http://{shown}:{bound.getsockname()[1]}"
        typer.echo(say("cli.serving", language, url=url))
        processes = bots or server.bot_processes(workers)
        settings = server.ServerSettings(
            address, processes, not unlimited, server.warm_up, absence * HOUR
        )
        with prepare_beside(logging.getLogger("realms.web").info, language):
            server.serve(settings, bound, workers)
