"""The client for other people's pages and programs: the folder `sdk`, and what a server gives."""

import os
import subprocess
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import expect
from table import PATIENCE, ROOT, Table, until
from test_undecided import Trimmed

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
    await document_.joined();
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
        expect(person.page.locator("#status")).to_contain_text("Saved.")
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
        expect(guest.page.locator("#status")).to_have_text("Saved. 2 here.")
        box = frogs.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        guest.drag((x, y), (x + 120, y + 60))
        self.expect_edits(2, "demo")
        (frog,) = self.server.emojis("demo")
        self.assertEqual(frog["position"], {"x": -172, "y": 80})
        guest.page.locator("#undo").click()
        self.expect_edits(3, "demo")
        expect(frogs).to_have_css("left", "100px")
        guest.page.mouse.click(300, 300, button="right")
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
        expect(frog).to_have_css("translate", "calc(-50% + 50px) -50%")
        guest.touch("touchCancel")
        expect(frog).to_have_css("translate", "-50% -50%")
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

    def test_SY25_a_storage_gets_one_text_after_the_other_and_may_fail(self):
        guest = self.opened()
        found = guest.page.evaluate("""async () => {
            const { open } = await import("./emojiart-sync.js");
            const [faults, texts] = [[], []];
            let [writing, kept] = [0, null];
            const storage = {
                read: async () => kept,
                write: async (text) => {
                    if (++writing > 1) faults.push("two at a time");
                    await new Promise((done) => setTimeout(done, texts.length ? 10 : 100));
                    texts.push(text);
                    writing -= 1;
                    if (texts.length === 3) throw new Error("full");
                    kept = text;
                },
            };
            const second = await open(document_url, { storage });
            second.on("fault", ({ code }) => faults.push(code));
            await second.joined();
            for (const width of [8, 9, 10]) second.edit({ type: "canvas", width, height: 9 });
            await second.saved();
            second.edit({ type: "canvas", width: 11, height: 9 });
            await second.saved();
            const until = async (isSo) => {
                while (!isSo()) await new Promise((done) => setTimeout(done, 10));
            };
            await until(() => JSON.parse(kept).kept.count === 0 && faults.length > 0);
            second.close();
            return [faults, second.canvas.width];
        }""".replace("document_url", f'"ws://127.0.0.1:{self.server.port}/documents/picnic"'))
        self.assertEqual(found, [["storage_failed"], 11])

    def test_SY25_a_storage_of_one_document_gives_no_edit_to_another(self):
        guest = self.opened()
        self.server.kill()
        until(lambda: guest.page.evaluate("document_.status") == "reconnecting")
        guest.page.evaluate("document_.edit({ type: 'canvas', width: 9, height: 9 })")
        self.server.start()
        found = guest.page.evaluate("""async () => {
            const { open } = await import("./emojiart-sync.js");
            const read = async () => localStorage.getItem("picnic");
            const url = "ws://h/documents/pond";
            const wrong = await open(url, { storage: { read } }).catch((error) => error);
            const other = { read: async () => "{" };
            const broken = await open(url, { storage: other }).catch((error) => error);
            return [wrong.message, broken.message];
        }""")
        self.assertIn("another document, picnic", found[0])
        self.assertIn("did not write", found[1])
        guest.faults.clear()

    def test_P16_HT34_a_program_decides_about_edits_that_may_be_there(self):
        guest = self.guest()
        trimmed = Trimmed(guest.page)
        guest.page.goto(f"{self.origin}/package.json")
        guest.page.evaluate(OPEN, [self.host, "picnic", {}])
        add = """document_.edit({ type: "add", emojis: [{ text: "🐸", x: 1, y: 2 }] })"""
        for answer in "{ add: true }", "{ add: false }":
            trimmed.cut()
            until(lambda: guest.page.evaluate("document_.status") == "reconnecting")
            guest.page.evaluate(add)
            trimmed.lie()
            guest.page.evaluate("document_.connect()")
            until(lambda: guest.page.evaluate("document_.undecided") == 1, "a question")
            self.assertFalse(guest.page.evaluate("document_.isSaved"))
            guest.page.evaluate(f"document_.decide({answer})")
            guest.page.evaluate("document_.saved()")
            self.assertEqual(guest.page.evaluate("document_.undecided"), 0)
            self.expect_edits(1)
        guest.faults.clear()

    def test_ER3_how_a_connection_ended_is_told(self):
        guest = self.opened()
        found = guest.page.evaluate("""async (address) => {
            const ends = [];
            document_.on("status", (closing) => ends.push(closing?.name));
            await fetch(address, { method: "DELETE" });
            const note = ({ name, closing }) => `${name} ${closing.code} ${closing.name}`;
            const found = [await document_.joined().then(() => "joined", note)];
            while (document_.status !== "stopped") {
                await new Promise((done) => setTimeout(done, 10));
            }
            found.push(await document_.joined().catch(note), ends.at(-1));
            document_.close();
            return [...found, await document_.joined().catch(note)];
        }""", f"{self.host}/documents/picnic")
        self.assertIn(found[0], ["joined", "ClosedError 4404 no_document"])
        gone = ["ClosedError 4404 no_document", "no_document", "ClosedError 1000 normal"]
        self.assertEqual(found[1:], gone)
        guest.faults.clear()

    def test_CM3_what_no_document_or_member_can_be_is_refused_at_once(self):
        guest = self.opened()
        found = guest.page.evaluate("""async () => {
            const { open } = await import("./emojiart-sync.js");
            const tries = [
                ["ws://h/documents/ABC"], ["ws://h/x/"], ["http://h/documents/x"], ["x"],
                ["ws://h/documents/x", { name: "\u0000" }],
                ["ws://h/documents/x", { colour: "red" }],
            ];
            const errors = await Promise.all(tries.map((each) => open(...each).catch((e) => e)));
            const calls = [
                () => document_.edit({ type: "jump" }),
                () => document_.edit({ type: "move", ids: ["1.1"], dx: 0.5, dy: 0 }),
                () => document_.share({ cursor: { x: "left" } }),
                () => document_.on("sync", () => {}),
                () => document_.on("change", 3),
            ];
            for (const call of calls) {
                try {
                    errors.push(call());
                } catch (error) {
                    errors.push(error);
                }
            }
            return errors.map((error) => error instanceof Error && error.message);
        }""")
        self.assertTrue(all(found), found)
        self.assertIn("a name is a-z", found[0])
        self.assertIn("#rrggbb", found[5])

    def test_a_listener_that_fails_takes_nothing_from_the_others(self):
        guest = self.opened()
        found = guest.page.evaluate("""async () => {
            const heard = [];
            document_.on("change", () => { throw new Error("mine"); });
            document_.on("change", ({ put, ...rest }) => heard.push([put.length, rest]));
            document_.edit({ type: "add", emojis: [{ text: "🐸", x: 0, y: 0 }] });
            await document_.saved();
            return heard;
        }""")
        self.assertEqual(found, [[1, {}]])
        self.assertEqual(guest.faults, ["mine"])
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
