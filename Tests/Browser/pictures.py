"""Takes the pictures of the README: three people at one canvas, wide and on a phone."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "pages"))

from playwright.sync_api import expect
from table import Person, Server, Table

FOLDER = Path(__file__).parent / "pictures"
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
# Text, place and size, from the back to the front.
SCENE = [
    ("☀️", -190, 190, 90), ("☁️", -60, 205, 80), ("☁️", 120, 225, 100), ("🌈", 30, 130, 150),
    ("⛰️", -150, 70, 160), ("🏔️", 130, 60, 180), ("🌲", -210, -20, 80), ("🌲", -165, -30, 95),
    ("🌳", 205, -25, 100), ("🏡", 60, -30, 120), ("🌳", -20, -40, 90), ("🐄", -110, -95, 60),
    ("🐑", -50, -115, 45), ("🐑", -10, -100, 40), ("🌷", 120, -110, 40), ("🌻", 160, -105, 50),
    ("🌷", 195, -120, 40), ("🚜", -170, -160, 80), ("🐓", 25, -150, 40), ("🐖", 90, -175, 50),
    ("🍄", 180, -185, 36), ("🦆", -70, -190, 40), ("🐸", -20, -205, 36),
]


class Painter(Person):
    """Somebody with a name, at the canvas of the pictures."""

    def __init__(self, browser, server, name, colour, **options):
        super().__init__(browser, **options)
        self.open(server.url("valley"))
        self.page.locator(".person").first.click()
        self.page.get_by_label("Name that others see").fill(name)
        self.page.locator("dialog select").select_option(colour)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("button", name=f"{name}, you: change")).to_be_visible()

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

    def point_beside(self, text, dx, dy):
        """Points at something."""
        x, y = self.place(text)
        self.page.mouse.move(x + dx, y + dy)


def take(person, name):
    """Takes a picture once the others are there, with their cursors and selections."""
    expect(person.page.locator(".cursor")).to_have_count(2)
    expect(person.page.locator(".outline.other")).to_have_count(3)
    person.page.evaluate("document.activeElement.blur()")
    person.page.screenshot(path=FOLDER / f"{name}.png")


def main():
    """Takes both."""
    FOLDER.mkdir(exist_ok=True)
    Table.setUpClass()
    server = Server()
    try:
        ada = Painter(Table.browser, server, "Ada", "#1565c0", **DESKTOP)
        ada.paint()
        phone = Painter(Table.browser, server, "Ada", "#1565c0", **PHONE)
        bob = Painter(Table.browser, server, "Bob", "#c62828", **DESKTOP)
        cleo = Painter(Table.browser, server, "Cleo", "#6a1b9a", **DESKTOP)
        for person in (ada, phone, bob, cleo):
            person.show_all()
        bob.select("🚜")
        bob.point_beside("🚜", 70, 40)
        cleo.select("🌻", "🍄")
        cleo.point_beside("🌻", 50, -40)
        phone.context.close()
        ada.select("🏡")
        ada.page.mouse.move(600, 20)
        take(ada, "desktop")
        ada.context.close()
        phone = Painter(Table.browser, server, "Ada", "#1565c0", **PHONE)
        phone.show_all()
        phone.select("🏡")
        take(phone, "phone")
    finally:
        server.close()
        Table.tearDownClass()


if __name__ == "__main__":
    main()
