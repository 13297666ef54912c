"""`demo`: the main job on the shipped example."""

import click


@click.command("demo")
def demo() -> None:
    """The main job on the shipped example, in a temporary repository."""
