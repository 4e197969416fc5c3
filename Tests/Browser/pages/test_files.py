"""What leaves the page as a file, and what comes in as one."""

import base64
import json
import re
import struct
import unittest
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import expect
from table import Table, until


class Files(Table):
    def download(self, person, kind):
        """What the browser saves."""
        person.page.mouse.click(600, 450, button="right")
        person.page.get_by_role("menuitem", name="Export").click()
        with person.page.expect_download() as download:
            person.page.get_by_role("button", name=kind, exact=True).click()
        return download.value.suggested_filename, Path(download.value.path()).read_bytes()

    def drop(self, person, name, text):
        """Drops a file on the canvas."""
        person.page.evaluate("""([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            const event = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.querySelector("#canvas").dispatchEvent(event);
        }""", [name, text])

    def test_E1_H2_a_file_and_a_drawing_are_byte_for_byte_the_servers(self):
        ada = self.person()
        ada.add(200, 200, 0)
        ada.page.mouse.click(*ada.place(ada.add(501, 303, 2)))
        ada.page.keyboard.press("+")
        ada.page.keyboard.press("Escape")
        ada.saved()
        for kind, ending in (("EMOJIART", "emojiart"), ("SVG", "svg")):
            name, body = self.download(ada, kind)
            self.assertEqual(name, f"picnic.{ending}")
            self.assertEqual(body, self.server.get(f"/documents/picnic.{ending}")[2])

    def test_E1_a_selection_is_exported_alone(self):
        ada = self.person()
        ada.add(200, 200, 0)
        text = ada.add(500, 300, 2)
        ada.page.mouse.click(*ada.place(text))
        ada.page.keyboard.press("Control+s")
        with ada.page.expect_download() as download:
            ada.page.get_by_role("button", name="EMOJIART").click()
        file = json.loads(Path(download.value.path()).read_bytes())
        self.assertEqual([each["string"] for each in file["emojis"]], [text])

    def test_E1_E2_a_picture_has_the_size_asked_for_and_is_not_empty(self):
        ada = self.person()
        ada.add(200, 200, 0)
        ada.add(500, 300, 2)
        ada.saved()
        sizes = []
        for scale in ("1", "3"):
            name, body = self.download(ada, f"PNG {scale}×")
            self.assertEqual(name, "picnic.png")
            sizes.append(struct.unpack(">II", body[16:24]))
            self.assertGreater(len(body), 2_000)
        (width, height), (wide, high) = sizes
        self.assertEqual((wide, high), (3 * width, 3 * height))

    def test_E3_a_drawing_with_pictures_needs_no_font(self):
        ada = self.person()
        for place in range(3):
            ada.add(200 + 100 * place, 200, 4)
        ada.add(500, 300, 2)
        ada.saved()
        name, body = self.download(ada, "SVG (emojis as images)")
        self.assertEqual(name, "picnic.svg")
        drawing = ElementTree.fromstring(body)
        space = "{http://www.w3.org/2000/svg}"
        pictures = drawing.findall(f".//{space}image")
        self.assertEqual(len(pictures), 2)
        for picture in pictures:
            data = base64.b64decode(picture.get("href").split(",")[1])
            self.assertTrue(data.startswith(b"\x89PNG"))
            self.assertGreater(len(data), 2_000)
        self.assertEqual(len(drawing.findall(f"{space}use")), 4)
        self.assertEqual(drawing.findall(f".//{space}text"), [])

    def test_J1_a_file_is_imported_whose_choice_took_long(self):
        ada = self.person()
        emoji = {"id": 1, "position": {"x": 0, "y": 0}, "size": 40, "string": "🚲"}
        file = Path(self.server.data) / "a.emojiart"
        file.write_text(json.dumps({"emojis": [emoji], "uniqueEmojiId": 1}))
        chromium = ada.context.new_cdp_session(ada.page)
        chromium.send("Page.enable")
        chromium.send("Page.setInterceptFileChooserDialog", {"enabled": True})
        opened = []
        chromium.on("Page.fileChooserOpened", lambda event: opened.append(event))
        ada.page.keyboard.press("Control+o")
        until(lambda: opened, "the choice of a file", ada.page)
        chromium.send("HeapProfiler.collectGarbage")
        node = opened[0]["backendNodeId"]
        chromium.send("DOM.setFileInputFiles", {"files": [str(file)], "backendNodeId": node})
        expect(ada.emojis).to_have_count(1)
        expect(ada.page.locator("input[type=file]")).to_have_count(0)

    def test_J1_J9_a_file_that_is_dropped_is_imported_and_comes_out_equal(self):
        ada = self.person()
        file = {
            "emojis": [
                {"id": 1, "position": {"x": -200, "y": 150}, "size": 40, "string": "🚲"},
                {"id": 2, "position": {"x": 10, "y": -20}, "size": 80, "string": "🐸"},
            ],
            "uniqueEmojiId": 2,
        }
        self.drop(ada, "bikes.emojiart", json.dumps(file))
        expect(ada.emojis).to_have_count(2)
        self.expect_edits(1)
        self.assertEqual(json.loads(self.server.get("/documents/picnic.emojiart")[2]), file)

    def test_J7_a_file_of_2021_keeps_every_place(self):
        ada = self.person()
        emoji = {"id": 3, "text": "🐢", "x": 30, "y": 40, "size": 50}
        file = {"background": {"blank": {}}, "emojis": [emoji], "uniqueEmojiId": 3}
        self.drop(ada, "old.emojiart", json.dumps(file))
        expect(ada.emojis).to_have_count(1)
        self.expect_edits(1)
        self.assertEqual(self.server.emojis("picnic")[0]["position"], {"x": 30, "y": -40})

    def test_A1_a_file_that_is_none_is_refused_by_its_field(self):
        ada = self.person()
        alert = ada.page.locator(".alert")
        self.drop(ada, "a.emojiart", "hello")
        expect(alert).to_contain_text("a.emojiart: The file is not JSON")
        expect(alert).to_be_in_viewport()
        self.assertGreater(alert.bounding_box()["width"], 100)
        emoji = {"id": 1, "position": {"x": 0.5, "y": 0}, "size": 40, "string": "🚲"}
        self.drop(ada, "b.emojiart", json.dumps({"emojis": [emoji], "uniqueEmojiId": 1}))
        expect(alert).to_contain_text("emojis[0].position.x is 0.5, but must be a whole number")
        self.expect_edits(0)

    def test_L11_7_each_emoji_is_drawn_at_its_place_whatever_its_size(self):
        places = [(0, 0, 40), (-101, 57, 7), (60, 60, 1), (150, -90, 233), (-1900, 1200, 33)]
        file = {
            "emojis": [
                {"id": number, "position": {"x": x, "y": y}, "size": size, "string": "🐜"}
                for number, (x, y, size) in enumerate(places, 1)
            ],
            "uniqueEmojiId": len(places),
        }
        ada = self.person()
        self.drop(ada, "ants.emojiart", json.dumps(file))
        expect(ada.emojis).to_have_count(len(places))
        ada.saved()
        ada.page.locator("#canvas").focus()
        ada.page.keyboard.press("Control+0")
        expect(ada.page.locator(".world")).to_have_attribute("style", re.compile(r"scale\(1\)"))
        boxes = ada.emojis.evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect()).map((box) =>"
            " [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height])"
        )
        left, top = boxes[0][:2]
        found = [(x - left, top - y, width, height) for x, y, width, height in boxes]
        self.assertEqual(found, [(x, y, size, size) for x, y, size in places])


if __name__ == "__main__":
    unittest.main()
