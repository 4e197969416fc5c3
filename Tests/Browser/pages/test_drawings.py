"""One geometry for all drawings: the page, its exports, the server's SVG, the client's PNG."""

import base64
import json
import re
import subprocess
import unittest

from table import SERVER, Table, until

# A picture with a red, a green, a blue and a yellow quarter, as a PNG or a JPEG in base64.
PAINT = """async ([width, height, type]) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    const quarters = [["red", 0, 0], ["lime", 1, 0], ["blue", 0, 1], ["yellow", 1, 1]];
    for (const [colour, x, y] of quarters) {
        context.fillStyle = colour;
        context.fillRect((x * width) / 2, (y * height) / 2, width / 2, height / 2);
    }
    const blob = await canvas.convertToBlob({ type, quality: 1 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
}"""
# Draws pictures on grey at one size, and gives their sides and the mean difference to the first.
COMPARE = """async (urls) => {
    const side = 160;
    const sides = [];
    const pixels = [];
    for (const url of urls) {
        const image = new Image();
        image.src = url;
        await image.decode();
        sides.push([image.naturalWidth, image.naturalHeight]);
        const canvas = new OffscreenCanvas(side, side);
        const context = canvas.getContext("2d");
        context.fillStyle = "#888";
        context.fillRect(0, 0, side, side);
        context.drawImage(image, 0, 0, side, side);
        pixels.push(context.getImageData(0, 0, side, side).data);
    }
    const differences = pixels.map((each) => {
        let sum = 0;
        for (let at = 0; at < each.length; at += 1) sum += Math.abs(each[at] - pixels[0][at]);
        return sum / each.length;
    });
    return { sides, differences };
}"""
# Exif data of one field: the picture is stored turned by a quarter.
TURNED = bytes.fromhex(
    "ffe10022" "457869660000" "4d4d002a00000008" "0001" "0112000300000001" "00060000" "00000000"
)
# The picture's sides and kind, the emojis beside it, and the sides of the drawing.
CASES = {
    "no background": (None, [("🟪", -60, 30, 40), ("🟧", 80, -20, 60)], (230, 140)),
    "small": ((60, 40, "image/png"), [("🟪", 0, 0, 20), ("🟧", 50, 0, 20)], (130, 80)),
    "large": ((900, 500, "image/png"), [("🟪", 200, 100, 80)], (940, 540)),
    "portrait": ((200, 600, "image/jpeg"), [("🟪", 50, 200, 60)], (240, 640)),
    "rotated": ((400, 200, "turned"), [("🟪", 50, 100, 60)], (240, 440)),
    "emojis outside": (
        *((200, 200, "image/png"), [("🟪", 400, 0, 40), ("🟧", 0, -300, 40)]),
        (560, 460),
    ),
}


class Drawings(Table):
    # The document that is drawn.
    name = "picnic"

    def url(self, kind, data):
        return f"data:image/{kind};base64," + base64.b64encode(data).decode()

    def paint(self, person, width, height, kind):
        """A picture as bytes."""
        type = "image/jpeg" if kind == "turned" else kind
        data = base64.b64decode(person.page.evaluate(PAINT, [width, height, type]))
        return data[:2] + TURNED + data[2:] if kind == "turned" else data

    def put(self, person, picture, emojis):
        """Gives the document a picture that the server keeps, and emojis, as programs do."""
        document = f"ws://127.0.0.1:{self.server.port}/documents/{self.name}"
        state = self.server.data + "/state"
        client = [SERVER.parent / "emojiart"]
        if picture:
            file = self.server.data + "/picture"
            with open(file, "wb") as output:
                output.write(picture)
            subprocess.run(
                [*client, "background", document, file, "--state", state], check=True
            )
        lines = [
            json.dumps({"type": "add", "emojis": [{"text": text, "x": x, "y": y, "size": size}]})
            for text, x, y, size in emojis
        ]
        subprocess.run(
            [*client, "edit", document, "--json", "--state", state],
            input="\n".join(lines).encode(),
            check=True,
            stdout=subprocess.DEVNULL,
        )
        person.page.reload()
        person.saved()

    def box(self, url):
        """The sides of an SVG's view, which a browser scales; None of a PNG."""
        data = url.split(";base64,")[1]
        found = re.search(rb'viewBox="\S+ \S+ (\S+) (\S+)"', base64.b64decode(data))
        return found and (float(found[1]), float(found[2]))

    def exports(self, person):
        """The drawings of all programs, as addresses."""
        person.page.locator("#canvas").focus()
        files = {}
        for name, kind in (("PNG 1×", "png"), ("SVG", "svg+xml")):
            person.page.keyboard.press("Control+s")
            with person.page.expect_download() as download:
                person.page.get_by_role("button", name=name, exact=True).click()
            with open(download.value.path(), "rb") as file:
                files[f"page's {name}"] = self.url(kind, file.read())
        document = f"ws://127.0.0.1:{self.server.port}/documents/{self.name}"
        command = [SERVER.parent / "emojiart", "export", document, "--format"]
        for form, kind in (("png", "png"), ("svg", "svg+xml")):
            run = subprocess.run([*command, form], capture_output=True, check=True)
            files[f"client's {form}"] = self.url(kind, run.stdout)
        return files

    def test_EX1_EX2_page_and_exports_show_the_same(self):
        for number, (name, (picture, emojis, sides)) in enumerate(CASES.items()):
            with self.subTest(name):
                self.name = f"drawing-{number}"
                ada = self.person(self.name, viewport={"width": 1400, "height": 1100})
                data = self.paint(ada, *picture) if picture else None
                self.put(ada, data, emojis)
                files = self.exports(ada)
                shown = self.page_picture(ada, emojis, picture, sides)
                found = ada.page.evaluate(COMPARE, [shown, *files.values()])
                for file, size, difference in zip(
                    files, found["sides"][1:], found["differences"][1:]
                ):
                    size = self.box(files[file]) or tuple(size)
                    self.assertEqual(size, sides, f"{name}: {file}")
                    self.assertLess(difference, 4, f"{name}: {file} is not what the page shows")

    def page_picture(self, person, emojis, picture, sides):
        """The part of the page that drawings show, on grey, without outlines."""
        if picture:
            until(
                lambda: person.page.locator(".background").evaluate("(image) => image.complete"),
                page=person.page,
            )
        width, height, kind = picture or (0, 0, "")
        if kind == "turned":
            width, height = height, width
        lefts = [x - size / 2 for _, x, _, size in emojis] + ([-width / 2] if picture else [])
        tops = [-y - size / 2 for _, _, y, size in emojis] + ([-height / 2] if picture else [])
        # The page fits a new background: back to one pixel a unit.
        person.page.keyboard.press("Control+0")
        until(lambda: person.zoom == 1, page=person.page)
        # The drawing alone, on the grey that drawings are compared on.
        place = person.page.evaluate("""() => {
            for (const part of document.querySelectorAll(".bar, .palette, .tools, .presence")) {
                part.style.visibility = "hidden";
            }
            const canvas = document.querySelector("#canvas");
            canvas.style.background = "#888";
            const { left, top } = canvas.getBoundingClientRect();
            const world = getComputedStyle(canvas.querySelector(".world"));
            const matrix = new DOMMatrix(world.transform);
            return [left + matrix.e, top + matrix.f];
        }""")
        clip = {
            "x": place[0] + min(lefts) - 20,
            "y": place[1] + min(tops) - 20,
            "width": sides[0],
            "height": sides[1],
        }
        return self.url("png", person.page.screenshot(clip=clip))

    def test_EX4_a_picture_on_another_host_is_left_out_and_that_is_said(self):
        ada = self.person()
        self.put(ada, None, [("🟪", 100, 0, 40)])
        document = f"ws://127.0.0.1:{self.server.port}/documents/{self.name}"
        client = SERVER.parent / "emojiart"
        before = self.exports(ada)
        subprocess.run(
            [client, "background", document, "http://127.0.0.1:1/a.png"],
            check=True,
            capture_output=True,
        )
        until(lambda: ada.page.locator(".background-state").is_visible(), page=ada.page)
        after = self.exports(ada)
        found = ada.page.evaluate(COMPARE, [*before.values(), *after.values()])
        for file, size, difference in zip(
            [*before.values(), *after.values()], found["sides"], found["differences"]
        ):
            self.assertEqual(self.box(file) or tuple(size), (80, 80))
            self.assertLess(difference, 4)
        alert = ada.page.locator(".alert")
        self.assertIn("without the background", alert.inner_text())
        for form in ("png", "svg"):
            run = subprocess.run(
                [client, "export", document, "--format", form], capture_output=True
            )
            self.assertIn(b"without the background", run.stderr)
        # That host does not answer, which the page's console says too.
        ada.faults.clear()


if __name__ == "__main__":
    unittest.main()
