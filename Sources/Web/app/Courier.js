import { Client } from "../sync/Client.js";
import { Replica } from "../sync/Replica.js";
import { leaseTime, Seat } from "../store/Seat.js";

/**
 * @typedef {import("../store/Database.js").Database} Database
 */

/**
 * Sends what tabs of this browser held when they were killed, as the clients that they were: an
 * edit that a person made is not to wait until just that tab comes back.
 */
export class Courier {
    #isBusy = false;

    /**
     * @param {Database} database
     * @param {string} document
     * @param {string} url of the document
     * @param {import("../store/Token.js").Token} token
     */
    constructor(database, document, url, token) {
        this.token = token;
        this.database = database;
        this.document = document;
        this.url = url;
        setInterval(() => void this.#look(), leaseTime / 2);
    }

    async #look() {
        if (this.#isBusy) return;
        this.#isBusy = true;
        const seat = await Seat.takeOrphan(this.database, this.document);
        if (seat?.kept) this.#deliver(seat, seat.kept);
        else this.#isBusy = false;
    }

    /**
     * @param {Seat} seat
     * @param {import("../sync/PendingEdits.js").KeptEdits} kept
     */
    #deliver(seat, kept) {
        const replica = new Replica({ key: seat.key, name: "" });
        replica.restore(kept);
        replica.renew(this.token.text);
        let isDone = false;
        const end = () => {
            if (isDone) return;
            isDone = true;
            client.stop();
            void seat.release();
            this.#isBusy = false;
        };
        const client = new Client(this.url, replica, seat, {
            effect: () => {
                // Who may only look leaves them to somebody who may edit (AC15).
                if (replica.isSynced || !replica.mayEdit) end();
            },
            status: (closing) => {
                if (closing?.again === "onRequest") end();
            },
        });
        client.connect();
    }
}
