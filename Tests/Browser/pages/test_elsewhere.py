"""The client for other people's pages and programs: the folder `sdk`, and what a server gives."""

import os
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import expect
from table import PATIENCE, ROOT, Table, until

SDK = next((ROOT / ".build/plugins/outputs").glob("*/Web/destination/PageBundle/sdk"))
# Debian's Node has no WebSocket, and keeps its libraries here.
OLD_NODE = ["node", "-r", ROOT / "Tests/Browser/unit/older.cjs"]
OPEN = """async ([server, name, options]) => {
    const { open } = await import("./emojiart-sync.js");
    const url = `${server.replace("http", "ws")}/documents/${name}`;
    const storage = {
        read: async () => localStorage.getItem(name),
        write: async (text) => localStorage.setItem(name, text),
    };
    window.document_ = await open(url, { storage, ...options });
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and no icon, and says nothing."""

    def do_GET(self):
        if self.path != "/favicon.ico":
            return super().do_GET()
        self.send_response(204)
        return self.end_headers()

    def log_message(self, *_):
        pass


class Elsewhere(Table):
    def setUp(self):
        self.site = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=SDK))
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        self.origin = f"http://localhost:{self.site.server_port}"
        self.server_options = ("--origin", self.origin)
        super().setUp()
        self.host = f"http://127.0.0.1:{self.server.port}"

    def tearDown(self):
        self.site.shutdown()
        self.site.server_close()
        super().tearDown()

    def example(self, **options):
        """Somebody at the example, a page of another origin."""
        person = self.guest(**options)
        person.page.goto(f"{self.origin}/example.html?server={self.host}")
        expect(person.page.locator("#status")).to_have_text("Saved")
        return person

    def opened(self, name="picnic", **options):
        """A page that has opened a document with the script beside it."""
        person = self.guest()
        person.page.goto(f"{self.origin}/package.json")
        person.page.evaluate(OPEN, [self.host, name, options])
        return person

    def test_HT33_HT34_a_page_of_another_origin_shows_and_edits_a_document(self):
        guest, ada = self.example(), self.person("demo")
        board = guest.page.locator("#board")
        frogs = board.locator("span")
        board.click(position={"x": 100, "y": 100})
        expect(ada.emojis).to_have_count(1)
        expect(guest.page.locator("#people")).to_have_text("2")
        expect(guest.page.locator("#status")).to_have_text("Saved")
        box = frogs.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        guest.drag((x, y), (x + 120, y + 60))
        self.expect_edits(2, "demo")
        (frog,) = self.server.emojis("demo")
        self.assertEqual(frog["position"], {"x": -180, "y": 80})
        guest.page.locator("#undo").click()
        self.expect_edits(3, "demo")
        expect(frogs).to_have_css("left", "100px")
        ada.page.keyboard.press("Control+a")
        ada.page.keyboard.press("Delete")
        expect(frogs).to_have_count(0)

    def test_HT34_a_cancelled_touch_is_no_edit(self):
        guest = self.example(**self.phone)
        board = guest.page.locator("#board")
        board.tap(position={"x": 100, "y": 100})
        self.expect_edits(1, "demo")
        frog = board.locator("span")
        box = frog.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        guest.touch("touchStart", (x, y))
        guest.touch("touchMove", (x + 50, y))
        expect(frog).to_have_css("left", "150px")
        guest.touch("touchCancel")
        expect(frog).to_have_css("left", "100px")
        self.expect_edits(1, "demo")

    def test_HT33_its_script_may_send_a_background(self):
        guest = self.opened()
        answer = guest.page.evaluate(
            """async (url) => {
                const body = Uint8Array.from(atob("R0lGODlhAQABAAAAADs="), (c) => c.charCodeAt(0));
                const headers = { Authorization: "Bearer x", "Content-Type": "image/gif" };
                const made = await document_.edit({ type: "canvas", width: 9, height: 9 });
                await document_.saved();
                const sent = await fetch(url, { method: "PUT", headers, body });
                const lost = await fetch(url, { method: "PUT", headers, body: new Blob(["x"]) });
                return [made, sent.status, (await sent.json()).type, lost.status];
            }""",
            f"{self.host}/documents/picnic/background",
        )
        self.assertEqual(answer, [[], 201, "image/gif", 415])
        guest.faults.clear()

    def test_CN18_HT33_another_origin_loads_and_reads_nothing(self):
        other = self.guest()
        other.page.goto(f"{self.origin.replace('localhost', '127.0.0.1')}/package.json")
        for ask in ["import(url)", "fetch(url)", "fetch(url, { method: 'PUT', body: 'x' })"]:
            asked = f"(url) => {ask}.then(() => 'read', (error) => error.name)"
            found = other.page.evaluate(asked, f"{self.host}/sdk/emojiart-sync.js")
            self.assertEqual(found, "TypeError", ask)
        other.faults.clear()

    def test_SY25_SY26_an_edit_outlives_the_server_and_the_page(self):
        guest = self.opened()
        self.server.kill()
        until(lambda: guest.page.evaluate("document_.status") == "reconnecting")
        added = guest.page.evaluate("""() => document_.edit(
            { type: "add", emojis: [{ text: "🐸", x: 1, y: 2, size: 40 }] })""")
        self.assertEqual(guest.page.evaluate("[document_.pending, document_.emojis.size]"), [1, 1])
        guest.page.reload()
        self.server.start()
        guest.page.evaluate(OPEN, [self.host, "picnic", {}])
        guest.page.evaluate("document_.saved()")
        found = guest.page.evaluate("document_.inOrder().map(({ id }) => id)")
        self.assertEqual(found, added)
        guest.page.evaluate("document_.undo(), document_.saved()")
        self.assertEqual(guest.page.evaluate("document_.emojis.size"), 0)
        guest.faults.clear()

    def test_SY25_edits_are_kept_before_they_are_sent_and_a_storage_that_fails_stops_none(self):
        guest = self.opened()
        found = guest.page.evaluate("""async () => {
            const faults = [];
            document_.on("fault", ({ code }) => faults.push(code));
            Storage.prototype.setItem = () => { throw new Error("full"); };
            document_.edit({ type: "canvas", width: 9, height: 9 });
            await document_.saved();
            return faults;
        }""")
        self.assertIn("storage_failed", found)
        self.expect_edits(1)

    def test_ER4_what_is_refused_for_good_is_an_error_with_a_code(self):
        guest = self.opened()
        found = guest.page.evaluate("""async () => {
            const { open } = await import("./emojiart-sync.js");
            const errors = [];
            const note = (error) => errors.push(error.closing?.name ?? error.message);
            const url = document_ && location.origin;
            document_.close();
            await document_.saved().catch(note);
            const signal = AbortSignal.timeout(100);
            const abandoned = open(url.replace("http", "ws"), { signal });
            await abandoned.catch(({ name }) => errors.push(name));
            await open(url, { name: "\\u0000" }).catch(note);
            return errors;
        }""")
        self.assertEqual(found[0:2], ["normal", "TimeoutError"])
        self.assertIn("name", found[2])
        guest.faults.clear()

    def test_HT34_a_program_in_node_edits_and_watches_a_document(self):
        url = f"ws://127.0.0.1:{self.server.port}/documents/picnic"
        ada = self.person()
        environment = {**os.environ, "NODE_PATH": "/usr/share/nodejs"}
        program = subprocess.Popen(
            [*OLD_NODE, SDK / "example.mjs", url, "1"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        expect(ada.emojis).to_have_count(1)
        self.assertEqual(program.stdout.readline(), "revision 0, 0 emojis\n")
        self.assertRegex(program.stdout.readline(), r"saved \d+\.1 as revision 1\n")
        ada.page.keyboard.press("Control+a")
        ada.page.keyboard.press("Delete")
        rest, _ = program.communicate(timeout=PATIENCE)
        self.assertRegex(rest, r"^\d+\.1 is gone\n$")
        self.assertEqual(program.returncode, 0)
