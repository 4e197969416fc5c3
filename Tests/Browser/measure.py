"""How fast the page is with as much as a document may hold: `make measure`.

Each figure is the median of three fresh pages. A timed test would fail on a busy machine: these are
figures, to be compared on the same one.
"""

import json
import os
import random
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "pages"))

from crowd import Crowd
from link import Link
from playwright.sync_api import expect
from table import ROOT, Person, Server, Table

PROGRAM = os.environ.get("PROGRAM", ROOT / ".build/release/emojiart-server")
EMOJIS = int(os.environ.get("EMOJIS", "10000"))
MEMBERS = 500
ROUNDS = int(os.environ.get("ROUNDS", "3"))
# Milliseconds of each movement.
LENGTH = 2_000
SCREEN = {"width": 1280, "height": 800}
MIDDLE = (640, 400)

# Does a step in each frame, for so many ms; the times of the frames, and how many moves of what is
# dragged were drawn. The page makes the events: those of the driver come one in a few frames.
MOVE = """([kind, length]) => new Promise((resolve) => {
    const canvas = document.querySelector("#canvas");
    const times = [];
    const dragged = document.querySelector(".emoji[style*=transform]");
    let drawn = 0;
    let shown = "";
    const at = { clientX: 640, clientY: 400, pointerId: 1, bubbles: true };
    const steps = {
        pointer: (number) => {
            at.clientX = 540 + (number * 7) % 200;
            at.clientY = 320 + (number * 5) % 160;
            canvas.dispatchEvent(new PointerEvent("pointermove", at));
        },
        wheel: (number) => {
            const wheel = { ...at, ctrlKey: true, deltaY: number % 60 < 30 ? -3 : 3 };
            canvas.dispatchEvent(new WheelEvent("wheel", wheel));
        },
        none: () => {},
    };
    const step = (time) => {
        times.push(time);
        if (dragged && dragged.style.transform !== shown) {
            drawn += 1;
            shown = dragged.style.transform;
        }
        if (time - times[0] > length) return resolve([times, drawn]);
        steps[kind](times.length);
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""
TOPMOST = """() => {
    const boxes = [...document.querySelectorAll(".emoji")].map((e) => e.getBoundingClientRect());
    const isSeen = ({ x, y }) => x > 200 && x < 1000 && y > 200 && y < 600;
    const { x, y, width } = boxes.findLast(isSeen);
    return [x + width / 2, y + width / 2];
}"""
SHOWN = f"""() => document.querySelectorAll(".emoji").length === {EMOJIS}
    && document.querySelector(".save").textContent === "Saved" && performance.now()"""

# When something was painted, and when the document was there: the page says so in its own time.
VISIT = """() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    const isSaved = document.querySelector(".save")?.textContent === "Saved";
    return paint && isSaved && [paint.startTime, performance.now()];
}"""


def file():
    """Emojis all over a canvas of about three screens by three, always the same."""
    chance = random.Random(1)
    emojis = [
        {
            "id": number + 1,
            "position": {"x": chance.randint(-2000, 2000), "y": chance.randint(-1400, 1400)},
            "size": chance.choice([20, 40, 60]),
            "string": chance.choice("🚲🐸🐢🌵🚙🍀😀🌧🎺🏀"),
        }
        for number in range(EMOJIS)
    ]
    return json.dumps({"emojis": emojis, "uniqueEmojiId": EMOJIS})


def fill(person):
    """Drops the file on the canvas."""
    person.page.evaluate("""(text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "big.emojiart"));
        const event = new DragEvent("drop", { dataTransfer: data, bubbles: true });
        document.querySelector("#canvas").dispatchEvent(event);
    }""", file())
    person.page.wait_for_function(SHOWN, timeout=600_000)


def frames(page, kind):
    """Frames a second, and the longest in ms, while something is done in each."""
    times, drawn = page.evaluate(MOVE, [kind, LENGTH])
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    moves = {"moves drawn a second": 1000 * drawn / sum(gaps)} if drawn else {}
    return {"fps": 1000 * len(gaps) / sum(gaps), "longest ms": max(gaps)} | moves


def pan(page):
    """Drags the view."""
    page.mouse.move(*MIDDLE)
    page.keyboard.down("Space")
    page.mouse.down()
    found = frames(page, "pointer")
    page.mouse.up()
    page.keyboard.up("Space")
    return found


def drag(page, count):
    """Drags the topmost emoji that is in view, and with it what is selected; and puts it back."""
    x, y = page.evaluate(TOPMOST)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y, steps=2)
    expect(page.locator(".emoji[style*=transform]")).to_have_count(count)
    found = frames(page, "pointer")
    page.keyboard.press("Escape")
    page.mouse.up()
    return found


def measure(browser, server):
    """All figures of one fresh page."""
    person = Person(browser, viewport=SCREEN)
    page = person.page
    page.goto(server.url("big"))
    shown = page.wait_for_function(SHOWN, timeout=60_000).json_value()
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    canvas = page.locator("#canvas")
    canvas.focus()
    found = {"opening": {"first paint ms": paint, "all shown and saved ms": shown}}
    found["pan, 1,000 in view"] = pan(page)
    found["zoom by pinch"] = frames(page, "wheel")
    found["drag of one"] = drag(page, 1)
    # As many as can be selected, put above the others so that the drag is theirs.
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+Shift+]")
    expect(page.locator(".save")).to_have_text("Saved")
    found["drag of 1,000 selected"] = drag(page, 1_000)
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+1")
    found["pan, all in view"] = pan(page)
    person.context.close()
    return found


def measure_members(browser, server):
    """What others' cursors cost."""
    person = Person(browser, viewport=SCREEN).open(server.url("small"))
    url = server.url("small").replace("http", "ws").replace("canvas", "documents")
    with Crowd(url, MEMBERS - 1):
        expect(person.page.locator(".cursor")).to_have_count(MEMBERS - 1)
        found = frames(person.page, "none")
        still = frames(person.page, "pointer")
    person.context.close()
    return {f"{MEMBERS} members": found, f"{MEMBERS} members, own mouse": still}


def measure_visits(browser):
    """A first visit and the next one to a small document, near and over a slow link."""
    found = {}
    links = {"near": (0, 1e9), "at 300 ms, 50 KB/s": (0.3, 50_000)}
    for name, (round_trip, rate) in links.items():
        with Link(round_trip, rate) as link:
            server = Server("--host", f"127.0.0.1:{link.port}", program=PROGRAM)
            link.server = server.port
            person = Person(browser, viewport=SCREEN)
            for visit in ("first visit", "next visit"):
                page, requests, before = person.visit(), [], link.received
                page.on("request", lambda request, all=requests: all.append(request))
                page.goto(server.url("small").replace(str(server.port), str(link.port)))
                times = page.wait_for_function(VISIT, timeout=60_000).json_value()
                kilobytes = (link.received - before) / 1_000
                cost = {"requests": len(requests), "KB": kilobytes}
                found[f"{visit} {name}"] = dict(zip(("first paint ms", "usable ms"), times)) | cost
                page.close()
            person.context.close()
            server.close()
    return found


def main():
    """Prints a table."""
    Table.setUpClass()
    room = str(MEMBERS + 100)
    rates = ("--connections-per-address", room, "--opens-per-address", room)
    server = Server(*rates, program=PROGRAM)
    browser = Table.browser
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f}, Chromium {browser.version}, headless")
    try:
        person = Person(browser, viewport=SCREEN).open(server.url("big"))
        fill(person)
        person.context.close()
        rounds = [
            measure_visits(browser)
            | measure(browser, server)
            | measure_members(browser, server)
            for _ in range(ROUNDS)
        ]
    finally:
        server.close()
        Table.tearDownClass()
    for what, figures in rounds[0].items():
        medians = {name: statistics.median(each[what][name] for each in rounds) for name in figures}
        print(f"{what:26}", *(f"{name} {value:.0f}" for name, value in medians.items()), sep="  ")


if __name__ == "__main__":
    main()
