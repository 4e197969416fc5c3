import { Replica } from "../core/Replica.js";
import { Client } from "../sync/Client.js";

// What programs of other people use: emojiart-sync.d.ts says what each thing is.

/**
 * @typedef {import("./emojiart-sync.js").EmojiArtDocument} EmojiArtDocument
 * @typedef {import("./emojiart-sync.js").Options} Options
 * @typedef {import("./emojiart-sync.js").Events} Events
 */

/** @type {Promise<WebAssembly.Module> | null} */
let compiling = null;

const compiled = () =>
    (compiling ??= compile().catch((error) => {
        compiling = null;
        throw error;
    }));

async function compile() {
    const address = new URL("core.wasm", import.meta.url);
    if (address.protocol === "file:") {
        const files = "node:fs/promises";
        return WebAssembly.compile(await (await import(files)).readFile(address));
    }
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
    // A server of other people's files may not know the type that streaming asks for.
    return WebAssembly.compile(await answer.arrayBuffer());
}

/** 128 random bits as 32 hexadecimal digits: who holds them is this client. */
function randomKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class ClosedError extends Error {
    /** @param {import("./emojiart-sync.js").Closing | null} closing */
    constructor(closing) {
        const { code, name } = closing ?? { code: 1000, name: "normal" };
        super(`The connection to the document has ended: ${name} (${code}).`);
        this.closing = { code, name };
    }
}

/** @implements {EmojiArtDocument} */
class OpenDocument {
    /** @type {{[Name in keyof Events]: Set<(event: Events[Name]) => void>}} */
    #listeners = { change: new Set(), status: new Set(), refused: new Set(), fault: new Set() };
    /** @type {{isSo: () => boolean, done: () => void, failed: (error: Error) => void}[]} */
    #waiting = [];
    /** @type {import("./emojiart-sync.js").Closing | null} how the last connection ended */
    #closing = null;
    /** @type {Events["change"][]} */
    #changes = [];
    #replica;
    #client;

    /**
     * @param {string} url
     * @param {Replica} replica
     * @param {import("./emojiart-sync.js").Storage} [storage]
     */
    constructor(url, replica, storage) {
        const { key } = replica.identity;
        this.#replica = replica;
        replica.onChange = (change) => this.#changes.push(change);
        /** @type {import("../sync/Client.js").Keeper} */
        const keeper = {
            keep: async (kept) => {
                try {
                    await storage?.write(JSON.stringify({ key, kept }));
                } catch (error) {
                    this.#tell("fault", { code: "storage_failed", error });
                }
            },
        };
        this.#client = new Client(url, replica, keeper, {
            effect: (effect) => {
                const { type, ...refusal } = effect;
                if (type === "refused") this.#tell("refused", /** @type {any} */ (refusal));
            },
            status: (closing) => {
                this.#closing = closing ?? this.#closing;
                this.#look();
                this.#tell("status", closing);
            },
            changed: () => this.#changed(),
            failed: () => this.#tell("fault", { code: "core_restarted" }),
        });
    }

    get emojis() {
        return this.#replica.view.emojis;
    }
    get background() {
        return this.#replica.view.background;
    }
    get canvas() {
        return this.#replica.view.canvas;
    }
    get members() {
        return this.#replica.members;
    }
    get member() {
        return this.#replica.member;
    }
    get revision() {
        return this.#replica.state.revision ?? 0;
    }
    get status() {
        return this.#client.status;
    }
    get pending() {
        return this.#replica.state.pending;
    }
    get isSaved() {
        return this.#replica.state.isSynced;
    }
    get mayEdit() {
        return this.#replica.state.mayEdit;
    }
    get undoType() {
        return this.#replica.state.undo ?? null;
    }
    get redoType() {
        return this.#replica.state.redo ?? null;
    }

    inOrder(ids = this.emojis.keys()) {
        const known = this.#replica.core.json("inOrder", JSON.stringify([...ids]));
        return known.flatMap((/** @type {string} */ id) => this.emojis.get(id) ?? []);
    }
    /** @type {EmojiArtDocument["emojiAt"]} */
    emojiAt(x, y, reach = 0) {
        return this.emojis.get(this.#replica.core.text("emojiAt", x, y, reach) ?? "") ?? null;
    }

    /** @type {EmojiArtDocument["edit"]} */
    edit(operation) {
        return this.#client.change((replica) => replica.edit(operation)) ?? [];
    }
    undo() {
        this.edit({ type: "undo" });
    }
    redo() {
        this.edit({ type: "redo" });
    }
    saved() {
        return this.#until(() => this.isSaved);
    }
    joined() {
        return this.#until(() => this.status === "online");
    }
    /** @type {EmojiArtDocument["share"]} */
    share(patch) {
        this.#client.change((replica) => replica.share(patch));
    }
    endGesture() {
        this.#client.change(({ core }) => core.call("endGesture", performance.now()));
    }
    cancelGesture() {
        this.#client.change(({ core }) => core.call("cancelGesture", performance.now()));
    }

    /** @type {EmojiArtDocument["on"]} */
    on(name, listener) {
        this.#listeners[name].add(listener);
        return () => void this.#listeners[name].delete(listener);
    }
    /** @param {string} token */
    renew(token) {
        this.#client.change((replica) => replica.renew(token));
    }
    connect() {
        this.#client.connect();
    }
    close() {
        this.#client.stop();
        this.#look();
    }

    #changed() {
        for (const change of this.#changes.splice(0)) this.#tell("change", change);
        this.#tell("status", null);
        this.#look();
    }

    /**
     * @param {() => boolean} isSo
     * @returns {Promise<void>}
     */
    #until(isSo) {
        return new Promise((done, failed) => {
            this.#waiting.push({ isSo, done, failed });
            this.#look();
        });
    }

    /** Looks who has waited long enough. */
    #look() {
        for (const waiting of this.#waiting.splice(0)) {
            if (waiting.isSo()) waiting.done();
            else if (this.status === "stopped") waiting.failed(new ClosedError(this.#closing));
            else this.#waiting.push(waiting);
        }
    }

    /**
     * @template {keyof Events} Name
     * @param {Name} name
     * @param {Events[Name]} event
     */
    #tell(name, event) {
        for (const listener of this.#listeners[name]) listener(event);
    }
}

/** @type {typeof import("./emojiart-sync.js").open} */
export async function open(url, { name = "", colour, token, storage, signal } = {}) {
    const module = await compiled();
    const text = await storage?.read();
    signal?.throwIfAborted();
    const { key, kept } = text ? JSON.parse(text) : { key: randomKey(), kept: null };
    if (!text) await storage?.write(JSON.stringify({ key, kept }));
    const replica = new Replica(module, { key, name, ...(colour && { colour }) });
    if (token !== undefined) replica.renew(token);
    if (kept) replica.restore(kept);
    replica.takeNews();
    const document = new OpenDocument(url, replica, storage);
    signal?.addEventListener("abort", () => document.close());
    document.connect();
    await document.joined().catch((error) => {
        throw signal?.aborted ? signal.reason : error;
    });
    return document;
}
