"""Debian's Chromium without a window, as tests, pictures and measurements start it."""

from playwright.sync_api import Browser, Page, Playwright

PROGRAM = "/usr/bin/chromium-headless-shell"
OPTIONS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
"""There is no graphics card to talk to, and two cores for all the processes."""


def launched(playwright: Playwright) -> Browser:
    """A browser for the contexts of several people."""
    return playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS)


def resize(page: Page, size: tuple[int, int]) -> None:
    """The window as large as asked for, and laid out for it, which takes a frame."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    frame = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    page.evaluate(frame)
