import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Core } from "../../../Sources/Web/core/Core.js";
import { module } from "./core.js";
import { vectors } from "./vectors.js";

// Compares the page's core as WebAssembly with the one that this machine runs natively: to random
// calls, to the inputs that fuzzing has kept and to the golden messages both have to answer alike,
// byte for byte. EMOJIART_CALLS says how many random calls.

const calls = Number(process.env.EMOJIART_CALLS ?? 20_000);
const first = Number(process.env.EMOJIART_SEED ?? 1);
/** Calls that are sent at a time. */
const batchSize = 500;
const program = (/** @type {string} */ name) =>
    fileURLToPath(new URL(`../../../.build/debug/${name}`, import.meta.url));
const names = [
    ...["begin", "connected", "disconnected", "receive", "edit", "share", "endGesture"],
    ...["cancelGesture", "wake", "restore", "readFile", "become", "takeOver", "decide"],
];
const [begin, connected, disconnected, receive, edit, share] = names.keys();
const [restore, readFile, become, takeOver, decide] = names.map((_, call) => call).slice(9);

// The core draws marks of edits, 8 bytes each; the twin counts them.
let marks = 0n;
const draw = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (bytes) => {
    if (bytes?.byteLength !== 8) return draw(bytes);
    marks += 1n;
    new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(0, marks, true);
    return bytes;
};

/** @param {number} seed */
function randomOf(seed) {
    let state = seed;
    // mulberry32
    return (/** @type {number} */ count) => {
        state = (state + 0x6d2b79f5) | 0;
        let word = Math.imul(state ^ (state >>> 15), 1 | state);
        word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
        return ((word ^ (word >>> 14)) >>> 0) % count;
    };
}

/** @typedef {{call: number, text: string, now: number}} Call */

const key = "00000000000000000000000000000004";
/** A welcome of a server that has trimmed its log, and knows of more edits. */
const trimmed = (/** @type {string} */ welcome, seq = 9) =>
    JSON.stringify({ ...JSON.parse(welcome), seq, trimmed: true });

/** What a client keeps that has an undecided edit, behind its key. */
function left() {
    const core = new Core(module);
    core.text("begin", JSON.stringify({ key, name: "Ada" }));
    const zero = "0".repeat(16);
    const place = { epoch: "00000000000000e1", revision: 0, chain: zero, resumed: false };
    const who = { member: 1, client: 4, seq: 0, counter: 0 };
    const welcome = JSON.stringify({ type: "welcome", document: "fuzz", ...place, ...who });
    for (const message of [welcome, trimmed(welcome)]) {
        core.call("connected");
        core.call("receive", message);
        const emojis = [{ text: "🐸", x: 1, y: 2 }];
        core.text("edit", JSON.stringify({ type: "add", emojis }));
        core.call("disconnected");
    }
    const { kept } = core.json("news");
    return [key, ...kept].join("\n");
}

/**
 * The calls of one session: the messages of a server, some of them damaged, among own edits,
 * presence and breaks of the connection.
 * @param {number} seed
 * @returns {Generator<Call>}
 */
function* session(seed) {
    const random = randomOf(seed);
    const output = execFileSync(program("emojiart-sequence"), ["--seed", String(1 + (seed % 200))]);
    const messages = output.toString().split("\n").slice(0, -1);
    const ids = [...new Set(output.toString().match(/(?<=")\d+\.\d+(?=")/g) ?? [])];
    const id = () => ids[random(ids.length)];
    const number = () => random(2_000) - 1_000;
    const emojis = ["🐸", "❤️", "👩‍🚀", "🇫🇷", "1️⃣", "x", ""];
    let now = 1_000;
    const made = (/** @type {number} */ call, text = "") => ({ call, text, now });
    const request = () => {
        switch (random(9)) {
            case 0:
            case 1:
                return {
                    type: "add",
                    emojis: [{ text: emojis[random(7)], x: number(), y: number() }],
                };
            case 2:
                return { type: "move", ids: [id(), id()], dx: number(), dy: number() };
            case 3:
                return { type: "scale", ids: [id()], factor: (1 + random(4_000_000)) / 1_000_000 };
            case 4:
                return { type: "delete", ids: [id()] };
            case 5:
                return { type: "arrange", ids: [id(), id()], to: ["front", "backward"][random(2)] };
            case 6:
                return { type: "background", url: ["https://a.org/b.png", "no", null][random(3)] };
            case 7:
                return { type: "undo" };
            default:
                return { type: "redo", extra: 1 };
        }
    };
    const patch = () => {
        switch (random(6)) {
            case 0:
                return { selection: [id(), id(), id()] };
            case 1:
                return { cursor: { x: number(), y: number() } };
            case 2:
                return { gesture: { type: "move", ids: [id(), id()], dx: number(), dy: number() } };
            case 3:
                return { gesture: { type: "scale", ids: [id()], factor: 1.5 } };
            case 4:
                return { chat: ["hello", null, "a\u202eb"][random(3)] };
            default:
                return { activity: ["active", "idle", "gone"][random(3)], laser: random(2) === 1 };
        }
    };
    yield made(begin, JSON.stringify({ key, name: "Ada" }));
    yield made(connected);
    for (const message of messages) {
        now += random(40);
        const isDamaged = random(12) === 0;
        yield made(receive, isDamaged ? damaged(message, random) : message);
        while (random(2) === 0) {
            const kind = random(10);
            if (kind < 4) yield made(edit, JSON.stringify(request()));
            else if (kind < 8) yield made(share, JSON.stringify({ type: "presence", ...patch() }));
            else yield made(share + 1 + random(3));
        }
        if (random(150) > 0) continue;
        yield made(disconnected);
        if (random(2) === 0) yield made(become, `${random(9)}${key.slice(1)}\n${edits}`);
        yield made(connected);
        yield made(receive, random(2) === 0 ? trimmed(messages[0], random(2)) : messages[0]);
        yield made(takeOver, edits);
        if (random(2) === 0) yield made(decide);
    }
}

/**
 * @param {string} text
 * @param {(count: number) => number} random
 */
function damaged(text, random) {
    const place = random(text.length);
    switch (random(4)) {
        case 0:
            return text.slice(0, place);
        case 1:
            return text.slice(0, place) + text.slice(place + 1);
        case 2:
            return text.slice(0, place) + '"{}[]:,0-1e9\\u'[random(14)] + text.slice(place);
        default:
            return text.replace(/\d+/g, (digits) => (random(3) ? digits : `${digits}9`));
    }
}

/** The core's answer and news, as the twin writes them. */
function answerOf(/** @type {Core} */ core, /** @type {Call} */ { call, text, now }) {
    const name = names[call];
    let answer = "";
    if (call === begin || call === receive) core.call(name, text);
    else if (call === restore || call === become || call === takeOver) {
        answer = String(core.call(name, text));
    } else if (call === decide) core.call(name, now % 2);
    else if (call === edit || call === readFile) answer = core.text(name, text) ?? "";
    else if (call === share) answer = core.text(name, text, now) ?? "";
    else if (call > share) core.call(name, now);
    else core.call(name);
    for (let news = core.text("news"); news; news = core.text("news")) answer += `\n${news}`;
    return answer;
}

const edits = left();
marks = 0n;

const twin = spawn(program("emojiart-page-twin"), { stdio: ["pipe", "pipe", "inherit"] });
const answers = twin.stdout[Symbol.asyncIterator]();
let buffer = Buffer.alloc(0);
let place = 0;

/** @param {number} count */
async function read(count) {
    while (buffer.length - place < count) {
        const { value, done } = await answers.next();
        if (done) throw new Error("The twin has ended.");
        buffer = Buffer.concat([buffer.subarray(place), value]);
        place = 0;
    }
    place += count;
    return buffer.subarray(place - count, place);
}

/** @param {Call} call */
function coded({ call, text, now }) {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(13);
    head[0] = call;
    head.writeBigUInt64LE(BigInt(now), 1);
    head.writeUInt32LE(bytes.length, 9);
    return Buffer.concat([head, bytes]);
}

/**
 * Has a core use a hash table, for whose seeds it draws as many bytes as for a mark.
 * @param {Core} core
 */
function hash(core) {
    core.text("begin", JSON.stringify({ key: "0".repeat(31) + "1", name: "Ada" }));
    core.call("connected");
    const position = { epoch: "00000000000000e1", revision: 0, chain: "0".repeat(16) };
    const welcome = { type: "welcome", document: "fuzz", ...position, resumed: false, member: 1 };
    core.call("receive", JSON.stringify({ ...welcome, client: 1, seq: 0, counter: 0 }));
    const member = { member: 1, client: 1, name: "Ada", colour: "#e03131" };
    core.call("receive", JSON.stringify({ type: "presence", full: true, members: [member] }));
    while (core.text("news"));
}

/**
 * Has both do the calls of one session.
 * @param {Call[]} all
 * @param {string} origin
 */
async function compare(all, origin) {
    const core = new Core(module);
    const before = marks;
    hash(core);
    marks = before;
    for (let start = 0; start < all.length; start += batchSize) {
        const batch = all.slice(start, start + batchSize);
        twin.stdin.write(Buffer.concat(batch.map(coded)));
        for (const call of batch) {
            const here = answerOf(core, call);
            const there = (await read((await read(4)).readUInt32LE())).toString();
            assert.equal(here, there, `${origin}: ${names[call.call]} ${call.text}`);
        }
    }
}

after(() => twin.stdin.end());

test("SY22 JS12 the core answers as the one that this machine runs, to random calls", async () => {
    let done = 0;
    for (let seed = first; done < calls; seed += 1) {
        const all = [...session(seed)];
        await compare(all, `seed ${seed}`);
        done += all.length;
    }
});

test("JS1 SM12 and to what fuzzing has kept, and to the golden messages", async () => {
    const corpus = new URL("../../Fuzz/Corpus/", import.meta.url);
    const texts = ["client-message", "server-message", "json", "file", "replica", "session"]
        .map((name) => new URL(`${name}/`, corpus))
        .flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)))
        .map((file) => readFileSync(file, "utf8"));
    const { client, server } = vectors("messages");
    for (const golden of [...Object.values(client), ...Object.values(server)]) {
        // Those that are no UTF-8 no script can pass on.
        texts.push(...golden.flatMap((/** @type {{text?: string}} */ { text }) => text ?? []));
    }
    assert.ok(texts.length > 500, `only ${texts.length} texts`);
    const opening = session(first);
    const before = Array.from({ length: 20 }, () => opening.next().value ?? assert.fail());
    for (const text of texts) {
        const now = 10_000;
        const tried = [receive, edit, share, readFile].map((call) => ({ call, text, now }));
        await compare([...before, ...tried], "the corpus");
        await compare([before[0], { call: restore, text, now }, ...before.slice(1)], "restored");
    }
});
