"""The picture below the emojis."""

import base64
import struct
import unittest
import zlib

from playwright.sync_api import expect
from table import Table


def png(width, height):
    """A grey picture, as the address of itself."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = (b"\0" + b"\x80" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
    data += chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(data).decode()


class Background(Table):
    def choose(self, person, address):
        """Sets the background by the menu."""
        person.page.mouse.click(600, 450, button="right")
        person.page.get_by_role("menuitem", name="Background").click()
        person.page.get_by_label("Address of a picture").fill(address)
        person.page.keyboard.press("Enter")

    def test_L11_5_L14_3_a_new_background_is_centred_shown_to_all_and_fitted(self):
        ada, bob = self.person(), self.person()
        self.choose(ada, png(200, 100))
        for person in (ada, bob):
            expect(person.page.locator(".background")).to_be_visible()
            canvas = person.page.locator("#canvas").bounding_box()
            box = person.page.locator(".background").bounding_box()
            middle = box["x"] + box["width"] / 2 - canvas["x"]
            self.assertAlmostEqual(middle, canvas["width"] / 2, delta=1)
            self.assertAlmostEqual(box["width"] / box["height"], 2, delta=0.01)
            self.assertGreater(person.zoom, 2)
        self.expect_edits(1)
        self.choose(ada, "")
        expect(bob.page.locator(".background")).to_be_hidden()
        self.expect_edits(2)

    def test_L12_3_L14_2_a_background_that_fails_says_so_and_disturbs_nothing(self):
        ada = self.person()
        self.choose(ada, f"http://127.0.0.1:{self.server.port}/nothing.png")
        state = ada.page.locator(".background-state")
        expect(state).to_contain_text("No background")
        expect(ada.page.locator(".alert")).to_contain_text("cannot be fetched")
        ada.add(200, 200)
        expect(ada.emojis).to_have_count(1)
        self.assertTrue(all("404" in fault for fault in ada.faults))
        ada.faults.clear()

    def test_L11_3_an_address_is_pasted_and_one_that_is_none_is_refused(self):
        ada = self.person()
        ada.page.locator("#canvas").focus()
        ada.page.evaluate("""(text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
            document.querySelector("#canvas").dispatchEvent(event);
        }""", png(20, 20))
        expect(ada.page.locator(".background")).to_be_visible()
        ada.page.mouse.click(600, 450, button="right")
        ada.page.get_by_role("menuitem", name="Background").click()
        field = ada.page.get_by_label("Address of a picture")
        field.fill("javascript:alert(1)")
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator(".fault")).to_contain_text("begins with http")
        self.expect_edits(1)


if __name__ == "__main__":
    unittest.main()
