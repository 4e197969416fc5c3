"""Tabs and browsers that could share a client: each goes on as one of its own (P15)."""

import unittest

from chromium import Chromium, title_of
from network import EXPIRE, KEYS, Gate, LateHello, state_of
from playwright.sync_api import expect
from table import Person, Table, until


class Seats(Table):
    def tab(self, ada, page):
        """The same person at another tab."""
        other = Person.__new__(Person)
        other.context, other.faults, other.page = ada.context, ada.faults, page
        return other

    def gated(self, document="picnic"):
        """Somebody whose network can be cut."""
        ada = self.guest()
        gate = Gate(ada.page)
        return ada.open(self.server.url(document)), gate

    def freeze(self, person, state="frozen"):
        """Stops a tab as a browser stops one in the background, or lets it go on."""
        session = person.context.new_cdp_session(person.page)
        session.send("Page.setWebLifecycleState", {"state": state})
        session.detach()

    def expire(self, ada):
        """Ends the leases, as seen from a tab at another document."""
        page = ada.visit()
        page.goto(self.server.url("other"))
        expect(state_of(page)).to_have_text("Saved")
        page.evaluate(EXPIRE)
        page.close()

    def take_over(self, count, ada, second):
        """Waits until a tab has all; Chromium may let one run on that it was told to freeze."""
        for _ in range(3):
            try:
                return expect(second.emojis).to_have_count(count, timeout=12_000)
            except AssertionError:
                self.freeze(ada)
                self.expire(ada)
        expect(second.emojis).to_have_count(count)

    def expect_two_clients(self, *tabs):
        """All are here at once, and stay."""
        for tab in tabs:
            tab.saved()
            expect(tab.page.locator(".person")).to_have_count(len(tabs))
            expect(tab.page.locator(".again")).to_be_hidden()

    def expect_all(self, count, *tabs):
        """Each edit is in the document once, and shown by all."""
        self.expect_two_clients(*tabs)
        for tab in tabs:
            expect(tab.emojis).to_have_count(count)
        self.assertEqual(len({each["string"] for each in self.server.emojis("picnic")}), count)
        self.assertEqual(len(self.server.emojis("picnic")), count)

    def copy_of(self, ada):
        """Another tab with the session storage of one, as `Duplicate` makes it."""
        with ada.context.expect_page() as opened:
            ada.page.evaluate("void window.open(location.href)")
        return self.tab(ada, opened.value)

    def test_P15_a_duplicated_tab_that_goes_back_is_a_client_of_its_own(self):
        ada = self.person()
        ada.open(self.server.url("other"))
        twin = self.copy_of(ada)
        ada.page.go_back()
        ada.saved()
        twin.open(self.server.url("picnic"))
        self.expect_two_clients(ada, twin)
        self.server.kill()
        for tab in (ada, twin):
            expect(state_of(tab.page)).to_contain_text("Offline")
        ada.add(200, 200, 0)
        ada.add(300, 200, 2)
        twin.add(300, 300, 4)
        expect(state_of(ada.page)).to_have_text("Offline, 2 edits kept here")
        expect(state_of(twin.page)).to_have_text("Offline, 1 edit kept here")
        ada.page.once("dialog", lambda dialog: dialog.accept())
        self.server.start()
        ada.page.reload()
        self.expect_all(3, ada, twin)

    def test_P15_two_copies_that_come_at_once_and_go_forward_are_two_clients(self):
        ada = self.person()
        ada.add(200, 200, 0)
        ada.saved()
        ada.open(self.server.url("other"))
        twin = self.copy_of(ada)
        for tab in (ada, twin):
            tab.page.goto(self.server.url("picnic"), wait_until="commit")
        self.expect_all(1, ada, twin)
        for tab in (ada, twin):
            tab.open(self.server.url("other"))
        ada.page.go_back()
        ada.saved()
        ada.page.go_forward()
        ada.saved()
        twin.page.go_back()
        ada.page.go_back()
        self.expect_all(1, ada, twin)

    def test_P15_a_frozen_tab_whose_seat_is_taken_goes_on_with_a_seat_of_its_own(self):
        ada, gate = self.gated()
        ada.add(200, 200, 0)
        ada.saved()
        gate.cut()
        ada.add(300, 200, 2)
        expect(state_of(ada.page)).to_have_text("Offline, 1 edit kept here")
        self.freeze(ada)
        self.expire(ada)
        second = self.tab(ada, ada.visit()).open(self.server.url("picnic"))
        # The edit is that tab's to send now.
        self.take_over(2, ada, second)
        self.expect_edits(2)
        self.freeze(ada, "active")
        expect(state_of(ada.page)).to_have_text("Offline")
        ada.add(400, 200, 4)
        expect(state_of(ada.page)).to_have_text("Offline, 1 edit kept here")
        expect(ada.emojis.first).to_be_visible()
        gate.is_cut = False
        self.expect_all(3, ada, second)
        self.expect_edits(3)

    def test_P15_a_tab_whose_connection_is_taken_over_draws_on_at_once(self):
        ada = self.person()
        ada.add(200, 200, 0)
        ada.saved()
        self.freeze(ada)
        self.expire(ada)
        second = self.tab(ada, ada.visit()).open(self.server.url("picnic"))
        second.add(300, 200, 2)
        second.saved()
        self.freeze(ada, "active")
        ada.add(400, 200, 4)
        self.expect_all(3, ada, second)

    def test_ER8_P15_a_late_hello_of_its_own_takes_no_undo_step_from_a_page(self):
        ada = self.guest()
        gate = LateHello(ada.page)
        ada.open(self.server.url("picnic"))
        ada.add(200, 200, 0)
        ada.saved()
        keys = ada.page.evaluate(KEYS)
        gate.cut()
        gate.is_cut, gate.is_holding = False, True
        until(lambda: gate.held, "a hello", ada.page)
        ada.saved()
        before = len(gate.sockets)
        gate.deliver()
        until(lambda: len(gate.sockets) > before, "another connection", ada.page)
        ada.saved()
        undo = ada.page.locator("[data-action=undo]")
        expect(undo).to_have_attribute("aria-label", "Undo add")
        self.assertEqual(ada.page.evaluate(KEYS), keys)
        self.expect_two_clients(ada)

    def test_P15_a_killed_tab_and_its_reload_find_the_edits_once(self):
        ada, gate = self.gated()
        gate.cut()
        ada.add(200, 200, 0)
        expect(state_of(ada.page)).to_have_text("Offline, 1 edit kept here")
        # It takes the seat as soon as the lease ends, while the first tab is loaded again.
        second = self.tab(ada, ada.visit()).open(self.server.url("picnic"))
        ada.page.once("dialog", lambda dialog: dialog.accept())
        second.page.evaluate(EXPIRE)
        gate.is_cut = False
        ada.page.reload()
        self.expect_all(1, ada, second)
        self.expect_edits(1)
        gate.cut()
        ada.add(300, 200, 2)
        expect(state_of(ada.page)).to_contain_text("1 edit kept here")
        # A browser that discards a tab tells it nothing.
        ada.page.evaluate("""addEventListener(
            "pagehide", (event) => event.stopImmediatePropagation(), true)""")
        gate.is_cut = False
        ada.page.once("dialog", lambda dialog: dialog.accept())
        ada.page.reload()
        ada.saved()
        second.page.evaluate(EXPIRE)
        self.expect_edits(2)
        self.expect_all(2, ada, second)

    def test_P13_nothing_is_called_kept_where_nothing_is_kept(self):
        ada = self.guest()
        ada.page.add_init_script("""indexedDB.open = () => {
            throw new DOMException("no", "SecurityError");
        }""")
        ada.open(self.server.url("picnic"))
        self.server.kill()
        expect(state_of(ada.page)).to_contain_text("Offline")
        ada.add(200, 200, 0)
        expect(state_of(ada.page)).to_have_text("Offline, 1 edit not kept")
        self.server.start()
        ada.saved()
        self.expect_edits(1)

    def test_P15_a_page_that_is_gone_back_to_has_its_seat_or_one_of_its_own(self):
        ada = self.person()
        ada.add(200, 200, 0)
        ada.saved()
        # Chromium keeps no page to go back to while it is driven: this is what such a page hears.
        passes = "(type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }))"
        ada.page.evaluate(passes, "pagehide")
        twin = self.copy_of(ada)
        twin.saved()
        # The copy had the name of its holder.
        undo = twin.page.locator("[data-action=undo]")
        expect(undo).to_have_attribute("aria-label", "Undo add")
        ada.page.evaluate(passes, "pageshow")
        ada.add(300, 200, 2)
        self.expect_all(2, ada, twin)
        ada.page.evaluate(passes, "pagehide")
        with ada.context.expect_page() as opened:
            ada.page.evaluate("void window.open('/')")
        ada.page.evaluate(passes, "pageshow")
        third = self.tab(ada, opened.value)
        third.open(self.server.url("picnic"))
        self.expect_all(2, ada, twin, third)
        undo = ada.page.locator("[data-action=undo]")
        expect(undo).to_have_attribute("aria-label", "Undo add")


class Crashed(Table):
    """What only a browser does that Playwright has not started."""

    expect_two_clients, expect_all = Seats.expect_two_clients, Seats.expect_all

    def chromium(self):
        browser = Chromium(self.playwright, self.arguments)
        self.addCleanup(browser.close)
        browser.start()
        return browser

    def test_P15_P13_a_browser_that_is_killed_restores_its_tabs_and_their_edits_once(self):
        browser = self.chromium()
        # Queries tell the tabs from each other.
        urls = [f"{self.server.url('picnic')}?{number}" for number in range(2)]
        tabs = [browser.person().open(url) for url in urls]
        # Chromium writes its list of tabs down after 2.5 seconds.
        until(lambda: all(map(browser.knows, urls)), "a list of tabs", tabs[0].page)
        self.server.kill()
        for number, tab in enumerate(tabs):
            tab.page.bring_to_front()
            expect(state_of(tab.page)).to_contain_text("Offline")
            tab.add(200 + 100 * number, 200, 2 * number)
            tab.add(200 + 100 * number, 300, 2 * number + 1)
            expect(state_of(tab.page)).to_have_text("Offline, 2 edits kept here")
        browser.kill()
        self.server.start()
        browser.start()
        tabs = browser.tabs_at(urls)
        self.expect_all(4, *tabs)
        self.expect_edits(4)

    def test_P15_P13_a_tab_that_the_browser_discards_finds_its_edits_once(self):
        browser = self.chromium()
        url = self.server.url("picnic")
        ada = browser.person().open(url)
        self.server.kill()
        ada.add(200, 200, 0)
        ada.add(300, 200, 2)
        expect(state_of(ada.page)).to_have_text("Offline, 2 edits kept here")
        browser.discard(url, meanwhile=self.server.start)
        (ada,) = browser.tabs_at([url])
        ada.page.bring_to_front()
        self.expect_all(2, ada)
        ada.add(400, 200, 4)
        self.expect_all(3, ada)
        self.expect_edits(3)

    def test_P15_a_page_in_the_back_forward_cache_has_its_seat_or_one_of_its_own(self):
        browser = self.chromium()
        url = self.server.url("picnic")
        ada = browser.person().open(url)
        ada.add(200, 200, 0)
        ada.saved()
        ada.page.evaluate("""addEventListener("pageshow", ({ persisted }) => {
            document.title = persisted ? "kept" : "";
        })""")
        ada.page.goto("about:blank")
        ada.page.evaluate("void history.back()")
        until(lambda: title_of(ada.page) == "kept", "the page", ada.page)
        ada.add(300, 200, 2)
        other = browser.person().open(url)
        self.expect_all(2, ada, other)
        # Chromium drops a page from there when another tab needs the database.
        ada.page.bring_to_front()
        ada.page.goto("about:blank")
        third = browser.person().open(url)
        ada.page.bring_to_front()
        ada.page.evaluate("void history.back()")
        until(lambda: "picnic" in title_of(ada.page), "the page", ada.page)
        undo = ada.page.locator("[data-action=undo]")
        expect(undo).to_have_attribute("aria-label", "Undo add")
        ada.add(400, 200, 4)
        self.expect_all(3, ada, other, third)
        self.expect_edits(3)


if __name__ == "__main__":
    unittest.main()
