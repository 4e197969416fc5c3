import { Core } from "../core/Core.js";
import { randomKey, Replica } from "../core/Replica.js";
import { Client } from "../sync/Client.js";

// What programs of other people use: emojiart-sync.d.ts says what each thing is.

/**
 * @typedef {import("./emojiart-sync.js").EmojiArtDocument} EmojiArtDocument
 * @typedef {import("./emojiart-sync.js").Events} Events
 * @typedef {import("./emojiart-sync.js").Storage} Storage
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

/** @param {string} text that a storage had */
function parse(text) {
    try {
        return JSON.parse(text);
    } catch {
        throw new Error("The storage has a text that this client did not write.");
    }
}

/** @param {string} url */
const nameOf = (url) => url.slice(url.lastIndexOf("/") + 1);

export class ClosedError extends Error {
    name = "ClosedError";

    /** @param {import("./emojiart-sync.js").Closing} closing */
    constructor({ code, name }) {
        super(`The connection to the document has ended: ${name} (${code}).`);
        this.closing = { code, name };
    }
}

/** Writes one text after the other, and of those that wait the newest. */
class Keeper {
    #newest = "";
    #written = "";
    #writing = Promise.resolve();

    /**
     * @param {Storage | undefined} storage
     * @param {(kept: Kept) => string} coded
     * @param {(error: unknown) => void} failed
     */
    constructor(storage, coded, failed) {
        this.storage = storage;
        this.coded = coded;
        this.failed = failed;
    }

    /** @param {Kept} kept */
    async keep(kept) {
        const text = this.coded(kept);
        this.#newest = text;
        this.#writing = this.#writing.then(() => this.#write());
        await this.#writing;
        return this.#written === text;
    }

    async #write() {
        const text = this.#newest;
        if (!this.storage || text === this.#written) return;
        try {
            await this.storage.write(text);
            this.#written = text;
        } catch (error) {
            this.failed(error);
        }
    }
}

/** @implements {EmojiArtDocument} */
class OpenDocument {
    /** @type {{[Name in keyof Events]: Set<(event: Events[Name]) => void>}} */
    #listeners = { change: new Set(), status: new Set(), refused: new Set(), fault: new Set() };
    /** @type {{isSo: () => boolean, done: () => void, failed: (error: Error) => void}[]} */
    #waiting = [];
    /** @type {Events["change"][]} */
    #changes = [];
    #state;
    #replica;
    /** @type {Client} */
    #client;

    /**
     * @param {string} url
     * @param {Replica} replica
     * @param {Storage} [storage]
     */
    constructor(url, replica, storage) {
        this.#replica = replica;
        this.#state = replica.state;
        replica.onChange = (change) => {
            const told = Object.entries(change).filter(
                ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
            );
            if (told.length > 0) this.#changes.push(Object.fromEntries(told));
        };
        const { key } = replica.identity;
        const keeper = new Keeper(
            storage,
            (kept) => JSON.stringify({ key, document: nameOf(this.#client.url), kept }),
            (error) => this.#tell("fault", { code: "storage_failed", error }),
        );
        this.#client = new Client(url, replica, keeper, {
            effect: (effect) => {
                if (effect.type !== "refused") return;
                this.#tell("refused", { code: effect.code, text: effect.text });
            },
            status: () => this.#changed(true),
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
    get closing() {
        const { code, name } = this.#client.closing ?? {};
        return code === undefined || name === undefined ? null : { code, name };
    }
    get pending() {
        return this.#replica.state.pending;
    }
    get undecided() {
        return this.#replica.state.undecided ?? 0;
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

    joined() {
        return this.#until(() => this.status === "online");
    }
    saved() {
        return this.#until(() => this.isSaved);
    }
    /** @type {EmojiArtDocument["edit"]} */
    edit(operation) {
        if (!this.mayEdit) throw new Error("not_permitted: this client may only look.");
        return this.#client.change((replica) => replica.edit(operation)) ?? [];
    }
    /** @type {EmojiArtDocument["decide"]} */
    decide({ add }) {
        this.#client.change(({ core }) => core.call("decide", add ? 1 : 0));
    }
    undo() {
        this.edit({ type: "undo" });
    }
    redo() {
        this.edit({ type: "redo" });
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
        const isKnown = Object.hasOwn(this.#listeners, name) && typeof listener === "function";
        if (!isKnown) throw new TypeError(`"${name}" is no event, or its listener no function.`);
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
    }

    /** Tells what is new. */
    #changed(hasStatus = false) {
        for (const change of this.#changes.splice(0)) this.#tell("change", change);
        if (hasStatus || this.#state !== this.#replica.state) {
            this.#state = this.#replica.state;
            this.#tell("status", this.closing);
        }
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
        const closing = this.status === "stopped" ? this.closing : null;
        for (const waiting of this.#waiting.splice(0)) {
            if (waiting.isSo()) waiting.done();
            else if (closing) waiting.failed(new ClosedError(closing));
            else this.#waiting.push(waiting);
        }
    }

    /**
     * @template {keyof Events} Name
     * @param {Name} name
     * @param {Events[Name]} event
     */
    #tell(name, event) {
        for (const listener of this.#listeners[name]) {
            try {
                listener(event);
            } catch (error) {
                // It is the listener's own, and no reason to tell the others nothing.
                queueMicrotask(() => {
                    throw error;
                });
            }
        }
    }
}

/** @type {typeof import("./emojiart-sync.js").open} */
export async function open(url, { name = "", colour, token, storage } = {}) {
    const module = await compiled();
    const address = new URL(url);
    const document = nameOf(address.pathname);
    const isDocument = new Core(module).call("isDocumentName", document) === 1;
    if (!/^wss?:$/.test(address.protocol) || !isDocument) {
        throw new TypeError(`${url} is not ws://HOST/documents/NAME; a name is a-z 0-9 - _.`);
    }
    const text = await storage?.read();
    /** @type {{key: string, document: string, kept: Kept | null}} */
    const stored = text ? parse(text) : { key: randomKey(), document, kept: null };
    if (!text) await storage?.write(JSON.stringify(stored));
    const isOther = stored.document !== document;
    if (isOther && stored.kept?.count) {
        throw new Error(`The storage has unsent edits of another document, ${stored.document}.`);
    }
    const replica = new Replica(module, { key: stored.key, name, ...(colour && { colour }) });
    if (token !== undefined) replica.renew(token);
    const opened = new OpenDocument(url, replica, storage);
    if (stored.kept && !isOther) replica.restore(stored.kept);
    replica.takeNews();
    if (replica.kept.count > 0) {
        // Edits that were kept without marks have some now, which must outlive the program.
        await storage?.write(JSON.stringify({ ...stored, kept: replica.kept }));
    }
    // By then the caller listens to the changes that bring what was stored.
    setTimeout(() => {
        if (opened.status === "connecting") opened.connect();
    });
    return opened;
}
