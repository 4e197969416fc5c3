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
            scripts = next(part for part in policy if part.startswith("script-src"))
            self.assertRegex(scripts, r"^script-src 'self' 'sha256-[^' ]+' 'wasm-unsafe-eval'$")
            self.assertIn("connect-src 'self'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")
            self.assertNotIn(b"{{", body)
        self.assertEqual(self.ask("/canvas/No")[0].status, 404)

    def test_HT10_its_files_may_be_kept_for_good(self):
        page = self.ask("/")[1].decode()
        paths = set(re.findall(r'(?:src|href|script|core)="(/web/[^"]+)"', page))
        script = next(path for path in paths if path.startswith("/web/page-") and ".js" in path)
        # The page is few files, so that a class of people behind one address gets them at once.
        self.assertEqual(len(paths), 3)
        name = script.rpartition("/")[2]
        self.assertIn(f"sourceMappingURL={name}.map", self.ask(script)[1].decode())
        paths.add(f"{script}.map")
        for path in paths:
            answer, body = self.ask(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn("immutable", answer.headers["Cache-Control"])
            head, nothing = self.ask(path, "HEAD")
            self.assertEqual(head.headers["Content-Length"], str(len(body)))
            self.assertEqual(nothing, b"")
        self.assertEqual(self.ask("/web/page-00000000.js")[0].status, 404)

    def test_HT10_a_file_that_does_not_come_is_asked_for_again(self):
        for name in ("page-*.js", "core-*.wasm"):
            ada = self.guest()
            ada.page.route(f"**/web/{name}", lambda route: route.abort(), times=1)
            ada.page.goto(self.server.url("picnic"))
            expect(ada.page.locator(".save")).to_have_text("Saved")
            expect(ada.page.locator(".bar")).to_have_css("display", "flex")
            ada.faults.clear()
        ada = self.guest()
        ada.page.route("**/web/page-*.js*", lambda route: route.abort())
        ada.page.goto(self.server.url("picnic"))
        expect(ada.page.locator(".save")).to_have_text("The page could not be loaded: reload it.")
        ada.faults.clear()

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
