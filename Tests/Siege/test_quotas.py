"""Who writes without end, and who opens documents without end: they take only their own share."""

import unittest

from house import Closed, Member, Server, until
from table import PICTURE

# Emojis of one edit, about 16 KB on the wire.
EMOJIS = 200


class Quotas(unittest.TestCase):
    def start(self, *options: str) -> Server:
        server = Server()
        self.addCleanup(server.close)
        server.stop()
        server.tool("token", "--new-secret", str(server.folder / "secret"))
        server.options += ("--token-secret", str(server.folder / "secret"), *options)
        server.start()
        return server

    def token(self, server: Server, user: str) -> str:
        return server.tool(
            *("token", "--secret", str(server.folder / "secret"), "--role", "editor"),
            *("--documents", "*", "--user", user),
        ).strip()

    def fill(self, member: Member, edits: int) -> str | None:
        """Adds and deletes emojis; gives the code of the first refusal."""
        for _ in range(edits):
            first = member.counter + 1
            ids = [f"{member.client}.{first + index}" for index in range(EMOJIS)]
            member.counter += EMOJIS
            emojis = [{"id": name, "text": "🌲", "x": 0, "y": 0, "size": 40} for name in ids]
            for operation in ({"type": "add", "emojis": emojis}, {"type": "delete", "ids": ids}):
                answer = member.edit(operation)
                if answer["type"] == "refused":
                    return answer["code"]
        return None

    def test_FA88_a_user_that_writes_without_end_is_refused_and_others_go_on(self):
        server = self.start("--document-mebibytes", "1", "--user-mebibytes", "2")
        ada, bob = self.token(server, "ada"), self.token(server, "bob")
        codes = [self.fill(server.join(name, token=ada), 100) for name in ("a", "b", "c")]
        self.assertEqual(codes, ["quota_exceeded"] * 3)
        # The first two are full; the third has nothing, as the user has taken all.
        sizes = [server.join(name, token=bob).welcome["revision"] for name in ("a", "b", "c")]
        self.assertTrue(sizes[0] > 20 and sizes[1] > 20 and sizes[2] <= 4, sizes)
        self.assertEqual(server.join("d", token=bob).add()["type"], "edit")
        # Nobody can write any more in what she made, and everybody can look.
        self.assertEqual(server.join("a", token=bob).add()["code"], "quota_exceeded")
        # The operator gives more.
        server.stop()
        server.options += ("--user-mebibytes", "3", "--document-mebibytes", "2")
        server.start()
        self.assertEqual(server.join("a", token=ada).add()["type"], "edit")

    def test_CN24_images_count_while_the_document_is_open(self):
        server = self.start("--document-mebibytes", "1")
        ada = self.token(server, "ada")
        member = server.join("a", token=ada)
        member.add()
        statuses = []
        for number in range(30):
            body = PICTURE + bytes(100_000) + number.to_bytes(2)
            headers = {"Authorization": f"Bearer {ada}"}
            statuses.append(server.ask("/documents/a/background", "PUT", headers, body)[0])
        self.assertEqual(set(statuses[:5]), {201})
        self.assertEqual(set(statuses[15:]), {413})
        # An edit is small enough.
        self.assertEqual(member.add()["type"], "edit")

    def test_CN15_documents_that_nobody_edited_go_with_their_members(self):
        server = self.start("--documents", "20", "--documents-per-user", "3")
        ada = self.token(server, "ada")
        for number in range(100):
            server.join(f"empty-{number}", token=ada).close()
        members = [server.join(f"open-{number}", token=ada) for number in range(30)]
        for member in members[:3]:
            self.assertEqual(member.add()["type"], "edit")
        self.assertEqual(members[3].add()["code"], "quota_exceeded")
        with self.assertRaises(Closed) as closed:
            server.join("one-more", token=ada)
        self.assertEqual(closed.exception.code, 4404)
        self.assertIn("a user may have 3 documents", closed.exception.reason)
        self.assertEqual(server.join("other", token=self.token(server, "bob")).add()["type"], "edit")
        for member in members:
            member.close()

        def names() -> list[str]:
            text = server.tool("list", "--data", str(server.data))
            return [line.split()[0] for line in text.splitlines()]

        left = until(lambda: len(names()) == 5 and names())
        self.assertEqual(sorted(left)[1:], ["open-0", "open-1", "open-2", "other"])


if __name__ == "__main__":
    unittest.main()
