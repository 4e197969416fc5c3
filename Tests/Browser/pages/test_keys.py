"""Keys wherever the focus is, palettes that come back, and what is said of a lost connection."""

import unittest

from playwright.sync_api import expect
from table import Table, until


class Keys(Table):
    def test_keys_work_on_a_fresh_page(self):
        ada = self.person()
        ada.add(200, 200)
        ada.saved()
        ada.page.reload()
        ada.saved()
        for keys, title in (("?", "Keyboard shortcuts"), ("Control+s", "Export")):
            dialog = ada.page.get_by_role("dialog", name=title)
            ada.page.keyboard.press(keys)
            expect(dialog).to_be_visible()
            ada.page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
        ada.page.keyboard.press("Control+a")
        expect(ada.selected).to_have_count(1)
        with ada.page.expect_file_chooser():
            ada.page.keyboard.press("Control+o")

    def test_keys_work_after_a_button_was_pressed(self):
        ada = self.person()
        text = ada.add(200, 200)
        ada.page.mouse.click(*ada.place(text))
        ada.page.get_by_role("button", name="Larger").click()
        x, y = ada.place(text)
        ada.page.keyboard.press("ArrowRight")
        self.expect_place(ada, text, (x + 1, y))
        ada.page.keyboard.press("Delete")
        expect(ada.emojis).to_have_count(0)

    def test_a_field_keeps_its_keys(self):
        ada = self.person()
        text = ada.add(200, 200)
        ada.page.mouse.click(*ada.place(text))
        ada.page.locator(".person").first.click()
        field = ada.page.get_by_label("Name that others see")
        field.fill("Ada")
        field.press("Control+a")
        field.press("Backspace")
        expect(field).to_have_value("")
        ada.page.keyboard.press("Escape")
        expect(ada.emojis).to_have_count(1)
        expect(ada.selected).to_have_count(1)

    def test_escape_drops_what_was_picked(self):
        ada = self.person()
        button = ada.page.locator(".strip button").first
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        ada.page.keyboard.press("Escape")
        expect(button).to_have_attribute("aria-pressed", "false")
        ada.page.mouse.click(300, 300)
        self.expect_edits(0)

    def test_emojis_are_pasted_wherever_the_focus_is(self):
        ada = self.person()
        ada.page.get_by_role("button", name="Zoom in").click()
        ada.page.evaluate("""() => {
            const data = new DataTransfer();
            data.setData("text/plain", "🌲");
            document.activeElement.dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""")
        expect(ada.emojis).to_have_count(1)

    def test_an_emoji_that_was_picked_is_selected_once_it_is_placed(self):
        ada = self.person()
        ada.page.locator(".strip button").first.click()
        ada.page.mouse.click(300, 300)
        expect(ada.emojis).to_have_count(1)
        expect(ada.selected).to_have_count(1)

    def test_a_wheel_goes_along_the_strip(self):
        ada = self.person(viewport={"width": 500, "height": 500})
        strip = ada.page.locator(".strip")
        strip.hover()
        ada.page.mouse.wheel(0, 200)
        until(lambda: strip.evaluate("(element) => element.scrollLeft") > 100, page=ada.page)

    def test_A4_a_deleted_palette_comes_back(self):
        ada = self.person()
        button = ada.page.locator(".palette .next")

        def choose(name):
            button.click(button="right")
            ada.page.get_by_role("menuitem", name=name, exact=True).click()

        expect(button).to_have_text("Vehicles")
        choose("Delete")
        expect(button).to_have_text("Sports")
        choose("Undo delete Vehicles")
        expect(button).to_have_text("Vehicles")
        for _ in range(9):
            choose("Delete")
        expect(button).to_have_text("Warning")
        button.click(button="right")
        ada.page.get_by_role("menuitem", name="List").click()
        ada.page.get_by_role("button", name="Restore built-in palettes").click()
        expect(ada.page.locator(".palettes li")).to_have_count(9)
        ada.page.keyboard.press("Escape")
        expect(button).to_have_text("Vehicles")

    def test_P13_a_lost_connection_is_said_once(self):
        ada = self.person()
        ada.page.evaluate("""() => {
            window.said = [];
            const alert = document.querySelector(".alert");
            new MutationObserver(() => {
                if (alert.textContent) window.said.push(alert.textContent);
            }).observe(alert, { childList: true });
        }""")
        self.server.kill()
        expect(ada.page.locator(".state")).to_have_attribute("data-status", "reconnecting")
        retries = []
        ada.page.on("websocket", lambda socket: retries.append(socket.url))
        until(lambda: len(retries) >= 4, "four retries", ada.page)
        self.assertEqual(ada.page.evaluate("window.said"), ["Connection lost."])
        self.server.start()
        ada.saved()
        self.server.kill()
        until(lambda: ada.page.evaluate("window.said.length") == 2, page=ada.page)
        self.server.start()
        ada.saved()


if __name__ == "__main__":
    unittest.main()
