import { View } from "../core/View.js";

/**
 * What an edit was: `undo`, `redo` and `revert` name the revision that it was about.
 * @typedef {{revision: number, client: number, time: number, type: string, undo?: number,
 *     redo?: number, revert?: number}} Edit
 * @typedef {{view: View, edit: Edit | null}} Moment a document as it was, and the edit that led to
 *     it; null where that is not kept
 */

/** Edits that are fetched at a time, and revisions between two states that are. */
const pageSize = 500;

/**
 * What the server keeps of a document's past: any revision of it, made by the core from a snapshot
 * and the edits after it, each checked as those that come live.
 */
export class Past {
    /** The first revision that can be seen. */
    first = 0;
    /** The last one, when it was loaded. */
    last = 0;
    /** The state that was asked for last, and steps on from. */
    view = new View();
    /** @type {number | null} the revision of that state; null before there is one */
    #revision = null;
    /** @type {Map<number, string>} edits that were fetched, by revision, as they came */
    #edits = new Map();
    /** @type {(change: Change) => void} called with what to draw again */
    onChange = () => {};
    /** The asking of now: an older one that comes late is dropped. */
    #turn = 0;

    /**
     * @param {import("../core/Core.js").Core} core which shows no other past
     * @param {string} name of the document
     * @param {(path: `/${string}`) => Promise<Response>} get fetches a path of the server
     */
    constructor(core, name, get) {
        this.core = core;
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
     * @returns {Promise<Moment | null>}
     * @throws {PastError}
     */
    async at(/** @type {number} */ revision) {
        this.#turn += 1;
        const turn = this.#turn;
        const here = this.#revision;
        if (here === null || revision < here || revision - here > pageSize) {
            const base = Math.max(this.first, revision - (revision % pageSize));
            const lines = await this.#text(`${this.path}.snapshot?at=${base}`);
            if (turn !== this.#turn) return null;
            if (this.core.call("showPast", lines) === 0) {
                throw new PastError("The server did not answer with a snapshot.");
            }
            this.#revision = base;
        }
        while (this.#revision !== null && this.#revision < revision) {
            const next = this.#edits.get(this.#revision + 1);
            if (next !== undefined) this.#apply(next);
            else await this.#fetchEdits(this.#revision);
            if (turn !== this.#turn) return null;
        }
        const edit = await this.#edit(revision);
        if (turn !== this.#turn) return null;
        for (let news = this.core.json("pastNews"); news; news = this.core.json("pastNews")) {
            this.onChange(this.view.take(news));
        }
        return { view: this.view, edit };
    }

    /** Shows no past any more. */
    end() {
        this.#turn += 1;
        this.core.call("endPast");
    }

    /** @param {string} text */
    #apply(text) {
        if (this.core.call("stepPast", text) === 0) {
            throw new PastError("The document's history was replaced; open the history again.");
        }
        this.#revision = (this.#revision ?? 0) + 1;
    }

    /** @returns {Promise<Edit | null>} the edit that led to a revision */
    async #edit(/** @type {number} */ revision) {
        if (revision <= this.first) return null;
        if (!this.#edits.has(revision)) await this.#fetchEdits(revision - 1);
        return this.core.json("describe", this.#edits.get(revision) ?? "");
    }

    /** @param {number} after */
    async #fetchEdits(after) {
        const lines = await this.#lines(`${this.path}/edits?after=${after}&limit=${pageSize}`);
        // A page or two is enough to play from.
        if (this.#edits.size > 8 * pageSize) this.#edits.clear();
        lines.forEach((text, index) => this.#edits.set(after + 1 + index, text));
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
