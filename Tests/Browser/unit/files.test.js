import assert from "node:assert/strict";
import { test } from "node:test";
import {
    FileError,
    readEmojiArt,
} from "../../../Sources/Web/files/emojiArt.js";

const emoji = { id: 1, position: { x: 1, y: 2 }, size: 40, string: "🌲" };

/** @param {object} fields */
const read = (fields) =>
    readEmojiArt(JSON.stringify({ emojis: [emoji], uniqueEmojiId: 1, ...fields }));

test("J2 a blank background is an absent key, and null is taken", () => {
    assert.equal(read({}).background, null);
    assert.equal(read({ background: null }).background, null);
    assert.equal(read({ background: { blank: {} } }).background, null);
});

test("J4 whole numbers are taken in any spelling, others refused by their field", () => {
    const one = readEmojiArt(
        '{"emojis":[{"id":1,"position":{"x":1.0,"y":-0},"size":4e1,"string":"🌲"}]}',
    );
    assert.deepEqual(one.emojis, [{ text: "🌲", x: 1, y: -0, size: 40 }]);
    for (const [field, value] of [
        ["size", 1.5],
        ["size", "40"],
        ["size", -1],
        ["position", { x: 1 }],
        ["position", { x: 1e300, y: 0 }],
        ["string", "tree"],
        ["string", "🌲🌲"],
    ]) {
        const bad = { ...emoji, [/** @type {string} */ (field)]: value };
        assert.throws(() => read({ emojis: [emoji, bad] }), (error) => {
            assert.ok(error instanceof FileError);
            assert.match(error.message, /^emojis\[1\]/);
            return true;
        });
    }
});

test("J5 J6 unknown keys are ignored, and an escaped slash is a slash", () => {
    const background = "https://example.org/a.png";
    assert.equal(read({ background, author: "Ada" }).background, background);
    const text = JSON.stringify({ background, emojis: [] }).replaceAll("/", "\\/");
    assert.equal(readEmojiArt(text).background, background);
});

test("J7 files of 2020 and 2021 point down, and have their own words", () => {
    const old = { id: 1, text: "🌲", x: 3, y: 4, size: 40 };
    const file = { emojis: [old], uniqueEmojiId: 1 };
    const url = "https://example.org/a.png";
    const of2020 = readEmojiArt(JSON.stringify({ ...file, backgroundURL: url }));
    const of2021 = readEmojiArt(JSON.stringify({ ...file, background: { url: { _0: url } } }));
    for (const { background, emojis } of [of2020, of2021]) {
        assert.equal(background, url);
        assert.deepEqual(emojis, [{ text: "🌲", x: 3, y: -4, size: 40 }]);
    }
});

test("J8 a file of 2017 is told apart", () => {
    const file = { url: "https://example.org/a.png", emojis: [{ x: 1, y: 2, text: "🌲", size: 9 }] };
    assert.throws(() => readEmojiArt(JSON.stringify(file)), /2017/);
});

test("J10 image data is a picture of its kind, of any size that a server keeps", () => {
    const data = (/** @type {string} */ base64) =>
        read({ background: { imageData: { _0: base64 } } }).background;
    assert.equal(data("R0lGODlhAQAB"), "data:image/gif;base64,R0lGODlhAQAB");
    const large = `/9j/${"A".repeat(100_000)}`;
    assert.equal(data(large), `data:image/jpeg;base64,${large}`);
    assert.throws(() => data("AAAA"), /PNG, JPEG, GIF or WebP/);
    assert.throws(() => data(`/9j/${"!".repeat(100_000)}`), FileError);
});

test("J11 texts are kept byte for byte", () => {
    const texts = ["❤", "❤️", "👩‍🚀", "👍🏽", "🇫🇷"];
    const emojis = texts.map((string, index) => ({ ...emoji, id: index + 1, string }));
    assert.deepEqual(
        read({ emojis }).emojis.map(({ text }) => text),
        texts,
    );
});

test("A1 what is no such file is refused in words", () => {
    for (const text of ["", "[]", "null", "{", "{}", '{"emojis":{}}', "<svg/>"]) {
        assert.throws(() => readEmojiArt(text), FileError);
    }
});
