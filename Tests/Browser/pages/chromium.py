"""A Chromium as people have one: it can be killed, and opens its tabs again."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import urllib.request

from playwright.sync_api import Error, TimeoutError
from table import Person, until
from websockets.sync.client import connect

# It restores its tabs when it starts.
PREFERENCES = '{"session": {"restore_on_startup": 1}}'
# It shows its pages for developers.
STATE = '{"internal_only_uis_enabled": true}'
# Presses a link of the row of a tab in chrome://discards, and tells what the row says.
ROW = """(() => {
    const main = document.querySelector("discards-main")?.shadowRoot;
    const rows = main?.querySelector("discards-tab")?.shadowRoot.querySelectorAll("tbody tr");
    const row = [...(rows ?? [])].find((row) => row.innerText.includes(%s));
    const links = [...(row?.querySelectorAll("[is=action-link]") ?? [])];
    links.find((link) => link.innerText.trim() === %s)?.click();
    return row?.innerText ?? "";
})()"""


class Chromium:
    """A browser with its data in a folder, which Playwright did not start."""

    def __init__(self, playwright, arguments):
        self.playwright, self.arguments = playwright, arguments
        self.process = None
        self.folder = tempfile.mkdtemp(prefix="emojiart-browser-")
        os.mkdir(f"{self.folder}/Default")
        with open(f"{self.folder}/Default/Preferences", "w", encoding="utf-8") as file:
            file.write(PREFERENCES)
        with open(f"{self.folder}/Local State", "w", encoding="utf-8") as file:
            file.write(STATE)

    def start(self):
        """Starts it, with the tabs that it had."""
        options = [
            *self.arguments, "--headless=new", "--no-first-run", "--restore-last-session",
            "--window-size=1000,800", f"--user-data-dir={self.folder}",
            "--remote-debugging-port=0",
        ]
        self.process = subprocess.Popen(
            [shutil.which("chromium"), *options], start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        until(lambda: len(self.port_lines()) > 1, "Chromium")
        self.drive()

    @property
    def address(self):
        """Where it can be driven."""
        return f"http://127.0.0.1:{self.port_lines()[0]}"

    def drive(self):
        """Lets Playwright drive it."""
        chromium = self.playwright.chromium
        for attempt in range(5):
            try:
                self.browser = chromium.connect_over_cdp(self.address, timeout=10_000)
                break
            except TimeoutError:
                # Of a page that goes while it connects Playwright waits for an answer for ever.
                if attempt == 4:
                    raise
        self.context = self.browser.contexts[0]

    def discard(self, url, meanwhile):
        """Discards a tab as Chromium does when memory is short, and loads it again."""
        # A tab that is driven is never discarded.
        self.browser.close()
        request = urllib.request.Request(f"{self.address}/json/new?chrome://discards", method="PUT")
        with urllib.request.urlopen(request) as answer:
            target = json.load(answer)
        with connect(target["webSocketDebuggerUrl"]) as socket:

            def row(link=""):
                script = ROW % (json.dumps(url), json.dumps(link))
                parameters = {"expression": script, "returnByValue": True}
                call = {"id": 1, "method": "Runtime.evaluate", "params": parameters}
                socket.send(json.dumps(call))
                return json.loads(socket.recv())["result"]["result"]["value"]

            until(lambda: "discarded" in row("[Urgent Discard]"), "the end of a tab")
            meanwhile()
            until(lambda: "discarded" not in row("[Load]"), "the tab")
        self.drive()

    def port_lines(self):
        """What it wrote about its port."""
        try:
            with open(f"{self.folder}/DevToolsActivePort", encoding="utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def kill(self):
        """Ends all its processes at once, as a crash or a failure of power would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        with contextlib.suppress(FileNotFoundError):
            os.remove(f"{self.folder}/DevToolsActivePort")

    def close(self):
        """Ends it, and removes what it kept."""
        if self.process:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def person(self, page=None):
        """Somebody at a tab of it, or at a new one."""
        person = Person.__new__(Person)
        person.context, person.faults = self.context, []
        person.page = page or self.context.new_page()
        return person

    def knows(self, url):
        """Whether it has written down that a tab is at an address."""
        folder = f"{self.folder}/Default/Sessions"
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            with open(f"{folder}/{name}", "rb") as file:
                if name.startswith("Session_") and url.encode() in file.read():
                    return True
        return False

    def tabs_at(self, urls):
        """Its tabs at these addresses, once they are there."""

        def pages():
            for page in self.context.pages:
                # One that nobody looks at may wait to be loaded.
                if page.url in ("", "about:blank"):
                    page.bring_to_front()
            return {page.url: page for page in self.context.pages if page.url in urls}

        try:
            until(lambda: len(pages()) == len(urls), "the tabs", self.context.pages[0])
        except AssertionError:
            there = [page.url for page in self.context.pages]
            raise AssertionError(f"{urls} are not all among {there}") from None
        return [self.person(pages()[url]) for url in urls]


def title_of(page):
    """The title of a page; empty while it goes elsewhere."""
    try:
        return page.title()
    except Error:
        return ""
