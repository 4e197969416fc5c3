"""Opens a page in Chromium when it is told to, and prints whether work is saved there.

    chromium.py URL
"""

import shutil
import sys

from playwright.sync_api import expect, sync_playwright

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    )
    page = browser.new_page()
    print("ready", flush=True)
    sys.stdin.readline()
    page.goto(sys.argv[1])
    expect(page.locator(".save")).to_have_text("Saved", timeout=30_000)
    print(page.locator(".save").text_content(), flush=True)
