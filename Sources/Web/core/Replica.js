import { Core } from "./Core.js";
import { View } from "./View.js";

/**
 * @typedef {{x: number, y: number}} Cursor document units
 * @typedef {import("../sdk/emojiart-sync.js").Gesture} Gesture
 *
 * What a restart of the page needs: how many edits there are, how many of them are undecided, and
 * the lines that the core has of them.
 * @typedef {{count: number, undecided?: number, lines: string[]}} Kept
 *
 * What is asked of the world, or told to it, in order: Replica.swift says what each means.
 * @typedef {{type: "send", text: string}
 *     | {type: "refused", code: string, text?: string}
 *     | {type: "pong", number: number} | {type: "wake", at: number}
 *     | {type: "violated", reason: string}
 *     | {type: "joined" | "edited" | "acknowledged" | "undecided" | "reconnect" | "history"
 *         | "replaced" | "diverged" | "historyReplaced" | "access"}} Effect
 */

/**
 * This client's copy of the document: the core, and what it has told of it.
 *
 * After each call `takeNews` brings what has changed; the owner carries out the effects.
 */
export class Replica {
    /** What to show: the confirmed state with the own edits on top that have no answer. */
    view = new View();
    /** @type {Map<number, Member>} the members of now, by number */
    members = new Map();
    /** @type {Presence} what this member shares */
    presence = {
        ...{ selection: [], cursor: null, gesture: null, view: null },
        ...{ activity: "active", chat: null, reaction: null, laser: false },
    };
    /**
     * Where this client stands: `isSynced` when all own edits are durable and the state agrees with
     * the server's (SY31); `undecided` counts the edits that may be in the document already
     * (SY39); `undo` and `redo` are what the next ones take.
     * @type {{pending: number, undecided?: number, isSynced: boolean, mayEdit: boolean,
     *     member?: number, client?: number, revision?: number, undo?: string, redo?: string}}
     */
    state = { pending: 0, isSynced: false, mayEdit: true };
    /** @type {Kept} what is to be kept */
    kept = { count: 0, lines: [] };
    /** How often the state differed from the server's: must stay 0. */
    divergenceCount = 0;
    /** @type {(change: Change) => void} called with what to draw again */
    onChange = () => {};
    /** @type {Core} the one of now: another after a failure */
    core;
    /** @type {string | null} */
    #token = null;

    /**
     * @param {WebAssembly.Module} module
     * @param {{key: string, name: string, colour?: string}} identity of the client
     */
    constructor(module, identity) {
        this.module = module;
        this.identity = identity;
        this.core = this.#begin();
    }

    #begin() {
        const core = new Core(this.module);
        const token = this.#token === null ? {} : { token: this.#token };
        const fault = core.text("begin", JSON.stringify({ ...this.identity, ...token }));
        if (fault !== null) throw new Error(`The identity is none: ${fault}`);
        return core;
    }

    /**
     * Begins anew with what is kept, after the core has failed: the connection has to be made anew.
     */
    beginAnew() {
        this.core = this.#begin();
        this.onChange({ removed: [...this.view.emojis.keys()] });
        this.view = new View();
        this.members.clear();
        this.restore(this.kept);
    }

    /** Goes on where what was kept ended, before anything else. */
    restore(/** @type {Kept} */ { lines }) {
        this.core.call("restore", lines.join("\n"));
    }

    /**
     * Goes on as the client of another key, without the edits of `lines`: another tab has those.
     */
    become(/** @type {string} */ key, /** @type {string[]} */ lines) {
        this.identity = { ...this.identity, key };
        this.core.call("become", [key, ...lines].join("\n"));
    }

    /** Has another name and colour from the next connection on. */
    introduce(/** @type {{name: string, colour?: string}} */ { name, colour }) {
        this.identity = { key: this.identity.key, name, ...(colour && { colour }) };
        this.core.call("introduce", JSON.stringify({ name, ...(colour && { colour }) }));
    }

    /** Uses another token; a server that is connected hears of it at once (AC7). */
    renew(/** @type {string | null} */ token) {
        this.#token = token;
        if (token !== null) this.core.call("renew", token);
    }

    /**
     * Makes an edit: shows it at once, and sends it when it can. An emoji without an id gets one.
     * @param {{type: string, [field: string]: any}} request as PROTOCOL.md writes it (section 6)
     * @returns {EmojiID[]} the ids of the emojis that it adds
     */
    edit(request) {
        const { ids, fault } = this.core.json("edit", JSON.stringify(request));
        if (fault !== undefined) throw new Error(`The edit is none: ${fault}`);
        return ids;
    }

    /** Shares what is new of the presence. */
    share(/** @type {Partial<Presence>} */ patch) {
        const message = JSON.stringify({ type: "presence", ...patch });
        const fault = this.core.text("share", message, performance.now());
        if (fault !== null) throw new Error(`The presence is none: ${fault}`);
    }

    /** Whether this client was let in, and is a member. */
    get member() {
        return this.state.member ?? null;
    }

    /**
     * Takes in what is new.
     * @returns {{effects: Effect[], hasChanged: boolean, isKeptNew: boolean}} `hasChanged` when
     *     there is something to be shown
     */
    takeNews() {
        /** @type {Effect[]} */
        const effects = [];
        let hasChanged = false;
        let isKeptNew = false;
        for (let news = this.core.json("news"); news; news = this.core.json("news")) {
            const { state, own, members = [], kept } = news;
            hasChanged = true;
            this.onChange(this.view.take(news));
            if (state) this.state = state;
            if (own) this.presence = keepSelection(this.presence, own);
            for (const { member: number, ...member } of members) {
                if (member.name === undefined) this.members.delete(number);
                else this.members.set(number, keepSelection(this.members.get(number), member));
            }
            for (const effect of news.effects ?? []) {
                if (effect.type === "diverged") this.divergenceCount += 1;
                effects.push(effect);
            }
            if (kept) {
                const { pending, undecided = 0 } = this.state;
                this.kept = { count: pending + undecided, undecided, lines: kept };
                isKeptNew = true;
            }
        }
        return { effects, hasChanged, isKeptNew };
    }
}

/**
 * A presence, with the former selection if it is the same: what shows it need not look through it.
 * @template {Presence} Shared
 */
function keepSelection(/** @type {Presence | undefined} */ former, /** @type {Shared} */ presence) {
    const { selection } = presence;
    const isSame =
        former?.selection.length === selection.length &&
        former.selection.every((id, index) => id === selection[index]);
    return isSame ? { ...presence, selection: former.selection } : presence;
}

/**
 * Where a member is: at its cursor, else in the middle of its view; null when it tells neither.
 * @param {Member} member
 * @returns {Cursor | null}
 */
export const spotOf = ({ cursor, view }) => cursor ?? (view && { x: view.x, y: view.y });

/** 128 random bits as 32 hexadecimal digits: who holds them is this client. */
export function randomKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
