"""How the page looks: colours of emojis and paper, prints, and where a drawing is at first."""

import base64
import json
import unittest

from playwright.sync_api import expect
from table import Table, until

# Counts the pixels of a picture whose colours differ much from grey.
COLOURFUL = """async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const pixels = [];
    for (let at = 0; at < data.length; at += 4) pixels.push([...data.slice(at, at + 3)]);
    const spread = (pixel) => Math.max(...pixel) - Math.min(...pixel);
    return {
        colourful: pixels.filter((pixel) => spread(pixel) > 60).length,
        corner: pixels[0],
        count: pixels.length,
    };
}"""


def look(person, locator):
    """The pixels of a part of the page."""
    url = "data:image/png;base64," + base64.b64encode(locator.screenshot()).decode()
    return person.page.evaluate(COLOURFUL, url)


class Looks(Table):
    def put(self, *emojis):
        """Writes a drawing to the document, as another program does."""
        ada = self.person()
        file = {
            "emojis": [
                {"id": number + 1, "string": text, "position": {"x": x, "y": y}, "size": 80}
                for number, (text, x, y) in enumerate(emojis)
            ],
            "uniqueEmojiId": len(emojis),
        }
        ada.page.evaluate("""(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "drawing.emojiart"));
            const event = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.querySelector("#canvas").dispatchEvent(event);
        }""", json.dumps(file))
        expect(ada.emojis).to_have_count(len(emojis))
        ada.saved()
        return ada

    def go_to(self, person, palette):
        """Shows a palette."""
        button = person.page.locator(".palette .next")
        until(lambda: button.click() or button.inner_text() == palette, palette, person.page)

    def test_palette_menu_and_what_is_dragged_show_emojis_in_colour(self):
        ada = self.person()
        self.go_to(ada, "Animal Faces")
        monkey = ada.page.locator(".strip button").first
        self.assertGreater(look(ada, monkey)["colourful"], 100)
        box = monkey.bounding_box()
        ada.drag((box["x"] + 20, box["y"] + 20), (300, 300), release=False)
        self.assertGreater(look(ada, ada.page.locator(".dragged"))["colourful"], 100)
        ada.page.mouse.move(300, 2)
        ada.page.mouse.up()
        ada.page.keyboard.press("e")
        # The last of them, eyes, are grey.
        for button in ada.page.locator(".menu.row button").all()[:7]:
            self.assertGreater(look(ada, button)["colourful"], 60)
        ada.page.keyboard.press("Escape")
        ada.page.locator(".palette .next").click(button="right")
        ada.page.get_by_role("menuitem", name="List").click()
        glyphs = ada.page.locator(".glyphs")
        for place in (4, 8):
            self.assertGreater(look(ada, glyphs.nth(place))["colourful"], 100)

    def test_with_forced_colours_there_are_no_plates_behind_emojis(self):
        self.put(("🟥", 0, 0), ("🌲", 0, 0))
        plain = self.person(document="picnic")
        forced = self.person(forced_colors="active")
        seen, wanted = (
            look(person, person.page.locator(".emoji").first)["colourful"]
            for person in (forced, plain)
        )
        self.assertGreater(wanted, 3000)
        self.assertAlmostEqual(seen, wanted, delta=wanted / 50)

    def test_the_paper_is_the_same_in_dark_mode(self):
        def ground(person):
            canvas = person.page.locator("#canvas")
            return canvas.evaluate("(element) => getComputedStyle(element).backgroundColor")

        light, dark = self.person(color_scheme="light"), self.person(color_scheme="dark")
        self.assertEqual(ground(light), ground(dark))
        self.assertEqual(ground(dark), "rgb(251, 250, 247)")

    def test_a_print_shows_the_whole_drawing_and_nothing_else(self):
        ada = self.put(("🌲", -900, 300), ("🏡", 800, -400))
        ada.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        ada.page.emulate_media(media="print")
        for part in (".bar", ".palette", ".tools", "main"):
            expect(ada.page.locator(part)).to_be_hidden()
        size = ada.page.viewport_size
        for emoji in ada.page.locator(".print text").all():
            box = emoji.bounding_box()
            self.assertGreaterEqual(box["x"], 0)
            self.assertGreaterEqual(box["y"], 0)
            self.assertLessEqual(box["x"] + box["width"], size["width"] + 1)
            self.assertLessEqual(box["y"] + box["height"], size["height"] + 1)
            self.assertGreater(look(ada, emoji)["colourful"], 30)
        self.assertEqual(ada.page.locator(".print text").count(), 2)
        ada.page.emulate_media(media="screen")
        ada.page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(ada.page.locator(".print")).to_have_count(0)
        self.assertEqual(ada.page.pdf()[:4], b"%PDF")

    def test_a_drawing_out_of_sight_is_fitted_when_it_is_opened(self):
        self.put(("🌲", 5000, 5000), ("🏡", 5200, 5000))
        bob = self.person()
        expect(bob.emojis).to_have_count(2)
        canvas = bob.page.locator("#canvas").bounding_box()
        for text in ("🌲", "🏡"):
            x, y = bob.place(text)
            self.assertTrue(canvas["x"] < x < canvas["x"] + canvas["width"])
            self.assertTrue(canvas["y"] < y < canvas["y"] + canvas["height"])

    def test_a_drawing_in_sight_is_shown_at_its_size(self):
        self.put(("🌲", 0, 0), ("🏡", 5200, 5000))
        self.assertEqual(self.person().zoom, 1)


if __name__ == "__main__":
    unittest.main()
