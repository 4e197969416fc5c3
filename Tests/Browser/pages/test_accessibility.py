"""The page by the rules of axe-core: all that it shows, light and dark, wide and narrow."""

import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from table import Table

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Colours know nothing of the screen's size: two looks of the four show all.
LOOKS = {
    "light, desktop": {"color_scheme": "light", "viewport": {"width": 1000, "height": 700}},
    "dark, phone": {
        "color_scheme": "dark",
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
    },
}


def canvas_menu(ada, target):
    """Opens the menu of a place on the canvas."""
    ada.page.mouse.click(*target, button="right")


def palette_menu(ada, item=None):
    """Opens the menu of the palettes; and takes something of it."""
    ada.page.locator(".palette .next").click(button="right")
    if item:
        ada.page.get_by_role("menuitem", name=item, exact=True).click()


class Accessibility(Table):
    def check(self, person, what):
        """No rule is broken by what is to be seen now."""
        options = {"runOnly": RULES, "resultTypes": ["violations"]}
        results = Axe().run(person.page, options=options)
        with self.subTest(what):
            self.assertEqual(results.violations_count, 0, results.generate_report())

    def each_look(self):
        """Somebody for each look, each with a document of their own."""
        for number, (look, options) in enumerate(LOOKS.items()):
            yield look, self.person(f"picnic{number}", **options)

    def test_A11y_the_canvas_empty_and_full_breaks_no_rule(self):
        for look, ada in self.each_look():
            self.check(ada, f"empty, {look}")
            text = ada.add(150, 200)
            ada.add(250, 300, 2)
            bob = self.person(ada.page.url.rsplit("/", 1)[1])
            for person in (ada, bob):
                person.page.mouse.click(*person.place(text))
            bob.page.mouse.move(400, 400)
            expect(ada.selected).to_have_count(1)
            expect(ada.page.locator(".outline.other")).to_have_count(1)
            ada.page.locator("#canvas").focus()
            ada.page.keyboard.press("Tab")
            self.check(ada, f"two emojis, a selection and another member, {look}")

    def test_A11y_menus_break_no_rule(self):
        for look, ada in self.each_look():
            text = ada.add(150, 200)
            for name, target in (("canvas", (100, 400)), ("selection", ada.place(text))):
                canvas_menu(ada, target)
                self.check(ada, f"menu of the {name}, {look}")
                ada.page.keyboard.press("Escape")
            palette_menu(ada)
            self.check(ada, f"menu of palettes, {look}")

    def test_A11y_dialogs_break_no_rule(self):
        dialogs = {
            "documents": lambda ada: ada.page.locator("[data-action=documents]").click(),
            "you": lambda ada: ada.page.locator(".person").first.click(),
            "list of palettes": lambda ada: palette_menu(ada, "List"),
            "palette": lambda ada: palette_menu(ada, "Edit"),
            "new palette": lambda ada: palette_menu(ada, "New"),
            "help": lambda ada: ada.page.keyboard.press("?"),
            "export": lambda ada: ada.page.keyboard.press("Control+s"),
            "background": lambda ada: self.background(ada),
        }
        for look, ada in self.each_look():
            ada.add(150, 200)
            ada.saved()
            for name, opens in dialogs.items():
                ada.page.locator("#canvas").focus()
                opens(ada)
                expect(ada.page.locator("dialog")).to_be_visible()
                expect(ada.page.get_by_text("Loading…")).to_have_count(0)
                if name == "palette":
                    ada.page.locator("dialog .emojis button").first.click()
                self.check(ada, f"{name}, {look}")
                ada.page.keyboard.press("Escape")
                expect(ada.page.locator("dialog")).to_have_count(0)

    def background(self, ada):
        """Asks for a background, and types what is none."""
        canvas_menu(ada, (100, 400))
        ada.page.get_by_role("menuitem", name="Background").click()
        ada.page.keyboard.type("a tree")
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator(".fault")).not_to_be_empty()

    def test_A11y_what_needs_attention_breaks_no_rule(self):
        everybody = list(self.each_look())
        self.server.kill()
        for look, ada in everybody:
            expect(ada.page.locator(".again")).to_be_visible()
            self.check(ada, f"offline, {look}")


if __name__ == "__main__":
    unittest.main()
