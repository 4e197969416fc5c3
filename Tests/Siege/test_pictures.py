"""Backgrounds that would harm whoever looks at them."""

import base64
import struct
import unittest
import zlib

from house import Server


def png(width: int, height: int) -> bytes:
    """A black picture of one bit a pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes((width + 7) // 8)) * height, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def data_url(kind: str, body: bytes) -> str:
    return f"data:image/{kind};base64," + base64.b64encode(body).decode()


class Pictures(unittest.TestCase):
    def test_OP21_a_picture_in_an_edit_is_judged_as_an_upload_is(self):
        server = Server()
        self.addCleanup(server.close)
        member = server.join()
        drawing = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
        huge = png(18_000, 18_000)
        self.assertLess(len(data_url("png", huge)), 60_000)
        for url in [
            data_url("svg+xml", drawing), "data:image/svg+xml,<svg/>", data_url("png", huge),
            data_url("png", b"no picture"), data_url("gif", png(4, 4)), "data:image/png,x",
        ]:
            url = url.replace("<", "%3C").replace(">", "%3E")
            answer = member.edit({"type": "background", "url": url})
            self.assertEqual(answer.get("code"), "bad_background", url[:60])
        answer = member.edit({"type": "background", "url": data_url("png", png(40, 30))})
        self.assertEqual(answer["type"], "edit")
        # The same bytes as an upload.
        path = "/documents/picnic/background"
        self.assertEqual(server.ask(path, "PUT", body=huge)[0], 413)


if __name__ == "__main__":
    unittest.main()
