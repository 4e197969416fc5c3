import { DecodeError } from "../wire/DecodeError.js";
import { readServerMessage } from "../wire/readServerMessage.js";
import { Confirmed } from "./Confirmed.js";

/**
 * @typedef {import("../wire/readServerMessage.js").Edit} Edit
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {{document: Document, edit: Edit | null}} Moment a document as it was, and the edit
 *     that led to it; null where that is not kept
 */

/** Edits that are fetched at a time, and revisions between two states that are. */
const pageSize = 500;

/**
 * What the server keeps of a document's past: any revision of it, made here from a snapshot and the
 * edits after it, each checked as those that come live.
 */
export class Past {
    /** The first revision that can be seen. */
    first = 0;
    /** The last one, when it was loaded. */
    last = 0;
    /** The state that was asked for last, and steps on from. */
    #state = new Confirmed();
    /**
     * Edits that were fetched, by revision, with their texts.
     * @type {Map<number, {edit: Edit, text: string}>}
     */
    #edits = new Map();
    /**
     * The asking of now: an older one that comes late is dropped.
     */
    #turn = 0;

    /**
     * @param {string} name of the document
     * @param {(path: `/${string}`) => Promise<Response>} get fetches a path of the server
     */
    constructor(name, get) {
        /** @type {`/${string}`} */
        this.path = `/documents/${name}`;
        this.get = get;
    }

    /**
     * Asks how much is kept.
     * @throws {PastError}
     */
    async load() {
        const { first, revision } = JSON.parse(await this.#text(`${this.path}/history`));
        this.first = first;
        this.last = revision;
    }

    /**
     * The document as it was at a revision; null when another one was asked for meanwhile.
     * @param {number} revision
     * @returns {Promise<Moment | null>}
     * @throws {PastError}
     */
    async at(revision) {
        this.#turn += 1;
        const turn = this.#turn;
        const here = this.#state.position?.revision;
        if (here === undefined || revision < here || revision - here > pageSize) {
            const base = Math.max(this.first, revision - (revision % pageSize));
            const state = await this.#snapshot(base);
            if (turn !== this.#turn) return null;
            this.#state = state;
        }
        while (this.#revision < revision) {
            const next = this.#edits.get(this.#revision + 1);
            if (next) this.#apply(next);
            else await this.#fetchEdits(this.#revision);
            if (turn !== this.#turn) return null;
        }
        return {
            document: this.#state.document,
            edit: this.#edits.get(revision)?.edit ?? (await this.#edit(revision)),
        };
    }

    get #revision() {
        return this.#state.position?.revision ?? 0;
    }

    /** @param {{edit: Edit, text: string}} next */
    #apply({ edit, text }) {
        if (this.#state.apply(edit, text)) return;
        throw new PastError("The document's history was replaced; open the history again.");
    }

    /** @param {number} revision */
    async #snapshot(revision) {
        const state = new Confirmed();
        for (const text of await this.#lines(`${this.path}.snapshot?at=${revision}`)) {
            const message = read(text);
            if (message?.type !== "snapshot") {
                throw new PastError("The server did not answer with a snapshot.");
            }
            state.receivePart(message);
        }
        return state;
    }

    /**
     * The edit that led to a revision, which the state was not stepped to.
     * @param {number} revision
     */
    async #edit(revision) {
        if (revision <= this.first) return null;
        await this.#fetchEdits(revision - 1);
        return this.#edits.get(revision)?.edit ?? null;
    }

    /** @param {number} after */
    async #fetchEdits(after) {
        const lines = await this.#lines(`${this.path}/edits?after=${after}&limit=${pageSize}`);
        // A page or two is enough to play from.
        if (this.#edits.size > 8 * pageSize) this.#edits.clear();
        for (const text of lines) {
            const edit = read(text);
            if (edit?.type === "edit") this.#edits.set(edit.revision, { edit, text });
        }
        if (this.#edits.has(after + 1)) return;
        throw new PastError("An edit is no longer in the history.");
    }

    /** @param {`/${string}`} path */
    async #lines(path) {
        return (await this.#text(path)).split("\n").filter((line) => line !== "");
    }

    /** @param {`/${string}`} path */
    async #text(path) {
        const answer = await this.get(path).catch(() => null);
        if (!answer) throw new PastError("The server cannot be reached; check your connection.");
        const text = await answer.text();
        if (!answer.ok) throw new PastError(text.trim());
        return text;
    }
}

/** Why there is no past to be seen, in words for a person. */
export class PastError extends Error {}

/** @param {string} text */
function read(text) {
    try {
        return readServerMessage(text);
    } catch (error) {
        if (error instanceof DecodeError) throw new PastError(error.message);
        throw error;
    }
}
