"""Run the command line as `python -m punto`."""

from punto.cli.main import main

main()
