import { attempt } from "../model/apply.js";
import { isSameOperation } from "../model/operations.js";

/**
 * @typedef {import("../model/Document.js").Document} Document
 * @typedef {import("./PendingEdits.js").PendingEdit} PendingEdit
 */

/** What is shown while own edits have no answer: the confirmed state with them on top (SY25). */
export class Overlay {
    /** Pending edits up to this seq are answered: the confirmed state has their effect (SY33). */
    confirmedSeq = 0;
    /** @type {Document | null} */
    #document = null;

    /** It has to be made anew. */
    discard() {
        this.#document = null;
    }

    /**
     * An edit was made on top of the others.
     * @param {PendingEdit} edit
     */
    add({ request }) {
        if (this.#document) attempt(this.#document, request);
    }

    /**
     * O(1), but O(emojis + pending edits) after a change under them.
     * @param {Document} confirmed
     * @param {PendingEdit[]} pending
     * @returns {Document}
     */
    over(confirmed, pending) {
        if (pending.length === 0) return confirmed;
        if (this.#document) return this.#document;
        const document = confirmed.copy();
        for (const { seq, request } of pending) {
            if (seq > this.confirmedSeq) attempt(document, request);
        }
        this.#document = document;
        return document;
    }

    /**
     * Whether an own edit does what the edit that is pending first was shown to do: then what is
     * shown stays right, and a thousand answers in a row do not make it anew each time.
     * @param {import("../wire/readServerMessage.js").Edit} edit
     * @param {PendingEdit | undefined} first
     */
    hasShown({ seq, operation }, first) {
        return (
            first?.seq === seq &&
            seq > this.confirmedSeq &&
            isSameOperation(first.request, operation)
        );
    }
}
