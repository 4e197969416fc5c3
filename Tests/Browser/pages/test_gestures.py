"""The gestures of the assignment, by mouse and by fingers."""

import unittest

from playwright.sync_api import expect
from table import Table


class Gestures(Table):
    def test_R3_R4_R5_a_click_selects_and_deselects_one_and_beside_all(self):
        ada = self.person()
        first, second = ada.add(200, 200, 0), ada.add(500, 300, 2)
        ada.saved()
        ada.page.mouse.click(*ada.place(first))
        ada.page.mouse.click(*ada.place(second))
        expect(ada.selected).to_have_count(2)
        ada.page.mouse.click(*ada.place(first))
        expect(ada.selected).to_have_count(1)
        ada.page.mouse.click(650, 450)
        expect(ada.selected).to_have_count(0)
        self.expect_edits(2)

    def test_R6_H10_a_drag_of_a_selected_emoji_moves_all_selected_as_one_edit(self):
        ada, bob = self.person(), self.person()
        first, second = ada.add(200, 200, 0), ada.add(500, 300, 2)
        for text in (first, second):
            ada.page.mouse.click(*ada.place(text))
        before = self.server.emojis("picnic")
        x, y = ada.place(first)
        ada.drag((x, y), (x + 60, y - 40))
        self.expect_edits(3)
        after = self.server.emojis("picnic")
        for old, new in zip(before, after):
            moved = (
                new["position"]["x"] - old["position"]["x"],
                new["position"]["y"] - old["position"]["y"],
            )
            self.assertEqual(moved, (60, 40))
        expect(bob.emojis).to_have_count(2)
        self.expect_place(bob, first, (x + 60, y - 40))

    def test_X1a_X1b_a_drag_of_another_emoji_moves_it_alone_and_selects_nothing(self):
        ada = self.person()
        first, second = ada.add(200, 200, 0), ada.add(500, 300, 2)
        ada.page.mouse.click(*ada.place(first))
        x, y = ada.place(second)
        ada.drag((x, y), (x + 30, y))
        self.expect_edits(3)
        expect(ada.selected).to_have_count(1)
        positions = [each["position"]["x"] for each in self.server.emojis("picnic")]
        self.assertEqual(positions[1] - positions[0], 330)

    def test_R7_R7b_a_drag_beside_all_emojis_pans(self):
        ada = self.person()
        text = ada.add(200, 200)
        ada.page.mouse.click(*ada.place(text))
        x, y = ada.place(text)
        ada.drag((600, 400), (650, 380))
        self.expect_place(ada, text, (x + 50, y - 20))
        self.expect_edits(1)

    def test_R8_H8_a_pinch_with_a_selection_scales_it_and_nothing_else(self):
        ada = self.person(**self.phone)
        ada.add(200, 300)
        x, y = ada.place(ada.emojis.first.inner_text())
        ada.touch("touchStart", (x, y))
        ada.touch("touchEnd")
        expect(ada.selected).to_have_count(1)
        ada.pinch((100, 500), 60, 120)
        self.expect_edits(2)
        self.assertEqual([each["size"] for each in self.server.emojis("picnic")], [80])
        self.assertEqual(ada.zoom, 1)

    def test_R9_W7_a_pinch_without_a_selection_zooms_about_its_middle(self):
        ada = self.person(**self.phone)
        text = ada.add(200, 300)
        ada.saved()
        x, y = ada.place(text)
        ada.pinch((x, y), 60, 120)
        self.assertAlmostEqual(ada.zoom, 2, places=2)
        again = ada.place(text)
        self.assertAlmostEqual(again[0], x, delta=1)
        self.assertAlmostEqual(again[1], y, delta=1)
        self.expect_edits(1)

    def test_G8_a_second_finger_takes_a_drag_back(self):
        ada = self.person(**self.phone)
        text = ada.add(200, 300)
        ada.saved()
        x, y = ada.place(text)
        ada.touch("touchStart", (x, y))
        ada.touch("touchMove", (x + 40, y))
        ada.touch("touchStart", (x + 40, y), (x + 140, y))
        ada.touch("touchEnd")
        expect(ada.page.locator(".world")).to_be_attached()
        ada.saved()
        self.expect_place(ada, text, (x, y))
        self.expect_edits(1)

    def test_G7_escape_cancels_a_drag(self):
        ada = self.person()
        text = ada.add(200, 200)
        ada.saved()
        x, y = ada.place(text)
        ada.drag((x, y), (x + 80, y), release=False)
        self.expect_place(ada, text, (x + 80, y))
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("Escape")
        ada.page.mouse.up()
        self.expect_edits(1)
        self.expect_place(ada, text, (x, y))

    def test_G7_after_a_cancelled_touch_fingers_mean_what_they_did(self):
        ada = self.person(**self.phone)
        text = ada.add(200, 300)
        ada.saved()
        x, y = ada.place(text)
        menu = ada.page.get_by_role("menu")

        def press():
            ada.touch("touchStart", (x, y))

        def drag():
            press()
            ada.touch("touchMove", (x + 60, y))

        def pinch():
            ada.touch("touchStart", (100, 500), (200, 500))
            ada.touch("touchMove", (80, 500), (220, 500))

        def long_press():
            press()
            expect(menu).to_be_visible()

        for begin in (press, drag, pinch, long_press):
            begin()
            ada.touch("touchCancel")
            if begin is long_press:
                # The menu is about the emoji, which is selected.
                ada.page.keyboard.press("Escape")
                expect(menu).to_have_count(0)
                ada.page.keyboard.press("Escape")
            expect(ada.selected).to_have_count(0)
            zoom = ada.zoom
            at = ada.place(text)
            ada.touch("touchStart", at)
            ada.touch("touchEnd")
            expect(ada.selected).to_have_count(1)
            ada.touch("touchStart", at)
            ada.touch("touchEnd")
            expect(ada.selected).to_have_count(0)
            ada.touch("touchStart", (100, 500))
            ada.touch("touchMove", (120, 500))
            ada.touch("touchMove", (130, 500))
            ada.touch("touchEnd")
            self.expect_place(ada, text, (at[0] + 30, at[1]))
            ada.pinch((150, 500), 60, 120)
            self.assertAlmostEqual(ada.zoom, zoom * 2, places=2)
            ada.pinch((150, 500), 120, 60)
            self.assertAlmostEqual(ada.zoom, zoom, places=2)
            x, y = ada.place(text)
        self.expect_edits(1)

    def test_G7_escape_cancels_a_copy_and_leaves_the_original(self):
        ada = self.person()
        text = ada.add(200, 200)
        ada.saved()
        x, y = ada.place(text)
        copies = ada.page.locator(".copies .emoji")
        ada.page.keyboard.down("Alt")
        ada.drag((x, y), (x + 100, y + 80), release=False)
        expect(copies).to_have_count(1)
        original = ada.page.locator(".emojis:not(.copies) .emoji").bounding_box()
        copy = copies.bounding_box()
        self.assertAlmostEqual(original["x"] + original["width"] / 2, x, delta=1)
        self.assertAlmostEqual(copy["x"] - original["x"], 100, delta=1)
        self.assertAlmostEqual(copy["y"] - original["y"], 80, delta=1)
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("Escape")
        expect(copies).to_have_count(0)
        ada.page.mouse.up()
        ada.page.keyboard.up("Alt")
        self.expect_place(ada, text, (x, y))
        ada.page.mouse.click(x, y)
        expect(ada.selected).to_have_count(1)
        self.expect_edits(1)

    def test_R10_G6_a_long_press_opens_a_menu_that_deletes(self):
        ada = self.person(**self.phone)
        text = ada.add(200, 300)
        ada.saved()
        ada.touch("touchStart", ada.place(text))
        delete = ada.page.get_by_role("menuitem", name="Delete")
        expect(delete).to_be_visible()
        ada.touch("touchEnd")
        delete.click()
        expect(ada.emojis).to_have_count(0)
        self.expect_edits(2)

    def test_R10_selected_emojis_are_deleted_by_key_and_by_button_and_come_back(self):
        ada = self.person()
        first, second = ada.add(200, 200, 0), ada.add(500, 300, 2)
        ada.page.mouse.click(*ada.place(first))
        ada.page.keyboard.press("Delete")
        expect(ada.emojis).to_have_count(1)
        delete = ada.page.get_by_role("button", name="Delete", exact=True)
        expect(delete).to_be_hidden()
        ada.page.mouse.click(*ada.place(second))
        delete.click()
        expect(ada.emojis).to_have_count(0)
        ada.page.keyboard.press("Control+z")
        expect(ada.emojis).to_have_count(1)
        ada.page.locator("[data-action=undo]").click()
        expect(ada.emojis).to_have_count(2)
        self.expect_edits(6)


if __name__ == "__main__":
    unittest.main()
