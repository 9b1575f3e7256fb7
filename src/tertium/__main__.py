"""Run the command line as `python -m tertium`."""

from tertium.cli.main import main

main()
