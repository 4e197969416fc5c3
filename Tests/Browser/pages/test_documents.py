"""The documents of a server: other names, and no more."""

import unittest

from playwright.sync_api import expect
from table import Table


class Documents(Table):
    def manage(self, person, what, name):
        """Presses a button beside a document of the list."""
        person.page.get_by_role("button", name="Documents").click()
        person.page.get_by_role("button", name=f"{what} {name}", exact=True).click()

    def rename(self, person, name, new):
        """Gives a document another name."""
        self.manage(person, "Rename", name)
        # A thumbnail that is fetched later has no document of the old name.
        person.page.wait_for_function(
            "[...document.querySelectorAll('.documents img')].every((image) => image.complete)"
        )
        person.page.get_by_label("New name").fill(new)
        person.page.keyboard.press("Enter")

    def test_O20_1_HT19_ER10_a_document_gets_another_name_and_all_go_along(self):
        ada, bob = self.person(), self.person()
        text = ada.add(200, 200)
        ada.saved()
        self.rename(ada, "picnic", "Sunday Picnic!")
        for person in (ada, bob):
            expect(person.page).to_have_url(self.server.url("sunday-picnic"))
            expect(person.page.locator(".name")).to_have_text("sunday-picnic")
            expect(person.emojis).to_have_text([text])
            person.saved()
        # The same client goes on: what it did before can be undone.
        ada.page.locator("#canvas").press("Control+z")
        expect(bob.emojis).to_have_count(0)
        self.expect_edits(2, "sunday-picnic")

    def test_HT19_ER10_edits_made_without_a_server_follow_to_the_new_name(self):
        ada, bob = self.person(), self.person()
        ada.add(200, 200)
        ada.saved()
        ada.context.set_offline(True)
        ada.page.evaluate("window.dispatchEvent(new Event('offline'))")
        self.server.kill()
        self.server.start()
        bob.saved()
        text = ada.add(500, 300, 2)
        expect(ada.page.locator(".save")).to_contain_text("kept here")
        self.rename(bob, "picnic", "lake")
        expect(bob.page).to_have_url(self.server.url("lake"))
        ada.context.set_offline(False)
        expect(ada.page).to_have_url(self.server.url("lake"))
        ada.saved()
        expect(bob.emojis.filter(has_text=text)).to_have_count(1)
        self.expect_edits(2, "lake")

    def test_O20_1_HT19_a_name_that_is_taken_is_refused_and_disturbs_nobody(self):
        ada, bob = self.person(), self.person("lake")
        ada.add(200, 200)
        ada.saved()
        self.rename(ada, "picnic", "lake")
        expect(ada.page.locator(".fault").last).to_contain_text("Another document")
        ada.page.keyboard.press("Escape")
        ada.page.keyboard.press("Escape")
        ada.saved()
        bob.saved()
        bob.add(300, 300)
        self.expect_edits(1, "lake")
        self.expect_edits(1)
        self.assertTrue(all("409" in fault for fault in ada.faults))
        ada.faults.clear()

    def test_O20_1_HT18_ER9_a_document_is_deleted_and_comes_back_by_nobodys_edits(self):
        ada, bob = self.person(), self.person("lake")
        ada.add(200, 200)
        ada.saved()
        self.manage(bob, "Delete", "picnic")
        bob.page.get_by_role("button", name="Delete picnic").last.click()
        expect(bob.page.locator(".documents li")).to_have_count(1)
        expect(ada.page.locator(".alert")).to_contain_text("deleted")
        expect(ada.page.locator(".save")).to_contain_text("Disconnected")
        ada.add(300, 300, 2)
        expect(ada.page.locator(".save")).to_contain_text("1 edit kept here")
        ada.page.once("dialog", lambda dialog: dialog.accept())
        ada.page.reload()
        expect(ada.page.locator(".alert")).to_contain_text("deleted")
        self.assertEqual(self.server.revision("picnic"), 0)
        # Somebody who knows nothing of it may begin anew, and is left alone by what was before.
        eve = self.person()
        text = eve.add(100, 100)
        self.expect_edits(1)
        ada.page.once("dialog", lambda dialog: dialog.accept())
        ada.page.reload()
        expect(ada.page.locator(".alert")).to_contain_text("deleted")
        self.expect_edits(1)
        ada.page.get_by_role("button", name="Start over").click()
        ada.saved()
        expect(ada.emojis).to_have_text([text])
        self.expect_edits(1)


if __name__ == "__main__":
    unittest.main()
