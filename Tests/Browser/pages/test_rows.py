"""What else the assignment and the app of the course ask for, row by row."""

import re
import struct
import unittest

from playwright.sync_api import expect
from table import Table, until


class Rows(Table):
    def names(self, person):
        """The ids of what is selected, as a screen reader is told."""
        return person.page.locator('.emoji[aria-selected="true"]')

    def box(self, locator):
        """Where an element is: left, top, right, bottom."""
        box = locator.bounding_box()
        return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]

    def test_R2a_R2b_H3_only_emojis_of_the_document_are_selected_and_all_see_which(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        ada.saved()
        ada.page.locator(".strip button").first.click()
        expect(ada.selected).to_have_count(0)
        ada.page.keyboard.press("Escape")
        ada.page.locator(".strip button").first.click()
        expect(ada.emojis).to_have_count(1)
        ada.page.keyboard.press("Escape")
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("Control+a")
        ada.page.keyboard.press("Control+a")
        expect(self.names(ada)).to_have_text([text])
        expect(bob.page.locator(".outline.other")).to_have_count(1)
        expect(self.names(bob)).to_have_count(0)
        self.expect_edits(1)

    def test_R2c_a_selection_is_gone_with_its_page_and_with_the_server(self):
        ada, bob = self.person(), self.person()
        ada.add(200, 200)
        ada.saved()
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("Control+a")
        expect(bob.page.locator(".outline.other")).to_have_count(1)
        ada.page.reload()
        ada.saved()
        expect(self.names(ada)).to_have_count(0)
        expect(bob.page.locator(".outline.other")).to_have_count(0)

    def test_H4_H5_D10_an_outline_follows_its_emoji_and_a_move_keeps_the_size(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        ada.saved()
        ada.page.mouse.click(*ada.place(text))
        before = self.box(ada.selected)
        # Another moves it: the selection is of the emoji, not of where it was.
        x, y = bob.place(text)
        bob.drag((x, y), (x + 90, y + 50))
        self.expect_edits(2)
        until(lambda: abs(self.box(ada.selected)[0] - before[0] - 90) < 1, "the outline")
        self.assertAlmostEqual(self.box(ada.selected)[1], before[1] + 50, delta=1)
        self.assertEqual(self.server.emojis("picnic")[0]["size"], 40)
        ada.page.keyboard.press("+")
        self.expect_edits(3)
        wanted = (before[2] - before[0]) * 1.1

        def is_wide():
            left, _, right, _ = self.box(ada.selected)
            return abs(right - left - wanted) <= 2

        until(is_wide, "a wider outline")

    def test_H7_H7b_outlines_are_hidden_while_a_gesture_goes_on(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        ada.saved()
        x, y = ada.place(text)
        ada.page.mouse.click(x, y)
        other = bob.page.locator(".outline.other")
        expect(other).to_have_count(1)
        ada.drag((x, y), (x + 60, y), release=False)
        expect(ada.selected).to_have_count(0)
        expect(other).to_have_count(0)
        ada.page.mouse.up()
        expect(ada.selected).to_have_count(1)
        expect(other).to_have_count(1)

    def test_D6_D7_D8_D9_L11_1_a_drop_is_where_the_pointer_is_however_the_view_lies(self):
        ada = self.person()
        ada.add(200, 200)
        ada.drag((600, 400), (650, 430))
        ada.page.mouse.move(300, 300)
        ada.page.keyboard.down("Control")
        ada.page.mouse.wheel(0, -240)
        ada.page.keyboard.up("Control")
        zoom = ada.zoom
        self.assertGreater(zoom, 1)
        text = ada.add(420, 250, 3)
        self.expect_edits(2)
        x, y = ada.place(text)
        # A place is a whole number of the document's units.
        self.assertAlmostEqual(x, 420, delta=zoom)
        self.assertAlmostEqual(y, 250, delta=zoom)
        size = self.server.emojis("picnic")[1]["size"]
        # As large as in the palette, at any zoom (L11-2).
        self.assertAlmostEqual(size * zoom, 40, delta=zoom)
        # The pointer counts, not the emoji's box: half of it may hang over the edge (D7).
        canvas = ada.page.locator("#canvas").bounding_box()
        ada.add(canvas["x"] + 3, canvas["y"] + 200, 1)
        self.expect_edits(3)

    def test_G2_L11_8_a_pan_is_the_way_of_the_pointer_and_everybodys_own(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        ada.saved()
        expect(bob.emojis).to_have_count(1)
        x, y = ada.place(text)
        there = bob.place(text)
        # In many small steps: their sum is the whole, never more.
        ada.drag((600, 400), (480, 330), steps=40)
        self.expect_place(ada, text, (x - 120, y - 70))
        self.expect_place(bob, text, there)
        self.expect_edits(1)

    def test_G3_W7_R9_the_wheel_with_control_zooms_about_the_pointer(self):
        ada = self.person()
        text = ada.add(300, 250)
        ada.saved()
        ada.page.mouse.move(300, 250)
        ada.page.keyboard.down("Control")
        for _ in range(5):
            ada.page.mouse.wheel(0, -100)
        ada.page.keyboard.up("Control")
        until(lambda: ada.zoom > 1.5, "a zoom")
        self.expect_place(ada, text, (300, 250))
        self.expect_edits(1)

    def test_W5_a_pinch_as_safari_tells_it_zooms_or_scales(self):
        ada = self.person()
        text = ada.add(300, 250)
        ada.saved()
        pinch = """(scales) => {
            const tell = (type, scale) => {
                const event = new Event(type, { bubbles: true, cancelable: true });
                Object.assign(event, { scale, clientX: 300, clientY: 250 });
                document.querySelector("#canvas").dispatchEvent(event);
                if (!event.defaultPrevented) throw new Error("the page would be zoomed");
            };
            tell("gesturestart", 1);
            for (const scale of scales) tell("gesturechange", scale);
            tell("gestureend", scales.at(-1));
        }"""
        ada.page.evaluate(pinch, [1.2, 1.5, 2])
        until(lambda: abs(ada.zoom - 2) < 0.01, "a zoom of 2")
        self.expect_place(ada, text, (300, 250))
        self.expect_edits(1)
        ada.page.mouse.click(300, 250)
        expect(ada.selected).to_have_count(1)
        ada.page.evaluate(pinch, [1.1, 1.5])
        self.expect_edits(2)
        self.assertEqual(self.server.emojis("picnic")[0]["size"], 60)
        self.assertAlmostEqual(ada.zoom, 2, places=2)

    def test_W1_L11_6_two_fingers_pan_and_zoom_at_once(self):
        ada = self.person(**self.phone)
        text = ada.add(200, 300)
        ada.saved()
        x, y = ada.place(text)
        ada.touch("touchStart", (x - 40, y), (x + 40, y))
        for step in range(1, 6):
            away = 40 + 8 * step
            ada.touch("touchMove", (x - away, y + 12 * step), (x + away, y + 12 * step))
        ada.touch("touchEnd")
        self.assertAlmostEqual(ada.zoom, 2, places=2)
        self.expect_place(ada, text, (x, y + 60))
        self.expect_edits(1)
        # The browser itself did neither.
        self.assertEqual(ada.page.evaluate("[visualViewport.scale, scrollX, scrollY]"), [1, 0, 0])

    def test_L14_3_L14_4_L14_5_a_double_click_shows_all_and_keeps_the_selection(self):
        ada = self.person()
        first, second = ada.add(150, 150, 0), ada.add(650, 400, 2)
        ada.saved()
        ada.page.mouse.click(*ada.place(first))
        expect(ada.selected).to_have_count(1)
        ada.drag((400, 300), (900, 500))
        ada.page.mouse.dblclick(400, 300)
        canvas = ada.page.locator("#canvas").bounding_box()
        for text in (first, second):
            until(
                lambda: canvas["x"] <= ada.place(text)[0] <= canvas["x"] + canvas["width"],
                f"{text} in the view",
            )
        expect(ada.selected).to_have_count(1)
        self.expect_edits(2)

    def test_L14_4_nothing_happens_on_an_empty_canvas(self):
        ada = self.person()
        ada.page.mouse.dblclick(400, 300)
        self.assertEqual(ada.zoom, 1)
        self.expect_edits(0)

    def test_L12_1_L15_1_what_is_done_is_there_without_being_saved(self):
        ada = self.person()
        text = ada.add(200, 200)
        ada.saved()
        self.server.kill()
        self.server.start()
        bob = self.person()
        expect(bob.emojis).to_have_text([text])

    def test_L15_2_what_would_be_undone_is_named(self):
        ada = self.person()
        undo = ada.page.locator("[data-action=undo]")
        undo.click(button="right", force=True)
        items = ada.page.get_by_role("menuitem")
        expect(items).to_have_text(["Nothing to undo", "Nothing to redo"])
        ada.page.keyboard.press("Escape")
        text = ada.add(200, 200)
        ada.saved()
        expect(undo).to_have_attribute("aria-label", "Undo add")
        ada.page.mouse.click(*ada.place(text))
        ada.page.keyboard.press("+")
        expect(undo).to_have_attribute("aria-label", "Undo resize")
        undo.click(button="right")
        expect(items).to_have_text(["Undo resize", "Nothing to redo"])
        items.first.click()
        self.expect_edits(3)
        expect(undo).to_have_attribute("aria-label", "Undo add")
        redo = ada.page.locator("[data-action=redo]")
        expect(redo).to_have_attribute("aria-label", "Redo resize")
        redo.click()
        self.expect_edits(4)

    def test_L15_2_G6_a_long_press_of_undo_opens_its_menu_and_undoes_nothing(self):
        ada = self.person(**self.phone)
        ada.add(200, 300)
        ada.saved()
        box = ada.page.locator("[data-action=undo]").bounding_box()
        ada.touch("touchStart", (box["x"] + 10, box["y"] + 10))
        expect(ada.page.get_by_role("menuitem", name="Undo add")).to_be_visible()
        ada.touch("touchEnd")
        ada.page.keyboard.press("Escape")
        self.expect_edits(1)

    def test_O21_2_O17_1_what_needs_a_selection_is_there_only_with_one(self):
        ada = self.person()
        first, second = ada.add(200, 200, 0), ada.add(205, 205, 2)
        delete = ada.page.locator("[data-action=delete]")
        expect(delete).to_be_hidden()
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("Tab")
        ada.page.keyboard.press("Space")
        expect(delete).to_be_visible()
        expect(self.names(ada)).to_have_text([first])
        # To the front is above all, not in another's place.
        ada.page.keyboard.press("Control+Shift+BracketRight")
        expect(ada.emojis).to_have_text([second, first])
        ada.page.keyboard.press("Control+Shift+BracketLeft")
        expect(ada.emojis).to_have_text([first, second])

    def test_P14_the_way_to_the_server_is_measured(self):
        ada = self.person()
        expect(ada.page.locator(".latency")).to_have_text(re.compile(r"^\d+ ms$"))

    def test_A11y_2_A11y_3_a_link_skips_to_the_canvas_and_a_reader_is_told(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        ada.saved()
        ada.page.reload()
        ada.saved()
        ada.page.keyboard.press("Tab")
        skip = ada.page.locator(".skip")
        expect(skip).to_be_focused()
        expect(skip).to_be_in_viewport()
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("#canvas")).to_be_focused()
        ada.page.keyboard.press("Tab")
        live = ada.page.locator(".live")
        expect(live).to_have_text(f"{text}, 1 of 1")
        ada.page.keyboard.press("Space")
        expect(live).to_have_text(f"{text} selected, 1 selected")
        bob.add(500, 300, 2)
        expect(ada.page.locator(".emoji")).to_have_count(2)

    def test_W8_W9_an_emoji_is_an_element_with_its_text_and_fills_its_square(self):
        ada = self.person()
        texts = [ada.add(150 + 90 * place, 200, place) for place in range(5)]
        ada.saved()
        for text in texts:
            emoji = ada.emojis.filter(has_text=text)
            expect(emoji).to_have_attribute("role", "option")
            wide = emoji.evaluate("""(element) => {
                const range = document.createRange();
                range.selectNodeContents(element);
                return range.getBoundingClientRect().width;
            }""")
            self.assertGreater(wide, 30)
            self.assertLess(wide, 44)

    def test_L14_1_a_picture_that_comes_too_late_is_not_shown(self):
        ada = self.person()

        def choose(address):
            ada.page.mouse.click(600, 450, button="right")
            ada.page.get_by_role("menuitem", name="Background").click()
            ada.page.get_by_label("Picture URL").fill(address)
            ada.page.keyboard.press("Enter")

        late = []
        ada.page.route("**/late.png", lambda route: late.append(route))
        body = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 0)
        choose(f"http://127.0.0.1:{self.server.port}/late.png")
        expect(ada.page.locator(".background-state")).to_contain_text("Loading")
        until(lambda: late, "the first request", ada.page)
        choose("")
        expect(ada.page.locator(".background-state")).to_be_hidden()
        late[0].fulfill(body=body, content_type="image/png")
        ada.saved()
        expect(ada.page.locator(".background")).to_be_hidden()
        expect(ada.page.locator(".alert")).to_be_empty()
        self.expect_edits(2)

    def test_L11_4_only_the_first_item_of_a_drop_counts(self):
        ada = self.person()
        ada.page.evaluate("""() => {
            const data = new DataTransfer();
            data.setData("text/uri-list", "data:image/gif;base64,R0lGODlhAQABAAAAACw=");
            data.setData("text/plain", "https://example.org/other.png");
            const event = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.querySelector("#canvas").dispatchEvent(event);
        }""")
        self.expect_edits(1)

    def test_D1_D11_a_drag_that_ends_nowhere_adds_nothing(self):
        ada = self.person()
        box = ada.page.locator(".strip button").first.bounding_box()
        start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        # Outside of the window there is no place to judge by.
        ada.drag(start, (400, -50))
        ada.drag(start, (-50, 300))
        ada.saved()
        expect(ada.emojis).to_have_count(0)
        self.expect_edits(0)


if __name__ == "__main__":
    unittest.main()
