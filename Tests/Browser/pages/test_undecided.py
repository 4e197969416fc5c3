"""Edits that may be in the document already: a person decides about them (P16)."""

import json
import os
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from table import Person, Table
from test_accessibility import LOOKS, RULES

# A folder for pictures of the question, if somebody wants to look at it.
PICTURES = os.environ.get("EMOJIART_PICTURES")


class Trimmed:
    """The network of a page, whose server has trimmed its log and knows of other edits."""

    def __init__(self, page):
        self.is_cut = self.is_armed = False
        self.socket = None
        page.route_web_socket("**/documents/*", self.join)

    def join(self, socket):
        """Lets a connection through; the next welcome is changed once."""
        if self.is_cut:
            return socket.close(code=1001, reason="cut")
        self.socket = socket
        server = socket.connect_to_server()

        def pass_on(text):
            message = json.loads(text)
            if message["type"] == "welcome" and self.is_armed:
                self.is_armed = False
                text = json.dumps({**message, "seq": message["seq"] + 3, "trimmed": True})
            socket.send(text)

        server.on_message(pass_on)

    def cut(self):
        """Ends the connection."""
        self.is_cut = True
        self.socket.close(code=1001, reason="cut")

    def lie(self):
        """The network is back, and the server does not know the edits."""
        self.is_cut, self.is_armed = False, True


class Undecided(Table):
    def asked(self, document="picnic", **options):
        """Somebody who is asked about two edits."""
        ada = self.guest(**options)
        trimmed = Trimmed(ada.page)
        ada.open(self.server.url(document))
        trimmed.cut()
        ada.add(150, 250, 0)
        ada.add(250, 300, 2)
        expect(ada.page.locator(".save")).to_have_text("Offline, 2 edits kept here")
        trimmed.lie()
        expect(self.question(ada)).to_be_visible()
        return ada

    def question(self, ada):
        """The banner."""
        return ada.page.get_by_role("region", name="Undecided edits")

    def button(self, ada, name):
        """One of the answers."""
        return self.question(ada).get_by_role("button", name=name)

    def test_P16_SY39_edits_that_may_be_there_are_asked_about_until_they_are_added_again(self):
        ada = self.asked()
        expect(self.question(ada)).to_contain_text("2 edits of yours may be missing.")
        expect(ada.page.get_by_role("alert").first).to_contain_text("2 edits")
        expect(ada.page.locator(".save")).to_have_text("2 edits unknown")
        # They are kept until then.
        ada.page.once("dialog", lambda dialog: dialog.accept())
        ada.page.reload()
        expect(self.question(ada)).to_be_visible()
        expect(ada.page.locator(".save")).to_have_text("2 edits unknown")
        expect(ada.emojis).to_have_count(0)
        self.button(ada, "Add again").focus()
        ada.page.keyboard.press("Enter")
        expect(self.question(ada)).to_be_hidden()
        expect(ada.page.locator("#canvas")).to_be_focused()
        expect(ada.emojis).to_have_count(2)
        ada.saved()
        self.expect_edits(2)

    def test_P16_they_are_dropped(self):
        ada = self.asked()
        self.button(ada, "Drop").click()
        expect(self.question(ada)).to_be_hidden()
        expect(ada.page.locator(".save")).to_have_text("Saved")
        expect(ada.emojis).to_have_count(0)
        ada.page.reload()
        ada.saved()
        self.expect_edits(0)

    def test_P16_P15_another_tab_asks_about_the_edits_of_one_that_is_gone(self):
        ada = self.asked()
        session = ada.context.new_cdp_session(ada.page)
        other = Person.__new__(Person)
        other.context, other.faults = ada.context, []
        other.page = ada.visit()
        self.people.append(other)
        other.open(self.server.url("picnic"))
        expect(self.question(other)).to_be_hidden()
        ada.page.on("crash", lambda _: None)
        session.send("Page.navigate", {"url": "chrome://crash"})
        # Nobody has the place of the tab that is gone, once its lease has run out.
        expect(self.question(other)).to_contain_text("2 edits of yours may be missing.")
        expect(other.page.locator(".save")).to_have_text("2 edits unknown")
        other.page.once("dialog", lambda dialog: dialog.accept())
        other.page.reload()
        self.button(other, "Add again").click()
        expect(other.emojis).to_have_count(2)
        other.saved()
        self.expect_edits(2)
        third = ada.visit()
        third.goto(self.server.url("picnic"))
        expect(third.locator(".save")).to_have_text("Saved")
        expect(third.get_by_role("region", name="Undecided edits")).to_be_hidden()

    def test_P16_A11y_the_question_is_seen_and_read_in_each_look(self):
        for number, (look, options) in enumerate(LOOKS.items()):
            ada = self.asked(f"picnic{number}", **options)
            results = Axe().run(ada.page, options={"runOnly": RULES})
            self.assertEqual(results.violations_count, 0, results.generate_report())
            width, height = (ada.page.viewport_size[side] for side in ("width", "height"))
            for name in ("Add again", "Drop"):
                box = self.button(ada, name).bounding_box()
                self.assertGreaterEqual(min(box["width"], box["height"]), 44)
                self.assertLessEqual(box["x"] + box["width"], width)
            footer = ada.page.locator("footer").bounding_box()
            self.assertLessEqual(footer["y"] + footer["height"], height + 1)
            if PICTURES:
                for scheme in ("light", "dark"):
                    ada.page.emulate_media(color_scheme=scheme)
                    ada.page.screenshot(path=f"{PICTURES}/{look.split(', ')[1]}-{scheme}.png")


if __name__ == "__main__":
    unittest.main()
