import { randomKey } from "../core/Replica.js";
import { change, database } from "./database.js";
import { upgraded } from "./upgraded.js";

/**
 * A client of a document that this browser is, one tab at a time: its random key, what its tab has
 * not got an answer to, and which tab holds it until when (milliseconds since 1970).
 * @typedef {{key: string, document: string, holder: string, until: number, kept: Kept | null}}
 *     SeatRecord
 */

/** Milliseconds for which a tab holds its seat without a sign of life. */
export const leaseTime = 10_000;
/** Milliseconds between two signs of life. */
const renewInterval = 2_000;

/**
 * This tab's place in a document: a client of its own, with a key that no other tab uses.
 *
 * A tab that is reloaded finds its seat again, with undo and what was not sent. The seat of a tab
 * that was killed is free when its lease has run out; whoever opens the document then takes it, and
 * sends what it held; a tab that is open already sends it, too (courier.js). The Web Locks API
 * would do this, but is not there on a plain `http` address of a local network, where phones and
 * tablets are.
 */
export class Seat {
    #timer = setInterval(() => void this.#renew(), renewInterval);

    /**
     * @param {SeatRecord} record
     * @param {() => void} lost another tab has taken the seat, since this one stood still
     */
    constructor(record, lost) {
        this.record = record;
        this.lost = lost;
    }

    /**
     * Takes a seat: the one that this tab left when it was reloaded, else a free one, those with
     * edits first, else a new one.
     */
    static async take(/** @type {string} */ document, /** @type {() => void} */ lost) {
        const holder = sessionStorage.getItem(holderName(document)) ?? randomKey();
        // Two tabs have the same name when one was made as a copy of the other: who comes first has
        // it, and it is given back when the page is left.
        sessionStorage.removeItem(holderName(document));
        const fresh = { key: randomKey(), document, holder, until: 0, kept: null };
        const choose = (/** @type {SeatRecord[]} */ seats) =>
            seats.find((seat) => seat.holder === holder) ??
            orphanOf(seats) ??
            seats.find(isFree) ??
            fresh;
        const seat = new Seat((await claim(document, holder, choose)) ?? fresh, lost);
        addEventListener("pagehide", () => {
            sessionStorage.setItem(holderName(seat.record.document), holder);
            void seat.#update({ until: Date.now() });
        });
        addEventListener("pageshow", ({ persisted }) => {
            if (persisted) void seat.#renew();
        });
        return seat;
    }

    /**
     * Takes a seat with edits that nobody is going to send, as its tab was killed; null for none.
     */
    static async takeOrphan(/** @type {string} */ document) {
        const record = await claim(document, randomKey(), orphanOf);
        return record ? new Seat(record, () => {}) : null;
    }

    /**
     * The document has another name: this seat is one of it, and so are those that nobody holds.
     */
    async move(/** @type {string} */ document) {
        const { document: former, holder } = this.record;
        this.record.document = document;
        await change("seats", (seats) => {
            const request = seats.index("document").getAll(former);
            request.onsuccess = () => {
                for (const seat of request.result) {
                    if (seat.holder === holder || isFree(seat)) seats.put({ ...seat, document });
                }
            };
        });
    }

    /** Leaves the seat to whoever comes. */
    async release() {
        clearInterval(this.#timer);
        await this.#update({ until: Date.now() });
    }

    async #renew() {
        sessionStorage.removeItem(holderName(this.record.document));
        await this.#update({ until: Date.now() + leaseTime });
    }

    /** @param {Kept | null} kept null for none, and for another history */
    async keep(kept) {
        await this.#update({ kept });
    }

    /** @param {Partial<SeatRecord>} fields */
    async #update(fields) {
        Object.assign(this.record, fields);
        if (!database) return;
        const { key, holder } = this.record;
        const isHeld = await change("seats", (seats, result) => {
            const request = seats.get(key);
            request.onsuccess = () => {
                const isHeld = request.result?.holder === holder;
                if (isHeld) seats.put({ ...request.result, ...fields });
                result(isHeld);
            };
        });
        if (isHeld) return;
        clearInterval(this.#timer);
        this.lost();
    }
}

/**
 * Chooses a seat of a document and holds it from now on, as one change.
 * @param {string} document
 * @param {string} holder
 * @param {(seats: SeatRecord[]) => SeatRecord | undefined} choose
 * @returns {Promise<SeatRecord | undefined>} undefined for none
 */
const claim = (document, holder, choose) =>
    change("seats", (seats, result) => {
        const request = seats.index("document").getAll(document);
        request.onsuccess = () => {
            const known = request.result.map((seat) => ({ ...seat, kept: upgraded(seat.kept) }));
            const taken = choose(known);
            if (!taken) return;
            const record = { ...taken, holder, until: Date.now() + leaseTime };
            seats.put(record);
            result(record);
        };
    });

/** @param {SeatRecord} seat */
const isFree = (seat) => seat.until <= Date.now();

/** @param {SeatRecord[]} seats */
const orphanOf = (seats) =>
    seats.find((seat) => isFree(seat) && (seat.kept?.count ?? 0) > 0);

/** @param {string} document */
const holderName = (document) => `holder:${document}`;
