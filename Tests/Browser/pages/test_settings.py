"""What people have set for themselves: motion, colours, direction, size of letters, screens."""

import json
import os
import re
import signal
import unittest

from playwright.sync_api import expect
from table import Table

# What of the page is cut off or beside the view; what scrolls may be, if it can be scrolled to.
OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((element) => {
    if (element.closest(".skip, .live, .world, .presence") || !element.checkVisibility()) return;
    const scroller = element.parentElement.closest(".strip, .tools, .menu, dialog, .documents");
    if (scroller) element = scroller;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return !isInside || document.documentElement.scrollWidth > innerWidth;
}).map((element) => element.outerHTML.slice(0, 80))"""


class Settings(Table):
    def expect_inside(self, person, what):
        """All of the page is in the view."""
        with self.subTest(what):
            self.assertEqual(person.page.evaluate(OUTSIDE), [])

    def walk_through(self, person):
        """Shows the bar, the tools, a menu and a dialog, and looks whether all of it is in view."""
        text = person.add(120, 120)
        person.page.mouse.click(*person.place(text))
        expect(person.selected).to_have_count(1)
        self.expect_inside(person, "canvas")
        for tool in person.page.locator(".tools button:visible").all():
            tool.scroll_into_view_if_needed()
            tool.click(trial=True, force=not tool.is_enabled())
        person.page.locator("[data-action=bigger]").click()
        self.expect_edits(2)
        person.page.mouse.click(*person.place(text), button="right")
        self.expect_inside(person, "menu")
        for item in person.page.get_by_role("menuitem").all():
            item.click(trial=True)
        person.page.keyboard.press("Escape")
        for key in ("?", "Control+s"):
            person.page.locator("#canvas").focus()
            person.page.keyboard.press(key)
            expect(person.page.locator("dialog")).to_be_visible()
            self.expect_inside(person, f"dialog of {key}")
            person.page.keyboard.press("Escape")
            expect(person.page.locator("dialog")).to_have_count(0)
        self.server.kill()
        expect(person.page.locator(".alert")).not_to_be_empty()
        person.page.locator("[data-action=bigger]").click()
        expect(person.page.locator(".save")).to_have_text("Offline, 1 edit kept here")
        self.expect_inside(person, "offline")

    def test_A11y_a_page_from_right_to_left_is_in_the_view(self):
        ada = self.person()
        ada.page.evaluate("document.documentElement.dir = 'rtl'")
        tools = ada.page.locator(".tools").bounding_box()
        self.assertLess(tools["x"], 20)
        self.walk_through(ada)

    def test_A11y_letters_of_twice_the_size_are_in_the_view(self):
        ada = self.person(viewport={"width": 390, "height": 844})
        chromium = ada.context.new_cdp_session(ada.page)
        chromium.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        expect(ada.page.locator("html")).to_have_css("font-size", "32px")
        self.walk_through(ada)

    def test_A11y_the_canvas_stays_where_it_is_while_an_edit_is_saved(self):
        ada = self.person(viewport={"width": 390, "height": 844})
        chromium = ada.context.new_cdp_session(ada.page)
        chromium.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        expect(ada.page.locator(".latency")).not_to_be_empty()
        ada.page.evaluate(
            """() => {
                window.tops = new Set();
                const canvas = document.querySelector("#canvas");
                new ResizeObserver(() => window.tops.add(canvas.getBoundingClientRect().top))
                    .observe(canvas);
            }"""
        )
        os.kill(self.server.process.pid, signal.SIGSTOP)
        ada.add(120, 120)
        expect(ada.page.locator(".save")).to_have_text("Saving 1 edit…")
        os.kill(self.server.process.pid, signal.SIGCONT)
        ada.saved()
        self.assertEqual(len(ada.page.evaluate("[...window.tops]")), 1)

    def test_A11y_a_page_four_times_as_large_needs_no_scrolling_aside(self):
        # A window of 1280 by 1024, zoomed by four (WCAG 2.2, 1.4.10).
        ada = self.person(viewport={"width": 320, "height": 256})
        self.walk_through(ada)

    def test_A11y_5_an_emoji_of_one_unit_is_hit_beside_it(self):
        file = {
            "emojis": [
                {"id": 1, "position": {"x": 0, "y": 0}, "size": 1, "string": "🐜"},
            ],
            "uniqueEmojiId": 1,
        }
        for options, reach in (({}, 11), (self.phone, 21)):
            ada = self.person(f"ants{reach}", **options)
            ada.page.evaluate("""(text) => {
                const data = new DataTransfer();
                data.items.add(new File([text], "ants.emojiart"));
                const event = new DragEvent("drop", { dataTransfer: data, bubbles: true });
                document.querySelector("#canvas").dispatchEvent(event);
            }""", json.dumps(file))
            expect(ada.page.locator(".live")).to_have_text("1 of 1 emojis imported")
            ada.page.locator("#canvas").focus()
            ada.page.keyboard.press("Control+0")
            expect(ada.page.locator(".world")).to_have_attribute("style", re.compile(r"scale\(1\)"))
            x, y = ada.place("🐜")
            tap = ada.page.touchscreen.tap if options else ada.page.mouse.click
            tap(x + reach, y - reach)
            expect(ada.selected).to_have_count(1)
            tap(x + reach + 3, y)
            expect(ada.selected).to_have_count(0)

    def test_A11y_5_all_that_is_pressed_is_large_enough(self):
        # A finger's 44 px; 24 are enough beside other things (WCAG 2.2, 2.5.5 and 2.5.8).
        ada = self.person(**self.phone)
        ada.page.touchscreen.tap(*ada.place(ada.add(200, 300)))
        expect(ada.selected).to_have_count(1)
        ada.page.locator(".palette .next").click(button="right")
        for opens in (None, "Edit", "List"):
            if opens:
                ada.page.get_by_role("menuitem", name=opens, exact=True).click()
            pressed = ada.page.evaluate("""() => [...document.querySelectorAll("button, input")]
                .filter((element) => element.checkVisibility())
                .map((element) => {
                    const { width, height } = element.getBoundingClientRect();
                    const least = element.classList.contains("person") ? 24 : 44;
                    return [Math.min(width, height), least, element.outerHTML];
                })""")
            self.assertGreater(len(pressed), 10)
            for size, least, said in pressed:
                self.assertGreaterEqual(size, least, said)
            if opens:
                ada.page.keyboard.press("Escape")
                ada.page.locator(".palette .next").click(button="right")

    def test_A11y_6_nothing_moves_by_itself_for_who_wants_no_motion(self):
        longest = """() => Math.max(...[...document.querySelectorAll("*")].map((element) => {
            const { animationName, transitionDuration } = getComputedStyle(element);
            return animationName === "none" ? parseFloat(transitionDuration) : Infinity;
        }))"""
        bob = self.person()
        for reduced_motion, is_moving in (("no-preference", True), ("reduce", False)):
            ada = self.person(reduced_motion=reduced_motion)
            bob.page.mouse.move(300, 300)
            bob.page.mouse.move(310, 300)
            expect(ada.page.locator(".cursor")).to_have_count(1)
            self.assertEqual(ada.page.evaluate(longest) > 0, is_moving)

    def test_A11y_7_selections_are_told_apart_without_colours(self):
        ada = self.person(forced_colors="active")
        text = ada.add(200, 200)
        for _ in range(2):
            other = self.person()
            other.page.mouse.click(*other.place(text))
        ada.page.mouse.click(*ada.place(text))
        expect(ada.selected).to_have_count(1)
        expect(ada.page.locator(".outline.other")).to_have_count(2)
        styles = ada.page.locator(".outline").evaluate_all("""(outlines) => outlines.map((one) => {
            const { borderTopStyle, borderTopWidth } = getComputedStyle(one);
            return [borderTopStyle, parseFloat(borderTopWidth)];
        })""")
        self.assertEqual(len({style for style, _ in styles}), 3, styles)
        self.assertTrue(all(style != "none" and width > 0 for style, width in styles), styles)

    def test_A11y_7_what_is_picked_and_where_a_drop_goes_is_told_without_colours(self):
        ada = self.person(forced_colors="active")
        canvas, first = ada.page.locator("#canvas"), ada.page.locator(".strip button").first
        expect(first).to_have_css("outline-style", "none")
        first.click()
        expect(first).to_have_css("outline-style", "solid")
        box = first.bounding_box()
        ada.drag((box["x"] + 20, box["y"] + 20), (300, 200), release=False)
        expect(canvas).to_have_css("outline-style", "solid")
        ada.page.mouse.move(300, 20)
        ada.page.mouse.up()
        expect(canvas).to_have_css("outline-style", "none")


if __name__ == "__main__":
    unittest.main()
