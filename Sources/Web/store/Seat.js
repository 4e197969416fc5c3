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
/** Milliseconds that a tab may take to be loaded again. */
const reloadTime = 2_000;
/** Milliseconds between two signs of life. */
const renewInterval = 2_000;

/**
 * This tab's place in a document: a client of its own, with a key that no other tab uses (P15).
 *
 * A tab that is reloaded finds its seat again, with undo and what was not sent. The seat of a tab
 * that was killed is free when its lease has run out; whoever opens the document then takes it, and
 * sends what it held; a tab that is open already sends it, too (courier.js). The Web Locks API
 * would do this, but is not there on a plain `http` address of a local network, where phones and
 * tablets are.
 *
 * A holder's name is in `sessionStorage` only while its page is left, and is another one as soon
 * as a page has the seat: of the tabs that were copied with that name, one finds its seat by it.
 */
export class Seat {
    #timer = setInterval(() => void this.#renew(), renewInterval);
    /** @type {string[]} the lines of edits that the database has: another holder has them too */
    #stored;
    /** Whether another tab has taken the seat, or this one is leaving it. */
    #isLost = false;

    /**
     * @param {SeatRecord} record
     * @param {() => void} lost another tab has taken the seat, since this one stood still
     */
    constructor(record, lost) {
        this.record = record;
        this.lost = lost;
        this.#stored = record.kept?.lines ?? [];
    }

    /**
     * Takes a seat: the one that this tab left when it was reloaded, else a free one, those with
     * edits first, else a new one.
     */
    static async take(/** @type {string} */ document, /** @type {() => void} */ lost) {
        const name = sessionStorage.getItem(holderName(document));
        sessionStorage.removeItem(holderName(document));
        const fresh = freshSeat(document);
        const choose = (/** @type {SeatRecord[]} */ seats) =>
            seats.find(({ holder }) => holder === name) ??
            seats.find((seat) => isFree(seat) && (seat.kept?.count ?? 0) > 0) ??
            seats.find(isFree) ??
            fresh;
        const seat = new Seat((await claim(document, choose)) ?? fresh, lost);
        addEventListener("pagehide", () => {
            const { document, holder } = seat.record;
            sessionStorage.setItem(holderName(document), holder);
            void seat.#update({ until: Date.now() });
        });
        addEventListener("pageshow", ({ persisted }) => {
            if (persisted) void seat.#renew({ holder: randomKey() });
        });
        return seat;
    }

    /**
     * Takes a seat with edits that nobody is going to send, or to ask about, as its tab was killed;
     * null for none.
     * @param {string} document
     * @param {string} own the key of this tab's seat
     * @param {boolean} isAsking whether this tab can ask about undecided edits
     */
    static async takeOrphan(document, own, isAsking) {
        const record = await claim(document, (seats) =>
            seats.find(({ key, kept, until }) => {
                const count = (kept?.count ?? 0) - (isAsking ? 0 : (kept?.undecided ?? 0));
                // A tab that is loaded again comes for its seat.
                return until + reloadTime <= Date.now() && key !== own && count > 0;
            }),
        );
        return record ? new Seat(record, () => {}) : null;
    }

    /**
     * Leaves the seat for another one, without edits. One that is still held is deleted: then
     * another browser has a copy of it, and uses it. Its edits go along.
     * @returns {Promise<string[]>} the lines of the edits that stay with the former seat
     */
    async leave() {
        this.#isLost = true;
        const { key: former, holder, document } = this.record;
        const fresh = freshSeat(document);
        let lines = this.#stored;
        const choose = (
            /** @type {SeatRecord[]} */ seats,
            /** @type {IDBObjectStore} */ store,
        ) => {
            if (seats.some(({ key, holder: other }) => key === former && other === holder)) {
                store.delete(former);
                lines = [];
            }
            const isEmpty = (/** @type {SeatRecord} */ { kept }) => !kept?.count;
            return (
                seats.find((seat) => isFree(seat) && isEmpty(seat) && seat.key !== former) ?? fresh
            );
        };
        this.record = (await claim(document, choose)) ?? fresh;
        this.#stored = [];
        this.#isLost = false;
        return lines;
    }

    /** Whether no other tab has taken the seat: else `lost` was called. */
    async isHeld() {
        await this.#renew();
        return !this.#isLost;
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

    async #renew(/** @type {Partial<SeatRecord>} */ fields = {}) {
        sessionStorage.removeItem(holderName(this.record.document));
        await this.#update({ until: Date.now() + leaseTime, ...fields });
    }

    /**
     * @param {Kept | null} kept null for none, and for another history
     * @returns {Promise<boolean>} whether the next page finds it
     */
    async keep(kept) {
        const isKept = await this.#update({ kept });
        if (isKept) this.#stored = kept?.lines ?? [];
        return isKept;
    }

    /**
     * @param {Partial<SeatRecord>} fields
     * @returns {Promise<boolean>} whether the database has them
     */
    async #update(fields) {
        if (!database || this.#isLost) return false;
        const { record } = this;
        const isHeld = await change("seats", (seats, result) => {
            const request = seats.get(record.key);
            request.onsuccess = () => {
                // One that a person has deleted nobody else has.
                const isHeld = (request.result?.holder ?? record.holder) === record.holder;
                if (isHeld) seats.put(Object.assign(record, fields));
                result(isHeld);
            };
        });
        if (isHeld) return true;
        if (!this.#isLost) {
            this.#isLost = true;
            this.lost();
        }
        return false;
    }
}

/**
 * Chooses a seat of a document and holds it from now on, as one change.
 * @param {string} document
 * @param {(seats: SeatRecord[], store: IDBObjectStore) => SeatRecord | undefined} choose
 * @returns {Promise<SeatRecord | undefined>} undefined for none
 */
const claim = (document, choose) =>
    change("seats", (seats, result) => {
        const request = seats.index("document").getAll(document);
        request.onsuccess = () => {
            const known = request.result.map((seat) => ({ ...seat, kept: upgraded(seat.kept) }));
            const taken = choose(known, seats);
            if (!taken) return;
            const record = { ...taken, holder: randomKey(), until: Date.now() + leaseTime };
            seats.put(record);
            result(record);
        };
    });

/** @returns {SeatRecord} */
const freshSeat = (/** @type {string} */ document) => ({
    ...{ key: randomKey(), document, holder: "", until: 0, kept: null },
});

const isFree = (/** @type {{until: number}} */ { until }) => until <= Date.now();

/** @param {string} document */
const holderName = (document) => `holder:${document}`;
