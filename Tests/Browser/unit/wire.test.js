import assert from "node:assert/strict";
import { test } from "node:test";
import { Checksum } from "../../../Sources/Web/model/Digest.js";
import { DecodeError } from "../../../Sources/Web/wire/DecodeError.js";
import { extendChain } from "../../../Sources/Web/wire/chain.js";
import { readJSON } from "../../../Sources/Web/wire/JSONReader.js";
import { readServerMessage } from "../../../Sources/Web/wire/readServerMessage.js";
import { writeMessage } from "../../../Sources/Web/wire/writeMessage.js";
import { vectors } from "./vectors.js";

const { client, server, chains } = vectors("messages");

test("SM2 JS10 a server's messages are read whole, and nothing else", () => {
    assert.ok(server.good.length > 25);
    for (const { name, text, canonical } of server.good) {
        assert.equal(writeMessage(readServerMessage(text)), canonical, name);
        assert.deepEqual(readServerMessage(canonical), readServerMessage(text), name);
    }
});

test("SM1 a message of an unknown type is ignored", () => {
    assert.ok(server.ignored.length >= 4);
    for (const { text } of server.ignored) assert.equal(readServerMessage(text), null, text);
});

test("SM12 SM14 what is not a message of this protocol is an error that says why", () => {
    assert.ok(server.bad.length >= 20);
    for (const { name, text, error } of server.bad) {
        assert.throws(
            () => readServerMessage(text),
            (thrown) => thrown instanceof DecodeError && thrown.message.startsWith(error),
            `${name}: ${error}`,
        );
    }
});

test("JS12 a client's messages are written in the protocol's one way", () => {
    assert.ok(client.good.length >= 50);
    for (const { name, canonical } of client.good) {
        assert.equal(writeMessage(JSON.parse(canonical)), canonical, name);
    }
});

test("JS1 JS2 JS3 JS4 JS5 JS6 JS8 what is not JSON as read here is refused alike", () => {
    const faults = client.bad.filter(({ error }) => error?.startsWith("not JSON: "));
    assert.ok(faults.length >= 50);
    for (const { name, text } of faults) {
        if (text === undefined) continue; // Bytes that are not UTF-8 never reach a browser's page.
        assert.throws(() => readJSON(text), { message: /^not JSON: / }, name);
    }
});

test("CK7 CK8 the chain of the golden examples", () => {
    assert.ok(chains.length >= 4);
    for (const { name, before, message, chain } of chains) {
        assert.equal(extendChain(before, message), chain, name);
        assert.equal(String(Checksum.of(chain)), chain);
    }
});
