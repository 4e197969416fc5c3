"""The page as the server gives it out."""

import gzip
import http.client
import re
import unittest

from playwright.sync_api import expect
from table import Table


class Page(Table):
    def ask(self, path, method="GET", **headers):
        """A request as no browser changes it: the answer and its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def test_HT9_the_page_loads_nothing_from_elsewhere_and_no_other_page_frames_it(self):
        for path in ("/", "/canvas/picnic"):
            answer, body = self.ask(path)
            self.assertEqual(answer.status, 200)
            self.assertEqual(answer.headers["Content-Type"], "text/html; charset=utf-8")
            self.assertEqual(answer.headers["Cache-Control"], "no-cache")
            policy = answer.headers["Content-Security-Policy"].split("; ")
            self.assertIn("default-src 'none'", policy)
            self.assertIn("script-src 'self'", policy)
            self.assertIn("connect-src 'self'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")
            self.assertNotIn(b"{{", body)
        self.assertEqual(self.ask("/canvas/No")[0].status, 404)

    def test_HT10_its_files_may_be_kept_for_good(self):
        page = self.ask("/")[1].decode()
        paths = set(re.findall(r'(?:src|href)="(/web/[^"]+)"', page))
        self.assertGreater(len(paths), 30)
        for path in paths:
            answer, body = self.ask(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn("immutable", answer.headers["Cache-Control"])
            head, nothing = self.ask(path, "HEAD")
            self.assertEqual(head.headers["Content-Length"], str(len(body)))
            self.assertEqual(nothing, b"")
        self.assertEqual(self.ask("/web/0000000000000000/app/main.js")[0].status, 404)

    def test_HT11_a_browser_that_takes_gzip_gets_it(self):
        plain, body = self.ask("/")
        self.assertIsNone(plain.headers["Content-Encoding"])
        for accepted in ("gzip", "deflate, gzip;q=0.5, br"):
            answer, packed = self.ask("/", **{"Accept-Encoding": accepted})
            self.assertEqual(answer.headers["Content-Encoding"], "gzip", accepted)
            self.assertEqual(gzip.decompress(packed), body)
        for refused in ("br", "gzip;q=0", "xgzip", "gzip; q=0.0, br"):
            answer, same = self.ask("/", **{"Accept-Encoding": refused})
            self.assertIsNone(answer.headers["Content-Encoding"], refused)
            self.assertEqual(same, body)

    def test_FA46_the_policy_stops_what_is_not_the_pages_own(self):
        ada = self.person()
        stopped = ada.page.evaluate("""() => {
            const script = document.createElement("script");
            script.textContent = "window.wasRun = true";
            document.body.append(script);
            return window.wasRun === undefined;
        }""")
        self.assertTrue(stopped)
        ada.faults.clear()
        expect(ada.page.locator("#canvas")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
