import assert from "node:assert/strict";
import { test } from "node:test";
import "./core.js";
import { imageURL } from "../../../Sources/Web/files/imageURL.js";

test("L11-3 an image hidden in a query is preferred", () => {
    const cases = [
        ["https://g.org/?imgurl=https%3A%2F%2Fa.org%2Fpicture", "https://a.org/picture"],
        ["http://g.org/?u=https%3a%2f%2fa.org%2Fb.jpeg", "https://a.org/b.jpeg"],
        [
            "https://g.org/?x&page=http%3A%2F%2Fg.org%2Fp&u=https://a.org/b.PNG?w=1%26h=2#c=d.png",
            "https://a.org/b.PNG?w=1&h=2",
        ],
        ["https://g.org/?u=https%3A%2F%2Fa.org%2F", "https://g.org/?u=https%3A%2F%2Fa.org%2F"],
        ["  https://a.org/b.png and more", "https://a.org/b.png"],
        ["data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
    ];
    for (const [text, url] of cases) assert.equal(imageURL(text), url, text);
});

test("OP21 OP22 what is no background is none", () => {
    const texts = ["", "a.png", "javascript:alert(1)", "file:///etc/passwd", "http://", "🐸"];
    for (const text of texts) assert.equal(imageURL(text), null, text);
});
