import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { apply } from "../../../Sources/Web/model/apply.js";
import { Checksum, Digest } from "../../../Sources/Web/model/Digest.js";
import { Document } from "../../../Sources/Web/model/Document.js";
import { Emoji } from "../../../Sources/Web/model/Emoji.js";
import { emojiTextFault } from "../../../Sources/Web/model/emojiText.js";
import { Limits } from "../../../Sources/Web/model/Limits.js";
import { Refusal } from "../../../Sources/Web/model/Refusal.js";
import { vectors } from "./vectors.js";

test("OP28 what is one emoji, and what is not", () => {
    const { accepted, refused } = vectors("emoji-texts");
    assert.ok(accepted.length >= 290 && refused.length >= 110);
    for (const text of accepted) {
        // What this engine's Unicode does not have yet, only the server knows.
        if (/\p{Cn}/u.test(text)) continue;
        assert.equal(emojiTextFault(text), null, JSON.stringify(text));
    }
    for (const { text, code } of refused) {
        assert.equal(emojiTextFault(text), code, JSON.stringify(text));
    }
});

test("LM1 the limits are those of the protocol's page", () => {
    const page = readFileSync(new URL("../../../Protocol/PROTOCOL.md", import.meta.url), "utf8");
    const row = /^\| `(\w+)` \| ([\d,]+) \|/gm;
    const listed = new Map(
        [...page.matchAll(row)].map(([, name, value]) => [name, Number(value.replaceAll(",", ""))]),
    );
    assert.ok(Object.keys(Limits).length > 20);
    for (const [name, value] of Object.entries(Limits)) assert.equal(value, listed.get(name), name);
});

test("CK1 CK2 digests are those of the golden examples", () => {
    const { digests } = vectors("messages");
    assert.ok(digests.length >= 16);
    for (const { name, take, digest } of digests) {
        const made = new Digest();
        for (const { word, integer, text } of take) {
            if (word !== undefined) made.word(word);
            if (integer !== undefined) made.integer(integer);
            if (text !== undefined) made.text(text);
        }
        assert.equal(String(made.value), digest, name);
    }
});

test("OP1 CK9 the golden sequences give the golden effects, refusals and states", () => {
    const { sequences } = vectors("operations");
    assert.ok(sequences.length >= 30);
    for (const { name, steps, state } of sequences) {
        const document = new Document();
        for (const [index, { operation, effective, refusal }] of steps.entries()) {
            const before = String(document.checksum);
            const place = `${name}, step ${index}`;
            try {
                assert.deepEqual(apply(document, operation), effective, place);
            } catch (error) {
                if (!(error instanceof Refusal)) throw error;
                assert.equal(error.code, refusal, place);
                assert.equal(String(document.checksum), before, place);
            }
        }
        assert.deepEqual(stateOf(document), state, name);
    }
});

test("CK3 a document's checksum is that of its parts, whatever the way to it", () => {
    const { checksums } = vectors("messages");
    assert.ok(checksums.length >= 8);
    for (const { name, snapshot } of checksums) {
        const { checksum, background, canvas, stackTop, stackBottom, emojis } =
            JSON.parse(snapshot);
        const document = new Document();
        document.setStack(stackTop, stackBottom);
        document.setBackground(background);
        document.setCanvas(canvas);
        for (const { id, text, x, y, size, z } of emojis.reverse()) {
            document.put(new Emoji(id, text, x, y, size, z));
        }
        assert.equal(String(document.checksum), checksum, name);
        for (const { id } of emojis) document.remove(id);
        document.setBackground(null);
        document.setCanvas(null);
        document.setStack(0, 0);
        assert.equal(String(document.checksum), String(Checksum.zero), name);
    }
});

/**
 * A document as the golden file writes it.
 * @param {Document} document
 */
const stateOf = ({ background, canvas, stackTop, stackBottom, drawingOrder, checksum }) => ({
    background,
    canvas,
    stackTop,
    stackBottom,
    emojis: drawingOrder.map(({ id, text, x, y, size, z }) => ({ id, text, x, y, size, z })),
    checksum: String(checksum),
});
