"""As many members as a document may have, at one canvas."""

import unittest

from crowd import Crowd
from playwright.sync_api import expect
from table import Table


class Many(Table):
    # All of them connect from one address, as fast as the machine can.
    server_options = ("--connections-per-address", "600", "--opens-per-address", "10000")

    def test_P1_P6_SY20_a_document_full_of_members_is_shown_and_edited(self):
        ada = self.person()
        cursors = ada.page.locator(".cursor")
        url = self.server.url("picnic").replace("http", "ws").replace("canvas", "documents")
        with Crowd(url, 499):
            expect(ada.page.get_by_role("list", name="500 here")).to_be_visible()
            expect(ada.page.locator(".people li")).to_have_text(["S", *"GGGG", "+495"])
            expect(cursors).to_have_count(499)
            before = cursors.first.get_attribute("style")
            expect(cursors.first).not_to_have_attribute("style", before)
            text = ada.add(200, 200)
            ada.page.mouse.click(*ada.place(text))
            ada.page.keyboard.press("+")
            self.expect_edits(2)
            ada.saved()
        expect(cursors).to_have_count(0)
        expect(ada.page.get_by_role("list", name="1 here")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
