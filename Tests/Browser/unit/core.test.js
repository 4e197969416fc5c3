import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { symbols } from "./core.js";
import { emojisIn, isName, Limits, plainText, readFile } from "../../../Sources/Web/core/module.js";
import { vectors } from "./vectors.js";

test("OP28 what is one emoji, and what is not", () => {
    const { accepted, refused } = vectors("emoji-texts");
    assert.ok(accepted.length >= 290 && refused.length >= 110);
    for (const text of accepted) assert.deepEqual(emojisIn(text), [text], JSON.stringify(text));
    for (const { text } of refused) {
        assert.ok(!emojisIn(text).includes(text), JSON.stringify(text));
    }
});

test("LM1 the limits are those of the protocol's page", () => {
    const page = readFileSync(new URL("../../../Protocol/PROTOCOL.md", import.meta.url), "utf8");
    const row = /^\| `(\w+)` \| ([\d,]+) \|/gm;
    const listed = new Map(
        [...page.matchAll(row)].map(([, name, value]) => [name, Number(value.replaceAll(",", ""))]),
    );
    assert.equal(Limits.factorUnit, 1_000_000);
    for (const [name, value] of Object.entries(Limits)) {
        if (name !== "factorUnit") assert.equal(value, listed.get(name), name);
    }
});

test("CM2 a name shows something, and no text has what turns or hides others", () => {
    assert.equal(plainText("a\u202eb\u0000c"), "abc");
    assert.ok(isName("") && isName("Ada"));
    assert.ok(!isName(" ") && !isName("\u2800") && !isName("a\u0007") && !isName("x".repeat(65)));
});

test("A1 J8 what is no file is refused in words", () => {
    for (const text of ["", "{}", "[]", '{"url":"https://a/b.png","emojis":[]}']) {
        assert.throws(() => readFile(text), /\.$/, text);
    }
    const emojis = [{ id: 1, string: "🐸", position: { x: 1, y: 2 }, size: 0 }];
    const file = { emojis, uniqueEmojiId: 1 };
    assert.deepEqual(readFile(JSON.stringify(file)).emojis, [{ text: "🐸", x: 1, y: 2, size: 1 }]);
});

test("the core compares texts as bytes: no table of Unicode's normalisation is in it", () => {
    assert.ok(symbols.length > 500 && symbols.some((name) => name.includes("JSONReader")));
    assert.deepEqual(symbols.filter((name) => /norm|decompos|NFC|NFD/i.test(name)), []);
});
