"""Debian's Chromium without a window, as tests, pictures and measurements start it."""

from playwright.sync_api import Browser, Playwright

PROGRAM = "/usr/bin/chromium-headless-shell"
OPTIONS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
"""There is no graphics card to talk to, and two cores for all the processes."""


def launched(playwright: Playwright) -> Browser:
    """A browser for the contexts of several people."""
    return playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS)
