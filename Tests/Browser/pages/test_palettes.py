"""Palettes: dragged from, turned, edited, and kept."""

import unittest

from playwright.sync_api import expect
from table import Table


class Palettes(Table):
    def strip(self, person):
        """The emojis of the palette that is shown."""
        return person.page.locator(".strip button")

    def test_L11_1_L11_2_D2_an_emoji_of_the_palette_is_added_where_it_is_dropped(self):
        ada = self.person()
        ada.page.mouse.move(400, 300)
        ada.page.mouse.wheel(0, 0)
        count = self.strip(ada).count()
        text = ada.add(250, 200)
        self.expect_edits(1)
        self.expect_place(ada, text, (250, 200))
        self.assertEqual(self.strip(ada).count(), count)
        # It looks as large as in the palette at any zoom.
        ada.page.locator("[data-action=zoomIn]").click()
        ada.add(500, 200, 3)
        self.expect_edits(2)
        self.assertEqual([each["size"] for each in self.server.emojis("picnic")], [40, 32])

    def test_D3_D4_D5_a_drop_beside_the_canvas_adds_nothing_and_is_told_before(self):
        ada = self.person()
        canvas = ada.page.locator("#canvas")
        box = self.strip(ada).first.bounding_box()
        start = (box["x"] + 20, box["y"] + 20)
        ada.drag(start, (300, 200), release=False)
        expect(canvas).to_have_attribute("data-drop", "accepted")
        ada.page.mouse.move(300, 20)
        expect(canvas).to_have_attribute("data-drop", "unknown")
        ada.page.mouse.up()
        expect(canvas).to_have_attribute("data-drop", "none")
        expect(ada.emojis).to_have_count(0)
        self.expect_edits(0)

    def test_A11y_4_an_emoji_is_picked_by_a_tap_and_placed_by_another(self):
        ada = self.person()
        first = self.strip(ada).first
        first.click()
        expect(first).to_have_attribute("aria-pressed", "true")
        ada.page.mouse.click(320, 240)
        expect(first).to_have_attribute("aria-pressed", "false")
        self.assertEqual(ada.place(first.get_attribute("data-text")), (320, 240))
        ada.page.mouse.click(600, 400)
        self.expect_edits(1)

    def test_L11_10_G5_the_button_shows_the_next_palette_and_its_menu_all(self):
        ada = self.person()
        button = ada.page.locator(".palette .next")
        button.click()
        expect(button).to_have_text("Sports")
        button.click(button="right")
        ada.page.get_by_role("menuitem", name="Go to Faces").click()
        expect(button).to_have_text("Faces")
        button.click()
        expect(button).to_have_text("Vehicles")

    def test_G5_a_quick_finger_up_or_down_on_the_strip_turns_the_palette(self):
        ada = self.person(**self.phone)
        button = ada.page.locator(".palette .next")
        box = self.strip(ada).nth(1).bounding_box()
        x, y = box["x"] + 20, box["y"] + 24
        for end, name in ((y - 40, "Sports"), (y + 30, "Vehicles")):
            ada.touch("touchStart", (x, y))
            ada.touch("touchMove", (x, end))
            ada.touch("touchEnd")
            expect(button).to_have_text(name)
        self.expect_edits(0)

    def test_L13_1_L13_2_L12_2_L15_3_a_new_palette_is_kept_and_shown_in_all_windows(self):
        ada = self.person()
        first, ada.page = ada.page, ada.visit()
        ada.open(self.server.url("picnic"))
        ada.page.locator(".palette .next").click(button="right")
        ada.page.get_by_role("menuitem", name="New").click()
        name = ada.page.get_by_label("Name")
        expect(name).to_be_focused()
        name.fill("Frogs")
        ada.page.get_by_label("Add emojis").fill("a🐸 🐢🐸")
        ada.page.get_by_role("button", name="Close", exact=True).click()
        for page in (ada.page, first):
            expect(page.locator(".palette .next")).to_have_text("Frogs")
            expect(page.locator(".strip button")).to_have_text(["🐸", "🐢"])
        ada.page.reload()
        ada.saved()
        expect(ada.page.locator(".palette .next")).to_have_text("Frogs")

    def test_L13_3_the_list_moves_and_removes_and_has_several_stores(self):
        ada = self.person()
        ada.page.locator(".palette .next").click(button="right")
        ada.page.get_by_role("menuitem", name="List").click()
        rows = ada.page.locator(".palettes li")
        expect(rows).to_have_count(9)
        ada.page.get_by_role("button", name="Remove Vehicles").click()
        ada.page.get_by_role("button", name="Move down Sports").click()
        expect(rows).to_have_count(8)
        expect(rows.first).to_contain_text("Music")
        ada.page.get_by_label("Collection").select_option("Special")
        expect(rows).to_have_count(9)


if __name__ == "__main__":
    unittest.main()
