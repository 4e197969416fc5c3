"""An operator's slips: the journal's file goes away under the server."""

import shutil
import unittest

from house import Server, until


class Files(unittest.TestCase):
    def slip(self, slip) -> None:
        server = Server()
        self.addCleanup(server.close)
        member = server.join()
        for _ in range(20):
            member.add()
        slip(server)
        answers = 0
        member.connection.settimeout(2)
        try:
            for _ in range(300):
                member.add()
                answers += 1
        except TimeoutError:
            pass
        # Noticed at the next commit group.
        self.assertLessEqual(answers, 1)
        status, text = server.ask("/readyz")
        self.assertEqual((status, text[:13]), (503, b"The journal's"))
        self.assertIn("journal gone: edits wait", server.log())
        self.assertEqual(server.stop(), 70)
        for path in server.data.glob("journal.sqlite*"):
            path.unlink()
        (server.data / "journal-rescued.sqlite").rename(server.data / "journal.sqlite")
        server.start()
        self.assertEqual(server.join().welcome["revision"], 20 + answers)

    def test_FA87_a_journal_that_is_removed_loses_no_acknowledged_edit(self):
        def remove(server):
            for path in server.data.glob("journal.sqlite*"):
                path.unlink()

        self.slip(remove)

    def test_FA87_a_journal_that_is_replaced_loses_no_acknowledged_edit(self):
        def replace(server):
            copy = server.data / "copy"
            shutil.copy(server.data / "journal.sqlite", copy)
            copy.rename(server.data / "journal.sqlite")

        self.slip(replace)

    def test_FA87_a_log_that_is_cut_short_is_noticed_and_copied_from_memory(self):
        def truncate(server):
            (server.data / "journal.sqlite-wal").open("r+b").truncate(0)

        self.slip(truncate)

    def test_FA87_a_commit_log_that_is_cut_short_is_noticed_and_copied_from_memory(self):
        def truncate(server):
            (server.data / "journal.sqlite-commits").open("r+b").truncate(0)

        self.slip(truncate)

    def test_FA87_a_database_that_is_cut_short_is_noticed_and_copied_from_the_log(self):
        def truncate(server):
            (server.data / "journal.sqlite").open("r+b").truncate(0)

        self.slip(truncate)

    def test_FA87_an_emptied_database_is_not_taken_for_a_new_one(self):
        server = Server()
        self.addCleanup(server.close)
        server.join().add()
        server.stop()
        (server.data / "journal.sqlite").open("r+b").truncate(0)
        with self.assertRaises(AssertionError):
            server.start()
        self.assertIn("is missing or empty", server.log())


if __name__ == "__main__":
    unittest.main()
