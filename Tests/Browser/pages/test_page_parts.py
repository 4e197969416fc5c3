"""What is around the canvas: who one is, keys, documents, the clipboard."""

import unittest

from playwright.sync_api import expect
from table import Table


class PageParts(Table):
    def test_P1_P6_a_name_is_seen_by_others_and_kept(self):
        ada, bob = self.person(), self.person()
        ada.page.locator(".person").first.click()
        ada.page.get_by_label("Name that others see").fill("Ada")
        ada.page.keyboard.press("Enter")
        expect(bob.page.get_by_role("button", name="Ada, follow")).to_be_visible()
        expect(ada.page.locator(".alert")).to_be_empty()
        ada.page.reload()
        expect(ada.page.get_by_role("button", name="Ada, you: edit profile")).to_be_visible()

    def test_L15_1_a_new_document_is_opened_and_listed(self):
        ada = self.person()
        ada.add(200, 200)
        ada.saved()
        ada.page.locator("[data-action=documents]").click()
        expect(ada.page.locator(".documents .title")).to_have_text(["picnic"])
        ada.page.get_by_label("Name of a new document").fill("Sunday Picnic!")
        ada.page.get_by_role("button", name="New").click()
        expect(ada.page.locator(".name")).to_have_text("sunday-picnic")
        expect(ada.emojis).to_have_count(0)

    def test_TC2_all_keys_are_told_and_found(self):
        ada = self.person()
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("?")
        rows = ada.page.locator(".help tr:visible")
        self.assertGreater(rows.count(), 25)
        ada.page.get_by_label("Find").fill("duplicate")
        expect(rows).to_have_count(1)
        ada.page.keyboard.press("Escape")
        expect(rows).to_have_count(0)
        expect(ada.page.locator("#canvas")).to_be_focused()

    def test_copies_are_pasted_beside_their_originals_and_into_other_documents(self):
        ada = self.person()
        ada.add(200, 200)
        ada.page.locator("#canvas").focus()
        for key in ("Control+a", "Control+c", "Control+v", "Control+v"):
            ada.page.keyboard.press(key)
        expect(ada.emojis).to_have_count(3)
        self.expect_edits(3)
        xs = [each["position"]["x"] for each in self.server.emojis("picnic")]
        self.assertEqual([x - xs[0] for x in xs], [0, 20, 40])
        ada.open(self.server.url("other"))
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("Control+v")
        expect(ada.emojis).to_have_count(1)

    def test_A11y_1_all_editing_is_done_by_keyboard_alone(self):
        ada = self.person()
        keys = ada.page.keyboard
        ada.page.locator(".strip button").first.focus()
        keys.press("Enter")
        keys.press("Tab")
        keys.press("Enter")
        expect(ada.emojis).to_have_count(2)
        # The emoji that was added last is selected.
        expect(ada.selected).to_have_count(1)
        ada.page.locator("#canvas").focus()
        keys.press("Escape")
        keys.press("Tab")
        expect(ada.page.locator(".live")).to_contain_text("1 of 2")
        keys.press("Space")
        expect(ada.selected).to_have_count(1)
        keys.down("ArrowRight")
        keys.down("ArrowRight")
        keys.up("ArrowRight")
        keys.press("+")
        keys.press("Control+d")
        expect(ada.emojis).to_have_count(3)
        keys.press("Delete")
        expect(ada.emojis).to_have_count(2)
        # Two added, one moved by a held key, one scaled, one copied, one deleted.
        self.expect_edits(6)


if __name__ == "__main__":
    unittest.main()
