import { counterOf, clientOf, emojiID, sortedIDs } from "../model/emojiID.js";
import { Limits } from "../model/Limits.js";
import { added, namedIDs } from "../model/operations.js";

/**
 * @typedef {import("../model/emojiID.js").EmojiID} EmojiID
 * @typedef {import("../model/operations.js").EditRequest} EditRequest
 * @typedef {import("../wire/readServerMessage.js").Welcome} Welcome
 *
 * An own edit without an answer. Its seq is final once it is settled: it was there at a welcome, or
 * made after one, and may have been sent.
 * @typedef {{seq: number, request: EditRequest}} PendingEdit
 *
 * What a client keeps, so that its edits outlive it.
 * @typedef {{client: number | null, counter: number, epoch?: string,
 *     edits: {seq: number, request: EditRequest, settled: boolean}[]}} KeptEdits
 */

/**
 * The own edits without an answer, the oldest first, and what this client counts: seqs and the ids
 * of emojis.
 *
 * Seqs are given when an edit is made, and again at a welcome that shows them to be another's
 * (SY28): so a copy that outlives the page is the same edit.
 */
export class PendingEdits {
    /** @type {PendingEdit[]} */
    list = [];
    /** How many, from the first, were sent on this connection. */
    sentCount = 0;
    /** How many, from the first, are settled. */
    settledCount = 0;
    /**
     * This client's number in the document.
     * @type {number | null}
     */
    client = null;
    /** The counter of the emoji that was made last. */
    counter = 0;
    #lastSeq = 0;

    /**
     * Puts an edit on top of the others.
     * @param {EditRequest} request
     * @param {boolean} isSettled whether a welcome has told where the seqs stand
     * @returns {PendingEdit}
     */
    append(request, isSettled) {
        this.#lastSeq += 1;
        const edit = { seq: this.#lastSeq, request };
        this.list.push(edit);
        if (isSettled) this.settledCount = this.list.length;
        for (const { id } of added(request)) {
            if (clientOf(id) === this.client) this.counter = Math.max(this.counter, counterOf(id));
        }
        return edit;
    }

    /**
     * Mints the id of a new emoji; null before the first welcome.
     * @returns {EmojiID | null}
     */
    mintID() {
        if (this.client === null || this.counter >= Limits.identifierMax) return null;
        this.counter += 1;
        return emojiID(this.client, this.counter);
    }

    /**
     * The edits that may be sent now: the server still knows its answer to the oldest (SY11).
     * @param {number} most the last seq that may be sent at all
     */
    *unsent(most = Infinity) {
        while (this.sentCount < this.list.length) {
            const edit = this.list[this.sentCount];
            if (edit.seq - this.list[0].seq >= Limits.unansweredEditsMax) return;
            if (edit.seq > most) return;
            this.sentCount += 1;
            yield edit;
        }
    }

    /**
     * Takes out an edit that was answered; null when it was not sent.
     * @param {number} seq
     */
    take(seq) {
        const index = this.list.findIndex((edit) => edit.seq === seq);
        if (index < 0 || index >= this.sentCount) return null;
        this.sentCount -= 1;
        this.settledCount -= 1;
        return this.list.splice(index, 1)[0];
    }

    /** Forgets what was sent: the connection is gone, or a snapshot stands for the answers. */
    unsend() {
        this.sentCount = 0;
    }

    /**
     * The history that the edits are meant for: the one that a server told of last.
     * @type {string | undefined}
     */
    epoch;

    /**
     * Fits the edits to what a welcome says of this client.
     *
     * In a history that a backup was restored to, the seqs may stand lower and the number may be
     * another one: edits that it has not seen are numbered anew, and ids of emojis that were not
     * added yet are minted anew. So are edits that were made without a connection if the server
     * knows of more: this browser's store may be behind.
     * @param {Welcome} welcome
     * @param {EmojiID[]} selected ids that this client's presence names
     * @returns {{hasChanged: boolean, names: Map<EmojiID, EmojiID>}} whether the kept edits are
     *     other ones now, and the new names of emojis
     */
    adopt(welcome, selected) {
        const { client, seq, counter, epoch } = /** @type {Required<Welcome>} */ (welcome);
        if (client === undefined) return { hasChanged: false, names: new Map() };
        const before = JSON.stringify(this.kept());
        this.epoch = epoch;
        this.#takeForgotten(seq);
        /** @type {Map<EmojiID, EmojiID>} */
        let names = new Map();
        if (this.client !== null && this.client !== client) {
            this.counter = counter;
            names = this.#mintAnew(0, this.client, client, selected);
        } else if (this.list[this.settledCount]?.seq <= seq) {
            this.counter = Math.max(this.counter, counter);
            names = this.#mintAnew(this.settledCount, client, client, selected);
        }
        this.client = client;
        this.counter = Math.max(this.counter, counter);
        this.#lastSeq = seq;
        for (const [index, edit] of this.list.entries()) {
            if (index >= this.settledCount || edit.seq > seq) edit.seq = this.#lastSeq + 1;
            this.#lastSeq = Math.max(this.#lastSeq, edit.seq);
        }
        this.settledCount = this.list.length;
        return { hasChanged: JSON.stringify(this.kept()) !== before, names };
    }

    /**
     * Takes out edits that the server remembers no answer to: to ask would be an error (SY10).
     * @param {number} seq
     */
    #takeForgotten(seq) {
        const settled = this.list.slice(0, this.settledCount);
        const fresh = settled.findIndex((edit) => edit.seq > seq - Limits.unansweredEditsMax);
        const count = fresh < 0 ? settled.length : fresh;
        this.settledCount -= count;
        this.list.splice(0, count);
    }

    /**
     * Mints the ids that edits add anew, above `counter`, and renames them in all edits.
     *
     * No id that is named already is given: an emoji that only another history had must not be
     * taken for a new one.
     * @param {number} first the first edit whose emojis are renamed
     * @param {number} old the client's number in the ids so far
     * @param {number} client its number from now on
     * @param {EmojiID[]} selected
     */
    #mintAnew(first, old, client, selected) {
        const ids = this.list.flatMap(({ request }) => added(request).map(({ id }) => id));
        if (old !== client) {
            for (const id of ids.filter((id) => clientOf(id) === client)) {
                this.counter = Math.max(this.counter, counterOf(id));
            }
        }
        const inEdits = this.list.flatMap((edit) => namedIDs(edit.request));
        const named = new Set([...selected, ...inEdits]);
        /** @type {Map<EmojiID, EmojiID>} */
        const names = new Map();
        for (const edit of this.list.slice(first)) {
            for (const { id } of added(edit.request)) {
                if (clientOf(id) === old) names.set(id, this.#mintBeside(named, client));
            }
            edit.request = renamed(edit.request, names);
        }
        return names;
    }

    /**
     * @param {Set<EmojiID>} named
     * @param {number} client
     */
    #mintBeside(named, client) {
        let id;
        do {
            this.counter += 1;
            id = emojiID(client, this.counter);
        } while (named.has(id));
        return id;
    }

    /**
     * What is to be kept.
     * @returns {KeptEdits}
     */
    kept() {
        const edits = this.list.map(({ seq, request }, index) => ({
            seq,
            request,
            settled: index < this.settledCount,
        }));
        // Without edits there is nothing that another history must not get.
        const epoch = edits.length > 0 ? this.epoch : undefined;
        return { client: this.client, counter: this.counter, epoch, edits };
    }

    /**
     * Goes on where `kept` ended; before anything else.
     * @param {KeptEdits} kept
     */
    restore({ client, counter, epoch, edits }) {
        this.client = client;
        this.epoch = epoch;
        for (const { seq, request, settled } of edits) {
            this.#lastSeq = seq - 1;
            this.append(request, settled);
        }
        this.counter = Math.max(this.counter, counter);
    }
}

/**
 * Ids with their new names, ascending.
 * @param {EmojiID[]} ids
 * @param {Map<EmojiID, EmojiID>} names
 */
export const renamedIDs = (ids, names) => sortedIDs(ids.map((id) => names.get(id) ?? id));

/**
 * @param {EditRequest} request
 * @param {Map<EmojiID, EmojiID>} names
 * @returns {EditRequest}
 */
function renamed(request, names) {
    if (request.type === "add") {
        const emojis = request.emojis.map((emoji) => ({
            ...emoji,
            id: names.get(emoji.id) ?? emoji.id,
        }));
        return { ...request, emojis };
    }
    return "ids" in request ? { ...request, ids: renamedIDs(request.ids, names) } : request;
}
