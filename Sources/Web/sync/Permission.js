/**
 * @typedef {import("../wire/readServerMessage.js").Access} Access
 */

/** Who this client is to the server, and what it may do (PROTOCOL.md, section 12). */
export class Permission {
    /**
     * What tells the server who this is, where it asks for that.
     * @type {string | null}
     */
    token = null;
    /**
     * What this client may do, as the server told last; null where everybody edits.
     * @type {Access | null}
     */
    access = null;

    /** Whether edits of this client are taken, as far as it knows; they wait until then (AC15). */
    get mayEdit() {
        return this.access?.role !== "viewer";
    }

    /** What a hello says of it. */
    get fields() {
        return this.token === null ? {} : { token: this.token };
    }

    /**
     * The last seq that may be sent: a viewer's edit would be refused for good, but for one that
     * was answered before, which is only told again.
     * @param {number} answeredSeq
     */
    lastSeq(answeredSeq) {
        return this.mayEdit ? Infinity : answeredSeq;
    }
}
