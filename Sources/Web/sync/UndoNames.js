/**
 * @typedef {{revision: number, undo?: string, redo?: string}} Told
 */

/** What the next undo and redo take, as far as the server has told (SM9). */
export class UndoNames {
    /** @type {string | undefined} */
    undo;
    /** @type {string | undefined} */
    redo;
    /** The revision after which the server told. */
    #revision = 0;

    /**
     * A welcome or a `history` tells.
     * @param {Told} told
     * @returns {boolean} whether it is not older than what is known
     */
    tell({ revision, undo, redo }) {
        if (revision < this.#revision) return false;
        this.#revision = revision;
        this.undo = undo;
        this.redo = redo;
        return true;
    }

    /**
     * A welcome tells, whatever was known: the history may be another one.
     * @param {Told} told
     */
    begin(told) {
        this.#revision = 0;
        this.tell(told);
    }

    /**
     * An own edit is the next to undo; what is left after an undo or redo is told.
     * @param {import("../wire/readServerMessage.js").Edit} edit
     */
    edited({ revision, operation, ...walk }) {
        const isWalk = walk.undo !== undefined || walk.redo !== undefined;
        if (revision <= this.#revision || isWalk || operation.type === "none") return;
        this.undo = operation.type;
        this.redo = undefined;
    }
}
