import assert from "node:assert/strict";
import { test } from "node:test";
import { module } from "./core.js";
import { Replica } from "../../../Sources/Web/core/Replica.js";

const key = "00000000000000000000000000000004";
const other = "00000000000000000000000000000005";
const zero = "0".repeat(16);
const place = { epoch: "00000000000000e1", revision: 0, chain: zero };
const add = (/** @type {string} */ text) => ({
    ...{ type: "add", emojis: [{ text, x: 1, y: 2, size: 40 }] },
});

/** A client that has been let in, and its copy of an empty document. */
function joined(lines = /** @type {string[]} */ ([])) {
    const replica = new Replica(module, { key, name: "" });
    replica.restore({ count: 0, lines });
    welcome(replica, { resumed: false });
    const state = { checksum: zero, background: null, canvas: null, stackTop: 0, stackBottom: 0 };
    receive(replica, { type: "snapshot", part: 0, last: true, ...place, ...state, emojis: [] });
    return replica;
}

/** @param {Replica} replica @param {object} message */
const receive = ({ core }, message) => core.call("receive", JSON.stringify(message));

/** Lets a client in again; what it says then. @param {Replica} replica @param {object} fields */
function welcome(replica, fields) {
    replica.core.call("disconnected");
    replica.core.call("connected");
    const hello = sent(replica)[0];
    const who = { resumed: true, member: 1, client: 4, seq: 0, counter: 0 };
    receive(replica, { type: "welcome", document: "d", ...place, ...who, ...fields });
    return hello;
}

/** What a client sends. @param {Replica} replica @returns {any[]} */
const sent = (replica) =>
    replica
        .takeNews()
        .effects.flatMap((effect) => (effect.type === "send" ? JSON.parse(effect.text) : []))
        .filter(({ type }) => type !== "presence");

/** A client with an edit that may be in the trimmed part of the log. */
function undecided() {
    const replica = joined();
    replica.edit(add("🐸"));
    replica.takeNews();
    welcome(replica, { seq: 5, counter: 3, trimmed: true });
    replica.takeNews();
    return replica;
}

test("P16 edits that may be in the document are counted, kept and never called saved", () => {
    const { state, kept, view } = undecided();
    assert.equal(state.pending, 0);
    assert.equal(state.undecided, 1);
    assert.equal(state.isSynced, false);
    assert.equal(view.emojis.size, 0);
    assert.deepEqual([kept.count, kept.undecided], [1, 1]);
    const next = joined(kept.lines);
    next.takeNews();
    assert.equal(next.state.undecided, 1);
    assert.equal(next.state.isSynced, false);
});

test("P16 they are added again under a new mark, or dropped", () => {
    const replica = undecided();
    const [mark] = replica.kept.lines.flatMap((line) => /"mark":"(\w+)"/.exec(line)?.[1] ?? []);
    replica.core.call("decide", 1);
    const [edit] = sent(replica);
    assert.equal(edit.operation.emojis[0].id, "4.4");
    assert.notEqual(edit.mark, mark);
    assert.deepEqual([replica.state.pending, replica.state.undecided], [1, undefined]);
    const dropped = undecided();
    dropped.core.call("decide", 0);
    assert.deepEqual(sent(dropped), []);
    assert.deepEqual([dropped.kept.count, dropped.state.isSynced], [0, true]);
});

test("P15 a client goes on under another key, without the edits that another tab has", () => {
    const replica = joined();
    replica.edit(add("🐸"));
    replica.takeNews();
    const { lines } = replica.kept;
    replica.edit(add("🌲"));
    replica.takeNews();
    replica.core.call("disconnected");
    replica.become(other, lines);
    replica.takeNews();
    const shown = () => [...replica.view.emojis.values()].map(({ id, text }) => `${id} ${text}`);
    assert.deepEqual(shown(), ["4.2 🌲"]);
    assert.equal(replica.kept.count, 1);
    const { key: said, client, marks } = welcome(replica, { client: 9 });
    assert.deepEqual([said, client, marks.length], [other, 4, 1]);
    const [edit] = sent(replica);
    assert.deepEqual([edit.seq, edit.mark, edit.operation.emojis[0].id], [1, marks[0], "9.1"]);
    assert.deepEqual(shown(), ["9.1 🌲"]);
    assert.equal(replica.core.call("become", "x"), 0);
});

test("SY10 a client asks for a new connection to name more edits than a hello can", () => {
    const replica = joined();
    replica.takeNews();
    replica.core.call("disconnected");
    for (let count = 0; count < 2_049; count += 1) replica.edit({ type: "undo" });
    replica.takeNews();
    assert.equal(welcome(replica, { seq: 1 }).marks.length, 2_048);
    const { effects } = replica.takeNews();
    assert.ok(!effects.some(({ type }) => type === "reconnect"));
    for (let seq = 2; seq <= 2_049; seq += 1) {
        receive(replica, { type: "refused", seq, code: "nothing_to_undo" });
    }
    assert.ok(replica.takeNews().effects.some(({ type }) => type === "reconnect"));
});

test("P16 a page asks about what another one left undecided, once, and with ids of its own", () => {
    const { identity, kept } = undecided();
    const replica = new Replica(module, { key: other, name: "" });
    const text = [identity.key, ...kept.lines].join("\n");
    assert.equal(replica.core.call("takeOver", text), 0);
    welcome(replica, { resumed: false, client: 9, counter: 2 });
    assert.equal(replica.core.call("takeOver", "x"), 0);
    for (let time = 0; time < 2; time += 1) {
        assert.equal(replica.core.call("takeOver", text), 1);
        const { isKeptNew } = replica.takeNews();
        assert.equal(isKeptNew, time === 0);
        assert.deepEqual([replica.kept.count, replica.kept.undecided], [1, 1]);
    }
    const [mark] = kept.lines.flatMap((line) => /"mark":"(\w+)"/.exec(line)?.[1] ?? []);
    assert.ok(replica.kept.lines.some((line) => line.startsWith("?") && line.includes(mark)));
    const state = { checksum: zero, background: null, canvas: null, stackTop: 0, stackBottom: 0 };
    receive(replica, { type: "snapshot", part: 0, last: true, ...place, ...state, emojis: [] });
    replica.takeNews();
    replica.core.call("decide", 1);
    const [edit] = sent(replica);
    assert.match(edit.operation.emojis[0].id, /^9\./);
});
