import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { module } from "./core.js";
import { Replica } from "../../../Sources/Web/core/Replica.js";
import { Client } from "../../../Sources/Web/sync/Client.js";

// The connection of a page, over sockets whose other end is the test.

/** @type {Socket[]} */
let sockets = [];
let now = 0;
/** @type {{run: () => void, at: number}[]} */
let timers = [];

class Socket {
    static OPEN = 1;
    readyState = 0;
    /** @type {string[]} */
    sent = [];
    onopen = () => {};
    onmessage = (/** @type {{data: string}} */ _) => {};
    onclose = (/** @type {{code: number, reason: string}} */ _) => {};
    constructor() {
        sockets.push(this);
    }
    send(/** @type {string} */ text) {
        this.sent.push(JSON.parse(text).type);
    }
    close() {}
    open() {
        this.readyState = 1;
        this.onopen();
    }
    welcome() {
        const zero = "0".repeat(16);
        const place = { epoch: "00000000000000e1", revision: 0, chain: zero };
        const who = { resumed: false, member: 1, client: 4, seq: 0, counter: 0 };
        const state = { checksum: zero, background: null, canvas: null };
        const part = { part: 0, last: true, ...place, ...state, stackTop: 0, stackBottom: 0 };
        for (const message of [
            { type: "welcome", document: "d", ...place, ...who },
            { type: "snapshot", ...part, emojis: [] },
        ]) {
            this.onmessage({ data: JSON.stringify(message) });
        }
    }
    end(/** @type {number} */ code) {
        this.onclose({ code, reason: "" });
    }
}

beforeEach(() => {
    sockets = [];
    timers = [];
    now = 0;
    performance.now = () => now;
    const setTimeout = (/** @type {() => void} */ run, wait = 0) =>
        timers.push({ run, at: now + wait });
    const clearTimeout = (/** @type {number} */ number) => delete timers[number - 1];
    const fakes = { setTimeout, clearTimeout, setInterval: () => 0, WebSocket: Socket };
    Object.assign(globalThis, fakes);
});

/** A client, and how its connections ended that are not made again by itself. */
function begun() {
    const replica = new Replica(module, { key: "00000000000000000000000000000004", name: "" });
    /** @type {string[]} */
    const ends = [];
    const client = new Client("ws://h/documents/d", replica, { keep: async () => true }, {
        effect: () => {},
        status: (closing) => {
            if (closing?.again === "onRequest") ends.push(closing.name);
        },
    });
    client.connect();
    return { client, ends };
}

/** Lets the wait before the next connection pass; the socket of that. */
function next(wait = 250) {
    const count = sockets.length;
    now += wait;
    for (const { run, at } of timers.splice(0)) if (at <= now) run();
    assert.equal(sockets.length, count + 1);
    const socket = sockets[count];
    socket.open();
    return socket;
}

test("ER8 the first 4411 is as soon after a connection without a welcome", () => {
    const { client, ends } = begun();
    sockets[0].open();
    assert.deepEqual(sockets[0].sent, ["hello"]);
    sockets[0].end(4408);
    const second = next();
    second.welcome();
    assert.equal(client.status, "online");
    // The first hello comes to the server, and counts as the newer one.
    second.end(4411);
    assert.deepEqual([client.status, ends], ["reconnecting", []]);
    next().welcome();
    assert.equal(client.status, "online");
    // Only the first: another client with this key would be sent away for ever.
    sockets[2].end(4411);
    assert.deepEqual([client.status, ends], ["stopped", ["superseded"]]);
});

test("ER8 a 4411 means another client when no hello can be late", () => {
    const { client, ends } = begun();
    sockets[0].end(1006);
    const second = next();
    second.end(1006);
    const third = next(500);
    third.welcome();
    now += 10_000;
    third.end(4411);
    assert.deepEqual([client.status, ends], ["stopped", ["superseded"]]);
    const other = begun();
    sockets[3].open();
    sockets[3].welcome();
    sockets[3].end(4411);
    assert.deepEqual([other.client.status, other.ends], ["stopped", ["superseded"]]);
});
