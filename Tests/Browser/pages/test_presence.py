"""What people tell each other besides edits: where they are, what they see, say and feel."""

import unittest

from playwright.sync_api import expect
from table import Person, Table, until

PIXELS = """(canvas) => {
    if (canvas.width === 0 || canvas.height === 0) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length;
}"""


class Presence(Table):
    def timed(self, **options):
        """Somebody whose clock the test sets forward."""
        person = Person(self.browser, viewport={"width": 800, "height": 600}, **options)
        self.people.append(person)
        person.page.clock.install()
        return person.open(self.server.url("picnic"))

    def named(self, name, **options):
        """Somebody with a name."""
        person = self.person(**options)
        person.page.locator(".person").first.click()
        person.page.get_by_label("Name that others see").fill(name)
        person.page.keyboard.press("Enter")
        expect(person.page.get_by_role("button", name=f"{name}, you")).to_be_visible()
        return person

    def open_menu(self, person):
        """Opens the menu of the canvas."""
        person.page.locator("#canvas").click(button="right", position={"x": 20, "y": 20})

    def choose(self, person, item):
        """Chooses from the menu of the canvas."""
        self.open_menu(person)
        person.page.locator(".menu button", has_text=item).click()

    def follow(self, person, face):
        """Presses a face until its member can be followed: a view comes a moment after its face."""
        frame = person.page.locator(".following")

        def is_followed():
            face.click()
            return frame.is_visible()

        until(is_followed, "what the other sees")

    def pixels(self, person):
        """How much of the page lasers cover."""
        return person.page.locator("canvas.laser").evaluate(PIXELS)

    def test_P2_a_cursor_outside_of_the_view_is_marked_at_the_edge(self):
        ada, bob = self.person(), self.named("Bob")
        bob.page.mouse.move(300, 300)
        cursor = ada.page.locator(".cursor")
        expect(cursor.locator("span")).to_have_text("Bob")
        # Everything goes far to the left, and the cursor with it far to the right.
        for _ in range(20):
            bob.page.mouse.wheel(2_000, 0)
        bob.page.mouse.move(301, 300)
        expect(ada.page.locator(".cursor.outside span")).to_have_text("B")
        canvas = ada.page.locator("#canvas").bounding_box()

        def is_at_the_right_edge():
            marker = cursor.locator("span").bounding_box()
            x = marker["x"] + marker["width"] / 2
            y = marker["y"] + marker["height"] / 2 - canvas["y"]
            is_halfway_down = abs(y - canvas["height"] / 2) < 10
            return canvas["width"] - 90 < x < canvas["width"] and is_halfway_down

        # It glides there.
        until(is_at_the_right_edge)
        opacity = cursor.evaluate("(element) => Number(getComputedStyle(element).opacity)")
        self.assertLess(opacity, 1)

    def test_P3_who_does_nothing_is_idle_and_then_away(self):
        ada, bob = self.timed(), self.person()
        ada.page.mouse.move(300, 300)
        cursor = bob.page.locator(".cursor")
        expect(cursor).to_have_attribute("data-activity", "active")
        face = bob.page.locator(".person").nth(1)
        face.focus()
        ada.page.clock.fast_forward(3_000)
        expect(cursor).to_have_attribute("data-activity", "idle")
        expect(face).to_have_attribute("aria-label", "Someone, follow, idle")
        expect(face).to_be_focused()
        ada.page.mouse.move(310, 300)
        expect(cursor).to_have_attribute("data-activity", "active")
        ada.page.clock.fast_forward(3_000)
        expect(cursor).to_have_attribute("data-activity", "idle")
        ada.page.clock.fast_forward(57_000)
        expect(cursor).to_have_count(0)
        expect(face).to_have_attribute("aria-label", "Someone, follow, away")

    def test_P7_what_another_sees_is_followed_until_oneself_acts(self):
        ada, bob = self.named("Ada"), self.person()
        text = ada.add(200, 200)
        expect(bob.emojis).to_have_count(1)
        face = bob.page.get_by_role("button", name="Ada, follow")
        frame = bob.page.locator(".following")

        def follow():
            self.follow(bob, face)
            expect(frame).to_have_text("Following Ada")

        def sees_the_same():
            there, here = ada.place(text), bob.place(text)
            return all(abs(a - b) < 3 for a, b in zip(there, here, strict=True))

        follow()
        colour = face.evaluate("(element) => getComputedStyle(element).backgroundColor")
        expect(frame).to_have_css("border-top-color", colour)
        ada.page.mouse.move(400, 300)
        ada.page.mouse.wheel(150, 70)
        until(lambda: ada.place(text) != (200, 200) and sees_the_same(), "the pan")
        ada.page.locator("[data-action=zoomIn]").click()
        until(lambda: abs(bob.zoom - 1.25) < 0.01 and sees_the_same(), "the zoom")
        bob.page.keyboard.press("Escape")
        expect(frame).to_be_hidden()
        for act in (
            lambda: bob.page.mouse.wheel(10, 0),
            lambda: bob.page.locator("[data-action=zoomOut]").click(),
            lambda: bob.add(300, 300, 2),
        ):
            follow()
            bob.page.mouse.move(400, 300)
            act()
            expect(frame).to_be_hidden()
        expect(face).to_have_attribute("aria-pressed", "false")

    def test_P7_a_program_without_a_view_is_followed_by_its_cursor(self):
        ada = self.person()
        ada.page.evaluate("""async () => {
            const server = location.origin.replace("http", "ws");
            const socket = new WebSocket(`${server}/documents/picnic`, "emojiart.v1");
            await new Promise((resolve) => (socket.onopen = resolve));
            socket.send(JSON.stringify({ type: "hello", name: "Terminal" }));
            await new Promise((resolve) => (socket.onmessage = resolve));
            window.point = (x, y) =>
                socket.send(JSON.stringify({ type: "presence", cursor: { x, y } }));
            window.point(300, 200);
        }""")
        cursor = ada.page.locator(".cursor")
        expect(cursor).to_have_count(1)
        self.follow(ada, ada.page.get_by_role("button", name="Terminal, follow"))
        canvas = ada.page.locator("#canvas").bounding_box()
        middle = f"matrix(1, 0, 0, 1, {canvas['width'] / 2:g}, {canvas['height'] / 2:g})"
        expect(cursor).to_have_css("transform", middle)
        ada.page.evaluate("window.point(-700, 10)")
        until(lambda: "translate(1100px" in ada.page.locator(".world").get_attribute("style"))
        expect(cursor).to_have_css("transform", middle)

    def test_P7_two_who_follow_each_other_come_to_rest(self):
        ada, bob = self.person(), self.person(viewport={"width": 500, "height": 700})
        told = []
        for person in (ada, bob):
            person.page.on(
                "websocket",
                lambda socket: socket.on(
                    "framesent", lambda frame: told.append(frame) if '"view"' in frame else None
                ),
            )
            person.page.reload()
            person.saved()
            expect(person.page.locator(".person")).to_have_count(2)
        for person in (ada, bob):
            self.follow(person, person.page.locator(".person").nth(1))
        carol = self.person()
        zooms = []
        for count in range(1, 5):
            carol.add(200 + 20 * count, 200, 2 * count)
            for person in (ada, bob):
                expect(person.emojis).to_have_count(count)
            zooms.append((ada.zoom, bob.zoom))
        self.assertEqual(zooms[1:], zooms[:-1])
        self.assertLess(len(told), 8)

    def test_P8_cursors_are_hidden_from_oneself_and_the_own_from_others(self):
        ada, bob = self.person(), self.person()
        ada.page.mouse.move(300, 300)
        cursor = bob.page.locator(".cursor")
        expect(cursor).to_have_count(1)
        self.choose(bob, "Hide others' cursors")
        expect(cursor).to_have_count(0)
        bob.page.reload()
        bob.saved()
        ada.page.mouse.move(310, 300)
        expect(bob.page.locator(".person")).to_have_count(2)
        expect(cursor).to_have_count(0)
        self.choose(bob, "Hide others' cursors")
        expect(cursor).to_have_count(1)
        self.choose(ada, "Hide my cursor and view")
        expect(cursor).to_have_count(0)
        ada.page.reload()
        ada.saved()
        ada.page.mouse.move(320, 300)
        ada.page.mouse.wheel(10, 10)
        expect(bob.page.locator(".person")).to_have_count(2)
        bob.page.locator(".person").nth(1).click()
        live = bob.page.locator(".live")
        expect(live).to_have_text("Cannot follow someone: no cursor or view shared")
        expect(bob.page.locator(".following")).to_be_hidden()
        expect(cursor).to_have_count(0)

    def test_P8_what_is_hidden_stays_so_when_the_page_goes_at_once(self):
        ada = self.person()
        item = ada.page.get_by_role("menuitemcheckbox", name="Hide others' cursors")
        for count in range(10):
            self.open_menu(ada)
            expect(item).to_have_attribute("aria-checked", "true" if count % 2 else "false")
            # In one task: what was chosen is kept after the page, or not at all.
            with ada.page.expect_navigation():
                item.evaluate("item => { item.click(); location.reload(); }")
            ada.saved()

    def test_P9_what_is_said_at_a_cursor_is_seen_while_it_is_typed(self):
        ada, bob = self.timed(), self.person()
        ada.page.mouse.move(300, 300)
        keys = ada.page.keyboard
        field, chat = ada.page.get_by_label("Chat"), bob.page.locator(".chat")
        keys.press("/")
        expect(field).to_be_focused()
        keys.type("<b>k")
        expect(chat).to_have_text("<b>k")
        expect(bob.page.locator(".live")).to_have_text("Someone: <b>k")
        self.assertEqual(chat.locator("b").count(), 0)
        keys.press("Enter")
        expect(chat).to_have_count(0)
        expect(field).to_have_value("")
        expect(field).to_be_focused()
        keys.type("x" * 70)
        expect(chat).to_have_text("x" * 64)
        keys.press("Escape")
        expect(field).to_have_count(0)
        expect(ada.page.locator("#canvas")).to_be_focused()
        ada.page.clock.fast_forward(1_500)
        expect(chat).to_have_count(1)
        ada.page.clock.fast_forward(500)
        expect(chat).to_have_count(0)
        self.choose(ada, "Chat")
        keys.type("hello")
        expect(chat).to_have_text("hello")
        ada.page.clock.fast_forward(5_000)
        expect(chat).to_have_count(0)
        expect(field).to_have_count(0)
        self.expect_edits(0)

    def test_P9_there_is_no_chat_without_a_keyboard_and_none_for_who_comes_late(self):
        phone, ada = self.person(**self.phone), self.person()
        phone.page.keyboard.press("/")
        expect(phone.page.get_by_label("Chat")).to_have_count(0)
        ada.page.mouse.move(300, 300)
        ada.page.keyboard.press("/")
        ada.page.keyboard.type("hello")
        chat = phone.page.locator(".chat")
        expect(chat).to_have_text("hello")
        ada.page.keyboard.press("Escape")
        expect(chat).to_have_count(0)
        expect(self.person().page.locator(".chat")).to_have_count(0)

    def test_P10_a_reaction_floats_up_and_is_gone(self):
        ada, bob = self.timed(), self.person()
        ada.page.mouse.move(300, 300)
        ada.page.keyboard.press("e")
        choices = ada.page.locator(".menu.row button")
        self.assertGreaterEqual(choices.count(), 6)
        expect(choices.first).to_be_focused()
        ada.page.keyboard.press("ArrowRight")
        ada.page.keyboard.press("ArrowLeft")
        ada.page.keyboard.press("Enter")
        reaction = bob.page.locator(".reaction")
        expect(reaction).to_have_text("👍")
        expect(ada.page.locator(".reaction")).to_have_text("👍")
        expect(reaction).to_have_count(0)
        ada.page.clock.fast_forward(10_000)
        expect(ada.page.locator(".reaction")).to_have_count(0)
        carol = self.person()
        expect(carol.page.locator(".person")).to_have_count(3)
        expect(carol.page.locator(".reaction")).to_have_count(0)
        self.expect_edits(0)

    def test_P10_a_reaction_stands_still_where_nothing_is_to_move(self):
        ada, bob = self.person(), self.person(reduced_motion="reduce")
        ada.page.mouse.move(300, 300)
        self.choose(ada, "React")
        ada.page.locator(".menu.row button").nth(3).click()
        reaction = bob.page.locator(".reaction")
        expect(reaction).to_have_text("🎉")
        expect(reaction).to_have_css("animation-name", "none")
        expect(reaction).to_have_count(0)

    def test_P11_a_laser_leaves_a_trail_that_fades(self):
        ada, bob = self.person(), self.person()
        ada.page.mouse.move(200, 300)
        self.assertEqual(self.pixels(bob), 0)
        ada.page.keyboard.press("k")
        until(lambda: self.pixels(bob) > 0, "the dot")
        dot = self.pixels(bob)
        ada.page.mouse.move(600, 320, steps=12)
        until(lambda: self.pixels(bob) > 4 * dot, "the trail")
        until(lambda: self.pixels(bob) <= 2 * dot, "the end of the trail")
        self.assertGreater(self.pixels(bob), 0)
        self.assertGreater(self.pixels(ada), 0)
        ada.page.keyboard.press("k")
        for person in (ada, bob):
            until(lambda person=person: self.pixels(person) == 0, "the end of the laser")
        self.expect_edits(0)

    def test_P11_a_laser_is_a_dot_where_nothing_is_to_move(self):
        ada, bob = self.person(), self.person(reduced_motion="reduce")
        ada.page.mouse.move(200, 300)
        self.choose(ada, "Laser pointer")
        ada.page.mouse.move(200, 300)
        until(lambda: self.pixels(bob) > 0, "the dot")
        dot = self.pixels(bob)
        ada.page.mouse.move(600, 320, steps=12)
        y = 320 - bob.page.locator("#canvas").bounding_box()["y"]
        cursor = bob.page.locator(".cursor")
        expect(cursor).to_have_css("transform", f"matrix(1, 0, 0, 1, 600, {y:g})")
        self.assertLess(abs(self.pixels(bob) - dot), dot / 2)
        ada.page.keyboard.press("Escape")
        until(lambda: self.pixels(bob) == 0, "the end of the laser")


if __name__ == "__main__":
    unittest.main()
