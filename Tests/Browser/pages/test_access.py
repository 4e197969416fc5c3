"""Links with tokens: who may look, who may edit, and what becomes of the token."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from playwright.sync_api import expect
from table import SERVER, Person, Server, Table, until


def issue(secret, role, *more):
    """The address of a canvas with a token, as the program prints it."""
    command = [SERVER, "token", "--secret", secret, "--documents", "picnic", "--role", role]
    return subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout


class Access(Table):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.secret = Path(self.folder.name) / "secret"
        make = [SERVER, "token", "--new-secret", self.secret]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        self.server = Server("--token-secret", str(self.secret))
        self.people = []

    def tearDown(self):
        super().tearDown()
        self.folder.cleanup()

    def link(self, role, *more):
        """The address that somebody is given."""
        host = f"http://127.0.0.1:{self.server.port}"
        return issue(self.secret, role, "--link", host, *more).strip()

    def guest(self, role, *more):
        """Somebody who opened a link."""
        person = Person(self.browser, viewport={"width": 800, "height": 600})
        self.people.append(person)
        return person.open(self.link(role, *more))

    def test_AC14_the_token_leaves_the_address_and_stays_with_the_tab(self):
        ada = self.guest("editor")
        self.assertEqual(ada.page.url, self.server.url("picnic"))
        ada.add(200, 200)
        ada.saved()
        ada.page.reload()
        ada.saved()
        expect(ada.emojis).to_have_count(1)
        # Another tab has not got it.
        other = ada.visit()
        other.goto(self.server.url("picnic"))
        expect(other.locator(".alert")).to_contain_text("access link")
        expect(other.locator(".save")).to_have_text("Disconnected")

    def test_AC5_AC7_AC15_who_may_look_changes_nothing_until_they_may_edit(self):
        ada = self.guest("editor", "--user", "ada")
        bob = self.guest("viewer", "--user", "bob")
        text = ada.add(200, 200)
        expect(bob.emojis).to_have_text([text])
        expect(bob.page.locator(".role")).to_be_visible()
        expect(ada.page.locator(".role")).to_be_hidden()
        # By the palette, by hand, by key, by undo.
        bob.add(500, 300, 2)
        bob.drag(bob.place(text), (600, 400))
        bob.page.locator("#canvas").press("Control+a")
        bob.page.locator("#canvas").press("Delete")
        bob.page.locator("#canvas").press("Control+z")
        bob.saved()
        expect(bob.emojis).to_have_text([text])
        place = ada.place(text)
        # Another link in the same tab: from now on Bob edits.
        bob.page.evaluate("link => { location.href = link }", self.link("editor", "--user", "bob"))
        expect(bob.page.locator(".role")).to_be_hidden()
        self.assertEqual(bob.page.url, self.server.url("picnic"))
        self.assertEqual(ada.place(text), place)
        bob.page.locator("#canvas").press("Control+a")
        bob.page.locator("#canvas").press("Delete")
        expect(ada.emojis).to_have_count(0)

    def test_AC12_AC13_documents_and_pictures_are_shown_to_who_may_see_them(self):
        ada = self.guest("owner")
        ada.add(200, 200)
        ada.saved()
        image = Path(__file__).parents[1] / "together.png"
        with ada.page.expect_file_chooser() as chooser:
            ada.page.locator("#canvas").click(button="right", position={"x": 600, "y": 300})
            ada.page.get_by_role("menuitem", name="Background…").click()
            ada.page.get_by_role("button", name="Choose a picture…").click()
        chooser.value.set_files(image)
        expect(ada.page.locator("img.background")).to_be_visible()
        bob = self.guest("viewer")
        expect(bob.page.locator("img.background")).to_be_visible()
        bob.page.get_by_role("button", name="Documents").click()
        expect(bob.page.locator(".documents a")).to_have_count(1)
        thumbnail = bob.page.locator(".documents img")
        until(lambda: thumbnail.evaluate("image => image.naturalWidth") > 0, "the thumbnail")
        bob.page.get_by_role("button", name="Delete picnic").click()
        bob.page.get_by_role("button", name="Delete picnic").last.click()
        expect(bob.page.locator(".fault").last).to_contain_text("role owner")
        for person in self.people:
            person.faults = [fault for fault in person.faults if "403" not in fault]


if __name__ == "__main__":
    unittest.main()
