"""The past of a document in the page: looked at, played, and gone back to."""

import re
import unittest

from playwright.sync_api import expect
from table import Table


class History(Table):
    def drawn(self):
        """Somebody who has made three edits."""
        ada = self.person()
        self.texts = [ada.add(200 + 120 * index, 200, index) for index in range(3)]
        ada.saved()
        self.expect_edits(3)
        return ada

    def open(self, person):
        """The history, as opened by its button."""
        person.page.get_by_role("button", name="History", exact=True).click()
        dialog = person.page.get_by_role("dialog", name="History")
        expect(dialog.locator(".when")).to_contain_text(f"of {self.server.revision('picnic')}")
        return dialog

    def go(self, dialog, revision):
        """Goes to a revision by the keyboard alone."""
        line = dialog.get_by_role("slider", name="Revision")
        line.press("Home")
        for _ in range(revision):
            line.press("ArrowRight")
        expect(dialog.locator(".when")).to_contain_text(f"{revision} of")

    def test_HT23_HT24_HT26_the_past_is_seen_and_nothing_changes(self):
        ada = self.drawn()
        dialog = self.open(ada)
        expect(dialog.locator(".mark")).to_contain_text("viewing the history")
        past = dialog.locator(".past .emoji")
        expect(past).to_have_text(self.texts)
        self.go(dialog, 2)
        expect(past).to_have_text(self.texts[:2])
        expect(dialog.locator(".when")).to_contain_text("add, you,")
        self.go(dialog, 0)
        expect(past).to_have_count(0)
        dialog.get_by_role("button", name="Back to now").click()
        expect(dialog).to_have_count(0)
        expect(ada.emojis).to_have_text(self.texts)
        self.expect_edits(3)

    def test_RV1_UN15_a_restore_reaches_everybody_and_is_undone_in_one_step(self):
        ada = self.drawn()
        bob = self.person()
        dialog = self.open(ada)
        self.go(dialog, 1)
        dialog.get_by_role("button", name="Restore this revision").click()
        for person in (ada, bob):
            expect(person.emojis).to_have_text(self.texts[:1])
            person.saved()
        self.expect_edits(4)
        expect(ada.page.get_by_role("button", name="Undo restore")).to_be_visible()
        ada.page.locator("#canvas").press("Control+z")
        for person in (ada, bob):
            expect(person.emojis).to_have_text(self.texts)
        dialog = self.open(bob)
        expect(dialog.locator(".when")).to_contain_text("undo of 4, client 1")

    def test_the_past_plays_and_pauses(self):
        ada = self.drawn()
        dialog = self.open(ada)
        dialog.get_by_label("Speed").select_option("4")
        dialog.get_by_role("button", name="Play").click()
        expect(dialog.locator(".when")).to_have_text(re.compile("^3 of 3"))
        expect(dialog.get_by_role("button", name="Play")).to_be_visible()
        expect(dialog.locator(".past .emoji")).to_have_text(self.texts)
        self.go(dialog, 0)
        dialog.get_by_label("Speed").select_option("0.25")
        dialog.get_by_role("button", name="Play").click()
        expect(dialog.locator(".when")).to_contain_text("1 of 3")
        dialog.get_by_role("button", name="Pause").click()
        expect(dialog.get_by_role("button", name="Play")).to_be_visible()

    def test_the_key_opens_it_and_escape_closes_it_and_all_of_it_fits_a_phone(self):
        ada = self.person(**self.phone)
        self.texts = [ada.add(150, 200)]
        ada.saved()
        self.expect_edits(1)
        ada.page.locator("#canvas").press("h")
        dialog = ada.page.get_by_role("dialog", name="History")
        expect(dialog.get_by_role("slider", name="Revision")).to_be_focused()
        for name in ("Play", "Back to now", "Restore this revision"):
            button = dialog.get_by_role("button", name=name)
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            self.assertGreaterEqual(box["x"], 0)
            self.assertLessEqual(box["x"] + box["width"], 400)
        ada.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    def test_what_is_not_to_be_had_says_so(self):
        ada = self.drawn()
        ada.context.set_offline(True)
        ada.page.get_by_role("button", name="History", exact=True).click()
        dialog = ada.page.get_by_role("dialog", name="History")
        expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
        ada.context.set_offline(False)
        ada.faults.clear()


if __name__ == "__main__":
    unittest.main()
