"""The picture below the emojis."""

import base64
import hashlib
import json
import struct
import unittest
import zlib
from pathlib import Path

from playwright.sync_api import expect
from table import Table


def picture(width, height):
    """The bytes of a grey picture."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = (b"\0" + b"\x80" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
    return data + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def png(width, height):
    """A grey picture, as the address of itself."""
    return "data:image/png;base64," + base64.b64encode(picture(width, height)).decode()


class Background(Table):
    def choose(self, person, address):
        """Sets the background by the menu."""
        person.page.mouse.click(600, 450, button="right")
        person.page.get_by_role("menuitem", name="Background").click()
        person.page.get_by_label("Picture URL").fill(address)
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
        expect(state).to_contain_text("Background not loaded")
        expect(ada.page.locator(".alert")).to_contain_text("Cannot load the background")
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
        field = ada.page.get_by_label("Picture URL")
        field.fill("javascript:alert(1)")
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator(".fault")).to_contain_text("starts with http")
        self.expect_edits(1)

    def give(self, person, kind, name, body):
        """Drops a file on the canvas, or pastes it."""
        person.page.evaluate(
            """async ([kind, name, body]) => {
                const data = new DataTransfer();
                const type = name.endsWith(".png") ? "image/png" : "image/svg+xml";
                const bytes = await (await fetch(`data:${type};base64,${body}`)).blob();
                data.items.add(new File([bytes], name, { type }));
                const canvas = document.querySelector("#canvas");
                canvas.focus();
                canvas.dispatchEvent(
                    kind === "drop"
                        ? new DragEvent(kind, { dataTransfer: data, bubbles: true })
                        : new ClipboardEvent(kind, { clipboardData: data, bubbles: true }),
                );
            }""",
            [kind, name, base64.b64encode(body).decode()],
        )

    def test_O21_1_HT12_a_picture_is_dropped_or_pasted_kept_and_shown_to_all(self):
        ada, bob = self.person(bypass_csp=True), self.person()
        for index, kind in enumerate(("drop", "paste")):
            body = picture(300 + index, 150)
            self.give(ada, kind, "hill.png", body)
            digest = hashlib.sha256(body).hexdigest()
            path = f"/documents/picnic/background/{digest}"
            for person in (ada, bob):
                expect(person.page.locator(".background")).to_have_attribute("src", path)
                expect(person.page.locator(".background")).to_be_visible()
            self.assertEqual(self.server.get(path)[2], body)
            self.expect_edits(index + 1)
        ada.page.locator("#canvas").press("Control+z")
        expect(bob.page.locator(".background")).to_have_js_property("naturalWidth", 300)

    def test_EX5_a_picture_of_another_host_is_fetched_after_a_click_alone(self):
        ada, bob = self.person(), self.person()
        asked = []
        for person in (ada, bob):
            person.page.on("request", lambda request: asked.append(request.url))
        address = f"http://localhost:{self.server.port}/elsewhere.png"
        self.choose(ada, address)
        state = bob.page.locator(".background-state")
        host = f"localhost:{self.server.port}"
        expect(state).to_contain_text(f"The background is a picture on {host}.")
        # Who chose it sees it at once, or that it cannot be had.
        expect(ada.page.locator(".background-state")).to_contain_text("Background not loaded")
        self.assertEqual(asked.count(address), 1)
        state.get_by_role("button", name="Show it").click()
        expect(state).to_contain_text("Background not loaded")
        self.assertEqual(asked.count(address), 2)
        for person in (ada, bob):
            person.faults.clear()

    def test_O21_1_a_picture_is_chosen_and_one_of_another_kind_is_drawn_anew(self):
        ada, bob = self.person(), self.person()
        ada.page.mouse.click(600, 450, button="right")
        ada.page.get_by_role("menuitem", name="Background").click()
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60">'
            '<rect width="80" height="60" fill="red"/></svg>'
        )
        with ada.page.expect_file_chooser() as chooser:
            ada.page.get_by_role("button", name="Choose a picture").click()
        chooser.value.set_files(
            {"name": "a.svg", "mimeType": "image/svg+xml", "buffer": drawing.encode()}
        )
        shown = bob.page.locator(".background")
        expect(shown).to_be_visible()
        expect(shown).to_have_js_property("naturalWidth", 80)
        answer = self.server.get(shown.get_attribute("src"))
        self.assertEqual(answer[1]["Content-Type"], "image/webp")

    def test_O21_1_what_is_no_picture_is_said_and_changes_nothing(self):
        ada = self.person(bypass_csp=True)
        self.give(ada, "drop", "hill.png", b"not a picture")
        expect(ada.page.locator(".alert")).to_contain_text("cannot read this picture")
        expect(ada.page.locator(".background-state")).to_be_hidden()
        self.expect_edits(0)

    def test_E1_E2_HT16_a_kept_picture_is_in_every_export(self):
        ada = self.person(bypass_csp=True)
        body = picture(120, 80)
        self.give(ada, "drop", "hill.png", body)
        ada.add(200, 200)
        ada.saved()
        held = "data:image/png;base64," + base64.b64encode(body).decode()
        for kind in ("EMOJIART", "SVG", "PNG 1×"):
            ada.page.mouse.click(600, 450, button="right")
            ada.page.get_by_role("menuitem", name="Export").click()
            with ada.page.expect_download() as download:
                ada.page.get_by_role("button", name=kind, exact=True).click()
            file = Path(download.value.path()).read_bytes()
            if not kind.startswith("PNG"):
                self.assertIn(held.encode(), file)
                ending = kind.lower()
                self.assertEqual(file, self.server.get(f"/documents/picnic.{ending}")[2])
        expect(ada.page.locator(".alert")).to_be_empty()

    def test_J1_a_file_with_a_large_picture_is_imported_with_it(self):
        ada = self.person(bypass_csp=True)
        body = picture(200, 100) + bytes(90_000)
        file = {
            "background": "data:image/png;base64," + base64.b64encode(body).decode(),
            "emojis": [],
            "uniqueEmojiId": 0,
        }
        ada.page.mouse.click(600, 450, button="right")
        with ada.page.expect_file_chooser() as chooser:
            ada.page.get_by_role("menuitem", name="Import").click()
        chooser.value.set_files(
            {
                "name": "a.emojiart",
                "mimeType": "application/json",
                "buffer": json.dumps(file).encode(),
            }
        )
        digest = hashlib.sha256(body).hexdigest()
        path = f"/documents/picnic/background/{digest}"
        expect(ada.page.locator(".background")).to_have_attribute("src", path)
        self.expect_edits(1)


if __name__ == "__main__":
    unittest.main()
