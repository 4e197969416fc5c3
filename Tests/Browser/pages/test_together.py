"""Several people at one canvas, and a server that comes and goes."""

import unittest

from playwright.sync_api import expect
from table import Person, Table, until


# Has the core fail at the next message of the server, once `planted` is set.
PLANTED = """
const { Instance } = WebAssembly;
WebAssembly.Instance = function (module, imports) {
    const { exports } = new Instance(module, imports);
    const count = exports.names();
    const names = new Uint8Array(exports.memory.buffer, exports.answer(), count);
    const receive = JSON.parse(new TextDecoder().decode(names)).indexOf("receive");
    const call = (place, ...values) => {
        if (!window.planted || place !== receive) return exports.call(place, ...values);
        window.planted = false;
        window.failures = (window.failures ?? 0) + 1;
        throw new WebAssembly.RuntimeError("unreachable");
    };
    return { exports: { ...exports, call } };
};
"""


class Together(Table):
    def test_P1_P4_others_see_a_cursor_and_a_selection_with_a_name(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        ada.page.mouse.click(*ada.place(text))
        ada.page.mouse.move(400, 300)
        cursor = bob.page.locator(".cursor")
        expect(cursor).to_have_count(1)
        expect(bob.page.locator(".outline.other")).to_have_count(1)
        box = bob.page.locator("#canvas").bounding_box()
        expect(cursor).to_have_css("transform", f"matrix(1, 0, 0, 1, 400, {300 - box['y']:g})")
        ada.context.close()
        self.people.remove(ada)
        expect(cursor).to_have_count(0)
        expect(bob.page.locator(".outline.other")).to_have_count(0)

    def test_P5_H9_a_drag_is_seen_by_others_before_it_ends(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        expect(bob.emojis).to_have_count(1)
        x, y = ada.place(text)
        ada.drag((x, y), (x + 100, y + 50), release=False)
        until(lambda: bob.place(text) == (x + 100, y + 50), "the drag")
        self.expect_edits(1)
        ada.page.mouse.up()
        self.expect_edits(2)
        self.expect_place(bob, text, (x + 100, y + 50))

    def test_P6_who_is_here_is_shown(self):
        ada, bob = self.person(), self.person()
        for person in (ada, bob):
            expect(person.page.locator(".person")).to_have_count(2)
        bob.context.close()
        self.people.remove(bob)
        expect(ada.page.locator(".person")).to_have_count(1)

    def test_P12_SY26_when_the_core_fails_another_goes_on_with_all_edits(self):
        ada = self.guest()
        ada.page.add_init_script(PLANTED)
        ada.open(self.server.url("picnic"))
        bob = self.person()
        ada.add(200, 200, 0)
        bob.add(300, 200, 2)
        expect(ada.emojis).to_have_count(2)
        ada.saved()
        # The answer to this edit is what the core fails at.
        ada.page.evaluate("window.planted = true")
        ada.add(300, 300, 4)
        expect(ada.page.locator(".alert")).to_contain_text("no edit is lost")
        ada.saved()
        self.assertEqual(ada.page.evaluate("window.failures"), 1)
        for person in (ada, bob):
            expect(person.emojis).to_have_count(3)
        self.expect_edits(3)
        ada.page.keyboard.press("Control+z")
        expect(bob.emojis).to_have_count(2)
        [fault] = ada.faults
        self.assertIn("The core has failed (/web/core-", fault)
        ada.faults.clear()

    def test_P12_P13_edits_without_a_server_are_kept_and_saved_once_when_it_is_back(self):
        ada, bob = self.person(), self.person()
        ada.add(200, 200, 0)
        expect(bob.emojis).to_have_count(1)
        self.server.kill()
        for person in (ada, bob):
            expect(person.page.locator(".save")).to_contain_text("Offline")
        ada.add(300, 200, 2)
        bob.add(300, 300, 4)
        ada.add(300, 400, 6)
        expect(ada.page.locator(".save")).to_have_text("Offline, 2 edits kept here")
        expect(ada.emojis).to_have_count(3)
        self.server.start()
        for person in (ada, bob):
            person.saved()
            expect(person.emojis).to_have_count(4)
        self.expect_edits(4)

    def test_P13_edits_without_a_server_survive_a_closed_tab(self):
        ada = self.person()
        ada.add(200, 200, 0)
        expect(ada.emojis).to_have_count(1)
        ada.saved()
        self.server.kill()
        expect(ada.page.locator(".save")).to_contain_text("Offline")
        ada.add(300, 200, 2)
        ada.add(400, 200, 4)
        expect(ada.page.locator(".save")).to_have_text("Offline, 2 edits kept here")
        ada.page.close()
        self.server.start()
        ada.page = ada.visit()
        ada.open(self.server.url("picnic"))
        expect(ada.emojis).to_have_count(3)
        self.expect_edits(3)

    def test_P13_an_edit_is_said_to_be_kept_when_it_is(self):
        ada = self.person()
        ada.add(200, 200, 0)
        expect(ada.emojis).to_have_count(1)
        ada.saved()
        self.server.kill()
        expect(ada.page.locator(".save")).to_contain_text("Offline")
        # A disk that stands still: what is put waits until the disk goes on.
        ada.page.evaluate(
            """() => {
                const put = IDBObjectStore.prototype.put;
                window.diskStands = true;
                IDBObjectStore.prototype.put = function (...values) {
                    const wait = () => {
                        if (!window.diskStands) put.apply(this, values);
                        else this.get("nothing").onsuccess = wait;
                    };
                    wait();
                };
            }"""
        )
        ada.add(300, 200, 2)
        expect(ada.page.locator(".save")).to_have_text("Offline, 1 edit not kept yet")
        ada.page.evaluate("window.diskStands = false")
        expect(ada.page.locator(".save")).to_have_text("Offline, 1 edit kept here")
        ada.page.once("dialog", lambda dialog: dialog.accept())
        self.server.start()
        ada.page.reload()
        self.expect_edits(2)

    def test_UN13_undo_outlives_a_reload(self):
        ada = self.person()
        ada.add(200, 200, 0)
        expect(ada.emojis).to_have_count(1)
        ada.saved()
        ada.page.reload()
        ada.saved()
        expect(ada.emojis).to_have_count(1)
        ada.page.locator("[data-action=undo]").click()
        expect(ada.emojis).to_have_count(0)

    def test_SY19_a_second_tab_of_a_browser_is_a_client_of_its_own(self):
        ada = self.person()
        ada.add(200, 200, 0)
        first, ada.page = ada.page, ada.visit()
        ada.open(self.server.url("picnic"))
        expect(ada.emojis).to_have_count(1)
        expect(ada.page.locator("[data-action=undo]")).to_be_disabled()
        ada.add(300, 300, 2)
        expect(first.locator(".emoji")).to_have_count(2)
        expect(first.locator(".save")).to_have_text("Saved")

    def test_FA46_what_others_write_is_text(self):
        ada = self.person()
        name = "<img src=x onerror=alert(1)>"
        script = f"""async () => {{
            const server = location.origin.replace("http", "ws");
            const socket = new WebSocket(`${{server}}/documents/picnic`, "emojiart.v1");
            await new Promise((resolve) => (socket.onopen = resolve));
            socket.send(JSON.stringify({{ type: "hello", name: {name!r} }}));
            await new Promise((resolve) => (socket.onmessage = resolve));
            socket.send('{{"type":"presence","cursor":{{"x":0,"y":0}}}}');
        }}"""
        mallory = self.person()
        mallory.page.evaluate(script)
        expect(ada.page.locator(".cursor span")).to_have_text(name)
        self.assertEqual(ada.page.locator(".cursor img, .person img").count(), 0)


if __name__ == "__main__":
    unittest.main()
