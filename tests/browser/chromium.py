"""Start Debian's Chromium without a window, for tests, screenshots and measurements."""

from playwright.sync_api import Browser, Page, Playwright

PROGRAM = "/usr/bin/chromium-headless-shell"
OPTIONS = ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
"""Options for a machine without a graphics card and with two cores."""


def launched(playwright: Playwright) -> Browser:
    """Start a browser; each person gets a context of it."""
    return playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Resize the window, and wait for the frame that lays it out."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    frame = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    page.evaluate(frame)
