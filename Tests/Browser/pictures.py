"""Takes the picture of the README: one canvas in a browser, in a terminal, and on a phone."""

import base64
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "pages"))

from playwright.sync_api import expect
from table import SERVER, Person, Server, Table
from terminal import STYLE, Terminal

PICTURE = Path(__file__).parent / "together.png"
DESKTOP = {"viewport": {"width": 640, "height": 480}}
PHONE = {
    "viewport": {"width": 390, "height": 800},
    "has_touch": True,
    "is_mobile": True,
}
# Text, place and size, from the back to the front: emojis that a terminal draws two cells wide.
SCENE = [
    ("🌞", -260, 210, 90), ("⛅", -60, 225, 80), ("⛅", 140, 235, 100), ("🌈", 50, 130, 150),
    ("🗻", -150, 70, 160), ("🌋", 200, 60, 160), ("🌲", -290, -20, 80), ("🌲", -225, -30, 95),
    ("🌳", 295, -25, 100), ("🏡", 60, -30, 120), ("🌳", -40, -40, 90), ("🐄", -150, -105, 60),
    ("🐑", -70, -125, 45), ("🐑", -10, -105, 40), ("🌷", 150, -110, 40), ("🌻", 210, -105, 50),
    ("🌷", 270, -120, 40), ("🚜", -250, -160, 80), ("🐓", 40, -160, 40), ("🐖", 120, -185, 50),
    ("🍄", 230, -195, 36), ("🦆", -90, -200, 40), ("🐸", -20, -215, 36),
]
# Three windows on one table.
PAGE = """
<style>
body { margin: 0; }
#table { padding: 20px; background: #dfe5ec; display: flex; gap: 16px; width: max-content;
         font: 13px system-ui, "DejaVu Sans", sans-serif; align-items: flex-start; }
figure { margin: 0; border-radius: 8px; overflow: hidden; box-shadow: 0 3px 14px #0004; }
figcaption { padding: 7px 12px; background: #f4f5f7; color: #333; }
.dark figcaption { background: #2b2e33; color: #ddd; }
img { display: block; }
STYLE</style>
<div id="table">
<figure><figcaption>Ada, in a browser</figcaption><img width="640" src="ADA"></figure>
<figure class="dark"><figcaption>Bob, in a terminal: emojiart open URL</figcaption>BOB</figure>
<figure><figcaption>Cleo, on a phone</figcaption><img height="480" src="CLEO"></figure>
</div>
"""


class Painter(Person):
    """Somebody with a name, at the canvas of the picture."""

    def __init__(self, browser, server, name, colour, **options):
        super().__init__(browser, **options)
        self.open(server.url("valley"))
        self.page.locator(".person").first.click()
        self.page.get_by_label("Name that others see").fill(name)
        self.page.locator("dialog select").select_option(colour)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("button", name=f"{name}, you: edit profile")).to_be_visible()

    def show_all(self):
        """Has all of the scene in view."""
        self.page.locator("[data-action=fit]").click()
        expect(self.emojis).to_have_count(len(SCENE))

    def paint(self):
        """Puts the scene on the canvas."""
        emojis = [
            {"id": number + 1, "string": text, "position": {"x": x, "y": y}, "size": size}
            for number, (text, x, y, size) in enumerate(SCENE)
        ]
        self.page.evaluate("""(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "valley.emojiart"));
            const event = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.querySelector("#canvas").dispatchEvent(event);
        }""", json.dumps({"emojis": emojis, "uniqueEmojiId": len(emojis)}))
        self.saved()

    def select(self, *texts):
        """Selects emojis."""
        for text in texts:
            self.page.mouse.click(*self.place(text))
        expect(self.selected).to_have_count(len(texts))

    def picture(self, others):
        """The page, once it shows what the others have selected, as a data URL."""
        expect(self.page.locator(".outline.other")).to_have_count(others)
        self.page.evaluate("document.activeElement.blur()")
        return "data:image/png;base64," + base64.b64encode(self.page.screenshot()).decode()


def take(browser, server, state):
    """Lets three people meet at a canvas, and takes the picture."""
    scale = {"device_scale_factor": 2}
    ada = Painter(browser, server, "Ada", "#1565c0", **DESKTOP, **scale)
    ada.paint()
    cleo = Painter(browser, server, "Cleo", "#2e7d32", **PHONE, **scale)
    url = f"ws://127.0.0.1:{server.port}/documents/valley"
    program = SERVER.parent / "emojiart"
    bob = Terminal(f"{program} open {url} --name Bob --state {state}")
    try:
        bob.find("🚜")
        bob.press("f")
        for person in (ada, cleo):
            person.show_all()
        column, row = bob.find("🚜")
        bob.point(column, row, is_click=True)
        cleo.select("🌻", "🍄")
        ada.select("🏡")
        pictures = {"ADA": ada.picture(3), "CLEO": cleo.picture(2)}
        # Bob points beside what he selected.
        bob.point(column + 6, row + 1)
        expect(ada.page.locator(".cursor")).to_have_count(2)
        ada.page.wait_for_timeout(500)
        pictures["ADA"] = ada.picture(3)
        html = PAGE.replace("STYLE", STYLE).replace("BOB", bob.html())
    finally:
        bob.close()
    for name, url in pictures.items():
        html = html.replace(f'"{name}"', f'"{url}"')
    table = browser.new_page(viewport={"width": 1600, "height": 600}, device_scale_factor=1.25)
    table.set_content(html)
    table.locator("#table").screenshot(path=PICTURE)


def main():
    """Takes it with a server of its own."""
    Table.setUpClass()
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as state:
            take(Table.browser, server, state)
    finally:
        server.close()
        Table.tearDownClass()


if __name__ == "__main__":
    main()
