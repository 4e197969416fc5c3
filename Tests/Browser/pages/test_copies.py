"""Two browsers with one storage: no edit is lost or applied twice, and they part (P15)."""

import os
import random
import shutil
import signal
import tempfile
import unittest

from network import EXPIRE, STORED, Mute, state_of
from playwright.sync_api import expect
from table import Person, Table, until


class Copies(Table):
    def browser_at(self, folder):
        """A browser with its data in a folder."""
        context = self.playwright.chromium.launch_persistent_context(
            folder, executable_path=shutil.which("chromium"), args=self.arguments,
            viewport={"width": 800, "height": 600},
        )
        person = Person.__new__(Person)
        person.context, person.faults = context, []
        person.page = person.visit()
        person.gate = Mute(person.page)
        self.people.append(person)
        return person

    def copied(self):
        """A folder of a browser, and the folder of its copy."""
        folder = tempfile.mkdtemp(prefix="emojiart-browser-")
        self.addCleanup(shutil.rmtree, folder, True)
        self.addCleanup(shutil.rmtree, f"{folder}-copy", True)
        return folder, f"{folder}-copy"

    def copy(self, folder, copy):
        """A browser with a copy of the data of one."""
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("Singleton*"))
        return self.browser_at(copy)

    def take(self, bob):
        """Opens the canvas as the client that the copy has."""
        bob.open(self.server.url("other"))
        bob.page.evaluate(EXPIRE)
        bob.page.goto(self.server.url("picnic"))

    def test_P15_SY35_a_browser_and_its_copy_that_have_the_same_edits_part_by_themselves(self):
        folders = self.copied()
        ada = self.browser_at(folders[0]).open(self.server.url("picnic"))
        ada.gate.cut()
        ada.add(100, 100, 0)
        ada.add(200, 100, 1)
        expect(state_of(ada.page)).to_have_text("Offline, 2 edits kept here")
        bob = self.copy(*folders)
        ada.gate.is_cut, ada.gate.is_mute = False, True
        expect(state_of(ada.page)).to_have_text("Saving 2 edits…")
        ada.gate.is_mute = False
        # The copy takes over the connection of the first, which waits for its answers.
        self.take(bob)
        for each in (ada, bob):
            each.saved()
            expect(each.page.locator(".person")).to_have_count(2)
            expect(each.emojis).to_have_count(2)
        self.expect_edits(2)

    def test_P15_SY35_two_browsers_with_one_storage_lose_and_double_nothing(self):
        seed = int(os.environ.get("EMOJIART_SEED", "1"))
        chance = random.Random(seed)
        folders = self.copied()
        ada = self.browser_at(folders[0]).open(self.server.url("picnic"))
        drawn = [ada.add(100, 100, 0)]
        ada.saved()
        # Two edits are sent and not answered while the folder is copied.
        self.server.process.send_signal(signal.SIGSTOP)
        drawn += [ada.add(150, 100, 1), ada.add(200, 100, 2)]
        expect(state_of(ada.page)).to_have_text("Saving 2 edits…")
        ada.drawn()
        until(lambda: ada.page.evaluate(STORED) == 2, "what is kept")
        bob = self.copy(*folders)
        # The answers are lost, and both browsers go on as the client that they have.
        ada.gate.cut()
        self.server.process.send_signal(signal.SIGCONT)
        self.take(bob)
        for number in range(3, 24):
            tab, other = chance.sample([ada, bob], 2)
            if chance.random() < 0.4:
                chance.choice([ada, bob]).gate.cut()
            drawn.append(tab.add(100 + 40 * (number % 12), 150 + 60 * (number // 12), number))
            for each in (tab, other):
                if chance.random() < 0.7:
                    each.gate.is_cut = False
        for each in (ada, bob):
            each.gate.is_cut = False

        def is_done():
            words = [state_of(each.page).text_content() for each in (ada, bob)]
            return words == ["Saved", "Saved"]

        until(is_done, f"seed {seed}: both saved", ada.page)
        texts = sorted(each["string"] for each in self.server.emojis("picnic"))
        self.assertEqual(texts, sorted(drawn), f"seed {seed}")
        for each in (ada, bob):
            expect(each.emojis).to_have_count(len(drawn))
            expect(each.page.locator(".person")).to_have_count(2)


if __name__ == "__main__":
    unittest.main()
