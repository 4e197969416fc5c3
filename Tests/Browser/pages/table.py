"""A server, and people at its canvases: what every test of the page begins with."""

import json
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
SERVER = ROOT / ".build/debug/emojiart-server"
# Seconds that anything may take on a machine that does much else at the same time.
PATIENCE = 30
expect.set_options(timeout=PATIENCE * 1000)


class Server:
    """The real program, with a data directory of its own."""

    def __init__(self, *options, program=SERVER):
        self.program = program
        self.options = options
        self.data = tempfile.mkdtemp(prefix="emojiart-page-")
        self.port = 0
        self.start()

    def start(self):
        """Starts it; again at the address that it had."""
        address = f"127.0.0.1:{self.port}"
        command = [self.program, "--listen", address, "--data", self.data, *self.options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for line in self.process.stderr:
            found = re.search(r"address=127\.0\.0\.1:(\d+).*listening", line)
            if found:
                self.port = int(found[1])
                return
        raise RuntimeError(f"{self.program} does not start: make test builds it")

    def kill(self):
        """Ends it as a failure of power would."""
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def close(self):
        """Ends it, and removes what it kept."""
        self.kill()
        shutil.rmtree(self.data)

    def url(self, document):
        """The address of a canvas."""
        return f"http://127.0.0.1:{self.port}/canvas/{document}"

    def get(self, path):
        """What the server answers: status, headers, body."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
            return answer.status, answer.headers, answer.read()

    def revision(self, document):
        """How many edits a document has had."""
        documents = json.loads(self.get("/documents")[2])
        return next((each["revision"] for each in documents if each["name"] == document), 0)

    def emojis(self, document):
        """The emojis of a document, as its file has them."""
        return json.loads(self.get(f"/documents/{document}.emojiart")[2])["emojis"]


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(**options)
        self.faults = []
        self.page = self.visit()

    def visit(self):
        """Another tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda message: self.faults.append(message.text)
            if message.type == "error" and "WebSocket" not in message.text
            else None,
        )
        return page

    def open(self, url):
        """Goes to a canvas, and waits until it is there."""
        self.page.goto(url)
        expect(self.page.locator(".save")).to_have_text("Saved")
        return self

    # What is to be seen

    @property
    def emojis(self):
        """The elements of the emojis, in drawing order."""
        return self.page.locator(".emoji")

    @property
    def selected(self):
        """The own outlines."""
        return self.page.locator(".outline.own:not(.active)")

    def drawn(self):
        """Waits until the page has drawn what it knows: it draws once a frame."""
        self.page.evaluate("""() => new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => done(null))))""")

    def place(self, text):
        """The middle of an emoji on the page."""
        self.drawn()
        box = self.page.locator(".emoji", has_text=text).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    @property
    def zoom(self):
        """Pixels for a unit of the document."""
        self.drawn()
        style = self.page.locator(".world").get_attribute("style")
        return float(re.search(r"scale\(([\d.]+)\)", style)[1])

    def saved(self):
        """Waits until all is durable."""
        expect(self.page.locator(".save")).to_have_text("Saved")

    # What a hand does

    def drag(self, start, end, steps=4, release=True):
        """Drags by mouse."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=steps)
        if release:
            mouse.up()

    def add(self, x, y, index=0):
        """Drags an emoji of the palette to a place; its text."""
        button = self.page.locator(".strip button").nth(index)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        self.drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (x, y))
        return button.get_attribute("data-text")

    def touch(self, kind, *points):
        """Puts fingers on the screen, moves them, or lifts those that are not named."""
        if not hasattr(self, "fingers"):
            self.fingers = self.context.new_cdp_session(self.page)
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self.fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def pinch(self, middle, before, after, steps=4):
        """Two fingers, level, so many pixels apart before and after."""
        x, y = middle

        def fingers(distance):
            return (x - distance / 2, y), (x + distance / 2, y)

        self.touch("touchStart", *fingers(before))
        for step in range(1, steps + 1):
            self.touch("touchMove", *fingers(before + (after - before) * step / steps))
        self.touch("touchEnd")


def until(condition, what="it", page=None):
    """Asks until the answer is yes.

    What a page reports by itself (its requests, its messages) arrives only while Playwright
    is being asked something: a condition on such reports names the page.
    """
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} does not come")
        if page:
            page.wait_for_timeout(20)
        else:
            time.sleep(0.02)


class Table(unittest.TestCase):
    """A test of the page: one browser for all, a server and people for each."""

    server_options = ()
    # Root may not have a sandbox, and there is no screen.
    arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    phone = {"viewport": {"width": 400, "height": 700}, "has_touch": True, "is_mobile": True}

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        chromium = shutil.which("chromium")
        assert chromium, "Chromium is not installed: make setup-test installs it"
        cls.browser = cls.playwright.chromium.launch(
            executable_path=chromium, args=cls.arguments
        )

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.server = Server(*self.server_options)
        self.people = []

    def tearDown(self):
        for person in self.people:
            person.context.close()
        self.server.close()
        for person in self.people:
            self.assertEqual(person.faults, [], "the page has faults")

    def person(self, document="picnic", **options):
        """Somebody who has opened a canvas."""
        return self.guest(**options).open(self.server.url(document))

    def guest(self, **options):
        """Somebody who has opened nothing yet."""
        person = Person(self.browser, **{"viewport": {"width": 800, "height": 600}, **options})
        self.people.append(person)
        return person

    def expect_place(self, person, text, place):
        """An emoji comes to a place: what is shown follows a frame later."""
        try:
            until(lambda: person.place(text) == place)
        except AssertionError:
            self.fail(f"{text} is at {person.place(text)}, not at {place}")

    def expect_edits(self, count, document="picnic"):
        """The document has had so many edits, and no more come."""
        until(lambda: self.server.revision(document) >= count, f"revision {count}")
        self.assertEqual(self.server.revision(document), count)
